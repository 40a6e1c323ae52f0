"""Arrangement of the pieces of a zone on a page: as stacks, charts, rings and tricks."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from itertools import takewhile
from operator import attrgetter

from cardwright.presentation.answers.consequences import Consequence
from cardwright.presentation.answers.option_list import OptionLine
from cardwright.presentation.look import BOARDS, HEXES, list_rows_of_board
from cardwright.presentation.question import Question
from cardwright.presentation.table_view import TablePiece, TableSeat, TableView, TableZone, list_zones, map_pieces
from cardwright_tools.faces.model import Face
from cardwright_tools.printing.board_cells import RING_ROWS

MAX_RING_AROUND = 24
# Number of zones that lie within a ring, and least length of the words that the texts of a zone share.
MAX_WITHIN, MIN_SHARED = 2, 12
# Length of the longest option with which options stand in so many columns, and the number that still stand in a row.
COLUMNS, MIN_IN_COLUMNS = {6: 3, 4: 10, 3: 15, 2: 25}, 3
# Number of faces of what a question is about.
MAX_FACES = 8
# Number of pieces that can be answered with, up to which their texts are told with the question.
MAX_TOLD = 3
# Number of facts that fit in a square of a board, and of its rows.
MAX_IN_SQUARE, MAX_DOWN = 2, 12
# Length of the consequences of an answer that are told at the card on the table that is the answer.
MAX_AT_CARD = 30
# Values that mean nothing.
NO_VALUES = ("0", "no", "none", "nobody", "nothing", "")
_COUNT = re.compile(r"^\d+ ")
_PLAYER = re.compile(r"P\d+")


@dataclass(frozen=True)
class PieceStack:
    """Equal pieces shown as one: a piece, their number, and the option that a click chooses.

    `number` is the position in a row if positions matter, else 0.
    """

    piece: TablePiece
    count: int
    pick: int | None = None
    number: int = 0


def find_clickable_options(question: Question | None) -> Mapping[str, int]:
    """Return, for each position, the option that a click there chooses; positions with several options are left out.

    A position that no option means is that of the only option which is about it.
    """
    choices = () if question is None else question.choices
    meant, about = Counter(each.at for each in choices), Counter(at for each in choices for at in each.targets)
    found = {each.at: each.index for each in choices if each.at and meant[each.at] == 1}
    for each in choices:
        found |= {at: each.index for at in each.targets if about[at] == 1 and not meant[at]}
    return found


def find_numbers_on_cards(question: Question | None, offered: Mapping[str, TablePiece]) -> Mapping[int, str]:
    """Return the labels, by option, of those that mean one of the pieces `offered`, or are about pieces.

    Both the option and the pieces show the label.
    """
    choices = () if question is None else question.choices
    return {each.index: each.label for each in choices if each.targets or each.at in offered}


def list_faces_at(positions: Sequence[str], table: TableView) -> list[PieceStack]:
    """Return what is seen at some positions: a piece, and what lies in a zone or on a piece, as far as it fits."""
    pieces, zones = map_pieces(table), {zone.at: zone for zone in list_zones(table)}
    found = []
    for at in positions:
        piece = pieces.get(at)
        within = [zones[at]] if at in zones else [] if piece is None else piece.carried
        found += [PieceStack(piece, 1)] if piece is not None else []
        found += [heap for zone in within if not zone.hidden for heap in stack_pieces(zone, {}, False)]
    return [heap for heap in found if not heap.piece.hidden][:MAX_FACES]


def find_labels_on_cards(question: Question | None, hand: Sequence[TableZone]) -> Mapping[int, str]:
    """Return the labels, by option, of those options whose facts a card in the hand already shows."""
    cards = {piece.at: piece for zone in hand if not zone.aside for piece in zone.pieces}
    found = {}
    for choice in () if question is None else question.choices:
        card = cards.get(choice.at)
        if card is not None and not (choice.leads or choice.group or choice.declines) and _says_all(card, choice):
            found[choice.index] = choice.label
    return found


def _says_all(piece: TablePiece, choice: OptionLine) -> bool:
    """Return True if a piece on the table shows all facts of the option that means it."""
    return {fact.word for fact in (*piece.printed, *piece.facts)}.issuperset(fact.word for fact in choice.facts)


def find_answers_on_board(question: Question | None, table: TableView) -> frozenset[int]:
    """Return the options that say no more than which space of a drawn board they mean, where they can be clicked."""
    if question is None:
        return frozenset()
    sheets = [zone for seat in table.seats for zone in seat.zones if zone.across]
    boards = [*(zone for zone in table.zones if zone.shape in BOARDS), *sheets]
    board = {piece.at: piece for zone in boards for piece in zone.pieces}
    clicked = find_clickable_options(question)
    plain = (each for each in question.choices if each.at in board and not (each.leads or each.group or each.note))
    return frozenset(each.index for each in plain if each.at in clicked and _says_all(board[each.at], each))


def find_offered_pieces(question: Question | None, table: TableView) -> Mapping[str, TablePiece]:
    """Return the visible pieces that the options of a question mean, by position."""
    pieces = {} if question is None else map_pieces(table)
    offered = () if question is None else (choice.at for choice in question.choices)
    return {at: pieces[at] for at in offered if at in pieces and not pieces[at].hidden}


def find_answers_on_table(question: Question | None, offered: Mapping[str, TablePiece]) -> frozenset[int]:
    """Return the options that mean one of the pieces `offered`, where it can be clicked and all they say can stand.

    Where all of these pieces are in sight, the options need not be shown again.
    """
    clicked = find_clickable_options(question)
    choices = () if question is None else (each for each in question.choices if _fits_at_card(each))
    there = (each for each in choices if each.at in offered and each.at in clicked)
    return frozenset(each.index for each in there if _says_all(offered[each.at], each))


def _fits_at_card(choice: OptionLine) -> bool:
    """Return True if what an option brings is short enough to stand at a card."""
    return not choice.declines and sum(len(lead.text) for lead in choice.leads) <= MAX_AT_CARD


def find_texts_to_tell(question: Question | None) -> frozenset[int]:
    """Return the options of which the text is told with the question: actions, and pieces if these are few."""
    noted = [] if question is None else [each for each in question.choices if each.note]
    pieces = {each.index for each in noted if each.at}
    return frozenset(each.index for each in noted if not each.at or len(pieces) <= MAX_TOLD)


def count_columns(question: Question | None, offered: Mapping[str, TablePiece]) -> int:
    """Return in how many columns the options of a question fit, by their longest text; 0 if they are no plain words."""
    choices = [] if question is None else [each for each in question.choices if not each.declines]
    plain = not any(each.leads or each.facts or each.group or each.at in offered for each in choices)
    longest = max((len(each.text) for each in choices), default=0)
    columns = next((number for number, most in COLUMNS.items() if longest <= most), 0)
    return columns if plain and len(choices) > MIN_IN_COLUMNS else 0


def find_options_already_named(question: Question | None) -> Mapping[int, str]:
    """Return the options that the context of a question names already, each with what they are: `wanted`.

    A number that is said of something else is not the number that can be answered.
    """
    about = () if question is None else question.about
    named = {_COUNT.sub("", word): name for name, value in about for word in value.split(", ")}
    choices = () if question is None else question.choices
    return {
        each.index: named[each.text]
        for each in choices
        if not each.at and each.text in named and not each.text.lstrip("-").isdecimal()
    }


def filter_consequences(choice: OptionLine, otherwise: str) -> Sequence[Consequence]:
    """Return the consequences of an option, except those that `otherwise` mentions.

    `otherwise` is the author's text for declining.
    """
    return [lead for lead in choice.leads if not (choice.declines and lead.what and lead.what in otherwise)]


def stack_pieces(zone: TableZone, picked: Mapping[str, int], apart: bool) -> list[PieceStack]:
    """Return the pieces of a zone as stacks of equal neighbours; in a row, in order or with `apart`, none are stacked.

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
        counts = not (apart or zone.ordered) and (piece.hidden or not (piece.zones or piece.parts))
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


