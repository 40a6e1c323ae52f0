"""Compatibility of types, and conversion of zones and single items to lists."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeGuard

from cardwright.checker import typed_tree
from cardwright.checker.names.rule_text_context import UNCLEAR_COPY, WRONG_TYPE, Scope, Symbols, UnclearCard, Unit
from cardwright.checker.typed_tree_queries import find_numbers_among
from cardwright.declarations.model import PLAYERS, TABLE
from cardwright.declarations.value_types import (
    FRACTION,
    MAYBE_NUMBER,
    NONE,
    NUMBER,
    PLAYER,
    UNKNOWN,
    YES_NO,
    ZONE,
    Type,
    describe_type,
    list_of,
    may_be_none,
    name_to_piece,
    none_of,
    piece,
)
from cardwright.source.diagnostics import declare_code, note_declared
from cardwright.syntax import tree as syntax

Bad = typed_tree.LiteralExpr(UNKNOWN, 0)


NEVER_EQUAL = declare_code("never-equal")
SINGLE_AS_LIST = declare_code("single-as-list")

# Longer source text is not quoted in a message.
MAX_QUOTED_LENGTH = 40


class TypeChecker:
    """Converter of values to required types. A value that does not fit is reported once and becomes `Bad`."""

    def __init__(
        self, symbols: Symbols, unit: Unit, numbers_now: Callable[[], tuple[typed_tree.Value, ...]] = tuple
    ) -> None:
        self.symbols = symbols
        self.unit = unit
        self.numbers_now = numbers_now

    def as_list(self, value: typed_tree.Value, node: syntax.Node) -> typed_tree.Value:
        """Return a value as a list."""
        if value.type.base in ("bad", "list"):
            return value
        if value.type.base == "zone":
            return self.content(value)
        if value.type.base in ("piece", "player", "enum", "number", "name", "yes_no"):
            return typed_tree.ListExpr((value,), list_of(value.type))
        message = f"a list is needed here, but this is {describe_type(value.type)}"
        self.unit.error(WRONG_TYPE, message, node, "write a list or a zone")
        return Bad

    def as_items(self, value: typed_tree.Value, node: syntax.Node, counted: bool = False) -> typed_tree.Value:
        """Return a value as a list to go through or, if it is `counted`, to count; warn of a number, a yes or a no."""
        if value.type.base in ("number", "yes_no"):
            message = f"this is {describe_type(value.type)}, not a list: it counts as one item, whatever it is"
            label = "write a list, as in `hand where ...`"
            if value.type.base == "number":
                label = "compare it, as in `... > 0`" if counted else "write a list, or `repeat ... times` for a number"
            self.unit.error(SINGLE_AS_LIST, message, node, label, severity="warning")
        return self.as_list(value, node)

    def check_one_beside_list(self, left: typed_tree.Value, right: typed_tree.Value, node: syntax.CompareNode) -> None:
        """Warn of a list of what several pieces have that is compared with one word, number, yes or no."""
        listed, one = (node.left, right) if left.type.base == "list" else (node.right, left)
        collected = isinstance(left if listed is node.left else right, typed_tree.CollectExpr)
        if collected and isinstance(listed, syntax.GetNode) and one.type.base in ("enum", "number", "yes_no"):
            message = "this is the list of all of them: it equals one value only if it has exactly that one item"
            each = f"{self.unit.text(listed.object)} where {listed.word} {node.operator} ..."
            label = f"write `any({each})` if one is enough, or brackets around the value if all of the list is meant"
            self.unit.error(SINGLE_AS_LIST, message, listed, label, severity="warning")

    def content(self, zone: typed_tree.Value) -> typed_tree.Value:
        """Return the typed value of all pieces in a zone."""
        kind = zone.type.of or self.symbols.main_kind
        return typed_tree.ContentExpr(zone, list_of(piece(kind)))

    def joined(self, value: typed_tree.Value) -> typed_tree.Value:
        """Return the pieces in a list of zones as one list; any other value is returned unchanged."""
        if not is_from_zones(value):
            return value
        content = self.content(value.value)
        return replace(value, value=content, flat=True, type=content.type)

    def flat_zones(self, zones: typed_tree.Value) -> typed_tree.Value:
        """Return the pieces in several zones as one list."""
        if is_from_zones(zones):
            return self.joined(zones)
        item = zones.type.item or ZONE
        var = self.symbols.var("z", item)
        content = self.content(typed_tree.LocalExpr(var))
        return typed_tree.CollectExpr(content, ((var, zones),), None, True, content.type)

    def fit(self, value: typed_tree.Value, kind: Type, node: syntax.Node, what: str = "") -> typed_tree.Value:
        """Return a value converted to a type. Report an error if the value does not fit."""
        have = value.type
        if have == NONE and may_be_none(kind):
            return typed_tree.LiteralExpr(kind, none_of(kind))
        if kind == NUMBER and (certain := self.number(value)).type == NUMBER:
            return certain
        if kind == list_of(NUMBER) and (numbers := _narrow_collected(value)) is not None:
            return numbers
        if have.base == "bad" or self.fits(have, kind):
            return value
        if kind.base == "list" and have.base != "list":
            single = self.as_list(value, node)
            if self.fits(single.type, kind):
                return single
        if kind.base == "list" and have.base == "list" and have.item is not None and have.item.base == "zone":
            return self.fit(self.flat_zones(value), kind, node, what)
        if (
            kind.base == have.base == "enum"
            and isinstance(value, typed_tree.LiteralExpr)
            and value.value in self.numbers(kind.of)
        ):
            return typed_tree.LiteralExpr(kind, value.value)
        if have == NONE and kind == PLAYER:
            self.unit.error(WRONG_TYPE, "no player is called `nobody`", node, "write `nobody`")
            return Bad
        card = self.as_pieces(value, node, kind)
        if card is not None and self.fits(card.type, kind):
            return card
        where = f" for {what}" if what else ""
        asked = "test first that it `is not none`" if have == MAYBE_NUMBER and kind == NUMBER else ""
        written = " ".join(self.unit.scalar.raw[node.start : node.end].split())
        if kind == NUMBER and have.base in ("list", "zone") and len(written) <= MAX_QUOTED_LENGTH:
            asked = f"write `count({written})` for how many there are"
        if name_to_piece(kind) == have:
            asked = "write `.name` after it to get its name"
        one = have.item if have.base == kind.base == "list" and have.item is not None else have
        if name_to_piece(one) == (kind.item or kind) and len(written) <= MAX_QUOTED_LENGTH:
            place = self._find_zone_of(one.of)
            called = f"{place} where name {'is' if one is have else 'in'} {written}"
            asked = f"write `{called if kind.base == 'list' else f'the({called})'}`"
        message = f"{self.describe(kind)} is needed here{where}, but this is {self.describe(have)}"
        several = have.base == "list" and have.item is not None and self.fits(have.item, kind)
        if several:
            the = f"the({written})" if 0 < len(written) <= MAX_QUOTED_LENGTH else "the(...)"
            asked = "for several items write `for each x in ...`, let a player `choose` one, "
            asked += f"or write `{the}` if there is only one"
        form = "compare it, as in `... > 1`" if kind == YES_NO else f"write {self.describe(kind)}"
        self.unit.error(WRONG_TYPE, message, node, asked or form)
        return Bad

    def _find_zone_of(self, kind: str) -> str:
        """Return a zone of the table that holds pieces of a kind or, if there is none, any zone that does."""
        zones = [zone for zone in self.symbols.game.zones if zone.holds == kind]
        return next((zone.word for zone in sorted(zones, key=lambda zone: zone.owner != TABLE)), "ZONE")

    def refuse_fraction(self, node: syntax.Node) -> typed_tree.Value:
        """Report a fraction where only whole numbers can be, and return `Bad`."""
        written = self.unit.text(node)
        message = "a whole number is needed here, but this is a fraction"
        asked = f"write `({written}) / 1 rounded down`" if len(written) <= MAX_QUOTED_LENGTH else "round the division"
        asked = "add `rounded up` or `rounded down`" if isinstance(node, syntax.DivideNode) else asked
        self.unit.error(WRONG_TYPE, message, node, asked)
        return Bad

    def number(self, value: typed_tree.Value) -> typed_tree.Value:
        """Return a nullable number as a number, if an enclosing condition excludes `none`.

        Other values are returned unchanged.
        """
        return typed_tree.NarrowedExpr(value) if value.type == MAYBE_NUMBER and value in self.numbers_now() else value

    def as_piece(self, value: typed_tree.Value, node: syntax.Node) -> typed_tree.Value | None:
        """Return the piece whose card id is written at `node`, if the rule text can name single pieces; else None."""
        if (
            self.unit.cards is None
            or not isinstance(value, typed_tree.LiteralExpr)
            or value.type.base not in ("name", "enum")
        ):
            return None
        return self.card(node.word, node) if isinstance(node, syntax.NameNode) else None

    def as_pieces(self, value: typed_tree.Value, node: syntax.Node, kind: Type) -> typed_tree.Value | None:
        """Return the pieces that a name, or a list of names, means in a comparison with type `kind`, else None."""
        if kind.base == "piece":
            return self.as_piece(value, node)
        if kind.item is None or kind.item.base != "piece" or not isinstance(value, typed_tree.ListExpr):
            return None
        if not isinstance(node, syntax.ListOfNode) or not value.items:
            return None
        found = tuple(
            card
            for item, each in zip(value.items, node.items, strict=True)
            if (card := item if item.type.base == "piece" else self.as_piece(item, each)) is not None
        )
        return typed_tree.ListExpr(found, list_of(found[0].type)) if len(found) == len(value.items) else None

    def card(self, word: str, node: syntax.Node) -> typed_tree.Value | None:
        """Return the piece with a card's id. If there are several copies, report the name and return `Bad`."""
        found = self.unit.cards.card(word) if self.unit.cards is not None else None
        if isinstance(found, UnclearCard):
            self.unit.error(UNCLEAR_COPY, found.message, node, found.label)
            return Bad
        return found

    def fits(self, have: Type, kind: Type) -> bool:
        """Return True if every value of type `have` is one of type `kind`."""
        if have == kind or "bad" in (have.base, kind.base) or UNKNOWN in (have.item, kind.item):
            return True
        if have == NONE:
            return may_be_none(kind)
        if have == NUMBER and kind == MAYBE_NUMBER:
            return True
        if have.base != kind.base:
            return False
        if have.base == "list":
            return have.item is None or kind.item is None or self.fits(have.item, kind.item)
        if have.base == "enum":
            return set(self.numbers(have.of)) <= set(self.numbers(kind.of))
        return have.base == "zone" and kind.of in ("", have.of)

    def is_one(self, found: typed_tree.Value, node: syntax.Node, can_add: bool | None = None) -> bool:
        """Return True if an expression has a single value; otherwise report that it has one for each word.

        `can_add` tells whether numbers could be added up instead; it is False for a list, None for what is changed.
        """
        per = found.memory.per if isinstance(found, typed_tree.MemoryExpr) and found.index is None else None
        if not isinstance(found, typed_tree.MemoryExpr) or per is None:
            return True
        memory, words, text = found.memory, self.symbols.game.enums[per], self.unit.text(node)
        owner = text.rpartition(".")[0]
        label = f"write `{text}[{words.values[0]}]`, for example"
        if can_add is False:
            label = f"write `x.{memory.word}[{words.values[0]}] for each x in {owner}`, for example"
        elif can_add and memory.type == NUMBER:
            label = f"write `{text}[{words.values[0]}]`, or `sum({text}[x] for each x in {words.plural})` for all"
        message = f"`{memory.word}` has one value for each {per}, but a single value is needed here"
        self.unit.error(WRONG_TYPE, message, node, label, note_declared(memory.word, memory.span))
        return False

    def check_comparable(self, left: Type, right: Type, node: syntax.CompareNode) -> None:
        """Report a comparison of two types that can never be equal."""
        if self.fits(left, right) or self.fits(right, left) or self.share_words(left, right):
            return
        message = f"{describe_type(left)} never equals {describe_type(right)}"
        label = suggest_comparison(left, right, node, self.unit) or f"compare it with {describe_type(left)}"
        self.unit.error(NEVER_EQUAL, message, node, label)

    def describe(self, kind: Type) -> str:
        """Return a description of a type for messages. A zone is described with the kind of its pieces."""
        item, game = kind.item or kind, self.symbols.game
        known = game.kinds.get(item.of) if item.base in ("zone", "piece") else game.enums.get(item.of)
        if known is None or item.base not in ("zone", "piece", "enum") or (kind.item is None and item.base != "zone"):
            return describe_type(kind)
        what = f"zones of {known.plural}" if kind.item is not None and item.base == "zone" else known.plural
        return f"a {kind.base} of {what}"

    def share_words(self, left: Type, right: Type) -> bool:
        """Return True if two enums, or lists of them, have a word in common."""
        if left.base == right.base == "enum":
            return bool(set(self.numbers(left.of)) & set(self.numbers(right.of)))
        if left.base == right.base == "list" and left.item and right.item:
            return self.share_words(left.item, right.item)
        return False

    def numbers(self, enum_word: str) -> tuple[int, ...]:
        """Return the number of each word of an enum, in order."""
        words = self.symbols.game.words
        return tuple(words[value] for value in self.symbols.game.enums[enum_word].values)


