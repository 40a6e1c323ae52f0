"""A rule text with several hundred statements that can ask is compiled and played, in both variants and in C."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.native.differential import QUICK, no_compiler, play_both

from cardwright import load_game
from cardwright.native.engine import Engine

GAME = """\
game: chain
players: 2
kinds: {card: {}}
zones: {table: {deck: {of: cards, see: everyone, ordered: yes}}}
memory: {player: {points: number}}
library: |
  rule final_score(player): player.points
  step setup: nothing
  step play:
    for each p in players: p act
    finish
  verb take:
    choose c from deck:
      you.points += 1
  verb act:
STATEMENTS
pieces:
  - {id: card, copies: 1}
"""
LENGTH = 400
# What stands there again and again, and the points that it brings.
STATEMENTS = {
    "a choice": ("choose c from deck:\n      you.points += 1", LENGTH),
    "a condition": ("if you.points < 5:\n      take\n    you.points += 1", LENGTH + 3),
    "a call": ("take", LENGTH),
    "a loop": ("repeat 2 times:\n      take", 2 * LENGTH),
    "options": ('choose one:\n      option "A": you.points += 1', LENGTH),
}


@pytest.mark.long
@pytest.mark.parametrize("kind", STATEMENTS)
def test_a_long_text_is_played(kind: str, tmp_path: Path) -> None:
    statement, points = STATEMENTS[kind]
    text = GAME.replace("STATEMENTS\n", f"    {statement}\n" * LENGTH)
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    game = load_game(str(tmp_path))
    for tracked in (False, True):
        state = game.new(2, 1, tracked)
        assert state.finished
        assert state.scores == [points, points]
    if not no_compiler():
        assert play_both(Engine(game, 2, QUICK), game, 1, 1).states
