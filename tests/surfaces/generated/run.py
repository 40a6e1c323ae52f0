"""Generated games tried one after the other or in several processes, and what came of them in figures."""

from __future__ import annotations

import multiprocessing
import os
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from pathlib import Path

from tests.surfaces.generated.coverage import Coverage, constructs
from tests.surfaces.generated.games import InvalidError, make_game
from tests.surfaces.surfaces import Fault, Result, share, try_game
from tests.surfaces.trial import QUICK, Effort

BATCH = 5
# After so many games it is told how many there are.
EVERY = 50


@dataclass
class Run:
    """What came of some generated games."""

    coverage: Coverage = field(default_factory=Coverage)
    faults: list[tuple[int, Fault]] = field(default_factory=list)
    invalid: list[str] = field(default_factory=list)
    finished: int = 0
    answers: int = 0
    seconds: float = 0.0
    spent: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)

    def add(self, other: Run) -> None:
        """Take in what came of others."""
        self.coverage.add(other.coverage)
        self.faults += other.faults
        self.invalid += other.invalid
        self.finished += other.finished
        self.answers += other.answers
        self.seconds += other.seconds
        self.spent.update(other.spent)
        self.refused.update(other.refused)


def try_number(number: int, seed: int, below: Path, surfaces: list[str], effort: Effort, run: Run) -> Result | None:
    """Make the game of a number and try it on some surfaces; None for one that the checker refuses."""
    began = time.process_time()
    try:
        made = make_game(number, seed, below)
    except InvalidError as error:
        run.invalid.append(str(error))
        return None
    run.refused.update(made.refused)
    result = try_game(made.folder, seed=number, surfaces=surfaces, effort=effort)
    run.coverage.note(constructs(made.folder), surfaces)
    run.faults += [(number, fault) for fault in result.faults]
    run.finished += result.finished
    run.answers += result.answers
    run.spent.update(result.seconds)
    run.seconds += time.process_time() - began
    return result


def _batch(given: tuple[int, int, int, int, str]) -> Run:
    first, end, seed, shares, folder = given
    run, below = Run(), Path(folder) / str(os.getpid())
    os.environ["CARDWRIGHT_CACHE"] = str(below / "cache")
    for number in range(first, end):
        try_number(number, seed, below / str(number), share(number, shares), QUICK, run)
        for found in (below / str(number)).rglob("*"):
            if found.is_file():
                found.unlink()
    return run


def in_batches(count: int, first: int, seed: int, shares: int, jobs: int, minutes: float = inf) -> Run:
    """Try many games in several processes, and tell of faults as they are found; at most so many minutes."""
    whole, ends = Run(), time.monotonic() + 60 * minutes
    with tempfile.TemporaryDirectory() as folder, multiprocessing.get_context("spawn").Pool(jobs, None, (), 40) as pool:
        starts = range(first, first + count, BATCH)
        batches = [(start, min(start + BATCH, first + count), seed, shares, folder) for start in starts]
        with suppress(KeyboardInterrupt):  # what was tried until then is told
            for run in pool.imap_unordered(_batch, batches):
                whole.add(run)
                for number, fault in run.faults:
                    sys.stderr.write(f"{number}: {fault.surface}: {fault.sort}: {fault.where}\n")
                if whole.coverage.games // EVERY > (whole.coverage.games - run.coverage.games) // EVERY:
                    sys.stderr.write(f"{figures(whole)}\n")
                if whole.coverage.games and time.monotonic() > ends:
                    break
    return whole


def figures(run: Run) -> str:
    """Return how many games were tried, what they cost, and how many faults were found."""
    games = run.coverage.games
    return (
        f"{games} games, {run.finished} to their end, {run.answers} answers, {run.seconds / max(1, games):.2f} s of "
        f"computing each, {len(run.faults)} faults"
    )


def print_run(run: Run) -> None:
    """Alike faults once, with the first of their games in full; then the figures and the table of pairs."""
    alike: dict[tuple[str, str], list[tuple[int, Fault]]] = {}
    for number, fault in run.faults:
        alike.setdefault((fault.sort, fault.where), []).append((number, fault))
    for (sort, where), some in sorted(alike.items(), key=lambda pair: -len(pair[1])):
        numbers = " ".join(str(number) for number, _ in some[:12])
        print(f"=== {some[0][1].surface}: {sort}: {where} ({len(some)}: {numbers})\n{some[0][1].details}\n")
    print(f"{figures(run)} of {len(alike)} sorts")
    print(f"{len(run.invalid)} more were refused whole; left out of the others: {dict(run.refused.most_common(12))}")
    spent = ", ".join(f"{surface} {seconds:.0f}" for surface, seconds in run.spent.most_common())
    print(f"seconds of computing by surface: {spent}")
    for line in run.coverage.table():
        print(line)
