"""Warnings about reactions that use a piece which their event took out of the game."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.checker import typed_tree
from cardwright.checker.semantic_checks.vanished_names import USED_AFTER_VANISH, list_named_pieces
from cardwright.lint.rule_texts import GameTexts
from cardwright.source.diagnostics import Diagnostic, DiagnosticNote
from cardwright.syntax import tree as syntax


def find_vanished_arguments(texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield a warning for each `after` or `on` that uses an argument its event certainly takes out of the game."""
    checked = texts.checked
    gone = _find_vanishing_parameters(checked)
    for ability in checked.abilities if gone else ():
        procedure, source = ability.procedure, checked.probes.source(ability)
        if ability.kind != "after" or procedure is None or source is None:
            continue
        unit, node = source
        assert isinstance(node, syntax.ReactNode)
        used = _list_variables((ability.where, ability.body))
        for role, param in zip(ability.roles[1:], procedure.params, strict=True):
            if param in gone and role in used:
                word = procedure.written
                message = f"`{param.word}` is none here: `{word}` took it out of the game"
                before = unit.scalar.raw[node.pattern.start : node.pattern.end]
                before = f"players {word}({param.word}: this)" if ability.own else before
                notes = (DiagnosticNote(f"`{word}` is declared here", procedure.span),)
                span = unit.span(node.pattern)
                yield Diagnostic(USED_AFTER_VANISH, message, span, f"write `before {before}`", notes, "warning")


def _find_vanishing_parameters(checked: typed_tree.CheckedGame) -> set[typed_tree.TypedVar]:
    """Return the parameters whose pieces an outermost statement of their verb or step takes out of the game."""
    gone: set[typed_tree.TypedVar] = set()
    before = -1
    while len(gone) > before:
        before = len(gone)
        for procedure in checked.procedures.values():
            gone |= {var for var in _list_vanished(procedure.body, gone) if var in procedure.params}
    return gone


def _list_vanished(body: typed_tree.Block, gone: set[typed_tree.TypedVar]) -> Iterator[typed_tree.TypedVar]:
    """Yield the variables whose pieces the statements of a block take out, directly or by a verb they perform."""
    for statement in body:
        if isinstance(statement, typed_tree.ActStmt) and statement.primitive.word == "vanish":
            yield from list_named_pieces(statement.args[0])
        elif isinstance(statement, typed_tree.PerformStmt):
            for param, value in zip(statement.procedure.params, statement.args, strict=False):
                if param in gone:
                    yield from list_named_pieces(value)


def _list_variables(parts: object) -> set[typed_tree.TypedVar]:
    """Return the variables that parts of a typed tree read."""
    return {node.var for node in typed_tree.walk_tree((parts,)) if isinstance(node, typed_tree.LocalExpr)}
