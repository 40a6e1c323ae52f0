"""A game checked again after a change says what a fresh check says, though its library is not checked anew."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from cardwright import check_paths
from cardwright.checker import rule_texts_outside_pieces, typed_tree
from cardwright.checker.game import GameChecker
from cardwright.declarations.find_game_files import find_game_files
from cardwright.declarations.readers.game_files import read_game
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


def test_the_nodes_of_bodies_follow_each_change_of_a_game(cards: Path) -> None:
    loaded = read_game(find_game_files(cards.parents[3] / "games" / "shop", cards.parents[1]))
    assert loaded.game is not None
    checked = GameChecker(loaded.game).run()
    first = typed_tree.walk_bodies(checked)
    assert typed_tree.walk_bodies(checked) is first
    ability = checked.abilities[-1]
    checked.abilities[-1] = replace(ability, body=(*ability.body, *ability.body))
    assert list(typed_tree.walk_bodies(checked)) == typed_tree.walk_tree(typed_tree.list_bodies(checked))
    assert len(typed_tree.walk_bodies(checked)) > len(first)