def is_label_of_content(part: TablePiece) -> bool:
    """Return True if the label of a part says no more than the names of what lies there."""
    rest, names = part.label, [piece.name for zone in part.zones for piece in zone.pieces if not piece.hidden]
    for name in names:
        rest = rest.replace(name, "")
    return bool(names) and not any(map(str.isalnum, rest))


def _make_key(part: TablePiece) -> object:
    return part.fresh, _without_zones(part), [zone for zone in part.zones if zone.count]


def stack_hand(zone: TableZone, picked: Mapping[str, int]) -> list[PieceStack]:
    """Return the cards of a hand: equal ones as a stack, except in a row, and hidden ones numbered.

    Prompts use the same numbers (`card 2`).
    """
    found: dict[object, PieceStack] = {}
    for heap in stack_pieces(zone, picked, True):
        apart = zone.ordered or heap.piece.hidden or heap.piece.zones or heap.piece.parts
        key = heap.piece.at if apart else (heap.pick, _face(heap.piece))
        before = found.get(key)
        shown = _add_number(heap) if heap.piece.hidden else heap
        found[key] = shown if before is None else replace(before, count=before.count + 1)
    return [*found.values()]


def _add_number(heap: PieceStack) -> PieceStack:
    piece = heap.piece
    noun = re.sub(r"^an? ", "", piece.name)
    return replace(heap, piece=replace(piece, name=f"{noun} {int(piece.at.rpartition(':')[2]) + 1}"))


