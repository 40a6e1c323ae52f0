"""Primitives for abilities: which are active, and the order in which they react."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardwright.program_format import FACE, GAINED, HOW, INSTEAD, LOST, NO_POWER, SUPPRESSED, TAKEN, ProgramTables

Slots = list[Any]


def listing(tables: ProgramTables) -> dict[str, Any]:
    """Return the primitives `powers_of` and `relist`, which updates active abilities when a piece moves.

    `standing` is the zone of a piece as far as powers go; `working` has the zones in which each ability works.
    """
    pieces: list[int] = tables.pieces
    powers: dict[int, list[int]] = tables.powers
    zones = tables.zones
    zones_from: int = tables.zones_from
    shift: int = tables.shift
    working = [(frozenset(ability.zones), tuple(ability.slots)) for ability in tables.abilities]

    low = (1 << shift) - 1

    def powers_of(S: Slots, piece: int) -> list[int]:
        if S[SUPPRESSED] >> piece & 1:
            return []
        found = [pieces[piece]] if pieces[piece] in powers and not S[LOST] >> piece & 1 else []
        for entry in S[GAINED]:
            if entry & low == piece:
                how, power = entry >> HOW & 3, entry >> shift & low
                if how == TAKEN:
                    return []
                if how == INSTEAD:
                    found = []
                if power != NO_POWER:
                    found.append(power)
        return found

    def enlist(S: Slots, piece: int, power: int, before: str, now: str) -> None:
        for number in powers.get(power, ()):
            where, slots = working[number]
            if (before in where) == (now in where):
                continue
            entry = number << shift | piece
            for slot in slots:
                S[slot] = (*S[slot], entry) if now in where else tuple([e for e in S[slot] if e != entry])

    def standing(S: Slots, piece: int, slot: int) -> str:
        """Return the word of a piece's zone if its powers may work there; "" for a piece that is face down."""
        word, see = zones[slot - zones_from][0], zones[slot - zones_from][4]
        return "" if see == "face" and not S[FACE] >> piece & 1 else str(word)

    faced = [zone.see == "face" for zone in zones]
    known: dict[tuple[int, int, int], tuple[list[int] | None, list[tuple[int, int, bool]]]] = {}

    def changed(power: int, old: int, new: int) -> list[tuple[int, int, bool]]:
        """Return the abilities that start or stop as a power changes zones: entry, slot, and True for a start."""
        before, now = zones[old - zones_from].word, zones[new - zones_from].word
        return [
            (number << shift, slot, now in where)
            for number in powers.get(power, ())
            for where, slots in [working[number]]
            if (before in where) != (now in where)
            for slot in slots
        ]

    def relist(S: Slots, piece: int, old: int, new: int) -> None:
        # one after the other: what a player knows of a piece is asked so, not what they know of all
        lost = S[SUPPRESSED] >> piece & 1 or S[LOST] >> piece & 1
        if S[GAINED] or lost or faced[old - zones_from] or faced[new - zones_from]:
            before, now = standing(S, piece, old), standing(S, piece, new)
            for power in powers_of(S, piece):
                enlist(S, piece, power, before, now)
            return
        key, own = (pieces[piece], old, new), powers.get(pieces[piece])
        found = known.get(key)
        if found is None or found[0] is not own:  # tests of tests give a piece another power for a while
            found = known[key] = own, changed(*key)
        for entry, slot, begins in found[1]:
            entry |= piece
            S[slot] = (*S[slot], entry) if begins else tuple([e for e in S[slot] if e != entry])

    return {
        "working": working, "powers_of": powers_of, "enlist": enlist, "standing": standing, "relist": relist,
    }  # fmt: skip


def ordering(tables: ProgramTables, controller: Callable[[Slots, int], int]) -> dict[str, Any]:
    """Return the primitives `active` player and `order` of simultaneous reactions: turn order, then age."""
    shift: int = tables.shift
    active_slot: int = tables.active
    players: int = tables.players
    step = -1 if tables.anticlockwise else 1

    def active(S: Slots) -> int:
        return max(0, S[active_slot]) if active_slot >= 0 else 0

    def order(S: Slots, entries: list[int]) -> list[int]:
        if len(entries) < 2:
            return entries
        first = active(S)
        low = (1 << shift) - 1

        def turn(entry: int) -> int:
            holder = controller(S, entry & low)
            return (holder - first) * step % players if holder >= 0 else -1

        return sorted(entries, key=turn)

    return {"active": active, "order": order}


def replacing(tables: ProgramTables, tracked: bool, names: dict[str, Any]) -> dict[str, Any]:
    """Return the primitive that selects the player who orders replacements; the question reveals no hidden card."""
    location: int = tables.location
    located = tracked or tables.plain.located
    whole = tables.whole
    low = (1 << tables.shift) - 1
    find, may_see, order, active = names["find"], names["may_see"], names["order"], names["active"]
    controller: Callable[[Slots, int], int] = names["controller"]
    players: int = tables.players

    def in_sight(S: Slots, player: int, piece: int) -> bool:
        if piece >= len(whole):
            return True  # an ability of the game itself
        outer = whole[piece] if whole[piece] >= 0 else piece
        return bool(may_see(S, player, outer, S[location + outer] if located else find(S, outer)))

    def ranking(S: Slots, entries: list[int], doer: int) -> tuple[int, list[int]]:
        """Return the player who chooses the first replacement, and the replacements to choose from.

        It is the player affected by the event, if all replacements are visible to that player. Otherwise each
        controller chooses among the controller's own replacements, in turn order from the active player.
        """
        if len(entries) < 2 or (doer >= 0 and all(in_sight(S, doer, e & low) for e in entries)):
            return (doer if doer >= 0 else controller(S, entries[0] & low)), entries
        ranked = order(S, entries)
        first = controller(S, ranked[0] & low)
        asked = first if first >= 0 else doer if doer >= 0 else active(S)
        return asked, [e for e in ranked if controller(S, e & low) == first]

    def lies_open(S: Slots, piece: int) -> bool:
        """Return True if everybody sees a piece; an ability of the game itself is never hidden."""
        return piece < 0 or all(in_sight(S, player, piece) for player in range(players))

    return {"ranking": ranking, "lies_open": lies_open}
