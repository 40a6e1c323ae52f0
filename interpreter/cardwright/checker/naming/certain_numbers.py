"""Which values that may be none certainly are numbers at a place of a text, as that was asked on the way there."""

from __future__ import annotations

from cardwright.checker import ir
from cardwright.declarations.types import MAYBE_NUMBER, NUMBER


def numbers_by(condition: ir.Value, holds: bool = True) -> tuple[ir.Value, ...]:
    """The values that are numbers where a condition holds, or does not."""
    if isinstance(condition, ir.NotV):
        return numbers_by(condition.value, not holds)
    if isinstance(condition, ir.LogicV) and (condition.operator == "and") == holds:
        return (*numbers_by(condition.left, holds), *numbers_by(condition.right, holds))
    if isinstance(condition, ir.CompareV) and condition.operator in ("is", "is not"):
        same = (condition.operator == "is") == holds
        sides = (condition.left, condition.right), (condition.right, condition.left)
        return tuple(one for one, other in sides if one.type == MAYBE_NUMBER and _is_some(other, same))
    return ()


def numbers_among(items: ir.Value, var: ir.Var) -> tuple[ir.Value, ...]:
    """The values that are numbers for an item of a list which has a name."""
    if not isinstance(items, ir.FilterV):
        return ()
    return (*numbers_by(ir.substitute(items.where, {items.it: ir.Local(var)})), *numbers_among(items.list, var))


def _is_some(other: ir.Value, same: bool) -> bool:
    """Whether what is the same as a value, or is not, is a number."""
    return other.type == NUMBER if same else isinstance(other, ir.Lit) and other.type == MAYBE_NUMBER
