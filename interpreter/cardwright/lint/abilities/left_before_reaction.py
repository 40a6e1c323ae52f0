"""Warnings about reactions that require a piece to be in the zone that it just left."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.checker import typed_tree
from cardwright.checker.names.scope import Unit
from cardwright.lint.abilities.never_fires import NEVER_FIRES, either, performed
from cardwright.lint.final_zones import ANYWHERE, Landing, Lying
from cardwright.lint.game_texts import Texts
from cardwright.source.diagnostics import Diagnostic, DiagnosticNote
from cardwright.syntax import tree as syntax


def asked_elsewhere(texts: Texts) -> Iterator[Diagnostic]:
    """Yield a warning for each `after` with a condition on zones out of which the event moves the piece."""
    checked = texts.checked
    landing, done = Landing(checked), performed(texts)
    for ability in checked.abilities:
        procedure, source = ability.procedure, checked.probes.source(ability)
        if ability.kind != "after" or procedure is None or ability.where is None or source is None:
            continue
        unit, node = source
        for role, param in zip(ability.roles[1:], procedure.params, strict=True) if procedure.written in done else ():
            asked = _places_asked(ability.where, role)
            lies = landing.after(procedure, param) if asked else ANYWHERE
            if asked and not lies & ANYWHERE and lies.isdisjoint(asked):
                assert isinstance(node, syntax.ReactNode)
                yield _elsewhere(node, unit, procedure, lies, asked)


def _places_asked(where: typed_tree.Value, role: typed_tree.TypedVar) -> Lying:
    """Return the zones of which a condition requires one to hold the argument; empty if there is none."""
    for part in typed_tree.conjuncts(where):
        if (
            isinstance(part, typed_tree.CompareExpr)
            and part.operator == "in"
            and part.left == typed_tree.LocalExpr(role)
        ):
            places = _places(part.right)
            if not places & ANYWHERE:
                return places
    return frozenset()


def _places(value: typed_tree.Value) -> Lying:
    """Return the zones that can hold the members of a list."""
    match value:
        case typed_tree.ZoneExpr(zone=zone):
            return frozenset({zone.word})
        case (
            typed_tree.ContentExpr(zone=inside)
            | typed_tree.FilterExpr(list=inside)
            | typed_tree.CollectExpr(value=inside, flat=True)
        ):
            return _places(inside)
        case typed_tree.BinaryExpr(operator="+", left=left, right=right):
            return _places(left) | _places(right)
    return ANYWHERE


def _elsewhere(
    node: syntax.ReactNode, unit: Unit, procedure: typed_tree.TypedProcedure, lies: Lying, asked: Lying
) -> Diagnostic:
    there, place = either(sorted(lies)), either(sorted(asked))
    message = f"this never happens: after `{procedure.written}` it lies in {there}, and this asks for one in {place}"
    before = unit.scalar.raw[node.pattern.start : node.pattern.end]
    notes = (DiagnosticNote(f"`{procedure.written}` is declared here", procedure.span),)
    return Diagnostic(NEVER_FIRES, message, unit.span(node.pattern), f"write `before {before}`", notes, "warning")
