"""Dispatch by node type, with one function for each form in which a node can be rendered.

Modules that render node types register their functions here, so that none of them imports another.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import singledispatch

from cardwright.declarations.value_types import PLAYER, Type
from cardwright.english.noun_phrases import NounGroup, Thing, make_opaque_group, split_noun
from cardwright.english.scope import EnglishScope, find_item_type
from cardwright.english.sentences import Sentence
from cardwright.phrases.inflection import has_final_participle
from cardwright.syntax import tree as syntax

# A text that begins like one with a singular noun, rather than with a number or an article.
_SEVERAL_PLAYERS = frozenset(
    "alliance camp clan coalition couple crew faction family group pair party side team".split()
)
_SINGULAR = re.compile(r"(?:the|your|their|its|that|this) |[^,]*'s? ")


@singledispatch
def render_single(node: syntax.Node, scope: EnglishScope) -> Thing:
    """Render an expression as a single value, which can be a subject or an owner."""
    raise TypeError(type(node).__name__)


@singledispatch
def render_group(node: syntax.Node, scope: EnglishScope) -> NounGroup:
    """Render a list, a zone or a single value as a group from which items can be taken."""
    return make_group(render_single(node, scope), scope)


@singledispatch
def render_counted(node: syntax.Node, scope: EnglishScope) -> NounGroup:
    """Render what `count` counts as a group."""
    return render_group(node, scope)


@singledispatch
def render_condition(node: syntax.Expr, scope: EnglishScope, negative: bool = False) -> str:
    """Render a yes-or-no value, or if `negative` its negation, as a clause: `you have 4 or more credits`."""
    return f"{render(node, scope)} is {'no' if negative else 'yes'}"


@singledispatch
def render_statement(node: syntax.Node, scope: EnglishScope) -> list[Sentence]:
    """Render one statement as sentences."""
    raise TypeError(type(node).__name__)


@singledispatch
def render_ability(node: syntax.Node, scope: EnglishScope) -> str:
    """Render one ability as a paragraph."""
    raise TypeError(type(node).__name__)


def render(node: syntax.Expr, scope: EnglishScope) -> str:
    """Render any value."""
    kind = scope.type_of(node)
    if kind is not None and kind.base == "list" and not isinstance(node, syntax.BinaryNode):
        found = render_group(node, scope)
        return f"all {found.called(True)}" if found.simple else found.the()
    return render_single(node, scope).text


def find_fixed_text(node: syntax.Node, scope: EnglishScope) -> str:
    """Return the text that stands for a statement or condition; "" if it is to be rendered."""
    parts = scope.words.texts.get(node, "") if scope.words.texts else ""
    return "".join(each if isinstance(each, str) else render(each, scope) for each in parts)


def make_group(found: Thing, scope: EnglishScope) -> NounGroup:
    """Return a value as a group: the items of a list, or the single value as the only item."""
    kind = find_item_type(found.type)
    if found.type is not None and found.type.base == "zone":
        noun = scope.words.noun(kind or scope.words.main_kind)
        return NounGroup(noun, scope.words.nouns(noun), kind, zone=found.text, whole=True)
    listed = found.type is not None and found.type.base == "list"
    of_things = kind is not None and kind.base in ("player", "piece")
    if listed and of_things and not found.many and _SINGULAR.match(found.text):
        head = split_noun(found.text)[0]
        head = head.rpartition(" ")[0] if has_final_participle(head) else head
        last = head.rpartition(" ")[2]  # the top card of the pile, the card led; of players, one is the winner
        one = last == scope.words.noun(kind) if kind != PLAYER else last not in _SEVERAL_PLAYERS
        return replace(make_known_group(found.text, kind, scope, single=one), collective=not one)
    return make_known_group(found.text, kind, scope, single=not found.many and (of_things or not listed))


def make_known_group(text: str, kind: Type | None, scope: EnglishScope, single: bool = False) -> NounGroup:
    """Return a group with a fixed text that describes its members completely, or if `single` its only member."""
    noun = scope.words.noun(kind)
    return make_opaque_group(text, noun, scope.words.nouns(noun), kind, single, whole=True)
