"""Keys of unfinished sets of picks: what a joint condition can still make of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cardwright.checker import typed_tree
from cardwright.checker.typed_tree import (
    BinaryExpr,
    CollectExpr,
    CompareExpr,
    DivideExpr,
    FilterExpr,
    ListExpr,
    LocalExpr,
    LogicExpr,
    NarrowedExpr,
    NotExpr,
    PrimitiveExpr,
    RuleExpr,
    TableExpr,
    TypedVar,
    Value,
)
from cardwright.compiler.analysis.bounds_during_picks import MAX_NODES, SetBounds, can_fail
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.context import Lowering, negate, number, op
from cardwright.declarations.value_types import YES_NO

NUMBERS = ir.IrType("list", "number")
# In front of what is decided for every set that can still be reached, false or true, and of what is not.
_NEVER, _ALWAYS, _OPEN = number(0), number(1), number(2)
_AGGREGATES = ("count", "sum", "min", "max", "any", "all")
_DECIDED = (typed_tree.LiteralExpr(YES_NO, 0), typed_tree.LiteralExpr(YES_NO, 1))


class _UnknownKeyError(Exception):
    """Error for a condition that reads a set in a way for which no key is known."""


@dataclass(frozen=True, slots=True)
class SetKeys:
    """Lists of numbers that decide how a condition on a set of picks depends on further picks.

    Two sets with equal keys and the same remaining candidates can be completed by the same candidates. Numbers such as
    `sum(cs.size)` are in the key, items are not. A part of the condition that has the same value for all sets that can
    still be reached is replaced by that value, so that sets which differ only there have the same key.
    """

    low: Lowering
    var: TypedVar
    bounds: SetBounds

    def find_key(self, condition: Value) -> ir.Value | None:
        """Return the key of the current set as a list of numbers; None if there is none of a reasonable size."""
        try:
            parts = self._condition(condition)
        except _UnknownKeyError:
            return None
        key = _join(parts)
        return key if len(list(ir.walk_nodes(key))) <= MAX_NODES else None

    def _uses(self, value: object) -> bool:
        return typed_tree.uses_variable(value, self.var)

    def _bound(self, condition: Value, possible: bool) -> Value:
        return replace(self.bounds, steps=[]).bound(condition, possible)

    # ------------------------------------------------------------ conditions and numbers

    def _condition(self, value: Value) -> list[ir.Value]:
        """Return the parts of the key for a condition, a number or another single value."""
        if not self._uses(value):
            return []
        parts = self._single(value)
        if value.type != YES_NO or isinstance(value, NotExpr | NarrowedExpr):
            return parts
        possible, certain = (self._bound(value, each) for each in (True, False))
        if any(len(typed_tree.walk_tree(bound)) > MAX_NODES for bound in (possible, certain)):
            return parts
        found: ir.Value = _join([_OPEN, *parts])
        if certain not in _DECIDED:
            found = ir.Choice(self.low.value(certain), _join([_ALWAYS]), found)
        if possible not in _DECIDED:
            found = ir.Choice(negate(self.low.value(possible)), _join([_NEVER]), found)
        return [found] if isinstance(found, ir.Choice) else parts

    def _single(self, value: Value) -> list[ir.Value]:
        match value:
            case NotExpr() | NarrowedExpr():
                return self._condition(value.value)
            case CompareExpr() | LogicExpr() | BinaryExpr() | DivideExpr():
                return self._any(value.left) + self._any(value.right)
            case PrimitiveExpr(args=(items,)) if value.primitive.word in _AGGREGATES and items.type.base == "list":
                return self._aggregate(value, items)
            case PrimitiveExpr(args=(one, other)) if value.primitive.word in ("min", "max"):
                return self._condition(one) + self._condition(other)
            case TableExpr():
                return [part for each in value.args for part in self._any(each)]
            case RuleExpr():
                cases = self.bounds.expand(value)
                if cases is not None:
                    conditions = [where for _, where in cases if where is not None]
                    return [part for each in (*conditions, *(case for case, _ in cases)) for part in self._any(each)]
        raise _UnknownKeyError

    def _any(self, value: Value) -> list[ir.Value]:
        return self._list(value) if value.type.base == "list" else self._condition(value)

    def _aggregate(self, value: PrimitiveExpr, items: Value) -> list[ir.Value]:
        """Return the parts of the key for `count`, `sum`, `min`, `max`, `any` or `all` of a list."""
        if not self._is_item_by_item(items):
            return self._list(items)
        if can_fail(items, set()):
            raise _UnknownKeyError
        if value.primitive.word not in ("min", "max"):
            return [self.low.value(value)]
        # the least of no numbers is 0, and of one more number that number
        return [self.low.value(value), op("int", ir.NUM, op("some", ir.YES, self.low.items(items)))]

    def _is_item_by_item(self, items: Value) -> bool:
        """Return True if a list is made from the items of the set one by one, whatever the other items are."""
        match items:
            case LocalExpr():
                return items.var == self.var
            case FilterExpr():
                return self._is_item_by_item(items.list) and not self._uses(items.where)
            case CollectExpr():
                uses = self._uses((items.value, items.where)), [self._uses(source) for _, source in items.each]
                return uses == (False, [True]) and self._is_item_by_item(items.each[0][1])
        return False

    # ------------------------------------------------------------ lists

    def _list(self, items: Value) -> list[ir.Value]:
        """Return the parts of the key for a list. Its order matters only as far as that of the set does."""
        if not self._uses(items):
            return []
        match items:
            case PrimitiveExpr(args=(inner,)) if items.primitive.word == "distinct":
                if self._is_item_by_item(inner) and _is_of_numbers(items):
                    return self._write_out(items)
                return self._list(inner)
            case PrimitiveExpr() if items.primitive.word == "numbers":
                return [part for end in items.args for part in self._condition(end)]
            case BinaryExpr():
                return self._list(items.left) + self._list(items.right)
            case ListExpr():
                return [part for item in items.items for part in self._condition(item)]
            case FilterExpr():
                return self._loop(items.it, items.list, items.where, None)
            case CollectExpr(each=((it, source),), flat=False) if not self._is_item_by_item(items):
                return self._loop(it, source, items.where, items.value)
            case RuleExpr():
                return self._single(items)
        if self._is_item_by_item(items) and _is_of_numbers(items):
            return self._write_out(items)
        raise _UnknownKeyError

    def _write_out(self, items: Value) -> list[ir.Value]:
        if can_fail(items, set()):
            raise _UnknownKeyError
        listed = op("sorted", NUMBERS, self.low.items(items))
        return [op("len", ir.NUM, listed), ir.Splice(listed, NUMBERS)]

    def _loop(self, it: TypedVar, source: Value, where: Value | None, value: Value | None) -> list[ir.Value]:
        """Return the parts of the key for the values of those items of a list that fulfil a condition.

        There is an entry for each item that the list can still have and whose condition can still be true.
        """
        certain, large = replace(self.bounds, steps=[]).list(source) or (None, None)
        if certain is None or large is None or not _is_of_numbers(source):
            raise _UnknownKeyError
        before: list[ir.Value] = []
        entry: list[ir.Value] = [number(-1)]
        if certain != large:
            entry.append(self.low.value(LocalExpr(it)))
            if isinstance(source, PrimitiveExpr) and source.primitive.word == "distinct":
                there = op("in", ir.YES, self.low.value(LocalExpr(it)), self.low.items(certain))
                entry.append(op("int", ir.NUM, there))
            else:
                before = self._list(source)
        possible = None if where is None else self._bound(where, True)
        for each in (where, value):
            entry += [] if each is None else self._any(each)
        asked = None if possible is None or possible in _DECIDED else self.low.value(possible)
        loops = ((self.low.var(it), self.low.items(large)),)
        return [*before, ir.Splice(ir.Each(loops, asked, _join(entry), NUMBERS, flat=True), NUMBERS), number(-2)]


def _is_of_numbers(items: Value) -> bool:
    """Return True if the items of a list are numbers or words, which a key contains as numbers."""
    item = items.type.item
    return item is not None and item.base not in ("piece", "zone", "list", "text")


def _join(parts: list[ir.Value]) -> ir.Value:
    """Return one list of some numbers and lists of numbers."""
    return ir.Many(
        tuple(ir.Splice(each, NUMBERS) if each.ty.base == "list" and not isinstance(each, ir.Splice) else each
              for each in parts),
        NUMBERS,
    )  # fmt: skip
