"""Fractions in scores: the same in Python and in compiled C, and never shown as units (scenarios: `pots.yaml`)."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from tests.native.differential import QUICK, no_compiler, play_both

from cardwright import Game, State, load_game
from cardwright.adapters.action_numbers import compute_returns
from cardwright.native.engine import Engine
from cardwright.presentation.answers.consequences import make_change
from cardwright.query.why import explain
from cardwright.runtime.primitives.exact_numbers import MixedNumber, as_figure, share
from cardwright_tools.session.score_breakdown_table import format_score_sheet

POTS = Path(__file__).parent / "pots"


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game(POTS)


@pytest.fixture(scope="module")
def over(game: Game) -> State:
    """The end of a game whose scores are no whole numbers."""
    state, pick = game.new(3, 5), Random(5)
    while not state.finished:
        state.apply(pick.randrange(state.option_count))
    return state


def test_scores_are_exact_and_shown_as_mixed_numbers(over: State) -> None:
    assert over.scores == [Fraction(77, 4), Fraction(-41, 12), Fraction(-17, 4)]
    assert [str(score) for score in over.scores] == ["19 1/4", "-3 5/12", "-4 1/4"]
    assert over.winners == [0]
    assert over.view(0).scores == tuple(over.scores)
    assert over.score_sheet(1).value == over.scores[1]


def test_explanations_tell_points_not_units(over: State) -> None:
    lines = explain(over, "final_score(P3)")
    assert lines[0] == "final_score(P3) = -4 1/4"
    assert {"  +2 what P3 kept", "    +1/3 One", "    +1 2/3 Five", "  -1 1/4 from mean"} <= {*lines}
    assert format_score_sheet(over)[-1].split() == ["score", "19", "1/4", "-3", "5/12", "-4", "1/4"]
    assert make_change("score", MixedNumber(4, 3), MixedNumber(4, 3)).text == "score +1 1/3"


def test_returns_are_points(over: State) -> None:
    assert compute_returns(over, "scores") == [19.25, float(Fraction(-41, 12)), -4.25]
    assert sum(compute_returns(over, "margin")) == pytest.approx(0)


@pytest.mark.parametrize("tracked", [True, False])
def test_plain_and_tracked_programs_compute_the_same(game: Game, tracked: bool, over: State) -> None:
    state = game.new(3, 5, tracked=tracked)
    for answer in over.answers:
        state.apply(answer)
    assert (state.scores, state.valuations) == (over.scores, over.valuations)


@pytest.mark.skipif(bool(no_compiler()), reason=no_compiler())
def test_compiled_c_computes_the_same(game: Game) -> None:
    engine = Engine(game, 3, QUICK)
    assert sum(play_both(engine, game, seed, 5).states for seed in range(12)) > 24


def test_numbers_that_come_out_whole_are_whole() -> None:
    third = share(1, 3)
    assert isinstance(third, MixedNumber)
    whole = third + third + third, third * 3, 1 - third - third - third, share(6, 3)
    assert [type(each) for each in whole] == [int] * 4
    assert str(2 - third) == "1 2/3"
    assert f"{-third - 1:+}" == "-1 1/3"
    assert f"{third:+}" == "+1/3"
    assert (share(5, 0), as_figure(2), as_figure(third)) == (0, 2, 1 / 3)
    assert copy.deepcopy(third) == third == pickle.loads(pickle.dumps(third))
