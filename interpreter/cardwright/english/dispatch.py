"""The forms in which a node can be said: one function a form, which finds what to do by the sort of the node.

The modules above fill these in, each for the sorts of nodes it is about; none of them needs to know another for it.
"""

from __future__ import annotations

from functools import singledispatch

from cardwright.declarations.types import Type
from cardwright.english.noun_phrases import NounGroup, Thing, opaque
from cardwright.english.scope import EnglishScope, items_of
from cardwright.english.sentences import Sentence
from cardwright.syntax import tree as syntax


@singledispatch
def thing(node: syntax.Node, scope: EnglishScope) -> Thing:
    """A value as one thing, which can own others and be a subject."""
    raise TypeError(type(node).__name__)


@singledispatch
def group(node: syntax.Node, scope: EnglishScope) -> NounGroup:
    """A list, a zone, or a single thing, as a group of which some can be taken."""
    return as_group(thing(node, scope), scope)


@singledispatch
def condition(node: syntax.Expr, scope: EnglishScope, negative: bool = False) -> str:
    """A yes or no as a clause, or its opposite: "you have 4 or more credits"."""
    return f"{say(node, scope)} is {'no' if negative else 'yes'}"


@singledispatch
def statement(node: syntax.Node, scope: EnglishScope) -> list[Sentence]:
    """The sentences of one statement."""
    raise TypeError(type(node).__name__)


@singledispatch
def ability(node: syntax.Node, scope: EnglishScope) -> str:
    """One ability as a paragraph."""
    raise TypeError(type(node).__name__)


def say(node: syntax.Expr, scope: EnglishScope) -> str:
    """Any value."""
    kind = scope.type_of(node)
    if kind is not None and kind.base == "list" and not isinstance(node, syntax.BinaryNode):
        found = group(node, scope)
        return f"all {found.nouns}" if found.simple else found.the()
    return thing(node, scope).text


def as_group(found: Thing, scope: EnglishScope) -> NounGroup:
    """A thing as the group of what it consists of, or of itself."""
    kind = items_of(found.type)
    if found.type is not None and found.type.base == "zone":
        noun = scope.words.noun(kind or scope.words.main_kind)
        return NounGroup(noun, scope.words.nouns(noun), kind, zone=found.text, whole=True)
    return known_by(found.text, kind, scope, single=not found.many)


def known_by(text: str, kind: Type | None, scope: EnglishScope, single: bool = False) -> NounGroup:
    """A group that is known by a text only."""
    noun = scope.words.noun(kind)
    return opaque(text, noun, scope.words.nouns(noun), kind, single, whole=True)
