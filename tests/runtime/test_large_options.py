"""Numbers on the way may be larger than any that a game keeps: offered as options they are what they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import load_game

GAME = """game: vast
players: 2
kinds: {card: {attributes: {rank: number}}}
zones:
  table:
    deck: {of: cards, see: nobody, ordered: yes}
pieces:
  - {id: one, rank: 1}
memory:
  player: {points: number}
library: |
  step setup: nothing
  step play:
    for each p in players: p act
  rule final_score(player): player.points
  verb act:
    choose n from [0 - 900000000000 * 9, 0 - 500000000000 * 3, 3]: you.points += min(5, max(n, 2))
    choose one:
      option for each n in [0 - 900000000000 * 9, 0 - 500000000000 * 3, 3]: you.points += max(n, 1)
      option "Rest": you.points += 1
"""


@pytest.mark.parametrize("tracked", [False, True])
def test_numbers_below_all_deeds_are_numbers(tracked: bool, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    state = load_game(tmp_path).new(2, 5, tracked)
    for number, option in enumerate((0, 1, 2, 0)):
        assert state.decision is not None
        shown = [each.text for each in state.decision.options if each.text != "Rest"]
        assert shown == ["-8100000000000", "-1500000000000", "3"], number
        assert len(state.digest()) > 10
        state.apply(option)
    assert state.finished
