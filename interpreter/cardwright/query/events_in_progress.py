"""Events in progress while a game waits: the procedures, and the choices on the way."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from cardwright.program_format import PASS, PENDING, TRACKER
from cardwright.query.log import LogRenderer
from cardwright.runtime.decision import find_title

if TYPE_CHECKING:
    from cardwright.runtime.state import Position


def list_open_procedures(state: Position) -> dict[int, int]:
    """Return the procedures in progress by number, with their doers (-1: nobody)."""
    log = state.slots[TRACKER].log
    return {log[place].what[0]: log[place].player for place in open_entries(state) if log[place].kind == "begin"}


def list_open_abilities(state: Position) -> list[int]:
    """Return the abilities in progress by number, outermost first."""
    log = state.slots[TRACKER].log
    return [log[place].what[0] for place in open_entries(state) if log[place].kind == "power"]


def was_answered_before(state: Position) -> bool:
    """Return True if the pending decision was answered before within the same procedure."""
    places, log = open_entries(state), state.slots[TRACKER].log
    since = places[-1] + 1 if places else 0
    depth = log[places[-1]].depth + 1 if places else 0
    site = state.slots[PENDING][2]
    return any(entry.kind == "answer" and entry.depth == depth and entry.what[0] == site for entry in log[since:])


def list_shown_pieces(state: Position, player: int) -> list[int]:
    """Return the pieces shown to a player since the second innermost procedure in progress began."""
    log, places = state.slots[TRACKER].log, open_entries(state)
    found: dict[int, None] = {}
    for entry in log[places[-2] if len(places) > 1 else len(log) :]:
        if entry.kind == "show" and player in entry.what[1]:
            found |= dict.fromkeys(entry.what[0])
    return list(found)


def open_entries(state: Position) -> list[int]:
    """Return the log positions of the events in progress, outermost first."""
    tracker = state.slots[TRACKER]
    depth = tracker.depth - len(tracker.unsaid)
    found = []
    for place in range(len(tracker.log) - 1, -1, -1):
        entry = tracker.log[place]
        if entry.depth < depth and entry.kind in ("begin", "power"):
            depth = entry.depth
            found.append(place)
    return found[::-1]


def describe_open_events(state: Position, player: int) -> list[str]:
    """Return the procedures in progress, outermost first, as a player may know them.

    Abilities are left out: the player may not know that an ability is in progress.
    """
    log, renderer = state.slots[TRACKER].log, LogRenderer(state, (player,))
    texts = [renderer.told_of(place) for place in open_entries(state) if log[place].kind == "begin"]
    return [text for text in texts if text]


def find_arguments(state: Position, player: int, procedure: str) -> dict[str, str]:
    """Return the arguments of the innermost procedure in progress if it is `procedure`, as a player reads them."""
    places = open_entries(state)
    entry = state.slots[TRACKER].log[places[-1]] if places else None
    row = None if entry is None or entry.kind != "begin" else state.program.tables.procedures[entry.what[0]]
    if entry is None or row is None or row.word != procedure:
        return {}
    return {
        role: text for role, text in LogRenderer(state, (player,)).roles(entry).items() if f"{{{role}" in row.phrase
    }


def list_open_choices(state: Position, player: int) -> list[tuple[str, str, bool]]:
    """Return a player's choices that led to the events in progress: event, choice, and whether the choice is named.

    The event is as `going_on` renders it, "" for an event that is not rendered.
    """
    log, renderer = state.slots[TRACKER].log, LogRenderer(state, (player,))
    places = open_entries(state)  # nothing is going on where the game's own course asks
    found: list[tuple[str, str, bool]] = []
    for begun, upto in pairwise([*places, len(log)]):
        event = (log[begun].kind == "begin" and renderer.told_of(begun)) or ""
        led: list[tuple[str, str, bool]] = []
        for entry in log[begun + 1 : upto]:
            if entry.kind in ("begin", "power") and entry.depth == log[begun].depth + 1:
                led.clear()  # what was chosen for a deed that is over
            elif entry.kind == "answer" and entry.player == player and entry.depth == log[begun].depth + 1:
                site, value = state.program.tables.sites[entry.what[0]], entry.what[1]
                if value != PASS and site.base not in ("may", "ability", "number") and find_title(site, value) is None:
                    led.append((event, renderer.option(entry), renderer.knows(entry)))
        found += led
    return found
