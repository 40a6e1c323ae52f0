"""A table as one player sees it, as plain values: seats, zones and pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from cardwright.presentation.piece_and_player_labels import (
    HIDDEN,
    LATER,
    Fact,
    count_labels,
    list_in_row,
    render_limited_count,
)


@dataclass(frozen=True, slots=True)
class TablePiece:
    """A piece on the table at position `at`. `label` is its displayed name, set by the look if `labelled`.

    - `text`: its printed text
    - `printed`: its attributes
    - `facts`: its memory; for a hidden piece, only what is visible of it
    - `lines`: the lines that the look draws
    - `here`: the players that are marked on it
    - `unsaid`: the attributes that its name does not mention
    - `fresh`: True if it moved here since the player's last answer
    - `alone`: the facts that are drawn without a title
    - `asked`: the values of the rules that templates ask about it; their `stays` is True if the label contains them
    - `turns`: by how many quarters it lies turned clockwise

    A hidden piece has only `facts`, and a position if that reveals nothing; the other fields are empty.
    """

    at: str
    id: str
    name: str
    label: str
    kind: str
    hidden: bool = False
    face_up: bool = False
    color: str = ""
    text: str = ""
    printed: tuple[Fact, ...] = ()
    unsaid: frozenset[str] = frozenset()
    facts: tuple[Fact, ...] = ()
    zones: tuple[TableZone, ...] = ()
    parts: tuple[TablePiece, ...] = ()
    lines: tuple[str, ...] = ()
    here: tuple[str, ...] = ()
    fresh: bool = False
    labelled: bool = False
    alone: frozenset[str] = frozenset()
    asked: tuple[Fact, ...] = ()
    turns: int = 0

    @property
    def back(self) -> str:
        """The text for a hidden piece.

        If facts about the piece are visible, its number is included: `▒ 2 (told amber)`.
        """
        return f"{HIDDEN} {int(self.at.rpartition(':')[2]) + 1} ({self._marks})" if self._marks else HIDDEN

    @property
    def unnumbered_back(self) -> str:
        """The text for a hidden piece if its number is shown elsewhere: `▒ (told amber)`."""
        return f"{HIDDEN} ({self._marks})" if self._marks else HIDDEN

    @property
    def _marks(self) -> str:
        return ", ".join(f"{fact.title} {fact.value}" for fact in self.facts)

    @property
    def waits_to(self) -> str:
        """The text of the deferred statements for which an object on a stack stands; "" for other pieces."""
        return next((fact.value for fact in self.facts if fact.title == LATER), "")

    @property
    def carried(self) -> tuple[TableZone, ...]:
        """The zones on the piece and on its parts."""
        return (*self.zones, *(zone for part in self.parts for zone in part.zones))


@dataclass(frozen=True, slots=True)
class TableZone:
    """A zone with its pieces: those of a pile from top to bottom, others in the order of the rules.

    - `count`: the number of pieces; `most`: the maximum, if a rule that the viewer can know gives one
    - `shape`: the picture that the look declares: `grid`, `hexes`, `ring`, `rows`, `columns`, `chart` or ""
    - `hidden`: True if all pieces are hidden; `covered`: True for a pile of which only the top piece is visible
    - `aside`: True if the zone is omitted when there is little room; `stays`: True if it is shown even when empty
    - `title`: its title, which may be short, as the head of a column; `called` is the full title
    - `each`: in a chart, the number of pieces for each word; `collects` is the attribute by which they are collected
    - `across`: the number of boxes in a row of a board, or of halves of hexagons; 0 if the zone is no board
    - `cells`: the (column, row) of each piece of a board, from 1; a hexagon is two columns wide
    - `row`: True if each piece is shown separately, from the first position on; `numbered`: True if positions matter
    - `last`: the position of the piece that was put away last, if the zone can be shown as one pile of discards
    """

    at: str
    owner: str
    word: str
    title: str
    pieces: tuple[TablePiece, ...]
    count: int
    ordered: bool
    covered: bool
    hidden: bool
    aside: bool
    shape: str = ""
    called: str = ""
    each: tuple[tuple[str, str], ...] = ()
    most: str = ""
    stays: bool = False
    across: int = 0
    row: bool = False
    numbered: bool = False
    last: str = ""
    collects: str = ""
    cells: tuple[tuple[int, int], ...] = ()

    @property
    def counted(self) -> str:
        """The number of pieces and, if there is one, the maximum."""
        return render_limited_count(str(self.count), self.most)

    @property
    def carries(self) -> bool:
        """True if pieces lie on pieces of the zone."""
        return any(inner.count for piece in self.pieces for inner in piece.carried)


@dataclass(frozen=True, slots=True)
class TableSeat:
    """A player with zones and facts.

    `lines` is the picture that the look draws, `color` the player's colour or "". `led` says which other
    player decides for this one, or is "".
    """

    number: int
    name: str
    you: bool
    turn: bool
    score: str
    facts: tuple[Fact, ...]
    zones: tuple[TableZone, ...]
    lines: tuple[str, ...]
    color: str = ""
    led: str = ""


@dataclass(frozen=True, slots=True)
class TableView:
    """The table as one player sees it.

    - `everybody`: True if all players choose at once, so that it is no single player's turn
    - `score`: the title of the scores; `scored` is the counter that equals the score, or "". `keeps_score` is False
      while the scores only tell who would win now
    - `facts`, `zones`: what belongs to the table itself, in the order of the look
    - `shown_words`: the words that the lines of the seats show
    """

    game: str
    summary: str
    viewer: int
    turn: int
    turn_of: int
    everybody: bool
    finished: bool
    winners: tuple[int, ...]
    score: str
    seats: tuple[TableSeat, ...]
    facts: tuple[Fact, ...]
    zones: tuple[TableZone, ...]
    shown_words: frozenset[str] = frozenset()
    scored: str = ""
    keeps_score: bool = True

    @property
    def doubled(self) -> frozenset[str]:
        """The counter that equals the score of every player, as a set of one or no item."""
        values = [fact.value for seat in self.seats for fact in seat.facts if fact.word == self.scored]
        return frozenset([self.scored] if values == [seat.score for seat in self.seats] else [])

    def seat(self, name: str) -> TableSeat | None:
        """Return the seat of a player by name, None if there is none."""
        return next((seat for seat in self.seats if seat.name == name), None)


def mark_last_as_fresh(pieces: Sequence[TablePiece]) -> list[TablePiece]:
    """Return the pieces of an unordered zone; the marks of fresh pieces go to the last ones of equal pieces.

    It does not matter which of several equal pieces has moved; therefore the mark is always at the end.
    """
    alike = list(map(drop_positions, pieces))
    fresh = Counter(each for each, piece in zip(alike, pieces, strict=True) if piece.fresh)
    left = Counter(alike)
    found = []
    for each, piece in zip(alike, pieces, strict=True):
        found.append(replace(piece, fresh=left[each] <= fresh[each]))
        left[each] -= 1
    return found


def drop_positions(piece: TablePiece) -> TablePiece:
    """Return a piece without its position and without the mark that it moved."""
    zones = tuple(replace(z, at="", pieces=tuple(map(drop_positions, z.pieces))) for z in piece.zones)
    return replace(piece, at="", fresh=False, zones=zones, parts=tuple(map(drop_positions, piece.parts)))


def map_pieces(found: TableView) -> Mapping[str, TablePiece]:
    """Return all pieces of a table by position, including those on other pieces."""
    return {piece.at: piece for zone in _lay_out_outer(found) for piece in _list_within(zone)}


def list_zones(found: TableView) -> Iterator[TableZone]:
    """Yield all zones of a table, including those on pieces."""
    for outer in _lay_out_outer(found):
        yield outer
        yield from (zone for piece in _list_within(outer) for zone in piece.zones)


def _lay_out_outer(found: TableView) -> list[TableZone]:
    return [*found.zones, *(zone for seat in found.seats for zone in seat.zones)]


def _list_within(zone: TableZone) -> Iterator[TablePiece]:
    for piece in zone.pieces:
        for each in (piece, *piece.parts):
            yield each
            for inner in each.zones:
                yield from _list_within(inner)


def list_contents(zone: TableZone) -> list[str]:
    """Return the labels of the pieces in a zone, with equal labels counted; in a row, each piece has its own label."""
    if not zone.row:
        return count_labels(piece.back if piece.hidden else piece.label for piece in zone.pieces)
    labels = (piece.unnumbered_back if piece.hidden else piece.label for piece in zone.pieces)
    return list_in_row(labels, zone.numbered)


def tell_contents(zone: TableZone) -> Fact:
    """Return the contents of a zone as a fact about the piece or player that has the zone."""
    return Fact(zone.word, zone.title, ", ".join(list_contents(zone)), True)
