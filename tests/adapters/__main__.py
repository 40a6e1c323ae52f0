"""`python -m tests.adapters [GAME ...]`: the tests that OpenSpiel, PettingZoo and Gymnasium have, with all games;
`--solve N` solves both poker games, `--exploit BOT,...` measures how much is lost in both with a bot, and `--speeds S`
how quick the doors are."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from functools import partial

import pyspiel
from tests.adapters.exploitability import exploitability
from tests.adapters.simulating import counted, simulate

from cardwright import find_games
from cardwright.adapters import openspiel

POKERS = ("kuhn_poker", "leduc_poker")


def main() -> int:
    games = [listing.name for listing in find_games()]
    parser = argparse.ArgumentParser(prog="python -m tests.adapters")
    parser.add_argument("game", nargs="*", choices=[[], *games], help="which games (default: all)")
    parser.add_argument("--games", type=int, default=1, metavar="N", help="random games of each (default: 1)")
    parser.add_argument(
        "--longest", type=int, default=0, metavar="N", help="in OpenSpiel cut short after N decisions (0: never)"
    )
    parser.add_argument("--solve", type=int, metavar="N", help="N rounds of CFR+ on Kuhn and Leduc Poker instead")
    parser.add_argument("--speeds", type=float, metavar="S", help="steps a second through each door, S seconds each")
    parser.add_argument("--exploit", metavar="BOT,...", help="what is lost with bots in Kuhn and Leduc Poker")
    parser.add_argument(
        "--draws", type=int, default=100, metavar="N", help="ask them N times at each place (default: 100)"
    )
    asked = parser.parse_args()
    if asked.exploit:
        for word in asked.game or POKERS:
            exploit(word, asked.exploit.split(","), asked.draws)
        return 0
    if asked.speeds:
        from tests.adapters.speeds import GAMES, table

        for line in table(asked.speeds, asked.game or GAMES):
            print(line, flush=True)
        return 0
    if asked.solve:
        for word in POKERS:
            solve(word, asked.solve)
        return 0
    for word in asked.game or games:
        check(word, asked.games, asked.longest)
    return 0


def check(word: str, games: int, longest: int) -> None:
    """Put a game through the tests that the engines have of themselves, which end the program or raise."""
    from tests.adapters.environments import check_seat, check_table

    times = []
    tests = partial(simulate, word, games, longest), partial(check_table, word), partial(check_seat, word)
    for test in tests:
        started = time.perf_counter()
        test()
        times.append(f"{time.perf_counter() - started:.1f} s")
    print(f"{word:16} passed: OpenSpiel {times[0]}, PettingZoo {times[1]}, Gymnasium {times[2]}", flush=True)


def exploit(word: str, bots: Sequence[str], draws: int) -> None:
    """Tell for each of some bots how much is lost with it."""
    for kind in bots:
        began = time.perf_counter()
        for returns, lost, value, places in exploitability(word, kind, draws):
            took = f"{places} places, {draws} times each, {time.perf_counter() - began:.0f} s"
            first = f"{value:.4f} for the first of two such players"
            print(f"{word} {kind} by {returns}: {lost:.4f} is lost, {first} ({took})", flush=True)


def solve(word: str, rounds: int) -> None:
    """Let OpenSpiel solve one of our games, and tell how near it came."""
    game = pyspiel.load_game(openspiel.register(word))
    states, known = counted(game)
    theirs, known_there = counted(pyspiel.load_game(word))
    print(f"{word}: {states} states, {len(known)} information states; theirs {theirs}, {len(known_there)}", flush=True)
    solver = pyspiel.CFRPlusSolver(game)
    started = time.perf_counter()
    for _ in range(rounds):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value = pyspiel.expected_returns(game.new_initial_state(), policy, -1, True)[0]
    off = pyspiel.nash_conv(game, policy)
    print(
        f"{word}: {rounds} rounds, {value:.5f} for the first player, NashConv {off:.5f}, "
        f"{time.perf_counter() - started:.1f} s",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
