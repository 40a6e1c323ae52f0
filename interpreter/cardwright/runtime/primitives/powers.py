"""Primitives that give and take powers, permanently or until an event."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress

from cardwright.runtime.primitives.active_abilities import enlist, powers_of, standing
from cardwright.runtime.primitives.numbers_and_lists import beyond
from cardwright.runtime.primitives.plain_or_tracked_tables import Context
from cardwright.state_slots_and_table_rows import (
    BESIDE,
    ENDED_BY,
    GAINED,
    HOW,
    INSTEAD,
    LOST,
    NO_POWER,
    PIECE_MASK,
    SHIFT,
    SUPPRESSED,
    TAKEN,
    TRACKER,
    Slots,
)

# Limit for gained powers without an end. A card that copies itself doubles its powers each time.
MAX_GAINED = 1_000


def has_power(context: Context, S: Slots, piece: int) -> bool:
    """Return True if a piece has any power."""
    return piece >= 0 and bool(powers_of(context, S, piece))


def copy_power(context: Context, S: Slots, source: int, onto: int, instead: int) -> None:
    """Give a piece the powers of another permanently, besides or instead of its own.

    Raises RunawayError if a piece gets too many powers.
    """
    gained = powers_of(context, S, source)
    here = _place(context, S, onto)
    if instead:
        _start_powers(context, S, onto, powers_of(context, S, onto), here, "")
        S[LOST] |= 1 << onto
        thin(context, S, [e & PIECE_MASK != onto or e >> HOW & 3 == TAKEN for e in S[GAINED]])
    _check_room(context, S, len(gained))
    S[GAINED] += tuple([power << SHIFT | onto for power in gained])
    if not _is_quiet(context, S, onto):
        _start_powers(context, S, onto, gained, "", here)
    if context.tracked:
        S[TRACKER].gained(S, onto, INSTEAD if instead else BESIDE, gained)


def suppress(context: Context, S: Slots, piece: int, on: int) -> None:
    """Stop all powers of a piece or, with `on` 0, let them work again."""
    if S[SUPPRESSED] >> piece & 1 if on else not _is_quiet(context, S, piece):
        return
    before = powers_of(context, S, piece)
    if on:
        _start_powers(context, S, piece, before, _place(context, S, piece), "")
        S[SUPPRESSED] |= 1 << piece
    else:
        S[SUPPRESSED] &= ~(1 << piece)
        thin(context, S, [e & PIECE_MASK != piece or e >> HOW & 3 != TAKEN for e in S[GAINED]])
        settle(context, S, piece, before)
    if context.tracked and on:
        S[TRACKER].gained(S, piece, TAKEN, [])
    elif context.tracked:
        S[TRACKER].regained(S, piece, [], powers_of(context, S, piece) != before)


def renew(context: Context, S: Slots, piece: int) -> None:
    """Remove all gained powers of a piece and let its own power work."""
    here = _place(context, S, piece)
    _start_powers(context, S, piece, powers_of(context, S, piece), here, "")
    S[SUPPRESSED] &= ~(1 << piece)
    S[LOST] &= ~(1 << piece)
    thin(context, S, [e & PIECE_MASK != piece for e in S[GAINED]])
    _start_powers(context, S, piece, powers_of(context, S, piece), "", here)


def grant(context: Context, S: Slots, source: int, onto: int, how: int, ability: int, held: Sequence[int]) -> None:
    """Change the powers of the piece `onto` until `ability` ends: give it those of `source`, or take away its own.

    `how` says whether the new powers work besides its own, or instead of them, or whether its own are taken away.
    `held` are the arguments stored for that ability.
    """
    gained = powers_of(context, S, source) if how != TAKEN else []
    here, rows = _place(context, S, onto), gained or ([NO_POWER] if how != BESIDE else [])
    given = how
    _check_room(context, S, len(rows))
    if how != BESIDE:
        _start_powers(context, S, onto, powers_of(context, S, onto), here, "")
    for power in rows:
        S[GAINED] += (ability << ENDED_BY | how << HOW | power << SHIFT | onto,)
        how = BESIDE  # of several powers that replace others, the first hides the rest
        for slot, value in zip(context.granting.get(ability, ()), held, strict=False):
            S[slot] += (value,)
    if not _is_quiet(context, S, onto):
        _start_powers(context, S, onto, gained, "", here)
    if context.tracked:
        S[TRACKER].gained(S, onto, given, gained, ability, tuple(held))


def expire(context: Context, S: Slots, ability: int, left: Sequence[int]) -> None:
    """End the gains and losses of powers that `ability` ends, except those with the row numbers `left`."""
    stay, row = [], 0
    before: dict[int, list[int]] = {}
    gone: dict[int, list[int]] = {}
    for entry in S[GAINED]:
        mine = entry >> HOW & 3 > 0 and entry >> ENDED_BY == ability
        stay.append(not mine or row in left)
        row += mine
        if not stay[-1]:
            piece = entry & PIECE_MASK
            if piece not in before:
                before[piece] = powers_of(context, S, piece)
            gone.setdefault(piece, []).append(entry >> SHIFT & PIECE_MASK)
    thin(context, S, stay)
    for piece, found in before.items():
        settle(context, S, piece, found)
        if context.tracked:
            powers = [power for power in gone[piece] if power != NO_POWER]
            S[TRACKER].regained(S, piece, powers, bool({*powers_of(context, S, piece)} - {*found}))


def thin(context: Context, S: Slots, stay: Sequence[bool]) -> None:
    """Remove the gained powers for which `stay` is False, and the arguments stored for them."""
    rows: dict[int, list[bool]] = {}
    for entry, stays in zip(S[GAINED], stay, strict=True):
        if entry >> HOW & 3:
            rows.setdefault(entry >> ENDED_BY, []).append(stays)
    S[GAINED] = tuple(compress(S[GAINED], stay))
    for ability, left in rows.items():
        for slot in context.granting.get(ability, ()):
            S[slot] = tuple(compress(S[slot], left))


def settle(context: Context, S: Slots, piece: int, before: list[int]) -> None:
    """Start the abilities of a piece that work now but did not before, and stop those that no longer work.

    `before` are the powers that were at work before.
    """
    now, here = powers_of(context, S, piece), _place(context, S, piece)
    for power in dict.fromkeys(before):
        for _ in range(before.count(power) - now.count(power)):
            _stop_power(context, S, piece, power, here)
    for number, power in enumerate(now):
        if now[number:].count(power) > before.count(power):  # powers that continue to work were gained last
            enlist(context, S, piece, power, "", here)


def _stop_power(context: Context, S: Slots, piece: int, power: int, here: str) -> None:
    """Stop one power of a piece. If the piece has the power several times, the one gained last is stopped."""
    for number in context.powers.get(power, ()):
        zones, slots = context.working[number]
        for slot in slots if here in zones else ():
            last = len(S[slot]) - 1 - S[slot][::-1].index(number << SHIFT | piece)
            S[slot] = S[slot][:last] + S[slot][last + 1 :]


def _place(context: Context, S: Slots, piece: int) -> str:
    return standing(context, S, piece, S[context.location + piece])


def _is_quiet(context: Context, S: Slots, piece: int) -> bool:
    """Return True if all powers of a piece are suppressed or taken away."""
    taken = any(e >> HOW & 3 == TAKEN for e in S[GAINED] if e & PIECE_MASK == piece)
    return taken or bool(S[SUPPRESSED] >> piece & 1)


def _start_powers(context: Context, S: Slots, piece: int, powers: Iterable[int], before: str, now: str) -> None:
    for power in powers:
        enlist(context, S, piece, power, before, now)


def _check_room(context: Context, S: Slots, more: int) -> None:
    if len(S[GAINED]) + more > MAX_GAINED:
        raise beyond(context, "a game cannot have so many powers")
