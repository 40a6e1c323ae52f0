"""`python -m tests.conformance [GAME ...] [--games N] [--seed S]`: the long version of the conformance test."""

from __future__ import annotations

import argparse
import sys
import time

from tests.conformance.classics import CLASSICS
from tests.conformance.lockstep import DivergedError, compare, loaded


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.conformance")
    parser.add_argument("game", nargs="*", choices=[[], *CLASSICS], help="which classics (default: all)")
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="random games of each (default: 1000)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the seed of the first game (default: 0)")
    asked = parser.parse_args()
    try:
        import pyspiel
    except ImportError:
        print("OpenSpiel is not here: pip install 'cardwright[conformance]', or `make conformance`", file=sys.stderr)
        return 2
    parted = 0
    print(f"{'GAME':14} {'GAMES':>6} {'DECISIONS':>10} {'CHANCE':>8} {'PARTED':>7} {'SECONDS':>8}")
    for name in asked.game or CLASSICS:
        started, wrong, decisions, chance = time.perf_counter(), 0, 0, 0
        games = loaded(CLASSICS[name], pyspiel)
        for seed in range(asked.seed, asked.seed + asked.games):
            try:
                played = compare(CLASSICS[name], seed, pyspiel, games)
            except DivergedError as error:
                wrong += 1
                if wrong <= 3:
                    print(error, file=sys.stderr)
                continue
            decisions, chance = decisions + played.decisions, chance + played.chance
        seconds = time.perf_counter() - started
        print(f"{name:14} {asked.games:6,} {decisions:10,} {chance:8,} {wrong:7,} {seconds:8.1f}", flush=True)
        parted += wrong
    return 1 if parted else 0


if __name__ == "__main__":
    sys.exit(main())
