"""What can be said of a value in Python before it is printed."""

from __future__ import annotations

from cardwright.compiler.code import nodes as n
from cardwright.compiler.code.ops import OPERATIONS

_TUPLES = frozenset(("AFTER", "OTHERS", "PARTS"))


def is_tuple(node: n.Value) -> bool:
    """Whether a list certainly is a tuple in Python."""
    if isinstance(node, n.Many | n.Row | n.Const | n.Read):
        return True
    if isinstance(node, n.Op):
        return OPERATIONS[node.name].gives == "tuple"
    if isinstance(node, n.Table):
        return node.name in _TUPLES
    return isinstance(node, n.Choice) and is_tuple(node.yes) and is_tuple(node.no)


def is_quick(node: n.Value) -> bool:
    """Whether working a value out twice costs less than calling a function."""
    if isinstance(node, n.Get | n.Const):
        return True
    if isinstance(node, n.Read):
        return all(is_quick(value) for value, _ in node.place.terms)
    if isinstance(node, n.Op):
        return OPERATIONS[node.name].cost == 1 and all(is_quick(arg) for arg in node.args)
    return isinstance(node, n.Table) and node.index is not None and node.default is None and is_quick(node.index)


def begins_with(test: n.Value, var: n.Var) -> bool:
    """Whether a name is what a test asks for before anything else."""
    if isinstance(test, n.Logic):
        return begins_with(test.items[0], var)
    return isinstance(test, n.Op) and test.args[:1] == (n.Get(var),)
