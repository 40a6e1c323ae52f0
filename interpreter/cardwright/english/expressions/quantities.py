"""Quantities, such as `2 or more cards`, `no cards` and `at most your limit`."""

from __future__ import annotations

import re
from dataclasses import replace

from cardwright.declarations.model import MemoryDecl
from cardwright.declarations.value_types import PLAYER
from cardwright.english.dispatch import render, render_condition, render_counted
from cardwright.english.expressions.certain_items import find_only_item
from cardwright.english.expressions.properties import find_property, render_owner
from cardwright.english.noun_phrases import FORMS, NounGroup, Thing, looks_plural, split_noun
from cardwright.english.scope import ITEM, ITEMS_OWN, EnglishScope
from cardwright.phrases import inflection
from cardwright.phrases.inflection import is_plural, with_article
from cardwright.syntax import tree as syntax

# The verb of a relative clause on several, and on one of them: players who have folded.
_ONE_DOES = {"have": "has", "are": "is", "do": "does", "were": "was"}
_MANY_DO = re.compile(rf"^( who| that| which) ({'|'.join(_ONE_DOES)})\b")
# What somebody does to things, as the end of a phrase: what a disc on that square captures.
_DOES_SOMETHING = re.compile(r"what ((?:the|an?|your|that) .+ \w+[^\Ws]s)")
_AMOUNTS = {"is": "exactly {}", "is not": "not exactly {}", ">=": "{} or more", "<=": "{} or fewer"}
_AMOUNTS |= {">": "more than {}", "<": "fewer than {}"}
# The opposite of each comparison.
OPPOSITES = {"is": "is not", "in": "not in", "<": ">=", ">": "<="}
OPPOSITES |= {opposite: operator for operator, opposite in OPPOSITES.items()}
_BOUNDS = {"is": "{}", "is not": "not {}", ">=": "{} or more", "<=": "{} or less"}
_BOUNDS |= {">": "more than {}", "<": "less than {}"}
# Words of a type, in its order.
_WORD_BOUNDS = {"<": "lower than {}", ">": "higher than {}", "<=": "{} or lower", ">=": "{} or higher"}
_VALUE_BOUNDS = _BOUNDS | {">=": "at least {}", "<=": "at most {}"}


def render_bound(operator: str, right: syntax.Expr, scope: EnglishScope) -> str:
    """Render the quantity that a comparison requires: `2 or more`, `at least your limit`."""
    bounds = _BOUNDS if isinstance(right, syntax.NumberNode) else _VALUE_BOUNDS
    return bounds[operator].format(render(right, scope))


def count_from(node: syntax.CompareNode) -> syntax.CompareNode:
    """Return a comparison with a whole number as one with its bound: `4 or more` for `more than 3`."""
    if not isinstance(node.right, syntax.NumberNode) or node.operator not in ("<", ">"):
        return node
    more = 1 if node.operator == ">" else -1
    return replace(node, operator=f"{node.operator}=", right=syntax.NumberNode(node.right.value + more))


def render_word_order(operator: str, right: syntax.Expr, scope: EnglishScope) -> str:
    """Render a comparison of a word with another of its type: `lower than queen`, `queen or higher`."""
    return _WORD_BOUNDS[operator].format(render(right, scope))


