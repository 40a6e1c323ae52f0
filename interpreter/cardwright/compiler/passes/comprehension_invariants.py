"""Hoisting of loop-invariant values out of list comprehensions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from typing import Any

from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.ir.operations import OPERATIONS, PURE, READS

# Below this cost, computing a value again is faster than storing it.
WORTH = 4


class Hoist:
    """Moving of loop-invariant values out of loops.

    `once` are the rules that may be evaluated even if a list is empty.
    """

    def __init__(self, once: Collection[int], fresh: Callable[[str, ir.IrType], ir.Var]) -> None:
        self.once = once
        self.fresh = fresh

    def code(self, code: ir.Code) -> ir.Code:
        """Return code with loop-invariant values hoisted out of every comprehension and search."""
        if not any(isinstance(node, ir.Each | ir.Reachable) for node in ir.walk_nodes(code)):
            return code
        found: ir.Code = ir.rebuild(code, self._rewrite)
        return found

    def _rewrite(self, node: Any) -> Any:
        if isinstance(node, ir.Reachable):
            return self._hoist_from_search(node)
        return self._hoist_from(node) if isinstance(node, ir.Each) else node

    def _hoist_from_search(self, reach: ir.Reachable) -> ir.Value:
        """Return a search whose invariant values are computed before it begins."""
        named: dict[ir.Value, ir.Var] = {}
        for part in self._find_invariant(reach.step, {reach.var}):
            if part not in named:
                named[part] = self.fresh("same", part.ty)
        step = ir.rebuild(reach.step, lambda node: ir.Get(named[node]) if node in named else node) if named else None
        put: ir.Value = reach if step is None else replace(reach, step=step)
        for part, var in named.items():
            put = ir.Bind(var, part, put)
        return put

    def _hoist_from(self, each: ir.Each) -> ir.Each:
        """Return a comprehension whose invariant values are computed before its loops."""
        inner = {var for var, _ in each.loops}
        named: dict[ir.Value, ir.Var] = {}
        asked = [] if each.where is None else [each.where]
        for value in (*(items for _, items in each.loops[1:]), *asked, *(() if asked else (each.value,))):
            for part in self._find_invariant(value, inner):
                if part not in named:
                    named[part] = self.fresh("same", part.ty)
        if not named:
            return each
        first = tuple((var, ir.Many((part,), ir.IrType("list", part.ty.base))) for part, var in named.items())
        put: ir.Each = ir.rebuild(each, lambda node: ir.Get(named[node]) if node in named else node)
        return replace(put, loops=(*first, *put.loops))

    def _find_invariant(self, value: ir.Value, inner: set[ir.Var]) -> Iterator[ir.Value]:
        """Yield the largest parts of a value that are always evaluated and do not depend on variables of the loop."""
        # a list of one list binds the inner list to a variable; it is no value of the language
        naming = isinstance(value, ir.Many) and value.ty.of in ("list", "mask")
        if not naming and self._is_worthwhile(value) and not ir.find_free_variables(value) & inner:
            yield value
            return
        parts: Iterable[ir.Value] = ()
        if isinstance(value, ir.Logic):
            parts = value.items[:1]
        elif isinstance(value, ir.Choice):
            parts = (value.test,)
        elif isinstance(value, ir.Each):
            parts = (value.loops[0][1],)
        elif isinstance(value, ir.Reachable):
            parts = (value.start, *([] if value.goals is None else [value.goals]))
        elif isinstance(value, ir.Read | ir.Handle):
            parts = (term for term, _ in value.place.terms)
        elif not isinstance(value, ir.Bind | ir.Later):
            parts = ir.list_children(value)
        for part in parts:
            yield from self._find_invariant(part, inner)

    def _is_worthwhile(self, value: ir.Value) -> bool:
        """Return True if a value costs enough to be hoisted out of a loop."""
        return self._estimate_cost(value) >= WORTH

    def _estimate_cost(self, value: ir.Value) -> int:
        """Return the estimated cost of a value; -10,000 or less if it can fail, draws from chance, or is a list."""
        own = 0
        if isinstance(value, ir.Op):
            row = OPERATIONS[value.name]
            own = -10_000 if row.fails or row.effect not in (PURE, READS) or row.gives == "list" else row.cost
        elif isinstance(value, ir.Call):
            own = 8 if value.function.kind == "rule" and value.function.number in self.once else -10_000
        elif isinstance(value, ir.Each | ir.Reachable | ir.Fold):
            own = 6
        elif isinstance(value, ir.Later | ir.Fits | ir.Splice):
            own = -10_000
        elif isinstance(value, ir.StaticTable) and value.default is None and value.index is not None:
            own = 1
        return own + sum(self._estimate_cost(part) for part in ir.list_children(value) if not isinstance(part, ir.Slot))


def find_safe_rules(functions: Collection[ir.Definition]) -> set[int]:
    """Return the numbers of the rules that certainly end without an error.

    Such a rule is not recursive, contains no operation that can fail, and calls only rules of this kind.
    """
    asked: dict[int, set[int]] = {}
    failing: set[int] = set()
    for definition in functions:
        if definition.function.kind != "rule":
            continue
        number = definition.function.number
        within = list(ir.walk_nodes(definition.body))
        asked[number] = {node.function.number for node in within if isinstance(node, ir.Call)}
        if any(isinstance(node, ir.Op) and OPERATIONS[node.name].fails for node in within):
            failing.add(number)
    safe: set[int] = set()
    found = True
    while found:
        more = {number for number, others in asked.items() if number not in safe | failing and others <= safe}
        safe |= more
        found = bool(more)
    return safe
