"""Powers that end begin and end alike in every copy and record of a game, and in worlds dealt anew."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest
from tests.native.bots_side_by_side import same_worlds
from tests.native.differential import QUICK, no_compiler

import cardwright
from cardwright import Game, State
from cardwright.native.engine import Engine
from cardwright.runtime.digest import list_digest_lines

MASQUERADE = Path(__file__).parent / "masquerade"


@cache
def masquerade() -> Game:
    return cardwright.load_game(MASQUERADE)


@cache
def engine() -> Engine:
    return Engine(masquerade(), 2, QUICK)


@pytest.mark.long
@pytest.mark.skipif(bool(no_compiler()), reason=no_compiler())
def test_dealt_anew_in_c_hidden_guests_have_the_same_powers() -> None:
    assert sum(same_worlds(engine(), masquerade(), seed, 60, 0.5) for seed in range(20)) > 200


def with_powers(what: str) -> State:
    """A game in which some power is had in a way that its digest tells so."""
    for seed in range(50):
        state, pick = masquerade().new(2, seed), Random(seed)
        while not state.finished:
            if any(what in line for line in list_digest_lines(state)):
                return state
            state.apply(pick.randrange(state.option_count))
    raise AssertionError(what)


@pytest.mark.parametrize("what", ["beside by", "instead by", "taken by", "held porter"])
def test_a_saved_game_goes_on_with_powers_that_end(what: str) -> None:
    state = with_powers(what)
    before = state.digest()
    copy, again = state.clone(), masquerade().from_json(state.to_json())
    assert again.digest() == before
    while not copy.finished:
        assert copy.digest() == again.digest()
        copy.apply(copy.option_count - 1)
        again.apply(again.option_count - 1)
    assert state.digest() == before
