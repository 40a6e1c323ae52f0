"""Log tree of one viewer, with events nested by cause and marked if they affect the viewer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from cardwright.program_format import TRACKER
from cardwright.query.log_events import Answer, CounterChange, Event, MovedPiece
from cardwright.source.node_dataclass import frozen

if TYPE_CHECKING:
    from cardwright.game.state import State


def find_answer_of_anyone(state: State, before: int) -> int:
    """Return the size of the log at the `before`-th last answer of any player (1: the last)."""
    log = state.retracked().slots[TRACKER].log
    places = (place for place in range(len(log) - 1, -1, -1) if log[place].kind == "answer")
    return next(islice(places, before - 1, None), 0)


def find_last_answer(state: State, player: int, before: int = 1) -> int:
    """Return the size of the log at the `before`-th last answer of a player; 0 if there were fewer."""
    return next(islice(_answers(state, player), before - 1, None), 0)


def find_last_root(state: State) -> int:
    """Return the index of the last log entry without a cause: what precedes it is final."""
    log = state.retracked().slots[TRACKER].log
    return next((place for place in range(len(log) - 1, -1, -1) if not log[place].depth), 0)


def _answers(state: State, player: int) -> Iterator[int]:
    """Yield the log indices of a player's answers, last one first."""
    log = state.retracked().slots[TRACKER].log
    places = (place for place in range(len(log) - 1, -1, -1) if log[place].kind == "answer")
    return (place for place in places if log[place].player == player)


# The viewer that no event is about.
NOBODY = -1
# The earlier log begins this number of answers ago, or before, to have at least `ENOUGH` events.
EARLIER, ENOUGH = 8, 120


@frozen
class LogEvent:
    """A log entry rendered for one viewer: the player who acted (None: nobody) and the consequences.

    `action` is the text without the acting player's name, "" if it does not begin with the name. `answer` is set for
    an answer, `carried` for a moved piece; `counts` are counters changed at once. `touches`: about the viewer or
    something of theirs. `news`: also caused by others, so never omitted. `quiet`: without information of its own.
    `aside`: hidden by the look. `again`: already in the text of the cause. `result`: an outcome. `among`: players
    involved other than the acting one. `decided`: the acting player made a choice in the event. `came` summarizes
    omitted consequences.
    """

    text: str
    player: int | None
    lines: tuple[LogEvent, ...] = ()
    touches: bool = False
    quiet: bool = False
    aside: bool = False
    counts: tuple[CounterChange, ...] = ()
    action: str = ""
    answer: Answer | None = None
    carried: MovedPiece | None = None
    news: bool = False
    again: bool = False
    result: bool = False
    among: bool = False
    decided: bool = False
    came: str = ""

    @property
    def matters(self) -> bool:
        """True if the event or one of its consequences must not be left out."""
        return self.news or any(line.matters for line in self.lines)

    @property
    def who(self) -> str:
        """The player's name at the beginning of the text."""
        return self.text[: -len(self.action)] if self.action else ""

    def behind(self, cause: LogEvent) -> str:
        """Return the text to place behind that of its cause, without a repeated name."""
        return self.action if self.action and cause.action and self.player == cause.player else self.text

    @property
    def became(self) -> tuple[str, ...]:
        """The new values of counters, with the owner where that is not the acting player."""
        return tuple(f"{render_owner(count, self.player)}{count.text}" for count in self.counts)


@dataclass(frozen=True, slots=True)
class LogTree:
    """A log tree. The size of the log is not part of it: even that could reveal hidden events."""

    lines: tuple[LogEvent, ...]


def build_log_tree(state: State, viewer: int, since: int | None = None) -> LogTree:
    """Return the log tree of a player since the log had `since` entries.

    The default is the size of the log at the player's last answer.
    """
    start = find_last_answer(state, viewer) if since is None else since
    return render_events(state.log_since(start, viewer), viewer)


def build_earlier_log_tree(state: State, viewer: int) -> LogTree:
    """Return the log tree of a player before their last answer: at least the last `ENOUGH` events."""
    return render_events(list_earlier_events(state, viewer, find_last_answer(state, viewer)), viewer)


def drop_orphans(events: Sequence[Event]) -> Sequence[Event]:
    """Return events without those at the beginning that have an earlier cause, if others remain."""
    return events[next((place for place, event in enumerate(events) if not event.depth), 0) :]


