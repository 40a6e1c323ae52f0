"""Lowers what a deed puts in force until an event: where it is kept, how it begins, and how it ends.

Each deed of a text has a list for every name that it keeps, and in these a row for each of its changes that is in
force. The change stands among the abilities that are active on its rule, in the order in which all of them began; where
those tell the piece that they stand on, it tells its row, counted down from where no piece is. Powers that a piece has
until then stand among all that pieces have gained; each of one deed has the next row.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial, reduce

from cardwright.checker import typed_tree
from cardwright.checker.typed_tree import depends
from cardwright.compiler.ir import nodes as n
from cardwright.compiler.lowering.choices.eliminated_players import takes_back
from cardwright.compiler.lowering.context import Lowering, both, negated, number, op, ty_of
from cardwright.declarations.types import PLAYER
from cardwright.program_format import GAINED, GRANT, NO_PIECE, SHIFT, held_slot

FIRST_ROW = NO_PIECE - 1
NUMBERS = n.Ty("list", "number")
GAINED_POWERS = n.Place(("fixed", "gained"), GAINED, (), NUMBERS)


def held_slots(checked: typed_tree.Checked) -> Iterator[str]:
    """The slots in which changes that are in force keep what they were given."""
    for ability in checked.abilities:
        for place, var in enumerate(ability.held):
            yield held_slot(ability.number, place, var.type.base)


def _columns(low: Lowering, ability: typed_tree.Ability) -> list[tuple[typed_tree.Var, n.Place]]:
    """What a change keeps, each with the slot of the list in which it is."""
    return [
        (var, low.slot(held_slot(ability.number, place, var.type.base), n.Ty("list", var.type.base)))
        for place, var in enumerate(ability.held)
    ]


def _active(low: Lowering, ability: typed_tree.Ability) -> n.Place:
    """The slot of all that is active on the rule that an ability changes."""
    assert ability.rule is not None
    return low.slot(f"modify {ability.rule.word}", n.ABILITIES)


def _entry(ability: typed_tree.Ability, row: n.Value) -> n.Value:
    """How a row of a change is listed among what is active on its rule."""
    return op("sub", n.ABILITY, number(ability.number << SHIFT | FIRST_ROW), row)


def _row(entry: n.Value) -> n.Value:
    return op("sub", n.NUM, number(FIRST_ROW), op("piece", n.NUM, entry))


def recalled(low: Lowering, ability: typed_tree.Ability, entry: n.Value) -> n.Code:
    """What a change was given, by the names that it has for it."""
    return tuple(
        n.Set(low.var(var), op("at", ty_of(var.type), n.Read(place), _row(entry)))
        for var, place in _columns(low, ability)
    )


def begun(low: Lowering, title: str, deed: typed_tree.LastS) -> n.Code:
    """A change comes into force in a text of that title: what it keeps is worked out, then noted."""
    ability = deed.ability
    code: list[n.Stmt] = []
    stores: list[n.Stmt] = []
    asked: list[n.Value] = []
    columns = _columns(low, ability)
    for place, ((var, value), (_, column)) in enumerate(zip(deed.given, columns, strict=True)):
        now = low.fresh(var.word, ty_of(var.type), var.type.base, var.type.of)
        code.append(n.Set(now, low.kept(value)))
        stores.append(n.Store(column, n.Many((n.Get(now),), column.ty), "append"))
        if place < deed.about and not low.sure(value):
            asked.append(op("ge", n.YES, n.Get(now), number(0)))
    active = _active(low, ability)
    row = op("len", n.NUM, n.Read(columns[0][1])) if columns else number(0)
    many = low.text(f"{title} (more changes at once than a game can keep)")
    noted = (
        n.Store(active, n.Many((_entry(ability, row),), n.ABILITIES), "append"),
        *stores,
        n.If(((op("endless", n.YES, n.Read(active)), (n.Fail(int(many.value)),)),)),
    )
    in_vain = waiting_in_vain(low, ability)
    return (*code, n.If(((both(asked), noted),)), *in_vain) if asked else (*code, *noted, *in_vain)


def what_ends(low: Lowering, deed: typed_tree.Act) -> tuple[n.Code, tuple[n.Value, ...]]:
    """Of powers that are given or taken until an event: what comes before, what ends them and all that this keeps."""
    assert deed.ends is not None
    code: list[n.Stmt] = []
    kept: list[n.Value] = []
    for var, value in deed.given:
        now = low.fresh(var.word, ty_of(var.type), var.type.base, var.type.of)
        code.append(n.Set(now, low.kept(value)))
        kept.append(op("int", n.NUM, n.Get(now)) if var.type.base == "yes_no" else n.Get(now))
    return tuple(code), (number(deed.ends.number), n.Many(tuple(kept), NUMBERS))


def ended(low: Lowering, procedure: typed_tree.Procedure) -> n.Code:
    """What was to last until a procedure ends."""
    code: list[n.Stmt] = []
    for ability in low.checked.abilities:
        if ability.until is not None and ability.until.procedure is procedure:
            where = ability.until.where
            value = None if where is None else low.value(where)
            code.append(_over(low, ability, value, where))
    return tuple(code)


def waiting_in_vain(low: Lowering, only: typed_tree.Ability | None = None) -> n.Code:
    """End what lasts until a deed of players who are all out of the game; of `only` one ability, if one is given."""
    code: list[n.Stmt] = []
    for ability in low.checked.abilities if only is None else (only,):
        doers = _doers(low, ability)
        if doers is not None:
            code.append(_over(low, ability, negated(op("some", n.YES, low.items(doers))), doers))
    if not code:
        return ()
    return (n.Note("ends_begin", ()), *code, n.Note("ends_over", ())) if low.tracked else tuple(code)


def _doers(low: Lowering, ability: typed_tree.Ability) -> typed_tree.FilterV | None:
    """The players left for whose deed an ability can wait; None if it does not matter who does it, or is out then."""
    mark, until = low.layout.game.mark_of_out, ability.until
    if mark is None or until is None or until.where is None or until.procedure.you is None:
        return None
    you = until.procedure.you
    asked = [part for part in typed_tree.conjuncts(until.where) if depends(part, you)]
    if not asked or takes_back(low, until.procedure):
        return None
    each = typed_tree.Var("doer", PLAYER, 0, own=True)
    test = reduce(partial(typed_tree.LogicV, "and"), asked)
    return typed_tree.FilterV(
        typed_tree.Players(without=mark), each, typed_tree.substitute(test, {you: typed_tree.Local(each)})
    )


def _over(low: Lowering, ability: typed_tree.Ability, over: n.Value | None, asked: typed_tree.Value | None) -> n.Stmt:
    """End what an ability keeps in force: all of it, or those rows for which `over`, lowered from `asked`, holds."""
    by_row = asked is not None and any(depends(asked, var) for var in ability.held)
    if ability.kind == GRANT:
        return _powers_over(low, ability, over, by_row)
    columns = _columns(low, ability)
    # where nothing is kept of it, only going through all that is active tells whether it is in force
    test: n.Value = op("some", n.YES, n.Read(columns[0][1] if columns else _active(low, ability)))
    if over is None:
        return n.If(((test, _all_over(low, ability)),))
    if by_row:
        return n.If(((test, _some_over(low, ability, over)),))
    return n.If(((both((test, over)), _all_over(low, ability)),))


def _powers_over(low: Lowering, ability: typed_tree.Ability, over: n.Value | None, by_row: bool) -> n.Stmt:
    """Powers end, and those that were taken work again: all of a deed, or those for which it is the event."""
    if by_row and over is not None:
        columns = _columns(low, ability)
        test: n.Value = op("some", n.YES, n.Read(columns[0][1]))
        left = Lowering.fixed(_lasting_rows(low, columns, over))
    else:
        test = op("some", n.YES, n.Read(GAINED_POWERS))
        test = test if over is None else both((test, over))
        left = n.Const((), NUMBERS)
    return n.If(((test, (n.Do(op("expire", n.NOTHING, number(ability.number), left)),)),))


def _lasting_rows(low: Lowering, columns: list[tuple[typed_tree.Var, n.Place]], over: n.Value) -> n.Value:
    """The numbers of the rows that are not `over`."""
    row = low.fresh("row", n.NUM)
    lasts = negated(over)
    for var, column in columns:
        lasts = n.Bind(low.var(var), op("at", ty_of(var.type), n.Read(column), n.Get(row)), lasts)
    last = op("sub", n.NUM, op("len", n.NUM, n.Read(columns[0][1])), number(1))
    return n.Each(((row, op("run", NUMBERS, number(0), last)),), lasts, n.Get(row), NUMBERS)


def _all_over(low: Lowering, ability: typed_tree.Ability) -> n.Code:
    active, entry = _active(low, ability), low.fresh("entry", n.ABILITY)
    left = n.Each(((entry, n.Read(active)),), _is_other(ability, entry), n.Get(entry), n.ABILITIES)
    columns = [n.Store(column, n.Const((), column.ty)) for _, column in _columns(low, ability)]
    return (n.Store(active, Lowering.fixed(left)), *columns)


def _some_over(low: Lowering, ability: typed_tree.Ability, over: n.Value) -> n.Code:
    """Those changes end that are `over`; the rows of the others move up."""
    columns, active = _columns(low, ability), _active(low, ability)
    left, entry = low.fresh("left", NUMBERS), low.fresh("entry", n.ABILITY)
    lasting = _lasting_rows(low, columns, over)
    of_other = _is_other(ability, entry)
    stays = n.Logic("or", (of_other, op("in", n.YES, _row(n.Get(entry)), n.Get(left))))
    moved = _entry(ability, op("index", n.NUM, n.Get(left), _row(n.Get(entry))))
    entries = n.Each(((entry, n.Read(active)),), stays, n.Choice(of_other, n.Get(entry), moved), n.ABILITIES)
    code: list[n.Stmt] = [n.Set(left, Lowering.fixed(lasting)), n.Store(active, Lowering.fixed(entries))]
    for var, column in columns:
        here = low.fresh("row", n.NUM)
        kept = n.Each(((here, n.Get(left)),), None, op("at", ty_of(var.type), n.Read(column), n.Get(here)), column.ty)
        code.append(n.Store(column, Lowering.fixed(kept)))
    return tuple(code)


def _is_other(ability: typed_tree.Ability, entry: n.Var) -> n.Value:
    return op("ne", n.YES, op("ability", n.NUM, n.Get(entry)), number(ability.number))
