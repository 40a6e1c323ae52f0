"""Lowering of lists of pieces as bitsets, and inlining of small rules."""

from __future__ import annotations

from collections.abc import Callable

from cardwright.checker import typed_tree
from cardwright.checker.coverage_probes import VALUE
from cardwright.checker.typed_tree import uses_variable
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.context import (
    Lowering,
    convert_type,
    join_conditions,
    op,
    register_bitset_form,
    register_lowering,
)
from cardwright.declarations.model import NO_WORD

# Values read directly from the state or from a table.
_READ = (
    typed_tree.LiteralExpr,
    typed_tree.LocalExpr,
    typed_tree.MemoryExpr,
    typed_tree.ZoneExpr,
    typed_tree.AttributeExpr,
    typed_tree.BuiltinExpr,
    typed_tree.TextExpr,
)


def is_evaluated_per_item(value: object, var: typed_tree.TypedVar, at_once: Callable[[typed_tree.Value], bool]) -> bool:
    """Return True if a loop in `value` reads `var`, so that inlining `var` would evaluate it once for each item.

    Filters for which `at_once` returns True do not count as loops: they are computed for all items together.
    """
    if isinstance(value, typed_tree.FilterExpr) and not at_once(value):
        return uses_variable(value.where, var) or is_evaluated_per_item(value.list, var, at_once)
    if isinstance(value, typed_tree.CollectExpr):
        first, *later = value.each
        again = (value.value, value.where, *(items for _, items in later))
        return uses_variable(again, var) or is_evaluated_per_item(first[1], var, at_once)
    if isinstance(value, typed_tree.ReachExpr):
        return uses_variable(value.step, var) or is_evaluated_per_item(value.start, var, at_once)
    return any(is_evaluated_per_item(inner, var, at_once) for inner in typed_tree.list_children(value))


def is_cheap_condition(condition: typed_tree.Value) -> bool:
    """Return True if a condition is cheap and cannot fail: it only compares values read directly from the state."""
    return all(
        isinstance(node, (*_READ, typed_tree.CompareExpr, typed_tree.LogicExpr, typed_tree.NotExpr))
        for node in typed_tree.walk_tree(condition)
    )


def is_cheap(value: typed_tree.Value) -> bool:
    """Return True if evaluating a value twice costs no more than storing it."""
    return value.type.base != "list" and all(isinstance(node, _READ) for node in typed_tree.walk_tree(value))


# Nested loops: each variable with its list, outermost first.
Loops = tuple[tuple[ir.Var, ir.Value], ...]
# Rules of at most INLINE_LIMIT nodes are inlined, if they have at most WHOLE_LIMIT nodes after inlining inside.
INLINE_LIMIT = 40
WHOLE_LIMIT = 200


def inline_rule(low: Lowering, value: typed_tree.Value) -> typed_tree.Value:
    """Return the value of a called rule with the arguments inserted, if it is small and unmodified; else the call."""
    if not isinstance(value, typed_tree.RuleExpr) or len(value.rule.cases) != 1:
        return value
    found = inline_cases(low, value)
    return value if found is None else found[0][0]


def inline_cases(
    low: Lowering, value: typed_tree.RuleExpr
) -> list[tuple[typed_tree.Value, typed_tree.Value | None]] | None:
    """Return the cases of a small rule without modifiers, with its arguments inserted. None for other rules."""
    rule = value.rule
    if count_inlined_nodes(low, rule) > WHOLE_LIMIT:
        return None
    within = low.within(rule)
    given = dict(zip(rule.params, value.args, strict=True))
    for param, arg in given.items():
        if isinstance(arg, typed_tree.LiteralExpr | typed_tree.LocalExpr):
            continue
        uses = sum(isinstance(node, typed_tree.LocalExpr) and node.var is param for node in within)
        if uses > 1 or (not is_cheap(arg) and _is_argument_repeated(low, rule.cases, param, given)):
            return None
    return [
        (typed_tree.substitute(body, given), None if where is None else typed_tree.substitute(where, given))
        for body, where in rule.cases
    ]


