"""Layout of the state vector for a number of players: the slots of memory, zones and bookkeeping."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cardwright.declarations.model import GameDecl, MemoryDecl, PieceDef, Printed, ZoneDecl
from cardwright.declarations.value_types import MAYBE_NUMBER, Type, none_of
from cardwright.state_slots_and_table_rows import FIXED, RESERVE, SHIFT

# A listed ability is its number, followed by SHIFT bits with the number of its piece.
PIECE = (1 << SHIFT) - 1
# The answer that declines, among options that are pieces, players or numbers. No number of a game comes near it.


@dataclass(slots=True)
class StateLayout:
    """Slot indices of all entries of the state vector, and static tables about pieces and zones."""

    game: GameDecl
    players: int
    size: int = FIXED
    kind_first: dict[str, int] = field(default_factory=dict)
    kind_count: dict[str, int] = field(default_factory=dict)
    pieces: list[int] = field(default_factory=list)
    part_values: dict[int, int] = field(default_factory=dict)
    whole: list[int] = field(default_factory=list)
    parts: list[tuple[int, ...]] = field(default_factory=list)
    memory_base: dict[tuple[str, str], int] = field(default_factory=dict)
    zone_base: dict[tuple[str, str], int] = field(default_factory=dict)
    zone_slots: list[tuple[ZoneDecl, int]] = field(default_factory=list)
    zones_from: int = 0
    location: int = 0
    named: dict[str, int] = field(default_factory=dict)
    # the pieces that players start with: the word of the zone, and its owner
    own: dict[int, tuple[str, int]] = field(default_factory=dict)
    # the pieces that start in the reserve
    spare: set[int] = field(default_factory=set)
    # by kind, and whether all its definitions are listed: the names of definitions, which many rule texts list
    _names: dict[tuple[str, bool], tuple[int, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, game: GameDecl, players: int) -> StateLayout:
        """Return the layout of a game's pieces, memory and zones."""
        layout = cls(game, players)
        layout._number_pieces()
        for memory in game.memory:
            layout._place_memory(memory)
        layout.zones_from = layout.size
        for zone in game.zones:
            layout._place_zone(zone)
        layout.location = layout.size
        layout.size += len(layout.pieces)
        return layout

    def _number_pieces(self) -> None:
        part_kinds = {kind.parts.kind for kind in self.game.kinds.values() if kind.parts is not None}
        for kind in self.game.kinds.values():
            if kind.word in part_kinds:
                continue
            self.kind_first[kind.word] = len(self.pieces)
            for number, definition in enumerate(self.game.pieces):
                if definition.kind == kind.word:
                    self.pieces.extend([number] * definition.shared(self.players))
                    self._number_own(number, definition)
                    self.spare.update(range(len(self.pieces), len(self.pieces) + definition.spare))
                    self.pieces.extend([number] * definition.spare)
            self.kind_count[kind.word] = len(self.pieces) - self.kind_first[kind.word]
        self.whole = [-1] * len(self.pieces)
        self.parts = [()] * len(self.pieces)
        for kind in self.game.kinds.values():
            if kind.parts is not None:
                self._number_parts(kind.word, kind.parts.kind)
        for kind_word in part_kinds:
            self.kind_first.setdefault(kind_word, len(self.pieces))
            self.kind_count.setdefault(kind_word, 0)

    def _number_own(self, number: int, definition: PieceDef) -> None:
        for player in range(self.players):
            for zone, count in definition.each_player:
                first = len(self.pieces)
                self.own.update(dict.fromkeys(range(first, first + count), (str(zone.value), player)))
                self.pieces.extend([number] * count)

    def start(self, piece: int, kind: str) -> int:
        """Return the slot of the zone in which a piece starts, or -1 if it starts in no zone."""
        if piece in self.own:
            zone, player = self.own[piece]
            return self.zone_base["player", zone] + player
        if self.pool(piece) >= 0:
            return self.pool(piece)
        if piece in self.spare:
            return self.reserve(kind)
        home = next((zone for zone in self.game.zones if zone.owner == "table" and zone.holds == kind), None)
        return -1 if home is None else self.zone_base["table", home.word]

    def pool(self, piece: int) -> int:
        """Return the slot of the zone that holds a token outside play, or -1 if the piece is no token."""
        named = self.game.pieces[self.pieces[piece]].pool if self.pieces[piece] >= 0 else None
        return -1 if named is None else self.zone_base["table", str(named.value)]

    def reserve(self, kind: str) -> int:
        """Return the slot of the reserve of a kind, or -1 if there is none."""
        return self.zone_base.get(("table", f"{RESERVE} of {kind}"), -1)

    def copies(self, definition: int) -> int:
        """Return the number of pieces of a definition, including those in the reserve."""
        return self.game.pieces[definition].total(self.players) + self.game.pieces[definition].spare

    def _number_parts(self, kind: str, part_kind: str) -> None:
        self.kind_first[part_kind] = len(self.pieces)
        first = self.kind_first[kind]
        for whole in range(first, first + self.kind_count[kind]):
            mine = []
            for word, count in self.game.pieces[self.pieces[whole]].parts.items():
                for _ in range(count):
                    mine.append(len(self.pieces))
                    self.part_values[len(self.pieces)] = self.game.words[word]
                    self.pieces.append(-1)
                    self.whole.append(whole)
                    self.parts.append(())
            self.parts[whole] = tuple(mine)
        self.kind_count[part_kind] = len(self.pieces) - self.kind_first[part_kind]

    def owners(self, owner: str) -> int:
        """Return the number of owners of a memory or zone: 1 for the table, else all players or pieces of the kind."""
        if owner == "table":
            return 1
        return self.players if owner == "player" else self.kind_count[owner]

    def width(self, memory: MemoryDecl) -> int:
        """Return the number of slots of a memory for each owner."""
        return 1 if memory.per is None else len(self.game.enums[memory.per].values)

    def _place_memory(self, memory: MemoryDecl) -> None:
        self.memory_base[memory.owner, memory.word] = self.size
        self.size += self.owners(memory.owner) * self.width(memory)

    def _place_zone(self, zone: ZoneDecl) -> None:
        self.zone_base[zone.owner, zone.word] = self.size
        for number in range(self.owners(zone.owner)):
            self.zone_slots.append((zone, number))
        self.size += self.owners(zone.owner)

    def take(self, slots: Mapping[str, int]) -> None:
        """Reuse the named slots of another layout, which is of the same game and number of players."""
        self.named.update(slots)
        self.size += len(slots)

    def slot(self, name: str) -> int:
        """Return the index of a named slot for generated code; a new name gets the next free slot."""
        if name not in self.named:
            self.named[name] = self.size
            self.size += 1
        return self.named[name]

    def identity(self, piece: int) -> tuple[int, ...]:
        """Return a key that is equal for pieces of one definition or, for parts, for equal parts of one whole."""
        if piece in self.part_values:
            return (self.whole[piece], self.part_values[piece])
        return (self.pieces[piece],)

    def attribute(self, piece: int, word: str) -> int:
        """Return the value of an attribute of a piece; the attribute has a single value."""
        value = self.printed(piece, word)
        assert isinstance(value, int)
        return value

    def printed(self, piece: int, word: str) -> Printed:
        """Return the printed value of an attribute of a piece, or a tuple if the attribute has several values."""
        if self.pieces[piece] < 0:
            return self.part_values[piece]
        return self.game.pieces[self.pieces[piece]].values.get(word, 0)

    def several(self, piece: int, word: str) -> tuple[int, ...]:
        """Return the values of an attribute with several values, or () for other attributes."""
        value = self.printed(piece, word)
        return value if isinstance(value, tuple) else ()

    def kind_pieces(self, kind: str) -> range:
        """Return the numbers of the pieces of a kind."""
        return range(self.kind_first[kind], self.kind_first[kind] + self.kind_count[kind])

    def all_of_kind(self, kind: str) -> int:
        """Return the bitset of the pieces of a kind."""
        return (1 << self.kind_count[kind]) - 1 << self.kind_first[kind]

    def list_names(self, kind: str, defined: bool) -> tuple[int, ...]:
        """Return the definitions of a kind, or only those with pieces outside of the reserve; always one object."""
        if (kind, defined) not in self._names:
            pieces = (piece for piece in self.kind_pieces(kind) if piece not in self.spare)
            every = (number for number, piece in enumerate(self.game.pieces) if piece.kind == kind)
            found = every if defined else (self.pieces[piece] for piece in pieces)
            self._names[kind, defined] = tuple(dict.fromkeys(found))
        return self._names[kind, defined]

    def mask(self, kind: str, word: str, value: int) -> int:
        """Return the bitset of the pieces of a kind whose attribute `word` has the value `value`."""
        return sum(1 << p for p in self.kind_pieces(kind) if self.attribute(p, word) == value)

    def definition(self, piece: int) -> PieceDef:
        """Return the definition of a piece."""
        return self.game.pieces[self.pieces[piece]]


def make_initial_value(kind: Type) -> object:
    """Return the initial value of a result variable of a type."""
    if kind.base == "list":
        return ()
    if kind == MAYBE_NUMBER:
        return none_of(kind)
    return -1 if kind.base in ("player", "piece", "zone", "enum", "name") else 0
