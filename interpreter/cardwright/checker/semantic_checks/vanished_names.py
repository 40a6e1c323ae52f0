"""Warnings for names of pieces that are used after `vanish` took the pieces out of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardwright.checker import typed_tree
from cardwright.checker.names.rule_text_context import Unit
from cardwright.source.diagnostics import declare_code
from cardwright.syntax import tree as syntax

USED_AFTER_VANISH = declare_code("used-after-vanish")


class VanishedNames:
    """The names in a block that mean pieces which a statement of the block took out of the game.

    Only statements of the same block are examined, because statements of nested blocks can be skipped.
    """

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.gone: set[typed_tree.TypedVar] = set()

    def look_at(self, node: syntax.Stmt, made: Sequence[typed_tree.Stmt | None]) -> None:
        """Report the first use of each such name in a statement; then record what it takes out or assigns."""
        used = [var for var in _list_used(made) if var in self.gone] if self.gone else []
        for var in dict.fromkeys(used):
            self.gone.discard(var)
            state = "empty here: its pieces" if var.type.base == "list" else "none here: it"
            message = f"`{var.word}` is {state} went out of the game"
            self.unit.error(USED_AFTER_VANISH, message, _find_use(node, var.word), "use it before", severity="warning")
        for statement in made:
            if isinstance(statement, typed_tree.LetStmt):
                self.gone.discard(statement.var)
            elif isinstance(statement, typed_tree.ActStmt) and statement.primitive.word == "vanish":
                self.gone.update(list_named_pieces(statement.args[0]))


def _list_used(made: Sequence[typed_tree.Stmt | None]) -> Iterator[typed_tree.TypedVar]:
    """Yield the variables that statements read."""
    for node in typed_tree.walk_tree(tuple(made)):
        if isinstance(node, typed_tree.LocalExpr):
            yield node.var


def list_named_pieces(value: typed_tree.Value) -> Iterator[typed_tree.TypedVar]:
    """Yield the names of pieces or lists of pieces that an argument consists of."""
    if isinstance(value, typed_tree.ListExpr):
        for item in value.items:
            yield from list_named_pieces(item)
    elif isinstance(value, typed_tree.LocalExpr):
        held = value.var.type.item or value.var.type
        if held.base == "piece":
            yield value.var


def _find_use(node: syntax.Stmt, word: str) -> syntax.Node:
    """Return the first node in a statement where a name is written, or the statement itself if there is none."""
    named = (each for each in syntax.walk(node) if isinstance(each, syntax.NameNode) and each.word == word)
    return min(named, key=lambda each: each.start, default=node)
