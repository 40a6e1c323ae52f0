"""Queries on a log: earlier entries of an event, and pieces that an entry made visible."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from cardwright.query.log_events import CounterChange, Event
from cardwright.runtime.log_entries import LogEntry

if TYPE_CHECKING:
    from cardwright.runtime.state import Position

# What says of itself nothing in words, and what is chosen, whether somebody was asked or could do nothing else.
SIGNS = ("count", "change")
CHOICES = ("answer", "taken")
# An answer that was given in secret becomes known.
OPENED = "opened"
ANSWERS = (*CHOICES, OPENED)


def find_last_event(state: Position, word: str) -> LogEntry | None:
    """Return the log entry of the last event of a procedure, or None."""
    tracked = state.retracked()
    procedures = tracked.program.tables.procedures
    log = tracked.tracker.log
    return next(
        (each for each in reversed(log) if each.kind == "begin" and procedures[each.what[0]].word == word), None
    )


def find_earlier(log: Sequence[LogEntry], entry: LogEntry) -> Iterable[LogEntry]:
    """Yield the entries of the same event that come before an entry, newest first."""
    place = next(place for place in range(len(log) - 1, -1, -1) if log[place] is entry)
    for before in reversed(log[:place]):
        if before.depth < entry.depth:
            return
        if before.depth == entry.depth:
            yield before


def add_seen(entry: LogEntry, log: Sequence[LogEntry], after: int) -> LogEntry:
    """Return an entry in which pieces also count as seen by the players to whom its consequences show them.

    Later entries reveal the pieces to these players anyway.
    """
    if entry.kind not in ("begin", "power") or not entry.seen:
        return entry
    seen = dict(entry.seen)
    for place in range(after, len(log)):
        if log[place].depth <= entry.depth:
            break
        if log[place].kind in ("move", "turn", "show"):
            for piece, players in log[place].seen.items():
                seen[piece] = seen.get(piece, 0) | players
    own = {piece: seen[piece] for piece in entry.seen}
    return entry if own == entry.seen else replace(entry, seen=own)


def order_simultaneous(sees: Callable[[int, LogEntry], bool], log: Sequence[LogEntry]) -> list[LogEntry]:
    """Return a log in which the order of simultaneous moves reveals nothing: pieces that viewers see come first."""
    found: list[LogEntry] = []
    for _, moves in groupby(log, lambda entry: (entry.kind, entry.depth, entry.what[1:])):
        together = list(moves)
        if together[0].kind == "move":
            together.sort(key=lambda entry: not sees(entry.what[0], entry))
        found += together
    return found


def find_changes(state: Position, since: int) -> dict[int, list[CounterChange]]:
    """Return for each log entry, by its id, the counters that it changed and that all players see."""
    now: dict[int, int] = {}
    found: dict[int, list[CounterChange]] = {}
    log = state.tracker.log
    for place in range(len(log) - 1, since - 1, -1):
        if log[place].kind == "count":
            slot, by, _ = log[place].what
            after = now.get(slot, state.slots[slot])
            now[slot] = after - by
            found[id(log[place])] = _count_of(state, slot, after - by, after)
    return found


def _count_of(state: Position, slot: int, before: int, after: int) -> list[CounterChange]:
    """Return the change of a counter of the table or of a player. Counters on pieces are rendered with the piece."""
    for memory in state.program.tables.memory:
        count = {"table": 1, "player": state.program.players}.get(memory.owner, 0)
        place = slot - memory.base
        if 0 <= place < count * memory.width and memory.type == "number":
            index = memory.per[place % memory.width].replace("_", " ") if memory.per else ""
            whose = place // memory.width if memory.owner == "player" else None
            title = f"{memory.title} {index}" if index else memory.title
            return [CounterChange(whose, title, before, after, memory.word, index)]
    return []


@dataclass(slots=True)
class GoingOn:
    """An event whose consequences are still being added below it in the log tree."""

    event: Event
    entry: LogEntry
    rendered: bool = False
    names: dict[str, int] | None = None

    @property
    def is_procedure(self) -> bool:
        """True for a procedure."""
        return self.entry.kind == "begin"
