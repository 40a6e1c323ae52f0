"""What it may cost to work something out: how many items of lists are gone through, at the most.

What may cost much counts, while it is played, the items of its lists and of all lists within: those of the rules and
verbs that it comes to as well. Costs are found in the checked program, so all variants count alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from cardwright.checker import typed_tree
from cardwright.compiler.state_layout import StateLayout
from cardwright.declarations.types import Type
from cardwright.program_format import MAX_LENGTH

# What goes through no more items than this is not counted, nor is a list of so few things within what is.
LITTLE, FEW = 30_000, 4
# In procedures that are performed again and again, values that go through more items than this are counted, too; for
# what they do beside that, the loops that perform them are charged so much an item, at the most.
MODEST, MAX_CHARGE = 2_000, 1_000
# So many numbers are thought to be in a list of them, where it does not say how many.
NUMBERS = 100
# Costs are not told apart beyond this.
VERY_MUCH = 10**12


Loop = typed_tree.FilterExpr | typed_tree.CollectExpr | typed_tree.ForEachStmt


@dataclass(slots=True)
class Spending:
    """Costs in one game for a number of players; `again` are the words of the rules that ask themselves."""

    layout: StateLayout
    checked: typed_tree.CheckedGame
    again: set[str]
    _whole: dict[tuple[str, int], int] = field(default_factory=dict)
    _apart: dict[tuple[str, int], int] = field(default_factory=dict)
    # costs of nodes by their identity, with the nodes, by whether they are whole; `_open` texts are being worked out
    _costs: dict[tuple[int, bool], tuple[object, int]] = field(default_factory=dict)
    _open: int = 0
    # loops within what may cost much, by their identity; None until they are looked for
    _within: set[int] | None = None

    def charge(self, loop: object, items: typed_tree.Value, *inside: object) -> int:
        """Return what each item of a list is charged for what is worked out of it; 0 if nothing is."""
        if self._within is None:
            self._within = set()
            self._find_within()
        if id(loop) in self._within:
            return 1 + (min(self._cost(inside, False), MAX_CHARGE) if isinstance(loop, typed_tree.ForEachStmt) else 0)
        if self._size(items) * (1 + self._cost(inside, True)) <= LITTLE:
            return 0
        return 1 + min(self._cost(inside, False), LITTLE)

    def _find_within(self) -> None:
        """Find the loops inside those that may cost much or `repeat`, and in all that these come to."""
        texts: dict[tuple[str, int], object] = {}
        for rule in self.checked.rules.values():
            texts["rule", rule.number] = rule.names, rule.spoken
        for procedure in self.checked.procedures.values():
            texts["procedure", procedure.number] = procedure.body
        abilities = [(each.where, each.body, each.changes) for each in self.checked.abilities]
        seen = {("rule", rule.number) for rule in self.checked.rules.values() if rule.word in self.again}
        to_do = [texts[each] for each in seen]
        for node in typed_tree.every((*texts.values(), *abilities)):
            if isinstance(node, Loop) and (inside := self._much_inside(node)):
                to_do.append(inside)
            elif isinstance(node, typed_tree.RepeatStmt):
                to_do += self._counted_of(node.body)
        while to_do:
            self._enter(to_do.pop(), texts, seen, to_do)
        self._apart.clear()
        self._costs = {key: each for key, each in self._costs.items() if key[1]}

    def _enter(
        self, text: object, texts: dict[tuple[str, int], object], seen: set[tuple[str, int]], to_do: list[object]
    ) -> None:
        """Enter the loops of a text that is come to again and again."""
        for node in typed_tree.every(text):
            if isinstance(node, Loop) and self._size(_items(node)) > FEW:
                assert self._within is not None
                self._within.add(id(node))
            called = _called(node)
            if called is not None and called not in seen:
                seen.add(called)
                to_do += self._counted_of(texts[called]) if called[0] == "procedure" else [texts[called]]

    def _counted_of(self, body: object) -> list[object]:
        """Return what is counted of statements: what loops do for each item, and values that are not modest."""
        found: list[object] = []
        to_do = [body]
        while to_do:
            node = to_do.pop()
            much = isinstance(node, Loop) or _called(node) is not None
            if isinstance(node, typed_tree.ForEachStmt) or (much and self._cost(node, True) > MODEST):
                found.append(node)
            else:
                to_do += typed_tree.inside(node)
        return found

    def _much_inside(self, loop: Loop) -> tuple[object, ...]:
        """Return the values worked out for each item of a loop that may cost much."""
        if isinstance(loop, typed_tree.CollectExpr):
            inside: tuple[object, ...] = (loop.value, loop.where, *(items for _, items in loop.each[1:]))
        else:
            inside = (loop.where,) if isinstance(loop, typed_tree.FilterExpr) else loop.body
        return inside if self._cost(loop, True) > LITTLE else ()

    def is_much(self, rule: typed_tree.TypedRule) -> bool:
        """Whether something in a rule may be counted while it is played: that is told with its place."""
        return self._of("rule", rule.number, (rule.names, rule.spoken), True) > LITTLE

    def _cost(self, node: object, whole: bool) -> int:
        """How many items are gone through at the most; if not `whole`, without what counts while it is played."""
        if isinstance(node, tuple):
            return min(sum(self._cost(each, whole) for each in node), VERY_MUCH)
        known = self._costs.get((id(node), whole))
        if known is not None:
            return known[1]
        cost = self._cost_of(node, whole)
        if not self._open:  # what comes back to itself is known only then
            self._costs[id(node), whole] = node, cost
        return cost

    def _cost_of(self, node: object, whole: bool) -> int:
        if isinstance(node, Loop):
            return self._loop(node, whole)
        inner = sum(self._cost(each, whole) for each in typed_tree.inside(node))
        if isinstance(node, typed_tree.RuleExpr):
            inner += self._of("rule", node.rule.number, (node.rule.names, node.rule.spoken), whole)
        elif isinstance(node, typed_tree.PerformStmt):
            inner += 1 + self._of("procedure", node.procedure.number, node.procedure.body, whole)
        elif isinstance(
            node, typed_tree.PrimitiveExpr | typed_tree.CompareExpr | typed_tree.BinaryExpr
        ) and _goes_through(node):
            inner += 1
        return min(inner, VERY_MUCH)

    def _loop(self, loop: Loop, whole: bool) -> int:
        lists = [items for _, items in loop.each] if isinstance(loop, typed_tree.CollectExpr) else [loop.list]
        inside: object = loop.body if isinstance(loop, typed_tree.ForEachStmt) else loop.where
        if isinstance(loop, typed_tree.CollectExpr):
            inside = loop.value, loop.where
        counted = not whole and (id(loop) in (self._within or ()) or self._cost(loop, True) > LITTLE)
        cost = self._cost(inside, whole)
        for items in reversed(lists):
            cost = self._cost(items, whole) + (0 if counted else self._size(items) * (1 + cost))
        return min(cost, VERY_MUCH)

    def _of(self, kind: str, number: int, text: object, whole: bool) -> int:
        """The cost of a rule or procedure; what comes back to itself is counted while it is played."""
        known = self._whole if whole else self._apart
        if (kind, number) not in known:
            self._work_out(known, (kind, number), text, whole)
        return known[kind, number]

    def _work_out(self, known: dict[tuple[str, int], int], first: tuple[str, int], text: object, whole: bool) -> None:
        """Note the cost of a text and of all that it comes to, the innermost first: chains are longer than calls."""
        known[first] = 0
        self._open += 1
        waiting = [(first, text, _definitions(text))]
        while waiting:
            word, its, inside = waiting[-1]
            called = next((each for each in inside if each[0] not in known), None)
            if called is None:
                waiting.pop()
                known[word] = self._cost(its, whole)
            else:
                known[called[0]] = 0
                waiting.append((*called, _definitions(called[1])))
        self._open -= 1

    def _size(self, items: typed_tree.Value) -> int:
        """How many items a list has at the most."""
        if isinstance(items, typed_tree.ListExpr):
            return len(items.items)
        if isinstance(items, typed_tree.FilterExpr):
            return self._size(items.list)
        if isinstance(items, typed_tree.PrimitiveExpr) and items.primitive.word == "numbers":
            low, high = items.args[:2]
            if isinstance(low, typed_tree.LiteralExpr) and isinstance(high, typed_tree.LiteralExpr):
                return min(abs(high.value - low.value) + 1, MAX_LENGTH)
        return self._many(items.type.item) if items.type.item is not None else 1

    def _many(self, kind: Type) -> int:
        """How many things of a type there are."""
        layout = self.layout
        if kind.base == "player":
            return layout.players
        if kind.base == "piece":
            return layout.kind_count.get(kind.of, len(layout.pieces))
        if kind.base == "enum" and kind.of in layout.game.enums:
            return len(layout.game.enums[kind.of].values)
        return len(layout.pieces) if kind.base == "zone" else NUMBERS


def _items(loop: Loop) -> typed_tree.Value:
    return loop.each[0][1] if isinstance(loop, typed_tree.CollectExpr) else loop.list


def _definitions(text: object) -> Iterator[tuple[tuple[str, int], object]]:
    """Return the rules and procedures that a text comes to, each by what it is called with its text."""
    for node in typed_tree.every(text):
        if isinstance(node, typed_tree.RuleExpr):
            yield ("rule", node.rule.number), (node.rule.names, node.rule.spoken)
        elif isinstance(node, typed_tree.PerformStmt):
            yield ("procedure", node.procedure.number), node.procedure.body


def _called(node: object) -> tuple[str, int] | None:
    """The rule or procedure that a node comes to."""
    if isinstance(node, typed_tree.RuleExpr):
        return "rule", node.rule.number
    return ("procedure", node.procedure.number) if isinstance(node, typed_tree.PerformStmt) else None


def _goes_through(node: typed_tree.PrimitiveExpr | typed_tree.CompareExpr | typed_tree.BinaryExpr) -> bool:
    """Whether a value looks at the items of a list one by one."""
    parts = node.args if isinstance(node, typed_tree.PrimitiveExpr) else (node.left, node.right)
    return any(part.type.base == "list" for part in parts)
