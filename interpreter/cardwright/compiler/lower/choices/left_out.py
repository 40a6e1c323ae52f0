"""Lowers who is left out because the game says that they are out of it."""

from __future__ import annotations

from cardwright.checker import ir
from cardwright.compiler.code import nodes as n
from cardwright.compiler.lower.lowering import Lowering, both, negated, number, op
from cardwright.compiler.lower.places import slot_of
from cardwright.declarations.declared import Memory
from cardwright.declarations.types import YES_NO


def left_in(low: Lowering, players: n.Value, without: Memory | None) -> n.Value:
    """Players, but for those who have a mark."""
    if without is None:
        return players
    each = low.fresh("player", n.PLAYER)
    return n.Each(((each, players),), negated(_marked(low, without, n.Get(each))), n.Get(each), n.PLAYERS)


def is_out(low: Lowering, player: n.Value) -> n.Value | None:
    """Whether somebody is out of the game, which nobody never is; None where the game knows no such thing."""
    mark = low.layout.game.mark_of_out
    if mark is None:
        return None
    return both([op("ge", n.YES, player, number(0)), _marked(low, mark, player)])


def takes_back(low: Lowering, procedure: ir.Procedure) -> bool:
    """Whether a deed takes the mark of those who are out off who does it: that is done by somebody who is out."""
    mark = low.layout.game.mark_of_out
    return (
        any(
            isinstance(each, ir.SetMemory)
            and each.target.memory is mark
            and each.target.owner == ir.Local(procedure.you)
            and each.value != ir.Lit(YES_NO, 1)
            for each in ir.every(procedure.body)
        )
        if mark is not None and procedure.you is not None
        else False
    )


def puts_out(statement: ir.Stmt) -> bool:
    """Whether others' texts run in the course of a statement, which could put its doer out of the game."""
    return any(isinstance(each, ir.Perform | ir.OpenWindow | ir.Control | ir.Act) for each in ir.every(statement))


def around(low: Lowering, table: str, player: ir.Value, ty: n.Ty) -> n.Value:
    """An entry of a table of who comes after whom: NEXT, PREVIOUS or AFTER.

    Where others are out, the next player is the next one left, or the player alone.
    """
    mark = low.layout.game.mark_of_out
    if mark is None:
        return n.Table(table, low.value(player), ty)
    if table == "AFTER":
        return left_in(low, n.Table(table, low.value(player), ty), mark)

    def beside(known: list[n.Value]) -> n.Value:
        named = low.fresh("from", n.PLAYER)
        others = n.Splice(left_in(low, n.Table("OTHERS", n.Get(named), n.PLAYERS), mark), n.PLAYERS)
        alone = n.Get(named)
        if table == "NEXT":
            found = op("at", n.PLAYER, n.Many((others, alone), n.PLAYERS), number(0))
        else:
            found = op("at", n.PLAYER, n.Many((alone, others), n.PLAYERS), number(-1))
        return n.Bind(named, known[0], found)

    return low.guarded([player], n.Const(-1, n.PLAYER), beside)


def passed_over(low: Lowering, items: ir.Value, var: n.Var, body: n.Code) -> n.Code:
    """The rounds of a loop: whoever went out since it began has none any more, if it goes to those left."""
    mark = low.layout.game.mark_of_out
    if mark is None or not _leaves_out(items):
        return body
    return (n.If(((negated(_marked(low, mark, n.Get(var))), body),)),)


def _leaves_out(items: ir.Value) -> bool:
    """Whether a list certainly is of those who were left when it was made."""
    match items:
        case ir.Players(without=without) | ir.Opponents(without=without):
            return without is not None
        case ir.FilterV(list=inner):
            return _leaves_out(inner)
        case ir.PrimitiveV(primitive=primitive, args=args):
            return primitive.word == "clockwise" or (
                primitive.word in ("first", "last", "distinct") and _leaves_out(args[0])
            )
        case ir.BinaryV(operator=operator, left=left, right=right):
            return _leaves_out(left) and (operator == "-" or _leaves_out(right))
    return False


def _marked(low: Lowering, mark: Memory, player: n.Value) -> n.Value:
    return n.Read(slot_of(low, ir.MemoryV(mark, None), player, None))
