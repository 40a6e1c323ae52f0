"""Lowering of calls of rules, tables and built-in words, and of conditions on events and usage limits."""

from __future__ import annotations

from collections.abc import Mapping

from cardwright.checker import typed_tree
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.bitsets import inline_cases, inline_rule
from cardwright.compiler.lowering.context import Lowering, convert_type, join_conditions, number, op, register_lowering
from cardwright.declarations.value_types import NUMBER

# Types of rules inlined as conditional expressions: never lists, which may or may not be bitsets.
_CHOSEN = ("number", "yes_no", "player", "enum")


@register_lowering(typed_tree.RuleExpr)
def _lower_rule(low: Lowering, value: typed_tree.RuleExpr) -> ir.Value:
    written = inline_rule(low, value)
    if written is not value:
        return low.value(written)
    cases = inline_cases(low, value) if value.type.base in _CHOSEN else None
    if cases is not None and cases[-1][1] is None:
        (last, _), *others = reversed(cases)
        found = low.value(last)
        for body, where in others:
            if where is not None:
                found = ir.Choice(low.value(where), low.value(body), found)
        return found
    args = tuple(low.role(param, arg) for param, arg in zip(value.rule.params, value.args, strict=True))
    return ir.Call(ir.Function("rule", value.rule.number), args, convert_type(value.type))


@register_lowering(typed_tree.TableExpr)
def _lower_table(low: Lowering, value: typed_tree.TableExpr) -> ir.Value:
    table = value.table
    if table.type == NUMBER:
        return _look_up(low, value, table.rows)
    # names are stored as numbers from 1, so that what is outside of the table is -1, no name
    rows = {word: tuple(number + 1 for number in numbers) for word, numbers in table.rows.items()}
    return op("sub", convert_type(value.type), _look_up(low, value, rows), number(1))


def _look_up(low: Lowering, value: typed_tree.TableExpr, rows: Mapping[str, tuple[int, ...]]) -> ir.Value:
    """Return IR for the number in the row and column of a table that the arguments select; 0 if there is none."""
    table, words = value.table, low.layout.game.words
    row = ir.IrType("list", "number")
    if "" in rows:
        name = low.table(("table", table.word), lambda: rows[""])
        return op("look_up", ir.NUM, ir.StaticTable(name, None, row), low.value(value.args[0]))
    name = low.table(("table", table.word), lambda: {words[word]: numbers for word, numbers in rows.items()})
    found = low.guarded([value.args[0]], ir.Const((0,), row), lambda known: ir.StaticTable(name, known[0], row))
    if len(value.args) == 1:
        return op("at", ir.NUM, found, number(0))
    return op("look_up", ir.NUM, found, low.value(value.args[1]))


@register_lowering(typed_tree.DeckExpr)
def _lower_deck(low: Lowering, value: typed_tree.DeckExpr) -> ir.Value:
    deck, words, ty = value.deck, low.layout.game.words, convert_type(value.type)
    if value.word is None:
        return ir.Const(deck.lists[""], ty)
    if deck.by_player:
        seats = range(low.layout.players)
        rows = {seat: deck.lists.get(f"P{seat + 1}", deck.lists[""]) for seat in seats}
    else:
        rows = {words[word]: cards for word, cards in deck.lists.items()}
    name = low.table(("deck", deck.word), lambda: rows)
    return low.guarded([value.word], ir.Const((), ty), lambda known: ir.StaticTable(name, known[0], ty))


@register_lowering(typed_tree.DuringExpr)
def _lower_during(low: Lowering, value: typed_tree.DuringExpr) -> ir.Value:
    return op("gt", ir.YES, ir.Read(low.slot(f"during {value.procedure.word}", ir.NUM)), number(0))


@register_lowering(typed_tree.CanBeginExpr)
def _lower_can_begin(low: Lowering, value: typed_tree.CanBeginExpr) -> ir.Value:
    able = low.can_begin(typed_tree.PerformStmt(value.procedure, value.doer, value.args))
    return ir.Const(1, ir.YES) if able is None else able


