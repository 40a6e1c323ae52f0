"""Look of a game: how pieces, zones and memory are displayed, from the section `look` of its file.

A word that has a colour is coloured wherever it occurs, also in the plural. A piece has the colour of the first of its
attributes that has one. The reference lists everything else that a look can set.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from cardwright.source.svg.paths import SvgShape

if TYPE_CHECKING:
    from cardwright.query.view import PieceView

# The name of the column of scores in a look.
SCORE = "score"
# Pictures of zones that are boards.
HEXES = "hexes"
BOARDS = ("grid", HEXES, "ring")
# The limits for the columns and rows of a board; larger ones are drawn as separate boxes.
MAX_COLUMNS, MAX_ROWS = 40, 26
Cell = tuple[int, int]
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Picture:
    """A style of drawing a zone or memory.

    If a type indexes the zone or memory, `words` are the words of that type.

    `across` is the number of boxes in a row of a grid; 0 means as many as fit. `at` are the attributes of the column
    and the row of each piece, () if pieces fill the rows in their order; `upwards` puts the first row at the bottom.
    """

    shape: str
    lines: tuple[str, ...] = ()
    by: str = ""
    mark: str = ""
    words: tuple[str, ...] = ()
    across: int = 0
    at: tuple[str, ...] = ()
    upwards: bool = False

    @property
    def is_board(self) -> bool:
        """True if pieces lie in columns and rows that the game gives."""
        return self.across > 0 or len(self.at) > 0


# The default drawing.
UNDRAWN = Picture("")


@dataclass(frozen=True, slots=True)
class Icon:
    """A small picture of 24 by 24 units: its name in a page, and its shapes from the lowest to the topmost."""

    name: str
    shapes: tuple[SvgShape, ...]


@dataclass(frozen=True, slots=True)
class Template:
    """An author's drawing of a face in a square of 24 by 24 units.

    `places` are its boxes for texts and pictures, by name: left, top, width and height.
    """

    drawing: Icon
    places: Mapping[str, tuple[float, ...]]


class Look:
    """The `look:` of a game after parsing.

    - `short`: brief titles for columns
    - `most`: the rules that give capacities
    - `parts`: for each kind, the word for its parts
    - `labels`, `pictures`: templates and pictures, by kind or zone
    - `colors`, `icons`: by word, in the form that `normalize_word` returns
    - `inks`: colours as `#rrggbb`, by word
    - `symbols`: icons for words in texts
    - `faces`, `backs`: the declared fields, by kind
    - `templates`: authors' own drawings of faces, by kind
    """

    def __init__(self, declared: Mapping[str, Any]) -> None:
        self.first: tuple[str, ...] = tuple(declared.get("first", ()))
        self.hidden = frozenset(declared.get("hide", ()))
        self.labels: dict[str, str] = dict(declared.get("labels", {}))
        self.most: dict[str, str] = dict(declared.get("most", {}))
        self.short: dict[str, str] = dict(declared.get("short", {}))
        self.score = self.short.get(SCORE, SCORE)
        self.parts: dict[str, str] = dict(declared.get("parts", {}))
        # by kind, the memory or attribute by which pieces lie turned, and the words of its type in order
        self.turned: dict[str, tuple[str, Sequence[str]]] = {
            kind: (word, words) for kind, (word, words) in declared.get("turned", {}).items()
        }
        self.pictures = {word: _make_picture(fields) for word, fields in declared.get("draw", {}).items()}
        self.colors: dict[str, str] = {
            normalize_word(word): color for word, color in declared.get("colors", {}).items()
        }
        self.icons = {
            normalize_word(word): _make_icon(f"icon{n}", drawn)
            for n, (word, drawn) in enumerate(declared.get("icons", {}).items())
        }

        self.inks = {normalize_word(word): colour for word, colour in declared.get("inks", {}).items()}
        self.symbols = {
            normalize_word(word): _make_icon(f"symbol{n}", drawn)
            for n, (word, drawn) in enumerate(declared.get("symbols", {}).items())
        }
        self.faces: dict[str, dict[str, Any]] = dict(declared.get("faces", {}))
        self.templates = {
            kind: Template(
                _make_icon(f"template{n}", fields["template"]["shapes"]),
                {word: tuple(box) for word, box in fields["template"]["places"].items()},
            )
            for n, (kind, fields) in enumerate(self.faces.items())
            if "template" in fields
        }
        self.backs: dict[str, dict[str, Any]] = dict(declared.get("backs", {}))
        # by kind, the attributes of which a word alone would be taken for what the piece is
        self.named: dict[str, list[str]] = dict(declared.get("named", {}))
        # rows of numbers by their words, of each table with words
        self.tables: dict[str, dict[str, Any]] = dict(declared.get("tables", {}))

    @property
    def drawings(self) -> tuple[Icon, ...]:
        """All icons and templates, which pages refer to by their names."""
        templates = (each.drawing for each in self.templates.values())
        return (*self.icons.values(), *self.symbols.values(), *templates)

    def icon(self, word: str, value: str = "") -> Icon | None:
        """Return the icon declared for `value` or, if there is none, the icon declared for `word`; else None.

        `word` is the name of an attribute, memory, a zone or a kind, or a word of an enum, and `value` is a value of
        the attribute or memory.
        """
        return self.icons.get(normalize_word(value)) or self.icons.get(normalize_word(word))

    def find_label(self, kind: str, zone: str) -> str | None:
        """Return the template for the labels of pieces of a kind in a zone; None if their labels are their names."""
        return self.labels.get(zone) or self.labels.get(kind)

    def count_quarter_turns(self, kind: str, values: Mapping[str, str]) -> int:
        """Return by how many quarters a piece lies turned clockwise; `values` are its attributes and memory in words.

        It lies upright if the value is unknown.
        """
        word, words = self.turned.get(kind, ("", ()))
        value = values.get(word, "")
        if words:
            return {normalize_word(each): turns for turns, each in enumerate(words)}.get(normalize_word(value), 0)
        return int(value) % 4 if value.removeprefix("-").isdecimal() else 0

    def place(self, name: str) -> int:
        """Return the rank of a zone or counter in a row; those listed under `first` in the look come first."""
        return self.first.index(name) if name in self.first else len(self.first)

    def color(self, words: Mapping[str, str]) -> str:
        """Return the colour of a piece with these attributes, "" if there is none.

        An attribute can consist of several words.
        """
        values = (normalize_word(word) for value in words.values() for word in (value, *value.split(", ")))
        return next((self.colors[word] for word in values if word in self.colors), "")


def _make_icon(name: str, drawn: Iterable[Iterable[Any]]) -> Icon:
    return Icon(name, tuple(SvgShape(*shape) for shape in drawn))


def _make_picture(fields: Mapping[str, Any]) -> Picture:
    return Picture(
        fields["as"],
        tuple(fields.get("lines", ())),
        fields.get("by", ""),
        fields.get("mark", ""),
        tuple(fields.get("words", ())),
        fields.get("across", 0),
        tuple(fields.get("at", ())),
        bool(fields.get("upwards")),
    )


def normalize_word(word: str) -> str:
    """Return a word in the form in which its colour and icon are looked up."""
    return word.replace("_", " ").casefold()


def place_on_board(picture: Picture, pieces: Sequence[PieceView | None]) -> Sequence[Cell]:
    """Return the (column, row) of each piece of a zone, from 1; () if the zone is not drawn as a board.

    A hexagon is two columns wide, so that a row can begin half a hexagon further right than another. The result is ()
    also if a piece has no place, if two have the same, or if the board would be too large.
    """
    hexes, count = picture.shape == HEXES, len(pieces)
    if picture.across:
        rows = [(place % picture.across, place // picture.across) for place in range(count)]
        return [(2 * column + row % 2 + 1 if hexes else column + 1, row + 1) for column, row in rows]
    places = [_read_place(piece, picture.at) for piece in pieces] if picture.at else []
    known = [place for place in places if place is not None]
    if not known or len({*known}) < count:
        return ()
    turned = [(column, -row) for column, row in known] if picture.upwards else known
    cells = [(2 * column + row if hexes else column, row) for column, row in turned]
    left, top = (min(cell[axis] for cell in cells) - 1 for axis in (0, 1))
    moved = [(column - left, row - top) for column, row in cells]
    fits = all(column <= MAX_COLUMNS and row <= MAX_ROWS for column, row in moved)
    return moved if fits else ()


def count_columns(picture: Picture, cells: Sequence[Cell]) -> int:
    """Return the number of columns of a board; 0 if a zone is no board."""
    if picture.across and picture.shape != HEXES:
        return picture.across
    return max(column for column, _ in cells) + (picture.shape == HEXES) if cells else 0


def _read_place(piece: PieceView | None, attributes: Sequence[str]) -> Cell | None:
    """Return the numbers that place a piece, or None if it is hidden or has none."""
    values = [] if piece is None else [piece.attributes.get(word, "") for word in attributes]
    if not values or not all(value.removeprefix("-").isdecimal() for value in values):
        return None
    column, row = map(int, values)
    return column, row


def list_rows_of_board(items: Sequence[Item], cells: Sequence[Cell], wide: int) -> Iterator[list[Item | int]]:
    """Yield the rows of a board, each with its items and, as numbers, the empty columns between them.

    Each item takes `wide` columns.
    """
    across = max((column for column, _ in cells), default=0) + wide - 1
    by_row: dict[int, list[tuple[int, Item]]] = {}
    for item, (column, row) in zip(items, cells, strict=True):
        by_row.setdefault(row, []).append((column, item))
    for row in range(1, max(by_row, default=0) + 1):
        found, free = list[Item | int](), 1
        for column, item in by_row.get(row, ()):
            found += [column - free, item] if column > free else [item]
            free = column + wide
        yield [*found, across + 1 - free] if free <= across else found
