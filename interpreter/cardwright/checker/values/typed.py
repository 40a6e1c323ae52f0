"""Resolves and types values: constants, operators, conditions and lists, and whatever they are made of."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from cardwright.checker import ir
from cardwright.checker.bodies import MISPLACED
from cardwright.checker.naming.certain_numbers import numbers_among, numbers_by
from cardwright.checker.naming.scope import WRONG_TYPE, Scope
from cardwright.checker.values.calls import CallChecker
from cardwright.checker.values.names import NameChecker
from cardwright.checker.values.types import Bad, TypeChecker, is_zones, of_zones
from cardwright.checker.values.zone_items import taken_for_zones
from cardwright.declarations.declared_once import DECLARED_HERE
from cardwright.declarations.types import (
    EMPTY,
    NONE,
    NUMBER,
    PLAYER,
    YES_NO,
    Type,
    article,
    enum,
    list_of,
    may_be_none,
    none_of,
)
from cardwright.source.diagnostics import Note, declare_code
from cardwright.syntax import tree as s

NEVER_EQUAL = declare_code(
    "never-equal",
    "Two values are compared that can never be the same.",
    mend="Compare with a value of the same type, such as one of the words of the attribute.",
)


class ValueChecker:
    """Checks values within a scope. A wrong value is reported once and becomes `Bad`, which fits everywhere."""

    def __init__(self, scope: Scope, rule_type: Callable[[ir.Rule], Type]) -> None:
        self.scope = scope
        self.symbols = scope.symbols
        self.unit = scope.unit
        self.types = TypeChecker(self.symbols, self.unit, lambda: scope.numbers)
        self.calls = CallChecker(scope, self.types, rule_type, self.value, self.want)
        self.names = NameChecker(scope, self.types, self.calls)

    # ------------------------------------------------------------ entry points

    def value(self, node: s.Expr) -> ir.Value:
        """Check a value of any type; what is collected of zones is the list of the pieces in them."""
        found = self._collected(node)
        return self.unit.meant(node, self.types.joined(found)) if of_zones(found) else found

    def _collected(self, node: s.Expr) -> ir.Value:
        """Check a value of any type; what is collected of zones is left as a list of these."""
        found = self.place(node)
        each = found.value if isinstance(found, ir.CollectV) else found
        return found if self.is_one(each, node) else Bad

    def zones(self, node: s.Expr) -> ir.Value:
        """Check a value where zones are asked for: what is collected of zones is a list of these."""
        if isinstance(node, s.Filter):
            return self.unit.meant(node, self.filtered(self.types.as_list(self.zones(node.list), node), node.where))
        if isinstance(node, s.Binary):
            return self.unit.meant(node, self._binary(node, zones=True))
        return self._collected(node)

    def place(self, node: s.Expr) -> ir.Value:
        """Check a value, or what is one value for each of some words: to be told apart with `[...]`."""
        method: Callable[[s.Expr], ir.Value] = getattr(self, "_" + type(node).__name__.lower())
        return self.unit.meant(node, method(node))

    def is_one(self, found: ir.Value, node: s.Node) -> bool:
        """Whether something is one value, which memory with a value for each word is not; tell of it if not."""
        per = found.memory.per if isinstance(found, ir.MemoryV) and found.index is None else None
        if not isinstance(found, ir.MemoryV) or per is None:
            return True
        memory, words = found.memory, self.symbols.game.enums[per].plural
        label = f"say which with `[...]`, or take all: `{memory.word}[x] for each x in {words}`"
        notes = (Note(DECLARED_HERE, memory.span),)
        self.unit.error(WRONG_TYPE, f"`{memory.word}` has one value for each {per}", node, label, notes)
        return False

    def want(self, node: s.Expr, kind: Type, what: str = "") -> ir.Value:
        """Check a value that must be of a type, converting zones and single items to lists."""
        if self.unit.notes is not None:
            self.unit.notes.expect(node, kind)
        if kind.base == "enum" and isinstance(node, s.Name) and node.word not in self.scope.locals:
            number = self.symbols.game.words.get(node.word)
            if number is not None and node.word in self.symbols.game.enums[kind.of].values:
                return self.unit.meant(node, self.names.noted(node.start, node.word, ir.Lit(kind, number)))
        if self._is_none(node) and may_be_none(kind):
            return self.unit.meant(node, self.names.noted(node.start, "none", ir.Lit(kind, none_of(kind))))
        if kind.base == "list" and isinstance(node, s.ListOf) and kind.item is not None and kind.item.base == "enum":
            items = tuple(self.want(item, kind.item, what) for item in node.items)
            return self.unit.meant(node, ir.ListV(items, kind))
        return self.types.fit(self.zones(node) if is_zones(kind) else self.value(node), kind, node, what)

    def condition(self, node: s.Expr) -> ir.Value:
        """Check a yes or no."""
        return self.want(node, YES_NO, "a condition")

    def items(self, node: s.Expr, words: Collection[str] = (), inside: Collection[s.Node | None] = ()) -> ir.Value:
        """Check a list; a zone stands for its pieces, a single item for a list of it.

        What is collected of zones is the pieces in them, unless what is `inside` takes an item, which it calls by one
        of `words`, for a zone.
        """
        zones = isinstance(node, s.Collect) and taken_for_zones(self.symbols, words, inside)
        return self.types.as_list(self.zones(node) if zones else self.value(node), node)

    # ------------------------------------------------------------ constants

    def _number(self, node: s.Number) -> ir.Value:
        return ir.Lit(NUMBER, node.value)

    def _text(self, node: s.Text) -> ir.Value:
        return ir.TextV(node.value)

    def _yesno(self, node: s.YesNo) -> ir.Value:
        return ir.Lit(YES_NO, int(node.value))

    def _listof(self, node: s.ListOf) -> ir.Value:
        items = tuple(self.value(item) for item in node.items)
        if not items:
            return ir.ListV((), EMPTY)
        if any(item.type.base == "piece" for item in items):
            items = tuple(self.types.as_piece(item, each) or item for item, each in zip(items, node.items, strict=True))
        if any(item.type.base == "list" for item in items):
            return self._joined(items, node)
        kind = items[0].type
        for item, child in zip(items[1:], node.items[1:], strict=True):
            if self.types.fits(kind, item.type):
                kind = item.type
            elif not self.types.fits(item.type, kind) and not self.types.share_words(item.type, kind):
                self.unit.error(
                    WRONG_TYPE,
                    f"a list holds one type: {self.types.told(kind)} before, {self.types.told(item.type)} here",
                    child,
                )
        return ir.ListV(items, list_of(kind))

    def _joined(self, lists: Sequence[ir.Value], node: s.ListOf) -> ir.Value:
        """Lists in a list, or zones beside them, as one list of what is in them."""
        whole = self.types.as_list(lists[0], node.items[0])
        for each, child in zip(lists[1:], node.items[1:], strict=True):
            kind = whole.type if whole.type.item is not None else self.types.as_list(each, child).type
            whole = ir.BinaryV("+", whole, self.types.fit(each, kind, child), kind)
        return whole

    # ------------------------------------------------------------ names and calls

    def _name(self, node: s.Name) -> ir.Value:
        return self.names.name(node)

    def _get(self, node: s.Get) -> ir.Value:
        owner = self.value(node.object)
        return self.names.get(self.types.as_piece(owner, node.object) or owner, node)

    def _call(self, node: s.Call) -> ir.Value:
        return self.calls.call(node)

    def _at(self, node: s.At) -> ir.Value:
        owner = self.place(node.object)
        if owner.type.base == "bad":
            return Bad
        if isinstance(owner, ir.MemoryV) and owner.memory.per is not None and owner.index is None:
            return ir.MemoryV(owner.memory, owner.owner, self.want(node.index, enum(owner.memory.per)))
        label = ""
        notes: tuple[Note, ...] = ()
        if isinstance(owner, ir.MemoryV) and owner.index is None:
            kind = self.value(node.index).type
            label = f"declare it with `per: {kind.of}`" if kind.base == "enum" else ""
            notes = (Note(DECLARED_HERE, owner.memory.span),)
        self.unit.error(WRONG_TYPE, "only memory declared with `per` has a `[`...`]`", node, label, notes)
        return Bad

    # ------------------------------------------------------------ operators

    def _negative(self, node: s.Negative) -> ir.Value:
        value = self.want(node.value, NUMBER)
        if isinstance(value, ir.Lit):
            return ir.Lit(NUMBER, -value.value)
        return ir.BinaryV("-", ir.Lit(NUMBER, 0), value, NUMBER)

    def _not(self, node: s.Not) -> ir.Value:
        return ir.NotV(self.condition(node.value))

    def _logic(self, node: s.Logic) -> ir.Value:
        left = self.condition(node.left)
        with self.scope.where(numbers_by(left, node.operator == "and")):
            return ir.LogicV(node.operator, left, self.condition(node.right))

    def _binary(self, node: s.Binary, zones: bool = False) -> ir.Value:
        left = self.zones(node.left) if zones else self._collected(node.left)
        if of_zones(left):
            right = self.zones(node.right) if zones else self._collected(node.right)
            if zones or (is_zones(right.type) and not of_zones(right)):
                return ir.BinaryV(node.operator, left, self.types.fit(right, left.type, node.right), left.type)
            left = self.unit.meant(node.left, self.types.joined(left))
            return ir.BinaryV(node.operator, left, self.types.fit(right, left.type, node.right), left.type)
        if left.type.base in ("list", "zone") and node.operator in "+-":
            items = self.types.as_list(left, node.left)
            kind = items.type if items.type.item is not None else self.items(node.right).type
            return ir.BinaryV(node.operator, items, self.want(node.right, kind), kind)
        return ir.BinaryV(node.operator, self.types.fit(left, NUMBER, node.left), self.want(node.right, NUMBER), NUMBER)

    def _divide(self, node: s.Divide) -> ir.Value:
        return ir.DivideV(self.want(node.left, NUMBER), self.want(node.right, NUMBER), node.rounding == "up")

    def _compare(self, node: s.Compare) -> ir.Value:
        if node.operator in ("in", "not in"):
            return self._membership(node)
        if node.operator in ("<", "<=", ">", ">="):
            return ir.CompareV(node.operator, self.want(node.left, NUMBER), self.want(node.right, NUMBER))
        left = self._collected(node.left)
        if self.unit.notes is not None:
            self.unit.notes.expect(node.right, left.type)
        word = self._takes_word(node.right, left.type)
        right = self.want(node.right, left.type) if word else self._collected(node.right)
        both = of_zones(left) and of_zones(right)
        if both or not is_zones(left.type) or not is_zones(right.type):
            left = self.unit.meant(node.left, self.types.joined(left))
            right = self.unit.meant(node.right, self.types.joined(right))
        if left.type.base == "piece" or left.type.item is not None:
            right = self.types.as_pieces(right, node.right, left.type) or right
        if right.type.base == "piece" or right.type.item is not None:
            left = self.types.as_pieces(left, node.left, right.type) or left
        if left.type.base == "list" or right.type.base == "list":
            left, right = self.types.as_list(left, node.left), self.types.as_list(right, node.right)
        self._comparable(left.type, right.type, node)
        return ir.CompareV(node.operator, left, right)

    def _membership(self, node: s.Compare) -> ir.Value:
        items = self.types.as_list(self._collected(node.right), node.right)
        item = items.type.item
        left = self.want(node.left, item) if self._takes_word(node.left, item) and item else self.value(node.left)
        if of_zones(items) and left.type.base != "zone":
            items = self.unit.meant(node.right, self.types.joined(items))
            item = items.type.item
        if item is not None and item.base == "piece":
            left = self.types.as_piece(left, node.left) or left
        if item is not None:
            self._comparable(left.type, item, node)
        return ir.CompareV(node.operator, left, items)

    def _is_none(self, node: s.Expr) -> bool:
        """Whether a value is the word for none of them, unless a name declared there is called so."""
        return isinstance(node, s.Name) and node.word == "none" and "none" not in self.scope.locals

    def _takes_word(self, node: s.Expr, kind: Type | None) -> bool:
        if kind is not None and may_be_none(kind) and self._is_none(node):
            return True
        if kind is None or kind.base != "enum" or not isinstance(node, s.Name):
            return False
        if node.word in self.scope.locals or self.names.of_it(node.word) is not None:
            return False
        return node.word in self.symbols.game.enums[kind.of].values

    def _comparable(self, left: Type, right: Type, node: s.Compare) -> None:
        if self.types.fits(left, right) or self.types.fits(right, left) or self.types.share_words(left, right):
            return
        message = f"{article(left)} is never {article(right)}"
        self.unit.error(NEVER_EQUAL, message, node, _meant_instead(left, right, node))

    # ------------------------------------------------------------ lists

    def _filter(self, node: s.Filter) -> ir.Value:
        return self.filtered(self.items(node.list, ("it",), (node.where,)), node.where)

    def filtered(self, items: ir.Value, where: s.Expr, word: str = "", start: int = 0) -> ir.Value:
        """A list with a condition about `it`, which also has the name the items are about to get, if any."""
        if items.type.base == "bad":
            return Bad
        it = self.symbols.var("it", items.type.item or Bad.type)
        with self.scope.where(numbers_among(items, it)):
            return ir.FilterV(items, it, self.about(it, where, word, start, items=items))

    def about(
        self,
        it: ir.Var,
        where: s.Expr,
        word: str = "",
        start: int = 0,
        kind: Type = YES_NO,
        items: ir.Value | None = None,
    ) -> ir.Value:
        """A condition (or a value of another kind) in which `it`, its properties and a name of its own have a meaning.

        The name is the first such word from `start` on. `items` is the list that the item is of.
        """
        if isinstance(where, s.IfAny) and items is not None:
            fits = self.about(it, where.condition, word, start)
            other = self.symbols.var("it", it.type)
            fitting = ir.FilterV(items, other, ir.substitute(fits, {it: ir.Local(other)}))
            none = ir.NotV(ir.PrimitiveV(self.symbols.primitives["any"], (fitting,), YES_NO))
            return self.unit.meant(where, ir.LogicV("or", fits, none))
        outer = self.scope.it
        if word and self.unit.notes is not None:
            self.unit.notes.alias(it, self.unit.local(word, start))
        with self.scope.inner():
            if word and self.names.property(ir.Local(it), word) is None:
                self.scope.locals[word] = it
            self.scope.it = (*outer, it)
            try:
                return self.condition(where) if kind == YES_NO else self.want(where, kind)
            finally:
                self.scope.it = outer

    def _ifany(self, node: s.IfAny) -> ir.Value:
        message = "`, if any` stands behind the condition of a list: of an event there is one at most"
        self.unit.error(MISPLACED, message, node)
        return self.condition(node.condition)

    def _ranked(self, node: s.Ranked) -> ir.Value:
        """Those of a list whose number is the largest of all, or the smallest."""
        items = self.items(node.list, ("it",), (node.by,))
        if items.type.base == "bad":
            return Bad
        it = self.symbols.var("it", items.type.item or Bad.type)
        with self.scope.where(numbers_among(items, it)):
            by = self.about(it, node.by, kind=NUMBER)
        other = self.symbols.var("it", it.type)
        every = ir.CollectV(ir.substitute(by, {it: ir.Local(other)}), ((other, items),), None, False, list_of(NUMBER))
        most = ir.PrimitiveV(self.symbols.primitives["max" if node.which == "highest" else "min"], (every,), NUMBER)
        return ir.FilterV(items, it, ir.CompareV("is", by, most))

    def _collect(self, node: s.Collect) -> ir.Value:
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
            asked = [numbers_among(items, var) for var, items in each] + ([] if where is None else [numbers_by(where)])
            with self.scope.where(tuple(value for values in asked for value in values)):
                value = self.types.number(self.value(node.value))
        flat = value.type.base == "list"
        return ir.CollectV(value, tuple(each), where, flat, value.type if flat else list_of(value.type))


def _meant_instead(left: Type, right: Type, node: s.Compare) -> str:
    """Return what to write instead of a comparison of two values that are never equal; empty where nothing is known."""
    if NONE in (left, right) and PLAYER in (left, right):
        return "no player is called `nobody`"
    bases = [(kind.item or kind).base for kind in (left, right)]
    if "piece" not in bases:
        return ""
    piece = node.left if bases[0] == "piece" else node.right
    called = piece.word if isinstance(piece, s.Name) else "..."
    if "name" in bases:
        return f"write `{called}.name` for what it is called"
    if "zone" in bases:
        return f"write `{called}.zone` for where it lies"
    return ""
