"""Lowering of moves by which pieces can leave play, to a zone outside of the zones that `play` names."""

from __future__ import annotations

from collections.abc import Callable

from cardwright.checker import typed_tree
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.context import Lowering, join_conditions, negate, number, op
from cardwright.compiler.lowering.memory_and_zones import find_location
from cardwright.declarations.model import PLAYERS, TABLE

Move = Callable[[typed_tree.Value, typed_tree.Value], ir.Code]


def name_leaving_function(checked: typed_tree.CheckedGame) -> ir.Function:
    """Return the identity of the function that resets pieces which leave play; no procedure has its number."""
    return ir.Function("plain", 1 + max((each.number for each in checked.procedures.values()), default=-1))


def is_in_play(low: Lowering, piece: ir.Value) -> ir.Value:
    """Return the condition that a piece is in play."""
    low.located = True
    return op("in_play", ir.YES, ir.Read(find_location(low, piece)))


def can_leave_play(low: Lowering, pieces: typed_tree.Value, to: typed_tree.Value) -> bool:
    """Return True if pieces, or all pieces of a zone, may be in play before a move to a zone, and not after it."""
    kind = (pieces.type.item or pieces.type).of
    if kind not in low.playing:
        return False
    source: typed_tree.Value | None = None
    only = pieces.items[0] if isinstance(pieces, typed_tree.ListExpr) and len(pieces.items) == 1 else pieces
    if isinstance(pieces, typed_tree.ContentExpr):
        source = pieces.zone
    elif isinstance(pieces, typed_tree.PrimitiveExpr) and pieces.primitive.word == "top":
        source = pieces.args[0]
    elif isinstance(only, typed_tree.LocalExpr):
        source = low.origins.get(only.var)
    return _is_play(low, source) is not False and _is_play(low, to) is not True


def _is_play(low: Lowering, zone: typed_tree.Value | None) -> bool | None:
    """Return whether a zone is in play, or None if that depends on the state."""
    if not isinstance(zone, typed_tree.ZoneExpr):
        return None
    if zone.zone.word in {str(word.value) for word in low.layout.game.play}:
        return True
    return False if zone.zone.owner in (TABLE, PLAYERS) else None


def move_out_of_play(low: Lowering, pieces: typed_tree.Value, to: typed_tree.Value, move: Move) -> ir.Code:
    """Return the code of a move that first resets the pieces which leave play by it.

    `move` returns the code of the move for pieces and a zone that are evaluated already.
    """
    low.located = True
    code: list[ir.Stmt] = []

    def evaluated(value: typed_tree.Value, word: str) -> typed_tree.Value:
        if isinstance(value, typed_tree.LocalExpr):
            return value
        var = typed_tree.TypedVar(word, value.type, 0, own=True)
        if not low.sure(value):
            low.doubts.add(var)
        code.append(ir.Set(low.var(var), low.kept(value)))
        return typed_tree.LocalExpr(var)

    target = evaluated(to, "target")
    moved = evaluated(pieces, "moved")
    leaving, each = low.fresh("leaving", ir.PIECES), low.fresh("each", ir.PIECE)
    there = low.value(target)
    away: list[ir.Value] = [] if low.sure(target) else [op("ge", ir.YES, there, number(0))]
    away += [negate(op("in_play", ir.YES, there))]
    found = ir.Each(((each, low.items(moved)),), is_in_play(low, ir.Get(each)), ir.Get(each), ir.PIECES)
    begin_anew = ir.Do(ir.Call(name_leaving_function(low.checked), (ir.Get(leaving),), ir.NOTHING))
    some = ir.If(((op("some", ir.YES, ir.Get(leaving)), (begin_anew,)),))
    code.append(ir.If(((join_conditions(away), (ir.Set(leaving, low.fixed(found)), some)),)))
    return (*code, *move(moved, target))
