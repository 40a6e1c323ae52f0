"""Interchangeability: pieces of one definition with equal zone, marks, powers and contents."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from operator import itemgetter
from typing import Any

from cardwright.program_format import BY_DEFINITION, ENDED_BY, FACE, GAINED, HOW, LOST, SUPPRESSED, ProgramTables

Slots = list[Any]
# How the items of a pick of several are told apart, if at all: as the compiler writes it.


def telling_apart(tables: ProgramTables, tracked: bool, find: Callable[[Slots, int], int]) -> dict[str, Any]:
    """Return the primitives that offer only one of several interchangeable pieces.

    `mark` is a key that is equal for pieces which are interchangeable now, `nature` a key that also ignores their
    zones.
    `special` is the bitset of pieces that differ in anything but memory and contents. `unlike` compares definitions
    alone.
    """
    location: int = tables.location
    located = tracked or tables.plain.located
    whole: list[int] = tables.whole
    sorts = sorts_of(tables)
    special = _special(tables)
    nature = _nature(tables, special)
    definitions = tables.pieces
    memory, zones = own_slots(tables)
    kept, laden = [*map(_reading, memory)], [*map(_filled, zones)]
    # unless these are special, or something lies on them, their place, definition and memory tell them apart
    simple = [
        whole[piece] < 0 and piece not in tables.part_values and not parts for piece, parts in enumerate(tables.parts)
    ]

    def mark(S: Slots, piece: int, odd: int | None = None) -> Hashable:
        if whole[piece] >= 0:
            return (whole[piece], nature(S, piece, odd))
        slot = S[location + piece] if located else find(S, piece)
        return (slot, nature(S, piece, odd))

    def unlike(options: Sequence[int]) -> list[int]:
        found: dict[int, int] = {}
        for option in options:
            found.setdefault(sorts[option], option)
        return list(found.values())

    def apart(S: Slots, options: Sequence[int]) -> list[int]:
        """Return the first of each group of alike pieces among some options."""
        listed = list(options)
        if len(listed) < 2 or len({sorts[option] for option in listed}) == len(listed):
            return listed
        seen: set[int] = set()
        again: set[int] = set()
        for option in listed:
            (again if sorts[option] in seen else seen).add(sorts[option])
        found: dict[Hashable, int] = {}
        odd = special(S)
        for option in listed:
            if sorts[option] not in again:
                found[option] = option
            elif simple[option] and not odd >> option & 1 and not laden[option](S):
                slot = S[location + option] if located else find(S, option)
                found.setdefault((slot, definitions[option], kept[option](S)), option)
            else:
                found.setdefault(mark(S, option, odd), option)
        return list(found.values())

    def choices(S: Slots, pool: Sequence[int], need: int, alike: int) -> list[int]:
        """Return the options for the next pick in order, leaving enough for the remaining picks."""
        reach = pool[: len(pool) - max(need, 1) + 1]
        if not alike:
            return list(reach)
        return unlike(reach) if alike == BY_DEFINITION else apart(S, reach)

    return {"mark": mark, "nature": nature, "special": special, "unlike": unlike, "apart": apart, "choices": choices}


def sorts_of(tables: ProgramTables) -> list[int]:
    """Return a number per definition for every piece; for a part, its piece and what is printed on it."""
    found = list(tables.pieces)
    known: dict[tuple[int, int], int] = {}
    for part, value in tables.part_values.items():
        found[part] = -1 - known.setdefault((tables.whole[part], value), len(known))
    return found


def _reading(slots: Sequence[int]) -> Callable[[Slots], Any]:
    """Return a function that reads some slots."""
    return itemgetter(*slots) if slots else lambda S: ()


def _filled(slots: Sequence[int]) -> Callable[[Slots], Any]:
    """Return a function that checks whether some zones contain anything."""
    read = _reading(slots)
    return (lambda S: any(read(S))) if len(slots) > 1 else read


def _special(tables: ProgramTables) -> Callable[[Slots], int]:
    below = (1 << tables.shift) - 1
    uses: list[int] = tables.uses
    naming = naming_runs(tables)
    runs = [run for run, listed in naming if not listed]
    lists = [slot for run, listed in naming if listed for slot in range(run.start, run.stop)]

    def special(S: Slots) -> int:
        mask: int = S[FACE] | S[SUPPRESSED] | S[LOST]
        for entry in S[GAINED]:
            mask |= 1 << (entry & below)
        for slot in uses:
            for use in S[slot]:
                if len(use) > 2 and use[1] < below:  # of an ability on a piece: of which, on which, and for whom
                    mask |= 1 << use[1]
        named: set[int] = set()
        for run in runs:
            held = S[run]
            if held.count(-1) < len(held):
                named.update(held)
        for slot in lists:
            if S[slot]:
                named.update(S[slot])
        for piece in named:
            if piece >= 0:
                mask |= 1 << piece
        return mask

    return special


def _nature(tables: ProgramTables, special: Callable[[Slots], int]) -> Callable[[Slots, int, int | None], Hashable]:
    definitions, part_values, parts = tables.pieces, tables.part_values, tables.parts
    shift: int = tables.shift
    below = (1 << shift) - 1
    uses: list[int] = tables.uses
    granting: dict[int, list[int]] = tables.granting
    naming = naming_runs(tables)
    kept, on = own_slots(tables)

    def nature(S: Slots, piece: int, odd: int | None = None) -> Hashable:
        """Return everything that distinguishes a piece from its copies; `odd` is the bitset of special pieces."""
        if odd is None:
            odd = special(S)
        what = part_values.get(piece, definitions[piece])
        state = _alone(S, piece) if odd >> piece & 1 else ()
        if not kept[piece] and not on[piece] and not parts[piece]:
            return (what, state)
        memory = tuple([S[slot] for slot in kept[piece]])
        lying = [_pile(S, S[slot], odd) for slot in on[piece]]
        return (what, state, memory, (*lying, _heap(S, parts[piece], odd)))

    def _alone(S: Slots, piece: int) -> Hashable:
        """Return the key that distinguishes a single piece; a piece referred to by memory has a key of its own."""
        sides = S[FACE] >> piece & 1, S[SUPPRESSED] >> piece & 1, S[LOST] >> piece & 1
        gained = _gained(S, piece)
        used = [use for slot in uses for use in S[slot] if len(use) > 2 and use[1] == piece]
        named = any(any(piece in held for held in S[run]) if listed else piece in S[run] for run, listed in naming)
        whose = sorted([(ability, holder) for ability, _, holder in used])
        return (sides, tuple(gained), tuple(whose), piece if named else -1)

    def _gained(S: Slots, piece: int) -> list[Hashable]:
        """Return the powers a piece has gained, with the arguments of their durations, in order."""
        found: list[Hashable] = []
        rows: dict[int, int] = {}
        ends = False
        for entry in S[GAINED]:
            ability = entry >> ENDED_BY if entry >> HOW & 3 else -1
            row = rows[ability] = rows.get(ability, -1) + 1
            if entry & below == piece:
                ends = ends or ability >= 0
                found.append((entry >> shift, *[S[slot][row] for slot in granting.get(ability, ())]))
        return found if ends else sorted(found, key=repr)

    def _pile(S: Slots, content: Any, odd: int) -> Hashable:
        if not content:
            return ()
        if isinstance(content, int):
            return _heap(S, [piece for piece in range(content.bit_length()) if content >> piece & 1], odd)
        return tuple([nature(S, piece, odd) for piece in content])

    def _heap(S: Slots, pieces: Sequence[int], odd: int) -> Hashable:
        """Return the key that distinguishes a group of unordered pieces."""
        return tuple(sorted([nature(S, piece, odd) for piece in pieces], key=repr)) if pieces else ()

    return nature


def naming_runs(tables: ProgramTables) -> list[tuple[slice, bool]]:
    """Return the memory slots that can refer to a piece, in runs, and whether they hold lists."""
    owners = {"table": 1, "player": tables.players} | {word: kind.size for word, kind in tables.kinds.items()}
    return [
        (slice(memory.base, memory.base + owners[memory.owner] * memory.width), memory.type == "list piece")
        for memory in tables.naming_memory()
        if memory.type in ("piece", "list piece")
    ]


def naming_slots(tables: ProgramTables) -> list[int]:
    """Return the memory slots that can refer to a piece."""
    return [slot for run, _ in naming_runs(tables) for slot in range(run.start, run.stop)]


def own_slots(tables: ProgramTables) -> tuple[list[list[int]], list[list[int]]]:
    """Return for every piece its memory slots, and the slots of the zones on it."""
    count = len(tables.pieces)
    kept: list[list[int]] = [[] for _ in range(count)]
    on: list[list[int]] = [[] for _ in range(count)]
    for word, (first, number, *_) in tables.kinds.items():
        for memory in tables.memory:
            base, width = memory.base, memory.width
            for piece in range(number) if memory.owner == word else ():
                kept[first + piece] += range(base + piece * width, base + (piece + 1) * width)
        for place, zone in enumerate(tables.zones):
            if zone.owner == word:
                on[first + zone.number].append(tables.zones_from + place)
    return kept, on
