"""Many games at once in C go as each of them goes alone in Python."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.native.differential import QUICK, no_compiler

import cardwright
from cardwright.adapters.action_numbers import RETURNS, compute_returns
from cardwright.native.engine import Engine

np: Any = pytest.importorskip("numpy", reason="NumPy is not installed (pip install 'cardwright[gym]')")
pytestmark = pytest.mark.skipif(bool(no_compiler()), reason=no_compiler() or "there is a compiler")
COUNT = 6


@pytest.fixture(scope="module", params=["kuhn_poker", "leduc_poker", "hearts"])
def engine(request: pytest.FixtureRequest) -> tuple[cardwright.Game, Engine]:
    game = cardwright.load_game(request.param)
    return game, Engine(game, game.max_players, QUICK)  # which other tests compile, too


def _same(many: Any, alone: list[cardwright.State], returns: str) -> None:
    for place, state in enumerate(alone):
        assert (many.player[place], many.options[place]) == (state.player, state.option_count)
        gained = compute_returns(state, returns) if state.finished else [0.0] * many.players
        assert many.rewards[place].tolist() == pytest.approx(gained)


@pytest.mark.one_of
@pytest.mark.parametrize("returns", RETURNS)
def test_they_go_as_each_goes_alone(engine: tuple[cardwright.Game, Engine], returns: str) -> None:
    from cardwright.adapters.vector_env import ManyGames

    game, native = engine
    many, chance = ManyGames(game, COUNT, returns=returns, engine=native), random.Random(4)
    many.begin(range(COUNT))
    alone = [game.new(many.players, seed, tracked=False) for seed in range(COUNT)]
    for _ in range(70):
        _same(many, alone, returns)
        answers = [chance.randrange(state.option_count) if not state.finished else 0 for state in alone]
        many.step(np.array(answers))
        for state, answer in zip(alone, answers, strict=True):
            if not state.finished:
                state.apply(answer)
        _same(many, alone, returns)
        over = np.flatnonzero(many.player < 0).tolist()[:2]  # some begin anew at once, some wait
        seeds = [chance.getrandbits(70) for _ in over]
        many.begin(seeds, over)
        for place, seed in zip(over, seeds, strict=True):
            alone[place] = game.new(many.players, seed, tracked=False)


@pytest.mark.one_of
def test_a_wrong_answer_is_told_by_its_game_and_moves_none(engine: tuple[cardwright.Game, Engine]) -> None:
    from cardwright.adapters.vector_env import ManyGames

    game, native = engine
    many = ManyGames(game, COUNT, engine=native)
    many.begin(range(COUNT))
    told = [native.library.players, *(each.read_state() for each in many._games)]
    for wrong in (-1, int(many.options[3]), 1 << 40):
        answers = np.zeros(COUNT, np.int64)
        answers[3] = wrong
        with pytest.raises(ValueError, match="game 3: there is no option"):
            many.step(answers)
    assert told == [native.library.players, *(each.read_state() for each in many._games)]


def test_what_does_not_fit_is_refused(engine: tuple[cardwright.Game, Engine]) -> None:
    from cardwright.adapters.vector_env import ManyGames

    game, native = engine
    many = ManyGames(game, COUNT, engine=native)
    for answers in (np.zeros(COUNT - 1, np.int64), np.zeros(COUNT)):
        with pytest.raises(ValueError, match="whole numbers"):
            many.step(answers)
    for seeds, at in (([1], None), ([1, 2], [0]), ([1], [COUNT]), ([1], [-1])):
        with pytest.raises(ValueError, match=r"seeds for|the games are"):
            many.begin(seeds, at)
    with pytest.raises(ValueError, match="at least"):
        ManyGames(game, 0, engine=native)
