"""Declared names that a look can use."""

import dataclasses
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from cardwright.declarations.model import PLAYERS, TABLE, EnumDecl, KindDecl, MemoryDecl, TableDecl, ZoneDecl
from cardwright.declarations.value_types import NUMBER


@dataclass(frozen=True, slots=True)
class DeclaredNames:
    """The declared names that a look can use."""

    enums: Mapping[str, EnumDecl]
    kinds: Mapping[str, KindDecl]
    zones: Iterable[ZoneDecl]
    memory: Iterable[MemoryDecl]
    # Ids and names of all pieces; None if only some sets of the game were read.
    pieces: Collection[str] | None = None
    tables: Mapping[str, TableDecl] = dataclasses.field(default_factory=dict)

    def places(self) -> list[ZoneDecl | MemoryDecl]:
        """Return the declarations of all zones and memory."""
        return [*self.zones, *self.memory]

    def drawable(self) -> dict[str, ZoneDecl | MemoryDecl]:
        """Return the zones and memory of the table and the players by word."""
        return {each.word: each for each in reversed(self.places()) if each.owner in (PLAYERS, TABLE)}

    def of(self, owner: str) -> set[str]:
        """Return the names allowed in the braces of a template for a piece of a kind, or for a player (`owner`)."""
        words = {each.word for each in self.places() if each.owner == owner}
        kind = self.kinds.get(owner)
        if kind is not None:
            words |= {"name", *kind.attributes, *([kind.parts.word] if kind.parts else [])}
        return words

    def printed_tables(self) -> list[str]:
        """Return the tables whose rows can be printed on faces: rows of numbers."""
        return [word for word, each in self.tables.items() if len(each.roles) == 2 and each.type == NUMBER]

    def counted_by(self, drawn: ZoneDecl | MemoryDecl, attribute: str) -> tuple[str, ...]:
        """Return the words that label the columns of a chart, in order; () if they are numbers."""
        if isinstance(drawn, MemoryDecl):
            return self.enums[drawn.per].values if drawn.per is not None and drawn.per in self.enums else ()
        found = self.kinds[drawn.holds].attributes.get(attribute)
        return self.enums[found.type.of].values if found is not None and found.type.base == "enum" else ()

    def everything(self) -> set[str]:
        """Return the words of all zones, memory and attributes."""
        return {word for owner in (TABLE, PLAYERS, *self.kinds) for word in self.of(owner)}

    def every_word(self) -> set[str]:
        """Return the words of all zones, memory, attributes, kinds and types."""
        return self.everything() | {*self.kinds, *(word for enum in self.enums.values() for word in enum.values)}

    def zone(self, word: str) -> ZoneDecl | None:
        """Return the zone named `word`: of the table, else of the players, else of pieces; None if there is none."""
        found = [zone for zone in self.zones if zone.word == word]
        return min(found, key=lambda zone: (TABLE, PLAYERS, zone.owner).index(zone.owner), default=None)
