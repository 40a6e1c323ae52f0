"""Limit on the nesting of expressions that are rendered in one sentence."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import TypeVar

from cardwright.syntax import tree as syntax

_MAX_LEVELS = 70
_MAX_FILTERS = 4
_CUT = syntax.TextNode("…")
N = TypeVar("N", bound=syntax.Node)

# Memo by identity of the tree: all options of a decision are rendered from one tree.
MAX_MEMO = 200
_memo: dict[int, tuple[syntax.Node, syntax.Node]] = {}


def limit_nesting(node: N) -> N:
    """Return a tree in which values and bodies that are nested too deeply are replaced by an ellipsis."""
    known = _memo.get(id(node))
    if known is None or known[0] is not node:
        if len(_memo) >= MAX_MEMO:
            _memo.clear()
        known = _memo[id(node)] = node, _cut(node, 0, 0) if _is_too_deep(node) else node
    return known[1]  # type: ignore[return-value]


def expand_names(node: N, names: Mapping[str, syntax.Expr]) -> N:
    """Return a tree in which names are replaced by their expressions. All nodes keep their spans."""
    return syntax.map_nodes(node, lambda each: names.get(each.word) if isinstance(each, syntax.NameNode) else None)


def _is_too_deep(node: syntax.Node) -> bool:
    stack = [(node, 0, 0)]
    while stack:
        here, levels, filters = stack.pop()
        if levels > _MAX_LEVELS or filters > _MAX_FILTERS:
            return True
        stack.extend((child, levels + 1, filters + _is_filter(here)) for child in syntax.list_children(here))
    return False


def _is_filter(node: syntax.Node) -> bool:
    return isinstance(node, syntax.FilterNode | syntax.RankedNode | syntax.CollectNode)


def _cut(node: N, levels: int, filters: int) -> N:
    changed = {}
    for entry in fields(node):
        value = getattr(node, entry.name)
        shortened = _cut_value(value, levels + 1, filters + _is_filter(node))
        if shortened is not value:
            changed[entry.name] = shortened
    return replace(node, **changed) if changed else node  # type: ignore[arg-type]


def _cut_value(value: object, levels: int, filters: int) -> object:
    if isinstance(value, tuple):
        return tuple(_cut_value(item, levels, filters) for item in value)
    if isinstance(value, syntax.BodyNode) and levels > _MAX_LEVELS:
        return syntax.BodyNode(())
    if isinstance(value, syntax.Expr) and (levels > _MAX_LEVELS or filters > _MAX_FILTERS):
        return _CUT
    return _cut(value, levels, filters) if isinstance(value, syntax.Node) else value
