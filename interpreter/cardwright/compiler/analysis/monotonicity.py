"""Monotonicity of conditions on a set that grows while its items are picked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from cardwright.checker import typed_tree

# How a number or condition changes as a set grows: only up, only down, not at all, or unknown.
UP, DOWN, STILL, EITHER = 1, -1, 0, None
Way = int | None
# Depth to which rules are expanded.
MAX_DEPTH = 4


@dataclass(frozen=True, slots=True)
class Monotonicity:
    """An analysis of how conditions change while items are added to the set in `var`.

    `numbers` gives the least and the largest value of an attribute of a kind. `inlined` expands a call of a rule
    that no modifier changes.
    """

    var: typed_tree.TypedVar
    numbers: Callable[[str, str], tuple[int, int]]
    inlined: Callable[[typed_tree.RuleExpr], typed_tree.Value]

    def parts(self, condition: typed_tree.Value) -> tuple[list[typed_tree.Value], list[typed_tree.Value]]:
        """Return the monotonic parts of a condition in two lists.

        Parts in the first list never become true again once they are false, so each partial set must fulfil
        them. Parts in the second list stay true once they are true, so they can be tested on the largest
        possible set.
        """
        lasting: list[typed_tree.Value] = []
        reached: list[typed_tree.Value] = []
        for part in typed_tree.split_conjunction(self._expand_rules(condition)):
            for each in self._split_equality(part):
                way = self.holds(each)
                if way == DOWN:
                    lasting.append(each)
                elif way == UP:
                    reached.append(each)
        return lasting, reached

    def _expand_rules(self, condition: typed_tree.Value, depth: int = 0) -> typed_tree.Value:
        """Return a condition in which calls of simple rules are replaced by their conditions."""
        if isinstance(condition, typed_tree.LogicExpr):
            return replace(
                condition,
                left=self._expand_rules(condition.left, depth),
                right=self._expand_rules(condition.right, depth),
            )
        if isinstance(condition, typed_tree.RuleExpr) and depth < MAX_DEPTH:
            written = self.inlined(condition)
            return condition if written is condition else self._expand_rules(written, depth + 1)
        return condition

    def _split_equality(self, part: typed_tree.Value) -> list[typed_tree.Value]:
        """Return an equality of numbers as two conditions with `<=` and `>=`; any other condition alone."""
        if isinstance(part, typed_tree.CompareExpr) and part.operator == "is" and part.left.type.base == "number":
            return [replace(part, operator="<="), replace(part, operator=">=")]
        return [part]

    # ------------------------------------------------------------ whether something holds

    def holds(self, value: typed_tree.Value) -> Way:
        """Return how the truth of a condition changes as the set grows.

        DOWN: once false, it stays false. UP: once true, it stays true.
        """
        if not typed_tree.uses_variable(value, self.var):
            return STILL
        match value:
            case typed_tree.NotExpr():
                return _turned(self.holds(value.value))
            case typed_tree.LogicExpr():
                return _combine(self.holds(value.left), self.holds(value.right))
            case typed_tree.CompareExpr(operator="<=" | "<"):
                if self._compares_distinct(value.right, value.left):
                    return DOWN
                return _combine(self.number(value.right), _turned(self.number(value.left)))
            case typed_tree.CompareExpr(operator=">=" | ">"):
                if self._compares_distinct(value.left, value.right):
                    return DOWN
                return _combine(self.number(value.left), _turned(self.number(value.right)))
            case typed_tree.CompareExpr(operator="in", left=left, right=right) if not typed_tree.uses_variable(
                left, self.var
            ):
                return UP if self.grows(right) else EITHER
            case typed_tree.CompareExpr(operator="not in", left=left, right=right) if not typed_tree.uses_variable(
                left, self.var
            ):
                return DOWN if self.grows(right) else EITHER
            case typed_tree.PrimitiveExpr(args=(items,)) if value.primitive.word == "any" and self.grows(items):
                return UP
            case typed_tree.PrimitiveExpr(args=(items,)) if value.primitive.word == "all" and self.grows(items):
                return DOWN
        return EITHER

    def _compares_distinct(self, different: typed_tree.Value, count: typed_tree.Value) -> bool:
        """Return True if `different` counts the distinct values of the set's items, and `count` the items."""
        match different, count:
            case (
                typed_tree.PrimitiveExpr(
                    args=(
                        typed_tree.PrimitiveExpr(
                            args=(typed_tree.CollectExpr(where=None, flat=False) as each,)
                        ) as inner,
                    )
                ),
                typed_tree.PrimitiveExpr(args=(typed_tree.LocalExpr(var=var),)),
            ):
                words = (different.primitive.word, inner.primitive.word, count.primitive.word)
                of_items = len(each.each) == 1 and each.each[0][1] == typed_tree.LocalExpr(var)
                alone = not typed_tree.uses_variable(each.value, self.var)
                return words == ("count", "distinct", "count") and var is self.var and of_items and alone
        return False

    # ------------------------------------------------------------ numbers and lists

    def number(self, value: typed_tree.Value) -> Way:
        """Return how a number changes as the set grows."""
        if not typed_tree.uses_variable(value, self.var):
            return STILL
        match value:
            case typed_tree.BinaryExpr(operator="+"):
                return _combine(self.number(value.left), self.number(value.right))
            case typed_tree.BinaryExpr(operator="-"):
                return _combine(self.number(value.left), _turned(self.number(value.right)))
            case (
                typed_tree.BinaryExpr(operator="*", left=typed_tree.LiteralExpr(value=times), right=other)
                | typed_tree.BinaryExpr(operator="*", left=other, right=typed_tree.LiteralExpr(value=times))
            ):
                way = self.number(other)
                return way if times > 0 else _turned(way) if times < 0 else STILL
            case typed_tree.PrimitiveExpr(args=(items,)) if self.grows(items):
                return self._classify_aggregate(value.primitive.word, items)
        return EITHER

    def _classify_aggregate(self, word: str, items: typed_tree.Value) -> Way:
        """Return how an aggregate (`count`, `sum`, `min` or `max`) of a growing list changes."""
        if word == "count":
            return UP
        least, most = self._find_bounds(items)
        if word in ("sum", "max") and least is not None and least >= 0:
            return UP
        if word in ("sum", "min") and most is not None and most <= 0:
            return DOWN
        return EITHER

    def _find_bounds(self, items: typed_tree.Value) -> tuple[int | None, int | None]:
        """Return the least and the largest number that a list can contain, None where unknown."""
        match items:
            case typed_tree.CollectExpr(value=typed_tree.AttributeExpr(piece=piece, attribute=attribute)) if (
                piece.type.base == "piece" and attribute.type.base == "number"
            ):
                return self.numbers(piece.type.of, attribute.word)
            case typed_tree.CollectExpr(value=typed_tree.LiteralExpr(value=number)):
                return number, number
            case typed_tree.CollectExpr(value=typed_tree.PrimitiveExpr() as made) if made.primitive.word == "count":
                return 0, None
            case typed_tree.PrimitiveExpr(args=(inner,)) if items.primitive.word == "distinct":
                return self._find_bounds(inner)
            case typed_tree.FilterExpr():
                return self._find_bounds(items.list)
        return None, None

    def grows(self, items: typed_tree.Value) -> bool:
        """Return True if a list keeps all its items and only gets longer as the set grows."""
        match items:
            case typed_tree.LocalExpr():
                return items.var is self.var
            case typed_tree.FilterExpr():
                return self.grows(items.list) and not typed_tree.uses_variable(items.where, self.var)
            case typed_tree.CollectExpr():
                sources = [source for _, source in items.each]
                rest = (items.value, items.where or ())
                known = all(not typed_tree.uses_variable(each, self.var) or self.grows(each) for each in sources)
                return known and not typed_tree.uses_variable(rest, self.var)
            case typed_tree.PrimitiveExpr(args=(inner,)) if items.primitive.word == "distinct":
                return self.grows(inner)
            case typed_tree.BinaryExpr(operator="+", left=left, right=right):
                return all(not typed_tree.uses_variable(each, self.var) or self.grows(each) for each in (left, right))
        return False


def _turned(way: Way) -> Way:
    return way if way is None else -way


def _combine(one: Way, other: Way) -> Way:
    """Return how a value changes whose two parts change in given ways."""
    if one == STILL or other == STILL:
        return other if one == STILL else one
    return one if one == other else EITHER
