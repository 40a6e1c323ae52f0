"""Lowers calls: of rules, tables and built-in words, and questions about what runs or was used."""

from __future__ import annotations

from cardwright.checker import ir
from cardwright.compiler.code import nodes as n
from cardwright.compiler.lower.lowering import Lowering, lowers, number, op, ty_of
from cardwright.compiler.lower.masks import inlined, written_out

# Of what is written out as one value or another: never lists, which are masks or not.
_CHOSEN = ("number", "yes_no", "player", "enum")


@lowers(ir.RuleV)
def _rule(low: Lowering, value: ir.RuleV) -> n.Value:
    written = inlined(low, value)
    if written is not value:
        return low.value(written)
    cases = written_out(low, value) if value.type.base in _CHOSEN else None
    if cases is not None and cases[-1][1] is None:
        (last, _), *others = reversed(cases)
        found = low.value(last)
        for body, where in others:
            if where is not None:
                found = n.Choice(low.value(where), low.value(body), found)
        return found
    args = tuple(low.role(param, arg) for param, arg in zip(value.rule.params, value.args, strict=True))
    return n.Call(n.Function("rule", value.rule.number), args, ty_of(value.type))


@lowers(ir.TableV)
def _table(low: Lowering, value: ir.TableV) -> n.Value:
    table, words = value.table, low.layout.game.words
    row = n.Ty("list", "number")
    if "" in table.rows:
        name = low.table(("table", table.word), lambda: table.rows[""])
        return op("look_up", n.NUM, n.Table(name, None, row), low.value(value.args[0]))
    name = low.table(("table", table.word), lambda: {words[word]: numbers for word, numbers in table.rows.items()})
    found = low.guarded([value.args[0]], n.Const((0,), row), lambda known: n.Table(name, known[0], row))
    if len(value.args) == 1:
        return op("at", n.NUM, found, number(0))
    return op("look_up", n.NUM, found, low.value(value.args[1]))


@lowers(ir.During)
def _during(low: Lowering, value: ir.During) -> n.Value:
    return op("gt", n.YES, n.Read(low.slot(f"during {value.procedure.word}", n.NUM)), number(0))


@lowers(ir.CausedBy)
def _caused(low: Lowering, value: ir.CausedBy) -> n.Value:
    slots = [f"cause {value.power}", *(f"during {each.word}" for each in later_of(low.checked, value.power))]
    going = [op("gt", n.YES, n.Read(low.slot(slot, n.NUM)), number(0)) for slot in slots]
    return going[0] if len(going) == 1 else n.Logic("or", tuple(going))


def later_of(checked: ir.Checked, power: int) -> list[ir.Procedure]:
    """What a power put on a stack, to be done later."""
    return [later.procedure for later in checked.later if later.power == power]


def use_of(low: Lowering, use: ir.UsedUp) -> tuple[n.Place, n.Row]:
    """The slot in which uses are listed for a span, and the entry of one use; abilities' entries begin from 0."""
    place = low.slot(f"used {use.span.word}", n.ROWS)
    return place, n.Row((number(-1 - use.procedure.number), low.value(use.doer)))


@lowers(ir.UsedUp)
def _used_up(low: Lowering, value: ir.UsedUp) -> n.Value:
    place, entry = use_of(low, value)
    return used(n.Read(place), entry, value.times)


def used(uses: n.Value, entry: n.Value, times: int) -> n.Value:
    """Whether an entry is in a list of uses as often as it may."""
    if times == 1:
        return op("in", n.YES, entry, uses)
    return op("ge", n.YES, op("times", n.NUM, uses, entry), number(times))
