"""Plays games in Python and in compiled C side by side, and stops where they differ.

The long run, every game with all its numbers of players:

    python -m tests.native.differential --games 40 --every 50
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass
from random import Random
from typing import Any

import cardwright
from cardwright import Game, State, find_games
from cardwright.native.c_compiler import FLAGS, NotNative, find_compiler
from cardwright.native.compiled_game import NativeGame
from cardwright.native.engine import Engine
from cardwright.native.program_tables import MAX_REPORTED_OPTIONS

# Compiled in a tenth of the time.
QUICK = ("-O0", *FLAGS[2:])
EXAMPLES = (
    "forge_and_fen",
    "four_winds",
    "glowworms",
    "guildhall",
    "lanternfall",
    "leaky_roof",
    "low_tide",
    "moth_night",
    "picnic",
    "small_hours",
)


@dataclass(frozen=True)
class Compared:
    """How much was the same: decisions with their options, and whole states."""

    decisions: int
    states: int


def no_compiler() -> str:
    """Why nothing can be compiled here; empty if it can."""
    try:
        find_compiler()
    except NotNative as why:
        return str(why)
    return ""


def plain(value: Any) -> Any:
    """A value of a state as both engines tell it: lists are tuples, and yes is 1."""
    if isinstance(value, tuple | list):
        return tuple(plain(item) for item in value)
    return int(value) if isinstance(value, bool) else value


def same_state(engine: Engine, native: NativeGame, state: State) -> State:
    """Compare every slot and frame; the state as C tells it."""
    told = state.clone()
    engine.put_into(told, native)
    for slot, (one, other) in enumerate(zip(told.slots, state.slots, strict=True)):
        assert plain(one) == plain(other), f"slot {slot} is {one} in C and {other} in Python"
    assert plain(told.frames) == plain(state.frames)
    return told


def same_question(native: NativeGame, state: State) -> None:
    """Compare who is asked, where, and the options."""
    pending = state.slots[1]
    expected = (-1, -1, []) if pending is None else (pending[0], pending[2], list(pending[1])[:MAX_REPORTED_OPTIONS])
    assert plain(native.asked()) == plain(expected)


def play_both(engine: Engine, game: Game, seed: int, every: int, most: int = sys.maxsize) -> Compared:
    """One random game in both, whole states compared `every` so many decisions, the digest and results at the end.

    Now and then C goes on from the state of Python, with another seed at another decision, so that states go both ways.
    """
    state, native = game.new(engine.library.players, seed, tracked=False), engine.begun(seed)
    pick = Random(seed).random
    decisions = states = 0
    while True:
        same_question(native, state)
        last = state.finished or decisions >= most
        if decisions % every == 0 or last:
            told = same_state(engine, native, state)
            states += 1
            if (decisions + seed * every) % (3 * every) == 0:
                native = engine.taken(state)
            if last:
                assert told.digest() == state.digest()
                assert native.results() == (state.scores, state.valuations, state.winners)
                return Compared(decisions, states)
        index = int(pick() * state.option_count)
        state.apply(index)
        native.answer(index)
        decisions += 1


def games() -> list[str]:
    """All that come with Cardwright, and the examples."""
    return [*sorted(listing.name for listing in find_games()), *(f"examples/{name}" for name in EXAMPLES)]


def main() -> None:
    """The long run."""
    parser = argparse.ArgumentParser(description="Compare compiled C with Python, game by game.")
    parser.add_argument("--games", type=int, default=20, help="games for each number of players")
    parser.add_argument("--every", type=int, default=50, help="compare whole states every so many decisions")
    parser.add_argument("--most", type=int, default=20_000, help="decisions of one game")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("names", nargs="*")
    asked = parser.parse_args()
    for name in asked.names or games():
        game = cardwright.load_game(name, None)
        full = cardwright.load_game(name, game.all_sets) if game.all_sets else game
        for players in range(full.min_players, full.max_players + 1):
            start = time.perf_counter()
            engine = Engine(full, players, QUICK)
            done = [play_both(engine, full, asked.seed + n, asked.every, asked.most) for n in range(asked.games)]
            decisions, states = sum(each.decisions for each in done), sum(each.states for each in done)
            spent = time.perf_counter() - start
            print(f"{name}, {players} players: {asked.games} games, {decisions:,} decisions, {states:,} states equal")
            print(f"    in {spent:.0f} s", flush=True)


if __name__ == "__main__":
    main()
