"""Memos of results that are valid until the state changes, or for equal inputs."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, TypeVar, cast

from cardwright.state_slots_and_table_rows import TRACKER

if TYPE_CHECKING:
    from cardwright.runtime.state import Position

T = TypeVar("T")


def memoize(state: Position, player: int, what: str, work_out: Callable[[], T]) -> T:
    """Return the result of `work_out`, stored under the name `what` until the state changes.

    The result may depend on the slots, the player's knowledge and the log. Callers must not modify it.
    """
    log: tuple[Any, ...] = ()
    if state.tracked:
        log = (state.tracker.known[player], len(state.tracker.log), state.tracker.log[-1:])
    now = log, state.slots[TRACKER + 1 :]
    kept = state.program.kept.get((what, player))
    if kept is None or kept[0] != now:
        kept = state.program.kept[what, player] = now, work_out()
    return cast("T", kept[1])


class ResultMemo:
    """A memo of the last `most` results for each name."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: dict[Hashable, list[tuple[object, object]]] = {}

    def get(self, name: Hashable, given: object, work_out: Callable[[], T]) -> T:
        """Return the result for the input `given`, computed by `work_out` unless the memo has it.

        Inputs are compared by equality.
        """
        kept = self._kept.setdefault(name, [])
        for place, (before, found) in enumerate(kept):
            if before == given:
                if place:
                    kept.insert(0, kept.pop(place))
                return cast("T", found)
        made = work_out()
        kept.insert(0, (given, made))
        del kept[self._most :]
        return made
