"""Lowering of memory, zones, their contents and attributes of pieces."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardwright.checker import typed_tree
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.context import Lowering, convert_type, number, op, register_lowering
from cardwright.compiler.state_layout import make_initial_value
from cardwright.declarations.model import MemoryDecl, ZoneDecl
from cardwright.state_slots_and_table_rows import FACE, RESERVE

FACES = ir.Slot(("fixed", "face"), FACE, (), ir.IrType("mask"))
ZONE_OF_NOBODY = ir.Const(-1, ir.ZONE)


def find_memory_slot(
    low: Lowering, value: typed_tree.MemoryExpr, owner: ir.Value | None, index: ir.Value | None
) -> ir.Slot:
    """Return the slot of a memory for the given owner and index."""
    memory = value.memory
    layout = low.layout
    base, width = layout.memory_base[memory.owner, memory.word], layout.width(memory)
    terms: list[tuple[ir.Value, int]] = []
    if owner is not None:
        base -= (layout.kind_first.get(memory.owner, 0) if memory.owner != "player" else 0) * width
        terms.append((owner, width))
    if index is not None and memory.per is not None:
        numbers = [layout.game.words[word] for word in layout.game.enums[memory.per].values]
        if isinstance(index, ir.Const):
            # `none` has no slot, and code with it is never executed: see `guarded`
            base += numbers.index(index.value) if index.value in numbers else 0
        elif numbers == list(range(numbers[0], numbers[0] + len(numbers))):
            base -= numbers[0]
            terms.append((index, 1))
        else:
            table = low.table(("index", memory.per), lambda: {number: place for place, number in enumerate(numbers)})
            terms.append((ir.StaticTable(table, index, ir.NUM), 1))
    return _make_slot((memory.owner, memory.word), base, terms, convert_type(memory.type))


def reset_memory(low: Lowering, memory: MemoryDecl, piece: ir.Value) -> ir.Code:
    """Return code that resets a memory of a piece to its initial value."""
    ty, width = convert_type(memory.type), low.layout.width(memory)
    base = low.layout.memory_base[memory.owner, memory.word] - low.layout.kind_first[memory.owner] * width
    family, starts = (memory.owner, memory.word), ir.Const(memory.starts, ty)
    return tuple(ir.Store(_make_slot(family, base + word, [(piece, width)], ty), starts) for word in range(width))


def _make_slot(family: tuple[str, str], base: int, terms: Sequence[tuple[ir.Value, int]], ty: ir.IrType) -> ir.Slot:
    """Return a slot. Terms with constant values are added to its base."""
    left = []
    for value, stride in terms:
        if isinstance(value, ir.Const):
            base += value.value * stride
        else:
            left.append((value, stride))
    return ir.Slot(family, base, tuple(left), ty)


def find_numbered_slot(low: Lowering, memory: MemoryDecl, place: ir.Value) -> ir.Slot:
    """Return the slot at position `place` among a memory's slots for all owners and words."""
    family = (memory.owner, memory.word)
    return _make_slot(family, low.layout.memory_base[family], [(place, 1)], convert_type(memory.type))


def read_memory(
    low: Lowering, value: typed_tree.MemoryExpr, empty: ir.Value, make: Callable[[ir.Slot], ir.Value]
) -> ir.Value:
    """Return IR that `make` builds from the slot of a memory, or `empty` if its owner or index does not exist."""

    def known(parts: list[ir.Value]) -> ir.Value:
        there = iter(parts)
        owner = None if value.owner is None else next(there)
        return make(find_memory_slot(low, value, owner, next(there, None)))

    return low.guarded([part for part in (value.owner, value.index) if part is not None], empty, known)


@register_lowering(typed_tree.MemoryExpr)
def _lower_memory(low: Lowering, value: typed_tree.MemoryExpr) -> ir.Value:
    return read_memory(low, value, ir.Const(value.memory.starts, convert_type(value.type)), ir.Read)


def find_zone_slot(low: Lowering, zone: ZoneDecl, owner: ir.Value | None) -> ir.Slot:
    """Return the slot of a zone for a given owner."""
    base = low.layout.zone_base[zone.owner, zone.word]
    ty = ir.PIECES if zone.ordered else ir.IrType("mask", zone.holds)
    if owner is None:
        return ir.Slot((zone.owner, zone.word), base, (), ty)
    base -= low.layout.kind_first.get(zone.owner, 0) if zone.owner != "player" else 0
    return _make_slot((zone.owner, zone.word), base, [(owner, 1)], ty)


def find_certain_zone_slot(low: Lowering, value: typed_tree.ZoneExpr) -> ir.Slot:
    """Return the slot of a zone whose owner certainly exists."""
    return find_zone_slot(low, value.zone, None if value.owner is None else low.value(value.owner))


