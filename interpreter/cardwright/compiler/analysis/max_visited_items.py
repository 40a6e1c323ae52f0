"""Upper bound of the list items that an evaluation visits.

Where the bound is high, generated code counts list items at run time, also in nested lists and in called rules and
verbs. An item counts for more if much code is executed for it, and so does each call of a verb that can be called
often. Costs are found in the typed tree, so that all variants count alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from cardwright.checker import typed_tree
from cardwright.compiler.state_layout import StateLayout
from cardwright.declarations.value_types import Type
from cardwright.state_slots_and_table_rows import MAX_LENGTH

# Evaluations of at most MAX_UNCOUNTED_COST items are not counted, nor lists of at most
# MAX_UNCOUNTED_LENGTH items inside counted ones.
MAX_UNCOUNTED_COST, MAX_UNCOUNTED_LENGTH = 30_000, 4
# In procedures called from loops, values of more than MAX_UNCOUNTED_CALL_COST items are counted, too. The loop is
# charged at most MAX_CHARGE an item for the remaining work.
MAX_UNCOUNTED_CALL_COST, MAX_CHARGE = 2_000, 1_000
# So many nodes of the typed tree take about as long as one item of a list. A rule text counts as at most MAX_NODES.
NODES_PER_ITEM, MAX_NODES = 16, 100_000
# Procedures of less are not charged at each call: their callers are charged for them.
MIN_CALL_COST, MIN_CALL_NODES = 8, 128
# Assumed length of a list of numbers without known bounds.
ASSUMED_LIST_LENGTH = 100
# Costs saturate here.
MAX_COST = 10**12


Loop = typed_tree.FilterExpr | typed_tree.CollectExpr | typed_tree.ReachExpr | typed_tree.ForEachStmt


@dataclass(slots=True)
class EvaluationCosts:
    """Costs of loops and calls in one game for a number of players; `again` are the names of recursive rules."""

    layout: StateLayout
    checked: typed_tree.CheckedGame
    again: set[str]
    _whole: dict[tuple[str, int], int] = field(default_factory=dict)
    _apart: dict[tuple[str, int], int] = field(default_factory=dict)
    # cost of each node by identity, apart and whole, and the nodes themselves; `_open` counts the texts being computed
    _costs: tuple[dict[int, int], dict[int, int]] = field(default_factory=lambda: ({}, {}))
    _kept: list[object] = field(default_factory=list)
    _open: int = 0
    # identities of the loops inside expensive ones; None until they are computed
    _within: set[int] | None = None
    # the rules and procedures called from there, by kind and number
    _called: set[tuple[str, int]] = field(default_factory=set)
    # number of nodes of each rule with the rules it calls, and of each procedure by itself
    _nodes: dict[tuple[str, int], int] = field(default_factory=dict)
    # by rule number: the conditions and values of its modifiers
    _modifiers: dict[int, list[object]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for ability in self.checked.abilities:
            if ability.rule is not None:
                self._modifiers.setdefault(ability.rule.number, []).append((ability.where, ability.changes))

    def charge(self, loop: object, items: typed_tree.Value, *inside: object) -> int:
        """Return how much each item of a loop adds to the counter, or 0 if the loop need not be counted.

        `inside` are the values and statements evaluated for each item.
        """
        within = self._list_within()
        if isinstance(loop, typed_tree.ReachExpr):
            counted = id(loop) in within or self._find_cost(loop, True) > MAX_UNCOUNTED_COST
            return 1 + self._count_nodes(inside) // NODES_PER_ITEM if counted else 0
        if id(loop) in within:
            cost = min(self._find_cost(inside, False), MAX_CHARGE) if isinstance(loop, typed_tree.ForEachStmt) else 0
            return 1 + cost + self._count_nodes(inside) // NODES_PER_ITEM
        if self._bound_length(items) * (1 + self._find_cost(inside, True)) <= MAX_UNCOUNTED_COST:
            return 0
        return 1 + min(self._find_cost(inside, False), MAX_UNCOUNTED_COST) + self._count_nodes(inside) // NODES_PER_ITEM

    def charge_call(self, procedure: typed_tree.TypedProcedure) -> int:
        """Return how much each call of a procedure adds to the counter, or 0 if its callers are charged for it."""
        self._list_within()
        return self._charge_body(procedure.body) if self._is_charged(procedure) else 0

    def charge_ability(self, ability: typed_tree.TypedAbility) -> int:
        """Return how much each execution of an ability adds to the counter."""
        self._list_within()
        charge = self._charge_body(ability.body)
        return charge if charge > MIN_CALL_COST else 0

    def charge_modifiers(self, rule: typed_tree.TypedRule) -> int:
        """Return how much each active modifier adds to the counter when a rule is evaluated; 0 if it is not counted."""
        self._list_within()
        if ("rule", rule.number) not in self._called:
            return 0
        return 1 + self._nodes["modifiers", rule.number] // NODES_PER_ITEM

    def _charge_body(self, body: typed_tree.Block) -> int:
        return min(self._find_cost(body, False), MAX_CHARGE) + self._count_nodes(body) // NODES_PER_ITEM

    def _is_charged(self, procedure: typed_tree.TypedProcedure) -> bool:
        """Return True if calls of a procedure are charged: it can be called often, and it is not short."""
        key = "procedure", procedure.number
        return key in self._called and (
            self._compute_text_cost(*key, procedure.body, True) >= MIN_CALL_COST or self._nodes[key] >= MIN_CALL_NODES
        )

    def _count_nodes(self, inside: object) -> int:
        """Return the number of nodes of a rule text, including called rules and uncharged procedures."""
        nodes = typed_tree.walk_tree(inside)
        found = len(nodes)
        for node in nodes:
            if isinstance(node, typed_tree.PerformStmt) and not self._is_charged(node.procedure):
                found += self._nodes["procedure", node.procedure.number]
            elif isinstance(node, typed_tree.RuleExpr):
                found += self._nodes["rule", node.rule.number]
        return min(found, MAX_NODES)

    def _list_within(self) -> set[int]:
        if self._within is None:
            self._within = set()
            self._find_within()
        return self._within

    def _list_evaluated(self, rule: typed_tree.TypedRule) -> object:
        """Return all nodes that are evaluated for a rule, including its modifiers."""
        return rule.names, rule.spoken, tuple(self._modifiers.get(rule.number, ()))

    def _find_within(self) -> None:
        """Collect the loops executed inside other loops, abilities or recursion, directly or in called texts."""
        texts: dict[tuple[str, int], object] = {}
        for rule in self.checked.rules.values():
            texts["rule", rule.number] = self._list_evaluated(rule)
            modifiers = typed_tree.walk_tree(tuple(self._modifiers.get(rule.number, ())))
            self._nodes["modifiers", rule.number] = len(modifiers)
        for procedure in self.checked.procedures.values():
            texts["procedure", procedure.number] = procedure.body
        self._count_all_nodes(texts)
        abilities = [(each.where, each.body, each.changes) for each in self.checked.abilities]
        seen = self._called
        seen |= {("rule", rule.number) for rule in self.checked.rules.values() if rule.word in self.again}
        to_do = [texts[each] for each in seen]
        for ability in self.checked.abilities:
            to_do += self._list_counted_parts(ability.body)
        for recursive in _find_recursive(texts):
            if recursive[0] == "procedure":
                seen.add(recursive)
                to_do += self._list_counted_parts(texts[recursive])
        for node in typed_tree.walk_tree((*texts.values(), *abilities)):
            if isinstance(node, Loop) and (inside := self._list_expensive_parts(node)):
                to_do.append(inside)
            elif isinstance(node, typed_tree.RepeatStmt):
                to_do += self._list_counted_parts(node.body)
        while to_do:
            self._add_loops(to_do.pop(), texts, seen, to_do)
        self._apart.clear()
        self._costs[False].clear()

    def _count_all_nodes(self, texts: dict[tuple[str, int], object]) -> None:
        """Store the number of nodes of each rule, including the rules it calls, and of each procedure."""
        for key, text in texts.items():
            self._nodes[key] = len(typed_tree.walk_tree(text))
        own = self._nodes.copy()
        done: set[tuple[str, int]] = set()
        for first in texts:
            waiting = [first] if first[0] == "rule" else []
            while waiting:
                key = waiting[-1]
                called = [each for each, _ in self._list_called_texts(texts[key]) if each[0] == "rule"]
                further = [each for each in called if each not in done]
                done.add(key)
                waiting += further
                if not further:
                    waiting.pop()
                    self._nodes[key] = min(own[key] + sum(self._nodes[each] for each in called), MAX_NODES)

    def _add_loops(
        self, text: object, texts: dict[tuple[str, int], object], seen: set[tuple[str, int]], to_do: list[object]
    ) -> None:
        """Add the long loops of a text that is executed repeatedly, and add the texts it calls to `to_do`."""
        for node in typed_tree.walk_tree(text):
            if isinstance(node, Loop) and self._bound_length(_find_items(node)) > MAX_UNCOUNTED_LENGTH:
                assert self._within is not None
                self._within.add(id(node))
            called = _find_callee(node)
            if called is not None and called not in seen:
                seen.add(called)
                to_do += self._list_counted_parts(texts[called]) if called[0] == "procedure" else [texts[called]]

    def _list_counted_parts(self, body: object) -> list[object]:
        """Return the parts of a body that have to count list items: `for each` loops, and expensive loops and calls."""
        found: list[object] = []
        to_do = [body]
        while to_do:
            node = to_do.pop()
            much = isinstance(node, Loop) or _find_callee(node) is not None
            if isinstance(node, typed_tree.ForEachStmt) or (
                much and self._find_cost(node, True) > MAX_UNCOUNTED_CALL_COST
            ):
                found.append(node)
            else:
                to_do += typed_tree.list_children(node)
        if self._find_cost(body, True) - sum(self._find_cost(each, True) for each in found) > MAX_UNCOUNTED_CALL_COST:
            return [body]  # many parts that cost little by themselves
        return found

    def _list_expensive_parts(self, loop: Loop) -> tuple[object, ...]:
        """Return the parts evaluated for each item of a loop if the loop is expensive, else an empty tuple."""
        if isinstance(loop, typed_tree.CollectExpr):
            inside: tuple[object, ...] = (loop.value, loop.where, *(items for _, items in loop.each[1:]))
        elif isinstance(loop, typed_tree.ReachExpr):
            inside = (loop.step,)
        else:
            inside = (loop.where,) if isinstance(loop, typed_tree.FilterExpr) else loop.body
        return inside if self._find_cost(loop, True) > MAX_UNCOUNTED_COST else ()

    def may_count_items(self, rule: typed_tree.TypedRule) -> bool:
        """Return True if a rule is expensive enough that its lists may have to be counted."""
        return self._compute_text_cost("rule", rule.number, self._list_evaluated(rule), True) > MAX_UNCOUNTED_COST

    def _find_cost(self, node: object, whole: bool) -> int:
        """Return an upper bound of the list items that a node visits.

        With `whole`, loops that are counted at run time are included; otherwise they are left out.
        """
        if node is None:
            return 0
        if isinstance(node, tuple):
            return min(sum([self._find_cost(each, whole) for each in node]), MAX_COST)
        known = self._costs[whole].get(id(node))
        if known is not None:
            return known
        cost = self._find_cost_of(node, whole)
        if not self._open:  # the cost of a recursive text is final only when no text is open
            self._costs[whole][id(node)] = cost
            self._kept.append(node)
        return cost

    def _find_cost_of(self, node: object, whole: bool) -> int:
        if isinstance(node, Loop):
            return self._find_loop(node, whole)
        inner = sum([self._find_cost(each, whole) for each in typed_tree.list_children(node)])
        if isinstance(node, typed_tree.RuleExpr):
            inner += self._compute_text_cost("rule", node.rule.number, self._list_evaluated(node.rule), whole)
        elif isinstance(node, typed_tree.PerformStmt):
            inner += 1
            if whole or not self._is_charged(node.procedure):
                inner += self._compute_text_cost("procedure", node.procedure.number, node.procedure.body, whole)
        elif isinstance(
            node, typed_tree.PrimitiveExpr | typed_tree.CompareExpr | typed_tree.BinaryExpr
        ) and _reads_list(node):
            inner += 1
        return min(inner, MAX_COST)

    def _find_loop(self, loop: Loop, whole: bool) -> int:
        counted = not whole and (id(loop) in (self._within or ()) or self._find_cost(loop, True) > MAX_UNCOUNTED_COST)
        if isinstance(loop, typed_tree.ReachExpr):
            further = 1 + self._find_cost(loop.step, whole) + self._bound_length(loop.step)
            rounds = 0 if counted else self._bound_length(loop) * further
            return min(self._find_cost(loop.start, whole) + rounds, MAX_COST)
        lists = [items for _, items in loop.each] if isinstance(loop, typed_tree.CollectExpr) else [loop.list]
        inside: object = loop.body if isinstance(loop, typed_tree.ForEachStmt) else loop.where
        if isinstance(loop, typed_tree.CollectExpr):
            inside = loop.value, loop.where
        cost = self._find_cost(inside, whole)
        for items in reversed(lists):
            cost = self._find_cost(items, whole) + (0 if counted else self._bound_length(items) * (1 + cost))
        return min(cost, MAX_COST)

    def _compute_text_cost(self, kind: str, number: int, text: object, whole: bool) -> int:
        """Return the cost of a rule or procedure. A recursive call adds nothing: it is counted at run time.

        With `whole`, loops that are counted at run time are included.
        """
        known = self._whole if whole else self._apart
        if (kind, number) not in known:
            self._compute_cost(known, (kind, number), text, whole)
        return known[kind, number]

    def _compute_cost(
        self, known: dict[tuple[str, int], int], first: tuple[str, int], text: object, whole: bool
    ) -> None:
        """Store in `known` the cost of the rule text `text`, under the key `first`, and of all texts it calls.

        With `whole`, loops that are counted at run time are included. Uses a stack of its own instead of recursion, as
        a game's chain of calls may exceed Python's recursion limit.
        """
        known[first] = 0
        self._open += 1
        waiting = [(first, text, self._list_called_texts(text))]
        while waiting:
            word, its, inside = waiting[-1]
            called = next((each for each in inside if each[0] not in known), None)
            if called is None:
                waiting.pop()
                known[word] = self._find_cost(its, whole)
            else:
                known[called[0]] = 0
                waiting.append((*called, self._list_called_texts(called[1])))
        self._open -= 1

    def _list_called_texts(self, text: object) -> Iterator[tuple[tuple[str, int], object]]:
        """Yield the rules and procedures called in a rule text, as `((kind, number), text)`."""
        for node in typed_tree.walk_tree(text):
            if isinstance(node, typed_tree.RuleExpr):
                yield ("rule", node.rule.number), self._list_evaluated(node.rule)
            elif isinstance(node, typed_tree.PerformStmt):
                yield ("procedure", node.procedure.number), node.procedure.body

    def _bound_length(self, items: typed_tree.Value) -> int:
        """Return the largest number of items that a list can have."""
        if isinstance(items, typed_tree.ListExpr):
            return len(items.items)
        if isinstance(items, typed_tree.FilterExpr):
            return self._bound_length(items.list)
        if isinstance(items, typed_tree.PrimitiveExpr) and items.primitive.word == "numbers":
            low, high = items.args[:2]
            if isinstance(low, typed_tree.LiteralExpr) and isinstance(high, typed_tree.LiteralExpr):
                return min(abs(high.value - low.value) + 1, MAX_LENGTH)
        return self._count_values(items.type.item) if items.type.item is not None else 1

    def _count_values(self, kind: Type) -> int:
        """Return how many values a type has: players, pieces of a kind, or words of an enum."""
        layout = self.layout
        if kind.base == "player":
            return layout.players
        if kind.base == "piece":
            return layout.kind_count.get(kind.of, len(layout.pieces))
        if kind.base == "enum" and kind.of in layout.game.enums:
            return len(layout.game.enums[kind.of].values)
        return len(layout.pieces) if kind.base == "zone" else ASSUMED_LIST_LENGTH


def _find_items(loop: Loop) -> typed_tree.Value:
    if isinstance(loop, typed_tree.ReachExpr):
        return loop
    return loop.each[0][1] if isinstance(loop, typed_tree.CollectExpr) else loop.list


def _find_recursive(texts: dict[tuple[str, int], object]) -> list[tuple[str, int]]:
    """Return the recursive rules and procedures, and all rules and procedures that call one of these."""
    callers: dict[tuple[str, int], list[tuple[str, int]]] = {}
    waits_for: dict[tuple[str, int], int] = {}
    for key, text in texts.items():
        called = {_find_callee(node) for node in typed_tree.walk_tree(text)} - {None}
        waits_for[key] = len(called)
        for each in called:
            assert each is not None
            callers.setdefault(each, []).append(key)
    ending = [key for key, number in waits_for.items() if not number]
    while ending:
        for caller in callers.get(ending.pop(), ()):
            waits_for[caller] -= 1
            if not waits_for[caller]:
                ending.append(caller)
    return [key for key, number in waits_for.items() if number]


def _find_callee(node: object) -> tuple[str, int] | None:
    """Return the rule or procedure that a node calls, as `(kind, its number)`; None for other nodes."""
    if isinstance(node, typed_tree.RuleExpr):
        return "rule", node.rule.number
    return ("procedure", node.procedure.number) if isinstance(node, typed_tree.PerformStmt) else None


def _reads_list(node: typed_tree.PrimitiveExpr | typed_tree.CompareExpr | typed_tree.BinaryExpr) -> bool:
    """Return True if an argument or operand of the node is a list, whose items are then visited one by one."""
    parts = node.args if isinstance(node, typed_tree.PrimitiveExpr) else (node.left, node.right)
    return any(part.type.base == "list" for part in parts)
