"""Pieces that several can pick in secret from one place."""

from pathlib import Path

import pytest
from tests.lint.fair import GAME, codes_of, told_of

SECRETLY = "on open:\n  secretly for each p in players:\n    {}"


@pytest.mark.parametrize(
    ("choice", "warned"),
    [
        ("p choose card from discard_pile: p open(card)", True),
        ("p choose card from discard_pile where price is 2: p open(card)", True),
        ("p may choose card from discard_pile: p store(card)", False),  # only on a condition
        ("p choose card from discard_pile: move(card, to: p.stall)", True),
        ("p choose 2 cs from discard_pile: move(cs, to: p.stall)", True),
        ("p choose card from you.hand: p throw(card)", True),
        ("p choose card from p.hand: p open(card)", False),
        ("p choose card from next(p).hand: p open(card)", False),
        ("p choose card from discard_pile: p earn(card.price)", False),
    ],
)
def test_a_piece_that_several_can_pick_is_told_of(choice: str, warned: bool, tmp_path: Path) -> None:
    assert codes_of(SECRETLY.format(choice), tmp_path) == ["contended-pick"] * warned


@pytest.mark.parametrize(
    ("required", "warned"), [("card in discard_pile", False), ("card.price > 0", False), ("you.coins >= 0", True)]
)
def test_what_is_required_of_the_piece_may_keep_it_from_being_taken_twice(
    required: str, warned: bool, tmp_path: Path
) -> None:
    rules = GAME.replace('"toss {card}": move', f'"toss {{card}}":\n    require {required}\n    move')
    power = SECRETLY.format("p choose card from discard_pile: p toss(card)")
    found = [each.code for each in told_of("card", power, tmp_path, rules)]
    assert [code for code in found if code == "contended-pick"] == ["contended-pick"] * warned
