"""Benchmark of commands on a game with many more cards, a multiplied collection, in CPU seconds."""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from cardwright.source.atomic_write import write_whole
from cardwright.source.read_with_size_limit import read_text
from cardwright_tools.benchmarks.edit_latency import NUMBER, START
from cardwright_tools.cli.standard_output import lay_out_columns, measure_width, print_lines

CARDS_PER_FILE = 100
# How many copies of a state are timed.
COPIED = 2_000
SYLLABLES = "ba ce di fo gu ka le mi no pu ra se ti vo wu za".split()
ID = "[a-z][a-z0-9_]*"
_ENTRY = re.compile(rf"  - id: ({ID})")


def multiply(source: Path, folder: Path, size: int, definitions: bool = False) -> Path:
    """Copy a game to `folder` with made-up variants of its cards, until it has `size` definitions.

    A variant has an id, a name and numbers of its own, and a single copy, or none if it is only a definition. Its
    power refers to its own id; all other names in the power are names of the original. The copy has no scenarios and
    no list of released ids.
    """
    copy = folder / f"{source.name}_{size}"
    shutil.copytree(
        source, copy, ignore=shutil.ignore_patterns("scenarios", "schema", "released.txt", "rules.md", "*.pdf")
    )
    originals = [entry for path in sorted(copy.glob("cards/*/*.yaml")) for entry in _list_entries(read_text(path))]
    varied = [entry for entry in originals if "copies:" in entry or "power:" in entry] or originals
    made = [_make_variant(varied[number % len(varied)], number) for number in range(size - len(originals))]
    if definitions:
        made = [entry.replace("\n", "\n    copies: 0\n", 1) for entry in made]
    (copy / "cards" / "more").mkdir()
    for first in range(0, len(made), CARDS_PER_FILE):
        head = f"game: {source.name}\nset: more\n\ncards:\n"
        text = head + "".join(made[first : first + CARDS_PER_FILE])
        write_whole(copy / "cards" / "more" / f"part_{first // CARDS_PER_FILE:04}.yaml", text)
    for path in [copy / "game.yaml", *copy.glob("cards/*/*.yaml")]:
        write_whole(path, re.sub(rf"(?m)^game: {re.escape(source.name)}$", f"game: {copy.name}", read_text(path)))
    return copy


def _list_entries(text: str) -> list[str]:
    """Return the lines of each card in a file of cards, whose entries begin with `- id:`."""
    return [f"  - id:{entry}" for entry in text.split("\n  - id:")[1:]]


