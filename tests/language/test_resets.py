"""What pieces forget when they are moved is forgotten in the same way by every program."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.native.differential import QUICK, no_compiler, play_both

import cardwright
from cardwright.native.engine import Engine

SLATES = Path(__file__).parent / "slates"


@pytest.mark.skipif(bool(no_compiler()), reason=no_compiler())
def test_c_forgets_the_same() -> None:
    game = cardwright.load_game(SLATES)
    engine = Engine(game, 2, QUICK)
    assert sum(play_both(engine, game, seed, 1).states for seed in range(20)) > 200


def test_with_and_without_knowledge_the_same_is_forgotten() -> None:
    game = cardwright.load_game(SLATES)
    for seed in range(20):
        plain, tracked = game.new(2, seed, tracked=False), game.new(2, seed)
        pick = Random(seed)
        while not plain.finished:
            assert plain.digest() == tracked.digest()
            answer = pick.randrange(plain.option_count)
            plain.apply(answer)
            tracked.apply(answer)
        assert tracked.finished
