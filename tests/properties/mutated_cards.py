"""Card files of all games, changed at random: nothing may fail, hang or take long, and what is called sound must play.

`python -m tests.properties.mutated_cards --files 100000` tries many; the test beside this tries a few. A file is
checked alone with its game's library, by the same call as `cardwright validate FILE`. If no error is reported, the
game must load, both variants of its code must compile, and a game must start in each.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import re
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from cardwright import SlipError, check_paths, load_game
from cardwright.game.loading import list_game_places
from cardwright.source.diagnostics import Diagnostic, has_errors

LIMIT = 1.0
HANGING = 20
IN_A_ROW = 100  # changes of one file tried before the next, as its game's library is then at hand
CONTEXT = 160

TOKEN = re.compile(rb"[A-Za-z_][A-Za-z_0-9]*|\d+|[^\sA-Za-z_0-9]|\n[ ]*")
POWER = re.compile(rb"(?m)power: \|.*\n(?:      .*\n|[ ]*\n)+|power: [^|\n]+$")
NUMBERS = [b"0", b"1", b"-1", b"2", b"7", b"99", b"100000000000", b"0x10", b"1.5", b"1e9", b"012"]
LINES = [
    b"    power: |\n",
    b"      after you draw: draw(1)\n",
    b"      in hand: forbid players draw\n",
    b"      modify final_score(you): set final_score(you) + 1\n",
    b"        repeat: nothing\n",
    b"        choose one:\n",
    b"        for each p in players:\n",
    b"          p choose c from p.hand: move(c, to: deck)\n",
    b"        let x = x + 1\n",
    b"        if count(hand) > 0 and not no: stop\n",
    b"    copies: 0\n",
    b"    copies: 200\n",
    b"  - id: twin\n",
    b"  - {id: twin}\n",
    b"  - []\n",
    b"kind: card\n",
    b"\t- x\n",
    b"...\n",
    b"--- |\n",
    b"# only a remark\n",
]
BYTES = [
    *(bytes([n]) for n in (0, 7, 9, 10, 13, 32, 34, 35, 39, 45, 58, 91, 93, 123, 125, 124, 38, 42, 33, 37, 127)),
    *(
        b"\xff",
        b"\xc3\xa9",
        b"\xe2\x80\xa8",
        b"\xef\xbb\xbf",
        b"\xf0\x9f\x83\x8f",
        b"\x80",
        b"\r\n",
        b"  ",
        b": ",
        b" #",
    ),
]


@dataclass(frozen=True, slots=True)
class Original:
    """A card file as it is shipped, laid out alone with its game."""

    game: str
    name: str
    content: bytes
    path: Path
    folder: Path


@dataclass(slots=True)
class Figures:
    """What came of trying many files."""

    files: int = 0
    bytes_only: int = 0
    sound: int = 0
    programs: int = 0
    endless: int = 0
    slow: int = 0
    longest: float = 0.0
    codes: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)


class HangError(Exception):
    """A file took far too long."""


def originals(below: Path) -> list[Original]:
    """Every card file of every game, each in a folder of its own with the files of its game."""
    found = []
    for place in list_game_places().values():
        for path in sorted(place.cards.glob("*/*.yaml")):
            set_name = path.parent.name
            root = below / f"{place.name}-{set_name}-{path.stem}"
            game = root / "games" / place.name
            game.mkdir(parents=True)
            for file in place.folder.glob("*.yaml"):
                text = re.sub(r"(?m)^sets: .*\n", f"sets: [{set_name}]\n", file.read_text(encoding="utf-8"))
                text = re.sub(r"(?m)^  (?:icons|backs):.*\n(?:    .*\n)*", "", text)  # which name cards of other files
                (game / file.name).write_text(text, encoding="utf-8")
            cards = root / "cards" / place.name / set_name
            cards.mkdir(parents=True)
            shutil.copy(path, cards / path.name)
            name = f"{place.name}/{set_name}/{path.name}"
            found.append(Original(place.name, name, path.read_bytes(), cards / path.name, game))
    return found


# ---------------------------------------------------------------- mutations


class Mutations:
    """Changes of card files: at the level of bytes, of words and of lines."""

    def __init__(self, files: list[Original]) -> None:
        self.words: dict[str, list[bytes]] = {}
        self.lines = sorted({line for file in files for line in file.content.splitlines(keepends=True)})
        for file in files:
            texts = [file.content, *(path.read_bytes() for path in file.folder.glob("*.yaml"))]
            tokens = {token for text in texts for token in TOKEN.findall(text) if not token.isspace()}
            self.words[file.name] = sorted(tokens)

    def of(self, file: Original, chance: random.Random) -> tuple[bytes, bool]:
        """A changed file, and whether only bytes were changed without a look at what they are."""
        content = file.content
        blind = chance.random() < 0.3
        for _ in range(chance.choice((1, 1, 1, 2, 3, 6))):
            if not content:
                break
            way = self._bytes if blind else chance.choice((self._word, self._word, self._word, self._line, self._bytes))
            content = way(content, file, chance)
        return content, blind

    def _bytes(self, content: bytes, file: Original, chance: random.Random) -> bytes:
        start = chance.randrange(len(content))
        end = min(len(content), start + chance.choice((0, 1, 1, 2, 5, 40, 400)))
        match chance.randrange(6):
            case 0:
                return content[:start] + content[end:]
            case 1:
                return content[:start] + chance.choice(BYTES) + content[end:]
            case 2:
                flipped = content[start] ^ (1 << chance.randrange(8))
                return content[:start] + bytes([flipped]) + content[start + 1 :]
            case 3:
                return content[:end] + content[start:end] * chance.choice((1, 2, 30)) + content[end:]
            case 4:
                return content[:start] + chance.randbytes(chance.choice((1, 2, 8))) + content[end:]
            case _:
                return content[:start] if chance.random() < 0.1 else content[:start] + content[end:]

    def _word(self, content: bytes, file: Original, chance: random.Random) -> bytes:
        powers = [match.span() for match in POWER.finditer(content)]
        start, end = chance.choice(powers) if powers and chance.random() < 0.7 else (0, len(content))
        tokens = [token for token in TOKEN.finditer(content, start, end) if not token[0].isspace()]
        if not tokens:
            return content
        at = chance.choice(tokens)
        word = at[0]
        alike = [other for other in self.words[file.name] if sort_of(other) == sort_of(word)]
        if word.isdigit():
            new = chance.choice(NUMBERS)
        elif chance.random() < 0.15 and len(word) > 1:
            cut = chance.randrange(len(word))
            new = word[:cut] + chance.choice((b"", b"s", b"_", word[cut : cut + 1] * 2)) + word[cut + 1 :]
        elif chance.random() < 0.15:
            new = chance.choice((b"", word + b" " + word, chance.choice(self.words[file.name])))
        else:
            new = chance.choice(alike)
        return content[: at.start()] + new + content[at.end() :]

    def _line(self, content: bytes, file: Original, chance: random.Random) -> bytes:
        lines = content.splitlines(keepends=True)
        at = chance.randrange(len(lines))
        other = chance.randrange(len(lines))
        match chance.randrange(7):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, lines[other])
            case 2:
                lines[at], lines[other] = lines[other], lines[at]
            case 3:
                lines[at] = b" " * chance.choice((1, 2, 4)) + lines[at]
            case 4:
                lines[at] = lines[at][chance.choice((1, 2, 4)) :]
            case 5:
                lines.insert(at, chance.choice(LINES))
            case _:
                lines[at] = chance.choice(self.lines)
        return b"".join(lines)


# ---------------------------------------------------------------- trying a file


class Trial:
    """Tries files one after the other and keeps the figures."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.figures = Figures()
        self.started: set[bytes] = set()

    def run(self, file: Original, content: bytes) -> None:
        """Check one changed file, and play it when nothing is wrong with it."""
        self.figures.files += 1
        file.path.write_bytes(content)
        found: list[Diagnostic] | None = None
        began = time.process_time()  # how busy the machine is otherwise does not count
        try:
            with alarm(HANGING):
                found = check_paths([file.path])[0]
        except Exception:  # noqa: BLE001  whatever it is, it is what this looks for
            self._failed("check", file, content, traceback.format_exc())
        seconds = time.process_time() - began
        if found is not None and seconds > LIMIT:  # what else this process has to put away may have taken that long
            began = time.process_time()
            check_paths([file.path])
            seconds = time.process_time() - began
        self._timed("check", file, content, seconds)
        if found is None:
            return
        self.figures.codes.update({each.code for each in found} or {"clean"})
        if not has_errors(found):
            self.figures.sound += 1
            self._play(file, content)

    def _play(self, file: Original, content: bytes) -> None:
        meant = hashlib.sha256(file.name.encode() + b"\0" + without_remarks(content)).digest()
        if meant in self.started:
            return
        self.started.add(meant)
        self.figures.programs += 1
        try:
            with alarm(HANGING):
                game = load_game(file.folder)
                game.new(game.min_players, 1, tracked=True)
                game.new(game.min_players, 1, tracked=False)
        except SlipError:
            self.figures.endless += 1  # powers that set each other off for ever are told as such: nothing hangs
        except Exception:  # noqa: BLE001  whatever it is, it is what this looks for
            self._failed("play", file, content, traceback.format_exc())

    def _timed(self, what: str, file: Original, content: bytes, seconds: float) -> None:
        self.figures.longest = max(self.figures.longest, seconds)
        if seconds > LIMIT:
            self.figures.slow += 1
            self._failed(what, file, content, f"took {seconds:.2f} s")

    def _failed(self, what: str, file: Original, content: bytes, why: str) -> None:
        told = f"{what} {file.name}: {why.strip()}\n{changed_part(file.content, content)!r}\n\n"
        self.figures.failures.append(told)
        sys.stderr.write(told)


