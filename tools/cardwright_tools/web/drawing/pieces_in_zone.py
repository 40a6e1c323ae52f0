"""Arrangement of the pieces of a zone on a page: as stacks, charts, rings and tricks."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from operator import attrgetter

from cardwright.presentation.consequences import Consequence
from cardwright.presentation.option_list import OptionLine
from cardwright.presentation.question import Question
from cardwright.presentation.table_view import TablePiece, TableSeat, TableView, TableZone, map_pieces
from cardwright_tools.faces.model import Face

# Number of columns of a ring of zones, on a wide and on a narrow page.
WIDE, NARROW = 7, 3


@dataclass(frozen=True)
class PieceStack:
    """Equal pieces shown as one: a piece, their number, and the option that a click chooses.

    `number` is the position in a row if positions matter, else 0.
    """

    piece: TablePiece
    count: int
    pick: int | None = None
    number: int = 0


@dataclass(frozen=True)
class RingCell:
    """A cell of a ring, which runs along the edge of a grid.

    Its (column, row), counted from 1, is `wide` on a wide page and `narrow` on a narrow one.
    """

    wide: tuple[int, int]
    narrow: tuple[int, int]


def find_clickable_options(question: Question | None) -> Mapping[str, int]:
    """Return, for each position, the option that a click there chooses; positions with several options are left out."""
    found: dict[str, int] = {}
    for choice in () if question is None else question.choices:
        if choice.at:
            found[choice.at] = -1 if choice.at in found else choice.index
    return {at: index for at, index in found.items() if index >= 0}


def find_labels_on_cards(question: Question | None, hand: Sequence[TableZone]) -> Mapping[int, str]:
    """Return the labels, by option, of those options whose facts a card in the hand already shows."""
    cards = {piece.at: piece for zone in hand if not zone.aside for piece in zone.pieces}
    found = {}
    for choice in () if question is None else question.choices:
        card = cards.get(choice.at)
        if card is not None and not (choice.leads or choice.group or choice.declines):
            said = {fact.word for fact in card.printed} | {fact.word for fact in card.facts}
            if said >= {fact.word for fact in choice.facts}:
                found[choice.index] = choice.label
    return found


def find_answers_on_board(question: Question | None, table: TableView) -> frozenset[int]:
    """Return the options that say no more than which space of a drawn board they mean, where they can be clicked."""
    if question is None:
        return frozenset()
    board = {piece.at for zone in table.zones if zone.shape in ("grid", "ring") for piece in zone.pieces}
    clicked = find_clickable_options(question)
    plain = (each for each in question.choices if not (each.leads or each.facts or each.group or each.note))
    return frozenset(each.index for each in plain if each.at in board and each.at in clicked)


def find_offered_pieces(question: Question | None, table: TableView) -> Mapping[str, TablePiece]:
    """Return the visible pieces that the options of a question mean, by position."""
    pieces = {} if question is None else map_pieces(table)
    offered = () if question is None else (choice.at for choice in question.choices)
    return {at: pieces[at] for at in offered if at in pieces and not pieces[at].hidden}


def filter_consequences(choice: OptionLine, otherwise: str) -> Sequence[Consequence]:
    """Return the consequences of an option, except those that `otherwise` mentions.

    `otherwise` is the author's text for declining.
    """
    return [lead for lead in choice.leads if not (choice.declines and lead.what and lead.what in otherwise)]


def stack_pieces(zone: TableZone, picked: Mapping[str, int], apart: bool) -> list[PieceStack]:
    """Return the pieces of a zone as stacks of equal neighbours; in a row or with `apart`, none are stacked.

    If one of several equal pieces can be clicked, all of them can, except in a row.
    """
    if zone.row:
        return [
            PieceStack(piece, 1, picked.get(piece.at), number if zone.numbered else 0)
            for number, piece in enumerate(zone.pieces, start=1)
        ]
    alike = {_face(piece): picked[piece.at] for piece in zone.pieces if piece.at in picked and not piece.hidden}
    found: list[PieceStack] = []
    for piece in zone.pieces:
        pick = picked.get(piece.at, None if piece.hidden or not alike else alike.get(_face(piece)))
        last = found[-1] if found else None
        counts = not apart and (piece.hidden or not (piece.zones or piece.parts))
        if counts and last is not None and last.pick == pick and _face(last.piece) == _face(piece):
            found[-1] = replace(last, count=last.count + 1)
        else:
            found.append(PieceStack(piece, 1, pick))
    return found


# All visible properties of a piece except its position, its age, and what lies on it.
_without_zones = attrgetter(*(each.name for each in fields(TablePiece) if each.name not in ("at", "fresh", "zones")))
# All visible properties of a piece except its position and its age.
_face = attrgetter(*(each.name for each in fields(TablePiece) if each.name not in ("at", "fresh")))


def group_equal_parts(parts: Sequence[TablePiece], picked: Mapping[str, int]) -> list[tuple[TablePiece, int]]:
    """Return the parts of a piece, each with the number of equal parts; parts that can be clicked stay separate."""
    found: list[tuple[TablePiece, int]] = []
    for part in parts:
        plain = not any(zone.count for zone in part.zones) and part.at not in picked
        if found and plain and found[-1][0].at not in picked and _make_key(found[-1][0]) == _make_key(part):
            found[-1] = (found[-1][0], found[-1][1] + 1)
        else:
            found.append((part, 1))
    return found


def _make_key(part: TablePiece) -> object:
    return part.fresh, _without_zones(part), [zone for zone in part.zones if zone.count]


def number_hidden_cards(hand: Sequence[PieceStack]) -> list[PieceStack]:
    """Add numbers to those cards of a hand that its player cannot see; prompts use the same numbers (`card 2`)."""
    return [_add_number(heap) if heap.piece.hidden else heap for heap in hand]


def _add_number(heap: PieceStack) -> PieceStack:
    piece = heap.piece
    noun = re.sub(r"^an? ", "", piece.name)
    return replace(heap, piece=replace(piece, name=f"{noun} {int(piece.at.rpartition(':')[2]) + 1}"))


def lay_out_ring(count: int) -> list[RingCell]:
    """Return the grid cells of `count` positions around a ring, clockwise from the top left."""
    wide, narrow = _list_edge(count, WIDE), _list_edge(count, NARROW)
    return [RingCell(one, other) for one, other in zip(wide, narrow, strict=True)]


def _list_edge(count: int, most: int) -> list[tuple[int, int]]:
    columns = max(2, min(most, -(-count // 2)))
    down = max(0, -(-(count - 2 * columns) // 2))
    rows = down + 2
    top = [(column, 1) for column in range(1, columns + 1)]
    right = [(columns, row) for row in range(2, rows)]
    bottom = [(column, rows) for column in range(columns, 0, -1)]
    left = [(1, row) for row in range(rows - 1, 1, -1)]
    return [*top, *right, *bottom, *left][:count] if count >= 2 else [(1, 1)] * count


@dataclass(frozen=True)
class Trick:
    """A trick: visible zones of the players, each with at most one card; `laid` are the seats with these zones.

    The first seat is the viewer's, and the others follow in the order of their turns.
    """

    title: str
    laid: tuple[tuple[TableSeat, TableZone], ...]


def find_tricks(table: TableView, words: frozenset[str]) -> Mapping[str, Trick]:
    """Return the tricks among the zones in `words`, by word.

    In a trick, no seat has more than one card, and no card has a text.
    """
    found = {}
    first = max(table.viewer, 0)
    seats = [*table.seats[first:], *table.seats[:first]]
    for zone in table.seats[0].zones:
        laid = [(seat, each) for seat in seats for each in seat.zones if each.word == zone.word]
        pieces = [piece for _, each in laid for piece in each.pieces]
        alone = all(each.count <= 1 and not each.aside for _, each in laid)
        plain = all(not (piece.hidden or piece.text or piece.carried) for piece in pieces)
        if zone.word in words and alone and plain and (pieces or zone.shape == "grid"):
            found[zone.word] = Trick(zone.called or zone.title, tuple(laid))
    return found


def find_hand_orders(hand: Sequence[TableZone], faces: Mapping[str, Face]) -> Sequence[tuple[str, str]]:
    """Return (key, attribute) for each order in which a hand's cards can be sorted, besides the order dealt."""
    shown = [
        faces[piece.id]
        for zone in hand
        if not (zone.aside or zone.ordered)
        for piece in zone.pieces
        if piece.id in faces
    ]
    orders = [("group", [face.groups for face in shown]), ("rank", [face.ranks for face in shown])]
    some = [(key, keys[0][0], keys) for key, keys in orders if len(set(keys)) > 1]
    apart = [each for number, each in enumerate(some) if not number or each[1] != some[0][1]]
    return [(key, title or "kind") for key, title, _ in apart]


def select_zones(table: TableView, private: frozenset[str], own: bool = True) -> Sequence[TableZone]:
    """Return the viewer's zones that only the viewer can look into or, if not `own`, the viewer's other zones."""
    mine = next((seat for seat in table.seats if seat.you), None)
    return [] if mine is None else [zone for zone in mine.zones if (zone.word in private) == own]
