"""Kills commands that write at random moments, and looks at what they leave and whether the next start works.

    python -m tests.faults.kills --count 200 --seed 0

Each kill is a `kill -9` of a command at a moment drawn from the time it takes. Afterwards every file must be as it was
or as it was to be; what grows (a record, a run) must be whole as far as it goes. Then the same work is begun again, and
must come to the same end as if nobody had been killed. Nothing but files under names that nobody reads may be left.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.every_command import TWO, UNWANTED, Ran, Runner, Trouble, files, fresh, prepare

from cardwright.records.record_file import RecordError, read_record
from cardwright_tools.laboratory.runs.run_store import open_run

GAMES = 60
RUN = ["simulate", "games/shop", "--bots", "random", "--games", str(GAMES), *TWO, "--seed", "0", "--out", "new.sqlite"]
BOTS = ["--human", "none", "--bot", "1=random", "--bot", "2=random"]
PLAYED = ["play", "cargo_hold", *BOTS, "--players", "2", "--seed", "1"]
# What a kill may leave beside: a file that was not through, under a name that nobody can foresee, and what SQLite keeps
# beside a database until it is opened again.
LEFT_OVER = re.compile(r"(^|/)\.[0-9a-f]{24}\.new$|\.sqlite-(wal|shm|journal)$|(^|/)\..*\.lock$")


@dataclass(frozen=True)
class Kind:
    """A command to kill: its words, and what is done afterwards, which says in what state it was found."""

    words: Sequence[str]
    after: Callable[[Kills, Path], str]


RECORD = re.compile(r"state/cardwright/games/[a-z_]+-[0-9-]+\.jsonl")


class Amiss(Exception):
    """Something is not as it should be after a kill."""


class Kills:
    """Runs commands in forks of one process, and kills some of them."""

    def __init__(self, there: Path, seed: int) -> None:
        self.there = there
        self.chance = random.Random(seed)
        self.runner = Runner()
        prepare(there / "ready")
        self.before = files(there / "ready")
        self.ends: dict[str, dict[str, bytes]] = {}
        self.takes: dict[str, float] = {}
        for name, kind in KINDS.items():
            times = []
            for _ in range(3):
                folder = fresh(there)
                began = time.monotonic()
                ran = self.runner.run(kind.words, folder)
                times.append(time.monotonic() - began)
                assert ran.code == 0, ran
            self.takes[name] = min(times)
            self.ends[name] = files(folder)
            if name == "simulate":
                self.scores = scores(folder / "new.sqlite")
            elif name == "play":
                [path] = (folder / "state/cardwright/games").glob("*.jsonl")
                self.answers = read_record(path).answers

    def kill(self, name: str) -> str:
        """Kill a command somewhere, and go on after it. In what state it was found; Amiss when that is not one."""
        folder = fresh(self.there)
        after = self.takes[name] * self.chance.uniform(0.02, 1.1)
        ran = self.runner.run(KINDS[name].words, folder, Trouble(killed=after))
        for path in sorted(files(folder)):
            known = path in self.before or path in self.ends[name] or RECORD.fullmatch(path)
            if not known and not LEFT_OVER.search(path):
                raise Amiss(f"{path} is left over")
        # How fast the machine is changes with who else is on it.
        self.takes[name] *= 1.04 if ran.code == -signal.SIGKILL else 0.9
        if ran.code != -signal.SIGKILL:
            return "was through"
        return KINDS[name].after(self, folder)

    def old_or_new(self, folder: Path, name: str, *paths: str) -> str:
        """Whether files are as they were or as they were to be; told only of all together where they differ."""
        now = files(folder)
        states = set()
        for path in paths:
            known = {"old": self.before.get(path), "new": self.ends[name].get(path)}
            found = [word for word, content in known.items() if content == now.get(path)]
            if not found:
                raise Amiss(f"{path} is neither old nor new: {now.get(path, b'')[:80]!r}")
            states.add(found[0])
        return "old" if states == {"old"} else "new" if states == {"new"} else "some old, some new"

    def again(self, words: Sequence[str], folder: Path, *codes: int) -> Ran:
        """Do something in the folder after the kill, which must end well."""
        ran = self.runner.run(words, folder)
        if ran.code not in codes or UNWANTED.search(ran.out + ran.err):
            raise Amiss(f"afterwards `{' '.join(words)}` ended with {ran.code}: {ran.err or ran.out}")
        return ran

    def close(self) -> None:
        """End the processes."""
        self.runner.close()


def scores(run: Path) -> list[tuple[int, ...]]:
    """All results of a run, which must be sound."""
    with open_run(run) as connection:
        return connection.execute("SELECT game, seat, score, won FROM player ORDER BY game, seat").fetchall()


def _formatted(kills: Kills, folder: Path) -> str:
    path = "games/shop/cards/base/untidy.yaml"
    state = kills.old_or_new(folder, "fmt", path)
    kills.again(["fmt", path], folder, 0)
    kills.old_or_new(folder, "fmt", path)
    if files(folder)[path] != kills.ends["fmt"][path]:
        raise Amiss("formatting again came to something else")
    return state


def _imported(kills: Kills, folder: Path) -> str:
    paths = [path for path, content in kills.ends["import"].items() if kills.before.get(path) != content]
    state = kills.old_or_new(folder, "import", *paths)
    kills.again(["import", "sheet.csv", "games/shop"], folder, 0)
    if kills.old_or_new(folder, "import", *paths) != "new":
        raise Amiss("importing again came to something else")
    kills.again(["validate", "games/shop"], folder, 0, 1)
    return state


def _simulated(kills: Kills, folder: Path) -> str:
    path = folder / "new.sqlite"
    state = "not begun"
    if path.exists() and path.stat().st_size + sum(p.stat().st_size for p in folder.glob("new.sqlite-*")):
        ran = kills.runner.run(["report", "new.sqlite", "--json"], folder)
        if UNWANTED.search(ran.out + ran.err):
            raise Amiss(f"report: {ran.err}")
        state = {0: "some games", 1: "no game yet", 2: "no table yet"}.get(ran.code, "?")
        if state == "?" or (ran.code and "no game of" not in ran.err and "holds no run" not in ran.err):
            raise Amiss(f"report: {ran.code} {ran.err}")
    kills.again(RUN, folder, 0)
    if scores(path) != kills.scores:
        raise Amiss("going on came to another run")
    return state


def _left_playing(kills: Kills, folder: Path) -> str:
    records = sorted((folder / "state/cardwright/games").glob("*.jsonl"))
    if not records:
        return "not begun"
    [path] = records
    try:
        record = read_record(path)
    except RecordError:
        if b"\n" in path.read_bytes():
            raise Amiss(f"{path.read_bytes()!r}") from None
        return "cut off in its first line"
    whole = kills.answers
    if list(record.answers) != list(whole[: len(record.answers)]):
        raise Amiss("another game")
    kills.again(["play", "--load", str(path), *BOTS], folder, 0)
    on = read_record(path)
    # Which bots played is not in a record: they may choose otherwise from there on.
    if not on.finished or list(on.answers[: len(record.answers)]) != list(record.answers):
        raise Amiss("the game gone on with is another one, or none")
    kills.again(["replay", str(path), "--check"], folder, 0)
    return "finished" if record.finished else "torn in a line" if record.torn else "some answers"


def _generated(kills: Kills, folder: Path) -> str:
    paths = [path for path, content in kills.ends["schema"].items() if kills.before.get(path) != content]
    state = kills.old_or_new(folder, "schema", *paths)
    kills.again(["schema", "games/shop"], folder, 0)
    if kills.old_or_new(folder, "schema", *paths) != "new":
        raise Amiss("writing the schemas again came to something else")
    return state


KINDS = {
    "play": Kind(PLAYED, _left_playing),
    "simulate": Kind(RUN, _simulated),
    "import": Kind(["import", "sheet.csv", "games/shop"], _imported),
    "fmt": Kind(["fmt", "games/shop/cards/base/untidy.yaml"], _formatted),
    "schema": Kind(["schema", "games/shop"], _generated),
}


def killed(count: int, seed: int, tell: Callable[[str], None] = print) -> int:
    """Kill each kind of command so often, tell in what states they were found; how often something was amiss."""
    amiss = 0
    # Where there is a disk in memory, waiting for a real one would only take time.
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as there:
        kills = Kills(Path(there), seed)
        for name in KINDS:
            states: Counter[str] = Counter()
            for _ in range(count):
                try:
                    states[kills.kill(name)] += 1
                except Amiss as told:
                    amiss += 1
                    tell(f"{name}: {told}")
            tell(f"{name}: killed {count} times: {', '.join(f'{state} {n}' for state, n in states.most_common())}")
        kills.close()
    return amiss


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.kills")
    parser.add_argument("--count", type=int, default=200, help="how often each kind of command is killed")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    amiss = killed(arguments.count, arguments.seed)
    print(f"{amiss} of {arguments.count * len(KINDS)} kills left something amiss")
    return 1 if amiss else 0


if __name__ == "__main__":
    sys.exit(main())
