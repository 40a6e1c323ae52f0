"""Generated games on every surface: `python -m tests.surfaces.generated --count 5000 --jobs 2`.

Each game is told by its number: `--only 4711` tries one on all surfaces, `--keep FOLDER` leaves its files there. In a
long run each game is tried on one of `--shares` shares of the surfaces. At the end stands which pairs of constructs met
where, and which constructs no game had.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from math import inf
from pathlib import Path

from tests.surfaces.generated.run import Run, in_batches, print_run, try_number
from tests.surfaces.surfaces import SURFACES
from tests.surfaces.trial import Effort


def main() -> int:
    """Try generated games and print what went wrong; 1 when something did."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100, help="how many games")
    parser.add_argument("--first", type=int, default=0, help="the number of the first")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1, help="how many processes")
    parser.add_argument("--shares", type=int, default=3, help="a game is tried on one of so many shares")
    parser.add_argument("--minutes", type=float, default=inf, help="no new games after so many")
    parser.add_argument("--only", type=int, help="the number of one game, which is tried on all surfaces")
    parser.add_argument("--keep", type=Path, help="where the files of that game are left")
    given = parser.parse_args()
    if given.only is None:
        run = in_batches(given.count, given.first, given.seed, given.shares, given.jobs, given.minutes)
    else:
        run = Run()
        with tempfile.TemporaryDirectory() as folder:
            try_number(given.only, given.seed, given.keep or Path(folder), [*SURFACES], Effort(), run)
    print_run(run)
    return 1 if run.faults or run.invalid else 0


if __name__ == "__main__":
    sys.exit(main())
