"""From which moment on a player is told what happened: since they answered last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.contract import TRACKER

if TYPE_CHECKING:
    from cardwright.playing.state import State


def last_answer(state: State, player: int) -> int:
    """How long the log was when a player last answered something; 0 for one who never did."""
    log = state.retracked().slots[TRACKER].log
    places = (place for place in range(len(log) - 1, -1, -1) if log[place].kind == "answer")
    return next((place for place in places if log[place].player == player), 0)
