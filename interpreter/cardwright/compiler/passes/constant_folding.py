"""Constant folding, and removal of conditions already decided by enclosing ones."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.ir.reads_and_changes import EffectAnalysis, Effects, always_exits
from cardwright.compiler.passes.value_facts import ValueFacts, negate_comparison
from cardwright.state_slots_and_table_rows import MAX_LENGTH

# Operations on constants.
_COMPUTED: dict[str, Callable[..., Any]] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "min": min, "max": max,
    "eq": operator.eq, "ne": operator.ne, "lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge,
    "not": operator.not_, "meet": operator.and_, "join": operator.or_, "bits": int.bit_count, "some bits": bool,
}  # fmt: skip


def fold_constants(code: ir.Code, effects: EffectAnalysis, players: int) -> ir.Code:
    """Return equivalent code with constant parts evaluated."""
    return _Simplify(effects, players).code(code, ValueFacts(effects))


class _Simplify:
    """Simplification in execution order, which tracks the facts known at each statement."""

    def __init__(self, effects: EffectAnalysis, players: int) -> None:
        self.effects = effects
        self.players = players

    # ------------------------------------------------------------ statements

    def code(self, code: ir.Code, known: ValueFacts) -> ir.Code:
        """Return the simplified statements. `known` is updated to the facts that hold after them."""
        found: list[ir.Stmt] = []
        for statement in code:
            if isinstance(statement, ir.If):
                found += self._fold_if(statement, known)
                if found and always_exits((found[-1],)):
                    break
                continue
            found.append(self._rewrite_statement(statement, known))
        return tuple(found)

    def _rewrite_statement(self, statement: ir.Stmt, known: ValueFacts) -> ir.Stmt:
        if isinstance(statement, ir.Note):
            return statement
        if isinstance(statement, ir.ForEach | ir.Loop | ir.Block):
            return self._simplify_loop(statement, known)
        simpler: ir.Stmt = ir.map_inside(statement, lambda value: self.value(value, known))
        known.forget(self.effects.changed(simpler))
        if isinstance(simpler, ir.Set):
            known.means(simpler.var, simpler.value)
        return simpler

    def _simplify_loop(self, statement: ir.ForEach | ir.Loop | ir.Block, known: ValueFacts) -> ir.Stmt:
        """Return a simplified loop or block. Inside a loop, only facts that hold in every round are used."""
        changed = self.effects.changed(statement)
        if isinstance(statement, ir.ForEach):
            statement = replace(statement, list=self.value(statement.list, known))
        if not isinstance(statement, ir.Block):
            known.forget(changed)
        body = self.code(statement.body, known.copy())
        known.forget(changed)
        return replace(statement, body=body)

    def _fold_if(self, statement: ir.If, known: ValueFacts) -> ir.Code:
        before = known.copy()
        branches: list[tuple[ir.Value, ir.Code]] = []
        otherwise = statement.otherwise
        for test, body in statement.branches:
            asked = self.value(test, known)
            if isinstance(asked, ir.Const):
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
        if not all(always_exits(body) for _, body in branches):
            known.take(before)
            for body in (last, *(body for _, body in branches)):
                known.forget(self.effects.changed_by(body))
        if not last and not any(body for _, body in branches) and all(self._is_droppable(test) for test, _ in branches):
            return ()
        return (ir.If(tuple(branches), last, at=statement.at),)

    def _is_droppable(self, value: ir.Value) -> bool:
        """Return True if a value need not be evaluated, because it has no effect and cannot fail."""
        dependencies = self.effects.of(value)
        return dependencies.free and not dependencies.fails

    def _free(self, value: ir.Value) -> bool:
        return self.effects.of(value).free

    # ------------------------------------------------------------ values

    def value(self, node: Any, known: ValueFacts) -> Any:
        """Return a simplified value, given some facts."""
        kind = type(node)
        if kind is ir.Get or kind is ir.Const or kind is ir.Later:
            return node
        if kind is ir.Logic:
            return self._rewrite_logic(node, known)
        if kind is ir.Choice:
            return self._rewrite_choice(node, known)
        if kind is ir.Each:
            return self._fold_each(node, known)
        if kind is ir.Reachable:
            inside = _forget_variable(known, node.var)
            goals = None if node.goals is None else self.value(node.goals, known)
            return replace(node, start=self.value(node.start, known), step=self.value(node.step, inside), goals=goals)
        if kind is ir.Bind:
            inside = _forget_variable(known, node.var)
            return replace(node, value=self.value(node.value, known), body=self.value(node.body, inside))
        return self._fold(ir.map_inside(node, lambda part: self.value(part, known)), known)

    def _rewrite_logic(self, node: ir.Logic, known: ValueFacts) -> ir.Value:
        inside = known.copy()
        every = node.word == "and"
        items: list[ir.Value] = []
        for item in _flatten(node):
            asked = self.value(item, inside)
            if isinstance(asked, ir.Const) and bool(asked.value) == every:
                continue
            items.append(asked)
            if isinstance(asked, ir.Const):
                break
            inside.assume(asked, every)
        if not items:
            return ir.Const(int(every), ir.YES)
        return items[0] if len(items) == 1 else ir.Logic(node.word, tuple(items), node.ty)

    def _rewrite_choice(self, node: ir.Choice, known: ValueFacts) -> ir.Value:
        test = self.value(node.test, known)
        if isinstance(test, ir.Const):
            found: ir.Value = self.value(node.yes if test.value else node.no, known)
            return found
        yes, no = known.copy(), known.copy()
        yes.assume(test)
        no.assume(test, False)
        return ir.Choice(test, self.value(node.yes, yes), self.value(node.no, no))

    def _fold_each(self, node: ir.Each, known: ValueFacts) -> ir.Each:
        loops = []
        inside = known
        for var, items in node.loops:
            through = _make_lazy_range(self.value(items, inside), inside)
            loops.append((var, through))
            outside, inside = inside, _forget_variable(inside, var)
            inside.goes_through(var, through, outside)
        where = None if node.where is None else self.value(node.where, inside)
        if where is not None:
            inside.assume(where)
            if isinstance(where, ir.Const) and where.value:
                where = None
        return self._merge_filter(replace(node, loops=tuple(loops), where=where, value=self.value(node.value, inside)))

    def _merge_filter(self, node: ir.Each) -> ir.Each:
        """Return a comprehension over a filtered list as one over the unfiltered list, with both conditions."""
        ((var, items), *others) = node.loops
        if others or not isinstance(items, ir.Each) or items.flat or not self._free(items) or not self._free(node):
            return node
        *first, (inner, whole) = items.loops
        if items.value != ir.Get(inner):
            return node
        asked = ir.rebuild(items.where, lambda part: ir.Get(var) if part == ir.Get(inner) else part)
        where = node.where if asked is None else asked if node.where is None else ir.Logic("and", (asked, node.where))
        return replace(node, loops=(*first, (var, whole)), where=where)

    def _fold(self, node: Any, known: ValueFacts) -> Any:
        """Return a constant, or a simpler form of the value."""
        if isinstance(node, ir.Fold):
            return self._rewrite_decided_by_facts(replace(node, over=self._relax_order(node.over)), known)
        if not isinstance(node, ir.Op):
            return self._rewrite_decided_by_facts(node, known)
        args = node.args
        compute = _COMPUTED.get(node.name)
        if compute is not None and all(isinstance(arg, ir.Const) and isinstance(arg.value, int) for arg in args):
            found = compute(*(arg.value for arg in args if isinstance(arg, ir.Const)))
            return ir.Const(int(found), node.ty)
        if node.name == "not" and isinstance(args[0], ir.Op):
            inner = args[0]
            if inner.name == "not" and isinstance(inner.args[0], ir.Op):
                return inner.args[0]
            return negate_comparison(inner) or node
        if node.name == "some" and isinstance(args[0], ir.Op) and _is_short_range(args[0], known):
            node = ir.Op("le", args[0].args[:2], ir.YES)
        elif node.name == "list":
            return replace(node, args=(_make_lazy_range(args[0], known),))
        return self._rewrite_decided_by_facts(node, known)

    def _relax_order(self, over: ir.Value) -> ir.Value:
        """Return a list whose order does not matter; a filter for all players except one becomes a static list."""
        if not isinstance(over, ir.Each) or over.flat or over.where is None or len(over.loops) != 1:
            return over
        (var, items) = over.loops[0]
        if items != ir.Const(tuple(range(self.players)), ir.PLAYERS):
            return over
        first, *rest = (
            _flatten(over.where) if isinstance(over.where, ir.Logic) and over.where.word == "and" else [over.where]
        )
        if not isinstance(first, ir.Op) or first.name != "ne" or ir.Get(var) not in first.args:
            return over
        one, other = first.args
        but = other if one == ir.Get(var) else one
        if but.ty != ir.PLAYER or var in self.effects.of(but).names:
            return over
        where = None if not rest else rest[0] if len(rest) == 1 else ir.Logic("and", tuple(rest))
        return replace(over, loops=((var, ir.StaticTable("OTHERS", but, ir.PLAYERS)),), where=where)

    def _rewrite_decided_by_facts(self, node: Any, known: ValueFacts) -> Any:
        if node.__class__ is ir.Slot or node.ty.base != "yes_no" or not self._free(node):
            return node
        truth = known.truth(node)
        return node if truth is None else ir.Const(int(truth), ir.YES)


def _forget_variable(known: ValueFacts, var: ir.Var) -> ValueFacts:
    """Return the facts without those about a variable that gets a new value."""
    inside = known.copy()
    inside.forget(Effects({var}))
    return inside


def _flatten(node: ir.Logic) -> list[ir.Value]:
    """Return the conditions of nested `and` or `or` nodes as one list."""
    found: list[ir.Value] = []
    for item in node.items:
        found += _flatten(item) if isinstance(item, ir.Logic) and item.word == node.word else [item]
    return found


def _is_short_range(items: ir.Value, known: ValueFacts) -> bool:
    """Return True if a list is a range of numbers that is short enough to be iterated lazily."""
    if not isinstance(items, ir.Op) or items.name != "numbers" or items.args[2] != ir.Const(1, ir.NUM):
        return False
    (low, _), (_, high) = known.between(items.args[0]), known.between(items.args[1])
    return low is not None and high is not None and high - low < MAX_LENGTH


def _make_lazy_range(items: ir.Value, known: ValueFacts) -> ir.Value:
    """Return a list that is only iterated over; a short range of numbers is not built."""
    return (
        ir.Op("run", items.args[:2], items.ty) if isinstance(items, ir.Op) and _is_short_range(items, known) else items
    )
