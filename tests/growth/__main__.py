"""`python -m tests.growth [--size N] [CONSTRUCT ...]`: what n, 2n and 4n of each construct cost, in calls and seconds.

Prints for each construct the seconds for all stages together, and each stage or text of which the second doubling
added more than 2.6 times what the first one did: what is linear adds twice as much.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from tests.growth.constructs import CONSTRUCTS
from tests.growth.work import NotThatError, TooMuchError, stages_of

FACTOR = 2.6


def main() -> None:
    """Measure some constructs, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m tests.growth")
    parser.add_argument("--size", type=int, default=16, metavar="N", help="how often a construct is said at first")
    parser.add_argument("construct", nargs="*", help="which constructs (none: all)")
    given = parser.parse_args()
    for name in given.construct or CONSTRUCTS:
        print(f"{name:46} {_told(name, given.size)}", flush=True)


def _told(name: str, size: int) -> str:
    rows: list[dict[str, int]] = []
    seconds: list[str] = []
    for n in (size, 2 * size, 4 * size):
        with tempfile.TemporaryDirectory() as folder:
            since = time.perf_counter()
            try:
                rows.append(stages_of(CONSTRUCTS[name](n).write(Path(folder))))
            except (NotThatError, TooMuchError) as error:
                return f"{' '.join(seconds)} at {n}: {str(error)[:120]}"
            seconds.append(f"{time.perf_counter() - since:.2f}")
    first, second, third = rows
    worse = [
        f"{stage} {first[stage]:,} {second[stage]:,} {third[stage]:,}"
        for stage in first
        if third[stage] - second[stage] > FACTOR * (second[stage] - first[stage]) + 500
    ]
    return f"{' '.join(seconds)} s; {'; '.join(worse) or 'linear'}"


if __name__ == "__main__":
    main()