def as_fraction(value: typed_tree.Value) -> typed_tree.Value:
    """Return a number as a fraction; a fraction is returned unchanged."""
    one = typed_tree.LiteralExpr(NUMBER, 1)
    return typed_tree.DivideExpr(value, one, False, FRACTION) if value.type == NUMBER else value


def divide(left: typed_tree.Value, right: typed_tree.Value) -> typed_tree.Value:
    """Return the exact quotient of two numbers."""
    return typed_tree.DivideExpr(as_fraction(left) if right.type == FRACTION else left, right, False, FRACTION)


def align_numbers(left: typed_tree.Value, right: typed_tree.Value) -> tuple[typed_tree.Value, typed_tree.Value]:
    """Return two numbers, both as fractions if one of them is a fraction."""
    return (as_fraction(left), as_fraction(right)) if FRACTION in (left.type, right.type) else (left, right)


def compute(operator: str, left: typed_tree.Value, right: typed_tree.Value) -> typed_tree.Value:
    """Return a sum, difference or product of numbers, which is a fraction if one of them is."""
    kind = FRACTION if FRACTION in (left.type, right.type) else NUMBER
    if operator == "*" and left.type == right.type == FRACTION:
        return divide(left, divide(typed_tree.LiteralExpr(NUMBER, 1), right))
    if operator != "*":
        left, right = align_numbers(left, right)
    return typed_tree.BinaryExpr(operator, left, right, kind)


