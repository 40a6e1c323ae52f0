"""Every command of the command line, run on a small game, whatever is the matter with its streams and its disk.

`python -m tests.every_command` runs all of them as a shell does, in every kind of trouble. The tests run them in forks
of one process that knows the libraries already, which is a tenth of the work. A command that WORDS lacks fails both.
"""

from __future__ import annotations

import atexit
import gc
import io
import json
import os
import re
import resource
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from cardwright.records.record_file import read_record
from cardwright_tools.cli.errors import UNWRITTEN
from cardwright_tools.cli.main import COMMANDS, main
from cardwright_tools.laboratory.runs.run_store import open_run

ROOT = Path(__file__).parents[1]
PATIENCE = 300
ROOMS = (0, 100, 1000)  # sizes of files that most of what is written is larger than

CARDS = """\
game: shop
set: base

cards:
  - id: fan
    good: silk
    cost: 1
    power: |
      after you draw: you gain(1)
  - id: kettle
    good: tea
    cost: 2
    copies: 3
    power: |
      after you build: you draw(1)
"""
SCENARIOS = """\
game: shop
scenarios:
  - name: Whoever draws takes the first card
    players: 2
    given: {deck: [fan, kettle]}
    when: [{do: P1 draw(1)}]
    then: ["deck is [kettle]"]
"""
TWO = ("--players", "2", "--jobs", "1")

# What each command is asked to do, first what it tells, then what it writes into files; run in a folder of its own.
WORDS: dict[str, list[Sequence[str]]] = {
    "games": [["games"]],
    "new": [["new", "game", "made"], ["new", "set", "games/shop", "more"], ["new", "card", "games/shop", "lamp"]],
    "schema": [["schema", "games/shop"]],
    "validate": [["validate", "games/shop"], ["validate", "--fix", "slip.yaml"]],
    "explain": [["explain", "unknown-name"]],
    "icons": [["icons", "ghost"]],
    "fmt": [["fmt", "-"], ["fmt", "games/shop/cards/base/untidy.yaml"]],
    "lsp": [["lsp"]],
    "test": [["test", "games/shop"]],
    "release": [["release", "games/shop", "--check"], ["release", "games/shop"]],
    "text": [["text", "games/shop"], ["text", "games/shop", "--html", "gallery.html"]],
    "rulebook": [
        ["rulebook", "games/shop"],
        ["rulebook", "games/shop", "--html", "rules.html", "--markdown", "rules.md"],
        ["rulebook", "games/shop", "--pdf", "rules.pdf"],
    ],
    "print": [
        ["print", "games/shop", "--one-each", "--out", "cards.pdf"],
        ["print", "games/shop", "--one-each", "--out", "cards.png", "--dpi", "30"],
    ],
    "export": [
        ["export", "games/shop"],
        ["export", "games/shop", "--out", "out.csv"],
        ["export", "games/shop", "--out", "out.xlsx"],
        ["export", "games/shop", "--out", "out.json"],
    ],
    "import": [["import", "sheet.csv", "games/shop", "--dry-run"], ["import", "sheet.csv", "games/shop"]],
    "play": [["play", "games/shop", "--human", "none", "--players", "2", "--seed", "1"]],
    # One that serves goes on until it is ended: here only as far as to where it cannot listen.
    "serve": [["serve", "games/shop", "--host", "256.0.0.1"]],
    "simulate": [
        ["simulate", "games/shop", "--bots", "random", "--games", "2", *TWO],
        ["simulate", "games/shop", "--bots", "random", "--games", "2", *TWO, "--out", "new.sqlite"],
        [
            "simulate",
            "games/shop",
            "--bots",
            "random",
            "--games",
            "2",
            *TWO,
            "--out",
            "new.sqlite",
            "--export",
            "parquet",
        ],
        ["simulate", "--resume", "run.sqlite", "--games", "300", "--jobs", "1"],
    ],
    "stress": [["stress", "games/shop", "--games", "1", "--decisions", "3", "--jobs", "1"]],
    "ladder": [["ladder", "games/shop", "--bots", "random,greedy", "--games", "1", *TWO]],
    "train": [
        ["train", "games/shop", "--games", "6", "--deals", "1", "--variations", "1", "--out", "games-of-it", *TWO]
    ],
    "report": [
        ["report", "run.sqlite"],
        ["report", "run.sqlite", "--html", "report.html"],
        ["report", "run.sqlite", "--markdown", "report.md"],
    ],
    "compare": [
        ["compare", "games/shop", "--card", "fan", "--blank", "--games", "3", *TWO],
        ["compare", "games/shop", "--card", "fan", "--blank", "--games", "3", *TWO, "--out", "kept"],
    ],
    "ablate": [
        ["ablate", "games/shop", "--games", "3", *TWO],
        ["ablate", "games/shop", "--games", "3", *TWO, "--out", "kept"],
    ],
    "replay": [["replay", "record.jsonl"]],
    "notes": [["notes", "record.jsonl"], ["notes", "record.jsonl", "--json"]],
    "bench": [["bench", "games/shop", "--seconds", "0.01"], ["bench", "games/shop", "--seconds", "0.01", "--profile"]],
}
assert list(WORDS) == list(COMMANDS), "every command is tried, and in the order of the help"


