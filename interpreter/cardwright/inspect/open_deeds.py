"""What goes on while a game waits: the deeds and powers in the course of which it does, and what came of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.contract import PENDING, TRACKER

if TYPE_CHECKING:
    from cardwright.runtime.position import Position


def performed_now(state: Position) -> dict[int, int]:
    """The verbs and steps in the course of which a game waits, by their numbers, with who does them (-1: nobody)."""
    log = state.slots[TRACKER].log
    return {log[place].what[0]: log[place].player for place in open_entries(state) if log[place].kind == "begin"}


def powers_at_work(state: Position) -> list[int]:
    """The abilities in the course of which a game waits, by their numbers, outermost first."""
    log = state.slots[TRACKER].log
    return [log[place].what[0] for place in open_entries(state) if log[place].kind == "power"]


def answered_before(state: Position) -> bool:
    """Whether what a game waits for was asked and answered before in the course of the deed that asks."""
    places, log = open_entries(state), state.slots[TRACKER].log
    since = places[-1] + 1 if places else 0
    depth = log[places[-1]].depth + 1 if places else 0
    site = state.slots[PENDING][2]
    return any(entry.kind == "answer" and entry.depth == depth and entry.what[0] == site for entry in log[since:])


def shown_so_far(state: Position, player: int) -> list[int]:
    """The pieces that were shown to a player in the course of what goes on, by the deed that led to the last one."""
    log, places = state.slots[TRACKER].log, open_entries(state)
    found: dict[int, None] = {}
    for entry in log[places[-2] if len(places) > 1 else len(log) :]:
        if entry.kind == "show" and player in entry.what[1]:
            found |= dict.fromkeys(entry.what[0])
    return list(found)


def open_entries(state: Position) -> list[int]:
    """Where in the log stands what is going on, outermost first."""
    tracker = state.slots[TRACKER]
    depth = tracker.depth - len(tracker.unsaid)
    found = []
    for place in range(len(tracker.log) - 1, -1, -1):
        entry = tracker.log[place]
        if entry.depth < depth and entry.kind in ("begin", "power"):
            depth = entry.depth
            found.append(place)
    return found[::-1]
