"""Events in progress while a match waits for an answer: procedures, abilities, and choices in them."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from cardwright.query.log_renderer import LogRenderer
from cardwright.runtime.decision import find_title
from cardwright.runtime.log_and_snapshot_records import LogEntry
from cardwright.state_slots_and_table_rows import PASS

if TYPE_CHECKING:
    from cardwright.runtime.state import Position


def list_open_procedures(state: Position) -> dict[int, int]:
    """Return the procedures in progress by number, each with its actor (-1: nobody)."""
    log = state.tracker.log
    return {log[place].what[0]: log[place].player for place in open_entries(state) if log[place].kind == "begin"}


def list_open_abilities(state: Position) -> list[tuple[int, int]]:
    """Return the abilities in progress as (number, piece), outermost first."""
    log = state.tracker.log
    return [log[place].what[:2] for place in open_entries(state) if log[place].kind == "power"]


def was_answered_before(state: Position) -> bool:
    """Return True if the pending decision point was answered before, during the innermost event in progress."""
    places, log = open_entries(state), state.tracker.log
    since = places[-1] + 1 if places else 0
    depth = log[places[-1]].depth + 1 if places else 0
    site = state.site
    return any(entry.kind == "answer" and entry.depth == depth and entry.what[0] == site for entry in log[since:])


def list_shown_pieces(state: Position, player: int) -> list[int]:
    """Return the pieces shown to a player since the parent of the innermost event in progress began."""
    log, places = state.tracker.log, open_entries(state)
    found: dict[int, None] = {}
    for entry in log[places[-2] if len(places) > 1 else len(log) :]:
        if entry.kind == "show" and player in entry.what[1]:
            found |= dict.fromkeys(entry.what[0])
    return list(found)


def open_entries(state: Position) -> list[int]:
    """Return the log positions of the events in progress, outermost first."""
    tracker = state.tracker
    depth = tracker.depth - len(tracker.unsaid)
    found = []
    for place in range(len(tracker.log) - 1, -1, -1):
        entry = tracker.log[place]
        if entry.depth < depth and entry.kind in ("begin", "power"):
            depth = entry.depth
            found.append(place)
    return found[::-1]


def describe_open_events(state: Position, player: int) -> list[str]:
    """Render the procedures in progress, outermost first, with only what a player can know of them.

    Abilities are left out, because the player may not know of them, and so is what the next or last one says again.
    """
    log, renderer = state.tracker.log, LogRenderer(state, (player,))
    found: list[tuple[LogEntry, str]] = []
    for place in open_entries(state):
        entry = log[place]
        text = renderer.told_of(place) if entry.kind == "begin" and not renderer.is_hidden(entry) else None
        before = found[-1][0] if found else None
        if not text or (before is not None and renderer.says_again(entry, before)):
            continue
        if before is not None and before.player == entry.player and renderer.says_again(before, entry):
            found.pop()
        found.append((entry, text))
    return [text for _, text in found]


def describe_own_turn(state: Position, player: int) -> str:
    """Render the turn in progress if it is the player's own, as `describe_open_events` does; else return ""."""
    log, tables = state.tracker.log, state.program.tables
    turns = (
        place
        for place in open_entries(state)
        if log[place].kind == "begin" and tables.procedures[log[place].what[0]].word == tables.turn
    )
    place = next(turns, None)
    own = place is not None and log[place].player == player
    return LogRenderer(state, (player,)).told_of(place) or "" if own and place is not None else ""


def find_arguments(state: Position, player: int, procedure: str) -> dict[str, str]:
    """Return the arguments of the innermost event in progress, by parameter, as texts for a player.

    Returns {} if the event is not one of `procedure`. Parameters that the phrase of the procedure does not mention are
    left out.
    """
    places = open_entries(state)
    entry = state.tracker.log[places[-1]] if places else None
    row = None if entry is None or entry.kind != "begin" else state.program.tables.procedures[entry.what[0]]
    if entry is None or row is None or row.word != procedure:
        return {}
    return {
        role: text for role, text in LogRenderer(state, (player,)).roles(entry).items() if f"{{{role}" in row.phrase
    }


def list_open_choices(state: Position, player: int) -> list[tuple[str, str, bool]]:
    """Return (event, choice, whether the choice has a name) for choices of a player that led to open events.

    The event is rendered as in the log, or "" if the log does not show it.
    """
    log, renderer = state.tracker.log, LogRenderer(state, (player,))
    places = open_entries(state)  # the turn itself asks, and nothing is in progress
    found: list[tuple[str, str, bool]] = []
    for begun, upto in pairwise([*places, len(log)]):
        shown = log[begun].kind == "begin" and not renderer.is_hidden(log[begun])
        event = (shown and renderer.told_of(begun)) or ""
        led: list[tuple[str, str, bool]] = []
        for entry in log[begun + 1 : upto]:
            if entry.kind in ("begin", "power") and entry.depth == log[begun].depth + 1:
                led.clear()  # these choices belong to a procedure that has ended
            elif entry.kind == "answer" and entry.player == player and entry.depth == log[begun].depth + 1:
                site, value = state.program.tables.sites[entry.what[0]], entry.what[1]
                if value != PASS and site.base not in ("may", "ability", "number") and find_title(site, value) is None:
                    led.append((event, renderer.option(entry), renderer.knows(entry)))
        found += led
    return found
