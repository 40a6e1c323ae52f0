"""What happened, as one player could see it: a tree of deeds and what came of them, with what touched that player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardwright.inspect.history import Count, Event
from cardwright.presentation.folding import says_again
from cardwright.presentation.telling import last_answer

if TYPE_CHECKING:
    from cardwright.playing.state import State

# What a player is told beside what is new begins so many of their answers ago, or more where too little happened.
EARLIER, ENOUGH = 8, 120


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that happened, who did it (None: nobody), and what came of it.

    `touches`: it is about the viewer, their pieces, counters or score, and must not be left out. `quiet`: it says
    nothing by itself. `aside`: the look finds it not worth telling. `counts` are counters that it changed at once.
    """

    text: str
    player: int | None
    lines: tuple[Line, ...] = ()
    touches: bool = False
    quiet: bool = False
    aside: bool = False
    counts: tuple[str, ...] = ()

    @property
    def matters(self) -> bool:
        """Whether it, or anything that came of it, is about the viewer."""
        return self.touches or any(line.matters for line in self.lines)


@dataclass(frozen=True, slots=True)
class Story:
    """What happened, as a tree. How long the log was is not told: even that can tell what nobody saw."""

    lines: tuple[Line, ...]


def story(state: State, viewer: int, since: int | None = None) -> Story:
    """What a player saw happen since the log had a size (`State.log_size`); None: since they answered last."""
    start = last_answer(state, viewer) if since is None else since
    return told(state, state.log_since(start, viewer), viewer)


def earlier_story(state: State, viewer: int) -> Story:
    """What a player saw happen before they answered last: the end of it, at least `ENOUGH` things if there were."""
    return told(state, events_before(state, viewer, last_answer(state, viewer)), viewer)


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


def told(state: State, events: Sequence[Event], viewer: int) -> Story:
    """Some events as a story."""
    names = [state.program.naming.player(seat) for seat in range(state.program.players)]
    return Story(tuple(_lines(events, viewer, names)))


def _lines(events: Iterable[Event], viewer: int, names: Sequence[str]) -> Iterable[Line]:
    for event in events:
        if not event.echoed:
            yield Line(
                event.text,
                event.player,
                tuple(_lines(_consequences(event), viewer, names)),
                viewer in event.touches or any(count.player == viewer for count in event.counts),
                event.quiet,
                event.aside,
                tuple(counted(count, names) for count in event.counts),
            )


def _consequences(event: Event) -> Iterable[Event]:
    """What an event led to, without deeds that tell it again."""
    for child in event.children:
        if says_again(child, event):
            yield from _consequences(child)
        else:
            yield child


def counted(count: Count, names: Sequence[str]) -> str:
    """What became of a counter: `P2: points 12 → 22`."""
    whose = "" if count.player is None else f"{names[count.player]}: "
    return f"{whose}{count.title} {count.before} → {count.after}"
