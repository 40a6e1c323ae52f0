"""Checks of the arguments of the searches `connected` and `steps`."""

from typing import Protocol

from cardwright.checker import typed_tree
from cardwright.checker.expressions.calls import WRONG_ARGUMENTS, CallChecker
from cardwright.checker.expressions.name_resolution import NameChecker
from cardwright.checker.expressions.type_compatibility import Bad, TypeChecker, is_from_zones
from cardwright.checker.names.occurrences import Symbol
from cardwright.checker.names.rule_text_context import WRONG_TYPE, Scope
from cardwright.declarations.value_types import Type, describe_type, enum, list_of, piece
from cardwright.source.diagnostics import DiagnosticNote
from cardwright.syntax import tree as syntax

# The types whose values a search can go through. Of these there are finitely many.
NODE_TYPES = ("piece", "player", "enum", "name")


class Expressions(Protocol):
    """The checks of expressions that a search needs."""

    scope: Scope
    types: TypeChecker
    calls: CallChecker
    names: NameChecker

    def value(self, node: syntax.Expr) -> typed_tree.Value: ...

    def want(self, node: syntax.Expr, kind: Type, what: str = "") -> typed_tree.Value: ...

    def place(self, node: syntax.Expr) -> typed_tree.Value: ...

    def filtered(self, items: typed_tree.Value, where: syntax.Expr) -> typed_tree.Value: ...


class SearchChecker:
    """Checker of the arguments of searches in a scope."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self.scope = expressions.scope
        self.symbols = expressions.scope.symbols
        self.unit = expressions.scope.unit
        self.types = expressions.types

    def check_start(self, node: syntax.Expr) -> typed_tree.Value:
        """Return the list of the items at which a search starts."""
        found = self.expressions.value(node)
        cards = self.types.as_piece(found, node) or self.types.as_pieces(found, node, list_of(piece("")))
        found = self.types.as_list(cards or found, node)
        item = found.type.item
        if found.type.base == "bad" or (item is not None and item.base in NODE_TYPES):
            return found
        if item is None:
            self.unit.error(WRONG_TYPE, "this list is empty", node, "write something between `[` and `]`")
            return Bad
        message = f"a search goes through pieces, players, words or names, but this is {describe_type(item)}"
        label = "declare a type with the positions as its words" if item.base == "number" else "begin at pieces"
        self.unit.error(WRONG_TYPE, message, node, label)
        return Bad

    def check_goals(self, node: syntax.Expr, start: typed_tree.Value) -> typed_tree.Value:
        """Return the list of the items that a search looks for; they have the type of those in `start`."""
        if start.type.base == "bad":
            return self.expressions.value(node)
        if start.type.item is not None and start.type.item.base == "piece" and isinstance(node, syntax.NameNode):
            card = self.types.as_piece(self.expressions.value(node), node)
            if card is not None:
                return self.types.fit(card, start.type, node, "`to`")
        return self.expressions.want(node, start.type, "`to`")

    def check_step(self, node: syntax.Expr, start: typed_tree.Value) -> typed_tree.Value:
        """Return the search that starts with the items `start` and goes from each item `it` to those of `node`."""
        it = self.symbols.var("it", start.type.item or Bad.type)
        outer = self.scope.it
        with self.scope.inner():
            self.scope.it = (*outer, it)
            try:
                found = self._check_next(node, it)
            finally:
                self.scope.it = outer
        if found.type.base == "bad" or start.type.base == "bad":
            return Bad
        found = self.types.fit(found, start.type, node, "`by`")
        return Bad if found.type.base == "bad" else typed_tree.ReachExpr(start, it, found, start.type)

    def _check_next(self, node: syntax.Expr, it: typed_tree.TypedVar) -> typed_tree.Value:
        """Return the items after `it`.

        `node` gives them as an expression, as a rule that takes `it`, or as memory with a value for the word `it`.
        """
        if isinstance(node, syntax.FilterNode):
            items = self.types.as_list(self._check_next(node.list, it), node.list)
            return self.unit.meant(node, self.expressions.filtered(items, node.where))
        if isinstance(node, syntax.BinaryNode) and node.operator in ("+", "-"):
            left = self.types.as_list(self._check_next(node.left, it), node.left)
            right = self.types.fit(self._check_next(node.right, it), left.type, node.right)
            return self.unit.meant(node, typed_tree.BinaryExpr(node.operator, left, right, left.type))
        if isinstance(node, syntax.NameNode) and not self.expressions.names.means_value(node.word):
            rule = self.symbols.rules.get(node.word)
            if rule is not None and rule.params:
                return self._check_rule(rule, node, it)
        found = self.expressions.place(node)
        per = found.memory.per if isinstance(found, typed_tree.MemoryExpr) and found.index is None else None
        if isinstance(found, typed_tree.MemoryExpr) and per is not None:
            if it.type == enum(per):
                return typed_tree.MemoryExpr(found.memory, found.owner, typed_tree.LocalExpr(it))
            word = self.symbols.var(per, enum(per))
            words = typed_tree.WordsExpr(self.types.numbers(per), list_of(word.type))
            value = typed_tree.MemoryExpr(found.memory, found.owner, typed_tree.LocalExpr(word))
            flat = found.type.base == "list"
            kind = found.type if flat else list_of(found.type)
            return typed_tree.CollectExpr(value, ((word, words),), None, flat, kind)
        one = found.value if isinstance(found, typed_tree.CollectExpr) else found
        if not self.types.is_one(one, node):
            return Bad
        return self.unit.meant(node, self.types.joined(found)) if is_from_zones(found) else found

    def _check_rule(
        self, rule: typed_tree.TypedRule, node: syntax.NameNode, it: typed_tree.TypedVar
    ) -> typed_tree.Value:
        """Return the call of a rule with `it` as its argument, for the rule's bare name."""
        self.expressions.calls.rule_type(rule)
        if self.unit.notes is not None:
            self.unit.notes.mean(node.start, node.word, Symbol("rule", "", node.word), rule.type)
        if len(rule.params) > 1:
            message = f"`{node.word}` needs {len(rule.params)} values, but without brackets it gets only one: the item"
            notes = (DiagnosticNote(f"`{node.word}` is declared here", rule.span),)
            label = f"write all values: `{node.word}(it, ...)`, with `it` for the item"
            self.unit.error(WRONG_ARGUMENTS, message, node, label, notes)
            return Bad
        given = self.types.fit(typed_tree.LocalExpr(it), rule.params[0].type, node, f"`{rule.params[0].word}`")
        return Bad if given.type.base == "bad" else self.unit.meant(node, typed_tree.RuleExpr(rule, (given,)))
