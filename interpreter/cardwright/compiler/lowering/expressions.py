"""Lowers constants, operators, comparisons and lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cardwright.checker import typed_tree
from cardwright.compiler.ir import nodes as n
from cardwright.compiler.lowering.bitsets import (
    Loops,
    apart,
    constant,
    in_any_order,
    inlined,
    is_mask,
    listed,
    mask_conditions,
    of_pieces,
    running,
    spent,
)
from cardwright.compiler.lowering.choices.eliminated_players import left_in
from cardwright.compiler.lowering.context import Lowering, both, lowers, negated, number, op, sets, ty_of

_ARITHMETIC = {"+": "add", "-": "sub", "*": "mul"}
_COMPARISONS = {"is": "eq", "is not": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


# ---------------------------------------------------------------- what is known now


@lowers(typed_tree.Lit)
def _lit(low: Lowering, value: typed_tree.Lit) -> n.Value:
    return n.Const(int(value.value), ty_of(value.type))


@lowers(typed_tree.TextV)
def _text(low: Lowering, value: typed_tree.TextV) -> n.Value:
    return low.text(value.value)


@lowers(typed_tree.Local)
def _local(low: Lowering, value: typed_tree.Local) -> n.Value:
    return n.Get(low.var(value.var))


@lowers(typed_tree.Players)
def _players(low: Lowering, value: typed_tree.Players) -> n.Value:
    return left_in(low, n.Const(tuple(range(low.players)), n.PLAYERS), value.without)


@lowers(typed_tree.Opponents)
def _opponents(low: Lowering, value: typed_tree.Opponents) -> n.Value:
    return left_in(low, n.Table("OTHERS", low.value(value.of), n.PLAYERS), value.without)


@lowers(typed_tree.Words)
def _words(low: Lowering, value: typed_tree.Words) -> n.Value:
    return n.Const(tuple(value.values), ty_of(value.type))


@lowers(typed_tree.Pieces)
def _pieces(low: Lowering, value: typed_tree.Pieces) -> n.Value:
    word = value.kind.word
    return n.Const(sum(1 << piece for piece in low.layout.kind_pieces(word)), n.Ty("mask", word))


@lowers(typed_tree.Names)
def _names(low: Lowering, value: typed_tree.Names) -> n.Value:
    names = (low.layout.pieces[piece] for piece in low.layout.kind_pieces(value.kind.word))
    return n.Const(tuple(dict.fromkeys(names)), ty_of(value.type))


# ---------------------------------------------------------------- operators


@lowers(typed_tree.BinaryV)
def _binary(low: Lowering, value: typed_tree.BinaryV) -> n.Value:
    if value.type.base != "list":
        left, right = low.value(value.left), low.value(value.right)
        if value.operator == "*" and not isinstance(left, n.Const) and not isinstance(right, n.Const):
            return op("product", n.NUM, left, right)
        return op(_ARITHMETIC[value.operator], n.NUM, left, right)
    if is_mask(low, value):
        left = low.value(value.left)
        return op("less", left.ty, left, low.mask(value.right))
    one, other = low.items(value.left), low.items(value.right)
    if value.operator == "+" and of_pieces(value):
        return op("joined", one.ty, one, other)
    if value.operator == "+":
        return n.Many((n.Splice(one, one.ty), n.Splice(other, other.ty)), one.ty)
    return op("without", one.ty, one, other)


@lowers(typed_tree.DivideV)
def _divide(low: Lowering, value: typed_tree.DivideV) -> n.Value:
    left, right = low.value(value.left), low.value(value.right)
    if constant(low, value.right):
        return op("ceil" if value.up else "floor", n.NUM, left, right)
    return op("divide", n.NUM, left, right, number(int(value.up)))


@lowers(typed_tree.LogicV)
def _logic(low: Lowering, value: typed_tree.LogicV) -> n.Value:
    return n.Logic(value.operator, (low.value(value.left), low.value(value.right)))


@lowers(typed_tree.NotV)
def _not(low: Lowering, value: typed_tree.NotV) -> n.Value:
    return negated(low.value(value.value))


@lowers(typed_tree.SureV)
def _sure(low: Lowering, value: typed_tree.SureV) -> n.Value:
    return op("sure", n.NUM, low.value(value.value))


@lowers(typed_tree.CompareV)
def _compare(low: Lowering, value: typed_tree.CompareV) -> n.Value:
    asked = _emptiness(low, value)
    if asked is not None:
        return asked
    if value.operator in ("in", "not in"):
        return _membership(low, value)
    if value.left.type.base == "list":
        if is_mask(low, value.left) and is_mask(low, value.right):
            same: n.Value = op("eq", n.YES, low.value(value.left), low.value(value.right))
        else:
            same = op("same", n.YES, low.items(value.left), low.items(value.right))
        return same if value.operator == "is" else negated(same)
    return op(_COMPARISONS[value.operator], n.YES, low.value(value.left), low.value(value.right))


def _emptiness(low: Lowering, value: typed_tree.CompareV) -> n.Value | None:
    """A comparison that only asks whether a list is empty."""
    counted = inlined(low, value.left)
    if not isinstance(counted, typed_tree.PrimitiveV) or counted.primitive.word != "count":
        return None
    test = (value.operator, constant(low, value.right))
    if test in ((">", 0), (">=", 1), ("is not", 0)):
        return some(low, counted.args[0])
    if test in (("is", 0), ("<", 1), ("<=", 0)):
        return negated(some(low, counted.args[0]))
    return None


def _membership(low: Lowering, value: typed_tree.CompareV) -> n.Value:
    no = value.operator == "not in"
    right = inlined(low, value.right)
    if isinstance(right, typed_tree.Opponents) and right.without is None:
        other = op("eq" if no else "ne", n.YES, low.value(value.left), low.value(right.of))
        return low.guarded([value.left], n.Const(int(no), n.YES), lambda _: other)
    among = low.as_set(right)
    if among is not None:
        return holds(low, among, value.left, not no)
    if value.left.type.base == "list":
        within = op("within", n.YES, low.items(value.left), low.items(right))
        return negated(within) if no else within
    return op("not in" if no else "in", n.YES, low.value(value.left), low.items(right))


def holds(low: Lowering, mask: n.Value, piece: typed_tree.Value, yes: bool = True) -> n.Value:
    """Whether a piece is (or is not) among those of a mask."""
    empty = n.Const(int(not yes), n.YES)
    return low.guarded([piece], empty, lambda known: op("holds" if yes else "lacks", n.YES, mask, known[0]))


# ---------------------------------------------------------------- lists


def count(low: Lowering, value: typed_tree.Value) -> n.Value:
    """The number of items of a list."""
    value = inlined(low, value)
    if isinstance(value, typed_tree.Players | typed_tree.Opponents) and value.without is None:
        return number(low.players - isinstance(value, typed_tree.Opponents))
    return size(in_any_order(low, value))


def size(items: n.Value) -> n.Value:
    """How many items a list or mask has."""
    return op("bits" if items.ty.base == "mask" else "len", n.NUM, items)


def some(low: Lowering, value: typed_tree.Value) -> n.Value:
    """Whether a list has items."""
    value = inlined(low, value)
    whole = low.as_set(value)
    if whole is not None:
        return op("some bits", n.YES, whole)
    if isinstance(value, typed_tree.FilterV):
        if is_mask(low, value.list):
            masks, rest = mask_conditions(low, value)
            whole = listed([low.value(value.list), *masks])
            loops: Loops = ((low.var(value.it), spent(low, value, value.list, whole, value.where)),)
            where = both([low.value(condition) for condition in rest])
        else:
            loops = running(low, value, value.it, value.list, value.where)
            where = low.value(value.where)
        return n.Fold("any", n.Each(loops, None, where, n.Ty("list", "yes_no")), n.YES)
    return op("some", n.YES, low.items(value))


@lowers(typed_tree.ListV)
def _many(low: Lowering, value: typed_tree.ListV) -> n.Value:
    items = tuple(low.value(item) for item in value.items)
    return without_nothing(low, n.Many(items, ty_of(value.type)), value.items)


def without_nothing(low: Lowering, items: n.Value, values: Sequence[typed_tree.Value]) -> n.Value:
    """A list made of some values: what is no piece, or no zone, is not in it."""
    leaves = any(value.type.base in ("piece", "zone") and not low.sure(value) for value in values)
    return op("there", items.ty, items) if leaves else items


@lowers(typed_tree.CollectV)
def _collect(low: Lowering, value: typed_tree.CollectV) -> n.Value:
    ty = ty_of(value.type)
    unrolled = _unrolled(low, value)
    if unrolled is not None:
        return without_nothing(low, n.Many(tuple(unrolled), ty), [value.value])
    loops = tuple(loop for place in range(len(value.each)) for loop in _each(low, value, place))
    where = low.value(value.where) if value.where is not None else None
    if value.flat:
        joined = n.Each(loops, where, low.items(value.value), ty, flat=True)
        return op("distinct", ty, joined) if of_pieces(value) and not apart(value) else joined
    return without_nothing(low, n.Each(loops, where, low.value(value.value), ty), [value.value])


def _each(low: Lowering, value: typed_tree.CollectV, place: int) -> Loops:
    """The loops through one of the lists that a value goes through, with the name of its item."""
    var, items = value.each[place]
    within = value.value if place + 1 == len(value.each) else replace(value, each=value.each[place + 1 :])
    return running(low, value, var, items, within, value.where)


@sets(typed_tree.CollectV)
def _union(low: Lowering, value: typed_tree.CollectV) -> n.Value | None:
    if not value.flat or not of_pieces(value) or value.where is not None or len(value.each) != 1:
        return None
    part = low.as_set(value.value)
    if part is None:
        return None
    var, source = value.each[0]
    if isinstance(source, typed_tree.Players) and source.without is None:
        whole, *parts = map(low.mask, _for_each_player(low, value))
        for part in parts:
            whole = op("join", whole.ty, whole, part)
        return whole
    each = n.Each(running(low, value, var, source, value.value), None, part, n.Ty("list", "mask"))
    return n.Fold("union", each, part.ty)


def _unrolled(low: Lowering, value: typed_tree.CollectV) -> list[n.Value] | None:
    if value.flat or value.where is not None or len(value.each) != 1:
        return None
    source = value.each[0][1]
    if not isinstance(source, typed_tree.Players) or source.without is not None:
        return None
    return [low.value(each) for each in _for_each_player(low, value)]


def _for_each_player(low: Lowering, value: typed_tree.CollectV) -> list[typed_tree.Value]:
    var = value.each[0][0]
    seats = [typed_tree.Lit(var.type, player) for player in range(low.players)]
    return [typed_tree.substitute(value.value, {var: seat}) for seat in seats]
