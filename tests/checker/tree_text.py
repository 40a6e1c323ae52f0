"""A text form of typed trees for tests: each node by its name and parts, declarations by their words."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from cardwright.builtins import Primitive
from cardwright.checker import typed_tree as tree
from cardwright.declarations.value_types import Type, describe_type

# Fields that follow from others, or that tables of trees do not show.
_LEFT_OUT = ("type", "site", "ends", "given")
_NAMED = (tree.TypedProcedure, tree.TypedRule)


def tree_text(node: Any) -> str:
    """Return a node as `Name(part, part)`; numbers, words, variables and declarations stand for themselves.

    Parts at the end that have their usual value are left out, so that a new one changes no table.
    """
    match node:
        case tree.LiteralExpr(type=kind, value=value):
            return str(value) if kind.base == "number" else f"{kind.of or kind.base}:{value}"
        case tree.TextExpr(value=value):
            return repr(value)
        case tree.LocalExpr(var=var) | (tree.TypedVar() as var):
            return f"{var.word}{'&' if var.mask else ''}"
        case tuple():
            return f"[{', '.join(map(tree_text, node))}]"
        case Primitive():
            return node.word
        case Type():
            return describe_type(node)
        case None | str() | int():
            return str(node)
    if isinstance(node, _NAMED) or not hasattr(node, "__dataclass_fields__"):
        return str(node.word)
    if type(node) not in _NODES:
        return str(getattr(node, "word", None) or getattr(node, "id", type(node).__name__))
    name = type(node).__name__.removesuffix("Expr").removesuffix("Stmt")
    shown = [each for each in fields(node) if each.name not in _LEFT_OUT]
    while shown and getattr(node, shown[-1].name) == shown[-1].default:
        shown.pop()
    parts = [tree_text(getattr(node, each.name)) for each in shown]
    return f"{name}({', '.join(parts)})"


_NODES = frozenset((*tree.NODES, tree.TextExpr, tree.PiecesExpr, tree.NamesExpr, tree.PlayersExpr, tree.WordsExpr))
