"""The slots of a state as one player knows them: what they cannot see is there, and refuses to be worked with.

Rules are worked out on these slots to show their values to the player. Nothing else has to be known of a rule: if it
comes to an end, all it read was in the player's view, and in every world that looks the same it reads the same and ends
the same; if it comes upon something hidden it raises `Hidden`, and so it does in all of these worlds.

What can be known of hidden things may be worked with: how many pieces lie somewhere, that a piece in sight is not among
them, and that none of those it could be is of some sort.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from cardwright.contract import FACE, GAINED, LOST, SUPPRESSED, TRACKER, TURNS, naming_memory
from cardwright.inspect.asked_before import asked_before
from cardwright.inspect.heaps import unclear
from cardwright.runtime.kernel import ids, mask_of
from cardwright.runtime.tracker import Tracker
from cardwright.runtime.written import memory_owners

if TYPE_CHECKING:
    from cardwright.runtime.position import Position

T = TypeVar("T")


class Hidden(Exception):
    """A value depends on what the player it is meant for cannot see."""


def _refuses(*_: Any) -> Any:
    raise Hidden


class Unknown:
    """A value that the player does not know: whatever it is asked, it refuses to answer."""

    __slots__ = ()
    # all the ways in which generated code, and the kernel it calls, can look at a value
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __floordiv__ = __rfloordiv__ = _refuses
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __lshift__ = __rlshift__ = _refuses
    __rshift__ = __rrshift__ = __neg__ = __invert__ = __lt__ = __le__ = __gt__ = __ge__ = _refuses
    __eq__ = __ne__ = __hash__ = __bool__ = __int__ = __index__ = __len__ = __iter__ = _refuses
    __contains__ = __getitem__ = __str__ = __format__ = bit_count = bit_length = index = count = _refuses


class Place(Unknown):
    """Where a hidden piece lies: in one of some zones."""

    __slots__ = ("zones",)

    def __init__(self, zones: frozenset[int]) -> None:
        self.zones = zones

    def __eq__(self, other: object) -> Any:
        return False if isinstance(other, int) and other not in self.zones else _refuses()

    def __ne__(self, other: object) -> Any:
        return not self == other

    __hash__ = _refuses


class Back(Unknown):
    """A piece of which only the back is seen: one of a `pool`. `down`: it lies face down in a zone of faces."""

    __slots__ = ("down", "pool")

    def __init__(self, pool: int, down: bool) -> None:
        self.pool = pool
        self.down = down

    @property
    def any(self) -> int:
        """One of the pieces it could be: all are of its kind."""
        return self.pool.bit_length() - 1

    def __ge__(self, other: object) -> Any:
        return True if type(other) is int and other <= 0 else _refuses()

    def __lt__(self, other: object) -> Any:
        return not self >= other

    def __eq__(self, other: object) -> Any:
        return False if isinstance(other, int) and (other < 0 or not self.pool >> other & 1) else _refuses()

    def __ne__(self, other: object) -> Any:
        return not self == other

    def __rrshift__(self, mask: int) -> Any:
        """Whether the piece is in a mask: `mask >> piece & 1`."""
        if not mask & self.pool:
            return 0
        return _refuses() if self.pool & ~mask else 1

    __hash__ = _refuses


class Backs(Unknown):
    """An unordered zone as a mask of which only some bits are known, the others being pieces of a `pool`: `backs`."""

    __slots__ = ("backs", "down", "known", "pool")

    def __init__(self, known: int, pool: int, backs: tuple[Back, ...], down: bool) -> None:
        self.known = known
        self.pool = pool
        self.backs = backs
        self.down = down

    def bit_count(self) -> int:
        """How many pieces there are."""
        return self.known.bit_count() + len(self.backs)

    def __len__(self) -> int:
        return self.bit_count()

    def __bool__(self) -> bool:
        return True

    def __eq__(self, other: object) -> Any:
        return False if isinstance(other, int) and (not other or other & self.known != self.known) else _refuses()

    def __ne__(self, other: object) -> Any:
        return not self == other

    def __and__(self, other: Any) -> Any:
        if isinstance(other, Faces):
            return self.known & other.known if self.down else _refuses()
        if not isinstance(other, int):
            return _refuses()
        if not other & self.pool:
            return self.known & other
        return _refuses() if self.pool & ~other else Backs(self.known & other, self.pool, self.backs, self.down)

    __rand__ = __and__

    def __or__(self, other: Any) -> Any:
        if isinstance(other, int) and not other & self.pool:
            return Backs(self.known | other, self.pool, self.backs, self.down)
        if isinstance(other, Backs) and other is not self and not (self.known | other.known) & (self.pool | other.pool):
            # two zones: no piece lies in both
            down = self.down and other.down
            return Backs(self.known | other.known, self.pool | other.pool, self.backs + other.backs, down)
        return _refuses()

    __ror__ = __or__

    def __rshift__(self, piece: Any) -> Any:
        """Whether a piece is in it: `mask >> piece & 1`."""
        return self.known >> piece if type(piece) is int and not self.pool >> piece & 1 else _refuses()

    def __contains__(self, piece: Any) -> bool:
        return bool(self >> piece & 1)

    def __invert__(self) -> Any:
        return Outside(self)

    __hash__ = _refuses


class Outside(Unknown):
    """All pieces but those in an unordered zone of which only some are known."""

    __slots__ = ("zone",)

    def __init__(self, zone: Backs) -> None:
        self.zone = zone

    def __and__(self, other: Any) -> Any:
        return other & ~self.zone.known if isinstance(other, int) and not other & self.zone.pool else _refuses()

    __rand__ = __and__


class Faces(Unknown):
    """The mask of the pieces that lie face up, or of which something else holds; not known of a `pool`.

    What is said of a known piece may change: of the others it stays unknown.
    """

    __slots__ = ("known", "pool")

    def __init__(self, mask: int, pool: int) -> None:
        self.known = mask & ~pool
        self.pool = pool

    def __rshift__(self, piece: Any) -> Any:
        if isinstance(piece, Back):
            return 0 if piece.down else _refuses()
        return self.known >> piece if type(piece) is int and not self.pool >> piece & 1 else _refuses()

    def __and__(self, other: Any) -> Any:
        if isinstance(other, Backs):
            return other & self
        if not isinstance(other, int):
            return _refuses()
        if not ~other & self.pool:  # what is said of some known pieces is taken back
            return Faces(self.known & other, self.pool)
        return _refuses() if other & self.pool else self.known & other

    __rand__ = __and__

    def __or__(self, other: Any) -> Any:
        if isinstance(other, Faces):
            return Faces(self.known | other.known, self.pool | other.pool)
        return Faces(self.known | other, self.pool) if isinstance(other, int) else _refuses()

    __ror__ = __or__

    def __xor__(self, other: Any) -> Any:
        known = isinstance(other, int) and not other & self.pool
        return Faces(self.known ^ other, self.pool) if known else _refuses()

    def __invert__(self) -> Any:
        return Outside(Backs(self.known, self.pool, (), False))


def worked_out(question: Callable[[], T]) -> T | None:
    """What a question about blinded slots has for an answer; None if that depends on what is hidden."""
    try:
        return question()
    except Hidden:
        return None


def blinded(state: Position, player: int) -> list[Any]:
    """The slots of a state for a player; they are meant for the rules of the tracked variant."""
    return asked_before(state, player, "blinded", lambda: Blind(state, player).slots)[:]


class Blind:
    """Makes the slots of a state for a player."""

    def __init__(self, state: Position, player: int) -> None:
        self.state = state
        self.player = player
        self.tables = state.program.tables
        self.zones_from: int = self.tables["zones_from"]
        self.location: int = self.tables["location"]
        self.slots = state.slots[:]
        # what the rules ask of a piece's place, which a plain state need not note
        for slot in self._zones():
            for piece in self._content(slot):
                self.slots[self.location + piece] = slot
        self.real = self.slots[:]
        self.hidden = self._hidden()
        self.pools = self._pools()
        self.pool = mask_of(piece for pieces in self.hidden.values() for piece in pieces)
        for piece in ids(self.pool):
            for part in self.tables["parts"][piece]:
                self.pool |= 1 << part
        self.unclear = self._known_among_others()
        self._blind()

    def _zones(self) -> range:
        return range(self.zones_from, self.zones_from + len(self.tables["zones"]))

    def _content(self, slot: int) -> tuple[int, ...]:
        content = self.state.slots[slot]
        return ids(content) if isinstance(content, int) else content

    def _zone(self, slot: int) -> Any:
        return self.tables["zones"][slot - self.zones_from]

    # ------------------------------------------------------------ what is hidden

    def _hidden(self) -> dict[int, set[int]]:
        """For every zone the pieces in it that the player neither sees nor knows."""
        tracker = self.state.slots[TRACKER]
        known = tracker.known[self.player] if tracker is not None else 0
        may_see = self.state.program.tracked.names["may_see"]
        found = {}
        for slot in self._zones():
            pieces = self._content(slot)
            found[slot] = {p for p in pieces if not known >> p & 1 and not may_see(self.real, self.player, p, slot)}
        # what lies on a hidden piece lies out of sight
        covered = True
        while covered:
            hidden = {piece for pieces in found.values() for piece in pieces}
            covered = False
            for slot in self._zones():
                if self._carrier(slot) in hidden and found[slot] != set(self._content(slot)):
                    found[slot] = set(self._content(slot))
                    covered = True
        return found

    def _known_among_others(self) -> int:
        """The pieces, and their parts, that the player knows to lie somewhere and cannot tell from others there."""
        if self.state.slots[TRACKER] is None:
            return 0
        pieces = [piece for _, known in unclear(self.state, self.player) for piece in known]
        return mask_of([*pieces, *(part for piece in pieces for part in self.tables["parts"][piece])])

    def _carrier(self, slot: int) -> int:
        """The whole piece whose zone this is, or whose part's; -1 for a zone of the table or a player."""
        owner, number = self._zone(slot).owner, self._zone(slot).number
        if owner in ("table", "player"):
            return -1
        piece: int = self.tables["kinds"][owner].first + number
        whole: int = self.tables["whole"][piece]
        return piece if whole < 0 else whole

    def _pools(self) -> dict[str, int]:
        """For every kind the pieces of which the player does not know where they are."""
        pools: dict[str, int] = {}
        for slot, pieces in self.hidden.items():
            kind = self._zone(slot)[3]
            pools[kind] = pools.get(kind, 0) | mask_of(pieces)
        return pools

    # ------------------------------------------------------------ hiding it

    def back(self, piece: int, pool: int, down: bool) -> Back:
        """What stands for a hidden piece."""
        del piece
        return Back(pool, down)

    def _blind(self) -> None:
        slots = self.slots
        slots[TRACKER] = Tracker(self.state.program)
        for slot in range(1, TURNS):
            if slot != 3:  # whether the game is over
                slots[slot] = Unknown()
        low = (1 << self.tables["shift"]) - 1
        self.state.variant.names["thin"](slots, [not self.pool >> (entry & low) & 1 for entry in slots[GAINED]])
        for slot in self._zones():
            self._blind_zone(slot)
        self._blind_memory()
        for slot in (FACE, SUPPRESSED, LOST):
            slots[slot] = Faces(self.real[slot], self.pool)
        self._blind_places()
        self._blind_powers()

    def _blind_zone(self, slot: int) -> None:
        hidden, content = self.hidden[slot], self.state.slots[slot]
        kind, see = self._zone(slot).holds, self._zone(slot).see
        if self._carrier(slot) >= 0 and self.pool >> self._carrier(slot) & 1:
            self.slots[slot] = Unknown()
        elif hidden and isinstance(content, int):
            pool, down = self.pools[kind], see == "face"
            backs = tuple([self.back(piece, pool, down) for piece in ids(content) if piece in hidden])
            self.slots[slot] = Backs(content & ~mask_of(hidden), pool, backs, down)
        elif hidden:
            pool, down = self.pools[kind], see == "face"
            self.slots[slot] = tuple([self.back(piece, pool, down) if piece in hidden else piece for piece in content])

    def _blind_memory(self) -> None:
        bases = {
            slot: memory.type
            for memory in self.tables["memory"]
            for slot in range(memory.base, memory.base + self._owners(memory.owner) * memory.width)
        }
        unknown = self.pool | self.unclear
        for slot, (whose, number) in enumerate(memory_owners(self.state.program), start=LOST + 1):
            unseen = not whose or (whose == "player" and number != self.player)
            if unseen or (whose == "piece" and unknown >> number & 1):
                self.slots[slot] = Unknown()
            else:
                self.slots[slot] = self.named(bases[slot], self.slots[slot])
        for memory in naming_memory(self.tables)[len(self.tables["memory"]) :]:
            # how many there are everybody knows
            item = memory.type.removeprefix("list ")
            self.slots[memory.base] = tuple([self.named(item, each) for each in self.slots[memory.base]])

    def _owners(self, owner: str) -> int:
        fixed = {"table": 1, "player": self.state.program.players}.get(owner)
        return int(self.tables["kinds"][owner].size) if fixed is None else fixed

    def named(self, base: str, value: Any) -> Any:
        """A value that speaks of pieces or of zones, with those hidden that the player does not know."""
        if base == "piece" and value >= 0 and self.pool >> value & 1:
            return self.back(value, self._pool_of(value), False)
        if base == "list piece":
            return tuple([self.named("piece", piece) for piece in value])
        if base == "zone" and value >= 0 and type(self.slots[value]) is Unknown:
            return Unknown()
        return value

    def _pool_of(self, piece: int) -> int:
        """The hidden pieces of the same kind, parts included."""
        kind = next(k for k in self.tables["kinds"].values() if k.first <= piece < k.first + k.size)
        return self.pool & mask_of(range(kind.first, kind.first + kind.size))

    def _blind_places(self) -> None:
        places: dict[str, set[int]] = {}
        for slot, pieces in self.hidden.items():
            if pieces:
                places.setdefault(self._zone(slot)[3], set()).add(slot)
        for slot, pieces in self.hidden.items():
            zones = places.get(self._zone(slot)[3], set())
            for piece in pieces if len(zones) > 1 else ():
                self.slots[self.location + piece] = Place(frozenset(zones))

    def _blind_powers(self) -> None:
        """Hide the lists of active abilities in which some ability of a hidden piece could stand."""
        tables = self.tables
        low = (1 << tables["shift"]) - 1
        kinds = {kind: {tables["pieces"][piece] for piece in ids(pool)} for kind, pool in self.pools.items()}
        working: dict[str, set[str]] = {}
        for slot, pieces in self.hidden.items():
            if pieces and self._zone(slot)[4] != "face":  # powers rest where faces count and the face is down
                working.setdefault(self._zone(slot)[3], set()).add(self._zone(slot)[0])
        hidden: set[int] = set()
        for ability in tables["abilities"]:
            power, zones, slots = ability.power, ability.zones, ability.slots
            if any(power in kinds[kind] and words & set(zones) for kind, words in working.items()):
                hidden.update(slots)
        for slot in {slot for ability in tables["abilities"] for slot in ability.slots}:
            listed = self.real[slot]
            known = tuple([entry for entry in listed if not self.pool >> (entry & low) & 1])
            self.slots[slot] = Unknown() if slot in hidden or known != listed else known
