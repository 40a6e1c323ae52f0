"""References such as `that card` that a reader would take for another card, mentioned in between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar, cast

from cardwright.declarations.value_types import PLAYER, Type
from cardwright.english.fill_phrases import bound
from cardwright.english.noun_phrases import NounGroup, Thing
from cardwright.english.scope import EnglishScope, find_item_type
from cardwright.phrases import templates
from cardwright.source.node_dataclass import frozen
from cardwright.syntax import tree as syntax

M = TypeVar("M", bound=Thing | NounGroup)
ONE = syntax.AmountNode("exactly", syntax.NumberNode(1))
OPPONENTS = syntax.NameNode("opponents")
# Names that a text has words of their own for: `this card`.
_OWN_WORDS = frozenset("this you it players opponents".split())


@frozen
class _Named:
    """A name with the type of its value, or if `many` of the items of its list.

    `named_inside` are the names that mention nothing new: of choices and loops, which are mentions themselves.
    """

    word: str
    type: Type
    many: bool
    scope: EnglishScope
    named_inside: frozenset[str] = _OWN_WORDS

    def is_alike(self, node: syntax.Node) -> bool:
        """Return True if the text of a node mentions another value of this type."""
        match node:
            case syntax.PickNode(amount=amount, source=source):
                return self.many == (amount not in (None, ONE)) and self._is_of_type(source)
            case syntax.ForEachNode(list=listed):
                apart = syntax.NameNode(self.word) not in syntax.walk(listed)
                return apart and not self.many and self._is_of_type(listed)
            case syntax.CallNode(word="any", args=(syntax.ArgNode(value=listed),)):
                return not self.many and self._is_of_type(listed)
            case syntax.PerformNode():
                return self._is_acted_on(node)
        return False

    def _is_of_type(self, node: syntax.Expr) -> bool:
        return find_item_type(self.scope.type_of(node)) == self.type

    def _is_acted_on(self, node: syntax.PerformNode) -> bool:
        """Return True if a call is done to another value of this type, or its phrase counts such: `draw 2 cards`."""
        phrase = self.scope.call_phrase(node)
        given = bound(phrase, node.args) if phrase is not None else {}
        if not self.many and node.subject is not None and self._is_another(node.subject):
            return True
        if phrase is None or any(self._is_another(value) for role, value in given.items() if role != "to"):
            return phrase is not None
        noun = self.scope.words.noun(self.type)
        for part in phrase.parts:
            if isinstance(part, templates.TemplateSlot) and part.noun is not None:
                counted = templates.fill_template(part.noun, lambda *_: None)
                several = given.get(part.role) != syntax.NumberNode(1)
                if several == self.many and counted.split()[-1:] == [noun]:
                    return True
        return False

    def _is_another(self, node: syntax.Expr) -> bool:
        """Return True if an argument is another value of this type."""
        if isinstance(node, syntax.ListOfNode) and len(node.items) == 1:
            return self._is_another(node.items[0])
        named = {each.word for each in syntax.walk(node) if isinstance(each, syntax.NameNode)}
        if self.word in named or (isinstance(node, syntax.NameNode) and node.word in self.named_inside):
            return False
        kind = self.scope.type_of(node)
        last = node.args[-1].value if isinstance(node, syntax.CallNode) and len(node.args) > 1 else None
        several = kind is not None and kind.base in ("list", "zone") and last != ONE.value
        own = isinstance(node, syntax.GetNode) and not several  # this card's host
        return not own and several == self.many and find_item_type(kind) == self.type


def keep_meaning(
    word: str,
    again: M,
    after: Sequence[syntax.Node],
    scope: EnglishScope,
    adjective: str = "",
    is_opponent: bool = False,
) -> M:
    """Return the text `again` of a name or, where a reader would take it for another value, one with an adjective.

    This is so if the nodes `after` mention another value of its type between two mentions of the name: `draw a card and
    discard the chosen card`. Without an adjective, the text is `that opponent` or `the card in question`.
    """
    text = again.text if isinstance(again, Thing) else again.opaque
    many = isinstance(again, NounGroup) and not again.single
    pointed, _, noun = text.partition(" ")
    if pointed not in ("that", "those") or again.type is None or again.type.base not in ("piece", "player"):
        return again
    if again.type == PLAYER and noun not in (scope.words.noun(PLAYER), scope.words.opponent):
        return again  # that buyer
    inner = [part for node in after for part in syntax.walk(node)]
    named_inside = _OWN_WORDS.union(
        part.word for part in inner if isinstance(part, syntax.PickNode | syntax.ForEachNode)
    )
    other = _find_overtaking(_Named(word, again.type, many, scope, named_inside), after)
    from_opponents = isinstance(other, syntax.PickNode) and other.source == OPPONENTS
    if other is None or (noun == scope.words.opponent and not from_opponents):
        return again
    if adjective == "chosen" and isinstance(other, syntax.PickNode):
        said = f"the {noun} chosen first" if many else f"the first {noun}"
    elif is_opponent and not from_opponents:
        said = f"that {scope.words.opponent}"
    else:
        said = f"the {adjective} {noun}" if adjective else f"the {noun} in question"
    return cast(M, replace(again, text=said) if isinstance(again, Thing) else replace(again, opaque=said))


def _find_overtaking(named: _Named, after: Sequence[syntax.Node]) -> syntax.Node | None:
    """Return what mentions another value between two mentions of a name; None without such.

    Inside what a choice or a loop does, its own values have other texts than older names that are said there.
    """
    other: syntax.Node | None = None
    inside: list[syntax.Node] = []
    for part, ends in (each for node in after for each in _walk_as_told(node)):
        if ends:
            inside.remove(part)
            continue
        if isinstance(part, syntax.ChooseNode | syntax.ForEachNode):
            inside.append(part)
        if part == syntax.NameNode(named.word):
            if other is not None and not any(other is each or other in getattr(each, "picks", ()) for each in inside):
                return other
            other = None
        elif other is None and named.is_alike(part):
            other = part
    return None


def _walk_as_told(node: syntax.Node) -> Iterator[tuple[syntax.Node, bool]]:
    """Yield (a node, False) for each node in the order of the text, a call or pick behind its arguments.

    A choice or loop is followed by (the node, True).
    """
    if isinstance(node, syntax.RestOfNode):  # `the rest` does not mention its list
        return
    last = isinstance(node, syntax.PerformNode | syntax.PickNode)
    yield from () if last else ((node, False),)
    for child in syntax.list_children(node):
        yield from _walk_as_told(child)
    if last or isinstance(node, syntax.ChooseNode | syntax.ForEachNode):
        yield node, not last
