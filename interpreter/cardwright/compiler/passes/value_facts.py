"""Facts about values at a position in the code, from enclosing conditions and assignments."""

from __future__ import annotations

from itertools import islice

from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.ir.reads_and_changes import EffectAnalysis, Effects
from cardwright.state_slots_and_table_rows import MAX_GROWN_PIECES

Bounds = tuple[int | None, int | None]

# The negation of each comparison, and the comparison with exchanged sides.
_OPPOSITE = {"lt": "ge", "ge": "lt", "le": "gt", "gt": "le", "eq": "ne", "ne": "eq",
             "holds": "lacks", "lacks": "holds", "in": "not in", "not in": "in"}  # fmt: skip
_EXCHANGED = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le", "eq": "eq", "ne": "ne"}
# Larger values of variables are not followed: variables made of each other would double them.
MAX_KNOWN_NODES = 200


class ValueFacts:
    """Facts known at one position: truth of conditions, bounds of numbers, and values of variables."""

    def __init__(self, effects: EffectAnalysis) -> None:
        self.effects = effects
        # by value number
        self.facts: dict[int, tuple[ir.Value, bool]] = {}
        self.unequal: dict[int, tuple[ir.Value, frozenset[int]]] = {}
        self.bounds: dict[int, tuple[ir.Value, Bounds]] = {}
        self.meant: dict[ir.Var, ir.Value] = {}

    def copy(self) -> ValueFacts:
        """Return a copy, to which the facts of one branch can be added."""
        other = ValueFacts(self.effects)
        other.take(self)
        return other

    def take(self, other: ValueFacts) -> None:
        """Replace these facts by those of `other`."""
        self.facts, self.unequal = other.facts.copy(), other.unequal.copy()
        self.bounds, self.meant = other.bounds.copy(), other.meant.copy()

    def forget(self, changed: Effects) -> None:
        """Drop the facts that may no longer hold after a change."""
        if not changed.names and not changed.families:
            return
        dependencies = self.effects.of
        for number, (value, _) in [*self.facts.items()]:
            if dependencies(value).meets(changed):
                del self.facts[number]
        for number, (value, _) in [*self.unequal.items()]:
            if dependencies(value).meets(changed):
                del self.unequal[number]
        for number, (value, _) in [*self.bounds.items()]:
            if dependencies(value).meets(changed):
                del self.bounds[number]
        for var, value in [*self.meant.items()]:
            if var in changed.names or dependencies(value).meets(changed):
                del self.meant[var]

    def means(self, var: ir.Var, value: ir.Value) -> None:
        """Record an assignment to a variable."""
        dependencies = self.effects.of(value)
        if dependencies.free and var not in dependencies.names and value.ty.base not in ("list", "row"):
            whole = self._substitute_known(value)
            if len([*islice(ir.walk_nodes(whole), MAX_KNOWN_NODES + 1)]) <= MAX_KNOWN_NODES:
                self.meant[var] = whole

    def goes_through(self, var: ir.Var, items: ir.Value, outside: ValueFacts) -> None:
        """Record that a variable takes the items of a list, one by one; `outside` are the facts before the loop."""
        if isinstance(items, ir.Many) and len(items.items) == 1 and not isinstance(items.items[0], ir.Splice):
            self.means(var, items.items[0])
        elif isinstance(items, ir.Op) and items.name == "run":
            (low, _), (_, high) = outside.between(items.args[0]), outside.between(items.args[1])
            self.bounds[self.effects.number(ir.Get(var))] = ir.Get(var), (low, high)

    # ------------------------------------------------------------ learning

    def assume(self, condition: ir.Value, truth: bool = True) -> None:
        """Record that a condition is `truth`: true or false."""
        if isinstance(condition, ir.Logic):
            if (condition.word == "and") == truth:
                for item in condition.items:
                    self.assume(item, truth)
            return
        if not self.effects.of(condition).free or isinstance(condition, ir.Const):
            return
        if isinstance(condition, ir.Op) and condition.name == "not":
            self.assume(condition.args[0], not truth)
            return
        compared = _split_comparison(condition, truth)
        if compared is not None:
            self._limit(*compared)
            return
        self._note(*_normalize(self._substitute_known(condition), truth))

    def _note(self, condition: ir.Value, truth: bool) -> None:
        self.facts[self.effects.number(condition)] = condition, truth

    def _find_fact(self, condition: ir.Value) -> bool | None:
        found = self.facts.get(self.effects.number(condition)) if self.facts else None
        return None if found is None else found[1]

    def _limit(self, value: ir.Value, how: str, limit: int) -> None:
        low, high = self.between(value)
        if how in ("ge", "gt", "eq"):
            least = limit + (how == "gt")
            low = least if low is None else max(low, least)
        if how in ("le", "lt", "eq"):
            most = limit - (how == "lt")
            high = most if high is None else min(high, most)
        if how == "ne":
            low, high = (low + 1 if low == limit else low), (high - 1 if high == limit else high)
            if low is None and high is None:
                whole = self._substitute_known(value)
                number = self.effects.number(whole)
                _, others = self.unequal.get(number, (whole, frozenset()))
                self.unequal[number] = whole, others | {limit}
                return
        whole = self._substitute_known(value)
        self.bounds[self.effects.number(whole)] = whole, (low, high)

    def _substitute_known(self, value: ir.Value) -> ir.Value:
        """Return a value in which variables are replaced by their known values."""
        if not self.meant or self.effects.of(value).names.isdisjoint(self.meant):
            return value
        if any(isinstance(node, ir.Each | ir.Reachable | ir.Bind) for node in ir.walk_nodes(value)):
            return value  # variables bound inside may shadow others
        meant = self.meant
        found: ir.Value = ir.rebuild(
            value, lambda node: meant.get(node.var, node) if isinstance(node, ir.Get) else node
        )
        return found

    # ------------------------------------------------------------ asking

    def truth(self, condition: ir.Value) -> bool | None:
        """Return the truth of a condition, or None if unknown."""
        compared = _split_comparison(condition, True)
        if compared is not None:
            value, how, limit = compared
            found = _decide(self.between(value), how, limit)
            if found is None and how in ("eq", "ne") and self.unequal:
                _, others = self.unequal.get(self.effects.number(self._substitute_known(value)), (value, frozenset()))
                return how == "ne" if limit in others else None
            return found
        if not self.facts:
            return None
        key, yes = _normalize(self._substitute_known(condition), True)
        known = self._find_fact(key)
        return known if known is None or yes else not known

    def between(self, value: ir.Value) -> Bounds:
        """Return the least and the largest value of a number, None where unknown."""
        if isinstance(value, ir.Const):
            return (value.value, value.value) if isinstance(value.value, int) else (None, None)
        low, high = None, None
        if self.bounds:
            _, (low, high) = self.bounds.get(self.effects.number(self._substitute_known(value)), (value, (None, None)))
        least, most = self._bound_parts(value)
        return (
            least if low is None else low if least is None else max(low, least),
            most if high is None else high if most is None else min(high, most),
        )

    def _bound_parts(self, value: ir.Value) -> Bounds:
        if isinstance(value, ir.Get):
            meant = self.meant.get(value.var)
            return (None, None) if meant is None else self.between(meant)
        if isinstance(value, ir.Choice):
            (a, b), (c, d) = self.between(value.yes), self.between(value.no)
            return (None if a is None or c is None else min(a, c)), (None if b is None or d is None else max(b, d))
        if not isinstance(value, ir.Op):
            return None, None
        if value.name in ("bits", "len"):
            return 0, MAX_GROWN_PIECES if value.name == "bits" else None
        if value.name not in ("add", "sub", "min", "max"):
            return None, None
        (a, b), (c, d) = self.between(value.args[0]), self.between(value.args[1])
        if value.name == "add":
            return (None if a is None or c is None else a + c), (None if b is None or d is None else b + d)
        if value.name == "sub":
            return (None if a is None or d is None else a - d), (None if b is None or c is None else b - c)
        lows, highs = [each for each in (a, c) if each is not None], [each for each in (b, d) if each is not None]
        if value.name == "min":
            return (min(lows) if len(lows) == 2 else None), (min(highs) if highs else None)
        return (max(lows) if lows else None), (max(highs) if len(highs) == 2 else None)