def render_quantity(operator: str, right: syntax.Expr, nouns: str, reached: bool = False) -> str | None:
    """Render a quantity of a noun: `no cards`, `2 or more cards`; None if the number is no literal.

    What is `reached` one by one is `25 cards`, and not `exactly 25 cards`.
    """
    if operator == "in" and isinstance(right, syntax.ListOfNode):
        values = [each.value for each in right.items if isinstance(each, syntax.NumberNode)]
        known = len(values) == len(right.items) > 1 and values[-1] > 1
        return f"exactly {inflection.join_items(list(map(str, values)), 'or')} {nouns}" if known else None
    if not isinstance(right, syntax.NumberNode):
        return None
    number = right.value
    nouns, rest = split_noun(nouns)
    if (operator, number) in (("is", 0), ("<=", 0), ("<", 1)):
        return f"no {nouns}{rest}"
    if (operator, number) in (("is not", 0), (">", 0), (">=", 1)):
        return with_article(inflection.make_singular(nouns)) + rest
    if operator == ">":
        operator, number = ">=", number + 1
    counted = inflection.make_singular(nouns) if number == 1 and operator in ("is", "is not") else nouns
    amount = "{}" if reached and operator == "is" and number > 1 else _AMOUNTS[operator]
    return f"{amount.format(number)} {counted}{rest}"


def render_existence(node: syntax.Expr, operator: str, right: syntax.Expr, scope: EnglishScope) -> str:
    """Render a comparison of a count as a clause: `you have 2 or more cards in your hand`, `the deck is empty`."""
    if scope.words.plainly and isinstance(right, syntax.NameNode) and render(right, scope.trial()).isdecimal():
        right = syntax.NumberNode(int(render(right, scope)))  # the argument of a step that is told in place of its call
    quantity = render_quantity(operator, right, "things", scope.reached)
    only = find_only_item(node, scope) if quantity in ("no things", "a thing") else None
    if only is not None:
        return render_condition(only[1], scope.about(only[0]), quantity == "no things")
    kept = _render_stored_list(node, quantity, scope)
    if kept is not None:
        return kept
    items = render_counted(node, scope)
    if quantity in ("no things", "a thing") and _is_concatenation(node) and items.zone:
        items = replace(items, zone=" or ".join(items.zone.rsplit(" and ", 1)), owner=None)
        return f"there {'is ' + with_article(items.noun) if quantity == 'a thing' else 'are no ' + items.nouns}" + (
            items.behind(items.place("all"), quantity == "no things")
        )
    letter = render(right, scope.trial()) if scope.words.plainly and isinstance(right, syntax.NameNode) else ""
    if quantity is None and len(letter) == 1 and operator in _AMOUNTS and not items.opaque:
        return f"there are {_AMOUNTS[operator].format(letter)} {items.bare('one')}"
    if quantity is None:
        return f"{items.number()} is {render_bound(operator, right, scope)}"
    bare_zone = items.zone and not (items.opaque or items.adjectives or items.tails)
    if quantity == "no things" and bare_zone and not items.zone.startswith("among "):
        if isinstance(items.owner, NounGroup) and not items.owner.single:
            where = items.zone_text("all")
            return f"{where} {'are' if looks_plural(where) or is_plural(where) else 'is'} empty"
        return f"{items.zone_text('one')} is empty"
    if quantity == "a thing" and bare_zone and items.zone == ITEM:
        return f"{ITEM} is not empty"
    if isinstance(items.owner, NounGroup) and items.owner.type == PLAYER and items.owner.simple and not items.zone:
        none, one = quantity == "no things", quantity == "a thing"
        if none or one:
            who = f"no {items.owner.noun}" if none else f"any {items.owner.noun}"
            return f"{who} has {_render_some(items)}{items.behind('')}"
    if isinstance(items.owner, Thing) and not items.opaque and _can_have(items.owner):
        return _has(items, items.owner, quantity)
    one = quantity == "a thing"
    if items.opaque.startswith("the ") and not items.single:
        noun, rest = split_noun(items.opaque.removeprefix("the "))
        if quantity.endswith(" thing"):
            rest = _MANY_DO.sub(lambda found: f"{found[1]} {_ONE_DOES[found[2]]}", rest)
        amount = render_quantity(operator, right, noun, scope.reached)
        return f"there {'is' if quantity.endswith(' thing') else 'are'} {amount}{rest}"
    if items.opaque.startswith("the ") and items.single and (one or quantity == "no things"):
        noun = items.opaque.removeprefix("the ")
        return f"there is {with_article(noun) if one else f'no {noun}'}"
    if one:
        some = items.one(by="in")
        if some.startswith("what "):
            of_its_own = _DOES_SOMETHING.fullmatch(some) if scope.words.plainly else None
            return f"{of_its_own[1]} something" if of_its_own else f"there is something that {some[len('what ') :]}"
        return f"there is {'at least ' if items.opaque and not items.single else ''}{some}"
    amount = quantity.removesuffix(" things").removesuffix(" thing")
    if quantity.endswith(" thing") and not items.opaque:
        tails = tuple(tail.split(FORMS)[0] for tail in items.tails)
        return f"there is {amount} {replace(items, nouns=items.noun, tails=tails).bare('one')}"
    if items.opaque:
        amount = "none" if amount == "no" else amount
        return f"there {'is' if quantity.endswith(' thing') else 'are'} {amount} {items.bare()}"
    bare = items.bare("any" if amount == "no" else "one")
    return f"there are {'none' if amount == 'no' and bare.startswith('of ') else amount} {bare}"


