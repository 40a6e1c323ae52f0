"""Faces of a game's pieces as plain values, made from its cards and its `look:`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardwright.declarations.icon_files import credit_icons
from cardwright.presentation.look import Icon, Look, Template, normalize_word
from cardwright.presentation.terms_in_text import Terms, find_terms
from cardwright_tools.faces.backs import CardBack, choose_backs
from cardwright_tools.faces.colour_blind_patterns import PATTERNS
from cardwright_tools.faces.colours import (
    BLACK,
    GREY,
    MIN_LARGE_CONTRAST,
    PALETTE,
    UNCOLOURED,
    WHITE,
    contrast,
    declared,
    deepen,
)
from cardwright_tools.faces.icon_from_name import Art, NamedCard, choose_art
from cardwright_tools.faces.layouts import ON_TABLE, SIZES, SUITS, choose_layout, list_given, list_words
from cardwright_tools.faces.short_marks import (
    NUMBER,
    abbreviate,
    find_ambiguous_figures,
    is_number,
    is_short,
    split_amount,
    write_figures,
)
from cardwright_tools.faces.svg_pen import Piece, Sign, clean_text

if TYPE_CHECKING:
    from cardwright import CardText, Game
    from cardwright.state_slots_and_table_rows import ProgramTables

# A number that is never greater than this in its kind is drawn as that number of icons.
MAX_REPEATED = 3
# Limit for the slots drawn as boxes.
MAX_SLOTS = 12
# Values that say nothing without the names of their attributes.
UNSAID = (None, "", "yes")
TableRow = tuple[str, tuple[tuple[str, str], ...]]
# Minimum contrast of an icon in a text.
SIGN_CONTRAST = 3.5


@dataclass(frozen=True, slots=True)
class Mark:
    """A value in a corner of a face, its icon or `letter`, and the word of the attribute or memory with the value."""

    value: str = ""
    icon: Icon | None = None
    word: str = ""
    repeated: bool = False
    letter: str = ""


@dataclass(frozen=True, slots=True)
class Berth:
    """A zone that belongs to a piece: its title, and the size of the pieces that lie in it."""

    title: str
    size: tuple[float, float]


NO_MARK, NO_BACK = Mark(), CardBack("")


@dataclass(frozen=True, slots=True)
class Face:
    """The printed side of a card; an attribute is `(name, value, inferred)`, and `colour` is `#rrggbb`.

    - `ornament`: the number of the ornament around the icon, -1 for none
    - `slots`: empty boxes with an icon
    - `table`: a title, and pairs `(number of pieces, value)`
    - `berths`: the zones that belong to the piece
    - `picture`: the file of the author's picture
    - `template`: the author's own drawing
    - `ambiguous`: figures of the kind that are read as others of the kind when turned, such as 6 and 9
    """

    id: str
    name: str
    set: str
    kind: str
    copies: int
    colour: str
    attributes: tuple[tuple[str, str, bool], ...]
    paragraphs: tuple[str, ...]
    note: str
    look: Look = field(default_factory=lambda: Look({}))
    picture: Path | None = None
    layout: str = "poker_text"
    pattern: str = "plain"
    corner: Mark = NO_MARK
    second: Mark = NO_MARK
    art: Icon | None = None
    ornament: int = -1
    under: Icon | None = None
    band: str = ""
    row: tuple[Mark, ...] = ()
    slots: tuple[Icon | None, ...] = ()
    text: tuple[tuple[Piece, ...], ...] = ()
    table: TableRow = ("", ())
    berths: tuple[Berth, ...] = ()
    foot: str = ""
    back: CardBack = NO_BACK
    template: Template | None = None
    groups: tuple[str, int] = ("", 0)
    ranks: tuple[str, int] = ("", 0)
    ambiguous: frozenset[str] = frozenset()

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in millimetres."""
        return SIZES[self.layout]

    @property
    def icon(self) -> Icon | None:
        """Icon of the card or, if it has none, of its kind."""
        return self.look.icon(self.id, self.name) or self.look.icon(self.kind)

    @property
    def initial(self) -> str:
        """The text that stands for a picture: the card's number, a rank of short words, or the name's first letter."""
        if self.name.isdecimal():
            return self.name
        if self.layout == "emblem" and self.corner.letter:
            return self.corner.value
        ranked = next((value for name, value, _ in self.attributes if name == self.ranks[0] != self.groups[0]), "")
        is_word = self.layout == "emblem" and ranked != "yes" and is_short(ranked)
        return write_figures(ranked) if is_word else clean_text(self.name)[:1]

    @property
    def ink(self) -> str:
        """White if large letters of it can be read on the card's colour, else black."""
        return WHITE if contrast(WHITE, self.colour) >= MIN_LARGE_CONTRAST else BLACK


