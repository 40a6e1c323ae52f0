"""Common-subexpression elimination within a segment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Any

from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.ir.operations import OPERATIONS
from cardwright.compiler.ir.reads_and_changes import EffectAnalysis, Effects

Fresh = Callable[[str, ir.IrType], ir.Var]

# Below this cost, computing a value again is as fast as storing it.
WORTH = 3
_COSTS = {"bits": 3, "some bits": 0, "some": 0, "not": 0}
_VALUES = frozenset((ir.Op, ir.Read, ir.StaticTable, ir.Call, ir.Fold, ir.Reachable, ir.Choice, ir.Logic))


def eliminate_common_subexpressions(
    code: ir.Code, given: Collection[ir.Var], fresh: Fresh, effects: EffectAnalysis
) -> ir.Code:
    """Return code in which repeated computations are stored in variables. `given` are the parameters of the code."""
    first = _Share(fresh, set(), effects, None)
    if not first.twice(code):
        return code
    sets = Counter(node.var for node in ir.walk_statements(code) if isinstance(node, ir.Set | ir.ForEach))
    once = {var for var, times in sets.items() if times == 1} - {*given}
    first.once = once
    first.code(code, {})
    if not any(kept.uses for kept in first.kept):
        return code
    return _Share(fresh, once, effects, first.kept).code(code, {})


@dataclass(slots=True, eq=False)
class _SharedValue:
    """A value that is computed once, the number of its later uses, and the variable in which it is stored."""

    value: ir.Value
    level: int
    uses: int = 0
    var: ir.Var | None = None


# By value number.
There = dict[int, _SharedValue]


class _Share:
    """One of two walks over code. The first counts equal values; the second stores them in variables.

    `plan` is None for the first walk and its result for the second: the values that are computed once and stored.
    """

    def __init__(
        self, fresh: Fresh, once: set[ir.Var], effects: EffectAnalysis, plan: list[_SharedValue] | None
    ) -> None:
        self.fresh = fresh
        self.once = once
        self.plan = plan
        self.kept: list[_SharedValue] = []
        self.effects = effects
        self.levels = 0
        self._costs: dict[int, tuple[Any, int]] = {}

    def twice(self, code: ir.Code) -> bool:
        """Return True if a value that is worth storing occurs at least twice in `code`."""
        seen: set[int] = set()
        for node in ir.walk_nodes(code):
            if self._is_worthwhile(node):
                number = self.effects.number(node)
                if number in seen:
                    return True
                seen.add(number)
        return False

    # ------------------------------------------------------------ statements

    def code(self, code: ir.Code, there: There) -> ir.Code:
        """Return the rewritten statements.

        `there` has the values that are computed and still valid; it is updated.
        """
        self.levels += 1
        level = self.levels
        found: list[ir.Stmt] = []
        for statement in code:
            before: list[ir.Set] = []
            new = self._rewrite_statement(statement, there, level, before)
            found += [replace(each, at=statement.at) for each in before]
            if new is not None:
                found.append(new)
        return tuple(found)

    def _rewrite_statement(self, statement: ir.Stmt, there: There, level: int, before: list[ir.Set]) -> ir.Stmt | None:
        def certain(value: Any) -> Any:
            return self._rewrite_value(value, there, level, before)

        if isinstance(statement, ir.Note):
            return statement
        if isinstance(statement, ir.If):
            return self._rewrite_if(statement, there, level, before)
        if isinstance(statement, ir.ForEach | ir.Loop | ir.Block):
            if isinstance(statement, ir.ForEach):
                statement = replace(statement, list=certain(statement.list))
            self._forget(there, self.effects.changed(statement))
            return replace(statement, body=self.code(statement.body, there.copy()))
        if isinstance(statement, ir.Set):
            return self._set(statement, there, level, before)
        new: ir.Stmt = ir.map_inside(statement, certain)
        self._forget(there, self.effects.changed(statement))
        return new

    def _rewrite_if(self, statement: ir.If, there: There, level: int, before: list[ir.Set]) -> ir.Stmt:
        branches = []
        for place, (test, body) in enumerate(statement.branches):
            asked = self._rewrite_value(test, there, level, None if place else before)
            branches.append((asked, self.code(body, there.copy())))
        otherwise = self.code(statement.otherwise, there.copy())
        self._forget(there, self.effects.changed(statement))
        return ir.If(tuple(branches), otherwise, at=statement.at)

    def _set(self, statement: ir.Set, there: There, level: int, before: list[ir.Set]) -> ir.Stmt | None:
        """Return the rewritten assignment, or None if it is not needed.

        An assignment is not needed if its variable already holds the value.
        """
        var, value = statement.var, statement.value
        kept = there.get(self.effects.number(value)) if self._is_worthwhile(value) else None
        if kept is not None and kept.level == level and var in self.once and kept.var in (None, var):
            if kept.var is None:
                kept.var = var
                kept.uses += 1
            return statement if self.plan is None else None
        new = replace(statement, value=self._rewrite_value(value, there, level, before))
        self._forget(there, Effects({var}) if self._free(value) else self.effects.changed(statement))
        if self._is_worthwhile(value) and var not in self.effects.of(value).names:
            there[self.effects.number(value)] = kept = _SharedValue(value, level, 0, var)
            self.kept.append(kept)
        return new

    def _forget(self, there: There, changed: Effects) -> None:
        if not changed.names and not changed.families:
            return
        effects = self.effects
        for number, kept in [*there.items()]:
            if kept.var in changed.names or effects.of(kept.value).meets(changed):
                del there[number]

    # ------------------------------------------------------------ values

    def _rewrite_value(self, node: Any, there: There, level: int, before: list[ir.Set] | None) -> Any:
        """Return a rewritten value, and add the new assignments that it needs to `before`.

        `before` is None if the value is not evaluated in every case; then no part of it is moved into an assignment.
        """
        kind = type(node)
        if kind is ir.Get or kind is ir.Const or kind is ir.SegmentNumber or kind is ir.Later:
            return node
        candidate = self._is_worthwhile(node)
        if candidate:
            kept = there.get(self.effects.number(node))
            if kept is not None:
                kept.uses += 1
                return node if kept.var is None else ir.Get(kept.var)
        new = self._rewrite_inside(node, there, level, before)
        if not candidate or before is None:
            return new
        if self.plan is None:
            kept = _SharedValue(node, level)
        else:
            kept = self.plan[len(self.kept)]
            if kept.uses and kept.var is None:
                kept.var = self.fresh("kept", node.ty)
        self.kept.append(kept)
        there[self.effects.number(node)] = kept
        if self.plan is None or not kept.uses:
            return new
        assert kept.var is not None
        before.append(ir.Set(kept.var, new))
        return ir.Get(kept.var)

    def _rewrite_inside(self, node: Any, there: There, level: int, before: list[ir.Set] | None) -> Any:
        """Return a node with rewritten parts.

        A part that may never be evaluated can use variables assigned before, but gets no new assignment.
        """

        def certain(value: Any) -> Any:
            return self._rewrite_value(value, there, level, before)

        def perhaps(value: Any) -> Any:
            return self._rewrite_value(value, there, level, None)

        if isinstance(node, ir.Logic):
            return replace(node, items=(certain(node.items[0]), *map(perhaps, node.items[1:])))
        if isinstance(node, ir.Choice):
            return ir.Choice(certain(node.test), perhaps(node.yes), perhaps(node.no))
        if isinstance(node, ir.Bind):
            return replace(node, value=certain(node.value), body=perhaps(node.body))
        if isinstance(node, ir.Reachable):
            goals = None if node.goals is None else certain(node.goals)
            return replace(node, start=certain(node.start), step=perhaps(node.step), goals=goals)
        if isinstance(node, ir.Each):
            (var, items), *others = node.loops
            loops = ((var, certain(items)), *((other, perhaps(each)) for other, each in others))
            where = None if node.where is None else perhaps(node.where)
            return replace(node, loops=loops, where=where, value=perhaps(node.value))
        return ir.map_inside(node, certain)

    def _free(self, value: ir.Value) -> bool:
        return self.effects.of(value).free

    def _is_worthwhile(self, value: ir.Value) -> bool:
        """Return True if a value is expensive enough to be stored, and may be stored.

        Lists count only if they are read, returned by a call, or found by a search.
        """
        kind = type(value)
        if kind not in _VALUES or self._estimate_cost(value) < WORTH or not self._free(value):
            return False
        return value.ty.base not in ("list", "row") or kind in (ir.Read, ir.Call, ir.Reachable)

    def _estimate_cost(self, value: Any) -> int:
        """Return the approximate cost of a value in steps."""
        found = self._costs.get(id(value))
        if found is not None:
            return found[1]
        own = 1
        if isinstance(value, ir.Get | ir.Const | ir.SegmentNumber | ir.Slot):
            own = 0
        elif isinstance(value, ir.Op):
            own = _COSTS.get(value.name, OPERATIONS[value.name].cost)
        elif isinstance(value, ir.Read | ir.Handle):
            own = 1 + 2 * len(value.place.terms)
        elif isinstance(value, ir.Call | ir.Each | ir.Reachable | ir.Fold):
            own = 6
        elif isinstance(value, ir.StaticTable):
            own = 1 if value.default is None else 3
        cost = own + sum(self._estimate_cost(part) for part in ir.list_children(value))
        self._costs[id(value)] = value, cost
        return cost