def _is_concatenation(node: syntax.Expr) -> bool:
    """Return True if an expression joins several lists or zones."""
    return isinstance(node, syntax.BinaryNode) and node.operator == "+"


def _render_stored_list(node: syntax.Expr, quantity: str | None, scope: EnglishScope) -> str | None:
    """Render whether a list in memory has items: `you have no declared actions`. None for other values."""
    if quantity is None or not isinstance(node, syntax.GetNode):
        return None
    memory, owner = find_property(scope.value(node)), render_owner(node, scope.trial())
    if not isinstance(memory, MemoryDecl) or not isinstance(owner, Thing) or not looks_plural(memory.title):
        return None
    render_owner(node, scope)
    one, amount = inflection.make_singular(memory.title), quantity.removesuffix(" things").removesuffix(" thing")
    many = one if quantity.endswith(" thing") else memory.title
    noun = with_article(one) if quantity == "a thing" else f"{amount} {many}"
    return f"{owner.text} {'have' if owner.many else 'has'} {noun}"


def _can_have(owner: Thing) -> bool:
    return owner.type is not None and owner.type.base in ("player", "piece") and bool(owner.text)


def _has(items: NounGroup, owner: Thing, quantity: str) -> str:
    own = "your" if owner.text == "you" else owner.own if owner.own != ITEMS_OWN else "their"
    if owner.type is not None and owner.type.base == "piece":
        own = "its"
    # A relative clause goes after the place.
    one, single = quantity == "a thing", quantity.endswith(" thing")
    amount = quantity.removesuffix(" things").removesuffix(" thing")
    noun = _render_some(items) if one else f"{amount} {items.called(not single)}"
    inside = f"{items.zone} on it" if inflection.is_posture(items.zone) else f"{items.inside} {own} {items.zone}"
    rest = items.behind(inside if items.zone else "", not one)
    return f"{owner.text} {'have' if owner.many else 'has'} {noun}{rest}"


def _render_some(items: NounGroup) -> str:
    """Render a noun for one or more members; uncountable nouns have no article: `an open slot`, `packed cargo`."""
    noun = items.called(False)
    return noun if noun == items.called(True) else with_article(noun)


def render_membership(items: NounGroup) -> str:
    """Render membership in a zone or list: `in your hand`, `one of your goods`."""
    if items.zone and not items.opaque and not items.adjectives and not items.tails:
        return items.place("one")
    if not items.opaque and isinstance(items.owner, Thing) and not items.zone:
        return f"one of {items.the()}"
    if items.opaque.startswith("each ") and not items.single:
        return f"any {items.opaque.removeprefix('each ')}"
    if items.single:
        member = items.opaque.startswith("the ") or (items.type is not None and items.type.base in ("piece", "player"))
        return items.the() if member else f"in {items.the()}"
    return f"one of {items.the()}"
