"""Gives a name to what would be worked out more than once, where it certainly is and nothing changes it in between."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Any

from cardwright.compiler.ir import nodes as n
from cardwright.compiler.ir.effects import Hanging, Touched
from cardwright.compiler.ir.operations import OPERATIONS

Fresh = Callable[[str, n.Ty], n.Var]

# Below this cost a value is worked out again as quickly as it is kept.
WORTH = 3
_COSTS = {"bits": 3, "some bits": 0, "some": 0, "not": 0}
_VALUES = frozenset((n.Op, n.Read, n.Table, n.Call, n.Fold, n.Choice, n.Logic))


def shared(code: n.Code, given: Collection[n.Var], fresh: Fresh, hanging: Hanging) -> n.Code:
    """Code in which nothing is worked out twice in vain; `given` are the names that it is handed."""
    first = _Share(fresh, set(), hanging, None)
    if not first.twice(code):
        return code
    sets = Counter(node.var for node in n.statements(code) if isinstance(node, n.Set | n.ForEach))
    once = {var for var, times in sets.items() if times == 1} - {*given}
    first.once = once
    first.code(code, {})
    if not any(kept.uses for kept in first.kept):
        return code
    return _Share(fresh, once, hanging, first.kept).code(code, {})


@dataclass(slots=True, eq=False)
class _Kept:
    """A value that is worked out at one place, how often it is needed again, and the name that it then has."""

    value: n.Value
    level: int
    uses: int = 0
    var: n.Var | None = None


# By the numbers of values.
There = dict[int, _Kept]


class _Share:
    """Goes through code twice, the same way: at first it counts (`plan` is None), then it writes what is planned."""

    def __init__(self, fresh: Fresh, once: set[n.Var], hanging: Hanging, plan: list[_Kept] | None) -> None:
        self.fresh = fresh
        self.once = once
        self.plan = plan
        self.kept: list[_Kept] = []
        self.hanging = hanging
        self.levels = 0
        self._costs: dict[int, tuple[Any, int]] = {}

    def twice(self, code: n.Code) -> bool:
        """Whether anything that could be kept stands in code more than once."""
        seen: set[int] = set()
        for node in n.every(code):
            if self._worth(node):
                number = self.hanging.number(node)
                if number in seen:
                    return True
                seen.add(number)
        return False

    # ------------------------------------------------------------ statements

    def code(self, code: n.Code, there: There) -> n.Code:
        """Statements one after the other; `there` is what has been worked out and is still the same."""
        self.levels += 1
        level = self.levels
        found: list[n.Stmt] = []
        for statement in code:
            before: list[n.Set] = []
            new = self._statement(statement, there, level, before)
            found += [replace(each, at=statement.at) for each in before]
            if new is not None:
                found.append(new)
        return tuple(found)

    def _statement(self, statement: n.Stmt, there: There, level: int, before: list[n.Set]) -> n.Stmt | None:
        def certain(value: Any) -> Any:
            return self._value(value, there, level, before)

        if isinstance(statement, n.Note):
            return statement
        if isinstance(statement, n.If):
            return self._if(statement, there, level, before)
        if isinstance(statement, n.ForEach | n.Loop | n.Block):
            if isinstance(statement, n.ForEach):
                statement = replace(statement, list=certain(statement.list))
            self._forget(there, self.hanging.changed(statement))
            return replace(statement, body=self.code(statement.body, there.copy()))
        if isinstance(statement, n.Set):
            return self._set(statement, there, level, before)
        new: n.Stmt = n.mapped(statement, certain)
        self._forget(there, self.hanging.changed(statement))
        return new

    def _if(self, statement: n.If, there: There, level: int, before: list[n.Set]) -> n.Stmt:
        branches = []
        for place, (test, body) in enumerate(statement.branches):
            asked = self._value(test, there, level, None if place else before)
            branches.append((asked, self.code(body, there.copy())))
        otherwise = self.code(statement.otherwise, there.copy())
        self._forget(there, self.hanging.changed(statement))
        return n.If(tuple(branches), otherwise, statement.at)

    def _set(self, statement: n.Set, there: There, level: int, before: list[n.Set]) -> n.Stmt | None:
        """A name for what was worked out before is given to it there, if it is no name for anything else."""
        var, value = statement.var, statement.value
        kept = there.get(self.hanging.number(value)) if self._worth(value) else None
        if kept is not None and kept.level == level and var in self.once and kept.var in (None, var):
            if kept.var is None:
                kept.var = var
                kept.uses += 1
            return statement if self.plan is None else None
        new = replace(statement, value=self._value(value, there, level, before))
        self._forget(there, Touched({var}) if self._free(value) else self.hanging.changed(statement))
        if self._worth(value) and var not in self.hanging.of(value).names:
            there[self.hanging.number(value)] = kept = _Kept(value, level, 0, var)
            self.kept.append(kept)
        return new

    def _forget(self, there: There, changed: Touched) -> None:
        if not changed.names and not changed.families:
            return
        hanging = self.hanging
        for number, kept in [*there.items()]:
            if kept.var in changed.names or hanging.of(kept.value).meets(changed):
                del there[number]

    # ------------------------------------------------------------ values

    def _value(self, node: Any, there: There, level: int, before: list[n.Set] | None) -> Any:
        """A value; `before` is where a name can be given to it, None where it may not be worked out at all."""
        kind = type(node)
        if kind is n.Get or kind is n.Const or kind is n.Later:
            return node
        candidate = self._worth(node)
        if candidate:
            kept = there.get(self.hanging.number(node))
            if kept is not None:
                kept.uses += 1
                return node if kept.var is None else n.Get(kept.var)
        new = self._inside(node, there, level, before)
        if not candidate or before is None:
            return new
        if self.plan is None:
            kept = _Kept(node, level)
        else:
            kept = self.plan[len(self.kept)]
            if kept.uses and kept.var is None:
                kept.var = self.fresh("kept", node.ty)
        self.kept.append(kept)
        there[self.hanging.number(node)] = kept
        if self.plan is None or not kept.uses:
            return new
        assert kept.var is not None
        before.append(n.Set(kept.var, new))
        return n.Get(kept.var)

    def _inside(self, node: Any, there: There, level: int, before: list[n.Set] | None) -> Any:
        """The values in a value, of which not all may be worked out."""

        def certain(value: Any) -> Any:
            return self._value(value, there, level, before)

        def perhaps(value: Any) -> Any:
            return self._value(value, there, level, None)

        if isinstance(node, n.Logic):
            return replace(node, items=(certain(node.items[0]), *map(perhaps, node.items[1:])))
        if isinstance(node, n.Choice):
            return n.Choice(certain(node.test), perhaps(node.yes), perhaps(node.no))
        if isinstance(node, n.Bind):
            return replace(node, value=certain(node.value), body=perhaps(node.body))
        if isinstance(node, n.Each):
            (var, items), *others = node.loops
            loops = ((var, certain(items)), *((other, perhaps(each)) for other, each in others))
            where = None if node.where is None else perhaps(node.where)
            return replace(node, loops=loops, where=where, value=perhaps(node.value))
        return n.mapped(node, certain)

    def _free(self, value: n.Value) -> bool:
        return self.hanging.of(value).free

    def _worth(self, value: n.Value) -> bool:
        """Whether a value can be kept, and is worth it; lists are often only run through, and never made."""
        kind = type(value)
        if kind not in _VALUES or self._cost(value) < WORTH or not self._free(value):
            return False
        return value.ty.base not in ("list", "row") or kind is n.Read or kind is n.Call

    def _cost(self, value: Any) -> int:
        """What a value costs, in steps, roughly."""
        found = self._costs.get(id(value))
        if found is not None:
            return found[1]
        own = 1
        if isinstance(value, n.Get | n.Const | n.Place):
            own = 0
        elif isinstance(value, n.Op):
            own = _COSTS.get(value.name, OPERATIONS[value.name].cost)
        elif isinstance(value, n.Read | n.Handle):
            own = 1 + 2 * len(value.place.terms)
        elif isinstance(value, n.Call | n.Each | n.Fold):
            own = 6
        elif isinstance(value, n.Table):
            own = 1 if value.default is None else 3
        cost = own + sum(self._cost(part) for part in n.inside(value))
        self._costs[id(value)] = value, cost
        return cost
