"""Checks the use of what a piece offers, by whom a text says: `use(card, as: you)`."""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.checker import ir
from cardwright.checker.deeds.lasting import over_at_once
from cardwright.checker.naming.scope import Symbols
from cardwright.checker.values.typed import ValueChecker
from cardwright.source.diagnostics import declare_code
from cardwright.syntax import tree as s

OFFERS_NOTHING = declare_code(
    "offers-nothing",
    "What a piece offers is to be used, and no piece of its kind offers anything.",
    mend="Say of a piece that does, or write `offer WINDOW: ...` into a power of one. What happens by itself (`after`, "
    "`on`) cannot be used.",
)
USED_BY = declare_code(
    "used-by",
    "Somebody is to use a piece as somebody: who uses it is said by `as` alone.",
    mend="Leave out who stands before `use`.",
)


def use(node: s.Deed, bound: Sequence[ir.Value], values: ValueChecker) -> ir.Stmt | None:
    """Check that a piece is used; it becomes a window of its own."""
    unit = values.unit
    if node.until is not None:
        over_at_once(node, values)
    if node.subject is not None:
        values.value(node.subject)
        unit.error(USED_BY, "who uses it is said by `as`", node.subject, f"write `{node.word}(..., as: ...)` alone")
    piece, player = bound
    if "bad" in (piece.type.base, player.type.base):
        return None
    values.scope.symbols.using.append((piece.type.of, unit, node.args[0].value))
    return ir.OpenWindow("", piece, player)


def report_offering_nothing(checked: ir.Checked, symbols: Symbols) -> None:
    """Report uses of pieces of which none can offer anything: none of their kind does, and powers are not given on."""
    offers = [each for each in checked.abilities if each.kind == "offer" and each.this is not None]
    kinds = {each.this.type.of for each in offers if each.this is not None}
    given = any(isinstance(node, ir.Act) and node.primitive.lasting for node in ir.every(ir.bodies(checked)))
    for kind, unit, node in symbols.using:
        if kind not in kinds and not (given and offers):
            message = f"no {symbols.game.kinds[kind].title} offers anything that could be used"
            unit.error(OFFERS_NOTHING, message, node)
