"""Leaves out of code what is known beforehand: sums of constants, and conditions that were asked on the way there."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from cardwright.compiler.ir import nodes as n
from cardwright.compiler.ir.effects import Hanging, Touched, leaves
from cardwright.compiler.passes.value_facts import Known, opposite
from cardwright.program_format import LONGEST

# Operations on constants.
_COMPUTED: dict[str, Callable[..., Any]] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "min": min, "max": max,
    "eq": operator.eq, "ne": operator.ne, "lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge,
    "not": operator.not_, "meet": operator.and_, "join": operator.or_, "bits": int.bit_count, "some bits": bool,
}  # fmt: skip


def simplified(code: n.Code, hanging: Hanging, players: int) -> n.Code:
    """Code that does the same without what is known beforehand."""
    return _Simplify(hanging, players).code(code, Known(hanging))


class _Simplify:
    """Goes through code in the order in which it runs, with what is known at each place."""

    def __init__(self, hanging: Hanging, players: int) -> None:
        self.hanging = hanging
        self.players = players

    # ------------------------------------------------------------ statements

    def code(self, code: n.Code, known: Known) -> n.Code:
        """Statements one after the other; `known` then is what is known behind them."""
        found: list[n.Stmt] = []
        for statement in code:
            if isinstance(statement, n.If):
                found += self._if(statement, known)
                if found and leaves((found[-1],)):
                    break
                continue
            found.append(self._statement(statement, known))
        return tuple(found)

    def _statement(self, statement: n.Stmt, known: Known) -> n.Stmt:
        if isinstance(statement, n.Note):
            return statement
        if isinstance(statement, n.ForEach | n.Loop | n.Block):
            return self._around(statement, known)
        simpler: n.Stmt = n.mapped(statement, lambda value: self.value(value, known))
        known.forget(self.hanging.changed(simpler))
        if isinstance(simpler, n.Set):
            known.means(simpler.var, simpler.value)
        return simpler

    def _around(self, statement: n.ForEach | n.Loop | n.Block, known: Known) -> n.Stmt:
        """A loop knows what no round of it changes; a block, what is known where it begins."""
        changed = self.hanging.changed(statement)
        if isinstance(statement, n.ForEach):
            statement = replace(statement, list=self.value(statement.list, known))
        if not isinstance(statement, n.Block):
            known.forget(changed)
        body = self.code(statement.body, known.copy())
        known.forget(changed)
        return replace(statement, body=body)

    def _if(self, statement: n.If, known: Known) -> n.Code:
        before = known.copy()
        branches: list[tuple[n.Value, n.Code]] = []
        otherwise = statement.otherwise
        for test, body in statement.branches:
            asked = self.value(test, known)
            if isinstance(asked, n.Const):
                if not asked.value:
                    continue
                otherwise = body
                break
            inside = known.copy()
            inside.assume(asked)
            branches.append((asked, self.code(body, inside)))
            known.assume(asked, False)
        last = self.code(otherwise, known)
        if not branches:
            return last
        if not all(leaves(body) for _, body in branches):
            known.facts, known.bounds, known.meant = before.facts, before.bounds, before.meant
            for body in (last, *(body for _, body in branches)):
                known.forget(self.hanging.changed_by(body))
        if not last and not any(body for _, body in branches) and all(self._idle(test) for test, _ in branches):
            return ()
        return (n.If(tuple(branches), last, statement.at),)

    def _idle(self, value: n.Value) -> bool:
        """Whether it makes no difference that a value is worked out."""
        hangs = self.hanging.of(value)
        return hangs.free and not hangs.fails

    def _free(self, value: n.Value) -> bool:
        return self.hanging.of(value).free

    # ------------------------------------------------------------ values

    def value(self, node: Any, known: Known) -> Any:
        """A value, at a place where some things are known."""
        kind = type(node)
        if kind is n.Get or kind is n.Const or kind is n.Later:
            return node
        if kind is n.Logic:
            return self._logic(node, known)
        if kind is n.Choice:
            return self._choice(node, known)
        if kind is n.Each:
            return self._each(node, known)
        if kind is n.Bind:
            inside = _without(known, node.var)
            return replace(node, value=self.value(node.value, known), body=self.value(node.body, inside))
        return self._folded(n.mapped(node, lambda part: self.value(part, known)), known)

    def _logic(self, node: n.Logic, known: Known) -> n.Value:
        inside = known.copy()
        every = node.word == "and"
        items: list[n.Value] = []
        for item in _flat(node):
            asked = self.value(item, inside)
            if isinstance(asked, n.Const) and bool(asked.value) == every:
                continue
            items.append(asked)
            if isinstance(asked, n.Const):
                break
            inside.assume(asked, every)
        if not items:
            return n.Const(int(every), n.YES)
        return items[0] if len(items) == 1 else n.Logic(node.word, tuple(items), node.ty)

    def _choice(self, node: n.Choice, known: Known) -> n.Value:
        test = self.value(node.test, known)
        if isinstance(test, n.Const):
            found: n.Value = self.value(node.yes if test.value else node.no, known)
            return found
        yes, no = known.copy(), known.copy()
        yes.assume(test)
        no.assume(test, False)
        return n.Choice(test, self.value(node.yes, yes), self.value(node.no, no))

    def _each(self, node: n.Each, known: Known) -> n.Each:
        loops = []
        inside = known
        for var, items in node.loops:
            through = _run(self.value(items, inside), inside)
            loops.append((var, through))
            outside, inside = inside, _without(inside, var)
            inside.goes_through(var, through, outside)
        where = None if node.where is None else self.value(node.where, inside)
        if where is not None:
            inside.assume(where)
            if isinstance(where, n.Const) and where.value:
                where = None
        return self._through_one(replace(node, loops=tuple(loops), where=where, value=self.value(node.value, inside)))

    def _through_one(self, node: n.Each) -> n.Each:
        """What goes through a list that is made of another only by leaving things out goes through that one itself."""
        ((var, items), *others) = node.loops
        if others or not isinstance(items, n.Each) or items.flat or not self._free(items) or not self._free(node):
            return node
        *first, (inner, whole) = items.loops
        if items.value != n.Get(inner):
            return node
        asked = n.rebuilt(items.where, lambda part: n.Get(var) if part == n.Get(inner) else part)
        where = node.where if asked is None else asked if node.where is None else n.Logic("and", (asked, node.where))
        return replace(node, loops=(*first, (var, whole)), where=where)

    def _folded(self, node: Any, known: Known) -> Any:
        """A value that is known now, or may be said more simply."""
        if isinstance(node, n.Fold):
            return self._told(replace(node, over=self._in_any_order(node.over)), known)
        if not isinstance(node, n.Op):
            return self._told(node, known)
        args = node.args
        compute = _COMPUTED.get(node.name)
        if compute is not None and all(isinstance(arg, n.Const) and isinstance(arg.value, int) for arg in args):
            found = compute(*(arg.value for arg in args if isinstance(arg, n.Const)))
            return n.Const(int(found), node.ty)
        if node.name == "not" and isinstance(args[0], n.Op):
            inner = args[0]
            if inner.name == "not" and isinstance(inner.args[0], n.Op):
                return inner.args[0]
            return opposite(inner) or node
        if node.name == "some" and isinstance(args[0], n.Op) and _short(args[0], known):
            node = n.Op("le", args[0].args[:2], n.YES)
        elif node.name == "list":
            return replace(node, args=(_run(args[0], known),))
        return self._told(node, known)

    def _in_any_order(self, over: n.Value) -> n.Value:
        """A list of which the order does not count: of all players but one, it begins behind that one."""
        if not isinstance(over, n.Each) or over.flat or over.where is None or len(over.loops) != 1:
            return over
        (var, items) = over.loops[0]
        if items != n.Const(tuple(range(self.players)), n.PLAYERS):
            return over
        first, *rest = (
            _flat(over.where) if isinstance(over.where, n.Logic) and over.where.word == "and" else [over.where]
        )
        if not isinstance(first, n.Op) or first.name != "ne" or n.Get(var) not in first.args:
            return over
        one, other = first.args
        but = other if one == n.Get(var) else one
        if but.ty != n.PLAYER or var in self.hanging.of(but).names:
            return over
        where = None if not rest else rest[0] if len(rest) == 1 else n.Logic("and", tuple(rest))
        return replace(over, loops=((var, n.Table("OTHERS", but, n.PLAYERS)),), where=where)

    def _told(self, node: Any, known: Known) -> Any:
        if node.__class__ is n.Place or node.ty.base != "yes_no" or not self._free(node):
            return node
        truth = known.truth(node)
        return node if truth is None else n.Const(int(truth), n.YES)


def _without(known: Known, var: n.Var) -> Known:
    """What is known where a name means something of its own."""
    inside = known.copy()
    inside.forget(Touched({var}))
    return inside


def _flat(node: n.Logic) -> list[n.Value]:
    """The conditions of one word, those in brackets, too."""
    found: list[n.Value] = []
    for item in node.items:
        found += _flat(item) if isinstance(item, n.Logic) and item.word == node.word else [item]
    return found


def _short(items: n.Value, known: Known) -> bool:
    """Whether a list is a run of numbers that certainly is not too long."""
    if not isinstance(items, n.Op) or items.name != "numbers" or items.args[2] != n.Const(1, n.NUM):
        return False
    (low, _), (_, high) = known.between(items.args[0]), known.between(items.args[1])
    return low is not None and high is not None and high - low < LONGEST


def _run(items: n.Value, known: Known) -> n.Value:
    """A list that is only run through."""
    return n.Op("run", items.args[:2], items.ty) if isinstance(items, n.Op) and _short(items, known) else items
