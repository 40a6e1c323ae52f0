"""Putting items in order is one pick, in which every item has its place."""

import random
from itertools import permutations
from pathlib import Path

import pytest
from tests.language.test_reaction_order import vigil

from cardwright import State, load_game
from cardwright.presentation.question import make_question

LEFTOVERS = Path(__file__).parents[1] / "language" / "leftovers"


def orderings(game: Path, seeds: int, least: int = 2) -> list[State]:
    """States in which so many items are to be put in order, from random matches."""
    loaded, found = load_game(game), []
    for seed in range(seeds):
        state, dice = loaded.new(2, seed), random.Random(seed)
        for _ in range(200):
            if state.finished:
                break
            if (several := state.several) is not None and several.ordered and several.most >= least:
                found.append(state.clone())
            state.apply(dice.randrange(state.option_count))
    return found


def test_pieces_come_to_lie_in_the_order_in_which_they_are_picked() -> None:
    [state, *_] = orderings(LEFTOVERS, 20, 3)
    several, pieces = state.several, list(state.offered)
    assert several is not None
    assert (several.least, several.most, several.counts) == (2, 3, (1, 1, 1))
    for order in permutations(range(3)):
        after = state.clone()
        for answer in state.answers_for(order):
            after.apply(answer)
        put = tuple(pieces[place] for place in order)
        piles = [slot for slot in after.slots if isinstance(slot, tuple)]
        assert any(put in (pile[-3:], pile[2::-1]) for pile in piles)
        assert state.answers_for(order[:2]) == state.answers_for(order)
    assert state.going_on([1]).next == (0, 2)
    assert state.going_on([1, 2]).enough
    assert not state.going_on([1, 2]).next
    with pytest.raises(ValueError, match="in order"):
        state.answers_for([1])


def test_reactions_that_a_player_puts_in_order_are_one_pick_unless_they_run_in_between(tmp_path: Path) -> None:
    whole = vigil(tmp_path, "reactions: {order: active_player_orders}\n")
    [state, *_] = orderings(whole, 20)
    asked = make_question(state, state.player)
    assert asked is not None
    assert asked.ordered
    assert asked.several
    order = [*range(len(asked.choices))][::-1]
    for answer in state.answers_for(order):
        state.apply(answer)
    assert not orderings(vigil(tmp_path, "reactions: {order: each_player_orders}\n"), 5)
