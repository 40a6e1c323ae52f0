"""An option that leads to a pick of one thing names it, as nobody is asked; one that does nothing says so."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.presentation.test_table import GAMES, moments

from cardwright import load_game
from cardwright.presentation.answers.option_list import find_only_choice
from cardwright.presentation.question import make_question

SOLE = str(Path(__file__).parent / "games" / "sole")


def test_an_option_names_the_only_card_it_can_play() -> None:
    state = load_game(SOLE).new(2, 2)
    asked = make_question(state, state.player)
    assert asked is not None
    assert [choice.text for choice in asked.choices] == [
        "Play an action: Padlock",
        "Play another: Padlock",
        "Draw and keep",
        "Wait",
        "Take",
    ]
    assert [lead.text for lead in asked.choices[3].leads] == ["does nothing"]


def test_what_is_drawn_first_is_not_told() -> None:
    for seed in range(20):
        state = load_game(SOLE).new(2, seed)
        assert find_only_choice(state, 2) is None


@pytest.mark.parametrize("game", GAMES)
def test_what_is_named_is_taken(game: str) -> None:
    for state in moments(game, 25):
        for option in range(state.option_count):
            named = find_only_choice(state, option)
            if named:
                tried = state.clone()
                tried.apply(option)
                taken = tried.taken_unasked(state.decisions + 1)
                assert taken
                assert taken[0][0] == state.player