def is_from_zones(value: typed_tree.Value) -> TypeGuard[typed_tree.CollectExpr]:
    """Return True if a value is a list of zones made by a comprehension."""
    return isinstance(value, typed_tree.CollectExpr) and value.value.type.base == "zone"


def is_named_like_word(node: syntax.Expr, other: Type, symbols: Symbols, scope: Scope) -> bool:
    """Return True if a name, or one in a list, is a word of a type, but beside a value of type `other` a piece's."""
    kind = other.item or other
    return kind.base == "name" and any(
        isinstance(each, syntax.NameNode)
        and each.word in symbols.game.words
        and each.word not in scope.locals
        and symbols.names.get(each.word, ("", 0))[0] == kind.of
        for each in (node.items if isinstance(node, syntax.ListOfNode) else (node,))
    )


def is_zones(kind: Type) -> bool:
    """Return True if a type is a list of zones."""
    return kind.item is not None and kind.item.base == "zone"


def _narrow_collected(value: typed_tree.Value) -> typed_tree.Value | None:
    """Return a list of nullable numbers as a list of numbers if its filter excludes `none`, else None."""
    if not isinstance(value, typed_tree.CollectExpr) or value.value.type != MAYBE_NUMBER:
        return None
    known = [each for var, items in value.each for each in find_numbers_among(items, var)]
    return (
        replace(value, value=typed_tree.NarrowedExpr(value.value), type=list_of(NUMBER))
        if value.value in known
        else None
    )


