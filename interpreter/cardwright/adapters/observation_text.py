"""Text of a player's view, log and answers; two texts are equal exactly if their contents are equal."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from cardwright.game.state import State
from cardwright.query.log_events import Event
from cardwright.query.view import CounterView, PieceView, View, ZoneView
from cardwright.runtime.log_and_snapshot_records import LogEntry

# The last lines are kept in full: at least this number, and less than twice as many.
BLOCK = 256


@dataclass(frozen=True, slots=True)
class Lines:
    """A list of lines of which only the `last` are stored; a digest stands for the blocks of lines before them.

    The representation depends on the lines alone, not on how they were added, so that equal lists are equal objects.
    """

    blocks: int = 0
    digest: str = ""
    last: tuple[str, ...] = ()

    def followed_by(self, more: Sequence[str]) -> Lines:
        """Return these lines followed by the lines `more`."""
        if not more:
            return self
        blocks, digest, last = self.blocks, self.digest, (*self.last, *more)
        while len(last) >= 2 * BLOCK:
            early = "\n".join((digest, *last[:BLOCK]))
            blocks, digest, last = blocks + 1, hashlib.sha256(early.encode()).hexdigest(), last[BLOCK:]
        return Lines(blocks, digest, last)

    def texts(self) -> tuple[str, ...]:
        """Return the lines, with the digest of the first blocks as a single line."""
        return (f"{self.blocks * BLOCK} before: {self.digest}", *self.last) if self.blocks else self.last


def render_observation(view: View) -> str:
    """Return a player's view as text."""
    lines = [f"seat: {view.players[view.player]}"]
    lines += [f"{_render_owned(zone.owner, zone.name)}: {_render_pieces(zone)}" for zone in view.zones if zone.count]
    lines += [_render_counter(counter) for counter in view.counters]
    lines.append("scores: " + ", ".join("?" if score is None else str(score) for score in view.scores))
    return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class SeenLog:
    """The log events that a player has seen, from the first `entries` log entries, which can no longer change."""

    entries: int = 0
    lines: Lines = Lines()  # frozen, too


def render_information(state: State, player: int, own: Lines) -> str:
    """Return a player's view, log and answers of the match as text (OpenSpiel's information state).

    `own` are the lines of the player's answers.
    """
    return extend_information(state, player, own, SeenLog())[0]


def extend_information(state: State, player: int, own: Lines, before: SeenLog) -> tuple[str, SeenLog]:
    """Return the text that `render_information` returns, and the log events seen so far.

    `before` has the log events that the player had seen at an earlier decision, so that only new ones are rendered.
    """
    log = state.retracked().tracker.log
    over = _count_final_entries(log)
    noticed = SeenLog(over, before.lines.followed_by(_list_lines(state.common_log([player], before.entries, over))))
    happened = noticed.lines.followed_by(_list_lines(state.log_since(over, player)))
    answered = "answered: " + ", ".join(own.texts())
    return "\n".join([render_observation(state.view(player)), answered, *happened.texts()]), noticed


def _count_final_entries(log: Sequence[LogEntry]) -> int:
    """Return the number of log entries that can no longer change: those before the last event at top level."""
    place = len(log) - 1
    while place > 0 and log[place].depth > 0:
        place -= 1
    # simultaneous moves are one event
    while place > 0 and _are_simultaneous(log[place - 1], log[place]):
        place -= 1
    return max(0, place)


def _are_simultaneous(one: LogEntry, other: LogEntry) -> bool:
    return (one.kind, one.depth, one.what[1:]) == (other.kind, other.depth, other.what[1:])


def _list_lines(events: Iterable[Event]) -> list[str]:
    return [f"{'  ' * event.depth}{event.text}" for event in _render_all(events)]


def _render_all(events: Iterable[Event]) -> Iterator[Event]:
    for event in events:
        yield event
        yield from _render_all(event.children)


def _render_owned(owner: str, name: str) -> str:
    return name if owner == "table" else f"{owner}.{name}"


def _render_counter(counter: CounterView) -> str:
    return f"{_render_owned(counter.owner, counter.name)} = {counter.value}"


def _render_pieces(zone: ZoneView) -> str:
    marks = zone.marks or ((),) * len(zone.pieces)
    words = [
        _render_piece(piece) if piece else _render_hidden_piece(marked)
        for piece, marked in zip(zone.pieces, marks, strict=True)
    ]
    counted = [(word, len([*group])) for word, group in groupby(words)]
    return ", ".join(word if count == 1 else f"{count} {word}" for word, count in counted)


def _render_hidden_piece(marks: Sequence[CounterView]) -> str:
    """Render a hidden piece, with the memory that is visible on it."""
    return f"? ({'; '.join(f'{mark.name} = {mark.value}' for mark in marks)})" if marks else "?"


def _render_piece(piece: PieceView) -> str:
    kept = [_render_counter(counter) for each in (piece, *piece.parts) for counter in each.counters]
    lying = [f"{zone.name}: {_render_pieces(zone)}" for zone in piece.zones if zone.count]
    side = ["face up"] if piece.face_up else []
    inside = "; ".join([*side, *kept, *piece.powers, *lying])
    return f"{piece.id} ({inside})" if inside else piece.id
