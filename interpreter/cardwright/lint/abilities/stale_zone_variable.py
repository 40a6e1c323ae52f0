"""Warnings about moves out of a variable for a zone, which also move pieces that came there since."""

from collections.abc import Iterator

from cardwright.checker import typed_tree
from cardwright.lint.collect_rule_texts import GameTexts
from cardwright.source.diagnostics import Diagnostic, DiagnosticNote, declare_code
from cardwright.syntax import tree as syntax

STALE_ZONE_REFERENCE = declare_code("stale-zone-reference")


def find_stale_zone_references(texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield a warning for each variable that holds a zone and later empties it of pieces that were moved there since.

    The variable stands for the zone itself, not for the pieces that lay there when it was set.
    """
    for block in _list_blocks(texts.checked):
        for number, named in enumerate(block):
            if not isinstance(named, typed_tree.LetStmt) or not isinstance(named.value, typed_tree.ZoneExpr):
                continue
            source = texts.checked.probes.source(named)
            into = _find_later_move(named.var, named.value, block[number + 1 :])
            if source is not None and into is not None:
                unit, at = source
                moved = texts.checked.probes.source(into)
                notes = moved and (DiagnosticNote("pieces arrive here", moved[0].span(moved[1])),)
                assert isinstance(at, syntax.LetNode)
                message = f"`{named.var.word}` includes pieces that arrive after this line: they are moved out as well"
                label = f"write `{unit.text(at.value)} + []` to name only the pieces that are in it now"
                yield Diagnostic(STALE_ZONE_REFERENCE, message, unit.span(at.value), label, notes or (), "warning")


def _find_later_move(
    var: typed_tree.TypedVar, zone: typed_tree.ZoneExpr, rest: typed_tree.Block
) -> typed_tree.ActStmt | None:
    """Return the statement that moves pieces to a zone by the name of the zone, if they later leave by the variable.

    Pieces moved there by the variable are meant to leave it again, unless they come from the zone to which all pieces
    go later: `let pile = discard_pile`.
    """
    moves = [node for node in rest if isinstance(node, typed_tree.ActStmt) and node.primitive.moves]
    for number, out in enumerate(moves):
        if out.args[0] not in (
            typed_tree.LocalExpr(var),
            typed_tree.ContentExpr(typed_tree.LocalExpr(var), out.args[0].type),
        ):
            continue
        for into in moves[:number]:
            there = isinstance(into.args[0], typed_tree.ContentExpr) and into.args[0].zone == out.args[1]
            if into.args[1] == zone or (into.args[1] == typed_tree.LocalExpr(var) and there):
                return into
    return None


def _list_blocks(checked: typed_tree.CheckedGame) -> Iterator[typed_tree.Block]:
    """Yield all blocks of statements that contain a `let`."""
    stack: list[object] = list(typed_tree.list_bodies(checked))
    while stack:
        node = stack.pop()
        if isinstance(node, tuple) and any(isinstance(each, typed_tree.LetStmt) for each in node):
            yield node
        stack += typed_tree.list_children(node)
