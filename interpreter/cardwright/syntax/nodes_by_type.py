"""Index of the nodes of a syntax tree by type, cached as long as the tree is in use."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import TypeVar

from cardwright.syntax import tree as syntax

KEPT = 4096
N = TypeVar("N", bound=syntax.Node)


@dataclass(frozen=True, slots=True)
class Index:
    """The nodes of one rule text by type, parents first, and the words it contains."""

    text: syntax.Node
    by_sort: dict[type[syntax.Node], list[syntax.Node]]
    words: frozenset[str]

    def of(self, sort: type[N]) -> list[N]:
        """Return the nodes of one type (`sort`), parents first."""
        return self.by_sort.get(sort, [])  # type: ignore[return-value]


# By identity, as trees of unchanged texts are shared. An index holds its text, so that no other gets this identity.
_known: OrderedDict[int, Index] = OrderedDict()


def index(text: syntax.Node) -> Index:
    """Return the index of a tree; it is cached."""
    known = _known.get(id(text))
    if known is not None:
        return known
    found: dict[type[syntax.Node], list[syntax.Node]] = {}
    for node in syntax.walk(text):
        found.setdefault(type(node), []).append(node)
    words = frozenset(
        node.word
        for sort in (syntax.NameNode, syntax.CallNode, syntax.PerformNode)
        for node in found.get(sort, ())
        if isinstance(node, sort)
    )
    made = _known[id(text)] = Index(text, found, words)
    if len(_known) > KEPT:
        _known.popitem(last=False)
    return made
