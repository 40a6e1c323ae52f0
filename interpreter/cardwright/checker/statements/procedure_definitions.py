"""Checks of procedures, with the defaults of parameters, bodies and usage limits."""

from collections.abc import Callable, Iterator, Sequence

from cardwright.checker import typed_tree
from cardwright.checker.expressions.basic_expressions import ValueChecker
from cardwright.checker.expressions.expand_to_overloads import expand_overloads
from cardwright.checker.expressions.overload_resolution import report_ambiguity
from cardwright.checker.expressions.type_compatibility import Bad
from cardwright.checker.names.occurrences import Symbol
from cardwright.checker.names.rule_text_context import UNKNOWN_NAME, UNKNOWN_VERB, Scope, Symbols, Unit
from cardwright.checker.statements.statements import StatementChecker
from cardwright.checker.typed_tree_queries import find_mentioned_parameters
from cardwright.declarations.value_types import PLAYER, Type
from cardwright.source.positions import Span
from cardwright.syntax import tree as syntax


class ProcedureChecker:
    """Checker of the declared procedures."""

    def __init__(
        self, symbols: Symbols, checked: typed_tree.CheckedGame, rule_type: Callable[[typed_tree.TypedRule], Type]
    ) -> None:
        self.symbols = symbols
        self.checked = checked
        self.rule_type = rule_type

    def _check_values(self, procedure: typed_tree.TypedProcedure, unit: Unit) -> ValueChecker:
        locals_ = {param.word: param for param in procedure.params}
        public = find_mentioned_parameters(procedure, procedure.params)
        if procedure.you is not None:
            public.add(procedure.you)
        return ValueChecker(Scope(self.symbols, unit, locals_, you=procedure.you, public=public), self.rule_type)

    def defaults(self, node: syntax.ProcedureNode, unit: Unit) -> None:
        """Check the defaults of parameters, which can contain earlier parameters."""
        for procedure in report_once(self.symbols.procedures[node.word].each_sort, unit):
            self._check_defaults(procedure, node, unit)

    def _check_defaults(self, procedure: typed_tree.TypedProcedure, node: syntax.ProcedureNode, unit: Unit) -> None:
        values = self._check_values(procedure, unit)
        defaults: list[typed_tree.Value | None] = []
        for place, (param, written) in enumerate(zip(procedure.params, node.params, strict=True)):
            default: typed_tree.Value | None = None
            if written.default is not None:
                default = Bad if written.others else values.want(written.default, param.type)
            late = {each for each in procedure.params[place:] if typed_tree.uses_variable(default, each)}
            for name in syntax.walk(written.default) if late and written.default is not None else ():
                if isinstance(name, syntax.NameNode) and name.word in {each.word for each in late}:
                    why = f"`{name.word}` has no value here yet: a default can use only the parameters before it"
                    unit.error(UNKNOWN_NAME, why, name, "move that parameter before this one, or write a value")
            defaults.append(Bad if late else default)
        procedure.defaults = tuple(defaults)

    def body(self, node: syntax.ProcedureNode, unit: Unit) -> None:
        """Check the body and the usage limit of a procedure. Its overloads share one limit."""
        first = self.symbols.procedures[node.word]
        limit = check_limit(node.limit, self.symbols, unit)
        for sort, procedure in zip(expand_overloads(node), report_once(first.each_sort, unit), strict=True):
            done = self._check_body(procedure, sort, unit)
            procedure.body = done if limit is None else _add_limit(first, procedure.you, limit, done)

    def _check_body(
        self, procedure: typed_tree.TypedProcedure, node: syntax.ProcedureNode, unit: Unit
    ) -> typed_tree.Block:
        values = self._check_values(procedure, unit)
        scope = values.scope
        if procedure.result is not None:
            scope.locals[procedure.result.word] = procedure.result
        return StatementChecker(scope, values, self.checked, node.word).statements(node.body.statements)


def report_once(procedures: Sequence[typed_tree.TypedProcedure], unit: Unit) -> Iterator[typed_tree.TypedProcedure]:
    """Yield procedures one by one to be checked, and drop what each check repeats.

    Dropped are diagnostics with the code and span of an earlier one, and notes at the position of an earlier one.
    """
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


def _add_limit(
    procedure: typed_tree.TypedProcedure,
    you: typed_tree.TypedVar | None,
    limit: tuple[int, typed_tree.TypedProcedure],
    body: typed_tree.Block,
) -> typed_tree.Block:
    """Return a body with a usage limit: it requires that the limit is not reached, and counts a use.

    The use is counted after the requirements at the beginning and before any effect.
    """
    doer = typed_tree.LiteralExpr(PLAYER, -1) if you is None else typed_tree.LocalExpr(you)
    use = typed_tree.UsedUpExpr(procedure, limit[1], limit[0], doer)
    first = next(
        (n for n, s_ in enumerate(body) if not isinstance(s_, typed_tree.RequireStmt | typed_tree.LetStmt)), len(body)
    )
    return (typed_tree.RequireStmt(typed_tree.NotExpr(use)), *body[:first], typed_tree.MarkUseStmt(use), *body[first:])


def check_limit(
    node: syntax.LimitNode | None, symbols: Symbols, unit: Unit
) -> tuple[int, typed_tree.TypedProcedure] | None:
    """Return a usage limit as (maximum number of uses, procedure during which they count); None without one."""
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
        unit.diagnostics += report_ambiguity(procedure, at)
        return None
    return (node.times, procedure)
