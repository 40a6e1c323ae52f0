"""What a player sees, noticed and answered, as text: the same text if and only if it is the same to that player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from cardwright.inspect.history import Event
from cardwright.inspect.view import CounterView, PieceView, View, ZoneView
from cardwright.playing.state import State


def observation(view: View) -> str:
    """What a player sees now."""
    lines = [f"seat: {view.players[view.player]}"]
    lines += [f"{_owned(zone.owner, zone.name)}: {_pieces(zone)}" for zone in view.zones if zone.count]
    lines += [_counter(counter) for counter in view.counters]
    lines.append("scores: " + ", ".join("?" if score is None else str(score) for score in view.scores))
    return "\n".join(lines)


def information(state: State, player: int, own: Iterable[str]) -> str:
    """What a player sees now, what happened before their eyes, and how they answered: with perfect recall."""
    happened = [f"{'  ' * event.depth}{event.text}" for event in _all(state.visible_log(player))]
    return "\n".join([observation(state.view(player)), "answered: " + ", ".join(own), *happened])


def _all(events: Iterable[Event]) -> Iterator[Event]:
    for event in events:
        yield event
        yield from _all(event.children)


def _owned(owner: str, name: str) -> str:
    return name if owner == "table" else f"{owner}.{name}"


def _counter(counter: CounterView) -> str:
    return f"{_owned(counter.owner, counter.name)} = {counter.value}"


def _pieces(zone: ZoneView) -> str:
    words = [_piece(piece) for piece in zone.pieces]
    counted = [(word, len([*group])) for word, group in groupby(words)]
    return ", ".join(word if count == 1 else f"{count} {word}" for word, count in counted)


def _piece(piece: PieceView | None) -> str:
    if piece is None:
        return "?"
    kept = [_counter(counter) for each in (piece, *piece.parts) for counter in each.counters]
    lying = [f"{zone.name}: {_pieces(zone)}" for zone in piece.zones if zone.count]
    side = ["face up"] if piece.face_up else []
    inside = "; ".join([*side, *kept, *lying])
    return f"{piece.id} ({inside})" if inside else piece.id
