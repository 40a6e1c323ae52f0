"""Memo of the last result per query and player until the state changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar, cast

from cardwright.program_format import TRACKER

if TYPE_CHECKING:
    from cardwright.runtime.state import Position

T = TypeVar("T")


def asked_before(state: Position, player: int, what: str, work_out: Callable[[], T]) -> T:
    """Return a result under a name, computed again if anything in the state has changed.

    It may depend on the slots, the player's knowledge and the log; callers must not change it.
    """
    tracker = state.slots[TRACKER]
    log = () if tracker is None else (tracker.known[player], len(tracker.log), tracker.log[-1:])
    now = log, state.slots[TRACKER + 1 :]
    kept = state.program.kept.get((what, player))
    if kept is None or kept[0] != now:
        kept = state.program.kept[what, player] = now, work_out()
    return cast("T", kept[1])
