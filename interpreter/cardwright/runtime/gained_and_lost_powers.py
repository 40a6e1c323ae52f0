"""Queries about powers: powers that a piece gained or lost, and pieces with powers switched off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from cardwright.runtime.errors import SlipError
from cardwright.runtime.primitives.active_abilities import standing
from cardwright.runtime.primitives.bitsets import ids
from cardwright.state_slots_and_table_rows import (
    BESIDE,
    ENDED_BY,
    GAINED,
    HOW,
    INSTEAD,
    LEAVES_PLAY,
    LOST,
    NO_POWER,
    PIECE_MASK,
    SHIFT,
    SUPPRESSED,
    TAKEN,
    DurationRow,
    Slots,
)

if TYPE_CHECKING:
    from cardwright.runtime.program import Program


class Borne(NamedTuple):
    """A change of a piece's powers: `how` says whether it gained powers besides or instead of its own, or lost its own.

    `powers` are the definitions whose powers the piece gains. The change lasts until the first of the events `endings`,
    for which the arguments `held` are stored; without `endings` it is permanent.
    """

    how: int
    powers: tuple[int, ...]
    endings: tuple[DurationRow, ...] = ()
    held: tuple[Any, ...] = ()


def borne(program: Program, S: Slots, piece: int) -> tuple[Borne, ...]:
    """Return the changes of a piece's powers in order; later changes override earlier ones."""
    tables = program.tables
    found = [Borne(INSTEAD, ())] if S[LOST] >> piece & 1 else []
    rows: dict[int, int] = {}  # for each ability that ends powers, the row of its last power
    for entry in S[GAINED]:
        how, power, ability = entry >> HOW & 3, entry >> SHIFT & PIECE_MASK, entry >> ENDED_BY
        row = rows.get(ability, -1) + 1
        if how:
            rows[ability] = row
        if entry & PIECE_MASK == piece:
            powers = () if power == NO_POWER else (power,)
            endings = tables.endings.get(ability, ()) if how else ()
            held = tuple([S[slot][row] for slot in tables.granting[ability]]) if how else ()
            found.append(Borne(how or BESIDE, powers, endings, held))
    return (*found, *([Borne(TAKEN, ())] if S[SUPPRESSED] >> piece & 1 else []))


def kept_by(program: Program, endings: tuple[DurationRow, ...], held: tuple[Any, ...]) -> Iterator[tuple[str, Any]]:
    """Yield the arguments that are stored for a duration, each with its type."""
    for ending in endings:
        if ending.procedure == LEAVES_PLAY:
            yield from (("piece", value if place is None else held[place]) for place, value, _ in ending.roles.values())
            continue
        bases = {word: base for word, base, _ in program.tables.procedures[ending.procedure].params}
        for role, (place, value, _) in ending.roles.items():
            yield bases.get(role, "player"), value if place is None else held[place]


def resting(program: Program, S: Slots, before: tuple[int, int]) -> tuple[int, int]:
    """Return two bitsets: pieces in zones where powers work, and pieces whose powers a rule of the game switches off.

    If the rule fails, `before`, the result of the last call, is returned again. Both are 0 if the rule is not public,
    or if the program counts executions.
    """
    tables, context = program.tables, program.tracked.context
    works = tables.works
    if works is None or not works.public or tables.probes:
        return 0, 0
    changed = tables.changed.get(works.rule)
    if works.plain and not before[1] and (changed is None or not S[changed]):
        return 0, 0
    rule = tables.rules[works.rule]
    kind, gained = tables.kinds[rule.params[0][2]], {entry & PIECE_MASK for entry in S[GAINED]}
    lying = rest = 0
    for piece in range(kind.first, kind.first + kind.size):
        if tables.pieces[piece] in tables.powers or piece in gained:
            place = standing(context, S, piece, S[tables.location + piece])
            lying |= (place in tables.power_zones) << piece
    try:
        for piece in ids(lying):
            rest |= (not program.tracked.rules[rule.word](S, piece)) << piece
    except SlipError:
        return before
    return lying, rest
