"""Who is out of the game is left out in the same way by every program."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.native.differential import QUICK, no_compiler, play_both

import cardwright
from cardwright.native.engine import Engine
from cardwright.presentation.rulebook import rulebook
from cardwright_tools.paper.rulebook_text import lines

KNOCKOUT = Path(__file__).parent / "knockout"


@pytest.mark.skipif(bool(no_compiler()), reason=no_compiler())
def test_c_leaves_out_the_same() -> None:
    game = cardwright.load_game(KNOCKOUT)
    engine = Engine(game, 4, QUICK)
    assert sum(play_both(engine, game, seed, 1).states for seed in range(60)) > 300


def test_with_and_without_knowledge_the_same_are_left_out() -> None:
    game = cardwright.load_game(KNOCKOUT)
    for seed in range(40):
        plain, tracked = game.new(4, seed, tracked=False), game.new(4, seed)
        pick = Random(seed)
        while not plain.finished:
            assert plain.digest() == tracked.digest()
            answer = pick.randrange(plain.option_count)
            plain.apply(answer)
            tracked.apply(answer)
        assert tracked.finished


def test_a_rulebook_says_who_is_meant() -> None:
    told = "\n".join(lines(rulebook(cardwright.load_game(KNOCKOUT)).sections, 1000))
    assert "the sum of each player's coins." in told
    assert "the sum of the coins of each player in or out of the game." in told
    assert "Whoever is fallen is out of the game: players and opponents are only those who are left" in told