def body_lines(game: Game, card: CardText, mark_inferred: bool) -> list[str]:
    """Return the attributes and the rules text of a card, one line or paragraph each.

    Attributes that the look hides are left out.
    """
    hidden = game.tables.look.get("hide", ())
    attributes = [
        f"{name.replace('_', ' ')} {_render_value(value, mark_inferred and name in card.inferred)}"
        for name, value in card.attributes.items()
        if name not in hidden
    ]
    return ([" · ".join(attributes)] if attributes else []) + paragraphs(card)


def paragraphs(card: CardText) -> list[str]:
    """Return the generated rules text of a card, followed by the author's reminder in brackets."""
    said = [line.strip() for line in card.text.splitlines() if line.strip()]
    return [*said, f"({card.reminder})"] if card.reminder else said


def _render_value(value: str, inferred: bool) -> str:
    return f"{value}*" if inferred else value


def faces(game: Game, texts: Sequence[CardText], mark_inferred: bool = False) -> list[Face]:
    """Return the faces of some cards of a game; with `mark_inferred`, inferred attributes are marked by `*`."""
    maker = FaceMaker(game, mark_inferred)
    return [maker.face(card) for card in texts]


def copies(printed: Iterable[Face], one_each: bool) -> list[Face]:
    """Return every card as often as the game has it; with `one_each`, only once."""
    return [face for face in printed for _ in range(1 if one_each else face.copies)]


def credit_faces(printed: Iterable[Face]) -> str:
    """Return the credit line that licences require for the icons on some faces, or ""."""
    return credit_icons({icon.shapes for icon in list_icons(printed)})


def list_icons(printed: Iterable[Face]) -> list[Icon]:
    """Return all icons of some faces and of their games."""
    faces = list(printed)
    looks = {id(face.look): face.look for face in faces}.values()
    own = (face.art for face in faces if face.art is not None)
    return list(dict.fromkeys((*(icon for look in looks for icon in look.drawings), *own)))