def count_inlined_nodes(low: Lowering, rule: typed_tree.TypedRule) -> int:
    """Return the number of nodes of an inlined rule, or more than WHOLE_LIMIT if it is never inlined."""
    known = low.written_sizes.get(rule.number)
    if known is None:
        within = low.within(rule) if _can_inline(low, rule) else ()
        asked = (node.rule for node in within if isinstance(node, typed_tree.RuleExpr))
        sizes = (size for size in (count_inlined_nodes(low, each) for each in asked) if size <= WHOLE_LIMIT)
        known = low.written_sizes[rule.number] = (len(within) + sum(sizes)) or WHOLE_LIMIT + 1
    return known


def _can_inline(low: Lowering, rule: typed_tree.TypedRule) -> bool:
    """Return True if a rule is small, has no modifiers, and can be inlined without a visible difference."""
    if low.tracked or VALUE in low.counting or rule.names:
        return False
    if rule.word in low.modifiers or rule.word in low.asking_themselves or low.costs.may_count_items(rule):
        return False
    within = low.within(rule)
    if len(rule.cases) > 1 and any(isinstance(node, typed_tree.PrimitiveExpr) and _may_fail(node) for node in within):
        return False  # a failing case reports its position, so it stays a call
    return len(within) <= (INLINE_LIMIT if len(rule.cases) == 1 else INLINE_LIMIT // 2)


def _may_fail(value: typed_tree.PrimitiveExpr) -> bool:
    return any(call.fails for call in value.primitive.calls)


def _is_argument_repeated(
    low: Lowering, cases: object, param: typed_tree.TypedVar, given: dict[typed_tree.TypedVar, typed_tree.Value]
) -> bool:
    """Return True if inlining a rule would evaluate the argument of `param` once for each item of a list.

    `given` has the arguments of all parameters.
    """
    others = {each: arg for each, arg in given.items() if each is not param}
    return is_evaluated_per_item(typed_tree.substitute(cases, others), param, lambda value: is_mask(low, value))


def find_constant(low: Lowering, value: typed_tree.Value) -> int | None:
    """Return the value of a number that is constant, or None."""
    value = inline_rule(low, value)
    return value.value if isinstance(value, typed_tree.LiteralExpr) else None


def is_mask(low: Lowering, value: typed_tree.Value) -> bool:
    """Return True if a list is lowered to a bitset by default."""
    if value.type.base != "list":
        return False
    if isinstance(value, typed_tree.RuleExpr):
        written = inline_rule(low, value)
        return written is not value and is_mask(low, written)
    if isinstance(value, typed_tree.FilterExpr):
        return is_mask(low, value.list) and not split_conditions(low, value)[1]
    return typed_tree.is_unordered(value, lambda each: is_mask(low, each))


def is_piece_list(value: typed_tree.Value) -> bool:
    """Return True if a list holds pieces.

    A concatenation counts if it holds each piece once.
    """
    return value.type.item is not None and value.type.item.base == "piece"


def lower_unordered(low: Lowering, value: typed_tree.Value) -> ir.Value:
    """Return the IR of a list whose order does not matter: a bitset if possible. Repeated items are kept."""
    found = low.as_set(value)
    return low.items(value) if found is None else found


@register_bitset_form(typed_tree.ContentExpr, typed_tree.PiecesExpr, typed_tree.LocalExpr)
def _lower_unchanged(low: Lowering, value: typed_tree.Value) -> ir.Value | None:
    return low.value(value) if is_mask(low, value) else None


@register_bitset_form(typed_tree.RuleExpr)
def _lower_rule(low: Lowering, value: typed_tree.RuleExpr) -> ir.Value | None:
    written = inline_rule(low, value)
    return None if written is value else low.as_set(written)


@register_bitset_form(typed_tree.FilterExpr)
def _lower_filter(low: Lowering, value: typed_tree.FilterExpr) -> ir.Value | None:
    whole = low.as_set(value.list)
    if whole is None:
        return None
    masks, rest = split_conditions(low, value)
    return None if rest else intersect([whole, *masks])


@register_bitset_form(typed_tree.BinaryExpr)
def _lower_binary(low: Lowering, value: typed_tree.BinaryExpr) -> ir.Value | None:
    left = low.as_set(value.left)
    if value.operator == "-":
        return None if left is None else op("less", left.ty, left, low.mask(value.right))
    right = low.as_set(value.right)
    if left is None and right is None:
        return None
    one = low.mask(value.left) if left is None else left
    return op("join", one.ty, one, low.mask(value.right) if right is None else right)


def split_conditions(low: Lowering, value: typed_tree.FilterExpr) -> tuple[list[ir.Value], list[typed_tree.Value]]:
    """Return the conditions of a filter in two lists: those lowered to bitsets, and the others."""
    masks = []
    rest = []
    for condition in typed_tree.split_conjunction(value.where):
        mask = _make_condition_mask(low, condition, value.it)
        if mask is None:
            rest.append(condition)
        else:
            masks.append(mask)
    return masks, rest


def intersect(masks: list[ir.Value]) -> ir.Value:
    """Return the intersection of some bitsets."""
    whole = masks[0]
    for mask in masks[1:]:
        if isinstance(mask, ir.Op) and mask.name == "invert":
            whole = op("less", whole.ty, whole, mask.args[0])
        else:
            whole = op("meet", whole.ty, whole, mask)
    return whole


@register_lowering(typed_tree.FilterExpr)
def _filter(low: Lowering, value: typed_tree.FilterExpr) -> ir.Value:
    it = low.var(value.it)
    if not is_mask(low, value.list):
        loops = lower_loops(low, value, value.it, value.list, value.where)
        return ir.Each(loops, low.value(value.where), ir.Get(it), convert_type(value.type))
    masks, rest = split_conditions(low, value)
    masks.insert(0, low.value(value.list))
    if not rest:
        return intersect(masks)
    items = charge_items(low, value, value.list, intersect_as_list(masks), *rest)
    return ir.Each(((it, items),), join_conditions([low.value(condition) for condition in rest]), ir.Get(it), ir.PIECES)


ONE_ITEM = ir.Const((0,), ir.IrType("list", "number"))


def charge_work(charge: int) -> ir.Code:
    """Return code that charges the execution budget, for a text that may be executed often."""
    return (ir.Do(op("spend", ONE_ITEM.ty, ONE_ITEM, ir.Const(charge, ir.NUM))),) if charge else ()


def charge_items(low: Lowering, loop: object, items: typed_tree.Value, listed: ir.Value, *inside: object) -> ir.Value:
    """Return IR for a list to loop over. In an expensive loop, each item is charged to the execution budget."""
    charge = low.costs.charge(loop, items, *inside)
    return op("spend", listed.ty, listed, ir.Const(charge, ir.NUM)) if charge else listed


def lower_loops(
    low: Lowering, value: typed_tree.Value, var: typed_tree.TypedVar, items: typed_tree.Value, *inside: object
) -> Loops:
    """Return the loops that let a variable run over a list, as (variable, list), outermost first.

    A concatenation of lists without common pieces becomes two nested loops. `value` is the value that contains the
    loop, and `inside` are the values computed for each item.
    """
    if isinstance(items, typed_tree.CollectExpr) and is_disjoint(items) and items.where is None:
        ((each, source),) = items.each
        return (
            *lower_loops(low, items, each, source, items.value),
            *lower_loops(low, value, var, items.value, *inside),
        )
    return ((low.var(var), charge_items(low, value, items, low.items(items), *inside)),)


def is_disjoint(value: typed_tree.CollectExpr) -> bool:
    """Return True if a comprehension concatenates lists without common pieces, each from another player's zone."""
    if not value.flat or len(value.each) != 1:
        return False
    ((var, source),) = value.each
    return _is_distinct(source) and _lies_in_own_zone(value.value, typed_tree.LocalExpr(var))


def _is_distinct(value: typed_tree.Value) -> bool:
    """Return True if no item can occur twice in a list."""
    if isinstance(value, typed_tree.FilterExpr):
        return _is_distinct(value.list)
    if isinstance(value, typed_tree.CollectExpr | typed_tree.BinaryExpr):
        return is_piece_list(value) and (isinstance(value, typed_tree.BinaryExpr) or value.flat)
    return isinstance(
        value, typed_tree.PlayersExpr | typed_tree.OpponentsExpr | typed_tree.PiecesExpr | typed_tree.ContentExpr
    )


def _lies_in_own_zone(value: typed_tree.Value, owner: typed_tree.Value) -> bool:
    """Return True if all pieces of a list lie in one zone of `owner`."""
    if isinstance(value, typed_tree.FilterExpr):
        return _lies_in_own_zone(value.list, owner)
    if isinstance(value, typed_tree.BinaryExpr):
        return value.operator == "-" and _lies_in_own_zone(value.left, owner)
    return (
        isinstance(value, typed_tree.ContentExpr)
        and isinstance(value.zone, typed_tree.ZoneExpr)
        and value.zone.owner == owner
    )


def intersect_as_list(masks: list[ir.Value]) -> ir.Value:
    """Return the intersection of some bitsets as a list."""
    return op("ids", ir.PIECES, intersect(masks))


def _make_condition_mask(low: Lowering, condition: typed_tree.Value, it: typed_tree.TypedVar) -> ir.Value | None:
    """Return the bitset of the pieces that fulfil a condition on `it`, or None if there is no such bitset."""
    if it.type.base != "piece":
        return None
    ty = ir.IrType("mask", it.type.of)
    if not low.tracked and not uses_variable(condition, it) and is_cheap_condition(condition):
        everything = ir.Const(low.layout.all_of_kind(it.type.of), ty)
        return ir.Choice(low.value(condition), everything, ir.Const(0, ty))
    if isinstance(condition, typed_tree.NotExpr):
        inner = _make_condition_mask(low, condition.value, it)
        return None if inner is None else op("invert", ty, inner)
    if isinstance(condition, typed_tree.LogicExpr):
        left, right = _make_condition_mask(low, condition.left, it), _make_condition_mask(low, condition.right, it)
        if left is None or right is None:
            return None
        return op("meet" if condition.operator == "and" else "join", ty, left, right)
    if isinstance(condition, typed_tree.AttributeExpr) and condition.piece == typed_tree.LocalExpr(it):
        return ir.Const(low.layout.mask(it.type.of, condition.attribute.word, 1), ty)
    if not isinstance(condition, typed_tree.CompareExpr):
        return None
    found = _lower_multi_attribute(low, condition, it)
    if found is None and not uses_variable(condition.right, it):
        found = _lower_comparison(low, condition, it)
    return op("invert", ty, found) if found is not None and condition.operator in ("is not", "not in") else found


def _lower_multi_attribute(
    low: Lowering, condition: typed_tree.CompareExpr, it: typed_tree.TypedVar
) -> ir.Value | None:
    """Return the bitset of pieces whose attribute has a value in a list of values, or None for other conditions."""
    left, right, kind = condition.left, condition.right, it.type.of
    if (
        condition.operator not in ("in", "not in")
        or uses_variable(left, it)
        or not isinstance(right, typed_tree.AttributeExpr)
    ):
        return None
    if right.piece != typed_tree.LocalExpr(it) or right.type.base != "list":
        return None
    ty, word = ir.IrType("mask", kind), right.attribute.word

    def make() -> dict[int, int]:
        masks: dict[int, int] = {}
        for piece in low.layout.kind_pieces(kind):
            for value in low.layout.several(piece, word):
                masks[value] = masks.get(value, 0) | 1 << piece
        return masks

    if isinstance(left, typed_tree.LiteralExpr):
        return ir.Const(make().get(left.value, 0), ty)
    return ir.StaticTable(low.table(("having", kind, word), make), low.value(left), ty, 0)


def _lower_comparison(low: Lowering, condition: typed_tree.CompareExpr, it: typed_tree.TypedVar) -> ir.Value | None:
    """Return the bitset of the pieces for which a comparison holds, or None if there is no such bitset.

    For `is not` and `not in`, return the bitset for `is` and `in`; the caller inverts it.
    """
    left, right, operator = condition.left, condition.right, condition.operator
    kind = it.type.of
    if isinstance(left, typed_tree.LocalExpr) and left.var is it:
        if operator in ("is", "is not"):
            return low.mask(right)
        if operator in ("in", "not in") and right.type.item is not None and right.type.item.base == "piece":
            return low.mask(right)
    if isinstance(left, typed_tree.BuiltinExpr) and left.word == "name" and operator == "is":
        table = name_masks(low, kind)
        empty = ir.Const(0, ir.IrType("mask", kind))
        return low.guarded([right], empty, lambda known: ir.StaticTable(table, known[0], empty.ty, 0))
    if not isinstance(left, typed_tree.AttributeExpr) or left.piece != typed_tree.LocalExpr(it):
        return None
    return _lower_by_attribute(low, condition, kind, left.attribute.word)


def _lower_by_attribute(low: Lowering, condition: typed_tree.CompareExpr, kind: str, word: str) -> ir.Value | None:
    right, operator = condition.right, condition.operator
    ty = ir.IrType("mask", kind)
    if condition.left.type.base == "list":
        return None
    if operator in ("is", "is not"):
        return _select_by_value(low, kind, word, right)
    if operator in ("in", "not in") and isinstance(right, typed_tree.ListExpr):
        whole: ir.Value = ir.Const(0, ty)
        for place, item in enumerate(right.items):
            mask = _select_by_value(low, kind, word, item)
            whole = mask if place == 0 else op("join", ty, whole, mask)
        return whole
    if operator in ("<", "<=", ">", ">=") and isinstance(right, typed_tree.LiteralExpr):
        compare = {"<": int.__lt__, "<=": int.__le__, ">": int.__gt__, ">=": int.__ge__}[operator]
        pieces = low.layout.kind_pieces(kind)
        return ir.Const(sum(1 << p for p in pieces if compare(low.layout.attribute(p, word), right.value)), ty)
    return None


def _select_by_value(low: Lowering, kind: str, word: str, value: typed_tree.Value) -> ir.Value:
    """Return the bitset of the pieces of a kind with this value of an attribute."""
    ty = ir.IrType("mask", kind)
    if isinstance(value, typed_tree.LiteralExpr):
        return ir.Const(low.layout.mask(kind, word, value.value), ty)

    def make() -> dict[int, int]:
        masks: dict[int, int] = {}
        for piece in low.layout.kind_pieces(kind):
            found = low.layout.attribute(piece, word)
            masks[found] = masks.get(found, 0) | 1 << piece
        return masks

    game = low.layout.game
    if value.type.base != "enum" or value.type.of not in game.enums:
        return ir.StaticTable(low.table(("masks", kind, word), make), low.value(value), ty, 0)
    # indexed by word; the last entry is for `none`
    last = max(game.words[each] for each in game.enums[value.type.of].values)

    def by_words() -> object:
        masks = make()
        return (*(masks.get(number, 0) for number in range(last + 1)), masks.get(NO_WORD, 0))

    return ir.StaticTable(low.table(("masks", kind, word, value.type.of), by_words), low.value(value), ty)


def name_masks(low: Lowering, kind: str) -> str:
    """Return the name of the table that has for each name the bitset of the pieces with this name."""

    def make() -> object:
        masks: dict[int, int] = {}
        for piece in low.layout.kind_pieces(kind):
            name = low.layout.pieces[piece]
            masks[name] = masks.get(name, 0) | 1 << piece
        return masks

    return low.table(("names", kind), make)


def lower_groups(low: Lowering, kind: str) -> ir.StaticTable:
    """Return the table of the bitsets of interchangeable pieces of a kind."""

    def make() -> object:
        masks: dict[object, int] = {}
        for piece in low.layout.kind_pieces(kind):
            identity = low.layout.identity(piece)
            masks[identity] = masks.get(identity, 0) | 1 << piece
        return tuple(masks.values())

    return ir.StaticTable(low.table(("groups", kind), make), None, ir.IrType("list", "mask"))
