"""Phrases of calls of built-in procedures that create pieces or put them at a position of a zone."""

import re
from dataclasses import replace

from cardwright.checker import typed_tree
from cardwright.declarations.value_types import name_to_piece
from cardwright.english.dispatch import render
from cardwright.english.expressions.properties import find_zone
from cardwright.english.fill_phrases import bound
from cardwright.english.game_words import Phrase
from cardwright.english.scope import EnglishScope
from cardwright.phrases.inflection import with_article
from cardwright.phrases.templates import TemplateSlot
from cardwright.syntax import tree as syntax

# Text that would be read as parts of a template.
_BRACES = frozenset("{}[]")
_A_NUMBER = "a number "
_NAME_OF = re.compile(r"(the|a random|each) name of (an?) (.+)")
# The opposites of verbs that change a number.
_OPPOSITE_VERBS = {"gain": "lose", "score": "lose", "earn": "lose", "get": "lose", "lose": "gain"}
_NEXT = {"+": "after", "-": "before"}


def describe_call(
    node: syntax.PerformNode, phrase: Phrase, by: syntax.Expr, scope: EnglishScope
) -> tuple[syntax.PerformNode, Phrase]:
    """Return the call by a player and its phrase. For a built-in that moves pieces, it includes the position.

    The position is an end of a row, or a number.
    """
    if scope.words.is_own(node.word):
        return node, phrase
    match node.word:
        case "create":
            return _describe_created(node, phrase, scope)
        case "move":
            return _describe_moved(node, phrase, scope)
        case "put_under" if _is_row(node, phrase, scope):
            return node, replace(phrase, template="put {pieces} at the left end of {to}")
        case "show" if bound(phrase, node.args).get("to") == by:
            return node, replace(phrase, template="look at {pieces}")
    return node, phrase


def _is_row(node: syntax.PerformNode, phrase: Phrase, scope: EnglishScope) -> bool:
    """Return True if a call puts pieces into a row."""
    target = bound(phrase, node.args).get("to")
    zone = find_zone(target, scope) if target is not None else None
    return zone is not None and zone.row


def _describe_moved(node: syntax.PerformNode, phrase: Phrase, scope: EnglishScope) -> tuple[syntax.PerformNode, Phrase]:
    """Return the call and the phrase of a `move`: `move this card to position 2 of your line`."""
    given, row = bound(phrase, node.args), _is_row(node, phrase, scope)
    if "at" not in given:
        zone = find_zone(given["to"], scope) if node.in_any_order and "to" in given else None
        top = zone is not None and zone.ordered
        end = "the right end of " if row else "the top of " if top else ""
        return node, replace(phrase, template=f"move {{pieces}} to {end}{{to}}") if end else phrase
    where = given["at"]
    if row and where == syntax.NumberNode(1):
        return _remove_argument("at", node, phrase), replace(phrase, template="move {pieces} to the left end of {to}")
    if isinstance(where, syntax.NumberNode):
        return node, replace(phrase, template="move {pieces} to position {at} of {to}")
    if isinstance(where, syntax.BinaryNode) and where.right == syntax.NumberNode(1) and where.operator in _NEXT:
        beside = where.left
        if isinstance(beside, syntax.GetNode) and beside.word == "position":
            args = (*_remove_argument("at", node, phrase).args, syntax.ArgNode("at", beside))
            template = f"move {{pieces}} to {{to}}, to the position {_NEXT[where.operator]} {{at}}"
            return replace(node, args=args), replace(phrase, template=template)
    text = render(where, scope.trial())
    if text == "that number":
        return node, replace(phrase, template="move {pieces} to that position of {to}")
    if text.startswith(_A_NUMBER) and _BRACES.isdisjoint(text):
        render(where, scope)
        place = f"a position {text.removeprefix(_A_NUMBER)}"
        return _remove_argument("at", node, phrase), replace(phrase, template=f"move {{pieces}} to {{to}}, to {place}")
    lead = "" if "position" in text else "the position equal to "
    return node, replace(phrase, template=f"move {{pieces}} to {{to}}, to {lead}{{at}}")


def _remove_argument(role: str, node: syntax.PerformNode, phrase: Phrase) -> syntax.PerformNode:
    """Return a call without the argument of a parameter."""
    given = bound(phrase, node.args)
    return replace(node, args=tuple(syntax.ArgNode(each, value) for each, value in given.items() if each != role))


def _describe_created(
    node: syntax.PerformNode, phrase: Phrase, scope: EnglishScope
) -> tuple[syntax.PerformNode, Phrase]:
    """Return the call and the phrase of a `create`: `create a copy of that card in your hand`."""
    given = bound(phrase, node.args)
    to = "at the right end of {to}" if _is_row(node, phrase, scope) else "in {to}"
    what, kind = given.get("token"), None if "token" not in given else scope.type_of(given["token"])
    if what is None or kind is None or isinstance(scope.value(what), typed_tree.LiteralExpr):
        return node, replace(phrase, template=f"create one {{token}} {to}")
    noun = scope.words.noun(name_to_piece(kind))
    if isinstance(what, syntax.GetNode) and what.word == "name":
        args = tuple(syntax.ArgNode(role, what.object if role == "token" else value) for role, value in given.items())
        return replace(node, args=args), replace(phrase, template=f"create a copy of {{token}} {to}")
    text = render(what, scope.trial())
    if text in ("that name", f"that {noun} name"):
        return _remove_argument("token", node, phrase), replace(
            phrase, template=f"create {with_article(noun)} of that name {to}"
        )
    found = _find_created(text, noun)
    if found and _BRACES.isdisjoint(found):
        render(what, scope)  # it is mentioned here for the first time
        return _remove_argument("token", node, phrase), replace(phrase, template=f"create {found} {to}")
    if text.startswith("each "):
        return node, replace(phrase, template=f"create {{token}} {to}")
    named = "with {token}" if "name" in text.split() or "names" in text.split() else "named {token}"
    return node, replace(phrase, template=f"create {with_article(noun)} {named} {to}")


def _find_created(text: str, noun: str) -> str:
    """Return the text for a created piece, made from the text for its name: `a random small card`."""
    found = _NAME_OF.fullmatch(text)
    if found is not None:
        which, article, rest = found.groups()
        return f"{article if which == 'the' else which} {rest}"
    if text.startswith(("a ", "an ", "the ", "each ")):
        if f" {noun} name" in text:
            return text.replace(f"{noun} name", noun, 1)
        if text.startswith((f"{with_article(noun)} of ", f"a random {noun} of ")):
            return text
    return ""


def turn_negative(
    phrase: Phrase, given: dict[str, syntax.Expr], scope: EnglishScope
) -> tuple[Phrase, dict[str, syntax.Expr]]:
    """Return the phrase for the opposite action if its number is negative: `lose a point` for `score minus 1 point`.

    A game that has that phrase for another action keeps the number as it is.
    """
    match phrase.parts:
        case str(verb), TemplateSlot(role=role), *_ if verb.strip() in _OPPOSITE_VERBS:
            number, opposite = given.get(role), _OPPOSITE_VERBS[verb.strip()]
        case _:
            return phrase, given
    template = f"{opposite}{phrase.template.removeprefix(verb.strip())}"
    if not isinstance(number, syntax.NegativeNode) or not phrase.declared or scope.words.says(template):
        return phrase, given
    return replace(phrase, template=template), {**given, role: number.value}
