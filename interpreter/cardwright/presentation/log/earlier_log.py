"""Log of a player before their last answer, in which events that are over are rendered only once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from cardwright.presentation.log.tree import build_news, find_last_answer, hold_back_choices, render_log_events
from cardwright.query.log_events import Event
from cardwright.query.log_queries import ANSWERS, SIGNS, find_controller, is_aloud
from cardwright.query.log_renderer import LogRenderer

if TYPE_CHECKING:
    from cardwright.game.state import State
    from cardwright.runtime.log_and_snapshot_records import LogEntry
    from cardwright.runtime.state import Position

# The earlier log begins this number of answers ago, or before, to have at least `ENOUGH` events.
EARLIER, ENOUGH = 8, 120


@dataclass(frozen=True, slots=True)
class _Stretch:
    """A part of the log as rendered: the number of its events, and these events marked for a viewer.

    It is valid while `first` and `last` are its entries, and the pieces with zones in it have the same `controllers`,
    by the slot of the zone.
    """

    first: LogEntry
    last: LogEntry
    controllers: dict[int, int | None]
    count: int
    events: list[Event]

    def is_valid(self, log: Sequence[LogEntry], state: Position) -> bool:
        """Return True if it is what the entries `log` would be rendered as now."""
        same = log[0] is self.first and log[-1] is self.last
        return same and all(find_controller(state, slot) == player for slot, player in self.controllers.items())


class EarlierLog:
    """The log of one player before their last answer, in which events are marked that affect the player `about`.

    Stretches that were rendered before are kept (see `render_log_events` for the marks).
    """

    def __init__(self, viewer: int, about: int) -> None:
        self.viewer = viewer
        self.about = about
        self._stretches: dict[tuple[int, int], _Stretch] = {}

    def build_tree(self, state: State) -> list[Event]:
        """Return the log tree before the player's last answer, with at least `ENOUGH` events if available.

        While the player is asked on, their choices at its end are left out as in `build_news`.
        """
        end = find_last_answer(state, self.viewer)
        tree = self.list_events(state, end)
        asked_on = not state.finished and state.player == self.viewer and not build_news(state, self.viewer, end)
        return hold_back_choices(tree, self.viewer) if asked_on else tree

    def list_events(self, state: State, end: int) -> list[Event]:
        """Return at least the last `ENOUGH` events that the player saw before entry `end` of the log.

        The list begins with an answer of the player or with the game, so that its beginning reveals nothing hidden.
        """
        answers = EARLIER
        while True:
            since = find_last_answer(state, self.viewer, answers)
            # the number of log entries bounds that of events
            if not since or end - since >= ENOUGH:
                found = self._render(state, since, end)
                if not since or sum(each.count for each in found) >= ENOUGH:
                    self._stretches = {place: each for place, each in self._stretches.items() if place[0] >= since}
                    return [event for stretch in found for event in stretch.events]
            answers *= 2

    def _render(self, state: State, since: int, end: int) -> Sequence[_Stretch]:
        """Return the stretches of a part of the log."""
        tracked = state.retracked()
        log = tracked.tracker.log
        places = [since, *_find_boundaries(log, since, end, tracked.program.players), end] if since < end else []
        found: list[_Stretch] = []
        for start, stop in pairwise(places):
            stretch = self._stretches.get((start, stop))
            if stretch is None or not stretch.is_valid(log[start:stop], tracked):
                renderer = LogRenderer(tracked, (self.viewer,))
                events = renderer.tell(start, stop)
                marked = render_log_events(events, self.about)
                stretch = _Stretch(log[start], log[stop - 1], renderer.controllers, _count_events(events), marked)
                if stop < end:  # else what follows can repeat its last choices
                    self._stretches[start, stop] = stretch
            found.append(stretch)
        return found


def _find_boundaries(log: Sequence[LogEntry], since: int, end: int, players: int) -> Iterator[int]:
    """Yield the places after `since` at which a procedure without a cause begins that repeats no choice before it.

    What comes before such a place is rendered without regard to what follows, and the other way round. What not
    everybody hears of can be rendered as late as before the next answer.
    """
    chosen, aloud = True, True
    for place in range(since, end):
        entry = log[place]
        aloud = entry.kind == "answer" or (aloud and is_aloud(entry, players))
        if not entry.depth and entry.kind not in SIGNS:
            if entry.kind == "begin" and aloud and not chosen:
                yield place
            chosen = entry.kind in ANSWERS


def _count_events(events: Sequence[Event]) -> int:
    return sum(1 + _count_events(event.children) for event in events)
