"""How fast random games go in compiled C and in OpenSpiel's C++, in turn, dealing included on both sides.

    python -m tests.conformance.speed hearts

Both play whole games from an empty table, started from Python: OpenSpiel by its `evaluate_bots` between its uniform
random bots, ours by `Engine.random_games`. Ours seeds each bot anew for each game, theirs only the game. OpenSpiel also
asks where there is no choice, and for each card of a pick; so games are what counts, and its events (deals and moves)
are told beside.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any

from tests.conformance.classics import CLASSICS

import cardwright
from cardwright.native.engine import Engine

ROUNDS = 5
AT_ONCE = 128
MOST_DECISIONS = 200_000


def theirs(name: str) -> tuple[Callable[[int], int], float]:
    """Plays one of their games by its seed; and how many events one has."""
    import pyspiel

    game: Any = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(game.num_players())]

    def play(seed: int) -> int:
        pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
        return 1

    events = []
    for seed in range(50):
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed)
        events.append(len(state.full_history()))
    return play, statistics.fmean(events)


def ours(name: str, players: int) -> Callable[[int], int]:
    """Plays some of our games, by the number of the first in `AT_ONCE` of them."""
    game = cardwright.load_game(name)
    engine = Engine(game, players)
    room = engine.library.new()

    def play(number: int) -> int:
        seeds = [
            (seed, range(seed << 8, (seed << 8) + players)) for seed in range(number << 7, (number << 7) + AT_ONCE)
        ]
        played = engine.random_games(room, seeds, MOST_DECISIONS)
        assert not any(one.error for one in played)
        return len(played)

    return play


def speed(play: Callable[[int], int], first: int, seconds: float) -> float:
    """Games in a second of processor time."""
    done, number, start = 0, first, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        done += play(number)
        number += 1
    return done / spent


def main() -> None:
    """Measure the games that are asked for."""
    parser = argparse.ArgumentParser(description="Compiled C against OpenSpiel's C++, random games.")
    parser.add_argument("games", nargs="*", default=["hearts"])
    parser.add_argument("--seconds", type=float, default=2.0, help="for each engine in each round")
    asked = parser.parse_args()
    print(f"{'GAME':<14} {'THEIRS/S':>10} {'OURS/S':>10} {'RATIO':>7} {'RANGE':>11}  EVENTS OF THEIRS A GAME")
    for name in asked.games:
        their_game, events = theirs(CLASSICS[name].theirs)
        our_games = ours(CLASSICS[name].name, CLASSICS[name].players)
        rounds = [
            (speed(their_game, 1_000_000 * n, asked.seconds), speed(our_games, 1_000_000 * n, asked.seconds))
            for n in range(ROUNDS)
        ]
        ratios = [mine / other for other, mine in rounds]
        slow, fast = (statistics.median(each[side] for each in rounds) for side in (0, 1))
        told = f"{statistics.median(ratios):>6.2f}x {f'{min(ratios):.2f}-{max(ratios):.2f}':>11}  {events:.0f}"
        print(f"{name:<14} {slow:>10,.0f} {fast:>10,.0f} {told}")


if __name__ == "__main__":
    main()
