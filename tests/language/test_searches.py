"""Searches are bounded like loops."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.runtime.errors import RunawayError
from cardwright.runtime.primitives.execution_budget import ExecutionBudget

MANY = """\
game: many
players: 2
active: active
turn: take_turn
kinds:
  square: {plural: squares}
zones:
  table:
    board: {of: squares}
memory: {table: {active: {is: player}, found: {is: number}}}
library: |
  step setup: active = the(first(players))
  step play: active take_turn
  verb take_turn "take a turn":
    choose one:
      option "Once": found = count(connected(board, by: board))
      option "Again and again": found = sum(count(connected(s, by: board)) for each s in board for each t in board)
  rule final_score(player): found
pieces:
  - {id: square, copies: 200}
"""


def test_a_search_in_long_loops_ends_with_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "game.yaml").write_text(MANY, encoding="utf-8")
    game = load_game(tmp_path)
    monkeypatch.setattr(ExecutionBudget, "gone", 100_000)
    for tracked in (False, True):
        state = game.new(2, 1, tracked=tracked)
        state.apply(0)
        assert state.scores == [200, 200]
        state = game.new(2, 1, tracked=tracked)
        with pytest.raises(RunawayError, match="items of nested lists"):
            state.apply(1)