def negate_comparison(condition: ir.Op) -> ir.Op | None:
    """Return the comparison that is true exactly if the given one is false, or None for other conditions."""
    name = _OPPOSITE.get(condition.name)
    return None if name is None else ir.Op(name, condition.args, condition.ty)


def _normalize(condition: ir.Value, truth: bool) -> tuple[ir.Value, bool]:
    """Return an equivalent pair (condition, truth); a condition and its negation give the same pair.

    Example: (`a >= b`, True) and (`a < b`, False) give the same pair.
    """
    if isinstance(condition, ir.Op) and condition.name in ("ge", "gt", "ne", "lacks", "not in"):
        found = negate_comparison(condition)
        assert found is not None
        return found, not truth
    return condition, truth


def _split_comparison(condition: ir.Value, truth: bool) -> tuple[ir.Value, str, int] | None:
    """Return a comparison with a constant that holds if a condition is `truth`, as `(value, comparison, constant)`.

    Returns None for other conditions.
    """
    if not isinstance(condition, ir.Op):
        return None
    if condition.name in ("some bits", "some"):
        counted = ir.Op("bits" if condition.name == "some bits" else "len", condition.args, ir.NUM)
        return counted, "ge" if truth else "lt", 1
    if condition.name not in _EXCHANGED:
        return None
    (one, other), name = condition.args, condition.name if truth else _OPPOSITE[condition.name]
    if isinstance(one, ir.Const) and not isinstance(other, ir.Const):
        one, other, name = other, one, _EXCHANGED[name]
    if not isinstance(other, ir.Const) or not isinstance(other.value, int) or one.ty.base == "list":
        return None
    return one, name, other.value


def _decide(between: Bounds, how: str, limit: int) -> bool | None:
    """Return whether all numbers in `between` fulfil the comparison `how` with `limit`: True for all, False for none.

    Returns None if some do and others do not.
    """
    if how in ("lt", "gt", "ne"):
        found = _decide(between, _OPPOSITE[how], limit)
        return None if found is None else not found
    low, high = between
    if how == "ge":
        return True if low is not None and low >= limit else False if high is not None and high < limit else None
    if how == "le":
        return True if high is not None and high <= limit else False if low is not None and low > limit else None
    if low == high == limit and low is not None:
        return True
    outside = (low is not None and low > limit) or (high is not None and high < limit)
    return False if outside else None
