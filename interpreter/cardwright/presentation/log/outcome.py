"""Outcome of an event in a few words: who won, what counters became, and what was gained and lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from cardwright.presentation.piece_and_player_labels import join_labels
from cardwright.query.log_events import CounterChange, Event, MovedPiece, render_owner

# Limits for the moved pieces, and for the kinds of moves, in a summary.
FEW_WAYS, FEW_PIECES = 2, 4


def list_consequences(lines: Sequence[Event]) -> Iterable[Event]:
    """Yield events and all that came of them, in order."""
    for line in lines:
        yield line
        yield from list_consequences(line.children)


def summarize_consequences(line: Event) -> str:
    """Render a summary of an event's omitted consequences: winners, new counter values, moves."""
    inside = list(list_consequences(line.children))
    counts: dict[tuple[int | None, str], CounterChange] = {}
    for count in (count for each in inside for count in each.counts):
        first = counts.get((count.player, count.title), count)
        counts[count.player, count.title] = replace(count, before=first.before)
    parts = _list_results(line)
    changed = [count for count in counts.values() if count.before != count.after]
    parts += [f"{render_owner(count, line.player)}{count.text}" for count in changed]
    swaps, moved = _find_exchanges(_combine_moves(_list_moves(line.children)))
    parts += swaps
    named = {each.carried.piece for each in line.children if each.again and each.carried is not None}
    lost: dict[tuple[int, int | None], list[MovedPiece]] = {}
    seen: dict[tuple[str, str], list[MovedPiece]] = {}
    for carried in moved:
        if carried.own and carried.giver not in (None, line.player, carried.taker):
            lost.setdefault((carried.giver or 0, carried.taker), []).append(carried)
        elif carried.known and carried.piece not in named:
            seen.setdefault((carried.old, carried.arrival), []).append(carried)
    for (giver, taker), pieces in lost.items():
        to = "" if taker is None else f" to P{taker + 1}"
        parts.append(f"P{giver + 1} loses {_join_pieces(pieces)}{to}")
    if len(seen) <= FEW_WAYS and sum(map(len, seen.values())) <= FEW_PIECES:
        parts += [f"{_join_pieces(pieces)}: {old} → {new}" for (old, new), pieces in seen.items()]
    elif taken := [each for pieces in seen.values() for each in pieces if _is_taken_by(each, line.player)]:
        more = f" and {len(taken) - FEW_PIECES} more" if len(taken) > FEW_PIECES else ""
        parts.append(f"takes {_join_pieces(taken[:FEW_PIECES])}{more}")
    return "; ".join(parts)


def _is_taken_by(moved: MovedPiece, player: int | None) -> bool:
    """Return True if a piece came to a player who did not hold it before."""
    return player is not None and moved.taker == player != moved.giver


def _list_moves(lines: Sequence[Event], deciding: frozenset[int | None] = frozenset()) -> Iterable[MovedPiece]:
    """Yield all moves of pieces. If `deciding` includes the giver of a move, the move does not count as a loss."""
    for line in lines:
        choosing = deciding | {line.player} if line.decided else deciding
        if line.carried is not None:
            yield replace(line.carried, own=line.carried.own and line.carried.giver not in choosing)
        yield from _list_moves(line.children, choosing)


def _combine_moves(moved: Iterable[MovedPiece]) -> list[MovedPiece]:
    """Return one move for each piece, from its first to its last zone; round trips are dropped.

    A change of owner is listed separately. A piece that its owner moved first was played by the owner; it does not
    count as taken away.
    """
    ways: list[MovedPiece] = []
    for each in moved:
        place = next((n for n, way in enumerate(ways) if (way.piece, way.new) == (each.piece, each.old)), None)
        if place is None or (None not in (each.giver, each.taker) and each.giver != each.taker):
            ways.append(each)
        else:
            way = ways[place]
            own = way.own and way.giver != way.taker
            ways[place] = replace(way, new=each.new, taker=each.taker, own=own, number=each.number)
    return [way for way in ways if way.old != way.new or way.number]


def _find_exchanges(moved: Sequence[MovedPiece]) -> tuple[list[str], list[MovedPiece]]:
    """Return texts about exchanges between two players, and the remaining moves."""
    ways: dict[tuple[int, int], list[MovedPiece]] = {}
    for each in moved:
        if each.giver is not None and each.taker is not None and each.giver != each.taker:
            ways.setdefault((each.giver, each.taker), []).append(each)
    both = [(giver, taker) for giver, taker in ways if giver < taker and (taker, giver) in ways]
    exchanges = [
        f"P{one + 1} and P{other + 1} swap {_join_pieces(ways[one, other])} for {_join_pieces(ways[other, one])}"
        for one, other in both
    ]
    swapped = {*both, *((taker, giver) for giver, taker in both)}
    return exchanges, [each for each in moved if (each.giver, each.taker) not in swapped]


def _list_results(line: Event) -> list[str]:
    """Return the results of interactions between players; only the result of the player who began, if it is known."""
    ends = [each for each in list_consequences(line.children) if each.result] if line.among else []
    if ends:
        own = [each for each in ends if each.player == line.player]
        return [(own or ends)[-1].text]
    return list(dict.fromkeys(text for below in line.children for text in _list_results(below)))


def _join_pieces(pieces: Iterable[MovedPiece]) -> str:
    return join_labels((each.piece, each.known) for each in pieces)
