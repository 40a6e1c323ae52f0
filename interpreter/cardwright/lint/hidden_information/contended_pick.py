"""Warnings about secret picks of several players from one zone: only the last gets the piece."""

from collections.abc import Iterator

from cardwright.checker import typed_tree
from cardwright.lint.analysis.where_passed_pieces_go import is_just
from cardwright.lint.collect_rule_texts import GameTexts
from cardwright.source.diagnostics import Diagnostic, declare_code

CONTENDED_PICK = declare_code("contended-pick")


def find_contended_picks(texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield a warning for each unconditional secret pick of all players that takes a piece from one common zone."""
    for node in typed_tree.walk_bodies(texts.checked):
        if (
            not isinstance(node, typed_tree.ForEachStmt)
            or not node.secretly
            or not isinstance(node.body[0], typed_tree.ChooseStmt)
        ):
            continue
        choice = node.body[0]
        pick = choice.picks[0]
        source = texts.checked.probes.source(choice)
        if source is not None and _is_common_zone(pick.source, node.var) and _is_moved(choice.body, pick.var):
            unit, at = source
            message = (
                f"several players can pick the same `{pick.var.word}` here, and the last of them takes it from the "
                "others"
            )
            label = f"let the verb that moves `{pick.var.word}` `require` that `{pick.var.word}` is still there"
            yield Diagnostic(CONTENDED_PICK, message, unit.span(at), label, severity="warning")


def _is_common_zone(source: typed_tree.Value, each: typed_tree.TypedVar) -> bool:
    """Return True if a pick is from a zone that does not depend on the loop variable `each`, the player.

    All players of the loop then pick from the same zone.
    """
    while isinstance(source, typed_tree.FilterExpr):
        source = source.list
    return (
        isinstance(source, typed_tree.ContentExpr)
        and isinstance(source.zone, typed_tree.ZoneExpr)
        and not typed_tree.uses_variable(source.zone, each)
    )


def _is_moved(
    block: typed_tree.Block, var: typed_tree.TypedVar, within: tuple[typed_tree.TypedProcedure, ...] = ()
) -> bool:
    """Return True if a picked piece is moved without an earlier `require` about the piece.

    `var` holds the piece. Called procedures are searched too, except those in `within`.
    """
    for node in block:
        if isinstance(node, typed_tree.RequireStmt) and typed_tree.uses_variable(node.condition, var):
            return False
        if isinstance(node, typed_tree.ActStmt) and node.primitive.moves:
            return is_just(node.args[0], var)
        if isinstance(node, typed_tree.PerformStmt) and node.procedure not in within:
            inner = (*within, node.procedure)
            given = zip(node.procedure.params, node.args, strict=True)
            if any(is_just(arg, var) and _is_moved(node.procedure.body, param, inner) for param, arg in given):
                return True
    return False
