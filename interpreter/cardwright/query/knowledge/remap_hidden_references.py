"""References to hidden pieces in a state, and their update when other pieces take the positions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from cardwright.runtime.primitives.bitsets import ids, mask_of
from cardwright.state_slots_and_table_rows import PENDING, DecisionPointRow, MemoryRow

if TYPE_CHECKING:
    from cardwright.runtime.state import Position

NAMING = ("piece", "list piece", "mask piece")


class Moved(NamedTuple):
    """The piece that takes the position of each hidden piece, and the new slot of each zone on these pieces."""

    pieces: dict[int, int]
    zones: dict[int, int]


def count_references(
    state: Position, mask: int, loose: int = 0, knows: Callable[[MemoryRow, int], bool] = lambda *_: True
) -> dict[int, list[int]]:
    """Return, for each referenced piece of `mask`, the indices of the references to it.

    References are counted in the order in which they are found: in memory, in the pending decision, and in live values
    of suspended texts. The indices are equal in both variants. References from memory to a `loose` piece are left out,
    and slots for which `knows` returns False are skipped.
    """
    found: dict[int, list[int]] = {}
    number = 0
    said = [(kind, value, loose) for kind, value in _list_memory_values(state, knows)]
    said += [(kind, value, 0) for kind, value in _list_pending_values(state)]
    for kind, value, unnumbered in said:
        if kind in NAMING:
            number += 1
            for piece in list_named(kind, value & mask if kind == "mask piece" else value):
                number += kind == "list piece"
                if piece >= 0 and mask >> piece & 1:
                    found.setdefault(piece, []).extend([] if unnumbered >> piece & 1 else [number])
    return found


def list_named(kind: str, value: Any) -> tuple[int, ...]:
    """Return the pieces that a value of a type names; () for a type that names none."""
    if kind == "piece":
        return (value,)
    return ids(value) if kind == "mask piece" else value if kind == "list piece" else ()


def _list_memory_values(state: Position, knows: Callable[[MemoryRow, int], bool]) -> Iterator[tuple[str, Any]]:
    """Yield the type and value of each memory slot that can refer to pieces and for which `knows` returns True."""
    for memory in state.program.tables.naming_memory():
        if memory.type in NAMING:
            for slot in range(memory.base, memory.base + count_owners(state, memory.owner) * memory.width):
                if knows(memory, slot):
                    yield memory.type, state.slots[slot]


def _list_pending_values(state: Position) -> Iterator[tuple[str, Any]]:
    """Yield the type and value of everything that refers to pieces in the pending decision and in the frames."""
    tables, slots = state.program.tables, state.slots
    pending = slots[PENDING]
    if pending is not None and tables.sites[pending[2]].base == "piece":
        yield "list piece", pending[1]
    for frame in state.frames:
        for _, _, all_told in state.variant.waits[frame[0]]:
            for _, how, bases, at in all_told:
                if how == "value":
                    yield bases[0], frame[at[0]]
                elif how == "rest":
                    yield bases[0], frame[at[0]][frame[at[1]] :]


def count_owners(state: Position, owner: str) -> int:
    """Return how many owners a memory has: one for the table, or all players or pieces of a kind."""
    fixed = {"table": 1, "player": state.program.players}.get(owner)
    return int(state.program.tables.kinds[owner].size) if fixed is None else fixed


def exchange_references(copy: Position, moved: Moved) -> None:
    """Replace references to pieces by the pieces now at their positions: in memory, suspended texts and options."""
    tables, slots = copy.program.tables, copy.slots
    for memory in tables.naming_memory():
        owner, base, width, kind = memory.owner, memory.base, memory.width, memory.type
        if kind in NAMING:
            for slot in range(base, base + count_owners(copy, owner) * width):
                slots[slot] = replace_references(kind, slots[slot], moved)
    copy.frames = [_rename_frame(copy, frame, moved) for frame in copy.frames]
    pending = slots[PENDING]
    site = tables.sites[pending[2]] if pending is not None else None
    if pending is not None and site is not None and {"piece", "zone"} & {base for base, _ in site.sorts}:
        options = [_find_option_renamed(site, option, moved) for option in pending[1]]
        slots[PENDING] = (pending[0], options, pending[2])


def _find_option_renamed(site: DecisionPointRow, option: int, moved: Moved) -> int:
    base, thing = site.thing(option)
    return option - int(thing) + int(replace_references(base, thing, moved))


def _rename_frame(copy: Position, frame: tuple[Any, ...], moved: Moved) -> tuple[Any, ...]:
    described = copy.variant.frames[frame[0]].variables
    values = [replace_references(kind, value, moved) for (_, kind, _), value in zip(described, frame[1:], strict=False)]
    return (frame[0], *values, *frame[1 + len(values) :])


def replace_references(kind: str, value: Any, moved: Moved) -> Any:
    """Return a value of a type with each piece and zone replaced as `moved` says."""
    pieces = moved.pieces
    if kind == "piece":
        return pieces.get(value, value)
    if kind == "zone":
        return moved.zones.get(value, value)
    if kind == "list piece":
        return tuple([pieces.get(piece, piece) for piece in value])
    if kind == "mask piece":
        return mask_of(pieces.get(piece, piece) for piece in ids(value))
    return value
