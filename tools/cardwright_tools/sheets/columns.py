"""Columns of a spreadsheet of cards, with their names and cell types."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from cardwright.declarations.field_reader import is_word
from cardwright.declarations.model import Attribute, GameDecl, KindDecl, PieceDef, Printed
from cardwright.declarations.value_types import NONE, Type
from cardwright.source.diagnostics import suggest
from cardwright.state_slots_and_table_rows import NO_NUMBER

PLACE_COLUMNS = ("set", "file")
FIRST_COLUMNS = ("id", "name", "kind", "quantity")
LAST_COLUMNS = ("inferred", "power", "reminder", "note")
TEXTS = ("name", "power", "reminder", "note")
# The form in which spreadsheet programs write whole numbers.
DECIMAL = re.compile(r"(-?[0-9]+)\.0+")
# The number of copies for a number of players. No game needs longer numbers.
_COUNT = "[0-9]{1,9}"
BY_PLAYERS = re.compile(rf"{_COUNT}(?: to {_COUNT})?: *(?P<copies>{_COUNT})")
TEXT_COLUMN = "text"
"""The generated English: written on request, and ignored when a sheet is read."""


@dataclass(frozen=True, slots=True)
class SheetColumns:
    """Columns of a game's spreadsheets. An empty cell means no value."""

    game: GameDecl

    @property
    def names(self) -> tuple[str, ...]:
        """All columns in order: set, identity, attributes of all kinds, parts, and the rest."""
        middle: list[str] = []
        for kind in self.game.kinds.values():
            middle += kind.attributes
        middle += [kind.parts.word for kind in self.game.kinds.values() if kind.parts]
        return tuple(dict.fromkeys((*PLACE_COLUMNS, *FIRST_COLUMNS, *middle, *LAST_COLUMNS)))

    @property
    def fields(self) -> tuple[str, ...]:
        """Fields of a card in the order of a card file."""
        return tuple("copies" if name == "quantity" else name for name in self.names if name not in PLACE_COLUMNS)

    def used(self, cards: Iterable[PieceDef]) -> list[str]:
        """Return the columns in which some card has a value, and in any case `id`, `name` and `quantity`.

        Without cards, return all columns that a first card may need.
        """
        rows = [self.row(card) for card in cards]
        if not rows:
            rare = ("file", "inferred", "reminder", "note", *(("kind",) if len(self.game.kinds) == 1 else ()))
            return [name for name in self.names if name not in rare]
        always = ("set", "id", "name", "quantity")
        several_files = len({(row["set"], row["file"]) for row in rows}) > len({row["set"] for row in rows})
        several_kinds = len({row["kind"] for row in rows}) > 1
        return [
            name
            for name in self.names
            if name in always
            or (name == "file" and several_files)
            or (name == "kind" and several_kinds)
            or (name not in ("file", "kind") and any(row[name] for row in rows))
        ]

    def row(self, card: PieceDef) -> dict[str, str]:
        """Return the cells of a card, one for every column."""
        kind = self.game.kinds[card.kind]
        cells = dict.fromkeys(self.names, "")
        cells.update(
            set=card.set,
            file=Path(card.span.path).stem,
            id=card.id,
            name=card.name,
            kind=card.kind,
            quantity=_write_copies(card),
            inferred=", ".join(card.inferred),
            power=card.power.raw if card.power else "",
            reminder=card.reminder,
            note=card.note,
        )
        for word, attribute in kind.attributes.items():
            if word in card.values:
                cells[word] = self._write_value(attribute.type, card.values[word])
        if kind.parts:
            cells[kind.parts.word] = ", ".join(f"{count} {word}" for word, count in card.parts.items())
        return {name: as_cell(text) for name, text in cells.items()}

    def usual(self, card: PieceDef) -> dict[str, str]:
        """Return, for each column, what an empty cell means: the default of an attribute, else ""."""
        cells = dict.fromkeys(self.names, "")
        for word, attribute in self.game.kinds[card.kind].attributes.items():
            if attribute.default is not None:
                cells[word] = self._write_value(attribute.type, attribute.default)
        return cells

    def _write_value(self, kind: Type, value: Printed) -> str:
        if isinstance(value, tuple):
            return ", ".join(self._write_value(kind.item or kind, each) for each in value)
        if kind.base == "enum":
            words = self.game.enums[kind.of].values
            return next((word for word in words if self.game.words[word] == value), NONE.base)
        if kind.base == "name":
            return NONE.base if value < 0 else self.game.pieces[value].id
        if kind.base == "yes_no":
            return "yes" if value else "no"
        return NONE.base if value == NO_NUMBER else str(value)

    def column(self, title: str) -> str | None:
        """Return the column of a heading, ignoring capitals and spaces, or None."""
        word = "_".join(title.strip().casefold().split())
        known = {name.casefold(): name for name in (*self.names, TEXT_COLUMN)}
        return known.get({"copies": "quantity", "count": "quantity", "qty": "quantity"}.get(word, word))

    def near(self, title: str) -> str | None:
        """Return the column with the name nearest to an unknown heading; None if none is similar."""
        return suggest("_".join(title.strip().casefold().split()), self.names)

    def plain(self, column: str, cell: str) -> str:
        """Return a cell without blanks around it, and a whole number without decimals; texts stay as they are."""
        if column in TEXTS:
            return cell
        number = DECIMAL.fullmatch(cell.strip()) if self.is_number(column) else None
        return number[1] if number else cell.strip()

    def problem(self, column: str, cell: str, kind: KindDecl) -> str | None:
        """Return the error in a non-empty cell, or None."""
        if column == "quantity":
            return find_quantity_error(cell)
        if column == "kind":
            return self._find_word_error(cell, "kind of piece", list(self.game.kinds))
        if column == "inferred":
            found = [self._find_word_error(word, "field", [*self.fields]) for word in split_items(cell)]
            return next(filter(None, found), None)
        if kind.parts and column == kind.parts.word:
            return self._find_parts_error(cell, kind)
        if column in kind.attributes:
            return self._find_value_error(cell, kind.attributes[column])
        if column not in (*PLACE_COLUMNS, *FIRST_COLUMNS, *LAST_COLUMNS):
            return f"a {kind.title} has no `{column}`; leave the cell empty"
        return None

    def _find_value_error(self, cell: str, attribute: Attribute) -> str | None:
        if attribute.may_be_none and cell == NONE.base:
            return None
        if attribute.type.item is not None:
            return next(
                filter(None, (self._find_single_error(each, attribute.type.item) for each in split_items(cell))), None
            )
        return self._find_single_error(cell, attribute.type)

    def _find_single_error(self, cell: str, kind: Type) -> str | None:
        if kind.base == "enum":
            return self._find_word_error(cell, kind.of, self.game.enums[kind.of].values)
        if kind.base == "name":  # it can be the id of a card of the same sheet
            return None if is_word(cell) else f"`{cell}` is no id of a card"
        if kind.base == "yes_no":
            return None if cell in ("yes", "no") else f"`{cell}` is neither `yes` nor `no`"
        return None if cell.removeprefix("-").isdecimal() else f"`{cell}` is not a whole number"

    def _find_parts_error(self, cell: str, kind: KindDecl) -> str | None:
        allowed = self.part_words(kind)
        for part in split_items(cell):
            count, _, word = part.partition(" ")
            if not re.fullmatch(_COUNT, count) or not word.strip():
                return f"`{part}` is not a number and a word, such as `2 {next(iter(allowed), 'red')}`"
            problem = self._find_word_error(word.strip(), "part", allowed)
            if problem:
                return problem
        return None

    def part_words(self, kind: KindDecl) -> tuple[str, ...]:
        """Return the words for the parts of a kind."""
        if kind.parts is None:
            return ()
        first = next(iter(self.game.kinds[kind.parts.kind].attributes.values()), None)
        return self.game.enums[first.type.of].values if first is not None and first.type.base == "enum" else ()

    def _find_word_error(self, word: str, what: str, allowed: Iterable[str]) -> str | None:
        known = list(allowed)
        if word in known:
            return None
        near = suggest(word, known)
        hint = f"; did you mean `{near}`?" if near else f" (there are: {', '.join(known)})"
        return f"there is no {what} `{word}`{hint}"

    def choices(self, column: str) -> tuple[str, ...]:
        """Return the words allowed in a column, or () if it is not limited to words."""
        if column == "kind":
            return tuple(self.game.kinds)
        found: dict[str, None] = {}
        for kind in self.game.kinds.values():
            attribute = kind.attributes.get(column)
            if attribute is not None and attribute.type.base == "enum":
                found.update(dict.fromkeys(self.game.enums[attribute.type.of].values))
                found.update({NONE.base: None} if attribute.may_be_none else {})
            elif attribute is not None and attribute.type.base == "yes_no":
                found.update(yes=None, no=None)
        return tuple(found)

    def is_list(self, column: str) -> bool:
        """Return True if the cells of a column contain several words."""
        return column == "inferred" or any(
            column in kind.attributes and kind.attributes[column].type.item is not None
            for kind in self.game.kinds.values()
        )

    def is_number(self, column: str) -> bool:
        """Return True if the cells of a column contain numbers."""
        return column == "quantity" or any(
            column in kind.attributes and kind.attributes[column].type.base == "number"
            for kind in self.game.kinds.values()
        )


