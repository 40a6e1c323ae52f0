"""A rule for when powers work that never ends keeps nobody from looking at the table; play reports it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import RunawayError, load_game
from cardwright.presentation.arrange_table import build_open_table, build_table

GAME = """\
game: endless
players: 2
active: active
turn: take_turn
powers_work_in: [desk]
powers_work_if: works
kinds: {card: {}}
pieces:
  - id: ant
    power: "modify works: set works(this)"
zones: {table: {deck: {of: cards}, desk: {of: cards}}}
memory: {table: {active: player}, player: {points: number}}
library: |
  step setup: move(deck, to: desk)
  step play: active take_turn
  verb take_turn "take a turn":
    choose one:
      option "Rest": nothing
      option "Ask":
        for each c in desk where works(c): you.points += 1
  rule works(card) "{card} works": yes
  rule final_score(player) "the score of {player}": player.points
"""


@pytest.mark.parametrize("tracked", [False, True])
def test_a_table_is_shown_where_the_rule_for_powers_never_ends(tmp_path: Path, tracked: bool) -> None:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    state = load_game(tmp_path).new(2, 1, tracked=tracked)
    assert build_table(state, 0).zones
    assert build_open_table(state, 0).zones
    with pytest.raises(RunawayError, match="works -> works"):
        state.apply(1)
