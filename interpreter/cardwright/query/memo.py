"""Keeps what was worked out last for a player, as many things are asked of a state before it changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar, cast

from cardwright.program_format import TRACKER

if TYPE_CHECKING:
    from cardwright.runtime.state import Position

T = TypeVar("T")


def asked_before(state: Position, player: int, what: str, work_out: Callable[[], T]) -> T:
    """What there is to know of a state under a name, worked out anew if anything of the state is not as it was.

    It may hang on the slots, on what the player knows and on the log, and nobody may change it.
    """
    tracker = state.slots[TRACKER]
    log = () if tracker is None else (tracker.known[player], len(tracker.log), tracker.log[-1:])
    now = log, state.slots[TRACKER + 1 :]
    kept = state.program.kept.get((what, player))
    if kept is None or kept[0] != now:
        kept = state.program.kept[what, player] = now, work_out()
    return cast("T", kept[1])
