"""A bot chooses by what its player can know, and by its seed; its looking ahead leaves the game as it was."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.properties.engine_games import examples, middles

from cardwright.bots import make_bot
from cardwright.query.determinization import resample

SEEDS = st.integers(0, 10**6)
KINDS = ("random", "greedy", "mcts:12", "mcts:6:rollout=random:depth=3")


@pytest.mark.one_of
@pytest.mark.parametrize("kind", KINDS)
@examples(25)
@given(middle=middles(), seed=SEEDS, deal=SEEDS)
def test_what_is_hidden_makes_no_difference_to_a_choice(kind: str, middle: Any, seed: int, deal: int) -> None:
    state = middle.reach()
    if state.finished:
        return
    choice = make_bot(kind, seed).choose(state)
    other = resample(state, state.player, deal)
    assert make_bot(kind, seed).choose(other) == choice


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
@examples(15)
@given(middle=middles(), seed=SEEDS)
def test_a_choice_is_legal_and_the_same_again_and_changes_nothing(kind: str, middle: Any, seed: int) -> None:
    plain, tracked = middle.reach(tracked=False), middle.reach()
    if plain.finished:
        return
    before = plain.digest(), plain.answers
    choice = make_bot(kind, seed).choose(plain)
    assert 0 <= choice < plain.option_count
    assert make_bot(kind, seed).choose(plain) == choice
    assert make_bot(kind, seed).choose(tracked) == choice
    assert (plain.digest(), plain.answers) == before
