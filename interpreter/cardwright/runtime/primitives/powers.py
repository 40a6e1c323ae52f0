"""Primitives that give powers to pieces and take them, for good or until an event."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import Any

from cardwright.program_format import (
    BESIDE,
    ENDED_BY,
    GAINED,
    HOW,
    INSTEAD,
    LOST,
    NO_POWER,
    SUPPRESSED,
    TAKEN,
    TRACKER,
    ProgramTables,
)

Slots = list[Any]
# So many powers can have been copied and not be lost again: who copies a card onto itself doubles them each time.
MAX_GAINED = 1_000


def thinning(tables: ProgramTables) -> dict[str, Any]:
    """Return `thin`, which removes gained powers by position."""
    granting: dict[int, list[int]] = tables.granting

    def thin(S: Slots, stay: Sequence[bool]) -> None:
        """Keep some of the gained powers, with the arguments of their durations."""
        rows: dict[int, list[bool]] = {}
        for entry, stays in zip(S[GAINED], stay, strict=True):
            if entry >> HOW & 3:
                rows.setdefault(entry >> ENDED_BY, []).append(stays)
        S[GAINED] = tuple(compress(S[GAINED], stay))
        for ability, left in rows.items():
            for slot in granting.get(ability, ()):
                S[slot] = tuple(compress(S[slot], left))

    return {"thin": thin}


def settling(tables: ProgramTables, names: dict[str, Any]) -> dict[str, Any]:
    """Return the primitives that start and stop abilities as powers change; `quiet` is a power with none."""
    location: int = tables.location
    shift: int = tables.shift
    low = (1 << shift) - 1
    powers: dict[int, list[int]] = tables.powers
    powers_of, enlist, standing, working = (names[word] for word in ("powers_of", "enlist", "standing", "working"))

    def place(S: Slots, piece: int) -> str:
        return str(standing(S, piece, S[location + piece]))

    def quiet(S: Slots, piece: int) -> bool:
        lost = S[SUPPRESSED] >> piece & 1
        return bool(lost or any(e >> HOW & 3 == TAKEN for e in S[GAINED] if e & low == piece))

    def all_enlisted(S: Slots, piece: int, found: list[int], before: str, now: str) -> None:
        for power in found:
            enlist(S, piece, power, before, now)

    def settle(S: Slots, piece: int, before: list[int]) -> None:
        """Start the abilities of a piece that have begun to work since `before`, and stop those that no longer work."""
        now, here = powers_of(S, piece), place(S, piece)
        for power in dict.fromkeys(before):
            for _ in range(before.count(power) - now.count(power)):
                delist(S, piece, power, here)
        for number, power in enumerate(now):
            if now[number:].count(power) > before.count(power):  # those that go on working came last
                enlist(S, piece, power, "", here)

    def delist(S: Slots, piece: int, power: int, here: str) -> None:
        """Stop a power that a piece may have several times: of equal ones the latest."""
        for number in powers.get(power, ()):
            where, slots = working[number]
            for slot in slots if here in where else ():
                last = len(S[slot]) - 1 - S[slot][::-1].index(number << shift | piece)
                S[slot] = S[slot][:last] + S[slot][last + 1 :]

    return {"place": place, "quiet": quiet, "all_enlisted": all_enlisted, "settle": settle}


def changing(tables: ProgramTables, tracked: bool, names: dict[str, Any]) -> dict[str, Any]:
    """Return the primitives that copy, replace and suppress powers for good; an observer is notified."""
    shift: int = tables.shift
    low = (1 << shift) - 1
    powers_of, all_enlisted, place = names["powers_of"], names["all_enlisted"], names["place"]
    thin, quiet, settle = names["thin"], names["quiet"], names["settle"]

    def copy_power(S: Slots, source: int, onto: int, instead: int) -> None:
        gained = powers_of(S, source)
        here = place(S, onto)
        if instead:
            all_enlisted(S, onto, powers_of(S, onto), here, "")
            S[LOST] |= 1 << onto
            thin(S, [e & low != onto or e >> HOW & 3 == TAKEN for e in S[GAINED]])
        if len(S[GAINED]) + len(gained) > MAX_GAINED:
            raise names["TooMuch"]("a game cannot have so many powers")
        for power in gained:
            S[GAINED] += (power << shift | onto,)
        if not quiet(S, onto):
            all_enlisted(S, onto, gained, "", here)
        if tracked:
            S[TRACKER].gained(S, onto, INSTEAD if instead else BESIDE, gained)

    def suppress(S: Slots, piece: int, on: int) -> None:
        if S[SUPPRESSED] >> piece & 1 if on else not quiet(S, piece):
            return
        before = powers_of(S, piece)
        if on:
            all_enlisted(S, piece, before, place(S, piece), "")
            S[SUPPRESSED] |= 1 << piece
        else:
            S[SUPPRESSED] &= ~(1 << piece)
            thin(S, [e & low != piece or e >> HOW & 3 != TAKEN for e in S[GAINED]])
            settle(S, piece, before)
        if tracked and on:
            S[TRACKER].gained(S, piece, TAKEN, [])
        elif tracked:
            S[TRACKER].regained(S, piece, [], powers_of(S, piece) != before)

    def renew(S: Slots, piece: int) -> None:
        """Give a piece its own power back, not suppressed, and take all others away."""
        here = place(S, piece)
        all_enlisted(S, piece, powers_of(S, piece), here, "")
        S[SUPPRESSED] &= ~(1 << piece)
        S[LOST] &= ~(1 << piece)
        thin(S, [e & low != piece for e in S[GAINED]])
        all_enlisted(S, piece, powers_of(S, piece), "", here)

    def has_power(S: Slots, piece: int) -> bool:
        return piece >= 0 and bool(powers_of(S, piece))

    return {"copy_power": copy_power, "suppress": suppress, "renew": renew, "has_power": has_power}


def granting(tables: ProgramTables, tracked: bool, names: dict[str, Any]) -> dict[str, Any]:
    """Return the primitives that give and take powers with a duration, and end it; an observer is notified."""
    shift: int = tables.shift
    low = (1 << shift) - 1
    columns: dict[int, list[int]] = tables.granting
    powers_of, all_enlisted, place = names["powers_of"], names["all_enlisted"], names["place"]
    thin, quiet, settle = names["thin"], names["quiet"], names["settle"]

    def grant(S: Slots, source: int, onto: int, how: int, ability: int, held: Sequence[int]) -> None:
        """Give a piece the powers of another, or none, until the event of an ability, which stores arguments for it."""
        gained = powers_of(S, source) if how != TAKEN else []
        here, rows = place(S, onto), gained or ([NO_POWER] if how != BESIDE else [])
        given = how
        if len(S[GAINED]) + len(rows) > MAX_GAINED:
            raise names["TooMuch"]("a game cannot have so many powers")
        if how != BESIDE:
            all_enlisted(S, onto, powers_of(S, onto), here, "")
        for power in rows:
            S[GAINED] += (ability << ENDED_BY | how << HOW | power << shift | onto,)
            how = BESIDE  # of several that are instead of others the first hides these
            for slot, value in zip(columns.get(ability, ()), held, strict=False):
                S[slot] += (value,)
        if not quiet(S, onto):
            all_enlisted(S, onto, gained, "", here)
        if tracked:
            S[TRACKER].gained(S, onto, given, gained, ability, tuple(held))

    def expire(S: Slots, ability: int, left: Sequence[int]) -> None:
        """End the effects that an ability ends, except the powers at some positions."""
        stay, row = [], 0
        before: dict[int, list[int]] = {}
        gone: dict[int, list[int]] = {}
        for entry in S[GAINED]:
            mine = entry >> HOW & 3 > 0 and entry >> ENDED_BY == ability
            stay.append(not mine or row in left)
            row += mine
            if not stay[-1]:
                if entry & low not in before:
                    before[entry & low] = powers_of(S, entry & low)
                gone.setdefault(entry & low, []).append(entry >> shift & low)
        thin(S, stay)
        for piece, found in before.items():
            settle(S, piece, found)
            if tracked:
                powers = [power for power in gone[piece] if power != NO_POWER]
                S[TRACKER].regained(S, piece, powers, bool({*powers_of(S, piece)} - {*found}))

    return {"grant": grant, "expire": expire}
