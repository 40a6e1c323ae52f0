"""Tries games on every surface: `python -m tests.surfaces GAME_FOLDER ... --seed 0`.

A game that passes plays on every surface there is: at the terminal, in browsers, on paper, in editors, in C. What does
not is told with the surface and the traceback; the exit code is 1 then.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

from tests.surfaces.surfaces import SURFACES, try_game
from tests.surfaces.trial import QUICK, Effort


def main() -> int:
    """Try games and print what went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, metavar="GAME_FOLDER")
    parser.add_argument("--seed", type=int, default=0, help="of the match and of what is typed")
    parser.add_argument("--seeds", type=int, default=1, help="how many seeds, from that one on")
    parser.add_argument("--players", type=int, help="default: any number the game allows, by the seed")
    parser.add_argument("--surfaces", default=",".join(SURFACES), help="only some, with commas (default: all)")
    parser.add_argument("--answers", type=int, help="of a match at most")
    parser.add_argument("--quick", action="store_true", help="a look at everything rather than all of it")
    parser.add_argument("--times", action="store_true", help="tell the seconds of computing of each surface")
    given = parser.parse_args()
    surfaces = given.surfaces.split(",")
    unknown = sorted({*surfaces} - {*SURFACES})
    if unknown:
        parser.error(f"no surface is called {', '.join(unknown)}; there are: {', '.join(SURFACES)}")
    effort = QUICK if given.quick else Effort()
    if given.answers is not None:
        effort = replace(effort, answers=given.answers)
    faults, spent = 0, Counter[str]()
    for folder in given.folders:
        for seed in range(given.seed, given.seed + given.seeds):
            began = time.process_time()
            result = try_game(folder, seed, given.players, surfaces, effort)
            end = "to its end" if result.finished else "not to its end"
            seconds = time.process_time() - began
            print(f"{folder}, seed {seed}: {result.answers} answers, {end}, {seconds:.1f} s", flush=True)
            spent.update(result.seconds)
            for fault in result.faults:
                faults += 1
                print(f"=== {fault.surface}: {fault.sort}: {fault.where}\n{fault.details}\n", flush=True)
    if given.times:
        print(", ".join(f"{surface} {seconds:.2f} s" for surface, seconds in spent.most_common()))
    print(f"{faults} faults on {len(surfaces)} surfaces")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
