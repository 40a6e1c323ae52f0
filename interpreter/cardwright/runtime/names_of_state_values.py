"""Names for the numbers in a state: pieces, players, words, zones and lists of them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from cardwright.phrases.inflection import is_participle, make_plural
from cardwright.state_slots_and_table_rows import NO_LIMIT, NO_NUMBER, PIECE_MASK, SHIFT, ProgramTables

# The text for a value that a viewer cannot compute from what they see.
UNKNOWN = "?"
# Limit for the names of cards in a brief list.
MOST_NAMED = 8
FIRST_NAMED = 3


class DisplayNames:
    """Names for the numbers of one program's states."""

    def __init__(self, tables: ProgramTables) -> None:
        self.tables = tables
        self.pieces: list[int] = tables.pieces
        self.definitions = tables.definitions
        self.words: dict[int, str] = tables.words

    def player(self, number: int) -> str:
        """Return a player's name: P1 for the first seat."""
        return f"P{number + 1}" if number >= 0 else "nobody"

    def any(self, piece: int) -> str:
        """Return the name of a piece for players who do not recognise it, such as `a card`."""
        return f"a {self.tables.kinds[self.kind(piece)][3]}"

    def kind(self, piece: int) -> str:
        """Return the kind of a piece."""
        return self._kinds.get(piece, "piece")

    @cached_property
    def _kinds(self) -> dict[int, str]:
        kinds = [(word, range(kind.first, kind.first + kind.size)) for word, kind in self.tables.kinds.items()]
        return {piece: str(word) for word, pieces in reversed(kinds) for piece in pieces}

    def piece(self, piece: int) -> str:
        """Return a piece's printed name; a part is named after its piece."""
        definition = self.pieces[piece]
        if definition >= 0:
            return str(self.definitions[definition][1])
        value = self.words.get(self.tables.part_values.get(piece, -1), "")
        kind = self.tables.kinds[self.kind(piece)].title
        return f"{value} {kind} of {self.piece(self.tables.whole[piece])}".strip()

    def piece_key(self, piece: int) -> str:
        """Return a short stable word for a piece: its definition's id."""
        definition = self.pieces[piece]
        if definition >= 0:
            return str(self.definitions[definition][0])
        value = self.words.get(self.tables.part_values.get(piece, -1), "part")
        return f"{self.piece_key(self.tables.whole[piece])}.{value}"

    def word(self, number: int) -> str:
        """Return a word of an enum, with blanks for underscores."""
        return self.words.get(number, "none").replace("_", " ")

    def carrier(self, slot: int) -> int:
        """Return the piece that a zone lies on; -1 for a zone of the table or of a player."""
        zone = self.tables.zones[slot - self.tables.zones_from]
        owner, number = zone.owner, zone.number
        return -1 if owner in ("table", "player") else int(self.tables.kinds[owner].first) + int(number)

    def zone(self, slot: int, carrier: str | None = None) -> str:
        """Return a zone's title with its owner; `carrier` replaces the name of a piece that owns it."""
        zone = self.tables.zones[slot - self.tables.zones_from]
        owner, number, title = zone.owner, zone.number, zone.title
        if is_participle(title):
            title = f"{title} {make_plural(self.tables.kinds[zone.holds].title)}"
        if owner == "table":
            return title if title.startswith("the ") or zone.is_reserve else f"the {title}"
        holder = self.player(number) if owner == "player" else carrier or self.piece(self.carrier(slot))
        return f"{holder}'s {title}"

    def zone_key(self, slot: int, carrier: str | None = None) -> str:
        """Return a short stable word for a zone: `deck`, `P1.hand`, `red_ship.hold`.

        `carrier` replaces the word for a piece that the zone lies on.
        """
        zone = self.tables.zones[slot - self.tables.zones_from]
        word, owner, number = zone.word, zone.owner, zone.number
        if owner == "table":
            return str(word)
        holder = self.player(number) if owner == "player" else carrier or self.piece_key(self.carrier(slot))
        return f"{holder}.{word}"

    def ability(self, entry: int) -> str:
        """Return the name of an active ability: its card or text.

        For a copied power, the piece that has the copy is named too.
        """
        ability = self.tables.abilities[entry >> SHIFT]
        piece = entry & PIECE_MASK
        if piece < len(self.pieces) and self.pieces[piece] != ability.power:
            return f"{self.piece(piece)} (as {ability.title})"
        return str(ability.title)

    def value(self, base: str, value: Any, brief: bool = False) -> str:
        """Render a value of any type. If `brief`, only the first of many names of cards are said."""
        if base.startswith(("list", "mask")):
            inner = base.split(" ", 1)[1]
            items = _list_bits(value) if isinstance(value, int) else value
            return self.list(inner, items, brief)
        if base == "number":
            return "no limit" if value >= NO_LIMIT else "none" if value == NO_NUMBER else str(value)
        if base == "yes_no":
            return "yes" if value else "no"
        if base == "player":
            return self.player(value)
        if base == "piece":
            return self.piece(value) if 0 <= value < len(self.pieces) else "none"
        if base == "enum":
            return self.word(value)
        if base == "name":
            return str(self.definitions[value][1]) if value >= 0 else "none"
        if base == "zone":
            return self.zone(value) if value >= 0 else "nowhere"
        return str(value)

    def list(self, base: str, items: Iterable[Any], brief: bool = False) -> str:
        """Render a list with equal items counted: `2 Tea, Wind`; if `brief` and long, `Tea, Wind, Salt and 26 more`."""
        counted: dict[str, int] = {}
        for item in items:
            text = self.value(base, item)
            counted[text] = counted.get(text, 0) + 1
        texts = [text if n == 1 else f"{n} {text}" for text, n in counted.items()]
        if brief and base == "name" and len(texts) > MOST_NAMED:
            return f"{', '.join(texts[:FIRST_NAMED])} and {len(texts) - FIRST_NAMED} more"
        return ", ".join(texts) or "nothing"


def _list_bits(mask: int) -> list[int]:
    return [n for n in range(mask.bit_length()) if mask >> n & 1]