class FaceMaker:
    """Maker of the faces of one game."""

    def __init__(self, game: Game, mark_inferred: bool = False) -> None:
        from cardwright_tools.faces.image_codec import BACK, pictures_of

        self._tables: ProgramTables = game.tables
        self._look = Look(self._tables.look)
        self._colours = declared(self._look)
        self._terms: Terms = find_terms(self._tables)
        self._mark_inferred = mark_inferred
        self._pictures = pictures_of(game)
        self._by_kind: dict[str, list[CardText]] = {}
        # Positions of the values of an attribute, by kind and attribute.
        self._positions: dict[tuple[str, str], dict[str, int]] = {}
        # The same with the cards that lack the attribute, which have their kind as its value.
        self._places: dict[tuple[str, str], dict[str, int]] = {}
        for card in game.card_texts():
            self._by_kind.setdefault(card.kind, []).append(card)
        # positions of cards in their kind, by kind and id
        self._numbers = {
            (kind, cards[n].id): n for kind, cards in self._by_kind.items() for n in reversed(range(len(cards)))
        }
        self._layouts = {
            kind: choose_layout(kind, cards, self._look, self._tables) for kind, cards in self._by_kind.items()
        }
        drawn = {name.removeprefix(BACK): path for (_, name), path in self._pictures.items() if name.startswith(BACK)}
        self._backs = choose_backs(game.title, self._look, self._tables.kinds, self._by_kind, drawn)
        self._coloured_by = {kind: self._find_coloured_attribute(kind) for kind in self._by_kind}
        self._ambiguous = {kind: find_ambiguous_figures(self._list_figures(kind)) for kind in self._by_kind}
        self._art = {
            word: art for kind in self._by_kind.values() for word, art in choose_art([*self._list_named(kind)]).items()
        }

    def _list_named(self, cards: Sequence[CardText]) -> Iterable[NamedCard]:
        """Yield the cards whose art can depend on their names, because no picture or value decides the art."""
        for card in cards:
            values, shown = (*card.attributes.values(), card.kind.replace("_", " ")), self._layouts[card.kind]
            named = self._look.icon(card.id, card.name) is not None
            if shown not in ("playing_card", "marker") and not named and (card.set, card.id) not in self._pictures:
                asked, base = self._find_icons(card)
                yield NamedCard(card.id, card.name, values, asked or base, asked is None)

    def _find_icons(self, card: CardText) -> tuple[Icon | None, Icon | None]:
        """Return the icon of the attribute that the author chose for a card's art, and that of its colour or kind."""
        asked, given, look = self._look.faces.get(card.kind, {}), list_given(card), self._look
        by, _, _ = self._choose_colour(card, asked, list_words(given))
        art = look.icon(asked["art"], given.get(asked["art"], "")) if "art" in asked else None
        return art, look.icon(by, given.get(by, "")) or look.icon(card.kind)

    def face(self, card: CardText) -> Face:
        """Return the face of a card."""
        asked = self._look.faces.get(card.kind, {})
        layout, look = self._layouts[card.kind], self._look
        given = list_given(card)
        hidden = frozenset() if layout == "playing_card" else look.hidden
        shown = {name: value for name, value in given.items() if name not in hidden}
        words = list_words(shown)
        by, colour, pattern = self._choose_colour(card, asked, list_words(given))
        first, amount, unit = self._choose_number(card, list_given(card))
        art, of_colour = self._find_icons(card)
        own = self._art.get(card.id, Art())
        other = asked.get("second") or next((name for name in words if name != by), "")
        second = Mark("", look.icon(other, given.get(other, "")), given.get(other, "")) if other else Mark()
        row = [name for name in asked.get("row", shown) if is_number(given.get(name, "")) and name != first]
        number = self._numbers.get((card.kind, card.id), -1) + 1
        foot = asked.get("foot", "{set} {number}/{of}").replace("{set}", card.set)
        foot = foot.replace("{number}", str(number)).replace("{of}", str(len(self._by_kind[card.kind])))
        main = look.icon(card.id, card.name) or art or of_colour
        named = {*re.findall(r"\w+", card.name.casefold())}
        rank = "rank" if layout == "playing_card" else first or other
        return Face(
            id=card.id,
            name=card.name,
            set=card.set,
            kind=card.kind,
            copies=card.needed,
            colour=SUITS[given["suit"]] if layout == "playing_card" and given.get("suit") in SUITS else colour,
            attributes=tuple(
                (name.replace("_", " "), value, name in card.inferred)
                for name, value in card.attributes.items()
                if name not in hidden
            ),
            paragraphs=tuple(paragraphs(card)),
            note=card.note,
            look=look,
            picture=self._pictures.get((card.set, card.id)),
            layout=layout,
            pattern=pattern,
            corner=_make_corner(
                Mark(amount, look.icon(first, unit) or art or of_colour, first.replace("_", " ")),
                Mark("", own.icon or main if layout == "emblem" else art or of_colour, by),
                given.get(by, "") if len(shown) == 2 and own.icon is None and main is None else "",
                abbreviate(next((word for word in (given.get(other), given.get(by)) if word not in UNSAID), card.name)),
            ),
            second=second,
            art=own.icon or main,
            ornament=own.ornament,
            under=next((icon for icon in (second.icon, of_colour) if icon not in (None, own.icon or main)), None),
            band=" · ".join(
                self._said(card, n, v)
                for n, v in words.items()
                if not named >= {*v.casefold().replace("_", " ").split()}
            ),
            row=tuple(
                Mark(self._mark(card, name), look.icon(name), name.replace("_", " "), self._is_small(card.kind, name))
                for name in row
                if given[name] != "0"
            ),
            slots=tuple(self._list_slots(card)),
            text=tuple(self._split_text(line, asked.get("text") != "plain") for line in paragraphs(card)),
            table=self._find_table_row(card.kind, given, asked.get("table")),
            berths=tuple(
                Berth(title, SIZES[self._layouts.get(holds, "poker_text")])
                for title, holds in {
                    z.word: (z.title, z.holds) for z in self._tables.zones if z.owner == card.kind
                }.values()
            ),
            foot=" · ".join(filter(None, (foot.strip(), card.note))),
            back=self._backs[card.kind],
            template=look.templates.get(card.kind),
            ambiguous=self._ambiguous[card.kind],
            groups=(by.replace("_", " "), self._find_position(card, by)),
            ranks=(rank.replace("_", " "), self._find_position(card, rank)),
        )

    def _choose_number(self, card: CardText, given: Mapping[str, str]) -> tuple[str, str, str]:
        """Return the attribute whose number stands in the corner, the number, and its unit."""
        shown = given.keys() - (() if self._layouts[card.kind] == "playing_card" else self._look.hidden)
        # several parts are no number
        numbers = (name for name in given if name in shown and NUMBER.match(given[name]) and " + " not in given[name])
        first = self._look.faces.get(card.kind, {}).get("corner") or next(numbers, "")
        return first, *split_amount(given.get(first, ""))

    def _list_figures(self, kind: str) -> Iterable[str]:
        """Yield the figures that are drawn large on the faces of a kind."""
        for card in self._by_kind[kind]:
            yield self._choose_number(card, card.attributes)[1]
            yield from re.findall(r"\d+", card.name)

    def _find_position(self, card: CardText, name: str) -> int:
        """Return the number in the attribute `name` of a card, or the position of its value among the kind's values."""
        value = card.attributes.get(name, "")
        found = NUMBER.match(value)
        every = self._positions.get((card.kind, name))
        if every is None:
            values = dict.fromkeys(each.attributes.get(name, "") for each in self._by_kind[card.kind])
            self._positions[card.kind, name] = every = {each: number for number, each in enumerate(values)}
        return int(found[0]) if found is not None else every.get(value, 0)

    def _list_slots(self, card: CardText) -> Iterable[Icon | None]:
        """Yield an icon, or None, for each part of a card; nothing if there are many, or all cards have the same."""
        word, cards = self._tables.kinds[card.kind].parts, self._by_kind[card.kind]
        counted = re.findall(r"(\d+) ([^+]+)", card.attributes.get(word, ""))
        if len(cards) > 1 and len({each.attributes.get(word) for each in cards}) == 1:
            return
        if sum(int(count) for count, _ in counted) <= MAX_SLOTS:
            for count, word in counted:
                yield from [self._look.icon("", word.strip())] * int(count)

    def _choose_colour(
        self, card: CardText, asked: Mapping[str, Any], words: Mapping[str, str]
    ) -> tuple[str, str, str]:
        """Return the attribute that decides the colour of a card, the colour, and the pattern.

        On the table, a piece is pale if it lacks the attribute that has a colour on other pieces of its kind.
        """
        known = self._colours
        by = asked.get("colour") or next((name for name, value in words.items() if normalize_word(value) in known), "")
        by = by or self._coloured_by[card.kind] or next(iter(words), "")
        value = card.attributes.get(by, card.name if card.name in known else card.kind)
        place = self._find_colour_place(card.kind, by, value)
        if not words:
            # locations are distinguished by what they are, other pieces by their kind
            alike = self._numbers if self._layouts[card.kind] == "landscape" else {}
            place = alike.get((card.kind, card.id), list(self._by_kind).index(card.kind))
        named = (known.get(normalize_word(word)) for word in (card.name, value, *card.attributes.values(), card.kind))
        colour = next(filter(None, named), "")
        if not colour and by and by == self._coloured_by[card.kind] and by not in words:
            return by, UNCOLOURED, asked.get("pattern", "plain")
        colour = colour or PALETTE[place % len(PALETTE)]
        return by, colour, asked.get("pattern", PATTERNS[place % len(PATTERNS)])

    def _find_coloured_attribute(self, kind: str) -> str:
        """Return the attribute that colours pieces of a kind on the table, "" if none does or it is a kind of cards."""
        cards = self._by_kind[kind] if self._layouts[kind] in ON_TABLE else ()
        words = (pair for card in cards for pair in list_words(list_given(card)).items())
        return next((name for name, value in words if normalize_word(value) in self._colours), "")

    def _find_colour_place(self, kind: str, by: str, value: str) -> int:
        """Return the position of a value among those of an attribute of a kind; 0 for other values."""
        if (kind, by) not in self._places:
            values = dict.fromkeys(each.attributes.get(by, each.kind) for each in self._by_kind[kind])
            self._places[kind, by] = {each: place for place, each in enumerate(values)}
        return self._places[kind, by].get(value, 0)

    def _mark(self, card: CardText, name: str) -> str:
        return _render_value(card.attributes[name], self._mark_inferred and name in card.inferred)

    def _said(self, card: CardText, name: str, value: str) -> str:
        if value == "yes":
            return name.replace("_", " ")
        named = f"{name} " if name in self._look.named.get(card.kind, ()) else ""
        return f"{named}{self._mark(card, name)}".replace("_", " ")

    def _is_small(self, kind: str, name: str) -> bool:
        """Return True if an attribute of a kind has an icon and always a number small enough to count icons."""
        values = [card.attributes.get(name, "0") for card in self._by_kind[kind]]
        return self._look.icon(name) is not None and all(
            is_number(value) and 0 <= int(value) <= MAX_REPEATED for value in values if value
        )

    def _find_table_row(self, kind: str, given: Mapping[str, str], asked: str | None) -> TableRow:
        """Return the title and the row of the first table with a row for one of a card's attributes, or ("", ()).

        `asked` is the only table to search, None for all; of these, the row of what the card only names would be false.
        """
        others = self._look.named.get(kind, ()) if asked is None else ()
        values = [value for name, value in given.items() if name not in others]
        for title, rows in self._look.tables.items():
            row = next((rows[value] for value in values if value in rows), None)
            if row is not None and asked in (None, title):
                cells = tuple((str(number), str(worth)) for number, worth in enumerate(row, 1))
                return title.replace("_", " "), cells
        return "", ()

    def _split_text(self, text: str, with_symbols: bool) -> tuple[Piece, ...]:
        """Return a text in words, with icons for the words that have one."""
        if not with_symbols:
            return tuple(text.split())
        found: list[Piece] = []
        joined = False  # follows the previous word without a space
        for span in self._terms.spans(text):
            icon = self._look.icon("", span.ref) if span.names == "word" and span.color else None
            said = span.text.split()
            if icon is not None and said and not joined:
                colour = deepen(self._colours.get(normalize_word(span.ref), GREY), SIGN_CONTRAST)
                found.append(Sign(icon, colour, "", glued=True))
            for number, word in enumerate(said):
                if number == 0 and joined and not span.text[0].isspace() and isinstance(found[-1], str):
                    found[-1] += word
                else:
                    found.append(word)
            joined = bool(span.text) and not span.text[-1].isspace()
        return tuple(self._replace_units(found))

    def _replace_units(self, pieces: Sequence[Piece]) -> Iterable[Piece]:
        """Yield the pieces, with units after numbers replaced by their symbols."""
        last: Piece = ""
        for piece in pieces:
            unit, tail = re.fullmatch(r"(.*?)([).,;:]*)", piece).groups() if isinstance(piece, str) else ("", "")  # type: ignore[union-attr]
            symbol = self._look.symbols.get(normalize_word(unit))
            if symbol is not None and isinstance(last, str) and re.fullmatch(r"[(+-]*\d+", last):
                yield Sign(symbol, "#2b2620", unit, glued=bool(tail))
                if tail:
                    yield tail
            else:
                yield piece
            last = piece


def _make_corner(number: Mark, icon: Mark, word: str, short: str) -> Mark:
    """Return the mark of a corner: the number with its icon or the first letter of a word, an icon, or a short word."""
    if number.value:
        return number if number.icon is not None else replace(number, letter=clean_text(word)[:1].upper())
    return icon if icon.icon is not None else Mark(short, None, icon.word)
