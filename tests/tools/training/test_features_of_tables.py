"""Features of boards and of memory of the table: places of a class, matching pieces, and what a role makes good."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.game.loading import find_checked_game
from cardwright_tools.cli.game_arguments import find_place
from cardwright_tools.training.from_nothing.owned_piece_features import (
    HeldFeature,
    find_place_classes,
    list_all_features,
)
from cardwright_tools.training.scratch_game import ScratchGame

BOARD = """title: Field
players: 2
types: {{colour: {{values: [red, blue]}}}}
kinds:
  spot: {{attributes: {{row: number, column: number}}, memory: {{holder: {{is: player}}}}}}
  card: {{attributes: {{colour: colour, worth: number}}}}
zones:
  table: {{field: {{of: spots}}, deck: {{of: cards}}}}
  player: {{hand: {{of: cards}}}}
memory:
  table: {{mover: {{is: player, title: player to move}}, asked: {{is: colour}}, round: {{is: number}}}}
library: |
  step setup: mover = the(first(players))
  step play:
    repeat 3 times:
      for each p in players: p lay
  verb lay "lay":
    choose spot from free(you): spot.holder = you
  rule free(player) gives spots "the free spots of {{player}}": field where holder is nobody
  rule has_some(player) "{{player}} has a spot": any(field where holder is player)
  rule final_score(player): count(field where holder is player)
pieces:
  - {{kind: card, id: ace, colour: red, worth: 1}}
{spots}
"""


def make_game(folder: Path, rows: int, columns: int) -> Path:
    places = [(row, column) for row in range(1, rows + 1) for column in range(1, columns + 1)]
    spots = "\n".join(f"  - {{kind: spot, id: s{row}{column}, row: {row}, column: {column}}}" for row, column in places)
    (folder / "game.yaml").write_text(BOARD.format(spots=spots), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("rows", "columns", "classes"),
    [
        (3, 3, [("s11", "s13", "s31", "s33"), ("s12", "s21", "s23", "s32")]),
        (3, 4, [("s11", "s14", "s31", "s34"), ("s12", "s13", "s32", "s33"), ("s21", "s24"), ("s22", "s23")]),
        (2, 5, []),
    ],
)
def test_places_of_a_board_that_mirror_each_other_are_a_class(
    tmp_path: Path, rows: int, columns: int, classes: list[tuple[str, ...]]
) -> None:
    checked = find_checked_game(load_game(make_game(tmp_path, rows, columns)))
    assert find_place_classes(checked.game, "spot") == classes
    assert find_place_classes(checked.game, "card") == []
    found = [each for each in list_all_features(checked, frozenset())[0] if isinstance(each, HeldFeature)]
    assert [each.names for each in found if len(each.names) > 1] == classes


def test_what_memory_of_the_table_decides_is_a_feature_that_the_game_accepts(tmp_path: Path) -> None:
    folder = make_game(tmp_path, 3, 3)
    found, common = list_all_features(find_checked_game(load_game(folder)), frozenset())
    texts = {each.text: each.words for each in found}
    role, match = "count([player] where mover is player)", "count(player.hand where colour is asked)"
    assert texts[role] == "being the player to move"
    assert texts[match] == "cards in their hand whose colour is the asked"
    assert f"{role} * round" in texts
    assert f"{role} * {match}" in texts
    assert texts["count(free(player))"] == "the number of the free spots of the player"
    assert texts["count([player] where has_some(it))"] == "whether the player has a spot"
    assert "count(field where holder is not nobody)" in [each.text for each in common]
    workshop = ScratchGame(find_place(str(folder)), tmp_path / "scratch")
    workshop.take(found, common)
    assert [each.text for each in workshop.features] == [each.text for each in (*found, *common)]
