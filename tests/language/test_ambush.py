"""Deeds that all choose at once: alike in all variants, and nobody learns of another's before all have chosen."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.native.differential import QUICK, no_compiler, play_both

from cardwright import Game, load_game
from cardwright.bots import make_bot
from cardwright.native.engine import Engine


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game(str(Path(__file__).parent / "ambush"))


def test_plain_and_tracked_go_alike(game: Game) -> None:
    for seed in range(10):
        states = [game.new(3, seed, tracked=tracked) for tracked in (False, True)]
        while not states[0].finished:
            assert states[0].option_count == states[1].option_count
            for state in states:
                state.apply(seed * 7 % state.option_count)
            assert states[0].digest() == states[1].digest()


@pytest.mark.long
@pytest.mark.skipif(bool(no_compiler()), reason="there is no compiler")
def test_native_games_go_alike(game: Game) -> None:
    native = Engine(game, 3, QUICK)
    assert sum(play_both(native, game, seed, 1).decisions for seed in range(15)) > 150


def test_nobody_learns_what_others_chose_before_all_have(game: Game) -> None:
    told = []
    for answer in (0, 1):
        state = game.new(3, 5)
        state.apply(answer)
        assert state.decision is not None
        assert state.decision.secret
        seen = [str(each) for each in state.log_since(0, 1)]
        told.append((seen, str(state.view(1)), [option.text for option in state.decision.options]))
    assert told[0] == told[1]


def test_in_dealt_worlds_others_may_have_chosen_anything(game: Game) -> None:
    state = game.new(3, 5)
    state.apply(1)
    worlds = [state.determinise(1, seed) for seed in range(30)]
    for world in worlds:
        world.apply(world.option_count - 1)
        world.apply(world.option_count - 1)
    assert len({world.digest() for world in worlds}) > 1
    bot = make_bot("mcts:20", 1)
    assert 0 <= bot.choose(state) < state.option_count
