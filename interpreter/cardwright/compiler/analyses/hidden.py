"""What is made of what lies hidden: in a zone that not everybody sees, or in secret memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardwright.checker import ir

Given = Mapping[ir.Var, Sequence[ir.Value]]


def hangs_on_hidden(value: object, given: Given, within: frozenset[object] = frozenset()) -> bool:
    """Whether a value is made of what lies hidden, also by way of rules and of the names that were `given`."""
    for node in ir.every(value):
        further: object = None
        if isinstance(node, ir.Content) and isinstance(node.zone, ir.ZoneV):
            if node.zone.zone.see != "everyone":
                return True
        elif isinstance(node, ir.MemoryV) and node.memory.secret:
            return True
        elif isinstance(node, ir.RuleV) and node.rule not in within:
            within, further = within | {node.rule}, tuple(node.rule.cases)
        elif isinstance(node, ir.Local) and node.var in given and node.var not in within:
            within, further = within | {node.var}, tuple(given[node.var])
        if further is not None and hangs_on_hidden(further, given, within):
            return True
    return False
