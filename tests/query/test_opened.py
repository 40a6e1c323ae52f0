"""What was answered in secret is told once everybody has answered, where all may see it from then on."""

from __future__ import annotations

from pathlib import Path

import cardwright
from cardwright import State

GAME = """\
game: sealed
title: Sealed
players: 3
kinds: {coin: {}}
zones: {table: {box: {of: coins, see: everyone}}}
pieces: [{id: penny, kind: coin}]
memory:
  player:
    bid: number
    vow: {is: number, secret: yes}
library: |
  rule final_score(player): player.bid + player.vow
  step setup: nothing
  step play:
    secretly for each p in players:
      p choose amount from numbers(0, 3): p.bid = amount
    secretly for each p in players:
      p may choose amount from numbers(5, 7): p.vow = amount
    finish
"""


def told(state: State, player: int, since: int = 0) -> list[str]:
    found, stack = [], list(reversed(state.log_since(since, player)))
    while stack:
        event = stack.pop()
        found += [event.text] if "chooses" in event.text else []
        stack += reversed(event.children)
    return found


def test_sealed_answers_are_told_when_all_have_answered(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    state = cardwright.load_game(tmp_path).new(3, 1)
    state.apply(2)
    state.apply(0)
    assert [told(state, player) for player in range(3)] == [["P1 chooses 2 (amount)"], ["P2 chooses 0 (amount)"], []]
    before = state.log_size  # P3 read all there was before they answered, and is told of it nevertheless
    state.apply(1)
    amounts = [f"P{player + 1} chooses {amount} (amount)" for player, amount in enumerate((2, 0, 1))]
    assert told(state, 2, before) == [amounts[2], *amounts[:2]]
    for player in range(3):
        assert sorted(told(state, player)) == amounts
    # what goes into secret memory is nobody else's, also afterwards
    for _ in range(3):
        state.apply(1)
    assert state.finished
    for player in range(3):
        assert sorted(told(state, player)) == sorted([*amounts, f"P{player + 1} chooses 6 (amount)"])