@register_lowering(typed_tree.CausedByExpr)
def _lower_caused(low: Lowering, value: typed_tree.CausedByExpr) -> ir.Value:
    slots = [f"cause {value.power}", *(f"during {each.word}" for each in find_deferred(low.checked, value.power))]
    going = [op("gt", ir.YES, ir.Read(low.slot(slot, ir.NUM)), number(0)) for slot in slots]
    return going[0] if len(going) == 1 else ir.Logic("or", tuple(going))


def find_deferred(checked: typed_tree.CheckedGame, power: int) -> list[typed_tree.TypedProcedure]:
    """Return the procedures that a power puts on a stack, to be executed later."""
    return [later.procedure for later in checked.later if later.power == power]


def use_of(low: Lowering, use: typed_tree.UsedUpExpr) -> tuple[ir.Slot, ir.Row]:
    """Return the slot that stores the uses within a span, and the entry for one use.

    The entry of a procedure begins with a negative number, that of an ability does not.
    """
    place = low.slot(f"used {use.span.word}", ir.ROWS)
    return place, ir.Row((number(-1 - use.procedure.number), low.value(use.doer)))


@register_lowering(typed_tree.UsedUpExpr)
def _lower_used_up(low: Lowering, value: typed_tree.UsedUpExpr) -> ir.Value:
    place, entry = use_of(low, value)
    return lower_use_check(ir.Read(place), entry, value.times)


def lower_use_check(uses: ir.Value, entry: ir.Value, times: int) -> ir.Value:
    """Return the condition that a list of uses contains an entry as often as the usage limit allows."""
    if times == 1:
        return op("in", ir.YES, entry, uses)
    return op("ge", ir.YES, op("times", ir.NUM, uses, entry), number(times))


def list_offers(low: Lowering) -> ir.Value:
    """Return IR for all active offers, of all windows."""
    words = [*low.layout.game.windows, "anytime"]
    slots = (ir.Splice(ir.Read(low.slot(f"offer {word}", ir.ABILITIES)), ir.ABILITIES) for word in words)
    return op("distinct", ir.ABILITIES, ir.Many(tuple(slots), ir.ABILITIES))


def list_usable_offers(low: Lowering, piece: ir.Value, player: ir.Value, as_condition: bool = False) -> ir.Value:
    """Return IR for the offers of a piece that a player can use now.

    With `as_condition`, an offer that itself uses a piece always counts as usable, because testing it could recurse
    endlessly.
    """
    entry = low.fresh("entry", ir.ABILITY)
    fits: ir.Value = ir.Fits(ir.Get(entry), (player,))
    if as_condition and any(_list_reusing_offers(low.checked)):
        again = low.table(("uses",), lambda: tuple(map(int, _list_reusing_offers(low.checked))))
        uses = ir.StaticTable(again, op("ability", ir.NUM, ir.Get(entry)), ir.NUM)
        fits = ir.Logic("or", (op("eq", ir.YES, uses, number(1)), fits))
    where = ir.Logic("and", (op("eq", ir.YES, op("piece", ir.PIECE, ir.Get(entry)), piece), fits))
    return ir.Each(((entry, list_offers(low)),), where, ir.Get(entry), ir.ABILITIES)


def can_use(low: Lowering, statement: typed_tree.OpenWindowStmt) -> ir.Value:
    """Return the condition that a piece has an offer that the player can use."""
    assert statement.piece is not None
    assert statement.player is not None
    who = (statement.piece, statement.player)
    there = [op("ge", ir.YES, low.value(each), number(0)) for each in who if not low.sure(each)]
    found = list_usable_offers(low, low.value(statement.piece), low.value(statement.player), as_condition=True)
    return join_conditions([*there, op("some", ir.YES, found)])


def _list_reusing_offers(checked: typed_tree.CheckedGame) -> list[bool]:
    """Return for each ability, by number, whether it is an offer whose body can use a piece again."""
    return [ability.kind == "offer" and _uses_offers(ability.body, set()) for ability in checked.abilities]


def _uses_offers(body: typed_tree.Block, seen: set[str]) -> bool:
    """Return True if a body, or a procedure it calls, uses the offers of a piece."""
    for node in typed_tree.walk_tree(body):
        if isinstance(node, typed_tree.OpenWindowStmt) and node.piece is not None:
            return True
        if isinstance(node, typed_tree.PerformStmt) and node.procedure.word not in seen:
            seen.add(node.procedure.word)
            if _uses_offers(node.procedure.body, seen):
                return True
    return False
