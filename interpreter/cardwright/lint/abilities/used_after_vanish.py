"""Warnings for names of pieces that are used after the pieces certainly went out of the game."""

from collections.abc import Iterator
from dataclasses import replace
from typing import get_args

from cardwright.checker import typed_tree
from cardwright.checker.names.rule_text_context import Unit
from cardwright.checker.typed_tree import uses_variable
from cardwright.lint.collect_rule_texts import GameTexts
from cardwright.source.diagnostics import Diagnostic, DiagnosticNote, declare_code
from cardwright.syntax import tree as syntax

USED_AFTER_VANISH = declare_code("used-after-vanish")

_STATEMENTS = get_args(typed_tree.Stmt)
_Source = tuple[Unit, syntax.Node]


def find_vanished_names(texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield a warning for each name of pieces that certainly vanished, at its first use in a block or reaction."""
    checked = texts.checked
    if not any(_is_vanish(node) for node in typed_tree.walk_bodies(checked)):
        return
    found: dict[tuple[str, int, int], Diagnostic] = {}
    gone = _find_vanishing_parameters(checked)
    for each in (*_find_late_uses(checked, gone), *_find_late_reactions(checked, gone)):
        found.setdefault((str(each.span.path), each.span.line, each.span.column), each)
    yield from found.values()


def _is_vanish(node: object) -> bool:
    return isinstance(node, typed_tree.ActStmt) and node.primitive.word == "vanish"


# ---------------------------------------------------------------- what certainly vanishes


def _find_vanishing_parameters(checked: typed_tree.CheckedGame) -> set[typed_tree.TypedVar]:
    """Return the parameters of procedures whose pieces certainly go out of the game.

    Nothing can prevent or replace such a procedure, and a statement directly in its body takes the piece out.
    """
    prevented = {each.procedure for each in checked.abilities if each.kind in ("forbid", "instead")}
    sure = [
        each
        for each in checked.procedures.values()
        if each not in prevented and not any(isinstance(one, typed_tree.RequireStmt) for one in each.body)
    ]
    gone: set[typed_tree.TypedVar] = set()
    before = -1
    while len(gone) > before:
        before = len(gone)
        for procedure in sure:
            vanished = {var for statement in procedure.body for var in _list_vanished(statement, gone)}
            gone |= vanished & {*procedure.params}
    return gone


def _list_vanished(statement: typed_tree.Stmt, gone: set[typed_tree.TypedVar]) -> Iterator[typed_tree.TypedVar]:
    """Yield the variables whose pieces go out of the game when a statement is executed.

    The statement is a call of `vanish`, a call of a procedure that takes the pieces of a parameter in `gone` out of the
    game, or a loop whose body does this with the pieces of the loop.
    """
    if isinstance(statement, typed_tree.ActStmt) and _is_vanish(statement):
        yield from _list_named_pieces(statement.args[0])
    elif isinstance(statement, typed_tree.PerformStmt):
        for param, value in zip(statement.procedure.params, statement.args, strict=False):
            if param in gone:
                yield from _list_named_pieces(value)
    elif isinstance(statement, typed_tree.TogetherStmt):
        for inside in statement.body:
            yield from _list_vanished(inside, gone)
    elif isinstance(statement, typed_tree.ForEachStmt) and not statement.secretly:
        for inside in statement.body:
            for var in _list_vanished(inside, gone):
                yield from _list_named_pieces(statement.list) if var is statement.var else (var,)


def _list_named_pieces(value: typed_tree.Value) -> Iterator[typed_tree.TypedVar]:
    """Yield the names of pieces or lists of pieces that occur in an argument."""
    if isinstance(value, typed_tree.ListExpr):
        for item in value.items:
            yield from _list_named_pieces(item)
    elif isinstance(value, typed_tree.LocalExpr):
        held = value.var.type.item or value.var.type
        if held.base == "piece":
            yield value.var


# ---------------------------------------------------------------- uses


def _find_late_uses(checked: typed_tree.CheckedGame, params: set[typed_tree.TypedVar]) -> Iterator[Diagnostic]:
    """Yield a warning for each statement that uses pieces that an earlier statement of its block has taken out."""
    for block in _list_blocks(typed_tree.list_bodies(checked)):
        gone: dict[typed_tree.TypedVar, _Source | None] = {}
        for statement in block:
            source = checked.probes.source(statement)
            if source is not None:
                for var in [var for var in gone if uses_variable(statement, var)]:
                    yield _warn_late(source, var, gone.pop(var))
            if isinstance(statement, typed_tree.LetStmt):
                gone.pop(statement.var, None)
            gone.update(dict.fromkeys(_list_vanished(statement, params), source))


def _warn_late(source: _Source, var: typed_tree.TypedVar, taken_out: _Source | None) -> Diagnostic:
    unit, node = source
    vanished = None if taken_out is None else taken_out[0].span(taken_out[1])
    notes = () if vanished is None else (DiagnosticNote(f"`{var.word}` leaves the game here", vanished),)
    label = "use it before" if vanished is None else f"write this statement above line {vanished.line}"
    return _warn(unit, _find_use(node, var.word), f"{_describe(var)} left the game", label, notes)


def _list_blocks(bodies: tuple[typed_tree.Block, ...]) -> Iterator[typed_tree.Block]:
    """Yield all blocks of consecutive statements."""
    stack: list[object] = [*bodies]
    while stack:
        node = stack.pop()
        if isinstance(node, tuple) and node and isinstance(node[0], _STATEMENTS):
            yield node
        stack.extend(typed_tree.list_children(node))


def _find_late_reactions(checked: typed_tree.CheckedGame, params: set[typed_tree.TypedVar]) -> Iterator[Diagnostic]:
    """Yield a warning for each `after` or `on` ability that uses a piece which its event has taken out of the game.

    The piece is the one that has the ability, or another. Conditions still know the piece as it was last, unless they
    also need the result of the event.
    """
    for ability in checked.abilities:
        procedure, source = ability.procedure, checked.probes.source(ability)
        if ability.kind != "after" or procedure is None or source is None:
            continue
        unit, node = source
        assert isinstance(node, syntax.ReactNode)
        parts = [] if ability.where is None else typed_tree.split_conjunction(ability.where)
        for role, param in zip(ability.roles[1:], procedure.params, strict=True):
            if param not in params:
                continue
            word = procedure.written
            pattern = f"players {word}({param.word}: this)" if ability.own else unit.text(node.pattern)
            label = f"write `before {pattern}`"
            at = replace(node.pattern, start=node.start)
            notes = (DiagnosticNote(f"`{word}` is declared here", procedure.span),)
            late = [part for part in parts if ability.result is not None and uses_variable(part, ability.result)]
            if ability.this is not None and any(_is_same(part, role, ability.this) for part in parts):
                message = f"this never happens: `{word}` takes `this` out of the game"
                yield _warn(unit, at, message, label, notes)
            elif uses_variable(ability.body, role):
                message, label = f"{_describe(param)} left the game with `{word}`", f"begin with `before {pattern}`"
                yield _warn(unit, _find_use(node.body, param.word), message, label, notes)
            elif uses_variable(tuple(late), role):
                message = f"with the result, {_describe(param)} left the game with `{word}`"
                yield _warn(unit, at, message, "ask for the result or for the piece, not for both", notes)


def _is_same(part: typed_tree.Value, role: typed_tree.TypedVar, this: typed_tree.TypedVar) -> bool:
    """Return True if a condition requires that a parameter of the event is the piece that has the ability."""
    if not isinstance(part, typed_tree.CompareExpr) or part.operator != "is":
        return False
    return {part.left, part.right} == {typed_tree.LocalExpr(role), typed_tree.LocalExpr(this)}


def _describe(var: typed_tree.TypedVar) -> str:
    return f"`{var.word}` {'is empty here: the pieces' if var.type.base == 'list' else 'no longer exists here: it'}"


def _find_use(node: syntax.Node, word: str) -> syntax.Node:
    """Return the first node of a text at which a name is used; the whole text if it is not used there."""
    named = (each for each in syntax.walk(node) if isinstance(each, syntax.NameNode) and each.word == word)
    return min(named, key=lambda each: each.start, default=node)


def _warn(
    unit: Unit, node: syntax.Node, message: str, label: str, notes: tuple[DiagnosticNote, ...] = ()
) -> Diagnostic:
    return Diagnostic(USED_AFTER_VANISH, message, unit.span(node), label, notes, "warning")
