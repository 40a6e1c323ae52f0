"""Patterns of syntax trees: rule texts in which words in capitals stand for any name or expression."""

from dataclasses import dataclass, fields
from functools import cache
from typing import cast

from cardwright.syntax import tree as syntax
from cardwright.syntax.parser import parse

# What a pattern of a definition leaves open.
_OPEN = frozenset(("phrase", "result", "type_word", "phrases", "limit"))


@dataclass(frozen=True, slots=True)
class PatternMatch:
    """Match of a pattern: the node or name for which each of its words in capitals stands."""

    found: dict[str, syntax.Node | str]

    def name(self, word: str) -> str:
        """Return the name that a word of the pattern stands for; "" for an expression that is no name."""
        value = self.found[word]
        return value if isinstance(value, str) else getattr(value, "word", "") if _is_name(value) else ""

    def expr(self, word: str) -> syntax.Expr:
        """Return the expression that a word of the pattern stands for, which may be a name."""
        value = self.found[word]
        return syntax.NameNode(value) if isinstance(value, str) else cast(syntax.Expr, value)


def match(text: str, node: syntax.Node, kind: str = "value") -> PatternMatch | None:
    """Return what the words in capitals of a pattern stand for in a tree; None if the tree does not have this form.

    `kind` is `value`, `deeds` for the statements of a body, or `library` for a definition.
    """
    found: dict[str, syntax.Node | str] = {}
    return PatternMatch(found) if _fits(_read(text, kind), node, found) else None


@cache
def _read(text: str, kind: str) -> syntax.Node:
    tree: syntax.Node | None = parse(text, kind).tree
    assert tree is not None, text
    return tree.items[0] if isinstance(tree, syntax.LibraryNode) else tree


def _fits(pattern: object, value: object, found: dict[str, syntax.Node | str]) -> bool:
    if isinstance(pattern, tuple):
        return isinstance(value, tuple) and len(pattern) == len(value) and all(
            _fits(one, other, found) for one, other in zip(pattern, value, strict=True)
        )  # fmt: skip
    if isinstance(pattern, str):
        return _stands_for(pattern, value, found) if pattern.isupper() and isinstance(value, str) else pattern == value
    if isinstance(pattern, syntax.ArgNode) and isinstance(value, syntax.ArgNode) and value.role is None:
        return _fits(pattern.value, value.value, found)
    match pattern:
        case syntax.NameNode(word=word) | syntax.BodyNode(statements=(syntax.PerformNode(word=word, args=()),)) if (
            word.isupper() and isinstance(value, syntax.Node)
        ):
            return _stands_for(word, value, found)
    if not isinstance(pattern, syntax.Node) or type(pattern) is not type(value):
        return pattern == value
    return all(
        each.name in _OPEN or not each.compare or _fits(getattr(pattern, each.name), getattr(value, each.name), found)
        for each in fields(pattern)
    )


def _stands_for(word: str, value: syntax.Node | str, found: dict[str, syntax.Node | str]) -> bool:
    known = found.setdefault(word, value)
    names = [syntax.NameNode(each) if isinstance(each, str) else each for each in (known, value)]
    return names[0] == names[1]


def _is_name(node: syntax.Node) -> bool:
    return isinstance(node, syntax.NameNode | syntax.GetNode)
