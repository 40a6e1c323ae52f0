"""Whole games, changed at random, checked, compiled and played: nothing may break, hang, or go two ways.

`python -m tests.fuzz.whole_games --count 10000 --jobs 2` tries many; a test tries a few. An input is a game with one
to three changes, all of it told by its number: `--only 4711` tries one again and shows what it is.
"""

from __future__ import annotations

import argparse
import difflib
import gc
import multiprocessing
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.fuzz.changes import Change, driven, ways
from tests.fuzz.playing import LIMIT, Failure, Figures, attempt
from tests.fuzz.tries import Try
from tests.fuzz.worlds import World, worlds, written
from tests.properties.mutated_cards import HangError, alarm

HANGING = 20
BATCH = 25
# A process of the pool tries so many batches, and another takes its place, with an empty memory.
BATCHES = 20
CONTEXT = multiprocessing.get_context("spawn")
DRIVEN = 0.35
# Games in which nothing goes on by itself are always played with a course made up for them.
IDLE = ("trial", "parlour")


@dataclass(frozen=True)
class Input:
    """A game with the changes made to it, each with the number its chance comes from."""

    number: int
    seed: int
    world: World
    changes: tuple[tuple[int, Change], ...]

    @property
    def told(self) -> str:
        return f"{self.number}: {self.world.name}: {', '.join(change.__name__ for _, change in self.changes)}"

    def files(self) -> dict[str, str]:
        """The text of every file."""
        return {path: written(tree) for path, tree in self.trees().items()}

    def trees(self) -> dict[str, Any]:
        """The tree of every file, with the changes made that can be made."""
        files = self.world.begin(random.Random(f"{self.seed} {self.number}"))
        for place, change in self.changes:
            change(Try(self.world, files, random.Random(f"{self.seed} {self.number} {place}")))
        return files


def input_of(all_worlds: Sequence[World], number: int, seed: int) -> Input:
    """The input of a number."""
    chance = random.Random(f"{seed} {number}")
    world = chance.choices(all_worlds, [each.weight for each in all_worlds])[0]
    made = list(ways(chance, chance.choice((1, 1, 2, 2, 3))))
    if world.name in IDLE or chance.random() < DRIVEN:
        made.insert(0, driven)
    return Input(number, seed, world, tuple(enumerate(made)))


class Bench:
    """Tries inputs one after the other, in a folder of its own."""

    def __init__(self, below: Path, seed: int) -> None:
        self.below = below
        self.seed = seed
        self.worlds = worlds()
        self.figures = Figures()
        self.lying: dict[Path, str] = {}

    def run(self, number: int) -> tuple[Input, Failure] | None:
        """Try the input of a number; what went wrong with what is left of it when all that can be is taken away."""
        made = input_of(self.worlds, number, self.seed)
        before = self.figures.accepted
        seconds, failure = self.attempt(made)
        slowest = self.figures.slowest
        self.figures.tried += 1
        self.figures.games[made.world.name] += 1
        self.figures.played[made.world.name] += self.figures.accepted - before
        self.figures.seconds += seconds
        self.figures.longest = max(self.figures.longest, slowest)
        if failure is None and slowest > LIMIT:
            failure = self.attempt(made)[1]  # what took so long the first time may have been ours
            if failure is None and self.figures.slowest > LIMIT:
                took = f"took {slowest:.2f} s, and {self.figures.slowest:.2f} s once more"
                failure = Failure("slow", f"over {LIMIT} s", took)
        return None if failure is None else self.shrunk(made, failure)

    def attempt(self, made: Input) -> tuple[float, Failure | None]:
        """How long an input took, in seconds of computing, and what went wrong."""
        began, self.figures.slowest = time.process_time(), 0.0
        folder = self.lay_out(made)
        try:
            with alarm(HANGING), gc_off():
                failure = attempt(folder, random.Random(f"{self.seed} {made.number} play"), self.figures)
        except HangError as error:
            failure = Failure("stuck", str(error), "")
        return time.process_time() - began, failure

    def lay_out(self, made: Input) -> Path:
        """Write the files of an input, where its world's last one was written, too: most of them are the same."""
        root = self.below / made.world.name
        for path, text in made.files().items():
            file = root / path
            if self.lying.get(file) != text:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8", errors="surrogatepass")
                self.lying[file] = text
        return root / "games" / made.world.name

    def shrunk(self, made: Input, failure: Failure) -> tuple[Input, Failure]:
        """The input without those of its changes that it fails without as well, in the same way."""
        for each in made.changes:
            fewer = Input(made.number, made.seed, made.world, tuple(one for one in made.changes if one != each))
            _, other = self.attempt(fewer)
            if other is not None and (other.sort, other.where) == (failure.sort, failure.where):
                made, failure = fewer, other
        return made, failure


@contextmanager
def gc_off() -> Iterator[None]:
    """Without collections of garbage, which take time whenever it suits them; what was left is collected before."""
    if gc.get_count()[2] > 3:
        gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def difference(made: Input) -> str:
    """What the changes of an input changed in its files."""
    before = Input(made.number, made.seed, made.world, ()).files()
    after = made.files()
    lines: list[str] = []
    for path in after:
        lines += difflib.unified_diff(before[path].splitlines(), after[path].splitlines(), path, path, "", "", 2, "")
    return "\n".join(lines[:120])


