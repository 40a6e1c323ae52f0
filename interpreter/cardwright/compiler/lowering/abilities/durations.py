"""Lowering of effects with a duration, from their start to the event that ends them.

Each statement that starts an effect has one list for each variable it stores, with one row for each active effect. A
modifier is listed with the other active modifiers of its rule, in the order in which they started; its entry has,
instead of a piece, the row number counted down from NO_PIECE. Powers with a duration are listed with all gained powers;
those of one statement have consecutive rows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import partial, reduce

from cardwright.checker import typed_tree
from cardwright.checker.typed_tree import PLAYER_LIST, uses_variable
from cardwright.compiler.analysis.decided_before_vanishing import (
    find_awaited,
    find_fixed_subjects,
    find_subjects,
    holds_kind,
)
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.abilities.moves_that_can_leave_play import is_in_play
from cardwright.compiler.lowering.calls import find_deferred
from cardwright.compiler.lowering.choices.eliminate_player import can_restore_player
from cardwright.compiler.lowering.context import Lowering, convert_type, fail_if, join_conditions, negate, number, op
from cardwright.declarations.value_types import PLAYER
from cardwright.state_slots_and_table_rows import GAINED, GRANT, MAX_LENGTH, NO_PIECE, SHIFT, held_slot

FIRST_ROW = NO_PIECE - 1
NUMBERS = ir.IrType("list", "number")
GAINED_POWERS = ir.Slot(("fixed", "gained"), GAINED, (), NUMBERS)


def list_stored_slots(checked: typed_tree.CheckedGame) -> Iterator[str]:
    """Yield the names of the slots in which effects with a duration store variables."""
    for ability in checked.abilities:
        for place, var in enumerate(ability.held):
            yield held_slot(ability.number, place, var.type.base)


def list_columns(low: Lowering, ability: typed_tree.TypedAbility) -> list[tuple[typed_tree.TypedVar, ir.Slot]]:
    """Return the stored variables of an effect, each with the slot of its list."""
    return [
        (var, low.slot(held_slot(ability.number, place, var.type.base), ir.IrType("list", var.type.base)))
        for place, var in enumerate(ability.held)
    ]


def _find_active_slot(low: Lowering, ability: typed_tree.TypedAbility) -> ir.Slot:
    """Return the slot of the list of active modifiers that the modifier `ability` belongs to."""
    assert ability.rule is not None
    return low.slot(f"modify {ability.rule.word}", ir.ABILITIES)


def _make_entry(ability: typed_tree.TypedAbility, row: ir.Value) -> ir.Value:
    """Return IR for the entry in the list of active modifiers that stands for the row `row` of an effect."""
    return op("sub", ir.ABILITY, number(ability.number << SHIFT | FIRST_ROW), row)


def _lower_row(entry: ir.Value) -> ir.Value:
    return op("sub", ir.NUM, number(FIRST_ROW), op("piece", ir.NUM, entry))


def load_stored(low: Lowering, ability: typed_tree.TypedAbility, entry: ir.Value) -> ir.Code:
    """Return code that loads the stored variables of an effect."""
    return tuple(
        ir.Set(low.var(var), op("at", convert_type(var.type), ir.Read(place), _lower_row(entry)))
        for var, place in list_columns(low, ability)
    )


def start_effect(low: Lowering, statement: typed_tree.LastStmt) -> ir.Code:
    """Return code that starts a modifier with a duration, unless it is about `nobody` or `none` or is over at once."""
    ability = statement.ability
    code: list[ir.Stmt] = []
    stores: list[ir.Stmt] = []
    asked: list[ir.Value] = []
    columns, subjects = list_columns(low, ability), find_subjects(ability)
    given: dict[typed_tree.TypedVar, ir.Value] = {}
    for (var, value), (_, column) in zip(statement.given, columns, strict=True):
        now = low.fresh(var.word, convert_type(var.type), var.type.base, var.type.of)
        code.append(ir.Set(now, low.kept(value)))
        stores.append(ir.Store(column, ir.Many((ir.Get(now),), column.ty), "append"))
        given[var] = ir.Get(now)
        if var in subjects and not low.sure(value):
            asked.append(op("ge", ir.YES, ir.Get(now), number(0)))
    asked += _test_in_play(low, ability, given)
    active = _find_active_slot(low, ability)
    row = op("len", ir.NUM, ir.Read(columns[0][1])) if columns else number(0)
    noted = (
        ir.Store(active, ir.Many((_make_entry(ability, row),), ir.ABILITIES), "append"),
        *stores,
        *fail_if(low, op("endless", ir.YES, ir.Read(active)), f"more than {MAX_LENGTH:,} changes are in force at once"),
    )
    in_vain = end_unreachable(low, ability)
    return (*code, ir.If(((join_conditions(asked), noted),)), *in_vain) if asked else (*code, *noted, *in_vain)


def _test_in_play(
    low: Lowering, ability: typed_tree.TypedAbility, given: Mapping[typed_tree.TypedVar, ir.Value]
) -> list[ir.Value]:
    """Return, for each piece whose leaving play would end an effect, the condition that the piece is in play.

    `given` are the values that the effect stores.
    """
    pieces = [until.piece for until in ability.until if until.piece is not None]
    values = [given[piece.var] if isinstance(piece, typed_tree.LocalExpr) else low.value(piece) for piece in pieces]
    return [is_in_play(low, value) for value in values]


def lower_power_duration(
    low: Lowering, statement: typed_tree.ActStmt
) -> tuple[ir.Code, list[ir.Value], tuple[ir.Value, ...]]:
    """Return (code, conditions, values) for a power that is given or taken for a duration.

    The code evaluates the values to be stored. The conditions are those under which the duration begins at all. The
    values are the number of the duration, followed by the stored values.
    """
    assert statement.ends is not None
    code: list[ir.Stmt] = []
    kept: list[ir.Value] = []
    given: dict[typed_tree.TypedVar, ir.Value] = {}
    for var, value in statement.given:
        now = low.fresh(var.word, convert_type(var.type), var.type.base, var.type.of)
        code.append(ir.Set(now, low.kept(value)))
        kept.append(op("int", ir.NUM, ir.Get(now)) if var.type.base == "yes_no" else ir.Get(now))
        given[var] = ir.Get(now)
    asked: list[ir.Value] = [op("ge", ir.YES, given[var], number(0)) for var in find_subjects(statement.ends)]
    asked += _test_in_play(low, statement.ends, given)
    return tuple(code), asked, (number(statement.ends.number), ir.Many(tuple(kept), NUMBERS))


def end_durations(low: Lowering, procedure: typed_tree.TypedProcedure) -> ir.Code:
    """Return code that ends the effects whose duration lasts until a procedure happens."""
    code: list[ir.Stmt] = []
    for ability in low.lasting:
        for until in ability.until:
            if until.procedure is procedure:
                by_row = until.where is not None and _uses_stored(ability, until.where)
                code.append(_end_rows(low, ability, _lower_end_condition(low, until), by_row))
    return tuple(code)


def _lower_end_condition(low: Lowering, until: typed_tree.TypedDuration) -> ir.Value | None:
    """Return the condition that an event ends an effect. An argument that is `none` never fulfils it.

    Returns None if any event of the procedure ends the effect.
    """
    if until.where is None:
        return None
    parts = typed_tree.split_conjunction(until.where)
    return join_conditions([*test_matched(low, typed_tree.find_matched(parts)), *map(low.value, parts)])


def test_matched(low: Lowering, matched: Iterable[typed_tree.TypedVar]) -> list[ir.Value]:
    """Return a condition for each nullable argument that a pattern matches: it is neither `nobody` nor `none`."""
    unsure = (var for var in matched if not low.sure(typed_tree.LocalExpr(var)))
    return [op("ge", ir.YES, ir.Get(low.var(var)), number(0)) for var in unsure]


def end_lost_effects(low: Lowering, kinds: Collection[str], gone: ir.Value) -> ir.Code:
    """Return code that ends the effects that are lost when pieces of some kinds go out of the game.

    `gone` are these pieces. An effect is lost if it is about one of them, or if none of the events that could end it
    can happen any more, because each needs a piece that is gone.
    """
    code: list[ir.Stmt] = []
    for ability in low.checked.abilities:
        lost = {var: op("in", ir.YES, ir.Get(low.var(var)), gone) for var in ability.held if holds_kind(var, kinds)}
        over: list[ir.Value] = [test for var, test in lost.items() if var in find_subjects(ability)]
        over += [op("in", ir.YES, low.value(piece), gone) for piece in find_fixed_subjects(ability, kinds)]
        awaited = [[var for var in each if var in lost] for each in find_awaited(ability)]
        if awaited and all(awaited):
            absent = [[ir.Logic("or", (lost[var], _is_none(low, var))) for var in each] for each in awaited]
            now = ir.Logic("or", tuple(lost[var] for each in awaited for var in each))
            over.append(ir.Logic("and", (now, *(ir.Logic("or", tuple(each)) for each in absent))))
        if over:
            code.append(_end_rows(low, ability, ir.Logic("or", tuple(over)), by_row=bool(lost)))
    return tuple(code)


def _is_none(low: Lowering, var: typed_tree.TypedVar) -> ir.Value:
    return op("lt", ir.YES, ir.Get(low.var(var)), number(0))


def end_unreachable(low: Lowering, only: typed_tree.TypedAbility | None = None) -> ir.Code:
    """Return code that ends effects that would never end because all players who could end them are eliminated.

    With `only`, the effects of this ability are checked instead of all.
    """
    code: list[ir.Stmt] = []
    for ability in low.checked.abilities if only is None else (only,):
        doers = [doers for until in ability.until if (doers := _list_possible_enders(low, until)) is not None]
        if doers and len(doers) == len(ability.until):
            nobody = [negate(op("some", ir.YES, low.items(each))) for each in doers]
            by_row = _uses_stored(ability, typed_tree.ListExpr(tuple(doers), PLAYER_LIST))
            code.append(_end_rows(low, ability, join_conditions(nobody), by_row))
    if not code:
        return ()
    return (ir.Note("ends_begin", ()), *code, ir.Note("ends_over", ())) if low.tracked else tuple(code)


def _list_possible_enders(low: Lowering, until: typed_tree.TypedDuration) -> typed_tree.FilterExpr | None:
    """Return the players still in the game who can end a duration by performing its event.

    Returns None if it does not matter who performs the event, or if eliminated players can return to the game.
    """
    mark = low.layout.game.mark_of_out
    if mark is None or until.where is None or until.procedure is None or until.procedure.you is None:
        return None
    you = until.procedure.you
    asked = [part for part in typed_tree.split_conjunction(until.where) if uses_variable(part, you)]
    if not asked or can_restore_player(low, until.procedure):
        return None
    each = typed_tree.TypedVar("doer", PLAYER, 0, own=True)
    test = reduce(partial(typed_tree.LogicExpr, "and"), asked)
    return typed_tree.FilterExpr(
        typed_tree.PlayersExpr(without=mark), each, typed_tree.substitute(test, {you: typed_tree.LocalExpr(each)})
    )


def _uses_stored(ability: typed_tree.TypedAbility, asked: typed_tree.Value) -> bool:
    return any(uses_variable(asked, var) for var in ability.held)


def _end_rows(low: Lowering, ability: typed_tree.TypedAbility, over: ir.Value | None, by_row: bool) -> ir.Stmt:
    """Return code that ends the effects of an ability for which `over` holds; all of them if `over` is None.

    With `by_row`, the condition uses the values that each effect has stored.
    """
    if ability.kind == GRANT:
        return _end_powers(low, ability, over, by_row)
    columns = list_columns(low, ability)
    # without stored variables, the list of active modifiers must be searched
    test: ir.Value = op("some", ir.YES, ir.Read(columns[0][1] if columns else _find_active_slot(low, ability)))
    if over is None:
        return ir.If(((test, _end_all(low, ability)),))
    if by_row:
        return ir.If(((test, _end_some_effects(low, ability, over)),))
    return ir.If(((join_conditions((test, over)), _end_all(low, ability)),))


def _end_powers(low: Lowering, ability: typed_tree.TypedAbility, over: ir.Value | None, by_row: bool) -> ir.Stmt:
    """Return code that ends powers given for a duration, and reactivates powers suppressed for a duration.

    `over` and `by_row` are as for `_end_rows`.
    """
    if by_row and over is not None:
        columns = list_columns(low, ability)
        test: ir.Value = op("some", ir.YES, ir.Read(columns[0][1]))
        left = Lowering.fixed(_list_lasting_rows(low, columns, over))
    else:
        test = op("some", ir.YES, ir.Read(GAINED_POWERS))
        test = test if over is None else join_conditions((test, over))
        left = ir.Const((), NUMBERS)
    return ir.If(((test, (ir.Do(op("expire", ir.NOTHING, number(ability.number), left)),)),))


def _list_lasting_rows(low: Lowering, columns: list[tuple[typed_tree.TypedVar, ir.Slot]], over: ir.Value) -> ir.Value:
    """Return IR for the rows of the effects that continue: those for which `over` is false."""
    row = low.fresh("row", ir.NUM)
    lasts = negate(over)
    for var, column in columns:
        lasts = ir.Bind(low.var(var), op("at", convert_type(var.type), ir.Read(column), ir.Get(row)), lasts)
    last = op("sub", ir.NUM, op("len", ir.NUM, ir.Read(columns[0][1])), number(1))
    return ir.Each(((row, op("run", NUMBERS, number(0), last)),), lasts, ir.Get(row), NUMBERS)


def _end_all(low: Lowering, ability: typed_tree.TypedAbility) -> ir.Code:
    active, entry = _find_active_slot(low, ability), low.fresh("entry", ir.ABILITY)
    left = ir.Each(((entry, ir.Read(active)),), _is_other(ability, entry), ir.Get(entry), ir.ABILITIES)
    columns = [ir.Store(column, ir.Const((), column.ty)) for _, column in list_columns(low, ability)]
    return (ir.Store(active, Lowering.fixed(left)), *columns)


def _end_some_effects(low: Lowering, ability: typed_tree.TypedAbility, over: ir.Value) -> ir.Code:
    """Return code that ends the effects for which `over` holds, and renumbers the rows of the remaining effects."""
    columns, active = list_columns(low, ability), _find_active_slot(low, ability)
    left, entry = low.fresh("left", NUMBERS), low.fresh("entry", ir.ABILITY)
    lasting = _list_lasting_rows(low, columns, over)
    of_other = _is_other(ability, entry)
    stays = ir.Logic("or", (of_other, op("in", ir.YES, _lower_row(ir.Get(entry)), ir.Get(left))))
    moved = _make_entry(ability, op("index", ir.NUM, ir.Get(left), _lower_row(ir.Get(entry))))
    entries = ir.Each(((entry, ir.Read(active)),), stays, ir.Choice(of_other, ir.Get(entry), moved), ir.ABILITIES)
    code: list[ir.Stmt] = [ir.Set(left, Lowering.fixed(lasting)), ir.Store(active, Lowering.fixed(entries))]
    for var, column in columns:
        here = low.fresh("row", ir.NUM)
        kept = ir.Each(
            ((here, ir.Get(left)),), None, op("at", convert_type(var.type), ir.Read(column), ir.Get(here)), column.ty
        )
        code.append(ir.Store(column, Lowering.fixed(kept)))
    return tuple(code)


def _is_other(ability: typed_tree.TypedAbility, entry: ir.Var) -> ir.Value:
    return op("ne", ir.YES, op("ability", ir.NUM, ir.Get(entry)), number(ability.number))


def list_span_slots(checked: typed_tree.CheckedGame) -> set[str]:
    """Return the names of the slots for procedures that `during` or a usage limit refers to."""
    everything: list[object] = [(a.where, a.body, a.changes) for a in checked.abilities]
    everything += [p.body for p in checked.procedures.values()]
    everything += [r.cases for r in checked.rules.values()]
    found = {f"used {a.limit[1].word}" for a in checked.abilities if a.limit is not None}
    for node in typed_tree.walk_tree(tuple(everything)):
        if isinstance(node, typed_tree.DuringExpr):
            found.add(f"during {node.procedure.word}")
        elif isinstance(node, typed_tree.CausedByExpr):
            found |= {f"during {each.word}" for each in find_deferred(checked, node.power)}
        elif isinstance(node, typed_tree.MarkUseStmt):
            found.add(f"used {node.use.span.word}")
    return found
