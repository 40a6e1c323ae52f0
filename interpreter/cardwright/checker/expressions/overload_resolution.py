"""Choice of the overload for the arguments of a call or pattern."""

from collections.abc import Callable
from typing import TypeVar

from cardwright.checker import typed_tree
from cardwright.checker.expressions.basic_expressions import ValueChecker
from cardwright.checker.expressions.type_compatibility import Bad
from cardwright.checker.names.rule_text_context import WRONG_TYPE
from cardwright.declarations.value_types import Type, describe_type
from cardwright.phrases.inflection import join_items
from cardwright.source.diagnostics import Diagnostic, declare_code, note_declared
from cardwright.source.positions import Span
from cardwright.syntax import tree as syntax

WHICH_SORT = declare_code("ambiguous-kind")
R = TypeVar("R")


def find_varied_parameter(procedure: typed_tree.TypedProcedure) -> int:
    """Return the index of the parameter that has several types, or -1 if there is none."""
    pairs = zip(*(each.params for each in procedure.sorts), strict=True)
    return next((place for place, roles in enumerate(pairs) if len({role.type for role in roles}) > 1), -1)


def resolve_overload(
    procedure: typed_tree.TypedProcedure,
    args: tuple[syntax.ArgNode, ...],
    values: ValueChecker,
    at: syntax.Node,
    watched: bool = False,
) -> typed_tree.TypedProcedure | None:
    """Return the overload that fits the arguments of a call, or None after an error if none fits or several do.

    In the pattern of an event (`watched`), an argument may also be a list of the pieces that match.
    """
    place = find_varied_parameter(procedure)
    if place < 0:
        return procedure
    role = procedure.params[place].word
    named = [each.role or procedure.params[n].word for n, each in enumerate(args[: len(procedure.params)])]
    types = [each.params[place].type for each in procedure.sorts]
    if Bad.type in types:
        return procedure.sorts[types.index(Bad.type)]  # fits anything; the declaration reports the error
    if role not in named:
        if watched:
            text = values.unit.text(at)
            head = f"{text[:-1]}, " if args else f"{text}("
            forms = [f"`{head}{role}: {_name_plural(kind, values)})`" for kind in types]
            label = f"write {join_items(forms, 'or')}"
            values.unit.diagnostics += report_ambiguity(procedure, values.unit.span(at), label)
        return None if watched else procedure  # the check of arguments reports what is missing
    given = args[named.index(role)].value
    fitting = [each for each, kind in zip(procedure.sorts, types, strict=True) if _fits(given, kind, values, watched)]
    if len(fitting) == 1:
        return fitting[0]
    have = _try_check(values, lambda: values.value(given).type)
    if have is None or have == Bad.type:
        return procedure  # the check of the value reports the error
    could = join_items([describe_type(kind) for kind in types], "or")
    if fitting:
        values.unit.error(WHICH_SORT, f"is this {could}? `{role}` can be either", given, "name one of them")
    else:
        notes = note_declared(procedure.word, procedure.span)
        message = f"`{role}` of `{procedure.word}` is {could}, but this is {values.types.describe(have)}"
        values.unit.error(WRONG_TYPE, message, given, f"write {could}", notes)
    return None


def report_ambiguity(procedure: typed_tree.TypedProcedure, at: Span, label: str = "") -> list[Diagnostic]:
    """Return an error for the name of a procedure with overloads, if it is unclear which one is meant.

    Returns [] if a type is unknown, because the declaration reports that.
    """
    kinds = [each.params[find_varied_parameter(procedure)].type for each in procedure.sorts]
    said = join_items([describe_type(kind) for kind in kinds], "or")
    message = f"`{procedure.word}` can be for {said}: which is meant?"
    label = label or f"make {len(kinds)} {procedure.kind}s of `{procedure.word}`, each with a name of its own"
    notes = note_declared(procedure.word, procedure.span)
    return [] if Bad.type in kinds else [Diagnostic(WHICH_SORT, message, at, label, notes)]


def _name_plural(kind: Type, values: ValueChecker) -> str:
    decl = values.symbols.game.kinds.get(kind.of) or values.symbols.game.enums.get(kind.of)
    return f"{kind.base}s" if decl is None else decl.plural


def _fits(given: syntax.Expr, kind: Type, values: ValueChecker, watched: bool) -> bool:
    """Return True if an expression fits a parameter of a type.

    In a pattern (`watched`), a list of such values fits too.
    """
    if not watched:
        return _try_check(values, lambda: values.want(given, kind)) is not None
    found = _try_check(values, lambda: values.value(given))
    if found is None:
        return False
    content = values.types.content(found) if found.type.base == "zone" and kind.base == "piece" else found
    have = content.type.item if content.type.base == "list" and kind.base != "list" else content.type
    return have is not None and (values.types.fits(have, kind) or values.types.fits(kind, have))


def _try_check(values: ValueChecker, check: Callable[[], R]) -> R | None:
    """Return the result of a check, or None if it reports an error. Its diagnostics and notes are discarded."""
    diagnostics, notes = values.unit.diagnostics, values.unit.notes
    before, noted = len(diagnostics), len(notes.meanings) if notes is not None else 0
    found = check()
    wrong = len(diagnostics) > before
    del diagnostics[before:]
    if notes is not None:
        del notes.meanings[noted:]
    return None if wrong else found
