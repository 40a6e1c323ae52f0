"""Checks of expressions, such as constants, operators, conditions and lists."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from cardwright.checker import typed_tree
from cardwright.checker.expressions.calls import CallChecker
from cardwright.checker.expressions.connected_and_steps import SearchChecker
from cardwright.checker.expressions.name_resolution import NameChecker
from cardwright.checker.expressions.type_compatibility import (
    Bad,
    TypeChecker,
    align_numbers,
    compute,
    divide,
    is_from_zones,
    is_named_like_word,
    is_zones,
)
from cardwright.checker.expressions.zones_or_pieces import is_used_as_zone
from cardwright.checker.names.occurrences import GAP, Symbol
from cardwright.checker.names.rule_text_context import UNKNOWN_NAME, WRONG_TYPE, Scope
from cardwright.checker.typed_tree_queries import MISPLACED, find_numbers_among, find_numbers_by
from cardwright.declarations.value_types import (
    EMPTY,
    FRACTION,
    NUMBER,
    YES_NO,
    Type,
    describe_type,
    enum,
    list_of,
    may_be_none,
    name_of,
    none_of,
)
from cardwright.source.diagnostics import DiagnosticNote, Fix, note_declared
from cardwright.syntax import tree as syntax


class ValueChecker:
    """Checker of expressions in a scope. A wrong expression is reported once and becomes `Bad`, which fits any type.

    Methods return the typed value of the expression.
    """

    def __init__(self, scope: Scope, rule_type: Callable[[typed_tree.TypedRule], Type]) -> None:
        self.scope = scope
        self.symbols = scope.symbols
        self.unit = scope.unit
        self.types = TypeChecker(self.symbols, self.unit, lambda: scope.numbers)
        self.calls = CallChecker(scope, self.types, rule_type, self.value, self.want, self.amount)
        self.names = NameChecker(scope, self.types, self.calls)
        self._exact: syntax.Expr | None = None  # the list that may hold fractions
        self.calls.search = SearchChecker(self)

    # ------------------------------------------------------------ entry points

    def value(self, node: syntax.Expr, exact: bool = False) -> typed_tree.Value:
        """Check an expression of any type. A list that collects zones becomes the list of the pieces in them.

        A fraction, or a list of fractions, is refused unless `exact`.
        """
        outer, self._exact = self._exact, node if exact else None
        found = self._check_collected(node)
        self._exact = outer
        if not exact and FRACTION in (found.type, found.type.item):
            return self.types.refuse_fraction(node)
        return self.unit.meant(node, self.types.joined(found)) if is_from_zones(found) else found

    def amount(self, node: syntax.Expr, kind: Type, what: str = "") -> typed_tree.Value:
        """Check a number or a list of numbers, which may also be a fraction or a list of fractions."""
        if self.unit.notes is not None:
            self.unit.notes.expect(node, kind)
        found = self.value(node, exact=True)
        exact = FRACTION if kind == NUMBER else list_of(FRACTION)
        return found if found.type == exact else self.types.fit(found, kind, node, what)

    def _check_collected(self, node: syntax.Expr) -> typed_tree.Value:
        """Check an expression of any type, without replacing collected zones by their pieces."""
        found = self.place(node)
        each = found.value if isinstance(found, typed_tree.CollectExpr) else found
        return found if self.types.is_one(each, node, can_add=each is found) else Bad

    def zones(self, node: syntax.Expr) -> typed_tree.Value:
        """Check an expression where zones are required. Collected zones are not replaced by their pieces."""
        if isinstance(node, syntax.FilterNode):
            return self.unit.meant(node, self.filtered(self.types.as_list(self.zones(node.list), node), node.where))
        if isinstance(node, syntax.BinaryNode):
            return self.unit.meant(node, self._check_binary(node, zones=True))
        return self._check_collected(node)

    def place(self, node: syntax.Expr) -> typed_tree.Value:
        """Check an expression that may have several values.

        Such an expression is memory with one value for each word of an enum. `[...]` after it selects one of them.
        """
        return self.unit.meant(node, _CHECKS[type(node)](self, node))

    def want(self, node: syntax.Expr, kind: Type, what: str = "") -> typed_tree.Value:
        """Check an expression of a required type, and convert zones or single items to lists if necessary."""
        if self.unit.notes is not None:
            self.unit.notes.expect(node, kind)
        if kind.base == "enum" and isinstance(node, syntax.NameNode) and node.word not in self.scope.locals:
            number = self.symbols.game.words.get(node.word)
            if number is not None and node.word in self.symbols.game.enums[kind.of].values:
                return self._mean_literal(node, node.word, kind, number)
        if kind.base == "name" and isinstance(node, syntax.NameNode) and node.word not in self.scope.locals:
            of, definition = self.symbols.names.get(node.word, ("", 0))
            if of == kind.of and self.names.find_in_item(node.word) is None:
                return self._mean_literal(node, node.word, kind, definition)
        if self._is_none(node) and may_be_none(kind):
            return self._mean_literal(node, "none", kind, none_of(kind))
        item = kind.item
        if isinstance(node, syntax.ListOfNode) and item and (item.base == "enum" or self._is_named(node, item)):
            items = tuple(self.want(each, item, what) for each in node.items)
            return self.unit.meant(node, typed_tree.ListExpr(items, kind))
        return self.types.fit(self.zones(node) if is_zones(kind) else self.value(node), kind, node, what)

    def _mean_literal(self, node: syntax.Expr, word: str, kind: Type, number: int) -> typed_tree.Value:
        return self.unit.meant(node, self.names.noted(node.start, word, typed_tree.LiteralExpr(kind, number)))

    def condition(self, node: syntax.Expr) -> typed_tree.Value:
        """Check a yes-or-no value."""
        return self.want(node, YES_NO, "a condition")

    def items(
        self, node: syntax.Expr, words: Collection[str] = (), inside: Collection[syntax.Node | None] = ()
    ) -> typed_tree.Value:
        """Check a list. A zone becomes its pieces, and a single item becomes a list of one.

        A list that collects zones becomes the list of the pieces in them, unless an expression in `inside` uses an item
        as a zone. `words` are the names of the item in these expressions.
        """
        zones = isinstance(node, syntax.CollectNode) and is_used_as_zone(self.symbols, words, inside)
        return self.types.as_items(self.zones(node) if zones else self.value(node), node)

    # ------------------------------------------------------------ constants

    def _check_number(self, node: syntax.NumberNode) -> typed_tree.Value:
        return typed_tree.LiteralExpr(NUMBER, node.value)

    def _check_text(self, node: syntax.TextNode) -> typed_tree.Value:
        return typed_tree.TextExpr(node.value)

    def _check_yes_no(self, node: syntax.YesNoNode) -> typed_tree.Value:
        return typed_tree.LiteralExpr(YES_NO, int(node.value))

    def _check_list_of(self, node: syntax.ListOfNode) -> typed_tree.Value:
        items = tuple(self.value(item) for item in node.items)
        if not items:
            return typed_tree.ListExpr((), EMPTY)
        if any(item.type.base == "piece" for item in items):
            items = tuple(self.types.as_piece(item, each) or item for item, each in zip(items, node.items, strict=True))
        if any(item.type.base == "list" for item in items):
            return self._join_lists(items, node)
        kind = items[0].type
        for item, child in zip(items[1:], node.items[1:], strict=True):
            if self.types.fits(kind, item.type):
                kind = item.type
            elif not self.types.fits(item.type, kind) and not self.types.share_words(item.type, kind):
                one, other = self.types.describe(kind), self.types.describe(item.type)
                message = f"all items of a list have one type, but this is {other} after {one}"
                self.unit.error(WRONG_TYPE, message, child, f"write {one}, or a list of its own")
        return typed_tree.ListExpr(items, list_of(kind))

    def _join_lists(self, lists: Sequence[typed_tree.Value], node: syntax.ListOfNode) -> typed_tree.Value:
        """Return the concatenation of lists, or of lists and zones."""
        whole = self.types.as_list(lists[0], node.items[0])
        for each, child in zip(lists[1:], node.items[1:], strict=True):
            kind = whole.type if whole.type.item is not None else self.types.as_list(each, child).type
            whole = typed_tree.BinaryExpr("+", whole, self.types.fit(each, kind, child), kind)
        return whole

    # ------------------------------------------------------------ names and calls

    def _check_names_of(self, node: syntax.NamesOfNode) -> typed_tree.Value:
        kinds = self.symbols.game.kinds
        word = self.symbols.kind_plurals.get(node.word)
        start = node.end - len(node.word)
        if self.unit.notes is not None:
            self.unit.notes.mean(start, node.word, Symbol("type", "", node.word))
            self.unit.notes.leave_gap("names", node.word)
        if node.several and word is not None:
            return typed_tree.NamesExpr(kinds[word], list_of(name_of(word)), defined=True)
        plural = kinds[node.word].plural if node.word in kinds else node.word if word is not None else None
        if plural is not None:
            written = f"{'names' if node.several else 'name'} of {node.word}"
            message, label = f"`{written}` is no value", f"write `names of {plural}` for the list of all of them"
            self.unit.error(WRONG_TYPE, message, node, label, fix=Fix(self.unit.span(node), f"names of {plural}"))
        else:
            at = self.unit.span_at(start, len(node.word))
            self.unit.unknown(UNKNOWN_NAME, "plural of a kind", node.word, at, self.symbols.kind_plurals)
        return Bad

    def _check_get(self, node: syntax.GetNode) -> typed_tree.Value:
        owner = self.value(node.object)
        return self.names.get(self.types.as_piece(owner, node.object) or owner, node)

    def _check_at(self, node: syntax.AtNode) -> typed_tree.Value:
        owner = self.place(node.object)
        if owner.type.base == "bad":
            return Bad
        if isinstance(owner, typed_tree.MemoryExpr) and owner.memory.per is not None and owner.index is None:
            return typed_tree.MemoryExpr(owner.memory, owner.owner, self.want(node.index, enum(owner.memory.per)))
        label = "remove `[`...`]`"
        notes: tuple[DiagnosticNote, ...] = ()
        if isinstance(owner, typed_tree.MemoryExpr) and owner.index is None:
            kind = self.value(node.index).type
            label = f"declare it with `per: {kind.of}`" if kind.base == "enum" else label
            notes = note_declared(owner.memory.word, owner.memory.span)
        self.unit.error(WRONG_TYPE, "only memory declared with `per` can be followed by `[`...`]`", node, label, notes)
        return Bad

    # ------------------------------------------------------------ operators

    def _check_negative(self, node: syntax.NegativeNode) -> typed_tree.Value:
        value = self.amount(node.value, NUMBER)
        if isinstance(value, typed_tree.LiteralExpr):
            return typed_tree.LiteralExpr(NUMBER, -value.value)
        return compute("-", typed_tree.LiteralExpr(NUMBER, 0), value)

    def _check_rest_of(self, node: syntax.RestOfNode) -> typed_tree.Value:
        self.value(node.list)
        found = self.scope.locals.get(name_rest(node.list))
        if found is not None:
            return typed_tree.LocalExpr(found)
        message = "nothing is chosen from this list before, so there is no rest of it"
        label = "write the list as it stands behind `from`, in the body of its `choose` or after it in the same block"
        self.unit.error(MISPLACED, message, node, label)
        return Bad

    def _check_not(self, node: syntax.NotNode) -> typed_tree.Value:
        return typed_tree.NotExpr(self.condition(node.value))

    def _check_logic(self, node: syntax.LogicNode) -> typed_tree.Value:
        left = self.condition(node.left)
        with self.scope.where(find_numbers_by(left, node.operator == "and")):
            return typed_tree.LogicExpr(node.operator, left, self.condition(node.right))

    def _check_binary(self, node: syntax.BinaryNode, zones: bool = False) -> typed_tree.Value:
        left = self.zones(node.left) if zones else self._check_collected(node.left)
        if is_from_zones(left):
            right = self.zones(node.right) if zones else self._check_collected(node.right)
            if zones or (is_zones(right.type) and not is_from_zones(right)):
                return typed_tree.BinaryExpr(
                    node.operator, left, self.types.fit(right, left.type, node.right), left.type
                )
            left = self.unit.meant(node.left, self.types.joined(left))
            return typed_tree.BinaryExpr(node.operator, left, self.types.fit(right, left.type, node.right), left.type)
        if left.type.base in ("list", "zone") and node.operator in "+-":
            items = self.types.as_list(left, node.left)
            kind = items.type if items.type.item is not None else self.items(node.right).type
            return typed_tree.BinaryExpr(node.operator, items, self.want(node.right, kind), kind)
        if left.type != FRACTION:
            left = self.types.fit(left, NUMBER, node.left)
        return compute(node.operator, left, self.amount(node.right, NUMBER))

    def _check_divide(self, node: syntax.DivideNode) -> typed_tree.Value:
        left, right = self.amount(node.left, NUMBER), self.amount(node.right, NUMBER)
        if not node.rounding:
            return divide(left, right)
        left, right = align_numbers(left, right)
        return typed_tree.DivideExpr(left, right, node.rounding == "up")

    def _check_compare(self, node: syntax.CompareNode) -> typed_tree.Value:
        if node.operator in ("in", "not in"):
            return self._check_membership(node)
        if node.operator in ("<", "<=", ">", ">="):
            left, right = self._check_ordered(node)
            return typed_tree.CompareExpr(node.operator, left, right)
        left = self._check_collected(node.left)
        if self.unit.notes is not None:
            self.unit.notes.expect(node.right, left.type)
        right = self._check_beside(node.right, left.type)
        if self._is_named(node.left, right.type):
            left = self._check_beside(node.left, right.type)
        both = is_from_zones(left) and is_from_zones(right)
        if both or not is_zones(left.type) or not is_zones(right.type):
            left = self.unit.meant(node.left, self.types.joined(left))
            right = self.unit.meant(node.right, self.types.joined(right))
        if left.type.base == "piece" or left.type.item is not None:
            right = self.types.as_pieces(right, node.right, left.type) or right
        if right.type.base == "piece" or right.type.item is not None:
            left = self.types.as_pieces(left, node.left, right.type) or left
        if left.type.base == "list" or right.type.base == "list":
            self.types.check_one_beside_list(left, right, node)
            left, right = self.types.as_list(left, node.left), self.types.as_list(right, node.right)
        left, right = align_numbers(left, right)
        self.types.check_comparable(left.type, right.type, node)
        return typed_tree.CompareExpr(node.operator, left, right)

    def _check_ordered(self, node: syntax.CompareNode) -> tuple[typed_tree.Value, typed_tree.Value]:
        """Return the two sides of a comparison: numbers, or the positions of words in their type."""
        sides = (node.left, node.right)
        if any(isinstance(side, syntax.NumberNode) for side in sides) or self._leaves_gap(node.left):
            return align_numbers(self.amount(node.left, NUMBER), self.amount(node.right, NUMBER))
        left = self.value(node.left, exact=True)
        if left.type.base != "enum":
            left = left if left.type == FRACTION else self.types.fit(left, NUMBER, node.left)
            return align_numbers(left, self.amount(node.right, NUMBER))
        word = self._takes_word(node.right, left.type) or self._leaves_gap(node.right)
        right = self.want(node.right, left.type) if word else self.value(node.right)
        if self._takes_word(node.left, right.type):
            left = self.want(node.left, right.type)
        if left.type != right.type and right.type.base != "bad":
            message = f"{describe_type(left.type)} is neither lower nor higher than {describe_type(right.type)}"
            self.unit.error(WRONG_TYPE, message, node, "compare two numbers, or two words of one type")
            return Bad, Bad
        return typed_tree.BuiltinExpr("position", left, NUMBER), typed_tree.BuiltinExpr("position", right, NUMBER)

    def _leaves_gap(self, node: syntax.Expr) -> bool:
        """Return True if a text is checked for completions and its cursor is at this expression."""
        return self.unit.notes is not None and isinstance(node, syntax.NameNode) and node.word == GAP

    def _check_membership(self, node: syntax.CompareNode) -> typed_tree.Value:
        left = self.value(node.left)
        items = self.types.as_list(self._check_beside(node.right, left.type), node.right)
        item = items.type.item
        if item is not None and (self._takes_word(node.left, item) or self._is_named(node.left, item)):
            left = self.want(node.left, item)
        if is_from_zones(items) and left.type.base != "zone":
            items = self.unit.meant(node.right, self.types.joined(items))
            item = items.type.item
        if item is not None and item.base == "piece":
            left = self.types.as_piece(left, node.left) or left
        if item is not None:
            self.types.check_comparable(left.type, item, node)
        return typed_tree.CompareExpr(node.operator, left, items)

    def _is_none(self, node: syntax.Expr) -> bool:
        """Return True if an expression is the word `none` and no local name hides that word."""
        return isinstance(node, syntax.NameNode) and node.word == "none" and "none" not in self.scope.locals

    def _takes_word(self, node: syntax.Expr, kind: Type | None) -> bool:
        if kind is not None and may_be_none(kind) and self._is_none(node):
            return True
        if kind is None or kind.base != "enum" or not isinstance(node, syntax.NameNode):
            return False
        if node.word in self.scope.locals or self.names.find_in_item(node.word) is not None:
            return False
        return node.word in self.symbols.game.enums[kind.of].values

    def _is_named(self, node: syntax.Expr, other: Type) -> bool:
        return is_named_like_word(node, other, self.symbols, self.scope)

    def _check_beside(self, node: syntax.Expr, other: Type) -> typed_tree.Value:
        """Check a side of a comparison with a value of type `other`, which tells what words and names it can have."""
        if self._takes_word(node, other):
            return self.want(node, other)
        if not self._is_named(node, other):
            return self._check_collected(node)
        item = other.item or other
        return self.want(node, list_of(item) if isinstance(node, syntax.ListOfNode) else item)

    # ------------------------------------------------------------ lists

    def _check_filter(self, node: syntax.FilterNode) -> typed_tree.Value:
        return self.filtered(self.items(node.list, ("it",), (node.where,)), node.where)

    def filtered(self, items: typed_tree.Value, where: syntax.Expr, word: str = "", start: int = 0) -> typed_tree.Value:
        """Return a list filtered by the condition `where`, in which `it` and the name `word` mean the item."""
        if items.type.base == "bad":
            return Bad
        it = self.symbols.var("it", items.type.item or Bad.type)
        with self.scope.where(find_numbers_among(items, it)):
            return typed_tree.FilterExpr(items, it, self.about(it, where, word, start, items=items))

    def about(
        self,
        it: typed_tree.TypedVar,
        where: syntax.Expr,
        word: str = "",
        start: int = 0,
        kind: Type | None = YES_NO,
        items: typed_tree.Value | None = None,
    ) -> typed_tree.Value:
        """Check an expression about one item: a condition or, with `kind`, a value of that type; None for any type.

        In the expression, `it` and the name `word` mean the item, and its properties need no dot. `word` is declared
        where it first occurs from offset `start` on. `items` is the list to which the item belongs.
        """
        if isinstance(where, syntax.IfAnyNode) and items is not None:
            fits = self.about(it, where.condition, word, start)
            other = self.symbols.var("it", it.type)
            fitting = typed_tree.FilterExpr(
                items, other, typed_tree.substitute(fits, {it: typed_tree.LocalExpr(other)})
            )
            none = typed_tree.NotExpr(typed_tree.PrimitiveExpr(self.symbols.primitives["any"], (fitting,), YES_NO))
            return self.unit.meant(where, typed_tree.LogicExpr("or", fits, none))
        outer = self.scope.it
        if word and self.unit.notes is not None:
            self.unit.notes.alias(it, self.unit.local(word, start))
        with self.scope.inner():
            if word and self.names.property(typed_tree.LocalExpr(it), word) is None:
                self.scope.locals[word] = it
            self.scope.it = (*outer, it)
            try:
                if kind is None:
                    return self.value(where, exact=True)
                return self.condition(where) if kind == YES_NO else self.want(where, kind)
            finally:
                self.scope.it = outer

    def _check_if_any(self, node: syntax.IfAnyNode) -> typed_tree.Value:
        message = "`, if any` belongs after the condition of a list; an event occurs only once"
        self.unit.error(MISPLACED, message, node, "remove `, if any`")
        return self.condition(node.condition)

    def _check_ranked(self, node: syntax.RankedNode) -> typed_tree.Value:
        """Return the items of a list for which a number is largest or smallest."""
        items = self.items(node.list, ("it",), (node.by,))
        if items.type.base == "bad":
            return Bad
        it = self.symbols.var("it", items.type.item or Bad.type)
        with self.scope.where(find_numbers_among(items, it)):
            by = self._check_rank(it, node.by)
        other = self.symbols.var("it", it.type)
        every = typed_tree.CollectExpr(
            typed_tree.substitute(by, {it: typed_tree.LocalExpr(other)}),
            ((other, items),),
            None,
            False,
            list_of(by.type),
        )
        most = typed_tree.PrimitiveExpr(
            self.symbols.primitives["max" if node.which == "highest" else "min"], (every,), by.type
        )
        return typed_tree.FilterExpr(items, it, typed_tree.CompareExpr("is", by, most))

    def _check_rank(self, it: typed_tree.TypedVar, by: syntax.Expr) -> typed_tree.Value:
        """Return the number by which items are ranked; for a word that is its position in its type."""
        if self._leaves_gap(by):
            return self.about(it, by, kind=NUMBER)
        found = self.about(it, by, kind=None)
        if found.type.base == "enum":
            return typed_tree.BuiltinExpr("position", found, NUMBER)
        return found if found.type == FRACTION else self.types.fit(found, NUMBER, by)

    def _check_collect(self, node: syntax.CollectNode) -> typed_tree.Value:
        with self.scope.inner():
            each = []
            for part in node.each:
                last = part is node.each[-1]
                inside = (node.value, node.where if last else None, *(other.list for other in node.each))
                items = self.items(part.list, (part.word, "it") if last else (part.word,), inside)
                each.append((self.scope.declare(part.word, items.type.item or Bad.type), items))
                self.unit.declared(each[-1][0], part.start)
            where = None
            if node.where is not None:
                where = self.about(each[-1][0], node.where, items=each[-1][1])
            asked = [find_numbers_among(items, var) for var, items in each] + (
                [] if where is None else [find_numbers_by(where)]
            )
            with self.scope.where(tuple(value for values in asked for value in values)):
                value = self.types.number(self.value(node.value, exact=node is self._exact))
        flat = value.type.base == "list"
        return typed_tree.CollectExpr(value, tuple(each), where, flat, value.type if flat else list_of(value.type))


def name_rest(source: syntax.Expr) -> str:
    """Return the hidden local name for the rest of a list: the items that the last choice from it left."""
    return f".rest {source!r}"


def _check_name(checker: ValueChecker, node: syntax.NameNode) -> typed_tree.Value:
    return checker.names.name(node)


def _check_call(checker: ValueChecker, node: syntax.CallNode) -> typed_tree.Value:
    return checker.calls.call(node)


# The function for each expression.
_CHECKS: dict[type[syntax.Expr], Callable[[ValueChecker, Any], typed_tree.Value]] = {
    syntax.NumberNode: ValueChecker._check_number,
    syntax.TextNode: ValueChecker._check_text,
    syntax.YesNoNode: ValueChecker._check_yes_no,
    syntax.NameNode: _check_name,
    syntax.NamesOfNode: ValueChecker._check_names_of,
    syntax.CallNode: _check_call,
    syntax.GetNode: ValueChecker._check_get,
    syntax.AtNode: ValueChecker._check_at,
    syntax.ListOfNode: ValueChecker._check_list_of,
    syntax.RestOfNode: ValueChecker._check_rest_of,
    syntax.NegativeNode: ValueChecker._check_negative,
    syntax.NotNode: ValueChecker._check_not,
    syntax.BinaryNode: ValueChecker._check_binary,
    syntax.DivideNode: ValueChecker._check_divide,
    syntax.CompareNode: ValueChecker._check_compare,
    syntax.LogicNode: ValueChecker._check_logic,
    syntax.FilterNode: ValueChecker._check_filter,
    syntax.IfAnyNode: ValueChecker._check_if_any,
    syntax.RankedNode: ValueChecker._check_ranked,
    syntax.CollectNode: ValueChecker._check_collect,
}
