"""Slots of a state as one player knows them: hidden values are placeholders that refuse operations.

Rules are evaluated on these slots to show their values to the player. If the evaluation succeeds, it has read only what
the player knows, so that the value is the same in every state that looks the same to the player. If the evaluation
needs something hidden, it raises `Hidden`, in all of these states. Operations on placeholders are allowed if they need
only what is known: the number of pieces in a zone, that a visible piece is not among hidden ones, and that none of the
possible pieces is of some kind.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, TypeVar

from cardwright.query.display_budgets import limit_display_work
from cardwright.query.knowledge.hidden_pieces import find_unclear_pieces
from cardwright.query.knowledge.unknown_values import Back, Backs, Faces, Hidden, Marked, Unknown, UnknownZone
from cardwright.query.memo import memoize
from cardwright.runtime.errors import SlipError
from cardwright.runtime.log_and_knowledge_observer import Tracker
from cardwright.runtime.log_and_snapshot_records import memory_owners
from cardwright.runtime.primitives.bitsets import ids, mask_of
from cardwright.runtime.primitives.plain_or_tracked_tables import list_carriers
from cardwright.runtime.primitives.powers import thin
from cardwright.runtime.primitives.zones import list_eyes, may_see, reads
from cardwright.state_slots_and_table_rows import FACE, GAINED, LOST, PIECE_MASK, SUPPRESSED, TRACKER, TURNS

if TYPE_CHECKING:
    from cardwright.runtime.program import Program
    from cardwright.runtime.state import Position

T = TypeVar("T")


@lru_cache(maxsize=64)
def find_carriers(program: Program) -> dict[int, int]:
    """Return for each zone on a piece the whole piece that carries it."""
    carriers = enumerate(list_carriers(program.tables), start=program.tables.zones_from)
    return {slot: piece for slot, piece in carriers if piece >= 0}


@lru_cache(maxsize=64)
def list_memory_types(program: Program) -> dict[int, str]:
    """Return the type of each slot of declared memory."""
    owners = {"table": 1, "player": program.players} | {word: kind.size for word, kind in program.tables.kinds.items()}
    return {
        slot: memory.type
        for memory in program.tables.memory
        for slot in range(memory.base, memory.base + owners[memory.owner] * memory.width)
    }


def evaluate_masked(question: Callable[[], T]) -> T | None:
    """Return the result of `question`, or None if it depends on hidden information."""
    try:
        found = question()
    except Hidden:
        return None
    return None if isinstance(found, Unknown) else found  # memory that is returned unread


def evaluate_or_none(question: Callable[[], T], of: object = None) -> T | None:
    """Return the result of `question`; None if it depends on hidden information or if it fails.

    This is for values that are displayed although nobody asks, such as scores during a game: a rule that fails must not
    end the game for a viewer. A value that took too long is skipped the next times; it is identified by `of`, by
    default the function of a `partial`.
    """
    try:
        with limit_display_work(question.func if of is None and isinstance(question, partial) else of):
            return evaluate_masked(question)
    except (SlipError, RecursionError):
        return None


def mask_slots(state: Position, player: int) -> list[Any]:
    """Return the slots of a state as a player knows them, for rules of the tracked variant."""
    return memoize(state, player, "blinded", lambda: Blind(state, player).slots)[:]


class Blind:
    """Builder of the slots of a state as one player knows them."""

    def __init__(self, state: Position, player: int) -> None:
        self.state = state
        self.player = player
        self.tables = state.program.tables
        self.zones_from: int = self.tables.zones_from
        self.location: int = self.tables.location
        any_marks = any(memory.also_see for memory in self.tables.memory)
        self.slots: list[Any] = Marked(state.slots, {}) if any_marks else state.slots[:]
        self.content = self._list_contents()
        # rules can ask for the zone of a piece, which a plain state may not store
        for slot, pieces in self.content.items():
            for piece in pieces:
                self.slots[self.location + piece] = slot
        self.real = self.slots[:]
        self.hidden = self._find_hidden()
        self.pools = self._find_pools()
        self.pool = mask_of(piece for pieces in self.hidden.values() for piece in pieces)
        for piece in ids(self.pool):
            for part in self.tables.parts[piece]:
                self.pool |= 1 << part
        self.unclear = self._find_unclear()
        self._mask_all()
        if isinstance(self.slots, Marked):
            lies = {self.location + piece: slot for slot, pieces in self.hidden.items() for piece in pieces}
            self.slots.marks |= lies

    def _list_contents(self) -> dict[int, tuple[int, ...]]:
        """Return the contents of every non-empty zone."""
        slots = self.state.slots
        filled = (slot for slot in range(self.zones_from, self.zones_from + len(self.tables.zones)) if slots[slot])
        return {slot: ids(slots[slot]) if isinstance(slots[slot], int) else slots[slot] for slot in filled}

    def _get_zone(self, slot: int) -> Any:
        return self.tables.zones[slot - self.zones_from]

    # ------------------------------------------------------------ what is hidden

    def _find_hidden(self) -> dict[int, set[int]]:
        """Return for each zone the pieces that the player neither sees nor remembers."""
        known = self.state.tracker.known[self.player] if self.state.tracked and self.player >= 0 else 0
        context = self.state.program.tracked.context
        found = {}
        for slot, pieces in self.content.items():
            found[slot] = {
                p for p in pieces if not known >> p & 1 and not may_see(context, self.real, self.player, p, slot)
            }
        # whatever lies on a hidden piece is hidden as well
        carriers = find_carriers(self.state.program)
        carried = [slot for slot in found if slot in carriers]
        covered = True
        while covered:
            hidden = {piece for pieces in found.values() for piece in pieces}
            covered = False
            for slot in carried:
                if carriers[slot] in hidden and len(found[slot]) < len(self.content[slot]):
                    found[slot] = set(self.content[slot])
                    covered = True
        return found

    def _find_unclear(self) -> int:
        """Return the bitset of the pieces (and their parts) of which the player knows the zone, but no more."""
        if not self.state.tracked:
            return 0
        pieces = [piece for _, known in find_unclear_pieces(self.state, self.player) for piece in known]
        return mask_of([*pieces, *(part for piece in pieces for part in self.tables.parts[piece])])

    def _find_pools(self) -> dict[str, int]:
        """Return for each kind the bitset of the pieces whose zone the player does not know."""
        pools: dict[str, int] = {}
        for slot, pieces in self.hidden.items():
            kind = self._get_zone(slot)[3]
            pools[kind] = pools.get(kind, 0) | mask_of(pieces)
        return pools

    # ------------------------------------------------------------ hiding it

    def back(self, piece: int, pool: int, down: bool) -> Back:
        """Return the placeholder for a hidden piece."""
        return Back(pool, down, self.marked(piece))

    def marked(self, piece: int) -> int:
        """Return the piece whose visible memory is read for a hidden piece.

        Returns -1 if the game has no memory that is visible on hidden pieces.
        """
        return piece if isinstance(self.slots, Marked) else -1

    def _mask_all(self) -> None:
        slots = self.slots
        slots[TRACKER] = Tracker(self.state.program)
        for slot in range(1, TURNS):
            if slot != 3:  # not the flag that the game is over
                slots[slot] = Unknown()
        thin(self.state.variant.context, slots, [not self.pool >> (entry & PIECE_MASK) & 1 for entry in slots[GAINED]])
        for slot in self.hidden:
            self._mask_zone(slot)
        for slot, carrier in find_carriers(self.state.program).items():
            if self.pool >> carrier & 1:
                slots[slot] = Unknown()
        self._mask_memory()
        for slot in (FACE, SUPPRESSED, LOST):
            slots[slot] = Faces(self.real[slot], self.pool)
        self._mask_places()
        self._mask_powers()

    def _mask_zone(self, slot: int) -> None:
        hidden, content = self.hidden[slot], self.state.slots[slot]
        kind, see = self._get_zone(slot).holds, self._get_zone(slot).see
        if hidden and isinstance(content, int):
            pool, down = self.pools[kind], see == "face"
            backs = tuple([self.back(piece, pool, down) for piece in ids(content) if piece in hidden])
            self.slots[slot] = Backs(content & ~mask_of(hidden), pool, backs, down)
        elif hidden:
            pool, down = self.pools[kind], see == "face"
            self.slots[slot] = tuple([self.back(piece, pool, down) if piece in hidden else piece for piece in content])

    def _mask_memory(self) -> None:
        bases = list_memory_types(self.state.program)
        unknown = self.pool | self.unclear
        eyes = list_eyes(self.state.program.tracked.context, self.real, self.player)
        for slot, (whose, number, also_see) in enumerate(memory_owners(self.state.program), start=LOST + 1):
            marked = also_see and self.pool >> number & 1 and self._sees_memory(also_see, number)
            if marked and isinstance(self.slots, Marked):
                self.slots.marks[slot] = self.slots[slot]
            unseen = not whose or (whose == "player" and number not in eyes)
            if unseen or (whose == "piece" and unknown >> number & 1):
                self.slots[slot] = Unknown()
            else:
                self.slots[slot] = self._mask_remembered(bases[slot], self.slots[slot])
        for memory in self.tables.naming_memory()[len(self.tables.memory) :]:
            # all players know how many there are
            item = memory.type.removeprefix("list ")
            self.slots[memory.base] = tuple([self._mask_remembered(item, each) for each in self.slots[memory.base]])

    def _sees_memory(self, also_see: str, piece: int) -> bool:
        """Return True if the player sees a memory of a hidden piece."""
        zone = self.real[self.location + piece]
        return bool(reads(self.state.program.tracked.context, self.real, self.player, also_see, zone))

    def _mask_remembered(self, base: str, value: Any) -> Any:
        """Return a value from memory as the player knows it. Hidden pieces in it give no access to visible memory."""
        if isinstance(self.slots, Marked) and base == "list piece":
            return tuple([self._mask_remembered("piece", piece) for piece in value])
        if isinstance(self.slots, Marked) and base == "piece" and value >= 0 and self.pool >> value & 1:
            return Back(self._find_pool_of(value), False)
        return self.named(base, value)

    def named(self, base: str, value: Any) -> Any:
        """Return a value of a type, with placeholders for hidden pieces and for zones that the player does not know."""
        if base == "piece" and value >= 0 and self.pool >> value & 1:
            return self.back(value, self._find_pool_of(value), False)
        if base == "list piece":
            return tuple([self.named("piece", piece) for piece in value])
        if base == "zone" and value >= 0 and type(self.slots[value]) is Unknown:
            return Unknown()
        return value

    def _find_pool_of(self, piece: int) -> int:
        """Return the bitset of the hidden pieces of the kind of `piece`, which may be a part."""
        kind = next(k for k in self.tables.kinds.values() if k.first <= piece < k.first + k.size)
        return self.pool & mask_of(range(kind.first, kind.first + kind.size))

    def _mask_places(self) -> None:
        places: dict[str, set[int]] = {}
        for slot, pieces in self.hidden.items():
            if pieces:
                places.setdefault(self._get_zone(slot)[3], set()).add(slot)
        for slot, pieces in self.hidden.items():
            zones = places.get(self._get_zone(slot)[3], set())
            for piece in pieces if len(zones) > 1 else ():
                self.slots[self.location + piece] = UnknownZone(frozenset(zones))

    def _mask_powers(self) -> None:
        """Replace each list of active abilities that may contain an ability of a hidden piece by an unknown value."""
        tables = self.tables
        kinds = {kind: {tables.pieces[piece] for piece in ids(pool)} for kind, pool in self.pools.items()}
        working: dict[str, set[str]] = {}
        for slot, pieces in self.hidden.items():
            if pieces and self._get_zone(slot)[4] != "face":  # powers rest where faces count and the face is down
                working.setdefault(self._get_zone(slot)[3], set()).add(self._get_zone(slot)[0])
        hidden: set[int] = set()
        for ability in tables.abilities:
            power, zones, slots = ability.power, ability.zones, ability.slots
            if any(power in kinds[kind] and words & set(zones) for kind, words in working.items()):
                hidden.update(slots)
        for slot in {slot for ability in tables.abilities for slot in ability.slots}:
            listed = self.real[slot]
            known = tuple([entry for entry in listed if not self.pool >> (entry & PIECE_MASK) & 1])
            self.slots[slot] = Unknown() if slot in hidden or known != listed else known
