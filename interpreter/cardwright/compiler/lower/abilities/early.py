"""Finds what of an ability's condition can be asked before it is known whose the ability is."""

from __future__ import annotations

from cardwright.checker import ir
from cardwright.checker.ir import depends
from cardwright.compiler.code import nodes as n
from cardwright.compiler.code.effects import ANYWHERE, Hanging
from cardwright.compiler.lower.lowering import Lowering


def early(low: Lowering, where: ir.Value | None, you: ir.Var) -> tuple[list[n.Value], list[n.Value]]:
    """What can be asked first, and the rest in its order: most abilities fail by what costs nearly nothing to ask.

    That is what does not speak of `you`, calls nothing and cannot fail. Tracked code asks in the order of its text.
    """
    first: list[n.Value] = []
    rest: list[n.Value] = []
    for part in _parts(where):
        value = low.value(part)
        hangs = Hanging().of(value)
        quick = hangs.free and not hangs.fails and ANYWHERE not in hangs.families
        (first if quick and not low.tracked and not depends(part, you) else rest).append(value)
    return first, rest


def _parts(where: ir.Value | None) -> list[ir.Value]:
    if isinstance(where, ir.LogicV) and where.operator == "and":
        return [*_parts(where.left), *_parts(where.right)]
    return [] if where is None else [where]
