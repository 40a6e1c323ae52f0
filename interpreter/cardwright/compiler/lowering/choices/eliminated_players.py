"""Lowers who is left out because the game says that they are out of it."""

from __future__ import annotations

from cardwright.checker import typed_tree
from cardwright.compiler.ir import nodes as n
from cardwright.compiler.lowering.context import Lowering, both, negated, number, op
from cardwright.compiler.lowering.storage import slot_of
from cardwright.declarations.model import Memory
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


def takes_back(low: Lowering, procedure: typed_tree.Procedure) -> bool:
    """Whether a deed takes the mark of those who are out off who does it: that is done by somebody who is out."""
    mark = low.layout.game.mark_of_out
    return (
        any(
            isinstance(each, typed_tree.SetMemory)
            and each.target.memory is mark
            and each.target.owner == typed_tree.Local(procedure.you)
            and each.value != typed_tree.Lit(YES_NO, 1)
            for each in typed_tree.every(procedure.body)
        )
        if mark is not None and procedure.you is not None
        else False
    )


def puts_out(statement: typed_tree.Stmt) -> bool:
    """Whether others' texts run in the course of a statement, which could put its doer out of the game."""
    return any(
        isinstance(each, typed_tree.Perform | typed_tree.OpenWindow | typed_tree.Control | typed_tree.Act)
        for each in typed_tree.every(statement)
    )


def around(low: Lowering, table: str, player: typed_tree.Value, ty: n.Ty) -> n.Value:
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


def passed_over(low: Lowering, items: typed_tree.Value, var: n.Var, body: n.Code) -> n.Code:
    """The rounds of a loop: whoever went out since it began has none any more, if it goes to those left."""
    mark = low.layout.game.mark_of_out
    if mark is None or not _leaves_out(items):
        return body
    return (n.If(((negated(_marked(low, mark, n.Get(var))), body),)),)


def _leaves_out(items: typed_tree.Value) -> bool:
    """Whether a list certainly is of those who were left when it was made."""
    match items:
        case typed_tree.Players(without=without) | typed_tree.Opponents(without=without):
            return without is not None
        case typed_tree.FilterV(list=inner):
            return _leaves_out(inner)
        case typed_tree.PrimitiveV(primitive=primitive, args=args):
            return primitive.word == "clockwise" or (
                primitive.word in ("first", "last", "distinct") and _leaves_out(args[0])
            )
        case typed_tree.BinaryV(operator=operator, left=left, right=right):
            return _leaves_out(left) and (operator == "-" or _leaves_out(right))
    return False


def _marked(low: Lowering, mark: Memory, player: n.Value) -> n.Value:
    return n.Read(slot_of(low, typed_tree.MemoryV(mark, None), player, None))