@register_lowering(typed_tree.ZoneExpr)
def _lower_zone(low: Lowering, value: typed_tree.ZoneExpr) -> ir.Value:
    owners = [] if value.owner is None else [value.owner]
    return low.guarded(
        owners, ZONE_OF_NOBODY, lambda known: ir.Handle(find_zone_slot(low, value.zone, known[0] if known else None))
    )


@register_lowering(typed_tree.ContentExpr)
def _lower_content(low: Lowering, value: typed_tree.ContentExpr) -> ir.Value:
    if not isinstance(value.zone, typed_tree.ZoneExpr):
        return op("content", ir.PIECES, low.value(value.zone))
    zone = value.zone.zone
    owners = [] if value.zone.owner is None else [value.zone.owner]
    empty = ir.Const((), ir.PIECES) if zone.ordered else ir.Const(0, ir.IrType("mask", zone.holds))
    return low.guarded(owners, empty, lambda known: ir.Read(find_zone_slot(low, zone, known[0] if known else None)))


def find_reserve(low: Lowering, kind: str) -> ir.Slot | None:
    """Return the slot of the reserve of a kind, or None if the game brings no pieces of the kind into play."""
    slot = low.layout.reserve(kind)
    return None if slot < 0 else ir.Slot(("table", f"{RESERVE} of {kind}"), slot, (), ir.IrType("mask", kind))


@register_lowering(typed_tree.AttributeExpr)
def _lower_attribute(low: Lowering, value: typed_tree.AttributeExpr) -> ir.Value:
    find = _find_printed_table if value.piece.type.base == "name" else find_attribute_table
    table = find(low, value.piece.type.of, value.attribute.word)
    return ir.StaticTable(table, low.value(value.piece), convert_type(value.type))


def find_attribute_table(low: Lowering, kind: str, word: str) -> str:
    """Return the name of the table of an attribute with a value for each piece.

    The last entry is for the index -1, which means no piece.
    """

    def make() -> tuple[object, ...]:
        held = low.layout.game.kinds[kind].attributes[word].type
        values: list[object] = [0 if held.item is None else ()] * len(low.layout.pieces)
        for piece in low.layout.kind_pieces(kind):
            values[piece] = low.layout.printed(piece, word)
        return (*values, make_initial_value(held))

    return low.table(("attribute", kind, word), make)


def _find_printed_table(low: Lowering, kind: str, word: str) -> str:
    """Return the name of the table of an attribute with a value for each definition of the game.

    The index is the number of a definition. The last entry is for the index -1, which means no name of a piece.
    """

    def make() -> tuple[object, ...]:
        game = low.layout.game
        held = game.kinds[kind].attributes[word].type
        nothing = 0 if held.item is None else ()
        values = (piece.values.get(word, nothing) if piece.kind == kind else nothing for piece in game.pieces)
        return (*values, make_initial_value(held))

    return low.table(("printed", kind, word), make)


@register_lowering(typed_tree.BuiltinExpr)
def _lower_builtin(low: Lowering, value: typed_tree.BuiltinExpr) -> ir.Value:
    if value.word == "zone":
        low.located = True
        return low.guarded([value.piece], ZONE_OF_NOBODY, lambda known: ir.Read(find_location(low, known[0])))
    if value.word == "controller":
        low.located = True
        return op("controller", ir.PLAYER, low.value(value.piece))
    if value.word == "seat":  # nobody is player -1 and has seat 0
        return op("add", ir.NUM, low.value(value.piece), number(1))
    if value.word in ("position", "neighbours") and value.piece.type.base == "piece":
        low.located = True
        place = "place_of" if value.word == "position" else "neighbours"
        return op(place, convert_type(value.type), low.value(value.piece))
    if value.word == "position":
        return ir.StaticTable(_find_position_table(low, value.piece.type.of), low.value(value.piece), ir.NUM)
    table = {"name": "DEF", "whole": "WHOLE", "parts": "PARTS"}[value.word]
    return ir.StaticTable(table, low.value(value.piece), convert_type(value.type))


def _find_position_table(low: Lowering, enum: str) -> str:
    """Return the name of the table of the positions of words in an enum. Its last entry is for -1, no word."""

    def make() -> tuple[int, ...]:
        game = low.layout.game
        positions = {game.words[word]: place for place, word in enumerate(game.enums[enum].values, start=1)}
        return (*(positions.get(number, 0) for number in range(max(game.words.values()) + 1)), 0)

    return low.table(("position", enum), make)


def find_location(low: Lowering, piece: ir.Value) -> ir.Slot:
    """Return the slot that holds the zone of a piece."""
    return _make_slot(("code", "where"), low.layout.location, [(piece, 1)], ir.ZONE)
