"""Comprehensions with one or several loops: `the sum of that card's cost, for each card in your hand`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeGuard

from cardwright.declarations.value_types import PLAYER, YES_NO
from cardwright.english.dispatch import render_condition, render_counted, render_group
from cardwright.english.expressions.filters import narrow_group
from cardwright.english.noun_phrases import NounGroup, Thing, render_third_person
from cardwright.english.scope import EnglishScope, Member
from cardwright.phrases import inflection
from cardwright.syntax import tree as syntax

# Built-ins about all members of a list.
_OF_LISTS = ("count", "sum", "max", "min", "product", "any", "all", "distinct")
# Types of values that a list always has; players, pieces and zones that do not exist are left out.
_ALWAYS_LISTED = ("number", "fraction", "yes_no", "enum", "text")


def collect_scope(node: syntax.CollectNode, scope: EnglishScope) -> tuple[EnglishScope, NounGroup | None]:
    """Return the scope for the value of a comprehension, and the group of its last list.

    In this scope, each name means every item of its list, or any one item if the values are lists that are joined.
    Conditions on several items are about one of each: the cards of each opponent that cost more than that opponent has.
    """
    items = None
    kind = scope.type_of(node.value)
    joined = kind is not None and kind.base in ("zone", "list")
    single, several = _split_conditions(node)
    among = scope
    for place, each in enumerate(node.each):
        items = render_group(each.list, scope)
        for condition in single[place]:
            items = narrow_group(items, condition, scope, each.word)
        if place == len(node.each) - 1:
            for condition in several:
                items = narrow_group(items, condition, among, each.word)
        among = among.named(each.word, _make_one(items, ()))
        scope = scope.named(each.word, Member(items, joined))
    return scope, items


@render_counted.register
def _(node: syntax.CollectNode, scope: EnglishScope) -> NounGroup:
    """Render what is counted: there is a value for each item, whatever the value is."""
    kind = scope.type_of(node.value)
    named = isinstance(node.value, syntax.NameNode) and any(each.word == node.value.word for each in node.each)
    if not named and (kind is None or kind.base not in _ALWAYS_LISTED):
        return render_group(node, scope)
    if are_independent(node):
        return render_combinations(node, scope)
    items = collect_scope(node, scope)[1]
    assert items is not None, "a comprehension has a list"
    return items


def are_independent(node: syntax.Expr) -> TypeGuard[syntax.CollectNode]:
    """Return True for a comprehension with a loop over a list that is the same for each item of another loop.

    There, every item is combined with every other: a card in your hand and a card in your board.
    """
    if not isinstance(node, syntax.CollectNode):
        return False
    used: set[str] = set()
    for each in reversed(node.each[1:]):
        used |= _find_names(each.list)
    return any(each.word not in used for each in node.each[:-1])


def needs_names(node: syntax.Expr) -> TypeGuard[syntax.CollectNode]:
    """Return True for a comprehension whose value or condition is about the items of several loops.

    There, `each card` and `each player` do not tell which card and which player belong together.
    """
    if not isinstance(node, syntax.CollectNode) or len(node.each) == 1:
        return False
    if are_independent(node):
        return True
    outer = {each.word for each in node.each[:-1]}
    return bool(_split_conditions(node)[1]) or bool(_find_names(node.value) & outer)


def combines_properties(node: syntax.CollectNode) -> bool:
    """Return True if each value of `sum`, `max` or `min` is computed from properties of an item.

    `The cards in the holds of all ships` are told together; nothing that is made of their number can be.
    """
    words = {each.word for each in node.each}
    uses = sum(isinstance(each, syntax.NameNode) and each.word in words for each in syntax.walk(node.value))
    if uses != 1 or (isinstance(node.value, syntax.CallNode) and node.value.word == "count"):
        return uses != 1
    return any(_is_about_list(each) and bool(_find_names(each) & words) for each in syntax.walk(node.value))


def _is_about_list(node: object) -> TypeGuard[syntax.Expr]:
    """Return True for an expression about all members of a list."""
    if isinstance(node, syntax.CallNode):
        return node.word in _OF_LISTS
    return isinstance(node, syntax.FilterNode | syntax.RankedNode | syntax.CollectNode)


def name_items(node: syntax.CollectNode, scope: EnglishScope) -> tuple[EnglishScope, list[NounGroup], str]:
    """Return the scope in which each name is one item, `that card`, the groups of the items, and conditions on several.

    The second item with the same noun is `the other card`.
    """
    groups: list[NounGroup] = []
    single, several = _split_conditions(node)
    for each, conditions in zip(node.each, single, strict=True):
        items = render_group(each.list, scope)
        for condition in conditions:
            items = narrow_group(items, condition, scope, each.word)
        scope = scope.named(each.word, _make_one(items, groups))
        groups.append(items)
    return scope, groups, " and ".join(render_condition(each, scope) for each in several)


def _make_one(items: NounGroup, others: Sequence[NounGroup]) -> Thing:
    """Return one item of a group, `that card`; it is `the other card` if one of `others` has the same noun."""
    text = items.named(False)
    if any(text == other.named(False) for other in others):
        text = f"the other {text.removeprefix('that ')}"
    return render_third_person(text, PLAYER) if items.type == PLAYER else Thing(text, items.type)


def render_each(groups: Sequence[NounGroup], conditions: str) -> str:
    """Render the loops behind a value: `, for each player and each card where that card's colour is that player's`."""
    loops = inflection.join_items([each.each() for each in groups])
    return f", for {loops}{f' where {conditions}' if conditions else ''}"


def render_combinations(node: syntax.CollectNode, scope: EnglishScope) -> NounGroup:
    """Return the rounds of several loops as a group: `pairs of a card in your hand and a player such that ...`."""
    _, groups, conditions = name_items(node, scope)
    noun = "pair" if len(groups) == 2 else "combination"
    items = inflection.join_items([each.one(by="in").replace("any ", "a ", 1) for each in groups])
    found = NounGroup(noun, f"{noun}s", whole=True).with_tail(f"of {items}")
    return replace(found, tails=(*found.tails, f"such that {conditions}")) if conditions else found


def render_condition_on_several(word: str, node: syntax.CollectNode, scope: EnglishScope, negative: bool) -> str:
    """Render `any` or `all` (`word`) of several loops: `there is a pair of a card and a player such that ...`."""
    if word == "all":
        inner, groups, conditions = name_items(node, scope)
        text = render_condition(node.value, inner)
        return f"{'it is not so that ' if negative else ''}{text}{render_each(groups, conditions)}"
    if scope.type_of(node.value) == YES_NO:
        asked = node.value if node.where is None else syntax.LogicNode("and", node.where, node.value)
        node = replace(node, where=asked)
    found = render_combinations(node, scope)
    return f"there is {'no' if negative else 'a'} {found.called(False)}{found.behind('')}"


def _split_conditions(node: syntax.CollectNode) -> tuple[list[list[syntax.Expr]], list[syntax.Expr]]:
    """Return the conditions about the item of one loop alone, by loop, and those about the items of several."""
    words = [each.word for each in node.each]
    single: list[list[syntax.Expr]] = [[] for _ in words]
    several = []
    for condition in syntax.split_chain(node.where):
        about = sorted(words.index(word) for word in _find_names(condition) & {*words})
        if len(about) > 1:
            several.append(condition)
        else:
            single[about[0] if about else -1].append(condition)
    return single, several


def _find_names(node: syntax.Expr) -> set[str]:
    return {each.word for each in syntax.walk(node) if isinstance(each, syntax.NameNode)}