def prepare(folder: Path) -> None:
    """Lay out a small game with a run, a record and a sheet of it, for commands to work on."""
    for path, text in (
        ("games/shop/game.yaml", (ROOT / "tests/diagnostics/shop.yaml").read_text(encoding="utf-8")),
        ("games/shop/cards/base/cards.yaml", CARDS),
        ("games/shop/cards/base/untidy.yaml", "game:   shop\nset: base\ncards:\n  - {id: scarf,   good: silk}\n"),
        ("games/shop/scenarios/first.yaml", SCENARIOS),
        ("slip.yaml", "game: shop\nset: base\ncards:\n  - {id: shawl, good: sulk}\n"),
        ("sheet.csv", "id,good,cost\nfan,tea,1\nlantern,silk,3\n"),
    ):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")

    for words in (
        ["simulate", "games/shop", "--bots", "random", "--games", "4", *TWO, "--seed", "0", "--out", "run.sqlite"],
        ["play", "games/shop", "--human", "none", "--players", "2", "--seed", "1"],
    ):
        ended = in_shell(words, folder, Trouble())
        assert ended.code == 0, ended
    [record] = (folder / "state/cardwright/games").iterdir()
    record.rename(folder / "record.jsonl")


# ---------------------------------------------------------------- the streams


@dataclass(frozen=True)
class Trouble:
    """What is the matter with the streams: `closed`, `full` or `gone` (nobody reads); what the others say is read.

    `room` is the size of the largest file that may be written, in bytes. A fork is killed after `killed` seconds.
    """

    out: str = ""
    err: str = ""
    stdin: str = ""
    room: int | None = None
    killed: float | None = None


NO_TROUBLE = Trouble()
TROUBLES = [
    Trouble(out="closed"),
    Trouble(out="full"),
    Trouble(out="gone"),
    Trouble(err="closed"),
    Trouble(err="full"),
    Trouble(err="gone"),
    Trouble(stdin="closed"),
    Trouble(out="gone", err="gone"),
    Trouble(out="full", err="full", stdin="closed"),
    Trouble(out="closed", err="closed", stdin="closed"),
]


@dataclass(frozen=True)
class Ran:
    """How a command ended, and what it said where that could be read."""

    code: int
    out: str
    err: str


UNWANTED = re.compile(r"Traceback|Exception ignored|bug in Cardwright|Fatal Python error|lost sys\.std")


def amiss(ran: Ran, well: Ran, trouble: Trouble) -> str | None:
    """What is not as it should be of a command in trouble that ended `well` without; None when all is."""
    code = well.code
    if trouble.out == "full" and well.out and code in (0, 1):
        code = 4
    if ran.code != code:
        return f"exit code {ran.code}, not {code}: {ran.err or ran.out}"
    if found := UNWANTED.search(ran.out + ran.err):
        return f"{found[0]} in {ran.err or ran.out}"
    if not trouble.out and _without_figures(ran.out) != _without_figures(well.out):
        return f"another result: {ran.out!r}, not {well.out!r}"
    if trouble.out == "full" and not trouble.err and code == 4 and "No space left on device" not in ran.err:
        return f"not told why the result is lost: {ran.err!r}"
    return None


def _without_figures(said: str) -> list[str]:
    """What a command said but for times, speeds, what they align, and the lines on which a profile found most time."""
    return re.sub(r"[\d.,]+", "#", re.sub(r"(?m)^ *[\d.]+%.*", "", said)).split()


# ---------------------------------------------------------------- the disk