def list_earlier_events(state: State, viewer: int, end: int) -> Sequence[Event]:
    """Return the last `ENOUGH` events or more that a player saw before the log had `end` entries.

    The list begins with an answer of the player or with the game, so that its beginning reveals nothing hidden.
    """
    answers = EARLIER
    while True:
        since = find_last_answer(state, viewer, answers)
        # the number of log entries bounds that of events
        if not since or end - since >= ENOUGH:
            events = state.common_log((viewer,), since, end)
            if not since or _size(events) >= ENOUGH:
                return events
        answers *= 2


def _size(events: Sequence[Event]) -> int:
    return sum(1 + _size(event.children) for event in events)


def render_events(events: Iterable[Event], viewer: int) -> LogTree:
    """Render events as a log tree."""
    return LogTree(render_log_events(events, viewer))


def render_log_events(events: Iterable[Event], viewer: int = NOBODY) -> tuple[LogEvent, ...]:
    """Render events for a viewer."""
    return tuple(_lines(events, viewer, None, None))


def flatten_events(events: Iterable[Event]) -> list[Event]:
    """Return all events in order, without choices that the following event repeats."""
    flat: list[Event] = []
    _flatten(events, flat)
    return flat


def _flatten(events: Iterable[Event], flat: list[Event]) -> None:
    for event in events:
        if not event.echoed:
            flat.append(event)
        _flatten(event.children, flat)


def render_owner(count: CounterChange, player: int | None) -> str:
    """Return the owner to put before a counter's title if it is not `player`: `P2's `."""
    return "" if count.player in (None, player) else f"P{(count.player or 0) + 1}'s "


def render_successive_events(events: Iterable[Event], viewer: int = NOBODY) -> tuple[LogEvent, ...]:
    """Render successive events; their causes may have happened before the first of them."""
    roots: list[Event] = []
    going_on: list[Event] = []
    for event in (replace(each, children=[]) for each in events):
        while going_on and going_on[-1].depth >= event.depth:
            going_on.pop()
        (going_on[-1].children if going_on else roots).append(event)
        going_on.append(event)
    return render_log_events(roots, viewer)


def _lines(events: Iterable[Event], viewer: int, cause: Event | None, doer: int | None) -> list[LogEvent]:
    """Render the consequences of a cause, in which the player `doer` acts.

    Without a cause, the events are roots.
    """
    found: list[LogEvent] = []
    for event in events:
        who = doer if event.player is None else event.player
        inner = _lines(event.children, viewer, event, who) if event.children else ()
        if event.echoed or (cause is not None and event.again and _is_repeated_by_cause(event, cause, viewer)):
            found += inner
            continue
        touches = viewer in event.touches or (bool(event.counts) and any(c.player == viewer for c in event.counts))
        touches |= event.result and event.player == viewer
        own = doer == viewer and event.player in (None, viewer)
        found.append(
            LogEvent(
                event.text,
                event.player,
                tuple(inner),
                touches,
                event.quiet,
                event.aside,
                tuple(event.counts),
                event.deed,
                event.answer,
                event.carried,
                touches and not own and not (event.aside and who is None and not _is_taken_from(event, viewer)),
                event.again and cause is not None,
                event.result,
                bool(event.touches) or _asks_others(event),
                event.player is not None and any(e.answer and e.player == event.player for e in event.children),
            )
        )
    return found


def _is_taken_from(event: Event, viewer: int) -> bool:
    """Return True if a piece of the viewer's leaves all players: what is passed round goes to another."""
    carried = event.carried
    return carried is not None and carried.own and carried.giver == viewer and carried.taker is None


def _asks_others(event: Event) -> bool:
    """Return True if players other than the acting one answered during an event."""
    return any(each.answer is not None and each.player not in (None, event.player) for each in event.children)


def _is_repeated_by_cause(event: Event, cause: Event, viewer: int) -> bool:
    """Return True if the text of the cause includes the event.

    Examples: P1 loads Rice, after P1 loads Rice as part of their load action. Lord loses its power, after P1 takes
    the power of Lord, unless only the first one is about the viewer.
    """
    about_viewer = viewer in event.touches and viewer not in cause.touches and viewer != cause.player
    return event.again and event.carried is None and not about_viewer and not event.counts
