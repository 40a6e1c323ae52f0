"""Lowering of constants, operators, comparisons and lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cardwright.checker import typed_tree
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.bitsets import (
    Loops,
    charge_items,
    find_constant,
    inline_rule,
    intersect_as_list,
    is_disjoint,
    is_mask,
    is_piece_list,
    lower_loops,
    lower_unordered,
    split_conditions,
)
from cardwright.compiler.lowering.choices.eliminate_player import exclude_eliminated
from cardwright.compiler.lowering.context import (
    Lowering,
    convert_type,
    join_conditions,
    negate,
    number,
    op,
    register_bitset_form,
    register_lowering,
)
from cardwright.compiler.lowering.memory_and_zones import find_reserve
from cardwright.declarations.value_types import FRACTION, Type

_ARITHMETIC = {"+": "add", "-": "sub", "*": "mul"}
_COMPARISONS = {"is": "eq", "is not": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


# ---------------------------------------------------------------- constants


@register_lowering(typed_tree.LiteralExpr)
def _lower_lit(low: Lowering, value: typed_tree.LiteralExpr) -> ir.Value:
    return ir.Const(int(value.value), convert_type(value.type))


@register_lowering(typed_tree.TextExpr)
def _lower_text(low: Lowering, value: typed_tree.TextExpr) -> ir.Value:
    return low.text(value.value)


@register_lowering(typed_tree.LocalExpr)
def _lower_local(low: Lowering, value: typed_tree.LocalExpr) -> ir.Value:
    return ir.Get(low.var(value.var))


@register_lowering(typed_tree.PlayersExpr)
def _lower_players(low: Lowering, value: typed_tree.PlayersExpr) -> ir.Value:
    return exclude_eliminated(low, ir.Const(tuple(range(low.players)), ir.PLAYERS), value.without)


@register_lowering(typed_tree.OpponentsExpr)
def _lower_opponents(low: Lowering, value: typed_tree.OpponentsExpr) -> ir.Value:
    return exclude_eliminated(low, ir.StaticTable("OTHERS", low.value(value.of), ir.PLAYERS), value.without)


@register_lowering(typed_tree.WordsExpr)
def _lower_words(low: Lowering, value: typed_tree.WordsExpr) -> ir.Value:
    return ir.Const(tuple(value.values), convert_type(value.type))


@register_lowering(typed_tree.PiecesExpr)
def _lower_pieces(low: Lowering, value: typed_tree.PiecesExpr) -> ir.Value:
    ty = ir.IrType("mask", value.kind.word)
    everything = ir.Const(low.layout.all_of_kind(value.kind.word), ty)
    unused = find_reserve(low, value.kind.word)
    return everything if unused is None else op("less", ty, everything, ir.Read(unused))


@register_lowering(typed_tree.NamesExpr)
def _names(low: Lowering, value: typed_tree.NamesExpr) -> ir.Value:
    return ir.Const(low.layout.list_names(value.kind.word, value.defined), convert_type(value.type))


# ---------------------------------------------------------------- operators


@register_lowering(typed_tree.BinaryExpr)
def _lower_binary(low: Lowering, value: typed_tree.BinaryExpr) -> ir.Value:
    if value.type.base != "list":
        left, right = low.value(value.left), low.value(value.right)
        if value.operator == "*" and not isinstance(left, ir.Const) and not isinstance(right, ir.Const):
            return op("product", ir.NUM, left, right)
        return op(_ARITHMETIC[value.operator], ir.NUM, left, right)
    if is_mask(low, value):
        left = low.value(value.left)
        return op("less", left.ty, left, low.mask(value.right))
    one, other = low.items(value.left), low.items(value.right)
    if value.operator == "+" and is_piece_list(value):
        return op("joined", one.ty, one, other)
    if value.operator == "+":
        return ir.Many((ir.Splice(one, one.ty), ir.Splice(other, other.ty)), one.ty)
    return op("without", one.ty, one, other)


@register_lowering(typed_tree.DivideExpr)
def _divide(low: Lowering, value: typed_tree.DivideExpr) -> ir.Value:
    left, right = low.value(value.left), low.value(value.right)
    if value.type == FRACTION:
        by_number = value.left.type == FRACTION and value.right.type != FRACTION
        return op("split" if by_number else "share", ir.NUM, left, right)
    if find_constant(low, value.right):
        return op("ceil" if value.up else "floor", ir.NUM, left, right)
    return op("divide", ir.NUM, left, right, number(int(value.up)))


@register_lowering(typed_tree.LogicExpr)
def _lower_logic(low: Lowering, value: typed_tree.LogicExpr) -> ir.Value:
    return ir.Logic(value.operator, (low.value(value.left), low.value(value.right)))


@register_lowering(typed_tree.NotExpr)
def _lower_not(low: Lowering, value: typed_tree.NotExpr) -> ir.Value:
    return negate(low.value(value.value))


@register_lowering(typed_tree.NarrowedExpr)
def _lower_sure(low: Lowering, value: typed_tree.NarrowedExpr) -> ir.Value:
    return op("sure", ir.NUM, low.value(value.value))


@register_lowering(typed_tree.CompareExpr)
def _compare(low: Lowering, value: typed_tree.CompareExpr) -> ir.Value:
    asked = _lower_emptiness(low, value)
    if asked is not None:
        return asked
    if value.operator in ("in", "not in"):
        return _lower_membership(low, value)
    if value.left.type.base == "list":
        if is_mask(low, value.left) and is_mask(low, value.right):
            same: ir.Value = op("eq", ir.YES, low.value(value.left), low.value(value.right))
        else:
            same = op("same", ir.YES, low.items(value.left), low.items(value.right))
        return same if value.operator == "is" else negate(same)
    return op(_COMPARISONS[value.operator], ir.YES, low.value(value.left), low.value(value.right))


def _lower_emptiness(low: Lowering, value: typed_tree.CompareExpr) -> ir.Value | None:
    """Return IR for the value of a comparison that only tests whether a list is empty. None for other comparisons."""
    counted = inline_rule(low, value.left)
    if not isinstance(counted, typed_tree.PrimitiveExpr) or counted.primitive.word != "count":
        return None
    test = (value.operator, find_constant(low, value.right))
    if test in ((">", 0), (">=", 1), ("is not", 0)):
        return lower_non_empty(low, counted.args[0])
    if test in (("is", 0), ("<", 1), ("<=", 0)):
        return negate(lower_non_empty(low, counted.args[0]))
    return None


def _lower_membership(low: Lowering, value: typed_tree.CompareExpr) -> ir.Value:
    no = value.operator == "not in"
    right = inline_rule(low, value.right)
    if isinstance(right, typed_tree.OpponentsExpr) and right.without is None:
        other = op("eq" if no else "ne", ir.YES, low.value(value.left), low.value(right.of))
        return low.guarded([value.left], ir.Const(int(no), ir.YES), lambda _: other)
    among = low.as_set(right)
    if among is not None:
        return lower_membership(low, among, value.left, not no)
    if value.left.type.base == "list":
        within = op("within", ir.YES, low.items(value.left), low.items(right))
        return negate(within) if no else within
    return op("not in" if no else "in", ir.YES, low.value(value.left), low.items(right))


def lower_membership(low: Lowering, mask: ir.Value, piece: typed_tree.Value, yes: bool = True) -> ir.Value:
    """Return the condition that a piece is in a bitset or, with `yes` False, is not in it."""
    empty = ir.Const(int(not yes), ir.YES)
    return low.guarded([piece], empty, lambda known: op("holds" if yes else "lacks", ir.YES, mask, known[0]))


# ---------------------------------------------------------------- lists


def count(low: Lowering, value: typed_tree.Value) -> ir.Value:
    """Return IR for the number of items of a list."""
    value = inline_rule(low, value)
    if isinstance(value, typed_tree.PlayersExpr | typed_tree.OpponentsExpr) and value.without is None:
        return number(low.players - isinstance(value, typed_tree.OpponentsExpr))
    return count_items(lower_unordered(low, value))


def count_items(items: ir.Value) -> ir.Value:
    """Return the number of items of a list or bitset."""
    return op("bits" if items.ty.base == "mask" else "len", ir.NUM, items)


def lower_non_empty(low: Lowering, value: typed_tree.Value) -> ir.Value:
    """Return the condition that a list has items."""
    value = inline_rule(low, value)
    whole = low.as_set(value)
    if whole is not None:
        return op("some bits", ir.YES, whole)
    if isinstance(value, typed_tree.FilterExpr):
        if is_mask(low, value.list):
            masks, rest = split_conditions(low, value)
            whole = intersect_as_list([low.value(value.list), *masks])
            loops: Loops = ((low.var(value.it), charge_items(low, value, value.list, whole, value.where)),)
            where = join_conditions([low.value(condition) for condition in rest])
        else:
            loops = lower_loops(low, value, value.it, value.list, value.where)
            where = low.value(value.where)
        return ir.Fold("any", ir.Each(loops, None, where, ir.IrType("list", "yes_no")), ir.YES)
    return op("some", ir.YES, low.items(value))


@register_lowering(typed_tree.ListExpr)
def _lower_list(low: Lowering, value: typed_tree.ListExpr) -> ir.Value:
    items = tuple(low.value(item) for item in value.items)
    return drop_nothing(low, ir.Many(items, convert_type(value.type)), value.items)


def drop_nothing(low: Lowering, items: ir.Value, values: Sequence[typed_tree.Value]) -> ir.Value:
    """Return IR for a list without `none` items. These occur only if one of `values` is a missing piece or zone."""
    leaves = any(value.type.base in ("piece", "zone") and not low.sure(value) for value in values)
    return op("there", items.ty, items) if leaves else items


@register_lowering(typed_tree.CollectExpr)
def _collect(low: Lowering, value: typed_tree.CollectExpr) -> ir.Value:
    ty = convert_type(value.type)
    unrolled = _unroll_players(low, value)
    if unrolled is not None:
        return drop_nothing(low, ir.Many(tuple(unrolled), ty), [value.value])
    loops = tuple(loop for place in range(len(value.each)) for loop in _lower_loops_over(low, value, place))
    where = low.value(value.where) if value.where is not None else None
    if value.flat:
        joined = ir.Each(loops, where, low.items(value.value), ty, flat=True)
        return op("distinct", ty, joined) if is_piece_list(value) and not is_disjoint(value) else joined
    return drop_nothing(low, ir.Each(loops, where, low.value(value.value), ty), [value.value])


def _lower_loops_over(low: Lowering, value: typed_tree.CollectExpr, place: int) -> Loops:
    """Return the loops over list number `place` of a comprehension, as `(variable, list)` pairs."""
    var, items = value.each[place]
    within = value.value if place + 1 == len(value.each) else replace(value, each=value.each[place + 1 :])
    return lower_loops(low, value, var, items, within, value.where)


@register_bitset_form(typed_tree.CollectExpr)
def _lower_union(low: Lowering, value: typed_tree.CollectExpr) -> ir.Value | None:
    if not value.flat or not is_piece_list(value) or value.where is not None or len(value.each) != 1:
        return None
    part = low.as_set(value.value)
    if part is None:
        return None
    var, source = value.each[0]
    if isinstance(source, typed_tree.PlayersExpr) and source.without is None:
        whole, *parts = map(low.mask, _substitute_players(low, value))
        for part in parts:
            whole = op("join", whole.ty, whole, part)
        return whole
    each = ir.Each(lower_loops(low, value, var, source, value.value), None, part, ir.IrType("list", "mask"))
    return ir.Fold("union", each, part.ty)


def _unroll_players(low: Lowering, value: typed_tree.CollectExpr) -> list[ir.Value] | None:
    if value.flat or value.where is not None or len(value.each) != 1:
        return None
    source = value.each[0][1]
    if not isinstance(source, typed_tree.PlayersExpr) or source.without is not None:
        return None
    return [low.value(each) for each in _substitute_players(low, value)]


def _substitute_players(low: Lowering, value: typed_tree.CollectExpr) -> list[typed_tree.Value]:
    var = value.each[0][0]
    seats = [typed_tree.LiteralExpr(var.type, player) for player in range(low.players)]
    return [typed_tree.substitute(value.value, {var: seat}) for seat in seats]


# ---------------------------------------------------------------- searches


@register_lowering(typed_tree.ReachExpr)
def _lower_connected(low: Lowering, value: typed_tree.ReachExpr) -> ir.Value:
    return lower_reach(low, value)


def lower_reach(low: Lowering, value: typed_tree.ReachExpr, goals: typed_tree.Value | None = None) -> ir.Value:
    """Return the items that a search reaches or, with `goals`, the number of steps to the nearest of these."""
    kind = value.it.type
    found: ir.Value | None = None
    if goals is not None:
        found = low.mask(goals) if kind.base == "piece" else low.items(goals)
    return ir.Reachable(
        low.var(value.it),
        charge_items(low, value, value, _keep_missing(low.items(value.start)), value.step),
        charge_items(low, value, value, _keep_missing(low.items(value.step)), value.step),
        found,
        _count_numbers(low, kind),
        convert_type(value.type) if goals is None else ir.NUM,
    )


def _keep_missing(items: ir.Value) -> ir.Value:
    """Return a list with the `none` items that a search leaves out by itself."""
    return items.args[0] if isinstance(items, ir.Op) and items.name == "there" else items


def _count_numbers(low: Lowering, kind: Type) -> int:
    """Return a number that is greater than those of all values of a type."""
    game = low.layout.game
    if kind.base == "player":
        return low.players
    if kind.base == "piece":
        return low.layout.kind_pieces(kind.of).stop
    if kind.base == "name":
        return len(game.pieces)
    return max((game.words[word] for word in game.enums[kind.of].values), default=0) + 1
