"""English for `connected` and `steps`: the items a search reaches, and the steps between items."""

from collections.abc import Mapping

from cardwright.checker import typed_tree
from cardwright.declarations.value_types import PLAYER, Type, enum
from cardwright.english.dispatch import make_known_group, render_group, render_single
from cardwright.english.expressions.filters import narrow_group
from cardwright.english.noun_phrases import NounGroup, Thing
from cardwright.english.scope import EnglishScope, find_item_type
from cardwright.phrases.inflection import spell_name
from cardwright.syntax import tree as syntax

Given = Mapping[str, syntax.Expr]


def render_connected(given: Given, scope: EnglishScope) -> NounGroup:
    """Render the items that a search reaches, as a group: `the squares connected with a1 (...)`."""
    kind = _find_kind(given["start"], scope)
    noun = scope.words.noun(kind)
    nouns = scope.words.nouns(noun)
    clause = f"connected with {_render_ends(given['start'], scope)} ({_render_step(given['by'], kind, scope)})"
    return NounGroup(noun, nouns, kind, tails=(clause,))


def is_number_of_steps(value: object) -> bool:
    """Return True if a value is the number of steps between items."""
    return isinstance(value, typed_tree.PrimitiveExpr) and value.primitive.word == "steps"


def render_steps(given: Given, scope: EnglishScope) -> str:
    """Render the number of steps between items: `the number of steps from a1 to c3 (...)`."""
    kind = _find_kind(given["start"], scope)
    ends = f"from {_render_ends(given['start'], scope)} to {_render_ends(given['to'], scope, 'any of ')}"
    return f"the number of steps {ends} ({_render_step(given['by'], kind, scope)})"


def _find_kind(node: syntax.Expr, scope: EnglishScope) -> Type | None:
    kind = scope.type_of(node)
    if kind is not None and kind.base == "zone":
        return find_item_type(kind) or scope.words.main_kind
    return find_item_type(kind)


def _render_ends(node: syntax.Expr, scope: EnglishScope, several: str = "") -> str:
    """Render the items at one end of a search; `several` goes before a list of them."""
    kind = scope.type_of(node)
    if kind is None or kind.base not in ("list", "zone"):
        return render_single(node, scope).text
    items = render_group(node, scope)
    return items.the() if items.single else f"{several}{items.the()}"


def _render_step(node: syntax.Expr, kind: Type | None, scope: EnglishScope) -> str:
    """Render where a search goes on from an item: `going from each square to the squares beside it`."""
    own, them = ("their", "them") if kind == PLAYER else ("its", "it")
    noun = scope.words.noun(kind)
    item = Thing(f"that {noun}", kind, False, "", own, them)
    return f"going from each {noun} to {_render_next(node, item.reflected(), scope.about(item.reflected())).the()}"


def _render_next(node: syntax.Expr, item: Thing, scope: EnglishScope) -> NounGroup:
    """Return the items after `item`; the name of a rule or of memory alone can give them."""
    if isinstance(node, syntax.FilterNode):
        return narrow_group(_render_next(node.list, item, scope), node.where, scope)
    value = scope.value(node)
    if isinstance(node, syntax.NameNode) and isinstance(value, typed_tree.RuleExpr) and value.args:
        args = (syntax.ArgNode(None, syntax.NameNode("it")),)
        return render_group(syntax.CallNode(node.word, args, start=node.start, end=node.end), scope)
    if isinstance(value, typed_tree.MemoryExpr) and value.index is None and value.memory.per is not None:
        own = "the" if value.owner is None else item.own
        per = "it" if item.type == enum(value.memory.per) else f"each {spell_name(value.memory.per)}"
        text = f"{own} {value.memory.title} for {per}"
        return make_known_group(text, item.type, scope)
    return render_group(node, scope)
