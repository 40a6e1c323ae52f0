"""Bounds of conditions and numbers that depend on an unfinished set of picks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import reduce

from cardwright.builtins import all_primitives
from cardwright.checker import typed_tree
from cardwright.checker.typed_tree import (
    BinaryExpr,
    CollectExpr,
    CompareExpr,
    DivideExpr,
    FilterExpr,
    ListExpr,
    LiteralExpr,
    LocalExpr,
    LogicExpr,
    NarrowedExpr,
    NotExpr,
    PrimitiveExpr,
    RuleExpr,
    TypedRule,
    TypedVar,
    Value,
)
from cardwright.declarations.value_types import NUMBER, YES_NO

# The steps in which bounds are found, and the nodes that they may have: each can double what it is made of.
MAX_STEPS = 3_000
MAX_NODES = 1_500
# The least and the largest value, each None where unknown.
Range = tuple[Value | None, Value | None]
Cases = tuple[tuple[Value, Value | None], ...]

_YES, _NO = LiteralExpr(YES_NO, 1), LiteralExpr(YES_NO, 0)
_EXCHANGED = {">=": "<=", ">": "<"}
_OPPOSITE = {"is not": "is", "not in": "in"}


@dataclass(frozen=True, slots=True)
class SetBounds:
    """Bounds of numbers, lists and conditions that depend on a set of picks, for every set that it can become.

    - `var`: the variable of the set; a possible set contains the items picked now, and at most those of `whole`
    - `numbers`: gives the least and the largest value of an attribute of a kind
    - `expand`: gives the cases of a rule call, with the arguments inserted; None if modifiers can change the rule
    - `some`: whether an item has been picked already
    - `steps`: an entry for each step of the computation, of which there are at most `MAX_STEPS`
    """

    var: TypedVar
    whole: TypedVar
    numbers: Callable[[str, str], tuple[int, int]]
    expand: Callable[[RuleExpr], Cases | None]
    some: bool
    steps: list[None] = field(default_factory=list)

    # ------------------------------------------------------------ conditions

    def find_possible(self, condition: Value) -> Value | None:
        """Return a condition that holds if `condition` holds for any possible set.

        Returns None if that condition would always hold, or would be too long to be useful.
        """
        parts = [self.bound(part, True) for part in typed_tree.split_conjunction(condition)]
        useful = [part for part in parts if part != _YES and len(typed_tree.walk_tree(part)) <= MAX_NODES]
        return reduce(lambda some, more: LogicExpr("and", some, more), useful) if useful else None

    def bound(self, value: Value, possible: bool) -> Value:
        """Return a condition that holds if `value` holds for any possible set or, if not `possible`, for all."""
        unknown = _YES if possible else _NO
        if not typed_tree.uses_variable(value, self.var):
            return unknown if can_fail(value, set()) else _fold(value)
        if self._is_tired():
            return unknown
        match value:
            case NotExpr():
                return _negate(self.bound(value.value, not possible))
            case LogicExpr():
                return _join(value.operator, self.bound(value.left, possible), self.bound(value.right, possible))
            case CompareExpr():
                return self._bound_comparison(value, possible)
            case PrimitiveExpr(args=(items,)) if value.primitive.word in ("any", "all"):
                return self._bound_of_all(value, items, possible)
            case RuleExpr():
                cases = self.expand(value)
                return unknown if cases is None else self.bound(_write_out_cases(cases, lambda case: case), possible)
        return unknown

    def _is_tired(self) -> bool:
        """Count a step of the computation; return True if there were too many steps."""
        self.steps.append(None)
        return len(self.steps) > MAX_STEPS

    def _bound_comparison(self, value: CompareExpr, possible: bool) -> Value:
        operator, unknown = value.operator, _YES if possible else _NO
        if operator in _OPPOSITE:
            return _negate(self.bound(replace(value, operator=_OPPOSITE[operator]), not possible))
        if operator in _EXCHANGED:
            return self.bound(CompareExpr(_EXCHANGED[operator], value.right, value.left), possible)
        by_cases = self._write_cases(value)
        if by_cases is not None:
            return self.bound(by_cases, possible)
        if operator == "in":
            found = None if typed_tree.uses_variable(value.left, self.var) else self.list(value.right)
            return unknown if found is None else replace(value, right=found[1] if possible else found[0])
        if operator == "is" and value.left.type.base != "number":
            return unknown
        if operator == "is":
            halves = replace(value, operator="<="), CompareExpr("<=", value.right, value.left)
            return _join("and", *(self.bound(half, possible) for half in halves))
        if self._compares_distinct(value):
            # a list with two equal items never becomes one without
            return value if possible else typed_tree.substitute(value, {self.var: LocalExpr(self.whole)})
        if operator == "<=" and self._compares_distinct(replace(value, left=value.right, right=value.left)):
            return _YES
        left, right = self.number(value.left), self.number(value.right)
        low, high = (left[0], right[1]) if possible else (left[1], right[0])
        return unknown if low is None or high is None else _fold(CompareExpr(operator, low, high))

    def _write_cases(self, value: CompareExpr) -> Value | None:
        """Return a comparison with a rule call replaced by the cases of the rule; None if it has no such call."""
        for one in (value.left, value.right):
            if isinstance(one, RuleExpr) and typed_tree.uses_variable(one, self.var):
                cases = self.expand(one)
                if cases is not None and (len(cases) > 1 or one.type != NUMBER):
                    if one is value.left:
                        return _write_out_cases(cases, lambda case: replace(value, left=case))
                    return _write_out_cases(cases, lambda case: replace(value, right=case))
        return None

    def _bound_of_all(self, value: PrimitiveExpr, items: Value, possible: bool) -> Value:
        """Return the bound of `any` or `all` over a list; `possible` is as for `bound`."""
        some = value.primitive.word == "any"
        if isinstance(items, CollectExpr) and not items.flat and typed_tree.uses_variable(items.value, self.var):
            found = self._bound_comprehension(replace(items, value=self.bound(items.value, possible)))
        else:
            found = self.list(items)
        if found is None:
            return _YES if possible else _NO
        return replace(value, args=(found[1] if some == possible else found[0],))

    def _compares_distinct(self, value: CompareExpr) -> bool:
        """Return True for `count(items) <= count(distinct(values of the items))` with the items of the set."""
        match value:
            case CompareExpr(
                operator="<=",
                left=PrimitiveExpr(args=(LocalExpr(var=var),)) as count,
                right=PrimitiveExpr(
                    args=(PrimitiveExpr(args=(CollectExpr(where=None, flat=False) as each,)) as inner,)
                ) as different,
            ):
                words = (different.primitive.word, inner.primitive.word, count.primitive.word)
                of_items = len(each.each) == 1 and each.each[0][1] == LocalExpr(var)
                alone = not typed_tree.uses_variable(each.value, self.var)
                return words == ("count", "distinct", "count") and var is self.var and of_items and alone
        return False

    # ------------------------------------------------------------ numbers and lists

    def number(self, value: Value) -> Range:
        """Return the least and the largest value that a number can have."""
        if not typed_tree.uses_variable(value, self.var):
            return (None, None) if can_fail(value, set()) else (value, value)
        if self._is_tired():
            return None, None
        match value:
            case NarrowedExpr():
                return self.number(value.value)
            case BinaryExpr(operator="+" | "-"):
                (a, b), (c, d) = self.number(value.left), self.number(value.right)
                if value.operator == "-":
                    c, d = d, c
                return _combine(value, a, c), _combine(value, b, d)
            case (
                BinaryExpr(operator="*", left=LiteralExpr(value=times) as by, right=other)
                | BinaryExpr(operator="*", left=other, right=LiteralExpr(value=times) as by)
            ):
                low, high = self.number(other)
                if times < 0:
                    low, high = high, low
                return _combine(value, by, low), _combine(value, by, high)
            case DivideExpr(right=LiteralExpr(value=by)) if by > 0:
                low, high = self.number(value.left)
                ends = (None if end is None else replace(value, left=end) for end in (low, high))
                return next(ends), next(ends)
            case PrimitiveExpr(args=(items,)) if value.primitive.word in ("count", "sum", "min", "max"):
                found = self.list(items)
                return (None, None) if found is None else self._bound_aggregate(value, items, *found)
            case RuleExpr():
                cases = self.expand(value)
                return (None, None) if cases is None else self._bound_cases(cases)
        return None, None

    def _bound_cases(self, cases: Cases) -> Range:
        """Return the least and the largest value of some cases, any of which may apply."""
        low, high = self.number(cases[0][0])
        for case, _ in cases[1:]:
            least, most = self.number(case)
            low = None if low is None or least is None else _make_extreme("min", low, least)
            high = None if high is None or most is None else _make_extreme("max", high, most)
        return low, high

    def _bound_aggregate(self, value: PrimitiveExpr, items: Value, small: Value, large: Value) -> Range:
        """Return the bounds of `count`, `sum`, `min` or `max` of a list whose items are between `small` and `large`."""
        word, of_small, of_large = value.primitive.word, replace(value, args=(small,)), replace(value, args=(large,))
        if word == "count":
            return of_small, of_large
        least, most = self._find_extremes(items)
        if word == "sum":
            if least is not None and least >= 0:
                return of_small, of_large
            return (of_large, of_small) if most is not None and most <= 0 else (None, None)
        filled = self.some and self._has_an_item_each(items)
        if word == "max" and (filled or (least is not None and least >= 0)):
            return of_small, of_large
        if word == "min" and (filled or (most is not None and most <= 0)):
            return of_large, of_small
        return None, None

    def _has_an_item_each(self, items: Value) -> bool:
        """Return True if a list has one item for every item of the set."""
        if isinstance(items, PrimitiveExpr) and items.primitive.word == "distinct":
            return self._has_an_item_each(items.args[0])
        alone = isinstance(items, CollectExpr) and len(items.each) == 1 and items.where is None and not items.flat
        return alone and isinstance(items, CollectExpr) and items.each[0][1] == LocalExpr(self.var)

    def _find_extremes(self, items: Value) -> tuple[int | None, int | None]:
        """Return the least and the largest number that a list can contain, None where unknown."""
        match items:
            case CollectExpr(value=typed_tree.AttributeExpr(piece=piece, attribute=attribute)) if (
                piece.type.base == "piece" and attribute.type.base == "number"
            ):
                return self.numbers(piece.type.of, attribute.word)
            case CollectExpr(value=LiteralExpr(value=number)):
                return number, number
            case CollectExpr(value=PrimitiveExpr() as made) if made.primitive.word == "count":
                return 0, None
            case PrimitiveExpr(args=(inner,)) if items.primitive.word == "distinct":
                return self._find_extremes(inner)
            case FilterExpr():
                return self._find_extremes(items.list)
        return None, None

    def list(self, items: Value) -> tuple[Value, Value] | None:
        """Return the items that a list certainly has, and those that it can have; None if unknown."""
        if not typed_tree.uses_variable(items, self.var):
            return None if can_fail(items, set()) else (items, items)
        if self._is_tired():
            return None
        match items:
            case LocalExpr():
                return items, LocalExpr(self.whole)
            case FilterExpr():
                inner = self.list(items.list)
                if inner is None:
                    return None
                certain, possible = (self.bound(items.where, each) for each in (False, True))
                return replace(items, list=inner[0], where=certain), replace(items, list=inner[1], where=possible)
            case CollectExpr() if not typed_tree.uses_variable(items.value, self.var):
                return self._bound_comprehension(items)
            case PrimitiveExpr(args=(inside,)) if items.primitive.word == "distinct":
                listed = self.list(inside)
                return (
                    None if listed is None else (replace(items, args=(listed[0],)), replace(items, args=(listed[1],)))
                )
            case PrimitiveExpr(args=(first, last, LiteralExpr(value=1) as by)) if items.primitive.word == "numbers":
                (a, b), (c, d) = self.number(first), self.number(last)
                if a is None or b is None or c is None or d is None:
                    return None
                return replace(items, args=(b, c, by)), replace(items, args=(a, d, by))
            case BinaryExpr(operator="+" | "-"):
                left, right = self.list(items.left), self.list(items.right)
                if left is None or right is None:
                    return None
                if items.operator == "-":
                    right = right[1], right[0]
                return replace(items, left=left[0], right=right[0]), replace(items, left=left[1], right=right[1])
            case RuleExpr():
                cases = self.expand(items)
                return self.list(cases[0][0]) if cases is not None and [where for _, where in cases] == [None] else None
        return None

    def _bound_comprehension(self, items: CollectExpr) -> tuple[Value, Value] | None:
        """Return the bounds of a comprehension whose value already has bounds; None if a list in it has none."""
        sources = [self.list(source) for _, source in items.each]
        found = [source for source in sources if source is not None]
        if len(found) < len(sources):
            return None
        certain, possible = (None if items.where is None else self.bound(items.where, each) for each in (False, True))
        small, large = (
            tuple((var, source[which]) for (var, _), source in zip(items.each, found, strict=True)) for which in (0, 1)
        )
        return replace(items, each=small, where=certain), replace(items, each=large, where=possible)


def can_fail(value: object, seen: set[TypedRule]) -> bool:
    """Return True if the evaluation of a value can fail.

    A bound must not contain such a value, because the bounded condition itself might never evaluate that value.
    """
    for node in typed_tree.walk_tree(value):
        if isinstance(node, PrimitiveExpr) and any(call.fails for call in node.primitive.calls):
            # only lists that are too long fail
            if node.primitive.word == "numbers" and all(isinstance(end, LiteralExpr) for end in node.args):
                continue
            return True
        if isinstance(node, RuleExpr) and node.rule not in seen:
            seen.add(node.rule)
            if can_fail(node.rule.cases, seen):
                return True
    return False


def _fold(value: Value) -> Value:
    """Return a condition, replaced by a constant if it compares two constants."""
    match value:
        case CompareExpr(operator="is", left=LiteralExpr() as left, right=LiteralExpr() as right):
            return _YES if left.value == right.value else _NO
        case CompareExpr(operator="in", left=LiteralExpr() as left, right=ListExpr(items=items)) if all(
            isinstance(item, LiteralExpr) for item in items
        ):
            return _YES if left.value in [item.value for item in items if isinstance(item, LiteralExpr)] else _NO
        case LogicExpr():
            return _join(value.operator, _fold(value.left), _fold(value.right))
        case NotExpr():
            return _negate(_fold(value.value))
    return value


def _negate(value: Value) -> Value:
    if value in (_YES, _NO):
        return _NO if value == _YES else _YES
    return NotExpr(value)


def _join(operator: str, left: Value, right: Value) -> Value:
    """Return two conditions joined by `operator`, without those whose truth is known."""
    deciding, other = (_NO, _YES) if operator == "and" else (_YES, _NO)
    if deciding in (left, right):
        return deciding
    if other in (left, right):
        return right if left == other else left
    return LogicExpr(operator, left, right)


def _write_out_cases(cases: Cases, made: Callable[[Value], Value]) -> Value:
    """Return a condition that is equal to `made(value)` for the value of the applicable case of a rule."""
    found: Value = _NO
    for value, condition in reversed(cases):
        here = made(value)
        if condition is None:
            found = here
        else:
            found = _join("or", _join("and", condition, here), _join("and", NotExpr(condition), found))
    return found


def _combine(value: BinaryExpr, left: Value | None, right: Value | None) -> Value | None:
    return None if left is None or right is None else replace(value, left=left, right=right)


def _make_extreme(word: str, one: Value, other: Value) -> Value:
    return one if one == other else PrimitiveExpr(all_primitives()[word], (one, other), NUMBER)
