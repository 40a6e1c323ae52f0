"""The operations of lowering that declarations of built-ins use."""

from __future__ import annotations

from typing import Any

from cardwright.builtins.pieces import AT_TOP
from cardwright.checker import typed_tree
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.bitsets import find_constant
from cardwright.compiler.lowering.choices.eliminate_player import lower_seat_order
from cardwright.compiler.lowering.choices.pick_options import draw_number
from cardwright.compiler.lowering.context import (
    Lowering,
    convert_type,
    join_conditions,
    negate,
    number,
    op,
    register_lowering,
)
from cardwright.compiler.lowering.created_pieces import CodeWithResult, create_piece, vanish
from cardwright.compiler.lowering.expressions import count, lower_membership, lower_non_empty, lower_reach
from cardwright.compiler.lowering.memory_and_zones import FACES
from cardwright.compiler.lowering.piece_moves import BOTTOM, TOP, find_inner_place, move, swap
from cardwright.declarations.value_types import Type


class IrBuilder:
    """Operations with which the declaration of a built-in builds IR from its typed arguments."""

    def __init__(self, low: Lowering) -> None:
        self.low = low

    def value(self, value: typed_tree.Value) -> ir.Value:
        """Return the lowered value."""
        return self.low.value(value)

    def list(self, value: typed_tree.Value) -> ir.Value:
        """Return the lowered value as a list of items."""
        return self.low.items(value)

    def number(self, value: int) -> ir.Value:
        """Return IR for a constant number."""
        return number(value)

    def numbers(self, values: tuple[int, ...]) -> ir.Value:
        """Return IR for a constant list of numbers."""
        return ir.Const(values, ir.IrType("list", "number"))

    def op(self, name: str, gives: Type, *args: ir.Value) -> ir.Value:
        """Return an operation of the IR with a result of type `gives`."""
        return op(name, convert_type(gives), *args)

    def do(self, name: str, *args: ir.Value) -> ir.Code:
        """Return a statement that executes an operation for its side effect."""
        return (ir.Do(op(name, ir.NOTHING, *args)),)

    def fold(self, word: str, gives: Type, values: ir.Value) -> ir.Value:
        """Return IR for `any`, `all`, `sum`, `min` or `max` of a list."""
        return ir.Fold(word, values, convert_type(gives))

    def several(self, values: Any) -> ir.Value:
        """Return IR for a list of the given values."""
        return ir.Many(tuple(values), ir.IrType("list", "number"))

    def table(self, name: str, gives: Type, index: typed_tree.Value) -> ir.Value:
        """Return IR for an entry of a table that every program has: NEXT, PREVIOUS or AFTER."""
        return lower_seat_order(self.low, name, index, convert_type(gives))

    def count(self, values: typed_tree.Value) -> ir.Value:
        """Return IR for the length of a list."""
        return count(self.low, values)

    def steps(self, reached: typed_tree.ReachExpr, goals: typed_tree.Value) -> ir.Value:
        """Return the number of steps from the start of a search to the nearest of some items."""
        return lower_reach(self.low, reached, goals)

    def some(self, values: typed_tree.Value) -> ir.Value:
        """Return the condition that a list has items."""
        return lower_non_empty(self.low, values)

    def face_up(self, piece: typed_tree.Value) -> ir.Value:
        """Return the condition that a piece lies face up."""
        return lower_membership(self.low, ir.Read(FACES), piece)

    def chance(self, kind: str, name: str, below: ir.Value) -> ir.Value:
        """Return IR for a random integer from 0 to `below` - 1, drawn from the chance stream `name`."""
        return draw_number(self.low, kind, name, below)

    def note(self, word: str, *args: ir.Value) -> ir.Code:
        """Return a statement that notifies the observer in tracked code, and updates knowledge in generated C."""
        return (ir.Note(word, args),)

    def power_shown(self, source: typed_tree.Value, onto: typed_tree.Value) -> ir.Code:
        """Return code that reveals the piece `source` when its power is given to a piece that lies face up.

        Everybody can then read the power on the piece that receives it.
        """
        if {source.type.of, onto.type.of} <= self.low.sight.open:
            return ()
        self.low.located = True
        here, there = (op("lies_open", ir.YES, self.low.value(piece)) for piece in (source, onto))
        shown = ir.Note(ir.REVEALED, (ir.Many((self.low.value(source),), ir.PIECES),))
        return (ir.If(((join_conditions([negate(here), there]), (shown,)),), ()),)

    def move(
        self, pieces: typed_tree.Value, to: typed_tree.Value, bottom: bool = False, at: typed_tree.Value | None = None
    ) -> ir.Code:
        """Return code that moves pieces to a zone: to the top, the bottom, or position `at` from the bottom."""
        if at is None or find_constant(self.low, at) == AT_TOP:
            return move(self.low, pieces, to, BOTTOM if bottom else TOP)
        return move(self.low, pieces, to, find_inner_place(self.low.value(at)))

    def swap(self, piece: typed_tree.Value, other: typed_tree.Value) -> ir.Code:
        """Return code that swaps the positions of two pieces."""
        return swap(self.low, piece, other)

    def create(self, what: typed_tree.Value, to: typed_tree.Value) -> CodeWithResult:
        """Return code that creates a piece with the name `what` in a zone; its result is a list with the piece."""
        return create_piece(self.low, what, to)

    def vanish(self, what: typed_tree.Value) -> ir.Code:
        """Return code that takes pieces out of the game."""
        return vanish(self.low, what)

    def top(self, zone: typed_tree.Value, many: typed_tree.Value) -> ir.Value:
        """Return IR for the topmost pieces of an ordered zone, the top one first."""
        return op("top", ir.PIECES, self.low.value(zone), self.low.value(many))

    def constant(self, value: typed_tree.Value) -> int | None:
        """Return the value of a number that is constant, or None."""
        return find_constant(self.low, value)


@register_lowering(typed_tree.PrimitiveExpr)
def _lower_primitive(low: Lowering, value: typed_tree.PrimitiveExpr) -> ir.Value:
    found: ir.Value = value.primitive.lower(IrBuilder(low), *value.args)
    return found