def find_zones_within_ring(zones: Sequence[TableZone], picked: Mapping[str, int]) -> Sequence[TableZone]:
    """Return the zones of a table that lie within its ring: the first few without a picture and without options."""
    rings = [zone for zone in zones if zone.shape == "ring"]
    room = len(rings) == 1 and RING_ROWS[0] <= len(rings[0].pieces) <= MAX_RING_AROUND
    clicked = {at.partition(":")[0] for at in picked}
    plain = (zone for zone in zones if zone.count and not (zone.shape or zone.aside or zone.row))
    return [zone for zone in plain if zone.at not in clicked][:MAX_WITHIN] if room else []


def list_central_zones(
    zones: Sequence[TableZone], picked: Mapping[str, int], within: Sequence[TableZone]
) -> Sequence[TableZone]:
    """Return the zones of a table that lie in its middle and not `within` a ring."""
    lying = (zone for zone in zones if not zone.aside and (zone.count or zone.collects or zone.at in picked))
    return [zone for zone in lying if zone not in within]


def find_shared_beginning(zone: TableZone) -> str:
    """Return the clause with which all texts of the pieces of a zone begin; "" if there is none worth telling once."""
    texts = [piece.text for piece in zone.pieces if piece.text]
    alike = takewhile(lambda signs: len(set(signs)) == 1, zip(*texts, strict=False))
    shared = "".join(signs[0] for signs in alike) if len(set(texts)) > 1 else ""
    end = max(shared.rfind(mark) for mark in (", ", ": ", "; "))
    return shared[: end + 2] if end + 2 >= MIN_SHARED else ""


def find_numbering(zone: TableZone) -> str:
    """Return the printed attribute that numbers the pieces of a zone from 1 on, or ""."""
    count = len(zone.pieces)
    values: dict[str, list[str]] = {}
    for piece in zone.pieces:
        for fact in piece.printed:
            values.setdefault(fact.word, []).append(fact.value)
    wanted = sorted(map(str, range(1, count + 1)))
    return next((word for word, found in values.items() if count > 2 and sorted(found) == wanted), "")


