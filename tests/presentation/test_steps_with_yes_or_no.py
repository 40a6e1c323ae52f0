"""A step with yes or no as an argument: what is told in its place says which of the two."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.presentation.rulebook.assemble_rulebook import write_rulebook
from cardwright_tools.printing.rulebook_text_and_markdown import render_lines

GAME = """
game: strikes
players: 2
active: active
kinds: {card: {attributes: {cost: number, fast: {is: yes_no, default: no}}}}
zones:
  table: {chest: {of: cards}}
memory:
  table: {active: player}
  player: {points: number}
pieces:
  - {id: bear, cost: 2}
  - {id: hare, cost: 3, fast: yes}
library: |
  step setup: nothing
  step play:
    strike(yes)
    for each p in players: p.points += 1
    strike(no)
  step strike(early: yes_no):
    BODY
  rule strikes(card, early: yes_no) "{card} strikes now": card.fast is early
  rule final_score(player): player.points
"""
CASES = {
    "for each c in chest where strikes(c, early):\n      active.points += c.cost": (
        "For each card in the chest that strikes now (early), the active player gains points",
        "For each card in the chest that strikes now (not early), the active player gains points",
    ),
    "if early: active.points += 5\n    else: active.points -= 2": (
        "1. The active player gains 5 points.",
        "3. The active player loses 2 points.",
    ),
    "if not early: active.points -= 2": (
        "1. For each player, that player gains a point.",
        "2. The active player loses 2 points.",
    ),
    "if active.points > 3: active.points -= 2\n    else:\n      if early: active.points += 5": (
        "the active player loses 2 points. Otherwise, the active player gains 5 points.",
        "the active player loses 2 points. Otherwise, nothing happens.",
    ),
}


@pytest.mark.parametrize("body", CASES)
def test_a_step_told_in_place_says_what_its_yes_or_no_means(tmp_path: Path, body: str) -> None:
    (tmp_path / "game.yaml").write_text(GAME.replace("BODY", body), encoding="utf-8")
    said = " ".join(" ".join(render_lines(write_rulebook(load_game(tmp_path)).guide, 200)).split())
    for part in CASES[body]:
        assert part in said
    assert "if yes" not in said.casefold()
    assert "if no" not in said.casefold()
