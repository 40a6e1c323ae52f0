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


# Fewer comparisons with numbers than this are as quick one after the other.
MANY_NUMBERS = 6


def halves(node: n.If) -> tuple[n.Value, n.If, n.If] | None:
    """A long choice by a number as what tells lower ones from others, and the choices among either."""
    if len(node.branches) < MANY_NUMBERS or node.otherwise:
        return None
    ranked: dict[int, tuple[n.Value, n.Code]] = {}
    names = set()
    for test, body in node.branches:
        if not isinstance(test, n.Op) or test.name != "eq":
            return None
        name, number = test.args
        if not isinstance(name, n.Get) or not isinstance(number, n.Const) or type(number.value) is not int:
            return None
        names.add(name)
        ranked[number.value] = test, body
    if len(names) > 1 or len(ranked) < len(node.branches):
        return None
    half = sorted(ranked)[len(ranked) // 2]
    below, above = (tuple([ranked[each] for each in sorted(ranked) if (each < half) == low]) for low in (True, False))
    return n.Op("lt", (names.pop(), n.Const(half, n.NUM)), n.YES), n.If(below, (), node.at), n.If(above, (), node.at)
