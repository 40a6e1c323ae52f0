"""The game as it was when something ended after which its look asks for a pause, though it has gone on since."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardwright.contract import TRACKER
from cardwright.runtime.tracker import Tracker
from cardwright.runtime.written import Kept

if TYPE_CHECKING:
    from cardwright.playing.state import State

# Waits for nobody: the game was on its way.
NOBODY_IS_ASKED = (-1, (), 0)


@dataclass(frozen=True, slots=True)
class Moment:
    """What had just ended, how long the log was, and the game as it stood, to be looked at only."""

    word: str
    log_size: int
    state: State


def taken(state: State) -> list[Moment]:
    """The moments since they were taken last; from now on more are kept. None of a game played without a log."""
    tracker: Tracker | None = state.slots[TRACKER]
    if tracker is None:
        return []
    moments = [Moment(kept.word, kept.log_size, _as_it_was(state, kept)) for kept in tracker.kept or ()]
    tracker.kept = []
    return moments


def _as_it_was(state: State, kept: Kept) -> State:
    then = state.clone()
    tracker: Tracker = then.slots[TRACKER]
    tracker.known = kept.known
    del tracker.log[kept.log_size :]
    then.origin = None
    then.slots = [tracker, NOBODY_IS_ASKED, *kept.slots[2:]]
    return then