def told(found: Sequence[tuple[Input, Failure]]) -> Iterator[str]:
    """The failures, alike ones together; of each sort the smallest in full."""
    alike: dict[tuple[str, str], list[tuple[Input, Failure]]] = {}
    for made, failure in found:
        alike.setdefault((failure.sort, failure.where), []).append((made, failure))
    for (sort, where), some in sorted(alike.items(), key=lambda pair: -len(pair[1])):
        made, failure = min(some, key=lambda pair: (len(pair[0].changes), len(difference(pair[0]))))
        numbers = " ".join(str(each.number) for each, _ in some[:12])
        yield f"=== {sort}: {where} ({len(some)}: {numbers})\n{made.told}\n{failure.details}\n{difference(made)}\n"


def summary(figures: Figures, found: Sequence[tuple[Input, Failure]]) -> Iterator[str]:
    """The figures of a run."""
    sorts = Counter(failure.sort for _, failure in found)
    mean = figures.seconds / max(1, figures.tried)
    yield (
        f"{figures.tried} inputs, {figures.accepted} accepted and played: {figures.decisions} decisions each way; "
        f"{figures.finished} games came to their end, {figures.endless // 2} were told to be endless, "
        f"{figures.slips // 2} to have a slip of another sort"
    )
    stages = ", ".join(f"{stage} {seconds / max(1, figures.tried):.3f}" for stage, seconds in figures.stages.items())
    yield f"{mean:.3f} s of computing an input ({stages}); the slowest answer or check {figures.longest:.2f} s"
    yield ", ".join(f"{name} {count} ({figures.played[name]})" for name, count in sorted(figures.games.items()))
    given_up = ", ".join(f"{count} by error {number}" for number, count in sorted(figures.c_given_up.items()) if count)
    yield (
        f"in C: {figures.c_matches} matches, {figures.c_states} states compared, "
        f"{figures.c_slips} errors of the author's, given up where Python goes on: {given_up or 'none'}"
    )
    yield from (f"not in C: {count} games: {why}" for why, count in figures.c_refused.most_common() if count)
    yield f"{len(figures.codes)} codes told: {', '.join(code for code, _ in figures.codes.most_common())}"
    yield ", ".join(f"{sorts[sort]} {sort}" for sort in ("traceback", "stuck", "slow", "different"))


def try_all(numbers: Iterable[int], seed: int, below: Path) -> tuple[Figures, list[tuple[Input, Failure]]]:
    """Try some inputs in this process."""
    bench = Bench(below, seed)
    found = [each for each in map(bench.run, numbers) if each is not None]
    return bench.figures, found


_bench: Bench | None = None


def _batch(given: tuple[int, int, int, str]) -> tuple[Figures, list[tuple[int, tuple[int, ...], Failure]]]:
    """Try a batch in a process of a pool, whose bench stays; of inputs only what makes them again is handed on."""
    global _bench
    start, end, seed, folder = given
    if _bench is None:
        _bench = Bench(Path(folder) / str(os.getpid()), seed)
    _bench.figures = Figures()
    found = [each for each in map(_bench.run, range(start, end)) if each is not None]
    return _bench.figures, [(made.number, tuple(place for place, _ in made.changes), why) for made, why in found]


def in_batches(count: int, first: int, seed: int, jobs: int) -> tuple[Figures, list[tuple[Input, Failure]]]:
    """Try many inputs in several processes."""
    figures = Figures()
    found: list[tuple[Input, Failure]] = []
    all_worlds = worlds()
    starts = range(first, first + count, BATCH)
    with tempfile.TemporaryDirectory() as folder, CONTEXT.Pool(jobs, maxtasksperchild=BATCHES) as pool:
        batches = [(start, min(start + BATCH, first + count), seed, folder) for start in starts]
        for some, failures in pool.imap_unordered(_batch, batches):
            figures.add(some)
            for number, places, failure in failures:
                whole = input_of(all_worlds, number, seed)
                made = Input(number, seed, whole.world, tuple(one for one in whole.changes if one[0] in places))
                found.append((made, failure))
                sys.stderr.write(f"{failure.sort}: {failure.where}: {made.told}\n")
            if figures.tried % 250 == 0:
                sys.stderr.write(f"{figures.tried} inputs, {figures.accepted} played, {len(found)} failures\n")
    return figures, found


def main() -> int:
    """Try many inputs and print the figures; 1 when something was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000, help="how many inputs")
    parser.add_argument("--first", type=int, default=0, help="the number of the first")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1, help="how many processes")
    parser.add_argument("--only", type=int, help="the number of one input, which is shown")
    parser.add_argument("--keep", type=Path, help="where the files of that input are written")
    arguments = parser.parse_args()
    os.environ["CARDWRIGHT_CACHE"] = ""
    if arguments.only is not None:
        with tempfile.TemporaryDirectory() as folder:
            bench = Bench(Path(folder), arguments.seed)
            made = input_of(bench.worlds, arguments.only, arguments.seed)
            sys.stdout.write(f"{made.told}\n{difference(made)}\n")
            if arguments.keep:
                bench.below = arguments.keep
                bench.lay_out(made)
                bench.below, bench.lying = Path(folder), {}
            result = bench.run(arguments.only)
            found = [] if result is None else [result]
            figures = bench.figures
    elif arguments.jobs == 1 and arguments.count <= BATCH:
        with tempfile.TemporaryDirectory() as folder:
            numbers = range(arguments.first, arguments.first + arguments.count)
            figures, found = try_all(numbers, arguments.seed, Path(folder))
    else:
        figures, found = in_batches(arguments.count, arguments.first, arguments.seed, arguments.jobs)
    sys.stdout.writelines(f"{line}\n" for line in (*told(found), *summary(figures, found)))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
