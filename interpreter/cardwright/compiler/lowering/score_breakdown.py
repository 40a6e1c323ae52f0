"""Decomposition of scoring rules into addends, to show a score line by line."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import cast

from cardwright.checker import typed_tree
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.context import Lowering
from cardwright.compiler.lowering.memory_and_zones import read_memory
from cardwright.compiler.state_layout import StateLayout
from cardwright.declarations.model import TABLE
from cardwright.declarations.value_types import FRACTION, NUMBER, Type
from cardwright.phrases.inflection import join_items, spell_name

# The types of values, other than single numbers, whose names reveal nothing hidden.
NAMED_OPENLY = ("yes_no", "player", "enum", "number")
ONE = typed_tree.LiteralExpr(NUMBER, 1)


@dataclass(frozen=True, slots=True)
class Addend:
    """One addend of a score.

    With `each`, it is added once for each combination of items that the variables in `each` can have.
    """

    value: typed_tree.Value
    sign: int
    each: tuple[tuple[typed_tree.TypedVar, typed_tree.Value], ...] = ()
    where: typed_tree.Value | None = None


def split_sum(value: typed_tree.Value, sign: int = 1) -> Iterator[Addend]:
    """Yield the addends of a number."""
    if isinstance(value, typed_tree.BinaryExpr) and value.operator in ("+", "-") and value.type in (NUMBER, FRACTION):
        yield from split_sum(value.left, sign)
        yield from split_sum(value.right, sign if value.operator == "+" else -sign)
    elif isinstance(value, typed_tree.DivideExpr) and (value.right, value.type) == (ONE, FRACTION):
        yield from split_sum(value.left, sign)
    elif (
        isinstance(value, typed_tree.PrimitiveExpr)
        and value.primitive.word == "sum"
        and isinstance(value.args[0], typed_tree.CollectExpr)
    ):
        yield from _sum_up(value.args[0], value, sign)
    elif (
        isinstance(value, typed_tree.PrimitiveExpr)
        and value.primitive.word == "count"
        and _have_names(value.args[0].type)
    ):
        item = cast("Type", value.args[0].type.item)
        yield Addend(
            ONE,
            sign,
            ((typed_tree.TypedVar("counted", item, 0, own=True), value.args[0]),),
        )
    elif isinstance(value, typed_tree.BinaryExpr) and value.operator == "*":
        yield from _split_product(value, sign)
    else:
        yield Addend(value, sign)


def _split_product(value: typed_tree.BinaryExpr, sign: int) -> Iterator[Addend]:
    """Yield the addends of a product. Only a constant times a sum over lists has more than one."""
    each, listed = (
        (value.left, value.right) if isinstance(value.left, typed_tree.LiteralExpr) else (value.right, value.left)
    )
    inner = list(split_sum(listed)) if isinstance(each, typed_tree.LiteralExpr) else []
    if not inner or not all(addend.each for addend in inner):
        yield Addend(value, sign)
        return
    for addend in inner:
        yield replace(addend, value=replace(value, left=each, right=addend.value), sign=sign * addend.sign)


def _have_names(counted: Type) -> bool:
    """Return True if the items that a score counts have names, so that each gets a line of its own."""
    return counted.item is not None and counted.item.base in ("piece", "player", "enum")


def _sum_up(collected: typed_tree.CollectExpr, whole: typed_tree.Value, sign: int) -> Iterator[Addend]:
    inner = list(split_sum(collected.value)) if not collected.flat else []
    if any(addend.each for addend in inner) or not inner:
        yield Addend(whole, sign)
        return
    for addend in inner:
        yield replace(addend, sign=sign * addend.sign, each=collected.each, where=collected.where)


def find_score_rules(checked: typed_tree.CheckedGame) -> list[typed_tree.TypedRule]:
    """Return the rules whose numbers add up to the score, `final_score` first."""
    found = [checked.rules["final_score"]]
    for rule in found:
        for value, _ in rule.cases:
            for addend in split_sum(value):
                called = addend.value
                if (
                    isinstance(called, typed_tree.RuleExpr)
                    and called.type.base in ("number", "fraction")
                    and called.rule not in found
                ):
                    found.append(called.rule)
    return found


def find_score_counters(checked: typed_tree.CheckedGame) -> set[tuple[str, str]]:
    """Return the counters that add up to the score, as (owner, word). Their changes are logged."""
    values = [value for rule in find_score_rules(checked) for value, _ in rule.cases]
    parts = [addend.value for value in values for addend in split_sum(value)]
    return {(part.memory.owner, part.memory.word) for part in parts if isinstance(part, typed_tree.MemoryExpr)}


def find_logged_memory(checked: typed_tree.CheckedGame) -> dict[tuple[str, str], bool]:
    """Return the memory whose changes are logged, by `(owner, word)`; True if all its changes are shown.

    These are counters of a score, permanent public numbers, and other permanent memory whose value every player can
    know. Of the table's numbers and of other memory, only changes that depend on a condition are shown: the rest
    follows from the name of the event.
    """
    hidden, active = cast("Collection[str]", checked.game.look.get("hide", ())), checked.game.active
    shown: dict[tuple[str, str], bool] = {}
    for memory in checked.game.memory:
        if memory.until or memory.secret or memory.word in hidden:
            continue
        numeric = memory.type == NUMBER or (memory.type.base == "number" and memory.owner == TABLE)
        openly = (memory.type.item or memory.type).base in NAMED_OPENLY and not (memory.also_see or memory.resets)
        if numeric or openly:
            shown[memory.owner, memory.word] = numeric and memory.owner != TABLE
    if active is not None:
        shown.pop((TABLE, str(active.value)), None)
    return shown | dict.fromkeys(find_score_counters(checked), True)


def find_carriers(checked: typed_tree.CheckedGame, layout: StateLayout) -> dict[int, tuple[int, list[int], list[int]]]:
    """Return, for each counter of the score, (number of slots, changing procedures, passing procedures), by first slot.

    Changing procedures change the counter, or only call procedures that do. Passing procedures are verbs with a phrase
    that pass the counter on to another procedure. Both are given by number.
    """
    found = {}
    for memory in layout.game.memory:
        key = (memory.owner, memory.word)
        if key in find_score_counters(checked):
            size = layout.owners(memory.owner) * layout.width(memory)
            carrying = _find_carrying(checked, key)
            handing = [
                procedure.number
                for procedure in checked.procedures.values()
                if procedure.kind == "verb" and procedure.phrase and _hands_on(procedure, carrying)
            ]
            found[layout.memory_base[key]] = (size, sorted(carrying), sorted(handing))
    return found


def _find_carrying(checked: typed_tree.CheckedGame, key: tuple[str, str]) -> set[int]:
    procedures = checked.procedures.values()
    found = {
        p.number for p in procedures if p.phrase and any(_changes(node, key) for node in typed_tree.walk_tree(p.body))
    }
    while True:
        more = {p.number for p in procedures if p.number not in found and _hands_on(p, found)}
        if not more:
            return found
        found |= more


def _changes(node: object, key: tuple[str, str]) -> bool:
    if not isinstance(node, typed_tree.SetMemoryStmt):
        return False
    return (node.target.memory.owner, node.target.memory.word) == key


def _hands_on(procedure: typed_tree.TypedProcedure, carrying: set[int]) -> bool:
    statements = [statement for statement in procedure.body if not isinstance(statement, typed_tree.RequireStmt)]
    return bool(statements) and all(
        isinstance(each, typed_tree.PerformStmt) and each.procedure.number in carrying for each in statements
    )


def describe_cases(rule: typed_tree.TypedRule) -> list[tuple[str, int, list[int]]]:
    """Return, for each case of a rule, its text and the rule call of which it consists, if it is nothing but a call.

    A row is `(text, number of the called rule or -1, arguments)`; each argument is the index of a parameter of this
    rule.
    """
    words = [param.uid for param in rule.params]
    found = []
    for text, (value, _) in zip(rule.texts or [""] * len(rule.cases), rule.cases, strict=True):
        asked, roles = -1, []
        if isinstance(value, typed_tree.RuleExpr) and all(isinstance(arg, typed_tree.LocalExpr) for arg in value.args):
            uids = [arg.var.uid for arg in value.args if isinstance(arg, typed_tree.LocalExpr)]
            if all(uid in words for uid in uids):
                asked, roles = value.rule.number, [words.index(uid) for uid in uids]
        found.append((text, asked, roles))
    return found


def _list_names(value: object) -> list[str]:
    """Return the names that occur in a value: rules, tables, memory and zones, without their arguments."""
    if isinstance(value, typed_tree.RuleExpr):
        return [spell_name(value.rule.word)]
    if isinstance(value, typed_tree.TableExpr):
        return [spell_name(value.table.word)]
    if isinstance(value, typed_tree.MemoryExpr):
        return [value.memory.title]
    if isinstance(value, typed_tree.ZoneExpr):
        return [value.zone.title]
    return list(dict.fromkeys(thing for inner in typed_tree.list_children(value) for thing in _list_names(inner)))


def _make_title(value: typed_tree.Value) -> str:
    """Return the title of an addend that is not a rule, or "" if no part of it has a name."""
    found = join_items(_list_names(value))
    return found if isinstance(value, typed_tree.TableExpr | typed_tree.MemoryExpr) or not found else f"from {found}"


class ScoreBreakdown:
    """Functions that list the addends of each score rule. The values in the lists are evaluated on demand."""

    def __init__(self, low: Lowering) -> None:
        self.low = low

    def function(self, rule: typed_tree.TypedRule) -> ir.Definition:
        """Return the function that lists the addends of a rule."""
        code: list[ir.Stmt] = []
        for value, condition in rule.cases:
            parts = tuple(ir.Later(self._list_addend(addend)) for addend in split_sum(value))
            result = ir.Return(ir.Many(parts, ir.ROWS))
            code.append(result if condition is None else ir.If(((self.low.value(condition), (result,)),)))
        params = tuple(self.low.var(param) for param in rule.params)
        return ir.Definition(ir.Function("sheet", rule.number), params, ir.ROWS, tuple(code))

    def _list_addend(self, addend: Addend) -> ir.Value:
        where = None if addend.where is None else self.low.value(addend.where)
        loops = tuple((self.low.var(var), self.low.items(source)) for var, source in addend.each)
        part = self._make_row(addend)
        if loops:
            return ir.Each(loops, where, part, ir.ROWS)
        one = ir.Many((part,), ir.ROWS)
        return one if where is None else ir.Choice(where, one, ir.Const((), ir.ROWS))

    def _make_row(self, addend: Addend) -> ir.Value:
        """Return IR for the row of an addend: its sign, its type as a word, and its data."""
        low, value = self.low, addend.value
        sign = ir.Const(addend.sign, ir.NUM)
        if isinstance(value, typed_tree.RuleExpr):
            args = tuple(low.role(p, a) for p, a in zip(value.rule.params, value.args, strict=True))
            return ir.Row((sign, low.text("rule"), ir.Const(value.rule.number, ir.NUM), ir.Row(args)))
        bound = tuple(low.var(var) for var, _ in addend.each)
        if isinstance(value, typed_tree.MemoryExpr):
            starts = ir.Later(ir.Const(value.memory.starts, ir.NUM), bound, ir.NUM)
            nobodys = ir.Row((sign, low.text("term"), self._make_title_row(value), starts))
            return read_memory(low, value, nobodys, lambda place: ir.Row((sign, low.text("memory"), ir.Handle(place))))
        # loop variables are captured, as the value is evaluated later
        asked = ir.Later(low.value(value), bound, ir.NUM)
        if not addend.each:
            return ir.Row((sign, low.text("term"), self._make_title_row(value), asked))
        names = ir.Row(tuple(ir.Row((low.text(var.type.base), ir.Get(low.var(var)))) for var, _ in addend.each))
        return ir.Row((sign, low.text("value"), names, asked))

    def _make_title_row(self, value: typed_tree.Value) -> ir.Row:
        title = _make_title(value)
        return ir.Row((ir.Row((self.low.text("title"), self.low.text(title))),) if title else ())
