"""Numbers, words, players, pieces and zones as single values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cardwright.checker import typed_tree
from cardwright.declarations.model import EVERYBODY, ZoneDecl
from cardwright.declarations.value_types import NUMBER, PLAYER, YES_NO, Type
from cardwright.english.arithmetic import EXTREMES, render_aggregate, render_summand
from cardwright.english.dispatch import render, render_condition, render_counted, render_group, render_single
from cardwright.english.expressions.comprehensions import (
    collect_scope,
    combines_properties,
    name_items,
    needs_names,
    render_each,
)
from cardwright.english.expressions.connected_and_steps import is_number_of_steps, render_steps
from cardwright.english.expressions.lists_and_zones import GROUPED
from cardwright.english.expressions.procedure_headings import render_unmentioned_arguments
from cardwright.english.expressions.properties import (
    find_table_property,
    find_title,
    is_property,
    make_noun,
    render_indexed,
    render_owner,
    render_property,
    zone_group,
)
from cardwright.english.fill_phrases import bound, convert_to_gerund, fill_phrase
from cardwright.english.noun_phrases import IN_OR_OUT, THEY, NounGroup, Thing, looks_plural, render_third_person
from cardwright.english.scope import ITEM, ITEMS_OWN, Deferred, EnglishScope, Meaning, Member, make_item
from cardwright.phrases import inflection
from cardwright.phrases.inflection import spell_name
from cardwright.syntax import tree as syntax

# Titles of a player that are no nouns.
_PLAYERS_ADJECTIVES = ("active", "acting", "current", "starting", "next", "first", "second", "last", "leading", "other")
_SPECIAL = {"nobody": "nobody", "none": "none", "no_limit": "no limit", "anyone": "anyone"}


def _make_plural_value(text: str, kind: Type | None, many: bool = True) -> Thing:
    """Return a text for several values that is treated as a single value."""
    return Thing(text, kind, many, "", "their", "them")


# ---------------------------------------------------------------- constants and operators


@render_single.register
def _(node: syntax.NumberNode, scope: EnglishScope) -> Thing:
    return Thing(str(node.value), NUMBER)


@render_single.register
def _(node: syntax.TextNode, scope: EnglishScope) -> Thing:
    return Thing(f"“{node.value}”", scope.type_of(node))


@render_single.register
def _(node: syntax.YesNoNode, scope: EnglishScope) -> Thing:
    return Thing("yes" if node.value else "no", YES_NO)


@render_single.register(syntax.NotNode)
@render_single.register(syntax.IfAnyNode)
@render_single.register(syntax.CompareNode)
@render_single.register(syntax.LogicNode)
def _render_whether(node: syntax.Expr, scope: EnglishScope) -> Thing:
    return Thing(f"whether {render_condition(node, scope)}", YES_NO)


@render_single.register(syntax.FilterNode)
@render_single.register(syntax.RankedNode)
@render_single.register(syntax.CollectNode)
@render_single.register(syntax.ListOfNode)
@render_single.register(syntax.RestOfNode)
def _list(node: syntax.Expr, scope: EnglishScope) -> Thing:
    return _make_plural_value(render_group(node, scope).the(), scope.type_of(node))


# ---------------------------------------------------------------- names


@render_single.register
def _(node: syntax.NameNode, scope: EnglishScope) -> Thing:
    fresh = scope.fresh.pop(node.word, None)
    meaning = scope.meaning(node.word)
    if fresh is not None:
        return _mention_first(fresh, meaning)
    match meaning:
        case Thing():
            return meaning.reflected() if node == scope.subject else meaning
        case NounGroup():
            return _make_plural_value(meaning.the(), scope.type_of(node), not meaning.single)
        case Member(group=members, whichever=whichever):
            own = "their" if scope.words.noun(members.type) == "player" else "its"
            return Thing(members.whichever() if whichever else members.each(), members.type, False, "", own, "it")
    return render_property(node, scope) if is_property(node, scope) else _render_word(node, scope)


def _mention_first(fresh: str | Deferred, meaning: Meaning | None) -> Thing:
    if isinstance(fresh, Deferred):
        return render_single(fresh.value, fresh.scope)
    if isinstance(meaning, Thing):
        return replace(meaning, text=fresh, possessive="")
    return _make_plural_value(fresh, None)


def _render_word(node: syntax.NameNode, scope: EnglishScope) -> Thing:
    """Render a word of the game, which is neither a local name nor a property of `it`."""
    word, kind = node.word, scope.type_of(node)
    value = scope.value(node)
    found = find_table_property(value)
    if found is not None and not isinstance(found, ZoneDecl) and kind == PLAYER:
        noun = f"{found.title} player" if found.title in _PLAYERS_ADJECTIVES else make_noun(found)
        return render_third_person(f"the {noun}", kind)
    if isinstance(found, ZoneDecl) and inflection.is_participle(found.title):
        return Thing(zone_group(found, None, scope).the(), kind, True)
    if found is not None:
        return Thing(f"the {make_noun(found)}", kind, looks_plural(make_noun(found)))
    match value:
        case typed_tree.PlayersExpr() if word == EVERYBODY:
            return _make_plural_value(f"all players {IN_OR_OUT}", kind)
        case typed_tree.PlayersExpr() | typed_tree.OpponentsExpr():
            return _make_plural_value("all players" if word == "players" else scope.words.all_opponents, kind)
        case typed_tree.RuleExpr() | typed_tree.DeckExpr() | typed_tree.PrimitiveExpr():
            return render_call(word, (), node, scope)
        case typed_tree.WordsExpr() | typed_tree.PiecesExpr():
            return _make_plural_value(f"all {spell_name(word)}", kind)
        case typed_tree.LiteralExpr() if kind is not None and word not in _SPECIAL:
            return Thing(scope.words.title(word), kind)
    return Thing(_SPECIAL.get(word) or (f"the {spell_name(word)}" if len(word) > 2 else "that"), kind)


@render_single.register
def _(node: syntax.NamesOfNode, scope: EnglishScope) -> Thing:
    return _make_plural_value(f"all {scope.words.nouns(scope.words.noun(scope.type_of(node)))}", scope.type_of(node))


@render_single.register
def _(node: syntax.GetNode, scope: EnglishScope) -> Thing:
    return render_property(node, scope)


@render_single.register
def _(node: syntax.AtNode, scope: EnglishScope) -> Thing:
    return render_indexed(node, scope, render(node.index, scope))


# ---------------------------------------------------------------- calls


@render_single.register
def _(node: syntax.CallNode, scope: EnglishScope) -> Thing:
    return render_call(node.word, node.args, node, scope)


def render_call(
    word: str, args: Sequence[syntax.ArgNode], node: syntax.NameNode | syntax.CallNode, scope: EnglishScope
) -> Thing:
    """Render a call of a rule or of a built-in word."""
    values = [arg.value for arg in args]
    kind = scope.type_of(node)
    if node == scope.decider:
        return THEY
    if word == "count" and values:
        return Thing(render_counted(values[0], scope).number(), NUMBER)
    if word in EXTREMES and values:
        return Thing(_render_extreme(word, values, scope), NUMBER)
    if kind == YES_NO:
        return Thing(f"whether {render_condition(node, scope)}", YES_NO)
    phrase, value = scope.words.rule(word) or scope.words.procedure_phrase(word), scope.value(node)
    if phrase is not None and is_number_of_steps(value):
        return Thing(render_steps(bound(phrase, args), scope), kind)
    if (word in GROUPED or isinstance(value, typed_tree.ReachExpr)) and values:
        found = render_group(node, scope)
        if kind == PLAYER:
            return render_third_person(found.the(), kind)
        return _make_plural_value(found.the(), kind, not found.single)
    if phrase is None:
        joined = inflection.join_items([render(value, scope) for value in values])
        return Thing(f"the {spell_name(word)}" + (f" of {joined}" if joined else ""), kind)
    text = fill_phrase(phrase, bound(phrase, args), scope) + render_unmentioned_arguments(
        phrase, bound(phrase, args), scope
    )
    if phrase.kind == "verb":
        return Thing(f"the result of {convert_to_gerund(text)}", kind)
    if kind == PLAYER:
        who = render_third_person(text, kind)
        reflexive = node == scope.subject and scope.you.text == "you" and not scope.words.plainly
        return who.reflected() if reflexive else who
    return Thing(text, kind, looks_plural(text))


def _render_extreme(word: str, values: Sequence[syntax.Expr], scope: EnglishScope) -> str:
    """Render the smallest, largest or sum of some numbers, or of a list of numbers."""
    if len(values) > 1:
        return render_aggregate(word, values, scope)
    most, listed = EXTREMES[word][1], values[0]
    if isinstance(listed, syntax.CollectNode):
        if word == "sum" and listed.value == syntax.NumberNode(1):
            return render_counted(listed, scope).number()
        if needs_names(listed) or combines_properties(listed):
            inner, groups, conditions = name_items(listed, scope)
            return f"the {most} of {render_summand(listed.value, inner)}{render_each(groups, conditions)}"
        if word != "sum" and (found := _render_most_among(listed, most, scope)):
            return found
        inner = collect_scope(listed, scope)[0]
        if isinstance(listed.value, syntax.CallNode) and listed.value.word == "count":
            number = render_counted(listed.value.args[0].value, inner).number("" if word == "sum" else "one")
            return number if word == "sum" else f"the {most} {number.removeprefix('the ')}"
        return f"the {most} of {render_summand(listed.value, inner)}"
    return _render_most_of(listed, most, scope) or f"the {most} of {render_group(listed, scope).the()}"


def _render_most_among(node: syntax.CollectNode, most: str, scope: EnglishScope) -> str:
    """Render an extreme (`most`) of what each item of a loop has: `the largest speed among your opponents`.

    Returns "" for values of any other form.
    """
    items = collect_scope(node, scope.trial())[1]
    assert items is not None, "a comprehension has a list"
    if items.single:
        return ""
    item = make_item(items.type, items.noun.rpartition(" ")[2])
    text = render_single(node.value, scope.trial().about(item, node.each[-1].word)).text
    own = text.removeprefix(f"{ITEMS_OWN} ")
    if own == text or ITEM in own or ITEMS_OWN in own:
        return ""
    items = collect_scope(node, scope)[1] or items
    render_single(node.value, scope.about(item, node.each[-1].word))
    return _render_among(most, own, items)


def _render_most_of(node: syntax.Expr, most: str, scope: EnglishScope) -> str:
    """Render an extreme (`most`) of an attribute: `the largest might among the cards in your hand`.

    Returns "" for other values.
    """
    if not isinstance(node, syntax.GetNode) or most == "sum":
        return ""
    owner, title = render_owner(node, scope.trial()), find_title(node, scope)
    if not isinstance(owner, NounGroup) or owner.single:
        return ""
    render_owner(node, scope)
    return _render_among(most, title, owner)


def _render_among(most: str, title: str, owners: NounGroup) -> str:
    return f"the {most} {'number of ' if looks_plural(title) else ''}{title} among {owners.members()}"
