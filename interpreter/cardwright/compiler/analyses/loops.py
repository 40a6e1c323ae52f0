"""Says what in a value is worked out once for every item of a list, and what only once."""

from __future__ import annotations

from collections.abc import Callable

from cardwright.checker import ir
from cardwright.checker.ir import depends

# What is read straight from the state or from a table, whatever it is of.
_READ = (ir.Lit, ir.Local, ir.MemoryV, ir.ZoneV, ir.AttributeV, ir.Builtin, ir.TextV)


def per_item(value: object, var: ir.Var, at_once: Callable[[ir.Value], bool]) -> bool:
    """Whether a variable is asked for again with every item of a list inside a value.

    `at_once` says of a list with a condition that no item of it is looked at alone.
    """
    if isinstance(value, ir.FilterV) and not at_once(value):
        return depends(value.where, var) or per_item(value.list, var, at_once)
    if isinstance(value, ir.CollectV):
        first, *later = value.each
        again = (value.value, value.where, *(items for _, items in later))
        return depends(again, var) or per_item(first[1], var, at_once)
    return any(per_item(inner, var, at_once) for inner in ir.inside(value))


def asks_only(condition: ir.Value) -> bool:
    """Whether a condition compares what is read straight from the state, so that asking it is quick and never fails."""
    return all(isinstance(node, (*_READ, ir.CompareV, ir.LogicV, ir.NotV)) for node in ir.every(condition))


def quick(value: ir.Value) -> bool:
    """Whether a single value costs no more to be worked out again than to be kept."""
    return value.type.base != "list" and all(isinstance(node, _READ) for node in ir.every(value))
