"""The seat of a player and the position of a word, in English."""

from __future__ import annotations

import pytest
from tests.english.speaking import Speaker, english

__all__ = ["english"]


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        ("draw(you.seat)", "draw cards equal to your seat."),
        (
            "for each p in opponents where it.seat > you.seat: p draw(1)",
            "each opponent whose seat is more than your seat draws a card.",
        ),
        ("if you.seat is 1: draw(2)", "if your seat is 1, draw 2 cards."),
        (
            "for each c in you.hand where c.good.position < luxury.position: draw(1)",
            "for each card in your hand whose good's position is less than luxury's position, draw a card.",
        ),
        ("draw(max(players.seat))", "draw cards equal to the largest seat among all players."),
        ("draw(1 + you.seat)", "draw cards equal to 1 plus your seat."),
        (
            "for each c in you.hand where it.good.position > 2: draw(1)",
            "for each card in your hand whose good's position is more than 2, draw a card.",
        ),
        ("for each p in players where p.seat is 3: p draw(1)", "each player with seat 3 draws a card."),
        ("if leader.seat > 2: draw(1)", "if the leader's seat is more than 2, draw a card."),
        ("if grey.position > 2: draw(1)", "if grey's position is more than 2, draw a card."),
        (
            "if this.good.position > grey.position: draw(1)",
            "if this card's good's position is more than grey's position, draw a card.",
        ),
    ],
)
def test_numbers_by_order_read_as_properties(english: Speaker, statement: str, text: str) -> None:
    assert english.power(f"on completion:\n  {statement}") == f"When this card is completed, {text}"
