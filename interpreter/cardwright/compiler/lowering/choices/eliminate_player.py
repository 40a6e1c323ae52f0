"""Lowering of player elimination."""

from __future__ import annotations

from cardwright.checker import typed_tree
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.context import Lowering, join_conditions, negate, number, op
from cardwright.compiler.lowering.memory_and_zones import find_memory_slot
from cardwright.declarations.model import MemoryDecl
from cardwright.declarations.value_types import YES_NO


def exclude_eliminated(low: Lowering, players: ir.Value, without: MemoryDecl | None) -> ir.Value:
    """Return IR for the players for whom the memory `without` is not set; all players if it is None."""
    if without is None:
        return players
    each = low.fresh("player", ir.PLAYER)
    return ir.Each(((each, players),), negate(_mark(low, without, ir.Get(each))), ir.Get(each), ir.PLAYERS)


def is_out(low: Lowering, player: ir.Value) -> ir.Value | None:
    """Return the condition that a player was eliminated (false for `nobody`), or None if the game eliminates nobody."""
    mark = low.layout.game.mark_of_out
    if mark is None:
        return None
    return join_conditions([op("ge", ir.YES, player, number(0)), _mark(low, mark, player)])


def can_restore_player(low: Lowering, procedure: typed_tree.TypedProcedure) -> bool:
    """Return True if a procedure can bring its actor back into the game; then eliminated players may perform it."""
    mark = low.layout.game.mark_of_out
    return (
        any(
            isinstance(each, typed_tree.SetMemoryStmt)
            and each.target.memory is mark
            and each.target.owner == typed_tree.LocalExpr(procedure.you)
            and each.value != typed_tree.LiteralExpr(YES_NO, 1)
            for each in typed_tree.walk_tree(procedure.body)
        )
        if mark is not None and procedure.you is not None
        else False
    )


def can_eliminate_actor(statement: typed_tree.Stmt) -> bool:
    """Return True if a statement executes other rule texts, which could eliminate the actor."""
    return any(
        isinstance(
            each, typed_tree.PerformStmt | typed_tree.OpenWindowStmt | typed_tree.ControlStmt | typed_tree.ActStmt
        )
        for each in typed_tree.walk_tree(statement)
    )


def lower_seat_order(low: Lowering, table: str, player: typed_tree.Value, ty: ir.IrType) -> ir.Value:
    """Return IR for the next player by a table of seats (NEXT, PREVIOUS or AFTER), skipping eliminated players.

    For the last player left, this is the player.
    """
    mark = low.layout.game.mark_of_out
    if mark is None:
        return ir.StaticTable(table, low.value(player), ty)
    if table == "AFTER":
        return exclude_eliminated(low, ir.StaticTable(table, low.value(player), ty), mark)

    def beside(known: list[ir.Value]) -> ir.Value:
        named = low.fresh("from", ir.PLAYER)
        others = ir.Splice(
            exclude_eliminated(low, ir.StaticTable("OTHERS", ir.Get(named), ir.PLAYERS), mark), ir.PLAYERS
        )
        alone = ir.Get(named)
        if table == "NEXT":
            found = op("at", ir.PLAYER, ir.Many((others, alone), ir.PLAYERS), number(0))
        else:
            found = op("at", ir.PLAYER, ir.Many((alone, others), ir.PLAYERS), number(-1))
        return ir.Bind(named, known[0], found)

    return low.guarded([player], ir.Const(-1, ir.PLAYER), beside)


def skip_eliminated(low: Lowering, items: typed_tree.Value, var: ir.Var, body: ir.Code) -> ir.Code:
    """Return the body of a loop over players, skipped for those who were eliminated during the loop."""
    mark = low.layout.game.mark_of_out
    if mark is None or not _has_only_active_players(items):
        return body
    return (ir.If(((negate(_mark(low, mark, ir.Get(var))), body),)),)


def _has_only_active_players(items: typed_tree.Value) -> bool:
    """Return True if a list holds only players who were not eliminated when the list was made."""
    match items:
        case typed_tree.PlayersExpr(without=without) | typed_tree.OpponentsExpr(without=without):
            return without is not None
        case typed_tree.FilterExpr(list=inner):
            return _has_only_active_players(inner)
        case typed_tree.PrimitiveExpr(primitive=primitive, args=args):
            return primitive.word == "clockwise" or (
                primitive.word in ("first", "last", "distinct") and _has_only_active_players(args[0])
            )
        case typed_tree.BinaryExpr(operator=operator, left=left, right=right):
            return _has_only_active_players(left) and (operator == "-" or _has_only_active_players(right))
    return False


def _mark(low: Lowering, mark: MemoryDecl, player: ir.Value) -> ir.Value:
    return ir.Read(find_memory_slot(low, typed_tree.MemoryExpr(mark, None), player, None))
