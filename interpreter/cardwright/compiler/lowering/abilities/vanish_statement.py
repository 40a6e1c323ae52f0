"""Lowering of `vanish`, after which no name refers to a piece that left the game.

Names of suspended rule texts are stored in frames. Therefore `vanish` is a segment of its own, one for each kind: a
text that executes it is suspended meanwhile, so that no variable outside of a frame can hold a piece that vanishes.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from cardwright.checker.transitive_uses import find_affected_kinds
from cardwright.compiler.analysis.decided_before_vanishing import holds_kind
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.abilities.decided_before_vanishing import decide_events
from cardwright.compiler.lowering.abilities.durations import end_lost_effects, list_columns
from cardwright.compiler.lowering.abilities.reset_on_leaving_play import (
    add_carried,
    add_parts,
    for_each_of_kind,
    list_with_parts,
)
from cardwright.compiler.lowering.context import Lowering, number, op
from cardwright.compiler.lowering.created_pieces import list_pools, reset_piece
from cardwright.compiler.lowering.memory_and_zones import find_location, find_numbered_slot
from cardwright.compiler.passes.split_at_suspension import Segments
from cardwright.declarations.model import list_carried_kinds
from cardwright.declarations.value_types import piece as piece_of

# How `forget` treats a variable of a frame. In an aligned list, another variable counts the position.
NO_PIECES, ONE_PIECE, LIST, ALIGNED_LIST, BITSET, ABILITIES, ANSWERS = "-plkmas"


class VanishedPieces:
    """The segments that take pieces out of the game, by kind."""

    def __init__(self, low: Lowering, segments: Segments) -> None:
        self.low = low
        self.segments = segments
        self.kinds = sorted(find_affected_kinds(low.checked, ("vanish",)), key=[*low.layout.game.kinds].index)

    def declare(self) -> None:
        """Create the segments; they contain no decisions."""
        for kind in self.kinds:
            gone = self.low.fresh("gone", ir.PIECES, "list piece")
            title = int(self.low.text("vanish").value)
            number_of_kind = ir.number_vanishing(self.low.layout.game.kinds, kind)
            self.segments.windows[number_of_kind] = self.segments.new(title, (gone,), fixed=True)

    def build(self) -> None:
        """Build the segments."""
        for kind in self.kinds:
            segment = self.segments.windows[ir.number_vanishing(self.low.layout.game.kinds, kind)]
            (given,) = segment.params
            segment.body = (*self._lower_vanish(kind, given), ir.Return())

    def _lower_vanish(self, kind: str, given: ir.Var) -> ir.Code:
        """Return code that moves pieces, with all pieces that lie on them, to the reserve, and tokens to their pool."""
        low = self.low
        low.located = True
        gone, one, left = low.fresh("gone", ir.PIECES), low.fresh("one", ir.PIECE), low.fresh("left", ir.PIECE)
        lying = low.fresh("lying", ir.PIECES)
        kinds = list_carried_kinds(low.layout.game, [kind])
        table = low.table(("out of the game", *kinds), lambda: _find_ways_out(low, kinds))
        target = ir.StaticTable(table, ir.Get(one), ir.ZONE)
        away = ir.Do(op("put", ir.NOTHING, ir.Many((ir.Get(one),), ir.PIECES), target, number(0)))
        # what is already out of the game cannot go out of it
        there = op(
            "ne", ir.YES, ir.Read(find_location(low, ir.Get(left))), ir.StaticTable(table, ir.Get(left), ir.ZONE)
        )
        leaving = ir.Each(((left, ir.Get(given)),), there, ir.Get(left), ir.PIECES)
        code: list[ir.Stmt] = [
            ir.Set(gone, op("distinct", ir.PIECES, low.fixed(leaving))),
            *add_carried(low, kinds, gone, low.layout.game.zones),
            ir.Set(lying, ir.Get(gone)),
            *add_parts(low, kinds, gone),
        ]
        every = list_with_parts(low, kinds)
        decided = (*decide_events(low, self.segments, every, gone), *end_lost_effects(low, every, ir.Get(gone)))
        code += (ir.Note("ends_begin", ()), *decided, ir.Note("ends_over", ())) if decided and low.tracked else decided
        code.append(ir.ForEach(ir.Label(), one, ir.Get(lying), (away,)))
        for kind_of_piece in every:
            code.append(for_each_of_kind(low, kind_of_piece, gone, partial(_reset, low, kind_of_piece)))
        code += self._forget_in_effects(every, gone)
        code.append(ir.Do(op("forget", ir.NOTHING, ir.Get(gone))))
        return tuple(code)

    def _forget_in_effects(self, kinds: Collection[str], gone: ir.Var) -> ir.Code:
        """Return code that empties stored variables of effects if they refer to pieces that vanish."""
        low, code = self.low, list[ir.Stmt]()
        for ability in low.checked.abilities:
            for var, column in list_columns(low, ability):
                if holds_kind(var, kinds):
                    held = low.fresh("held", ir.PIECES if var.type.item else ir.PIECE)
                    kept = _forget(low, ir.Get(held), gone)
                    code.append(ir.Store(column, low.fixed(ir.Each(((held, ir.Read(column)),), None, kept, column.ty))))
        return tuple(code)


def _reset(low: Lowering, kind: str, piece: ir.Value) -> ir.Code:
    """Return code that resets a vanished piece of a kind, and removes it from all memory."""
    return (*reset_piece(low, kind, piece), *_forget_in_memory(low, kind, piece))


def describe_frame_pieces(segment: ir.Segment, aligned: Collection[ir.Var]) -> str:
    """Return one letter for each variable of a frame, which says how the variable holds pieces."""
    return "".join(_describe_variable(var, var in aligned) for var in segment.live)


def _describe_variable(var: ir.Var, aligned: bool) -> str:
    if var.ty.base == "mask":
        return BITSET
    if var.ty.base == "piece":
        return ONE_PIECE
    if var.ty == ir.PIECES:
        return ALIGNED_LIST if aligned else LIST
    if var.ty == ir.ABILITIES:
        return ABILITIES
    return ANSWERS if var.ty == ir.ROWS and var.of == "piece" else NO_PIECES


def _forget(low: Lowering, held: ir.Get, gone: ir.Var) -> ir.Value:
    """Return IR for a stored piece or list of pieces without the pieces that vanish."""
    if held.var.ty == ir.PIECE:
        return ir.Choice(op("in", ir.YES, held, ir.Get(gone)), ir.Const(-1, ir.PIECE), held)
    each = low.fresh("each", ir.PIECE)
    stays = op("not in", ir.YES, ir.Get(each), ir.Get(gone))
    return low.fixed(ir.Each(((each, held),), stays, ir.Get(each), ir.PIECES))


def _find_ways_out(low: Lowering, kinds: Sequence[str]) -> dict[int, int]:
    """Return, for each piece, the slot of the zone to which it goes when it leaves the game."""
    pools = {piece: slot for kind in kinds for piece, slot in list_pools(low, kind).items()}
    reserves = {piece: low.layout.reserve(kind) for kind in kinds for piece in low.layout.kind_pieces(kind)}
    return {piece: slot if slot >= 0 else reserves[piece] for piece, slot in pools.items()}


def _forget_in_memory(low: Lowering, kind: str, piece: ir.Value) -> ir.Code:
    """Return code that removes a piece from all memory: single references become `none`, lists lose the piece."""
    code: list[ir.Stmt] = []
    for memory in low.layout.game.memory:
        if (memory.type.item or memory.type) != piece_of(kind):
            continue
        place = low.fresh("number", ir.NUM)
        slot = find_numbered_slot(low, memory, ir.Get(place))
        held = ir.Read(slot)
        if memory.type.item is None:
            forgets = ir.If(((op("eq", ir.YES, held, piece), (ir.Store(slot, ir.Const(-1, slot.ty)),)),))
        else:
            rest = op("without", slot.ty, held, ir.Many((piece,), ir.PIECES))
            forgets = ir.If(((op("in", ir.YES, piece, held), (ir.Store(slot, rest),)),))
        count = low.layout.owners(memory.owner) * low.layout.width(memory)
        each = ir.Const(tuple(range(count)), ir.IrType("list", "number"))
        code.append(ir.ForEach(ir.Label(), place, each, (forgets,)))
    return tuple(code)
