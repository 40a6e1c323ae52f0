"""Primitives for active abilities: the powers of a piece, and the lists of abilities that apply now."""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.runtime.primitives.plain_or_tracked_tables import Context, Relisted
from cardwright.state_slots_and_table_rows import (
    FACE,
    GAINED,
    HOW,
    INSTEAD,
    LOST,
    NO_POWER,
    PIECE_MASK,
    SHIFT,
    SUPPRESSED,
    TAKEN,
    Slots,
)


def powers_of(context: Context, S: Slots, piece: int) -> list[int]:
    """Return the powers of a piece: its own unless they are lost, then the gained ones; none while suppressed."""
    if S[SUPPRESSED] >> piece & 1:
        return []
    own = context.pieces[piece]
    found = [own] if own in context.powers and not S[LOST] >> piece & 1 else []
    for entry in S[GAINED]:
        if entry & PIECE_MASK == piece:
            how, power = entry >> HOW & 3, entry >> SHIFT & PIECE_MASK
            if how == TAKEN:
                return []
            if how == INSTEAD:
                found = []
            if power != NO_POWER:
                found.append(power)
    return found


def own_abilities(context: Context, S: Slots, piece: int, wanted: Sequence[int]) -> list[int]:
    """Return the abilities of a piece that are marked in `wanted`, wherever the piece lies; [] for no piece."""
    powers = powers_of(context, S, piece) if piece >= 0 else ()
    return [number << SHIFT | piece for power in powers for number in context.powers.get(power, ()) if wanted[number]]


def enlist(context: Context, S: Slots, piece: int, power: int, before: str, now: str) -> None:
    """Start or stop the abilities of a power whose piece moves from the zone named `before` to the one named `now`."""
    for number in context.powers.get(power, ()):
        zones, slots = context.working[number]
        if (before in zones) == (now in zones):
            continue
        entry = number << SHIFT | piece
        for slot in slots:
            S[slot] = (*S[slot], entry) if now in zones else tuple([e for e in S[slot] if e != entry])


def standing(context: Context, S: Slots, piece: int, slot: int) -> str:
    """Return the name of the zone `slot`, in which a piece lies; "" if the piece is face down there.

    The name decides which abilities of the piece are active.
    """
    zone = context.zones[slot - context.zones_from]
    return "" if zone.see == "face" and not S[FACE] >> piece & 1 else zone.word


def relist(context: Context, S: Slots, piece: int, old: int, new: int) -> None:
    """Start and stop the abilities of a piece when it moves from one zone to another."""
    # each bitset is read for this piece alone, because a player may know the bit of one piece but not those of all
    lost = S[SUPPRESSED] >> piece & 1 or S[LOST] >> piece & 1
    if S[GAINED] or lost or context.faced[old] or context.faced[new]:
        before, now = standing(context, S, piece, old), standing(context, S, piece, new)
        for power in powers_of(context, S, piece):
            enlist(context, S, piece, power, before, now)
        return
    definition = context.pieces[piece]
    key, own = (definition, old, new), context.powers.get(definition)
    found = context.relisted.get(key)
    if found is None or found[0] is not own:  # a condition can give the piece another power while it is evaluated
        found = context.relisted[key] = own, _find_relisted(context, *key)
    for entry, slot, begins in found[1]:
        entry |= piece
        S[slot] = (*S[slot], entry) if begins else tuple([e for e in S[slot] if e != entry])


def _find_relisted(context: Context, power: int, old: int, new: int) -> list[Relisted]:
    """Return the abilities that start or stop with a change of zone, as (entry, slot, True for a start)."""
    before, now = (context.zones[slot - context.zones_from].word for slot in (old, new))
    return [
        (number << SHIFT, slot, now in zones)
        for number in context.powers.get(power, ())
        for zones, slots in [context.working[number]]
        if (before in zones) != (now in zones)
        for slot in slots
    ]
