"""Primitives for options: equal pieces are offered once, and hidden ones stay unrecognisable.

Pieces are interchangeable if they have the same definition, zone, memory, powers and contents.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from cardwright.runtime.primitives.plain_or_tracked_tables import Context
from cardwright.runtime.primitives.random_numbers import mix
from cardwright.runtime.primitives.zones import may_see, where
from cardwright.state_slots_and_table_rows import (
    BY_DEFINITION,
    ENDED_BY,
    FACE,
    GAINED,
    HOW,
    LOST,
    PIECE_MASK,
    SHIFT,
    SUPPRESSED,
    TRACKER,
    Slots,
)


def mark(context: Context, S: Slots, piece: int, odd: int | None = None) -> Hashable:
    """Return a key that is equal for interchangeable pieces.

    `odd` is the result of `special`, if it was computed already.
    """
    whole = context.whole[piece]
    return (whole if whole >= 0 else where(context, S, piece), nature(context, S, piece, odd))


def unlike(context: Context, options: Sequence[int]) -> list[int]:
    """Return the first piece of each definition among some options."""
    found: dict[int, int] = {}
    for option in options:
        found.setdefault(context.own.definitions[option], option)
    return list(found.values())


def apart(context: Context, S: Slots, options: Sequence[int]) -> list[int]:
    """Return the first piece of each group of interchangeable pieces among some options."""
    own, listed = context.own, list(options)
    sorts = own.definitions
    if len(listed) < 2 or len({sorts[option] for option in listed}) == len(listed):
        return listed
    seen: set[int] = set()
    again: set[int] = set()
    for option in listed:
        (again if sorts[option] in seen else seen).add(sorts[option])
    found: dict[Hashable, int] = {}
    odd = special(context, S)
    for option in listed:
        if sorts[option] not in again:
            found[option] = option
        elif own.simple[option] and not odd >> option & 1 and not any(S[slot] for slot in own.zones[option]):
            key = (where(context, S, option), context.pieces[option], own.read_memory[option](S))
            found.setdefault(key, option)
        else:
            found.setdefault(mark(context, S, option, odd), option)
    return list(found.values())


def choices(context: Context, S: Slots, pool: Sequence[int], need: int, alike: int) -> list[int]:
    """Return the options for the next pick of several, in the order of `pool`.

    After each of them, the pool has enough pieces for all `need` picks, this one included. With `alike`, only the first
    of several interchangeable pieces is an option.
    """
    reach = pool[: len(pool) - max(need, 1) + 1]
    if not alike:
        return list(reach)
    return unlike(context, reach) if alike == BY_DEFINITION else apart(context, S, reach)


def special(context: Context, S: Slots) -> int:
    """Return the bitset of pieces that may differ from their copies in more than memory and the pieces on them."""
    mask: int = S[FACE] | S[SUPPRESSED] | S[LOST]
    for entry in S[GAINED]:
        mask |= 1 << (entry & PIECE_MASK)
    for slot in context.uses:
        for use in S[slot]:
            if len(use) > 2 and use[1] < PIECE_MASK:  # (ability, piece, player)
                mask |= 1 << use[1]
    named: set[int] = set()
    for run in context.own.names:
        held = S[run]
        if held.count(-1) < len(held):
            named.update(held)
    for slot in context.own.lists:
        if S[slot]:
            named.update(S[slot])
    for piece in named:
        if piece >= 0:
            mask |= 1 << piece
    return mask


def nature(context: Context, S: Slots, piece: int, odd: int | None = None) -> Hashable:
    """Return a key for all properties in which a piece can differ from its copies; `odd` is as for `mark`."""
    if odd is None:
        odd = special(context, S)
    own = context.own
    what = own.part_values.get(piece, context.pieces[piece])
    state = _distinguish(context, S, piece) if odd >> piece & 1 else ()
    if not own.memory[piece] and not own.zones[piece] and not own.parts[piece]:
        return (what, state)
    memory = tuple([S[slot] for slot in own.memory[piece]])
    lying = [_make_pile_key(context, S, S[slot], odd) for slot in own.zones[piece]]
    return (what, state, memory, (*lying, _make_heap_key(context, S, own.parts[piece], odd)))


def by_backs(context: Context, S: Slots, player: int, options: Iterable[int], alike: int, mixed: int) -> list[int]:
    """Return options in an order that reveals nothing hidden: pieces that the player may not see come last.

    Hidden pieces in an unordered zone are shuffled if `mixed`. If `alike`, interchangeable visible pieces are offered
    once.
    """
    seen: dict[Hashable, int] = {}
    lying: list[int] = []
    backs: list[int] = []
    for option in options:
        piece = option if context.whole[option] < 0 else context.whole[option]
        zone = where(context, S, piece)
        if may_see(context, S, player, piece, zone):
            seen.setdefault(mark(context, S, option) if alike else option, option)
        else:
            (lying if context.zones[zone - context.zones_from].ordered or not mixed else backs).append(option)
    return [*seen.values(), *lying, *_shuffle_backs(context, S, backs, player)]


def on_backs(context: Context, S: Slots, player: int, options: Iterable[int]) -> list[int]:
    """Return zones as options; zones on pieces that the player may not see come last, shuffled."""
    seen: list[int] = []
    backs: list[int] = []
    for zone in options:
        piece = context.carriers[zone - context.zones_from]
        hidden = piece >= 0 and not may_see(context, S, player, piece, where(context, S, piece))
        (backs if hidden else seen).append(zone)
    return [*seen, *_shuffle_backs(context, S, backs, player)]


def _distinguish(context: Context, S: Slots, piece: int) -> Hashable:
    """Return a key that is equal for pieces with equal sides, powers and uses.

    If a memory refers to a piece, no other piece has its key.
    """
    sides = S[FACE] >> piece & 1, S[SUPPRESSED] >> piece & 1, S[LOST] >> piece & 1
    used = [use for slot in context.uses for use in S[slot] if len(use) > 2 and use[1] == piece]
    named = any(
        any(piece in held for held in S[run]) if listed else piece in S[run] for run, listed in context.own.naming
    )
    whose = sorted([(ability, holder) for ability, _, holder in used])
    return (sides, tuple(_list_gained(context, S, piece)), tuple(whose), piece if named else -1)


def _list_gained(context: Context, S: Slots, piece: int) -> list[Hashable]:
    """Return the powers a piece has gained, with the arguments of their durations, in order."""
    found: list[Hashable] = []
    rows: dict[int, int] = {}
    ends = False
    for entry in S[GAINED]:
        ability = entry >> ENDED_BY if entry >> HOW & 3 else -1
        row = rows[ability] = rows.get(ability, -1) + 1
        if entry & PIECE_MASK == piece:
            ends = ends or ability >= 0
            found.append((entry >> SHIFT, *[S[slot][row] for slot in context.granting.get(ability, ())]))
    return found if ends else sorted(found, key=repr)


def _make_pile_key(context: Context, S: Slots, content: Any, odd: int) -> Hashable:
    if not content:
        return ()
    if isinstance(content, int):
        return _make_heap_key(context, S, [piece for piece in range(content.bit_length()) if content >> piece & 1], odd)
    return tuple([nature(context, S, piece, odd) for piece in content])


def _make_heap_key(context: Context, S: Slots, pieces: Sequence[int], odd: int) -> Hashable:
    """Return a key for unordered pieces. It is equal for groups that differ only in interchangeable pieces."""
    return tuple(sorted([nature(context, S, piece, odd) for piece in pieces], key=repr)) if pieces else ()


def _shuffle_backs(context: Context, S: Slots, backs: list[int], player: int) -> list[int]:
    found: list[int] = S[TRACKER].mixed(S, backs, player) if context.tracked else mix(S, backs)
    return found
