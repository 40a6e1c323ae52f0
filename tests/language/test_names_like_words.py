"""The id of a card that is also a word of a type means the card beside names, and the word beside words."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import load_game

GAME = """title: Caravan
players: 2
types: {{sort: {{values: [camel, lamp]}}, land: {{values: [lamp, sand]}}}}
kinds: {{card: {{attributes: {{sort: sort}}}}}}
zones:
  table: {{deck: {{of: cards, see: everyone}}}}
library: |
  rule final_score(player):
    1 if {asked}
    0 otherwise
  step setup: nothing
  step play:
    for each p in players:
      p choose one:
        option "Wait": nothing
pieces:
  - {{id: camel, sort: lamp}}
  - {{id: lamp, sort: lamp}}
  - {{id: rider, sort: camel}}
"""


@pytest.mark.parametrize(
    ("asked", "holds"),
    [
        ("the(deck where name is camel).sort is lamp", True),
        ("the(deck where camel is name).sort is lamp", True),
        ("the(deck where it.name is rider).sort is camel", True),
        ("count(deck where sort is camel) is 1", True),
        ("count(deck where camel is sort) is 1", True),
        ("deck.name is [camel, lamp, rider]", True),
        ("[camel, lamp] is deck.name", False),
        ("deck.name is [camel, lamp]", False),
        ("count(deck where name in [camel, rider]) is 2", True),
        ("count(deck where sort in [camel]) is 1", True),
        ("camel in deck.name", True),
        ("camel not in (deck where sort is lamp).name", False),
        ("camel in deck.sort", True),
        ("count((deck where sort is camel).name + [camel, lamp]) is 3", True),
    ],
)
def test_beside_a_name_the_id_of_a_card_is_meant(asked: str, holds: bool, tmp_path: Path) -> None:
    (tmp_path / "caravan").mkdir()
    (tmp_path / "caravan" / "game.yaml").write_text(GAME.format(asked=asked), encoding="utf-8")
    state = load_game(tmp_path / "caravan").new(2, seed=1)
    assert tuple(state.scores) == ((1, 1) if holds else (0, 0))
