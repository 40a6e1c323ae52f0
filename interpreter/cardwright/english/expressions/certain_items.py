"""Lists with one certain member: your boat, or of all players the one who is to be that player."""

from collections.abc import Sequence

from cardwright.declarations.value_types import PLAYER
from cardwright.english.dispatch import render_group
from cardwright.english.expressions.properties import find_item_property
from cardwright.english.noun_phrases import NounGroup, Thing
from cardwright.english.scope import EnglishScope, Meaning, make_item
from cardwright.syntax import tree as syntax

_NOBODY = syntax.NameNode("nobody")


def find_only_item(node: syntax.Expr, scope: EnglishScope) -> tuple[Meaning, syntax.Expr] | None:
    """Return the one item of a filtered list that is known before, with what is asked of it; None for other lists."""
    if not isinstance(node, syntax.FilterNode):
        return None
    items = render_group(node.list, scope.trial())
    if items.opaque and items.single:
        return Thing(render_group(node.list, scope).opaque, items.type), node.where
    parts = syntax.split_chain(node.where)
    for part in parts:
        match part:
            case syntax.CompareNode("is", syntax.NameNode("it"), syntax.NameNode(word=word)) if len(parts) > 1:
                known = scope.names.get(word)
                if known is not None and node.list == syntax.NameNode("players"):
                    rest = syntax.join_chain([each for each in parts if each is not part])
                    return (known, rest) if rest is not None else None
    return None


def find_only_player(
    items: NounGroup, where: syntax.Expr, scope: EnglishScope, words: Sequence[str]
) -> syntax.Expr | None:
    """Return the player who alone fulfils a condition on all players, to be a certain one; None for others.

    In the condition, `it` and `words` mean the item.
    """
    if items.type != PLAYER or not items.simple or items.adjectives or items.noun != "player":
        return None
    inside = scope.about(make_item(PLAYER, items.noun), *words)
    match where:
        case syntax.CallNode("any", (syntax.ArgNode(value=syntax.FilterNode(syntax.NameNode("players"), asked)),)):
            same = [syntax.CompareNode("is", syntax.NameNode("it"), syntax.NameNode(word)) for word in words]
            others = [part for part in syntax.split_chain(asked) if part not in same]
            where = others[0] if len(others) == 1 and others[0] != asked else where
    if not isinstance(where, syntax.CompareNode) or where.operator != "is" or _NOBODY in (where.left, where.right):
        return None
    item, found = (where.left, where.right) if inside.is_item(where.left) else (where.right, where.left)
    parts = [part for part in syntax.walk(found) if isinstance(part, syntax.Expr)]
    about = any(inside.is_item(part) or find_item_property(part, inside) for part in parts)
    return found if inside.is_item(item) and not about and not scope.is_none(found) else None
