"""Reset of the memory, the powers and the lists of hidden pieces when these pieces are sampled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardwright.query.knowledge.remap_hidden_references import count_owners
from cardwright.runtime.primitives.active_abilities import enlist, powers_of
from cardwright.runtime.primitives.bitsets import ids
from cardwright.runtime.primitives.powers import settle, thin
from cardwright.runtime.primitives.random_numbers import rand
from cardwright.runtime.primitives.zones import decider
from cardwright.state_slots_and_table_rows import FACE, GAINED, LOST, PIECE_MASK, SUPPRESSED

if TYPE_CHECKING:
    from cardwright.runtime.state import Position
    from cardwright.state_slots_and_table_rows import MemoryRow


def enlist_powers(copy: Position, piece: int, before: str, now: str) -> None:
    """Start or stop the powers of a piece that moved from the zone named `before` to the one named `now`."""
    context = copy.variant.context
    for power in powers_of(context, copy.slots, piece):
        enlist(context, copy.slots, piece, power, before, now)


def forget_marks(copy: Position, hidden: int, marked: int) -> None:
    """Reset sides, powers and memory of hidden pieces, and only the memory of `marked` pieces, to initial values.

    Pieces in `marked` are hidden, or known only to be among hidden ones.
    """
    tables, slots = copy.program.tables, copy.slots
    start = tables.start
    for slot in (FACE, SUPPRESSED, LOST):
        slots[slot] = slots[slot] & ~hidden | start[slot] & hidden
    forget_gained(copy, slots, hidden)
    for piece in ids(marked & ~hidden):
        _forget_powers(copy, piece)
    for memory in tables.memory:
        if memory.owner in tables.kinds:
            first, count = tables.kinds[memory.owner][:2]
            for piece in range(first, first + count):
                if marked >> piece & 1:
                    here = memory.base + (piece - first) * memory.width
                    slots[here : here + memory.width] = start[here : here + memory.width]


def _forget_powers(copy: Position, piece: int) -> None:
    """Reset the gained and lost powers of a piece whose position in its zone is unknown."""
    tables, slots, context = copy.program.tables, copy.slots, copy.variant.context
    before, bit = powers_of(context, slots, piece), 1 << piece
    for slot in (FACE, SUPPRESSED, LOST):
        slots[slot] = slots[slot] & ~bit | tables.start[slot] & bit
    forget_gained(copy, slots, bit)
    if tables.whole[piece] < 0:  # a part has no zone of its own, and no powers
        settle(context, slots, piece, before)


def forget_gained(copy: Position, slots: list[Any], hidden: int) -> None:
    """Reset powers that hidden pieces have gained."""
    thin(copy.variant.context, slots, [not hidden >> (entry & PIECE_MASK) & 1 for entry in slots[GAINED]])


def is_secret(copy: Position, memory: MemoryRow, slot: int, player: int) -> bool:
    """Return True if the memory in a state slot is secret from a player."""
    if memory.see != "owner":
        return memory.secret
    owner = (slot - memory.base) // memory.width
    return player not in (owner, decider(copy.variant.context, copy.slots, owner))


def draw_memory(copy: Position, memory: MemoryRow, player: int) -> None:
    """Replace memory that a player may not see: players and flags by random values, others by the initial value."""
    slots, base = copy.slots, memory.base
    for slot in range(base, base + count_owners(copy, memory.owner) * memory.width):
        if is_secret(copy, memory, slot, player):
            if memory.type in ("yes_no", "player"):
                slots[slot] = rand(slots, 2 if memory.type == "yes_no" else copy.program.players)
            else:
                slots[slot] = copy.program.tables.start[slot]
