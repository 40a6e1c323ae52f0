"""Lets the log tell answers given in secret once all have answered, where all may see from then on what they are."""

from __future__ import annotations

from cardwright.checker import ir
from cardwright.compiler.code import nodes as n
from cardwright.compiler.lower.lowering import Lowering, number

# What is no piece, of which not all may know which it is.
SAID = frozenset({"number", "enum", "player"})


def opened(low: Lowering, statement: ir.ForS, choose: ir.ChooseS, given: n.Var) -> n.Code:
    """The tracker hears a player's answer before anything follows from it."""
    if not low.tracked or not _is_open(statement, choose):
        return ()
    who, site = n.Get(low.var(statement.var)), number(choose.picks[0].site.number)
    return (n.Note("opened", (who, n.Get(given), site)),)


def _is_open(statement: ir.ForS, choose: ir.ChooseS) -> bool:
    """Whether each answer is written as it is into memory of who gave it, in which all look."""
    pick = choose.picks[0]
    return (
        pick.amount == "one"
        and pick.item.type.base in SAID
        and any(
            isinstance(each, ir.SetMemory)
            and not each.target.memory.secret
            and each.target.owner == ir.Local(statement.var)
            and each.value == ir.Local(pick.var)
            for each in choose.body
        )
    )