def suggest_comparison(left: Type, right: Type, node: syntax.CompareNode, unit: Unit) -> str:
    """Return a suggestion for a comparison of values that can never be equal, or ""."""
    if NONE in (left, right) and PLAYER in (left, right):
        return "no player is called `nobody`"
    bases = [(kind.item or kind).base for kind in (left, right)]
    if "piece" not in bases:
        return ""
    at, other = (0, 1) if bases[0] == "piece" else (1, 0)
    sides = [unit.text(node.left), unit.text(node.right)]
    if bases[other] not in ("name", "zone") or (left, right)[at].base != "piece":
        return ""
    sides[at] += f".{bases[other]}"
    return f"write `{f' {node.operator} '.join(sides)}`"


def explain_unchangeable(target: typed_tree.Value, written: str) -> tuple[str, str]:
    """Return the message for a value that cannot be assigned, and the label that tells how to change it.

    `written` is the value in the author's words.
    """
    match target:
        case typed_tree.AttributeExpr(attribute=attribute):
            message = f"`{attribute.word}` is printed on the piece and never changes"
            return message, "for what changes, declare memory under its kind, or write a rule and `modify` it"
        case typed_tree.ZoneExpr(zone=zone) | typed_tree.ContentExpr(zone=typed_tree.ZoneExpr(zone=zone)):
            message = f"`{zone.word}` is a zone: what lies in it changes only by moves"
            return message, f"write `move(PIECES, to: {written})`"
        case typed_tree.RuleExpr(rule=rule):
            message = f"`{rule.word}` is a rule, which is calculated anew each time"
            return message, f"change what it reads, or write `modify {written} until EVENT: add NUMBER`"
        case typed_tree.CollectExpr(value=typed_tree.MemoryExpr(memory=memory)) if "." in written:
            one, several = "p" if memory.owner == PLAYERS else "c", written.rpartition(".")[0]
            label = f"write `for each {one} in {several}: {one}.{memory.word} = VALUE`"
            return f"`{written}` is the memory of several, which is changed for one at a time", label
        case typed_tree.LocalExpr(var=var):
            return f"`{var.word}` is set by the game", "give another value a name of its own: `let NAME = VALUE`"
    message = f"only memory and `let` names can be changed, and `{written}` is neither"
    return message, "declare memory for it in the game file, or store a new value with `let NAME = VALUE`"
