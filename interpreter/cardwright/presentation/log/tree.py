"""What happened, as one player could see it: a tree of deeds and what came of them, with what touched that player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from cardwright.program_format import TRACKER
from cardwright.query.events import Answer, CounterChange, Event, MovedPiece
from cardwright.source.node_dataclass import frozen

if TYPE_CHECKING:
    from cardwright.game.state import State


def answer_before(state: State, before: int) -> int:
    """How long the log was when somebody, whoever it was, answered so many answers ago (1: the last one)."""
    log = state.retracked().slots[TRACKER].log
    places = (place for place in range(len(log) - 1, -1, -1) if log[place].kind == "answer")
    return next(islice(places, before - 1, None), 0)


def last_answer(state: State, player: int, before: int = 1) -> int:
    """How long the log was when a player answered so many answers ago (1: the last one); 0 if they gave fewer."""
    return next(islice(_answers(state, player), before - 1, None), 0)


def last_root(state: State) -> int:
    """Where in the log the last entry stands that nothing led to: what was told up to there stays as it is."""
    log = state.retracked().slots[TRACKER].log
    return next((place for place in range(len(log) - 1, -1, -1) if not log[place].depth), 0)


def _answers(state: State, player: int) -> Iterator[int]:
    """Where in the log the answers of a player stand, the last one first."""
    log = state.retracked().slots[TRACKER].log
    places = (place for place in range(len(log) - 1, -1, -1) if log[place].kind == "answer")
    return (place for place in places if log[place].player == player)


# Of whom nothing is told as touching them.
NOBODY = -1
# What a player is told beside what is new begins so many of their answers ago, or more where too little happened.
EARLIER, ENOUGH = 8, 120


@frozen
class LogEvent:
    """One thing that happened, who did it (None: nobody), and what came of it.

    `deed` is the text without the name of who did it, "" where it does not begin with that. `answer` is there if
    somebody answered so, `carried` if a piece moved, `counts` are counters that it changed at once.
    `touches`: it is about the viewer, their pieces, counters or score; `news`: and others did it, so that it must not
    be left out. `quiet`: it says nothing by itself. `aside`: the look finds it not worth telling. `again`: what led to
    it says so already. A `result` tells how something ended; one `among` players is about others than who does it, or
    asks them; in the course of one that was `decided` who does it chose something. `came` says what all that came of it
    came to, where that is left out.
    """

    text: str
    player: int | None
    lines: tuple[LogEvent, ...] = ()
    touches: bool = False
    quiet: bool = False
    aside: bool = False
    counts: tuple[CounterChange, ...] = ()
    deed: str = ""
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
        """Whether it or anything that came of it may not be left out."""
        return self.news or any(line.matters for line in self.lines)

    @property
    def who(self) -> str:
        """The name that the text begins with, as it stands before the deed."""
        return self.text[: -len(self.deed)] if self.deed else ""

    def behind(self, cause: LogEvent) -> str:
        """The text as it stands behind that of what led to it: without a name that stands there already."""
        return self.deed if self.deed and cause.deed and self.player == cause.player else self.text

    @property
    def became(self) -> tuple[str, ...]:
        """What counters became, each with whose it is where that is not who did it."""
        return tuple(f"{owner(count, self.player)}{count.text}" for count in self.counts)


@dataclass(frozen=True, slots=True)
class Story:
    """What happened, as a tree. How long the log was is not told: even that can tell what nobody saw."""

    lines: tuple[LogEvent, ...]


def story(state: State, viewer: int, since: int | None = None) -> Story:
    """What a player saw happen since the log had a size (`State.log_size`); None: since they answered last."""
    start = last_answer(state, viewer) if since is None else since
    return told(state.log_since(start, viewer), viewer)


def earlier_story(state: State, viewer: int) -> Story:
    """What a player saw happen before they answered last: the end of it, at least `ENOUGH` things if there were."""
    return told(events_before(state, viewer, last_answer(state, viewer)), viewer)


def with_causes(events: Sequence[Event]) -> Sequence[Event]:
    """Return events without those at the beginning whose causes lie before them, if others are left."""
    return events[next((place for place, event in enumerate(events) if not event.depth), 0) :]


def events_before(state: State, viewer: int, end: int) -> Sequence[Event]:
    """What a player saw happen before the log had a size: the end of it, at least `ENOUGH` things if there were.

    It begins with an answer of theirs, or with the game: where it begins tells nothing of what they could not see.
    """
    answers = EARLIER
    while True:
        since = last_answer(state, viewer, answers)
        # what the log has is at most told
        if not since or end - since >= ENOUGH:
            events = state.common_log((viewer,), since, end)
            if not since or _size(events) >= ENOUGH:
                return events
        answers *= 2


def _size(events: Sequence[Event]) -> int:
    return sum(1 + _size(event.children) for event in events)


def told(events: Iterable[Event], viewer: int) -> Story:
    """Some events as a story."""
    return Story(as_lines(events, viewer))


def as_lines(events: Iterable[Event], viewer: int = NOBODY) -> tuple[LogEvent, ...]:
    """What a log tells, as a viewer is told of it."""
    return tuple(_lines(events, viewer, None, None))


def flattened(events: Iterable[Event]) -> list[Event]:
    """All events in the order in which they happened, without choices that the deed after them tells again."""
    flat: list[Event] = []
    _flatten(events, flat)
    return flat


def _flatten(events: Iterable[Event], flat: list[Event]) -> None:
    for event in events:
        if not event.echoed:
            flat.append(event)
        _flatten(event.children, flat)


def owner(count: CounterChange, player: int | None) -> str:
    """Whose a counter is, before its title, where that is not a player: `P2's `."""
    return "" if count.player in (None, player) else f"P{(count.player or 0) + 1}'s "


def grown(events: Iterable[Event], viewer: int = NOBODY) -> tuple[LogEvent, ...]:
    """What some successive events tell, whose causes may have happened before the first of them."""
    roots: list[Event] = []
    going_on: list[Event] = []
    for event in (replace(each, children=[]) for each in events):
        while going_on and going_on[-1].depth >= event.depth:
            going_on.pop()
        (going_on[-1].children if going_on else roots).append(event)
        going_on.append(event)
    return as_lines(roots, viewer)


def _lines(events: Iterable[Event], viewer: int, cause: Event | None, doer: int | None) -> list[LogEvent]:
    """The lines of what a cause led to (None: nothing that is told), in what somebody did."""
    found: list[LogEvent] = []
    for event in events:
        who = doer if event.player is None else event.player
        inner = _lines(event.children, viewer, event, who) if event.children else ()
        if event.echoed or (cause is not None and event.again and _says_again(event, cause, viewer)):
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
                touches and not own and not (event.aside and who is None),
                event.again and cause is not None,
                event.result,
                bool(event.touches) or _asks_others(event),
                event.player is not None and any(e.answer and e.player == event.player for e in event.children),
            )
        )
    return found


def _asks_others(event: Event) -> bool:
    """Whether others than who does it answered in its course."""
    return any(each.answer is not None and each.player not in (None, event.player) for each in event.children)


def _says_again(event: Event, cause: Event, viewer: int) -> bool:
    """Whether something is told by its cause: that P1 loads Rice, after P1 loads Rice as part of their load action; or
    that Lord loses its power, after P1 takes the power of Lord, unless it is about the viewer and its cause is not.
    """
    about_viewer = viewer in event.touches and viewer not in cause.touches and viewer != cause.player
    return event.again and event.carried is None and not about_viewer and not event.counts