def files(folder: Path) -> dict[str, bytes]:
    """All that lies in a folder, by its path there."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@dataclass(frozen=True)
class Work:
    """What a command in a folder left of the files there: how it ended, and what it wrote anew or changed."""

    ran: Ran
    before: dict[str, bytes]
    after: dict[str, bytes]

    @property
    def written(self) -> dict[str, bytes]:
        return {name: content for name, content in self.after.items() if self.before.get(name) != content}

    @property
    def largest(self) -> int:
        return max(map(len, self.written.values()), default=0)


def rooms(well: Work) -> list[int]:
    """Sizes of files that are too small for what a command writes, the nearest one last."""
    return [room for room in ROOMS if room < well.largest - 1] + [max(well.largest - 1, 0)]


def amiss_without_room(work: Work, well: Work, folder: Path) -> str | None:
    """What is not as it should be of a command that had not enough room, or none, in a folder; None when all is.

    Every file holds what it held before, or all that it was to hold; what grows while a command works (a run, a
    record) is whole as far as it goes. Whoever wrote nothing with room may need passing files all the same.
    """
    ran = work.ran
    if found := UNWANTED.search(ran.out + ran.err):
        return f"{found[0]} in {ran.err or ran.out}"
    lost = sorted(work.before.keys() - work.after.keys())
    if lost:
        return f"{lost} are gone"
    growing = False
    for name, content in work.written.items():
        if content == well.after.get(name) or (name.startswith("cache/") and name.endswith(".bin")):
            continue  # an entry of the cache says itself whether it is whole
        path = folder / name
        if path.suffix == ".jsonl":
            growing = True
            read_record(path)
        elif path.suffix == ".sqlite" and content:
            growing = True
            with open_run(path):
                pass
        elif path.suffix == ".xlsx" and len(content) <= well.largest:
            growing = True  # packed anew, it may fit by a few bytes
        else:
            return f"{name} is neither what it was nor what it was to be: {content[:80]!r}"
    if ran.code == well.ran.code and (not well.written or growing or _complete(work, well)):
        return None
    if ran.code != UNWRITTEN:
        return f"exit code {ran.code}: {ran.err}"
    if not re.search("could not be written: |no longer being saved: |not being saved: ", ran.err):
        return f"not told: {ran.err!r}"
    return None


def _complete(work: Work, well: Work) -> bool:
    """Whether all was written, under names that may hold the time of day."""
    return len(work.written) == len(well.written)


def in_shell(words: Sequence[str], folder: Path, trouble: Trouble) -> Ran:
    """Run a command by a shell, as a user does."""
    ways = {
        "closed": "&-",
        "full": "/dev/full",
        "gone": ">(exec true)",
    }
    script = '"$@"'
    for sign, what in (("<", trouble.stdin), (">", trouble.out), ("2>", trouble.err)):
        script += f" {sign}{' ' if what == 'gone' else ''}{ways[what]}" if what else ""
    if trouble.room is not None:
        script = f"ulimit -f {trouble.room // 1024}; {script}"
    ended = subprocess.run(
        ["bash", "-c", script, "-", sys.executable, "-m", "cardwright_tools.cli.main", *words],
        cwd=folder,
        env=os.environ | {"XDG_STATE_HOME": str(folder / "state")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE,
        text=True,
        errors="replace",
        check=False,
    )
    return Ran(ended.returncode, ended.stdout, ended.stderr)


# ---------------------------------------------------------------- in a fork of a process that has everything at hand


class Runner:
    """Runs commands, each in a fork of a process that has imported what commands need."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.every_command", "--serve"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            text=True,
        )

    def run(self, words: Sequence[str], folder: Path, trouble: Trouble = NO_TROUBLE) -> Ran:
        """Run one command in a folder."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        wanted = {"words": list(words), "folder": str(folder), **vars(trouble)}
        self._process.stdin.write(json.dumps(wanted) + "\n")
        self._process.stdin.flush()
        return Ran(**json.loads(self._process.stdout.readline()))

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def serve() -> None:
    """Run every command that is asked for on stdin in a fork, and say how it ended on stdout."""
    for name in (
        "cardwright.bots cardwright_tools.editor.server cardwright_tools.commands.playing.play "
        "cardwright_tools.commands.cards.print_cards cardwright_tools.terminal.replay_viewer "
        "cardwright_tools.reports.html cardwright_tools.reports.terminal openpyxl "
        "pyarrow.parquet sklearn.linear_model statsmodels.api"
    ).split():
        import_module(name)
    gc.freeze()
    for line in sys.stdin:
        wanted = json.loads(line)
        (out, write_out), (err, write_err) = os.pipe(), os.pipe()
        child = os.fork()
        if not child:
            os.chdir(wanted["folder"])
            _get_into(Trouble(**{name: wanted[name] for name in vars(NO_TROUBLE)}), write_out, write_err)
            for number in (out, err, write_out, write_err):
                os.close(number)
            os._exit(_ended(main(wanted["words"])))
        os.close(write_out)
        os.close(write_err)
        said = _read(out, err, child, wanted["killed"])
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        print(json.dumps(vars(Ran(code, said[out], said[err]))), flush=True)


def _ended(code: int) -> int:
    """The exit code of a process that ends as Python does, but for tidying up all that is in its memory."""
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            return 120
    return code


def _read(out: int, err: int, child: int, killed: float | None) -> dict[int, str]:
    """All that comes out of two pipes, by their numbers, until they end or the child is killed; closes them."""
    said = {out: b"", err: b""}
    left = [out, err]
    end = None if killed is None else time.monotonic() + killed
    while left:
        ready = select.select(left, [], [], None if end is None else max(0.0, end - time.monotonic()))[0]
        if end is not None and time.monotonic() >= end:
            os.kill(child, signal.SIGKILL)
            end = None
        for number in ready:
            content = os.read(number, 65536)
            said[number] += content
            if not content:
                os.close(number)
                left.remove(number)
    return {number: content.decode(errors="replace") for number, content in said.items()}


def _get_into(trouble: Trouble, out: int, err: int) -> None:
    os.environ["XDG_STATE_HOME"] = str(Path("state").resolve())
    if trouble.room is not None:
        # Where nothing may stay: no passing files, and, where most is tried, nothing in a cache that is not whole.
        Path("passing").mkdir()
        os.environ["TMPDIR"] = str(Path("passing").resolve())
        if trouble.room in ROOMS:
            os.environ["CARDWRIGHT_CACHE"] = str(Path("cache").resolve())
        tempfile.tempdir = None
    streams = [_stream(0, trouble.stdin, os.open(os.devnull, os.O_RDONLY))]
    streams += [_stream(1, trouble.out, out), _stream(2, trouble.err, err)]
    for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    if trouble.room is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (trouble.room, trouble.room))


def _stream(number: int, trouble: str, file: int) -> io.TextIOWrapper | None:
    """A standard stream as Python makes it at its start: None for one that the caller closed."""
    if trouble == "closed":
        os.close(number)
        return None
    if trouble == "gone":
        reader, file = os.pipe()
        os.close(reader)
    elif trouble == "full":
        file = os.open("/dev/full", os.O_WRONLY)
    os.dup2(file, number)
    return open(number, "w" if number else "r", encoding="utf-8", closefd=False)


def try_all() -> int:
    """Run every command in every trouble as a shell does; tell of what is not as it should be."""
    bad = tried = 0
    with tempfile.TemporaryDirectory() as there:
        prepare(Path(there) / "ready")
        for words in (each for every in WORDS.values() for each in every):
            well = in_shell(words, fresh(Path(there)), NO_TROUBLE)
            for trouble in TROUBLES:
                told = amiss(in_shell(words, fresh(Path(there)), trouble), well, trouble)
                tried += 1
                if told is not None:
                    bad += 1
                    print(f"cardwright {' '.join(words)}, {trouble}: {told}")
    print(f"{tried} commands in trouble, {bad} not as they should be")
    return 1 if bad else 0


def try_without_room() -> int:
    """Run every command without the room it needs, by a limit on files; tell of what is not as it should be."""
    bad = tried = 0
    runner = Runner()
    with tempfile.TemporaryDirectory() as folder:
        there = Path(folder)
        prepare(there / "ready")
        for words in (each for every in WORDS.values() for each in every):
            well = worked(runner, words, there)
            for room in rooms(well):
                told = amiss_without_room(worked(runner, words, there, room), well, there / "work")
                tried += 1
                if told is not None:
                    bad += 1
                    print(f"cardwright {' '.join(words)}, files of {room} bytes: {told}")
    runner.close()
    print(f"{tried} commands without room, {bad} not as they should be")
    return 1 if bad else 0


def worked(runner: Runner, words: Sequence[str], there: Path, room: int | None = None) -> Work:
    """Run a command in a new copy of the folder `ready`, with all that it needs of passing files in it, too."""
    folder = fresh(there)
    before = files(folder)
    return Work(runner.run(words, folder, Trouble(room=room)), before, files(folder))


def fresh(there: Path) -> Path:
    """A new copy of the folder `ready` to work in."""
    folder = there / "work"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(there / "ready", folder)
    return folder


if __name__ == "__main__":
    if sys.argv[1:] == ["--serve"]:
        serve()
    else:
        sys.exit(try_all() | try_without_room())
