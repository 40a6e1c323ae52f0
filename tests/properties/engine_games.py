"""The games that properties are tried on, and ways to get into the middle of them."""

from __future__ import annotations

import os
import random
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from cardwright import Game, State, find_games, load_game

TRIAL = Path(__file__).parents[1] / "language" / "trial"
MANY_ANSWERS = 500_000
EFFORT = float(os.environ.get("CARDWRIGHT_EFFORT", "0.3"))
LIKE_THE_OTHERS = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture]


def examples(number: int) -> settings:
    """How many examples a property is tried on with all effort; the suite makes a third of it."""
    tried = max(1, round(number * EFFORT))
    return settings(max_examples=tried, deadline=None, suppress_health_check=LIKE_THE_OTHERS, derandomize=True)


@cache
def game(word: str) -> Game:
    return load_game(word)


WORDS = [*(listing.name for listing in find_games()), str(TRIAL)]


@dataclass(frozen=True)
class Middle:
    """A place in a game: so many random answers after the start."""

    word: str
    players: int
    seed: int
    answers: int

    def reach(self, tracked: bool = True) -> State:
        state = game(self.word).new(self.players, self.seed, tracked)
        return play_on(state, self.seed, self.answers)


def play_on(state: State, seed: int, answers: int) -> State:
    """Give some random answers, the same ones for the same seed."""
    choose = random.Random(seed)
    for _ in range(answers):
        if state.finished:
            break
        state.apply(choose.randrange(state.option_count))
    return state


@st.composite
def middles(draw: st.DrawFn, longest: int = 120) -> Middle:
    word = draw(st.sampled_from(WORDS))
    players = draw(st.integers(max(1, game(word).min_players), game(word).max_players))
    return Middle(word, players, draw(st.integers(0, 10**6)), draw(st.integers(0, longest)))
