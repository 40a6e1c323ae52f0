"""What a player sees, noticed and answered, as text: the same text if and only if it is the same to that player."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from cardwright.game.state import State
from cardwright.program_format import TRACKER
from cardwright.query.events import Event
from cardwright.query.view import CounterView, PieceView, View, ZoneView
from cardwright.runtime.log_entries import LogEntry

# So many of the last lines are always told, and no more than twice as many.
BLOCK = 256


@dataclass(frozen=True, slots=True)
class Lines:
    """Some lines: a digest of so many blocks of them, and those after that.

    What is kept depends on the lines alone, and not on how they came, so that equal lines are kept alike.
    """

    blocks: int = 0
    digest: str = ""
    last: tuple[str, ...] = ()

    def followed_by(self, more: Sequence[str]) -> Lines:
        """These lines, and others after them."""
        if not more:
            return self
        blocks, digest, last = self.blocks, self.digest, (*self.last, *more)
        while len(last) >= 2 * BLOCK:
            early = "\n".join((digest, *last[:BLOCK]))
            blocks, digest, last = blocks + 1, hashlib.sha256(early.encode()).hexdigest(), last[BLOCK:]
        return Lines(blocks, digest, last)

    def told(self) -> tuple[str, ...]:
        """The lines, those that are kept by their digest as one."""
        return (f"{self.blocks * BLOCK} before: {self.digest}", *self.last) if self.blocks else self.last


def observation(view: View) -> str:
    """What a player sees now."""
    lines = [f"seat: {view.players[view.player]}"]
    lines += [f"{_owned(zone.owner, zone.name)}: {_pieces(zone)}" for zone in view.zones if zone.count]
    lines += [_counter(counter) for counter in view.counters]
    lines.append("scores: " + ", ".join("?" if score is None else str(score) for score in view.scores))
    return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Noticed:
    """What happened before a player's eyes, as far as it was over after so many entries of the log."""

    entries: int = 0
    lines: Lines = Lines()  # frozen, too


def information(state: State, player: int, own: Lines) -> str:
    """What a player sees now, what happened before their eyes, and how they answered: with perfect recall."""
    return informed(state, player, own, Noticed())[0]


def informed(state: State, player: int, own: Lines, before: Noticed) -> tuple[str, Noticed]:
    """The same, and what they noticed until now; `before` is what that was at an earlier decision of the game."""
    log = state.retracked().slots[TRACKER].log
    over = _over(log)
    noticed = Noticed(over, before.lines.followed_by(_lines(state.common_log([player], before.entries, over))))
    happened = noticed.lines.followed_by(_lines(state.log_since(over, player)))
    answered = "answered: " + ", ".join(own.told())
    return "\n".join([observation(state.view(player)), answered, *happened.told()]), noticed


def _over(log: Sequence[LogEntry]) -> int:
    """After how many entries of a log what happened before certainly is over: where the last outermost one stands."""
    place = len(log) - 1
    while place > 0 and log[place].depth > 0:
        place -= 1
    # what moves at once is told together
    while place > 0 and _together(log[place - 1], log[place]):
        place -= 1
    return max(0, place)


def _together(one: LogEntry, other: LogEntry) -> bool:
    return (one.kind, one.depth, one.what[1:]) == (other.kind, other.depth, other.what[1:])


def _lines(events: Iterable[Event]) -> list[str]:
    return [f"{'  ' * event.depth}{event.text}" for event in _all(events)]


def _all(events: Iterable[Event]) -> Iterator[Event]:
    for event in events:
        yield event
        yield from _all(event.children)


def _owned(owner: str, name: str) -> str:
    return name if owner == "table" else f"{owner}.{name}"


def _counter(counter: CounterView) -> str:
    return f"{_owned(counter.owner, counter.name)} = {counter.value}"


def _pieces(zone: ZoneView) -> str:
    marks = zone.marks or ((),) * len(zone.pieces)
    words = [_piece(piece) if piece else _back(marked) for piece, marked in zip(zone.pieces, marks, strict=True)]
    counted = [(word, len([*group])) for word, group in groupby(words)]
    return ", ".join(word if count == 1 else f"{count} {word}" for word, count in counted)


def _back(marks: Sequence[CounterView]) -> str:
    """A hidden piece with the marks that are seen on it."""
    return f"? ({'; '.join(f'{mark.name} = {mark.value}' for mark in marks)})" if marks else "?"


def _piece(piece: PieceView) -> str:
    kept = [_counter(counter) for each in (piece, *piece.parts) for counter in each.counters]
    lying = [f"{zone.name}: {_pieces(zone)}" for zone in piece.zones if zone.count]
    side = ["face up"] if piece.face_up else []
    inside = "; ".join([*side, *kept, *piece.powers, *lying])
    return f"{piece.id} ({inside})" if inside else piece.id
