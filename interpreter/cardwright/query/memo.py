"""Memos of results that are valid until the state changes, or for equal inputs."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, TypeVar, cast

from cardwright.state_slots_and_table_rows import TRACKER

if TYPE_CHECKING:
    from cardwright.runtime.state import Position

T = TypeVar("T")
# By name, the inputs and results of a query, latest first.
Results = dict[Hashable, list[tuple[object, object]]]

# Number of states of which the results for a player are stored. Several matches of a game go on at once, and what
# options lead to is asked for a little after the rest.
MAX_STATES = 8


def memoize(state: Position, player: int, what: str, work_out: Callable[[], T], given: object = None) -> T:
    """Return the result of `work_out`, stored under the name `what` for the last few states of a game.

    The result may depend on the slots, the player's knowledge, the log and `given`. Callers must not modify it.
    """
    log: tuple[Any, ...] = ()
    if state.tracked:
        log = (state.tracker.known[player], len(state.tracker.log), *map(_Same, state.tracker.log[-1:]))
    now = _Same(state.history), log, given, state.slots[TRACKER + 1 :]
    return ResultMemo(MAX_STATES, state.program.kept).get((what, player), now, work_out)


class _Same:
    """An object that is compared by identity: two histories can have equal answers, or two logs equal last entries."""

    __slots__ = ("thing",)

    def __init__(self, thing: object) -> None:
        self.thing = thing

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.thing is other.thing

    def __hash__(self) -> int:
        return id(self.thing)


class ResultMemo:
    """A memo of the last `most` results for each name, stored in `kept`."""

    def __init__(self, most: int, kept: Results | None = None) -> None:
        self._most = most
        self._kept = {} if kept is None else kept

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
