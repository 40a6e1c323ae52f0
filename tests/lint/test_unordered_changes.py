"""Which changes of one rule, by two cards, are told to have no certain order."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import check_paths

GAME = """game: order
types:
  good: {plural: goods, values: [tea, silk, salt]}
kinds:
  card: {attributes: {good: good}}
zones:
  table:
    deck: {of: cards, see: nobody, ordered: yes}
  player:
    works: {of: cards, see: everyone}
memory:
  player:
    coins: number
    ready: yes_no
powers_work_in: [works]
library: |
  rule final_score(player): sum(price(player, g) for each g in goods) + player.coins + count(banned(player))
  rule price(player, of: good): count(player.works where good is of)
  rule banned(player) gives goods: []
  step setup: shuffle(deck)
  step play:
    repeat until count(deck) is 0:
      for each p in players:
        p.coins += 1
        p.ready = not p.ready
        move(top(deck), to: p.works)
pieces:
"""


def told(folder: Path, *powers: str) -> list[str]:
    """The codes told of a game with a card for each power."""
    cards = [f'  - {{id: card_{n}, good: tea, power: "{power}"}}\n' for n, power in enumerate(powers)]
    (folder / "game.yaml").write_text(GAME + "".join(cards), encoding="utf-8")
    return [each.code for each in check_paths([folder / "game.yaml"])[0]]


UNCERTAIN = [
    ("modify price(you): set 2", "modify price(you): set 3"),
    ("modify price(you): set 2", "modify price(you, of: tea): set 3"),
    ("modify price(of: tea): set 2", "modify price(you, tea): set 3"),
    ("modify price(opponents): set 2", "modify price(you): set 3"),
    ("modify price(you) where of in [tea, silk]: set 2", "modify price(you) where of in [silk, salt]: set 3"),
    ("modify price(you) where you.coins > 3: set 2", "modify price(you) where you.ready: set 3"),
    ("modify price(you) where you.coins > 3: set 2", "modify price(you) where you.coins in [3, 4]: set 3"),
    ("modify price(you) where you.ready or of is tea: set 2", "modify price(you) where not you.ready: set 3"),
    ("modify price(you) where of is not tea: set 2", "modify price(you) where of is not silk: set 3"),
    ("modify price(you): cap 2", "modify price(you): raise 3"),
    ("modify banned(you): add [tea]", "modify banned(you): remove goods"),
]
CERTAIN = [
    ("modify price(you): set 2", "modify price(you): set 2"),
    ("modify price(you): set 2", "modify price(you): add 3"),
    ("modify price(you): set 2", "modify price(you): raise 3"),
    ("modify price(you): multiply 2", "modify price(you): add 3"),
    ("modify price(you): cap 3", "modify price(you): raise 3"),
    ("modify price(you): cap 3", "modify price(you): cap 2"),
    ("modify price(you, of: tea): set 2", "modify price(you, of: silk): set 3"),
    ("modify price(you, of: tea): set 2", "modify price(you) where of is not tea: set 3"),
    ("modify price(you) where of in [tea, silk]: set 2", "modify price(you) where of is salt: set 3"),
    ("modify price(you) where you.ready: set 2", "modify price(you) where not you.ready: set 3"),
    ("modify price(you) where you.coins > 3: set 2", "modify price(you) where you.coins <= 3: set 3"),
    ("modify price(you) where you.coins > 3: set 2", "modify price(you) where you.coins in [1, 3]: set 3"),
    ("modify price(you) where you.ready and of is tea: set 2", "modify price(you, of: silk): set 3"),
    (
        "modify price(you) where you.ready or of is tea: set 2",
        "modify price(you) where not you.ready and of is silk: set 3",
    ),
    ("modify banned(you): add [tea]", "modify banned(you): remove [silk]"),
    ("modify banned(you): add [tea]", "modify banned(you): set [silk]"),
]


@pytest.mark.parametrize("powers", UNCERTAIN, ids=" / ".join)
def test_changes_that_may_meet_and_do_not_agree_are_told(powers: tuple[str, str], tmp_path: Path) -> None:
    assert told(tmp_path, *powers) == ["unordered-changes"]


@pytest.mark.parametrize("powers", CERTAIN, ids=" / ".join)
def test_changes_that_agree_or_never_meet_are_not_told(powers: tuple[str, str], tmp_path: Path) -> None:
    assert told(tmp_path, *powers) == []


def test_one_power_may_say_when_each_of_its_changes_holds(tmp_path: Path) -> None:
    cards = "  - id: card\n    good: tea\n    power: |\n      modify price(you): set 2\n"
    cards += "      modify price(you) where you.ready: set 3\n"
    (tmp_path / "game.yaml").write_text(GAME + cards, encoding="utf-8")
    assert check_paths([tmp_path / "game.yaml"])[0] == []
