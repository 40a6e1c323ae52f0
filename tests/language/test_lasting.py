"""Changes with an end begin and end alike in every program, and are told to nobody who could not know them."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.native.differential import QUICK, no_compiler, play_both

import cardwright
from cardwright.native.engine import Engine

FRAY = Path(__file__).parent / "fray"


@pytest.mark.skipif(bool(no_compiler()), reason=no_compiler())
@pytest.mark.parametrize("players", [2, 3])
def test_c_changes_the_same(players: int) -> None:
    game = cardwright.load_game(FRAY)
    engine = Engine(game, players, QUICK)
    assert sum(play_both(engine, game, seed, 1).states for seed in range(20)) > 200


@pytest.mark.parametrize("players", [2, 3])
def test_with_and_without_knowledge_the_same_changes(players: int) -> None:
    game = cardwright.load_game(FRAY)
    for seed in range(20):
        plain, tracked = game.new(players, seed, tracked=False), game.new(players, seed)
        pick = Random(seed)
        while not plain.finished:
            assert plain.digest() == tracked.digest()
            answer = pick.randrange(plain.option_count)
            plain.apply(answer)
            tracked.apply(answer)
        assert tracked.finished