def count_rows_of_squares(zone: TableZone) -> int:
    """Return the number of rows of a board of hexagons, or of bare squares, of the table; else 0."""
    rows = max((row for _, row in zone.cells), default=0)
    if not rows:
        return 0
    if zone.owner != "table" or zone.shape == HEXES:
        return rows if zone.shape == HEXES else 0
    bare = not any(piece.hidden or piece.text or piece.parts for piece in zone.pieces)
    small = all(_count_facts(piece) <= MAX_IN_SQUARE and _count_carried(piece) <= 1 for piece in zone.pieces)
    return rows if bare and small and rows <= MAX_DOWN else 0


def lay_out_places(zone: TableZone, picked: Mapping[str, int]) -> Sequence[PieceStack | int]:
    """Return the places of a zone in order and, on a board, as numbers the empty columns between them."""
    places = stack_pieces(zone, picked, True)
    wide = 2 if zone.shape == HEXES else 1
    return [each for row in list_rows_of_board(places, zone.cells, wide) for each in row] if zone.cells else places


def _count_carried(piece: TablePiece) -> int:
    """Return how many pieces lie on a piece."""
    return sum(zone.count for zone in piece.carried)


def is_crowded(piece: TablePiece) -> bool:
    """Return True if a square has no room for its facts, of which lines of rules are the values."""
    return _count_facts(piece) + sum(fact.says for fact in piece.asked) > MAX_IN_SQUARE


# What templates ask about the squares of boards.
OF_SQUARES = {"squares": count_rows_of_squares, "crowded": is_crowded}


def _count_facts(piece: TablePiece) -> int:
    """Return how many facts are shown beside the name of a piece, besides those that rules give."""
    printed = (fact for fact in piece.printed if fact.word in piece.unsaid)
    return sum(fact.says for fact in (*printed, *piece.facts))


def find_owner(piece: TablePiece) -> str:
    """Return the only player that the memory of a piece names, or ""."""
    players = {fact.value for fact in (*piece.asked, *piece.facts) if _PLAYER.fullmatch(fact.value)}
    return players.pop() if len(players) == 1 else ""


def count_discs(table: TableView) -> Mapping[str, int]:
    """Return how many squares of the boards of a table each player owns."""
    boards = (zone for zone in table.zones if count_rows_of_squares(zone))
    return Counter(owner for zone in boards for piece in zone.pieces if (owner := find_owner(piece)))


def is_of_word(piece: TablePiece, attribute: str, word: str) -> bool:
    """Return True if a printed attribute of a piece has a value."""
    return any(fact.word == attribute and fact.value == word for fact in piece.printed)


def choose_heading(piece: TablePiece) -> str:
    """Return the label of a piece; its name if the label adds only what is told beside it."""
    told = {fact.value for fact in piece.printed if fact.word in piece.unsaid} | {fact.value for fact in piece.facts}
    added = piece.label.removeprefix(piece.name).split()
    return piece.name if piece.label.startswith(piece.name) and told.issuperset(added) else piece.label


def find_idle_words(table: TableView) -> frozenset[str]:
    """Return the words of the facts that no player has: nobody reads a row of zeros."""
    shown = {fact.word: fact for seat in table.seats for fact in seat.facts}
    said = {fact.word for seat in table.seats for fact in seat.facts if fact.says or fact.value not in NO_VALUES}
    return frozenset(shown.keys() - said)


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


def select_zones(table: TableView, private: frozenset[str]) -> tuple[Sequence[TableZone], Sequence[TableZone]]:
    """Return the viewer's hand, which are the zones in `private`, and the viewer's other zones with pieces."""
    zones = next((seat.zones for seat in table.seats if seat.you), ())
    others = (zone for zone in zones if zone.word not in private and zone.count and not zone.aside)
    return [zone for zone in zones if zone.word in private], list(others)


def read_number(score: str) -> Fraction:
    """Return a score as it is shown, such as `-3 1/3`, as a number; 0 if it is not known."""
    shown = re.fullmatch(r"(-?)([0-9]+(?: [0-9]+/[0-9]+)?|[0-9]+/[0-9]+)", score)
    return (-1 if shown[1] else 1) * sum(map(Fraction, shown[2].split()), Fraction()) if shown else Fraction()
