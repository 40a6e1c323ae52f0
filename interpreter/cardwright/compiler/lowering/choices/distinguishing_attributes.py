"""Attributes by which a condition can distinguish the pieces of a list."""

from __future__ import annotations

from collections.abc import Callable

from cardwright.checker import typed_tree
from cardwright.checker.typed_tree import (
    AttributeExpr,
    BinaryExpr,
    CollectExpr,
    CompareExpr,
    ContentExpr,
    DivideExpr,
    FilterExpr,
    ListExpr,
    LiteralExpr,
    LocalExpr,
    LogicExpr,
    MemoryExpr,
    NarrowedExpr,
    NotExpr,
    OpponentsExpr,
    PlayersExpr,
    PrimitiveExpr,
    RuleExpr,
    TableExpr,
    TypedRule,
    WordsExpr,
    ZoneExpr,
)

# Nodes that look at no piece beyond its attributes, whatever they are made of.
_LOOK_AT_NO_PIECE = (
    BinaryExpr, CollectExpr, ContentExpr, DivideExpr, FilterExpr, ListExpr, LiteralExpr, LocalExpr, LogicExpr,
    NarrowedExpr, NotExpr, OpponentsExpr, PlayersExpr, TableExpr, WordsExpr,
)  # fmt: skip
# Words that give the same for lists of equal pieces in another order.
_IN_ANY_ORDER = frozenset(("count", "sum", "min", "max", "any", "all", "distinct", "numbers"))


def find_read_attributes(condition: typed_tree.Value, changed: Callable[[TypedRule], bool]) -> set[str] | None:
    """Return the attributes that a condition reads; None if it may distinguish pieces by anything else.

    `changed` says whether powers can change a rule.
    """
    words: set[str] = set()
    return words if _collect(condition, changed, words, set()) else None


def _collect(value: object, changed: Callable[[TypedRule], bool], words: set[str], seen: set[TypedRule]) -> bool:
    """Add to `words` the attributes that a value reads; return False if it may read anything else of a piece."""
    for node in typed_tree.walk_tree(value):
        match node:
            case AttributeExpr():
                words.add(node.attribute.word)
            case PrimitiveExpr():
                if node.primitive.word not in _IN_ANY_ORDER:
                    return False
            case CompareExpr():
                if any(_holds_pieces(side) for side in (node.left, node.right)):
                    return False
                if "is" in node.operator and node.left.type.base == "list":
                    return False  # lists are equal in one order only
            case MemoryExpr() | ZoneExpr():
                if node.owner is not None and node.owner.type.base != "player":
                    return False
            case RuleExpr():
                if changed(node.rule):
                    return False
                if node.rule not in seen:
                    seen.add(node.rule)
                    if not _collect(node.rule.cases, changed, words, seen):
                        return False
            case _:
                if not isinstance(node, _LOOK_AT_NO_PIECE):
                    return False
    return True


def _holds_pieces(value: typed_tree.Value) -> bool:
    return any(kind is not None and kind.base in ("piece", "zone") for kind in (value.type, value.type.item))
