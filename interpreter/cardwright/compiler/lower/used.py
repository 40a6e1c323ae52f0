"""Lowers what a piece offers to somebody who uses it outside of windows: which of it fits, and whether there is any."""

from __future__ import annotations

from cardwright.checker import ir
from cardwright.compiler.code import nodes as n
from cardwright.compiler.lower.lowering import Lowering, both, number, op


def offered(low: Lowering) -> n.Value:
    """All offers at work, whatever window they are for."""
    words = [*low.layout.game.windows, "anytime"]
    slots = (n.Splice(n.Read(low.slot(f"offer {word}", n.ABILITIES)), n.ABILITIES) for word in words)
    return op("distinct", n.ABILITIES, n.Many(tuple(slots), n.ABILITIES))


def usable(low: Lowering, piece: n.Value, player: n.Value, ahead: bool = False) -> n.Value:
    """The offers of a piece that somebody can use.

    If it is asked `ahead`, of those that can themselves come to use something nothing is asked: it could be the same.
    """
    entry = low.fresh("entry", n.ABILITY)
    fits: n.Value = n.Fits(n.Get(entry), (player,))
    if ahead and any(_use_again(low.checked)):
        again = low.table(("uses",), lambda: tuple(map(int, _use_again(low.checked))))
        uses = n.Table(again, op("ability", n.NUM, n.Get(entry)), n.NUM)
        fits = n.Logic("or", (op("eq", n.YES, uses, number(1)), fits))
    where = n.Logic("and", (op("eq", n.YES, op("piece", n.PIECE, n.Get(entry)), piece), fits))
    return n.Each(((entry, offered(low)),), where, n.Get(entry), n.ABILITIES)


def can_use(low: Lowering, statement: ir.OpenWindow) -> n.Value:
    """Whether a piece offers anything that somebody can use."""
    assert statement.piece is not None
    assert statement.player is not None
    who = (statement.piece, statement.player)
    there = [op("ge", n.YES, low.value(each), number(0)) for each in who if not low.sure(each)]
    found = usable(low, low.value(statement.piece), low.value(statement.player), ahead=True)
    return both([*there, op("some", n.YES, found)])


def _use_again(checked: ir.Checked) -> list[bool]:
    """By the numbers of abilities, whether one is an offer in which something can come to be used."""
    return [ability.kind == "offer" and _uses(ability.body, set()) for ability in checked.abilities]


def _uses(body: ir.Block, seen: set[str]) -> bool:
    """Whether something is used in a body, or in what it performs."""
    for node in ir.every(body):
        if isinstance(node, ir.OpenWindow) and node.piece is not None:
            return True
        if isinstance(node, ir.Perform) and node.procedure.word not in seen:
            seen.add(node.procedure.word)
            if _uses(node.procedure.body, seen):
                return True
    return False
