"""The forms in which a node can be said: one function a form, which finds what to do by the sort of the node.

The modules above fill these in, each for the sorts of nodes it is about; none of them needs to know another for it.
"""

from __future__ import annotations

from functools import singledispatch

from cardwright.declarations.types import Type
from cardwright.english.noun_phrases import Group, Thing, opaque
from cardwright.english.scope import Scope, items_of
from cardwright.english.sentences import Sentence
from cardwright.syntax import tree as s


@singledispatch
def thing(node: s.Node, scope: Scope) -> Thing:
    """A value as one thing, which can own others and be a subject."""
    raise TypeError(type(node).__name__)


@singledispatch
def group(node: s.Node, scope: Scope) -> Group:
    """A list, a zone, or a single thing, as a group of which some can be taken."""
    return as_group(thing(node, scope), scope)


@singledispatch
def condition(node: s.Expr, scope: Scope, negative: bool = False) -> str:
    """A yes or no as a clause, or its opposite: "you have 4 or more credits"."""
    return f"{say(node, scope)} is {'no' if negative else 'yes'}"


@singledispatch
def statement(node: s.Node, scope: Scope) -> list[Sentence]:
    """The sentences of one statement."""
    raise TypeError(type(node).__name__)


@singledispatch
def ability(node: s.Node, scope: Scope) -> str:
    """One ability as a paragraph."""
    raise TypeError(type(node).__name__)


def say(node: s.Expr, scope: Scope) -> str:
    """Any value."""
    kind = scope.type_of(node)
    if kind is not None and kind.base == "list" and not isinstance(node, s.Binary):
        found = group(node, scope)
        return f"all {found.nouns}" if found.simple else found.the()
    return thing(node, scope).text


def as_group(found: Thing, scope: Scope) -> Group:
    """A thing as the group of what it consists of, or of itself."""
    kind = items_of(found.type)
    if found.type is not None and found.type.base == "zone":
        noun = scope.words.noun(kind or scope.words.main_kind)
        return Group(noun, scope.words.nouns(noun), kind, zone=found.text, whole=True)
    return known_by(found.text, kind, scope, single=not found.many)


def known_by(text: str, kind: Type | None, scope: Scope, single: bool = False) -> Group:
    """A group that is known by a text only."""
    noun = scope.words.noun(kind)
    return opaque(text, noun, scope.words.nouns(noun), kind, single, whole=True)
