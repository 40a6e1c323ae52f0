"""What it may cost to work something out: how many items of lists are gone through, at the most.

What may cost much counts, while it is played, the items of its outer lists: each is charged what is gone through for it
in lists that do not count for themselves. Costs are found in the checked program, so all variants count alike.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from cardwright.checker import ir
from cardwright.compiler.layout import Layout
from cardwright.contract import LONGEST
from cardwright.declarations.types import Type

# What goes through no more items than this is not counted; in rules that ask themselves, which are asked very often.
LITTLE, LITTLE_AGAIN = 10_000, 50
# Costs are not told apart beyond this.
VERY_MUCH = 10**12


@dataclass(slots=True)
class Spending:
    """Costs in one game for a number of players; `again` are the words of the rules that ask themselves."""

    layout: Layout
    again: set[str]
    _whole: dict[tuple[str, int], int] = field(default_factory=dict)
    _apart: dict[tuple[str, int], int] = field(default_factory=dict)

    def charge(self, items: ir.Value, *inside: object) -> int:
        """What each item of a list is charged of which some values or statements are worked out; 0 if none is."""
        whole = self._cost(inside, True)
        asks_again = any(isinstance(node, ir.RuleV) and node.rule.word in self.again for node in ir.every(inside))
        if self._size(items) * (1 + whole) <= (LITTLE_AGAIN if asks_again else LITTLE):
            return 0
        return 1 + min(self._cost(inside, False), LITTLE)

    def is_much(self, rule: ir.Rule) -> bool:
        """Whether something in a rule may be counted while it is played: that is told with its place."""
        return self._of("rule", rule.number, (rule.names, rule.spoken), True) > LITTLE

    def _cost(self, node: object, whole: bool) -> int:
        """How many items are gone through at the most; if not `whole`, without what counts while it is played."""
        if isinstance(node, tuple):
            return min(sum(self._cost(each, whole) for each in node), VERY_MUCH)
        if isinstance(node, ir.FilterV):
            return self._cost(node.list, whole) + self._loop(node.list, (node.where,), whole)
        if isinstance(node, ir.CollectV):
            inside: tuple[object, ...] = (node.value, node.where)
            cost = 0
            for _, items in reversed(node.each):
                cost = self._loop(items, inside, whole)
                inside = (*inside, items)
            return cost + self._cost(node.each[0][1], whole)
        if isinstance(node, ir.ForS):
            return self._cost(node.list, whole) + self._loop(node.list, node.body, whole)
        inner = sum(self._cost(each, whole) for each in ir.inside(node))
        if isinstance(node, ir.RuleV):
            inner += self._of("rule", node.rule.number, (node.rule.names, node.rule.spoken), whole)
        elif isinstance(node, ir.Perform):
            inner += 1 + self._of("procedure", node.procedure.number, node.procedure.body, whole)
        elif isinstance(node, ir.PrimitiveV | ir.CompareV | ir.BinaryV) and _goes_through(node):
            inner += 1
        return min(inner, VERY_MUCH)

    def _loop(self, items: ir.Value, inside: tuple[object, ...], whole: bool) -> int:
        if not whole and self.charge(items, *inside):
            return 0
        return min(self._size(items) * (1 + sum(self._cost(each, whole) for each in inside)), VERY_MUCH)

    def _of(self, kind: str, number: int, text: object, whole: bool) -> int:
        """The cost of a rule or procedure; what comes back to itself is counted while it is played."""
        known = self._whole if whole else self._apart
        if (kind, number) not in known:
            known[kind, number] = 0
            known[kind, number] = self._cost(text, whole)
        return known[kind, number]

    def _size(self, items: ir.Value) -> int:
        """How many items a list has at the most."""
        if isinstance(items, ir.ListV):
            return len(items.items)
        if isinstance(items, ir.FilterV):
            return self._size(items.list)
        if isinstance(items, ir.PrimitiveV) and items.primitive.word == "numbers":
            low, high = items.args[:2]
            if isinstance(low, ir.Lit) and isinstance(high, ir.Lit):
                return min(abs(high.value - low.value) + 1, LONGEST)
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
        return len(layout.pieces) if kind.base == "zone" else LONGEST


def _goes_through(node: ir.PrimitiveV | ir.CompareV | ir.BinaryV) -> bool:
    """Whether a value looks at the items of a list one by one."""
    parts = node.args if isinstance(node, ir.PrimitiveV) else (node.left, node.right)
    return any(part.type.base == "list" for part in parts)