def _write_copies(card: PieceDef) -> str:
    """Return the number of copies of a card for a cell: `3`, or `2: 3, 3 to 4: 5` if it depends on the players."""
    if card.stock is None:
        return str(card.copies)
    return ", ".join(f"{low if low == high else f'{low} to {high}'}: {copies}" for low, high, copies in card.stock.rows)


def find_quantity_error(cell: str) -> str | None:
    """Return the error in a cell with the number of copies, or None."""
    if ":" not in cell:
        return None if re.fullmatch(_COUNT, cell) and int(cell) <= 200 else f"`{cell}` is not a number from 0 to 200"
    rows = [BY_PLAYERS.fullmatch(part.strip()) for part in cell.split(",")]
    if all(row is not None and int(row["copies"]) <= 200 for row in rows):
        return None
    return f"`{cell}` gives no numbers from 0 to 200 by players, such as `2: 8, 3 to 4: 12`"


def number_or_text(cell: str) -> int | str:
    """Return the number in a cell, or its text if that is `none` or depends on the number of players."""
    return int(cell) if re.fullmatch("-?[0-9]{1,30}", cell) else cell


def as_cell(text: str) -> str:
    """Normalize a text for a cell: no trailing blanks, and no blank lines around it."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(line.rstrip() for line in lines).strip("\n").rstrip()


def split_items(cell: str) -> list[str]:
    """Return the items of a cell, separated by commas or semicolons."""
    return [item.strip() for item in cell.replace(";", ",").split(",") if item.strip()]


def split_counts(cell: str) -> Mapping[str, int]:
    """Return the counted parts in a cell. Example: `2 red, 1 blue`."""
    pairs = (part.split(None, 1) for part in split_items(cell))
    return {word.strip(): int(count) for count, word in pairs}