def sort_of(token: bytes) -> int:
    """0 for a sign, 1 for digits, 2 for a word."""
    return 0 if not (token[:1].isalnum() or token[:1] == b"_") else 1 if token.isdigit() else 2


@contextmanager
def alarm(seconds: int) -> Iterator[None]:
    """Raise HangError inside when it computes for longer, however busy the machine is; never without alarms."""
    if not hasattr(signal, "SIGVTALRM"):
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise HangError(f"still not done after {seconds} s of computing")

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def without_remarks(content: bytes) -> bytes:
    """A file without whole-line remarks: what differs in them only needs no second game."""
    return re.sub(rb"(?m)^[ ]*#.*\n", b"", content)


def changed_part(before: bytes, after: bytes) -> bytes:
    """The stretch of a changed file around what was changed, enough to see what it was."""
    start = next((n for n, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]), len(before))
    backwards = zip(reversed(before), reversed(after), strict=False)
    end = next((n for n, pair in enumerate(backwards) if pair[0] != pair[1]), len(before))
    return after[max(0, start - CONTEXT) : max(start, len(after) - end) + CONTEXT]


def try_many(
    count: int, seed: int, below: Path, only: str = "", in_a_row: int = IN_A_ROW, seconds: float = 0
) -> Figures:
    """Try a number of changed files, some from each card file of every game in turn."""
    files = [file for file in originals(below) if only in file.name]
    mutations = Mutations(files)
    trial = Trial(seed)
    ends = time.perf_counter() + seconds
    for number in range(count):
        if seconds and time.perf_counter() > ends:
            break
        chance = random.Random(f"{seed} {number}")
        file = files[number // in_a_row % len(files)]
        content, blind = mutations.of(file, chance)
        trial.figures.bytes_only += blind
        trial.run(file, content)
        if (number + 1) % 5000 == 0:
            told = f"{number + 1} files, {trial.figures.programs} games, {len(trial.figures.failures)} failures"
            sys.stderr.write(told + "\n")
    return trial.figures


def main() -> int:
    """Try many files and print the figures; 1 when something was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="part of a file's name")
    parser.add_argument("--seconds", type=float, default=0, help="stop after this time (0: when all are tried)")
    arguments = parser.parse_args()
    os.environ["CARDWRIGHT_CACHE"] = ""
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        figures = try_many(arguments.files, arguments.seed, Path(folder), arguments.only, IN_A_ROW, arguments.seconds)
    seconds = time.perf_counter() - began
    sys.stdout.write(
        f"{figures.files} files ({figures.bytes_only} by bytes alone) in {seconds:.0f} s; longest check "
        f"{figures.longest:.3f} s, {figures.slow} above {LIMIT} s; {figures.sound} without errors, "
        f"{figures.programs} different ones compiled and started ({figures.endless} of them told to be endless); "
        f"{len(figures.codes)} codes seen; "
        f"{len(figures.failures)} failures\n"
    )
    sys.stdout.write(", ".join(f"{code} {count}" for code, count in figures.codes.most_common()) + "\n")
    return 1 if figures.failures else 0


if __name__ == "__main__":
    sys.exit(main())
