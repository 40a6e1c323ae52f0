"""A number of any value behind its own name, as in `at place {place}`, is any such place."""

from __future__ import annotations

from pathlib import Path

from cardwright import load_game
from cardwright.english.renderer import English
from cardwright.game.loading import find_checked_game

GAME = """\
game: line
players: 2
powers_work_in: [row]
kinds: {card: {}}
zones:
  table: {box: {of: cards}}
  player: {hand: {of: cards, see: owner}, row: {of: cards, row: yes}}
library: |
  step setup: nothing
  step play:
    for each p in players:
      p choose c from p.hand: p line_up(c, 1)
    finish
  rule final_score(player): count(player.row)
  verb line_up(card, place: number) "line up {card} at place {place}": move(card, to: you.row, at: place)
  verb pass_on(card) "pass {card} on": move(card, to: next(you).hand)
pieces:
  - id: creeper
    copies: 9
    power: |
      after you line_up where card is not this: pass_on(card)
  - id: fifth
    power: |
      after you line_up(place: 5): pass_on(card)
"""


def test_any_place_is_told_as_one(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    checked = find_checked_game(load_game(tmp_path))
    english = English.of(checked)
    texts = [english.power(power.written) for power in checked.powers.values()]
    assert texts[0] == "After you line up a card (other than this one) at any place, pass that card on."
    assert texts[1] == "After you line up a card at place 5, pass that card on."
