"""Choices that are made before an event: how they are written, what cards say of them, and what is refused."""

from __future__ import annotations

import pytest
from tests.english.speaking import Speaker, english

from cardwright.formatting.formatter import format_text
from cardwright.syntax.parser import parse
from cardwright_tools.authoring.mutations import list_mutants

__all__ = ["english"]


@pytest.mark.parametrize(
    ("power", "text"),
    [
        (
            "on completion choose c from you.hand: discard([c])",
            "To complete this card, choose a card from your hand. Then discard that card.",
        ),
        (
            "on completion may choose c from you.hand: discard([c])",
            "As you complete this card, you may choose a card from your hand. If you do, discard that card.",
        ),
        (
            "on completion choose up to 2 cs from you.hand: discard(cs)",
            "As you complete this card, choose up to 2 cards from your hand. Then discard those cards.",
        ),
    ],
)
def test_a_card_says_what_is_chosen_first(english: Speaker, power: str, text: str) -> None:
    assert english.power(power) == text
    assert not english.mistakes


@pytest.mark.parametrize(
    "power",
    [
        "on play where a once per turn choose t from things where b, up to 2 ts from others: hurt(t)\n",
        "on play may choose t from things:\n  hurt(t)\n  draw(2)\nelse: draw(1)\n",
        (
            'on play choose one "Which?":\n'
            '  option "A" if x choose t from things: hurt(t)\n'
            "  option for each p in players: p draw(1)\n"
            "  option may choose one:\n"
            "    option: nothing\n"
            '    option "B" choose p from players: p draw(1)\n'
        ),
    ],
)
def test_the_formatter_keeps_what_is_chosen_first(power: str) -> None:
    assert format_text(power, "power") == power


def test_the_choice_is_made_by_a_player(english: Speaker) -> None:
    english.power("on turn choose p from opponents: p draw(1)")
    assert english.mistakes


def test_each_mutant_of_a_choice_is_a_power() -> None:
    text = 'on play choose one:\n  option "A" choose 2 ts from things where b: hurt(t)\n  option "B": draw(1)\n'
    made = [each.applied(text) for each in list_mutants(text)]
    assert [power for power in made if power.strip() and parse(power, "power").problems] == []
    assert any("up to 2 ts" in power for power in made)
