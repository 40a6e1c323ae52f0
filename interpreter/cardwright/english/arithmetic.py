"""English for arithmetic, in brackets where the order of evaluation differs from the order of reading."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from cardwright.declarations.value_types import NUMBER
from cardwright.english.dispatch import render, render_single
from cardwright.english.noun_phrases import Thing, looks_plural
from cardwright.english.scope import Deferred, EnglishScope
from cardwright.phrases import inflection
from cardwright.syntax import tree as syntax

# The words for a part of a number, by the divisor.
_PARTS = {2: "half of", 3: "a third of", 4: "a quarter of"}
_SIGNS = {"+": "plus", "-": "minus"}
# The words for extremes of two numbers, and of more.
EXTREMES = {"min": ("smaller", "smallest"), "max": ("larger", "largest"), "sum": ("sum", "sum")}


class _Binds(IntEnum):
    """Levels at which a number in words binds to the words next to it, from loose to close."""

    SIGN = 0  # minus X
    SUM = 1  # X plus Y
    QUOTIENT = 2  # X divided by Y (rounded down)
    HALF = 3  # half of X (rounded down)
    PRODUCT = 4  # X times Y
    PREFIX = 5  # twice X
    ALONE = 6  # X


@dataclass(frozen=True, slots=True)
class _SpokenNumber:
    """A number in words; `followed` is the form that is used if further words follow."""

    text: str
    binds: _Binds = _Binds.ALONE
    followed: str = ""

    def bracketed(self, if_so: bool) -> _SpokenNumber:
        """Return the number, in brackets if `if_so` is True and its text has several parts."""
        return _SpokenNumber(f"({self.text})") if if_so else self

    @property
    def before(self) -> str:
        """The form of the number that is used before further words."""
        return self.followed or self.text

    def behind(self, lead: str, binds: _Binds) -> _SpokenNumber:
        """Return the number whose text is `lead` followed by the text of this number."""
        return _SpokenNumber(f"{lead} {self.text}", binds, self.followed and f"{lead} {self.followed}")


def is_arithmetic(node: syntax.Expr, scope: EnglishScope) -> bool:
    """Return True if a number is computed from other numbers, instead of being a value or a count."""
    return (
        isinstance(node, syntax.BinaryNode | syntax.DivideNode | syntax.NegativeNode)
        or _is_extreme(node)
        or _find_deferred(node, scope) is not None
    )


# A number of things: `your number of cakes`, `the number of cards in your hand`.
_COUNTED = re.compile(r"(the|your|that player's) number of ([^,()]*)$", re.IGNORECASE)


def render_computation(node: syntax.Expr, scope: EnglishScope) -> str:
    """Render how a number is computed, such as `twice (your credits minus 3)`."""
    return _speak(node, scope).text


def render_summand(node: syntax.Expr, scope: EnglishScope) -> str:
    """Render a number that is added for each item: `the sum of (the points of each of your cards minus 1)`."""
    found = _speak(node, scope)
    return found.bracketed(found.binds <= _Binds.SUM).text


def _speak(node: syntax.Expr, scope: EnglishScope) -> _SpokenNumber:
    later = _find_deferred(node, scope)
    if later is not None and isinstance(node, syntax.NameNode):
        del scope.fresh[node.word]
        return _speak(later.value, later.scope)
    match node:
        case (
            syntax.NegativeNode(value=value)
            | syntax.BinaryNode(operator="-", left=syntax.NumberNode(value=0), right=value)
        ):
            inner = _speak(value, scope)
            return inner.bracketed(inner.binds <= _Binds.HALF).behind("minus", _Binds.SIGN)
        case syntax.BinaryNode(operator="*"):
            return (_find_rate(node, scope) if scope.words.plainly else None) or _find_product(node, scope)
        case syntax.BinaryNode():
            left, right = _speak(node.left, scope), _speak(node.right, scope)
            product = left.binds in (_Binds.PREFIX, _Binds.PRODUCT) and not scope.defines
            if product and node.operator == "-" and isinstance(node.right, syntax.NumberNode):  # 2 less than twice X
                return left.behind(f"{right.text} less than", _Binds.SUM)
            right = right.bracketed(right.binds <= (_Binds.HALF if node.operator == "-" else _Binds.SIGN))
            return right.behind(f"{left.before} {_SIGNS[node.operator]}", _Binds.SUM)
        case syntax.DivideNode():
            return _find_quotient(node, scope)
    text = render_number_of(node, render(node, scope))
    return _SpokenNumber(text, followed=f"({text})" if _ends_with_number(node, text, scope) else "")


def render_number_of(node: syntax.Expr, text: str) -> str:
    """Return the text of a number; what lies on a piece is counted: `the number of barrels on this card`."""
    lies = isinstance(node, syntax.GetNode) and text.startswith("the ") and " on " in text and looks_plural(text)
    return f"the number of {text[4:]}" if lies else text


def _find_deferred(node: syntax.Expr, scope: EnglishScope) -> Deferred | None:
    """Return the value of a name if it must be rendered in full here, at the first use of the name; else None."""
    found = scope.fresh.get(node.word) if isinstance(node, syntax.NameNode) else None
    return found if isinstance(found, Deferred) else None


def _find_rate(node: syntax.BinaryNode, scope: EnglishScope) -> _SpokenNumber | None:
    """Return a number times whole parts of another as a rate, `10 for every 3 cards in your hand`; else None."""
    rate, parts = (node.left, node.right) if isinstance(node.right, syntax.DivideNode) else (node.right, node.left)
    if not isinstance(parts, syntax.DivideNode) or parts.rounding != "down" or isinstance(rate, syntax.DivideNode):
        return None
    each = _speak(rate, scope)
    counted = _COUNTED.match(render(parts.left, scope))
    if not isinstance(parts.right, syntax.NumberNode) or counted is None or each.binds < _Binds.ALONE:
        return None
    whose = "" if counted[1].casefold() == "the" else f"of {counted[1]} "
    comma = "," if " for " in each.text else ""
    return _SpokenNumber(f"{each.text}{comma} for every {parts.right.value} {whose}{counted[2]}", _Binds.QUOTIENT)


def _find_product(node: syntax.BinaryNode, scope: EnglishScope) -> _SpokenNumber:
    first, second = node.left, node.right
    if isinstance(second, syntax.NumberNode) and not isinstance(first, syntax.NumberNode):
        first, second = second, first
    left, right = _speak(first, scope), _speak(second, scope)
    right = right.bracketed(right.binds <= _Binds.HALF)  # what is rounded, the half or the product?
    if first == syntax.NumberNode(2):
        return right.bracketed(right.text.startswith("twice ")).behind("twice", _Binds.PREFIX)
    left = left.bracketed(left.binds in (_Binds.SUM, _Binds.QUOTIENT, _Binds.HALF))
    binds = _Binds.SIGN if left.binds == _Binds.SIGN else _Binds.PRODUCT  # rendered as minus a product, which is equal
    return right.behind(f"{left.before} times", binds)


def _find_quotient(node: syntax.DivideNode, scope: EnglishScope) -> _SpokenNumber:
    if not node.rounding and isinstance(node.right, syntax.NumberNode):
        match node.left:
            case syntax.NumberNode(value=above):
                return _SpokenNumber(f"{above}/{node.right.value}")
            case syntax.NegativeNode(value=syntax.NumberNode(value=above)):
                return _SpokenNumber(f"minus {above}/{node.right.value}", _Binds.SIGN)
    left = _speak(node.left, scope)
    if node.right == syntax.NumberNode(1) and not node.rounding:
        return left
    left = left.bracketed(left.binds < _Binds.ALONE)
    rounded = f" ({f'rounded {node.rounding}' if node.rounding else 'not rounded'})"
    share = _PARTS.get(node.right.value) if isinstance(node.right, syntax.NumberNode) else None
    if share is not None and (share == "half of" or not node.rounding):
        share = "half" if left.text.startswith("the number of ") and share == "half of" else share
        return _SpokenNumber(f"{share} {left.text}{rounded}", _Binds.HALF)
    right = _speak(node.right, scope)
    right = right.bracketed(right.binds < _Binds.ALONE)
    return _SpokenNumber(f"{left.before} divided by {right.text}{rounded}", _Binds.QUOTIENT)


def render_aggregate(word: str, values: Sequence[syntax.Expr], scope: EnglishScope) -> str:
    """Render the smallest, largest or sum of several numbers, such as `the larger of 1 and your credits`."""
    several = [_speak(value, scope) for value in values]
    several = [each.bracketed(each.binds < _Binds.PREFIX and each.binds != _Binds.HALF) for each in several]
    joined = inflection.join_items([*(each.before for each in several[:-1]), several[-1].text])
    return f"the {EXTREMES[word][len(values) > 2]} of {joined}"


def _is_extreme(node: syntax.Expr) -> bool:
    return isinstance(node, syntax.CallNode) and node.word in EXTREMES


def _ends_with_number(node: syntax.Expr, text: str, scope: EnglishScope) -> bool:
    """Return True if the text of a number ends with another number.

    Examples: `the pay for 3`, `the cards with a tier above your credits`.
    """
    if _is_extreme(node):
        return True
    if isinstance(node, syntax.CallNode) and scope.words.rule(node.word) is not None and node.word != "count":
        args = [arg.value for arg in node.args]
        numbers = [arg for arg in args if scope.type_of(arg) == NUMBER or _may_end_with_number(arg, scope)]
        return any(text.endswith(render(arg, scope.trial())) for arg in numbers)
    return _may_end_with_number(node, scope)


def _may_end_with_number(node: syntax.Expr, scope: EnglishScope) -> bool:
    """Return True if the text of a list can end with a number, which would seem to belong to the next words."""
    for part in syntax.walk(node):
        inner: tuple[syntax.Expr, ...] = ()
        match part:
            case (
                syntax.CompareNode(operator="in" | "not in")
                | syntax.CompareNode(operator=">=" | "<=", right=syntax.NumberNode())
            ):
                continue  # 3 or more
            case syntax.CompareNode(right=right):
                inner = (right,)
            case syntax.CallNode(args=args):
                inner = tuple(arg.value for arg in args)
            case syntax.CollectNode(value=value):
                inner = (value,)
            case syntax.RankedNode(by=by):
                inner = (by,)
        if any(scope.type_of(each) == NUMBER for each in inner):
            return True
    return False


# ---------------------------------------------------------------- lists and places


def render_combined(node: syntax.BinaryNode, scope: EnglishScope) -> str:
    """Render lists or zones joined, or one without another: `your hand, your goods and the deck`."""
    if node.operator == "-":
        left = _render_item(
            node.left, scope, node.left.operator == "+" if isinstance(node.left, syntax.BinaryNode) else False
        )
        return f"{left} without {_render_item(node.right, scope, isinstance(node.right, syntax.BinaryNode))}"
    parts: list[syntax.Expr] = [node.right]
    left_most = node.left
    while isinstance(left_most, syntax.BinaryNode) and left_most.operator == "+":
        parts.append(left_most.right)
        left_most = left_most.left
    # an empty list added to a zone only makes a list of its pieces
    several = [each for each in (left_most, *reversed(parts)) if each != syntax.ListOfNode(())] or [left_most]
    return inflection.join_items([_render_item(each, scope, isinstance(each, syntax.BinaryNode)) for each in several])


def _render_item(node: syntax.Expr, scope: EnglishScope, bracketed: bool) -> str:
    text = render(node, scope)
    return f"({text})" if bracketed else text


@render_single.register(syntax.BinaryNode)
@render_single.register(syntax.DivideNode)
@render_single.register(syntax.NegativeNode)
def _(node: syntax.BinaryNode | syntax.DivideNode | syntax.NegativeNode, scope: EnglishScope) -> Thing:
    kind = scope.type_of(node)
    if (
        isinstance(node, syntax.BinaryNode)
        and node.operator != "*"
        and kind is not None
        and kind.base in ("list", "zone")
    ):
        return Thing(render_combined(node, scope), kind)
    return Thing(render_computation(node, scope), NUMBER if kind is None else kind)
