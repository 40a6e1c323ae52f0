"""What everybody begins with is the same for every program."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.native.differential import QUICK, no_compiler, play_both

import cardwright
from cardwright.native.engine import Engine

OWN_DECKS = Path(__file__).parent / "own_decks"


@pytest.mark.skipif(bool(no_compiler()), reason=no_compiler())
def test_c_begins_with_the_same() -> None:
    game = cardwright.load_game(OWN_DECKS)
    engine = Engine(game, 4, QUICK)
    assert sum(play_both(engine, game, seed, 1).states for seed in range(20)) > 200


def test_with_and_without_knowledge_they_begin_with_the_same() -> None:
    game = cardwright.load_game(OWN_DECKS)
    for seed in range(20):
        plain, tracked = game.new(4, seed, tracked=False), game.new(4, seed)
        pick = Random(seed)
        while not plain.finished:
            assert plain.digest() == tracked.digest()
            answer = pick.randrange(plain.option_count)
            plain.apply(answer)
            tracked.apply(answer)
        assert tracked.finished
