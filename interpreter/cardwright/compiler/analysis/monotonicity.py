"""Finds parts of a condition on a set that nothing more in it mends once broken, and parts that only more can mend."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from cardwright.checker import typed_tree

# How a number, or whether something holds, goes as a set grows: never down, never up, not at all, or either way.
UP, DOWN, STILL, EITHER = 1, -1, 0, None
Way = int | None
# So many rules are followed that are nothing but what they say.
MAX_DEPTH = 4


@dataclass(frozen=True, slots=True)
class Growing:
    """What is sure of conditions on `var`, a set that grows.

    `numbers` gives the least and the largest value that an attribute of a kind has; `inlined` a rule as what it says,
    where nothing changes that.
    """

    var: typed_tree.TypedVar
    numbers: Callable[[str, str], tuple[int, int]]
    inlined: Callable[[typed_tree.RuleExpr], typed_tree.Value]

    def parts(self, condition: typed_tree.Value) -> tuple[list[typed_tree.Value], list[typed_tree.Value]]:
        """Conditions that a set must fulfil from its first item on, and others that it must with all it could have."""
        lasting: list[typed_tree.Value] = []
        reached: list[typed_tree.Value] = []
        for part in typed_tree.conjuncts(self._plain(condition)):
            for each in self._halves(part):
                way = self.holds(each)
                if way == DOWN:
                    lasting.append(each)
                elif way == UP:
                    reached.append(each)
        return lasting, reached

    def _plain(self, condition: typed_tree.Value, depth: int = 0) -> typed_tree.Value:
        """A condition with rules that are nothing but conditions written out."""
        if isinstance(condition, typed_tree.LogicExpr):
            return replace(
                condition, left=self._plain(condition.left, depth), right=self._plain(condition.right, depth)
            )
        if isinstance(condition, typed_tree.RuleExpr) and depth < MAX_DEPTH:
            written = self.inlined(condition)
            return condition if written is condition else self._plain(written, depth + 1)
        return condition

    def _halves(self, part: typed_tree.Value) -> list[typed_tree.Value]:
        """`is` of numbers as at most and at least."""
        if isinstance(part, typed_tree.CompareExpr) and part.operator == "is" and part.left.type.base == "number":
            return [replace(part, operator="<="), replace(part, operator=">=")]
        return [part]

    # ------------------------------------------------------------ whether something holds

    def holds(self, value: typed_tree.Value) -> Way:
        """How a condition goes: `DOWN` if it never comes to hold again, `UP` if it never ceases to."""
        if not typed_tree.depends(value, self.var):
            return STILL
        match value:
            case typed_tree.NotExpr():
                return _turned(self.holds(value.value))
            case typed_tree.LogicExpr():
                return _both(self.holds(value.left), self.holds(value.right))
            case typed_tree.CompareExpr(operator="<=" | "<"):
                if self._all_different(value.right, value.left):
                    return DOWN
                return _both(self.number(value.right), _turned(self.number(value.left)))
            case typed_tree.CompareExpr(operator=">=" | ">"):
                if self._all_different(value.left, value.right):
                    return DOWN
                return _both(self.number(value.left), _turned(self.number(value.right)))
            case typed_tree.CompareExpr(operator="in", left=left, right=right) if not typed_tree.depends(
                left, self.var
            ):
                return UP if self.grows(right) else EITHER
            case typed_tree.CompareExpr(operator="not in", left=left, right=right) if not typed_tree.depends(
                left, self.var
            ):
                return DOWN if self.grows(right) else EITHER
            case typed_tree.PrimitiveExpr(args=(items,)) if value.primitive.word == "any" and self.grows(items):
                return UP
            case typed_tree.PrimitiveExpr(args=(items,)) if value.primitive.word == "all" and self.grows(items):
                return DOWN
        return EITHER

    def _all_different(self, different: typed_tree.Value, count: typed_tree.Value) -> bool:
        """Whether a value is how many different things a set has, one for each item, and another how many items."""
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
                alone = not typed_tree.depends(each.value, self.var)
                return words == ("count", "distinct", "count") and var is self.var and of_items and alone
        return False

    # ------------------------------------------------------------ numbers and lists

    def number(self, value: typed_tree.Value) -> Way:
        """How a number goes."""
        if not typed_tree.depends(value, self.var):
            return STILL
        match value:
            case typed_tree.BinaryExpr(operator="+"):
                return _both(self.number(value.left), self.number(value.right))
            case typed_tree.BinaryExpr(operator="-"):
                return _both(self.number(value.left), _turned(self.number(value.right)))
            case (
                typed_tree.BinaryExpr(operator="*", left=typed_tree.LiteralExpr(value=times), right=other)
                | typed_tree.BinaryExpr(operator="*", left=other, right=typed_tree.LiteralExpr(value=times))
            ):
                way = self.number(other)
                return way if times > 0 else _turned(way) if times < 0 else STILL
            case typed_tree.PrimitiveExpr(args=(items,)) if self.grows(items):
                return self._of_all(value.primitive.word, items)
        return EITHER

    def _of_all(self, word: str, items: typed_tree.Value) -> Way:
        """How a number made of a list goes that only gets longer; nothing is the smallest and the largest of none."""
        if word == "count":
            return UP
        least, most = self._bounds(items)
        if word in ("sum", "max") and least is not None and least >= 0:
            return UP
        if word in ("sum", "min") and most is not None and most <= 0:
            return DOWN
        return EITHER

    def _bounds(self, items: typed_tree.Value) -> tuple[int | None, int | None]:
        """Between which numbers all of a list lie, as far as that is known."""
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
                return self._bounds(inner)
            case typed_tree.FilterExpr():
                return self._bounds(items.list)
        return None, None

    def grows(self, items: typed_tree.Value) -> bool:
        """Whether a list only gets longer: what it has for the items of the set there are, it has for more of them."""
        match items:
            case typed_tree.LocalExpr():
                return items.var is self.var
            case typed_tree.FilterExpr():
                return self.grows(items.list) and not typed_tree.depends(items.where, self.var)
            case typed_tree.CollectExpr():
                sources = [source for _, source in items.each]
                rest = (items.value, items.where or ())
                known = all(not typed_tree.depends(each, self.var) or self.grows(each) for each in sources)
                return known and not typed_tree.depends(rest, self.var)
            case typed_tree.PrimitiveExpr(args=(inner,)) if items.primitive.word == "distinct":
                return self.grows(inner)
            case typed_tree.BinaryExpr(operator="+", left=left, right=right):
                return all(not typed_tree.depends(each, self.var) or self.grows(each) for each in (left, right))
        return False


def _turned(way: Way) -> Way:
    return way if way is None else -way


def _both(one: Way, other: Way) -> Way:
    """How something goes that goes up with each of two, or not at all with one of them."""
    if one == STILL or other == STILL:
        return other if one == STILL else one
    return one if one == other else EITHER
