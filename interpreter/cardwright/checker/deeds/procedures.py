"""Checks procedures: the values their roles have of themselves, what they do, and how often they may."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cardwright.checker import ir
from cardwright.checker.deeds.statements import StatementChecker
from cardwright.checker.naming.meanings import Symbol
from cardwright.checker.naming.scope import UNKNOWN_NAME, UNKNOWN_VERB, Scope, Symbols, Unit
from cardwright.checker.naming.told_names import said_roles
from cardwright.checker.values.sorts import apart
from cardwright.checker.values.typed import ValueChecker
from cardwright.checker.values.types import Bad
from cardwright.checker.values.which_sort import not_said
from cardwright.declarations.types import PLAYER, Type
from cardwright.source.positions import Span
from cardwright.syntax import tree as s


class ProcedureChecker:
    """Checks the procedures that are declared."""

    def __init__(self, symbols: Symbols, checked: ir.Checked, rule_type: Callable[[ir.Rule], Type]) -> None:
        self.symbols = symbols
        self.checked = checked
        self.rule_type = rule_type

    def _values(self, procedure: ir.Procedure, unit: Unit) -> ValueChecker:
        locals_ = {param.word: param for param in procedure.params}
        told = said_roles(procedure, procedure.params)
        if procedure.you is not None:
            told.add(procedure.you)
        return ValueChecker(Scope(self.symbols, unit, locals_, you=procedure.you, told=told), self.rule_type)

    def defaults(self, node: s.Procedure, unit: Unit) -> None:
        """Check the values that roles have when a call gives them none: they may name the roles before them."""
        for procedure in told_once(self.symbols.procedures[node.word].each_sort, unit):
            self._defaults(procedure, node, unit)

    def _defaults(self, procedure: ir.Procedure, node: s.Procedure, unit: Unit) -> None:
        values = self._values(procedure, unit)
        defaults: list[ir.Value | None] = []
        for place, (param, written) in enumerate(zip(procedure.params, node.params, strict=True)):
            default: ir.Value | None = None
            if written.default is not None:
                default = Bad if written.others else values.want(written.default, param.type)
            late = {each for each in procedure.params[place:] if ir.depends(default, each)}
            for name in s.walk(written.default) if late and written.default is not None else ():
                if isinstance(name, s.Name) and name.word in {each.word for each in late}:
                    why = f"`{name.word}` has no value there yet: a role is given one after the roles before it"
                    unit.error(UNKNOWN_NAME, why, name)
            defaults.append(Bad if late else default)
        procedure.defaults = tuple(defaults)

    def body(self, node: s.Procedure, unit: Unit) -> None:
        """Check what a procedure does, and how often: of several sorts together."""
        first = self.symbols.procedures[node.word]
        limit = checked_limit(node.limit, self.symbols, unit)
        for sort, procedure in zip(apart(node), told_once(first.each_sort, unit), strict=True):
            done = self._done(procedure, sort, unit)
            procedure.body = done if limit is None else _limited(first, procedure.you, limit, done)

    def _done(self, procedure: ir.Procedure, node: s.Procedure, unit: Unit) -> ir.Block:
        values = self._values(procedure, unit)
        scope = values.scope
        if procedure.result is not None:
            scope.locals[procedure.result.word] = procedure.result
        return StatementChecker(scope, values, self.checked, node.word).statements(node.body.statements)


def told_once(procedures: Sequence[ir.Procedure], unit: Unit) -> Iterator[ir.Procedure]:
    """One procedure after the other: what is wrong at a place of their text is told, and noted, for the first alone."""
    known: set[tuple[str, Span]] = set()
    noted: set[int] = set()
    for procedure in procedures:
        before = len(unit.diagnostics)
        meanings = unit.notes.meanings if unit.notes is not None else []
        notes = len(meanings)
        yield procedure
        new = [each for each in unit.diagnostics[before:] if (each.code, each.span) not in known]
        unit.diagnostics[before:] = new
        known |= {(each.code, each.span) for each in new}
        meanings[notes:] = [each for each in meanings[notes:] if each.start not in noted]
        noted |= {each.start for each in meanings[notes:]}


def _limited(procedure: ir.Procedure, you: ir.Var | None, limit: tuple[int, ir.Procedure], body: ir.Block) -> ir.Block:
    """A body that requires that its limit is not used up, and counts a use before it does anything."""
    doer = ir.Lit(PLAYER, -1) if you is None else ir.Local(you)
    use = ir.UsedUp(procedure, limit[1], limit[0], doer)
    first = next((n for n, s_ in enumerate(body) if not isinstance(s_, ir.RequireS | ir.LetS)), len(body))
    return (ir.RequireS(ir.NotV(use)), *body[:first], ir.MarkUse(use), *body[first:])


def checked_limit(node: s.Limit | None, symbols: Symbols, unit: Unit) -> tuple[int, ir.Procedure] | None:
    """How often something can be done while which procedure runs, if that is limited."""
    if node is None:
        return None
    procedure = symbols.procedures.get(node.span)
    if unit.notes is not None:
        unit.notes.mean(node.end - len(node.span), node.span, Symbol("procedure", "", node.span))
        unit.notes.leave_gap("procedure", node.span)
    if procedure is None:
        at = unit.span_at(node.end - len(node.span), len(node.span))
        unit.unknown(UNKNOWN_VERB, "verb or step", node.span, at, symbols.procedures)
        return None
    if procedure.sorts:
        at = unit.span_at(node.end - len(node.span), len(node.span))
        unit.diagnostics += not_said(procedure, at)
        return None
    return (node.times, procedure)