def _make_variant(entry: str, number: int) -> str:
    """Return the card `entry` as its made-up variant with this number."""
    found = _ENTRY.match(entry)
    assert found is not None
    word = "".join(SYLLABLES[number // 16**place % 16] for place in range(4)).capitalize()
    entry = re.sub(rf"\b{found[1]}\b", f"{found[1]}_{number}", entry.rstrip("\n"))
    entry = re.sub(r"(?m)^    name: (\S)", rf"    name: {word} \1", entry)
    entry = re.sub(r"(?m)^    copies: .*\n", "", entry)
    return NUMBER.sub(lambda found: str((int(found[0]) + number) % 9 + 1), entry) + "\n"


class Bench:
    """Measurements of one multiplied game, which has a cache of its own.

    Each measurement is a pair: a label, and a value with its unit.
    """

    def __init__(self, copy: Path, players: int) -> None:
        self.copy, self.players = copy, players
        self.peak_megabytes = 0
        self._edits = 0

    def validation(self) -> Iterator[tuple[str, str]]:
        """Measure `validate` from nothing, with nothing changed, and after an edit."""
        yield "validate cold", self._measure_seconds(["validate", str(self.copy)])
        yield "validate nothing changed", self._measure_seconds(["validate", str(self.copy)])
        self.edit()
        yield "validate after an edit of one power", self._measure_seconds(["validate", str(self.copy)])

    def games(self) -> Iterator[tuple[str, str]]:
        """Measure the first game in Python after an edit, and its memory."""
        self._play("python", 1)
        self.edit()
        yield "first game in Python after an edit", self._play("python", 1)
        yield "peak memory of that game", f"{self.peak_megabytes} MB"

    def state(self) -> Iterator[tuple[str, str]]:
        """Measure what a match in Python consists of, and how long a copy of its state takes."""
        from cardwright import load_game

        start = load_game(self.copy, soon=True).new(self.players, 1, tracked=False)
        begun = time.process_time()
        for _ in range(COPIED):
            start.clone()
        yield "pieces", str(len(start.program.tables.pieces))
        yield "values in a state", str(start.program.tables.size)
        yield "copy of a state", f"{(time.process_time() - begun) / COPIED * 1e6:.0f} µs"

    def native(self) -> Iterator[tuple[str, str]]:
        """Measure twenty games in C, from nothing and after an edit."""
        yield "native cold, 20 games", self._play("native", 20)
        self.edit()
        yield "native after an edit, 20 games", self._play("native", 20)

    def texts(self) -> Iterator[tuple[str, str]]:
        """Measure the text of all cards and of one."""
        yield "text of all", self._measure_seconds(["text", str(self.copy)])
        yield "text of one", self._measure_seconds(["text", str(self.copy), self._edited_card()])

    def editor(self) -> Iterator[tuple[str, str]]:
        """Measure the language server's answers to a change of one file, in this process."""
        from cardwright_tools.editor.completion.rule_texts import complete_text
        from cardwright_tools.editor.hover import describe_position
        from cardwright_tools.editor.workspace import Workspace

        file, at = self._find_number()
        text, desk = read_text(file), Workspace()
        desk.show(file, text)
        desk.findings(file)
        for label, shown in (
            ("mistake shown", f"{text[:at]}nowhere{text[at + 1 :]}"),
            ("mistake gone", f"{text[:at]}{int(text[at]) % 9 + 1}{text[at + 1 :]}"),
        ):
            desk.show(file, shown)
            yield f"language server: {label}", _render_own_seconds(lambda: desk.quick_findings(file))
        yield "language server: all checked", _render_own_seconds(lambda: desk.findings(file))
        analysis = desk.analysis(file)
        assert analysis is not None
        path = analysis.named(file)
        assert path is not None
        yield "hover", _render_own_seconds(lambda: describe_position(analysis, path, at))
        yield "completion", _render_own_seconds(lambda: complete_text(analysis, "on take_turn: ", 14, "power", 0))

    def edit(self) -> None:
        """Change a number in one power to another that the game accepts."""
        file, at = self._find_number()
        text = read_text(file)
        self._edits += 1
        write_whole(file, f"{text[:at]}{int(text[at]) % 9 + 1}{text[at + 1 :]}")

    def _find_number(self) -> tuple[Path, int]:
        """Return a file and the position in it of a number in a power, another number after each edit."""
        file = sorted(self.copy.glob("cards/more/*.yaml"))[0]
        sites = [found.start() for found in NUMBER.finditer(read_text(file))]
        return file, sites[self._edits % len(sites)]

    def _edited_card(self) -> str:
        file, at = self._find_number()
        found: list[str] = re.findall(rf"id: ({ID})", read_text(file)[:at])
        return found[-1]

    def _play(self, engine: str, games: int) -> str:
        words = ["simulate", str(self.copy), "--games", str(games), "--players", str(self.players), "--bots", "random"]
        return self._measure_seconds([*words, "--jobs", "1", "--engine", engine])

    def _measure_seconds(self, words: Sequence[str]) -> str:
        """Return the CPU seconds of a command and its processes; note the memory of the largest."""
        below = self.copy.parent
        kept = os.environ | {"CARDWRIGHT_CACHE": str(below / "cache"), "PYTHONPYCACHEPREFIX": str(below / "modules")}
        kept.pop("PYTHONDONTWRITEBYTECODE", None)
        with (below / "output").open("wb") as output:
            process = subprocess.Popen([sys.executable, "-c", START, *words], env=kept, stdout=output, stderr=output)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        self.peak_megabytes = usage.ru_maxrss // 1024
        spent = f"{usage.ru_utime + usage.ru_stime:.2f} s"
        return spent if process.returncode in (0, 1) else f"{spent} (failed: {process.returncode})"


def _render_own_seconds(work: Callable[[], object]) -> str:
    start = time.process_time()
    work()
    return f"{time.process_time() - start:.2f} s"


def main() -> None:
    """Measure a game at some sizes and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", type=Path, help="folder of a game with cards of its own")
    parser.add_argument("sizes", type=int, nargs="+", help="numbers of definitions, such as 500 4000")
    parts = [name for name, each in vars(Bench).items() if name[0] != "_" and name != "edit" and callable(each)]
    parser.add_argument("--only", choices=parts, action="append", help="what to measure (default: everything)")
    parser.add_argument("--players", type=int, default=2, help="number of players (default: 2)")
    parser.add_argument("--definitions", action="store_true", help="give the new cards no copies (default: one each)")
    parser.add_argument("--keep", type=Path, help="empty folder for the copies, which are kept there")
    chosen = parser.parse_args()
    rows: dict[str, list[str]] = {}
    with tempfile.TemporaryDirectory(prefix="cardwright-scale-") as folder:
        for size in chosen.sizes:
            bench = Bench(multiply(chosen.game, chosen.keep or Path(folder), size, chosen.definitions), chosen.players)
            for part in chosen.only or parts:
                for label, value in getattr(bench, part)():
                    rows.setdefault(label, []).append(value)
    table = [(label, *values) for label, values in rows.items()]
    print_lines("\n".join(lay_out_columns(("CPU", *map(str, chosen.sizes)), table, ("CPU",), measure_width())))


if __name__ == "__main__":
    main()
