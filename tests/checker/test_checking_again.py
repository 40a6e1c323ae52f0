"""A game checked again after a change says what a fresh check says, though its library is not checked anew."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cardwright import check_paths
from cardwright.checker import rule_texts_outside_pieces
from cardwright.source.diagnostics import Diagnostic

SHOP = Path(__file__).parents[1] / "diagnostics" / "shop.yaml"
CARDS = """game: shop
cards:
  - id: fan
    good: silk
    power: "after you draw: gain(1)"
"""


@pytest.fixture(name="cards")
def _cards(tmp_path: Path) -> Path:
    game = tmp_path / "games" / "shop" / "game.yaml"
    cards = tmp_path / "cards" / "shop" / "base" / "cards.yaml"
    game.parent.mkdir(parents=True)
    cards.parent.mkdir(parents=True)
    shutil.copy(SHOP, game)
    cards.write_text(CARDS)
    check_paths([cards])
    return cards


def fresh(cards: Path) -> list[Diagnostic]:
    rule_texts_outside_pieces.CheckedLibrary.forget()
    return check_paths([cards])[0]


@pytest.mark.parametrize(
    "change",
    [
        ("gain(1)", "gian(1)"),
        ("gain(1)", "gain(fan)"),
        ("good: silk", "good: wool"),
        ("id: fan", "id: deck"),
        ("id: fan", "id: next_one"),
        ("after you draw", "after draw"),
    ],
)
def test_a_changed_card_is_told_the_same(cards: Path, change: tuple[str, str]) -> None:
    cards.write_text(CARDS.replace(*change))
    again = check_paths([cards])[0]
    assert again == fresh(cards)


def test_a_changed_library_is_checked_anew(cards: Path) -> None:
    game = cards.parents[3] / "games" / "shop" / "game.yaml"
    game.write_text(game.read_text().replace("verb gain(number)", "verb gained(number)"))
    assert [each.code for each in check_paths([cards])[0]] == ["unknown-verb"]


def test_warnings_of_the_library_are_told_again(cards: Path) -> None:
    game = cards.parents[3] / "games" / "shop" / "game.yaml"
    game.write_text(game.read_text().replace("    draw(1)\n", "    let odd = 1\n    draw(1)\n"))
    first = check_paths([game])[0]
    assert "unused-name" in [each.code for each in first]
    assert check_paths([game])[0] == first
