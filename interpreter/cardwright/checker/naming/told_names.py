"""Which names of a text certainly hold what everybody is told."""

from __future__ import annotations

from collections.abc import Collection

from cardwright.checker import ir
from cardwright.declarations.declared import PLAYERS, TABLE
from cardwright.wording.templates import parts_of, roles_in

_MADE_OF_OTHERS = (
    *(ir.Lit, ir.BinaryV, ir.DivideV, ir.SureV, ir.CompareV, ir.LogicV, ir.NotV, ir.ListV, ir.FilterV),
    ir.CollectV,
    *(ir.Players, ir.Opponents, ir.Words, ir.Names),
)


def is_told(value: ir.Value, told: Collection[ir.Var]) -> bool:
    """Whether everybody is told what a value is made of: open counters, constants, and names that are told."""
    bound = set()
    for node in ir.every(value):
        if isinstance(node, ir.FilterV):
            bound.add(node.it)
        elif isinstance(node, ir.CollectV):
            bound |= {var for var, _ in node.each}
    return all(_is_open(node, told, bound) for node in ir.every(value))


def _is_open(node: object, told: Collection[ir.Var], bound: Collection[ir.Var]) -> bool:
    if isinstance(node, ir.Local):
        return node.var in told or node.var in bound
    if isinstance(node, ir.MemoryV):
        return node.memory.owner in (TABLE, PLAYERS) and not node.memory.secret
    return isinstance(node, _MADE_OF_OTHERS)


def said_roles(procedure: ir.Procedure, roles: Collection[ir.Var]) -> set[ir.Var]:
    """The roles of a deed that are said aloud when it is done."""
    said = roles_in(parts_of(procedure.phrase or ""))
    return {role for role in roles if role.word in said}
