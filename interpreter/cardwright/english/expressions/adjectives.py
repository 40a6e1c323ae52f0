"""Nouns for the items of a filter, with adjectives: `a spent green card`, `the names of red cards`."""

from dataclasses import replace

from cardwright.declarations.model import MemoryDecl
from cardwright.declarations.value_types import YES_NO, Type, name_to_piece
from cardwright.english.dispatch import render
from cardwright.english.expressions.properties import Property, find_item_property, gives_adjectives
from cardwright.english.noun_phrases import FIRST, NounGroup, Thing
from cardwright.english.scope import ITEM, EnglishScope
from cardwright.phrases import inflection
from cardwright.phrases.inflection import spell_name, with_article
from cardwright.syntax import tree as syntax


def render_other(node: syntax.Expr, items: NounGroup, scope: EnglishScope, words: tuple[str, ...]) -> str | None:
    """Return the adjective `other` for the condition that an item is not this card; None if it would be unclear."""
    if not (isinstance(node, syntax.CompareNode) and node.operator == "is not" and scope.is_item(node.left)):
        return None
    this = scope.this
    if node.right != syntax.NameNode("this") or this.type != items.type:
        return None
    if items.opaque:
        return None
    things = [meaning for word, meaning in scope.names.items() if word not in words and isinstance(meaning, Thing)]
    apart = any(meaning.type == items.type and meaning.text not in (ITEM, this.text) for meaning in things)
    return None if apart else "other"


def find_adjective(node: syntax.Expr, scope: EnglishScope) -> str | None:
    """Return a condition on the item as an adjective, such as `agriculture` or `spent`, or None."""
    mark = find_item_property(node, scope) if isinstance(node, syntax.NameNode | syntax.GetNode) else None
    if mark is not None and _mark_type(mark[1]) == YES_NO:
        title = mark[1].title if isinstance(mark[1], MemoryDecl) else spell_name(mark[0])
        return title if " " not in title else None
    if isinstance(node, syntax.CompareNode) and node.operator in ("in", "not in") and scope.is_word(node.left):
        among = find_item_property(node.right, scope)
        if among is not None and gives_adjectives(scope.value(node.right), scope):
            return f"{'' if node.operator == 'in' else 'non-'}{render(node.left, scope)}"
    found = find_item_property(node.left, scope) if isinstance(node, syntax.CompareNode) else None
    if not isinstance(node, syntax.CompareNode) or found is None or not _is_enum(found[1]):
        return None
    if not gives_adjectives(scope.value(node.left), scope):
        return None
    if node.operator in ("is", "is not") and scope.is_word(node.right):
        word = render(node.right, scope)
        return word if node.operator == "is" else f"non-{word}"
    listed = node.right.items if node.operator == "in" and isinstance(node.right, syntax.ListOfNode) else ()
    if listed and all(scope.is_word(item) for item in listed):
        return inflection.join_items([render(item, scope) for item in listed], "or")
    return None


def _mark_type(found: Property) -> Type | None:
    return found.type if isinstance(found, MemoryDecl) else found if isinstance(found, Type) else None


def _is_enum(found: Property) -> bool:
    return isinstance(found, Type) and found.base == "enum"


def find_named_noun(items: NounGroup, scope: EnglishScope) -> str:
    """Return the noun of the pieces whose names are filtered: `card` for `card names`; "" for other items."""
    piece = None if items.type is None else name_to_piece(items.type)
    noun = "" if piece is None else scope.words.noun(piece)
    return noun if noun and items.noun == f"{noun} name" else ""


def name_pieces(items: NounGroup) -> NounGroup:
    """Return the names of some pieces: `the names of red cards with cost 2 or less`."""
    if items.simple and not [each for each in items.adjectives if each not in FIRST]:
        return replace(items, noun=f"{items.noun} name", nouns=f"{items.noun} names")
    first = tuple(each for each in items.adjectives if each in FIRST)
    inner = replace(items, adjectives=tuple(each for each in items.adjectives if each not in FIRST))
    noun, nouns = f"name of {with_article(inner.called(False))}", f"names of {inner.called(True)}"
    return replace(items, noun=noun, nouns=nouns, adjectives=first, whole=True)
