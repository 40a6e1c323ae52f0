"""Initial state of a scenario, with the values of memory and contents of zones that `given` sets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from cardwright.checker import typed_tree
from cardwright.compiler.analysis.nullability import is_empty_value
from cardwright.compiler.state_layout import StateLayout
from cardwright.runtime.primitives.zones import put
from cardwright.scenarios.pieces_by_card_id import StateSlot
from cardwright.source.node_dataclass import frozen

if TYPE_CHECKING:
    from cardwright.game.state import State


@frozen
class SetSlot:
    """A memory and its initial value; `names` is True if the value is one or several pieces."""

    slot: StateSlot
    value: Any
    names: bool = False


@frozen
class ZoneFill:
    """A zone with the pieces to put into it; in an ordered zone, the first of them is the top.

    `rest` is the index at which all other pieces of the kind that start in `home` or, without a setup, in one of
    `starts` are put, -1 if they stay. `loose` are the pieces that any copy can replace.
    """

    slot: StateSlot
    home: int
    wanted: tuple[int, ...]
    rest: int = -1
    starts: tuple[int, ...] = ()
    loose: frozenset[int] = frozenset()


Change = SetSlot | ZoneFill


def find_emptied_memory(
    checked: typed_tree.CheckedGame, players: int, changes: Iterable[Change]
) -> set[tuple[str, str]]:
    """Return the memory, as (owner, word), that changes set to `nobody` or `none`."""
    layout = StateLayout.of(checked.game, players)
    slots = {change.slot.at({}) for change in changes if isinstance(change, SetSlot) and is_empty_value(change.value)}
    found = set()
    for memory in checked.game.memory:
        base = layout.memory_base[memory.owner, memory.word]
        if not slots.isdisjoint(range(base, base + layout.owners(memory.owner) * layout.width(memory))):
            found.add((memory.owner, memory.word))
    return found


def apply_changes(state: State, changes: Iterable[Change]) -> dict[int, int]:
    """Apply changes to a state; abilities start and stop as their pieces change zones.

    Returns a map from copies to the copies that replace them, including their parts.
    """
    _locate(state)
    changes = list(changes)
    fills = sorted((each for each in changes if isinstance(each, ZoneFill)), key=lambda each: each.rest >= 0)
    actual = _choose_copies(state, fills)
    placed = {actual.get(piece, piece) for fill in fills for piece in fill.wanted}
    for fill in fills:
        _fill_zone(state, fill, actual, placed)
    for change in changes:
        if isinstance(change, SetSlot):
            value = _replace_copies(change.value, actual) if change.names else change.value
            state.slots[change.slot.at(actual)] = value
    if state.tracked:
        state.tracker.log.clear()
    return actual


def list_zone_contents(state: State) -> Mapping[int, tuple[int, ...]]:
    """Return the pieces of every zone, by the slot of the zone."""
    start = state.program.tables.zones_from
    slots = range(start, start + len(state.program.tables.zones))
    return {slot: state.content(slot) for slot in slots}


def _locate(state: State) -> None:
    """Write the zone of every piece into the slots in which the program stores these zones."""
    location = state.program.tables.location
    for slot, pieces in list_zone_contents(state).items():
        for piece in pieces:
            state.slots[location + piece] = slot


def _choose_copies(state: State, fills: Iterable[ZoneFill]) -> dict[int, int]:
    """Return, for named copies without a number, the copies that replace them.

    Copies that are still in their first zone are preferred.
    """
    definitions, parts = state.program.tables.pieces, state.program.tables.parts
    contents = list_zone_contents(state)
    firm = {piece for fill in fills for piece in fill.wanted if piece not in fill.loose}
    taken: set[int] = set(firm)
    found: dict[int, int] = {}
    for fill in fills:
        for piece in fill.wanted:
            if piece not in fill.loose:
                continue
            copies = [each for each, number in enumerate(definitions) if number == definitions[piece]]
            copies.sort(key=lambda each: (each not in contents[fill.home], each))
            found[piece] = next(each for each in copies if each not in taken)
            taken.add(found[piece])
            found.update(zip(parts[piece], parts[found[piece]], strict=True))
    return found


def _fill_zone(state: State, fill: ZoneFill, actual: Mapping[int, int], placed: set[int]) -> None:
    context = state.variant.context
    slot = fill.slot.at(actual)
    wanted = [actual.get(piece, piece) for piece in fill.wanted]
    if slot != fill.home:
        put(
            context,
            state.slots,
            [piece for piece in list_zone_contents(state)[slot] if piece not in placed],
            fill.home,
            1,
        )
    if fill.rest >= 0:
        contents = list_zone_contents(state)
        for source in dict.fromkeys((*fill.starts[::-1], fill.home)):
            rest = [piece for piece in contents[source] if piece not in placed]
            ordered = not isinstance(state.slots[source], int)
            wanted[fill.rest : fill.rest] = rest[::-1] if ordered else rest
    ordered = not isinstance(state.slots[slot], int)
    put(context, state.slots, wanted[::-1] if ordered else wanted, slot, 0)


def _replace_copies(value: Any, actual: Mapping[int, int]) -> Any:
    return tuple(actual.get(each, each) for each in value) if isinstance(value, tuple) else actual.get(value, value)
