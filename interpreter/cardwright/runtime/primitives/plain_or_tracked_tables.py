"""Context of primitives: a program's tables, plain or tracked, arranged for fast reading."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any

from cardwright.state_slots_and_table_rows import ProgramTables, Slots, ZoneRow

# What changes for a power when its piece changes zones: the entry of an ability, the slot that lists it, and True if it
# starts to work there.
Relisted = tuple[int, int, bool]


class Context:
    """Data that primitives need besides the state. Lists are by piece, by zone (`zone - zones_from`), or by slot.

    - `located`: True if every piece has a slot for its zone
    - `works`, `faced`, `seats`: by slot, whether powers work there, whether faces count there, whose zone it is
    - `carriers`: by zone, the whole piece that it lies on, -1 for zones of the table and of players
    - `play`: the names of the zones in play
    - `decider`: the slot of the memory of the first player that holds who decides for this player, -1 for none
    - `seen`: by zone, the bitset of players who may look into it, None if that depends on the state
    - `working`: by ability, the zones in which it works and the slots that list it
    """

    # at most 30 attributes: Python accesses objects with few attributes faster
    def __init__(self, tables: ProgramTables, which: str) -> None:
        self.tables = tables
        self.which = which
        self.tracked = which == "tracked"
        self.located = self.tracked or tables.plain.located
        self.players = tables.players
        self.step = -1 if tables.anticlockwise else 1
        self.location = tables.location
        self.zones_from = tables.zones_from
        self.zones = tables.zones
        self.pieces = tables.pieces
        self.whole = tables.whole
        self.powers = tables.powers
        self.kinds = tables.kinds
        self.granting = tables.granting
        self.uses = tables.uses
        below = self.zones_from
        self.works = [*[False] * below, *[zone.word in tables.power_zones for zone in tables.zones]]
        self.faced = [*[False] * below, *[zone.see == "face" for zone in tables.zones]]
        self.seats = [*[None] * below, *[zone.number if zone.owner == "player" else None for zone in tables.zones]]
        self.carriers = list_carriers(tables)
        self.play = frozenset(tables.play)
        self.decider = tables.decider
        self.seen = [_find_constant_viewers(zone, tables.players) for zone in tables.zones]
        self.owner_memory = {memory.owner: memory.base for memory in tables.memory if memory.word == "owner"}
        self.working = [(frozenset(ability.zones), tuple(ability.slots)) for ability in tables.abilities]
        self.relisted: dict[tuple[int, int, int], tuple[list[int] | None, list[Relisted]]] = {}
        self.own = OwnSlots(tables)

    @property
    def everybody(self) -> int:
        """The bitset of all players and, as the last bit, of spectators."""
        return (1 << self.players + 1) - 1


class OwnSlots:
    """Slots that belong to single pieces. By piece: its definition, its memory slots, and the slots of zones on it.

    `simple` are the pieces that can differ from their copies only in zone, definition and memory. `names` are runs of
    slots that can refer to a piece, and `lists` the runs that hold lists of pieces.
    """

    def __init__(self, tables: ProgramTables) -> None:
        self.definitions = list_definitions(tables)
        self.memory, self.zones = list_own_slots(tables)
        self.part_values, self.parts = tables.part_values, tables.parts
        self.read_memory = [*map(_make_reader, self.memory)]
        self.simple = [
            tables.whole[piece] < 0 and piece not in tables.part_values and not parts
            for piece, parts in enumerate(tables.parts)
        ]
        self.naming = list_naming_runs(tables)
        self.names = [run for run, listed in self.naming if not listed]
        self.lists = [slot for run, listed in self.naming if listed for slot in range(run.start, run.stop)]


def list_carriers(tables: ProgramTables) -> list[int]:
    """Return, for each zone, the whole piece on which it lies, directly or on a part; -1 for other zones."""
    found = []
    for zone in tables.zones:
        piece = tables.kinds[zone.owner].first + zone.number if zone.owner in tables.kinds else -1
        found.append(piece if piece < 0 or tables.whole[piece] < 0 else tables.whole[piece])
    return found


def list_definitions(tables: ProgramTables) -> list[int]:
    """Return, for each piece, the number of its definition.

    For a part, this is a number for its whole piece and its printed value.
    """
    found = list(tables.pieces)
    known: dict[tuple[int, int], int] = {}
    for part, value in tables.part_values.items():
        found[part] = -1 - known.setdefault((tables.whole[part], value), len(known))
    return found


def list_naming_runs(tables: ProgramTables) -> list[tuple[slice, bool]]:
    """Return the memory slots that can refer to pieces, as (run of slots, True if these hold lists)."""
    owners = {"table": 1, "player": tables.players} | {word: kind.size for word, kind in tables.kinds.items()}
    return [
        (slice(memory.base, memory.base + owners[memory.owner] * memory.width), memory.type == "list piece")
        for memory in tables.naming_memory()
        if memory.type in ("piece", "list piece")
    ]


def list_own_slots(tables: ProgramTables) -> tuple[list[list[int]], list[list[int]]]:
    """Return two lists: for every piece its memory slots, and the slots of the zones on it."""
    kept: list[list[int]] = [[] for _ in tables.pieces]
    on: list[list[int]] = [[] for _ in tables.pieces]
    for word, kind in tables.kinds.items():
        for memory in tables.memory:
            for piece in range(kind.size) if memory.owner == word else ():
                kept[kind.first + piece] += range(
                    memory.base + piece * memory.width, memory.base + (piece + 1) * memory.width
                )
        for place, zone in enumerate(tables.zones):
            if zone.owner == word:
                on[kind.first + zone.number].append(tables.zones_from + place)
    return kept, on


def all_but(owner: int, players: int) -> int:
    """Return the bitset of all players except the owner of a zone; without an owner, also of spectators."""
    return (1 << players) - 1 & ~(1 << owner) if owner >= 0 else (1 << players + 1) - 1


def _find_constant_viewers(zone: ZoneRow, players: int) -> int | None:
    """Return the bitset of players who may look into a zone; None if these change during a match."""
    if zone.see in ("everyone", "nobody"):
        return (1 << players + 1) - 1 if zone.see == "everyone" else 0
    if zone.see == "owner" and zone.owner in ("player", "table"):
        return 1 << zone.number if zone.owner == "player" else 0
    if zone.see == "others" and zone.owner == "player":
        return all_but(zone.number, players)
    return None


def _make_reader(slots: Sequence[int]) -> Callable[[Slots], Any]:
    """Return a function that reads some slots of a state: one value for a single slot, otherwise a tuple."""
    return itemgetter(*slots) if slots else lambda S: ()
