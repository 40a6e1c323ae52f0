"""Conditions that are said as one, although their authors have written several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cardwright.checker import typed_tree
from cardwright.declarations.value_types import YES_NO
from cardwright.english.expressions.properties import OWNERS
from cardwright.english.expressions.quantities import OPPOSITES
from cardwright.english.scope import EnglishScope
from cardwright.syntax import tree as syntax

# The place of marks among adjectives: a spent green card.
_FIRST = -1000
_YOU, _NOBODY, _OPPONENTS = (syntax.NameNode(word) for word in ("you", "nobody", "opponents"))


def list_conditions(node: syntax.Expr, scope: EnglishScope) -> list[syntax.Expr]:
    """Return the conditions that must all hold, those of `not (A or B)` one by one."""
    found: list[syntax.Expr] = []
    for part in merge_conditions(syntax.split_chain(node), scope):
        match part:
            case syntax.NotNode(value=syntax.LogicNode(operator="or", left=left, right=right)):
                found += [each for value in (left, right) for each in list_conditions(syntax.NotNode(value), scope)]
            case syntax.NotNode(value=syntax.NotNode(value=asked)):
                found += list_conditions(asked, scope)
            case syntax.NotNode(value=syntax.CompareNode(operator=operator) as asked):
                found.append(replace(asked, operator=OPPOSITES[operator]))
            case _:
                found.append(part)
    return found


def merge_conditions(parts: Sequence[syntax.Expr], scope: EnglishScope) -> list[syntax.Expr]:
    """Return conditions without those that another implies, and with whose a thing is as one condition.

    What has a speed of more than 3 has a speed; what is neither yours nor nobody's is an opponent's.
    """
    found: list[syntax.Expr] = []
    for part in parts:
        if isinstance(part, syntax.CompareNode) and part.operator == "is not":
            both = {_YOU: _NOBODY, _NOBODY: _YOU}.get(part.right) if isinstance(part.right, syntax.NameNode) else None
            owned = isinstance(part.left, syntax.NameNode | syntax.GetNode) and part.left.word in OWNERS
            if owned and both is not None and syntax.CompareNode("is not", part.left, both) in parts:
                whole = syntax.CompareNode("in", part.left, _OPPONENTS)
                found += [] if whole in found else [whole]
                continue
            if scope.is_none(part.right) and any(_implies_value(each, part.left, scope) for each in parts):
                continue
        found.append(_join_values(part, scope) or part)
    return _order_words(found, scope)


def _order_words(parts: list[syntax.Expr], scope: EnglishScope) -> list[syntax.Expr]:
    """Return conditions with those on the words of pieces in the order of adjectives: a green workshop card.

    What a game declares first of its pieces, as their sort, stands next to the noun.
    """
    ranked: dict[int, int] = {}
    for place, part in enumerate(parts):
        if isinstance(part, syntax.NameNode | syntax.GetNode) and scope.type_of(part) == YES_NO:
            ranked[place] = _FIRST
        value = scope.value(part.left) if isinstance(part, syntax.CompareNode) and part.operator == "is" else None
        if isinstance(value, typed_tree.AttributeExpr) and value.type.base == "enum":
            kinds = scope.words.game.kinds.values()
            listed = next([*kind.attributes.values()] for kind in kinds if value.attribute in kind.attributes.values())
            ranked[place] = -listed.index(value.attribute)
    order = iter(sorted(ranked, key=ranked.__getitem__))
    return [parts[next(order)] if place in ranked else part for place, part in enumerate(parts)]


def _implies_value(part: syntax.Expr, what: syntax.Expr, scope: EnglishScope) -> bool:
    """Return True if a condition compares a value with a number or word, so that there must be one."""
    if not isinstance(part, syntax.CompareNode) or part.left != what or part.operator in ("is not", "not in"):
        return False
    return not scope.is_none(part.right)


def _join_values(node: syntax.Expr, scope: EnglishScope) -> syntax.CompareNode | None:
    """Return `X is 1 or X is 6` as `X in [1, 6]`; None for any other condition."""
    parts = syntax.split_chain(node, "or")
    asked = [part for part in parts if isinstance(part, syntax.CompareNode) and part.operator == "is"]
    if len(parts) < 2 or len(asked) < len(parts) or any(part.left != asked[0].left for part in asked):
        return None
    values = [part.right for part in asked]
    if all(isinstance(value, syntax.NumberNode) for value in values):
        values.sort(key=lambda value: value.value if isinstance(value, syntax.NumberNode) else 0)
    elif not all(map(scope.is_word, values)):
        return None
    return syntax.CompareNode("in", asked[0].left, syntax.ListOfNode(tuple(values)))
