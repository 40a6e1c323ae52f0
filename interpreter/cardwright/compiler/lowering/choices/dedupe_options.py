"""Merging of interchangeable pieces into one option."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

from cardwright.checker import typed_tree
from cardwright.checker.transitive_uses import find_affected_kinds, kinds_of
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.bitsets import inline_rule, lower_groups
from cardwright.compiler.lowering.context import Lowering, number, op
from cardwright.compiler.lowering.memory_and_zones import FACES
from cardwright.declarations.model import ZoneDecl
from cardwright.state_slots_and_table_rows import BY_DEFINITION, BY_MARK, NOT_AT_ALL, SUPPRESSED

# How the primitive `choices` distinguishes interchangeable items.
SUPPRESSING = ("lose_powers", "regain_powers")
GIVING = ("copy_power", "become_power")
# Variables of these types hold no piece, so that a condition on them cannot distinguish interchangeable pieces.
_TELL_NOTHING = ("number", "yes_no", "player", "text")
_SUPPRESSED = ir.Slot(("fixed", "suppressed"), SUPPRESSED, (), ir.IrType("mask"))


class Interchangeability:
    """Code that finds out which pieces of a kind are interchangeable, with as few comparisons as possible.

    Pieces of one definition in one unordered zone are interchangeable, unless they have memory or carry pieces. A
    property of single pieces that is stored as a bitset, such as lying face up, is tested for all pieces at once.
    """

    def __init__(self, low: Lowering) -> None:
        self.low = low
        self.game = low.layout.game
        limited = {a.power for a in low.checked.abilities if a.limit is not None and a.power >= 0}
        self._suppressed = find_affected_kinds(low.checked, SUPPRESSING)
        self._marked = find_affected_kinds(low.checked, GIVING, until=True) | {
            self.game.pieces[power].kind for power in limited
        }
        self._marked |= kinds_of(memory.type for memory in self.game.memory)
        self._marked |= kinds_of(var.type for ability in low.checked.abilities for var in ability.held)

    def merges(self, pick: typed_tree.PickStmt) -> bool:
        """Return True if a pick offers interchangeable pieces as one option."""
        return pick.item.type.base == "piece" and self.game.kinds[pick.item.type.of].interchangeable

    def certain(self, pick: typed_tree.PickStmt) -> bool:
        """Return True if all options with the same definition are certainly interchangeable."""
        return self._differ_only_by_definition(pick) and self._find_special(pick.item.type.of) is None

    def of_mask(self, pick: typed_tree.PickStmt, pool: ir.Value) -> ir.Value:
        """Return the options of a pick from a bitset of pieces, one for each group of interchangeable pieces."""
        apart = op("apart", ir.PIECES, op("ids", ir.PIECES, pool))
        if not self._differ_only_by_definition(pick):
            return apart
        return self._choose_fast_code(
            pick, pool, op("one_each", ir.PIECES, pool, lower_groups(self.low, pick.item.type.of)), apart
        )

    def of_list(self, pick: typed_tree.PickStmt, options: ir.Value) -> ir.Value:
        """Return IR for the options of a pick from a list, one for each group of interchangeable pieces."""
        if self.certain(pick):
            return op("unlike", ir.PIECES, options)
        apart = op("apart", ir.PIECES, options)
        places = [] if self.low.tracked or self._has_details(pick.item.type.of) else self._find_zones(pick.source)
        pools = _find_bitsets(options)
        if not places or not pools or len(set(places)) < len(places):
            return apart
        pool = reduce(lambda one, other: op("join", one.ty, one, other), pools)
        return self._choose_fast_code(
            pick, pool, _keep_first_of_alike(options, lower_groups(self.low, pick.item.type.of)), apart
        )

    def next_of(self, pick: typed_tree.PickStmt, pool: ir.Get, need: ir.Value) -> ir.Value:
        """Return IR for the options of a pick after which `need` more items can still be picked."""
        listed = op("ids", ir.PIECES, pool) if pool.ty.base == "mask" else pool
        how = NOT_AT_ALL
        if self.merges(pick):
            how = BY_DEFINITION if self.certain(pick) else BY_MARK
        slow = op("choices", listed.ty, listed, need, number(how))
        if how == NOT_AT_ALL or pool.ty.base != "mask" or not self._differ_only_by_definition(pick):
            return slow
        quick = op("next_of", ir.PIECES, pool, need, lower_groups(self.low, pick.item.type.of))
        return self._choose_fast_code(pick, pool, quick, slow)

    def _choose_fast_code(self, pick: typed_tree.PickStmt, pool: ir.Value, quick: ir.Value, slow: ir.Value) -> ir.Value:
        """Return code that uses `quick`, or `slow` if pieces of one definition in the pool can differ in a state."""
        special = self._find_special(pick.item.type.of)
        if special is None:
            return quick
        return ir.Choice(op("some bits", ir.YES, op("meet", pool.ty, pool, special)), slow, quick)

    # ------------------------------------------------------------ differences between pieces

    def _differ_only_by_definition(self, pick: typed_tree.PickStmt) -> bool:
        """Return True if all candidates lie in one unordered zone, and their kind has no memory and no zones."""
        return self._is_in_one_zone(pick.source) and not self._has_details(pick.item.type.of)

    def _is_in_one_zone(self, value: typed_tree.Value) -> bool:
        return self._find_zone(value) is not None

    def _find_zone(self, value: typed_tree.Value) -> ZoneDecl | None:
        """Return the unordered zone that contains all pieces of a list, or None if unknown."""
        value = inline_rule(self.low, value)
        if isinstance(value, typed_tree.FilterExpr):
            return self._find_zone(value.list)
        if isinstance(value, typed_tree.BinaryExpr) and value.operator == "-":
            return self._find_zone(value.left)
        if (
            not isinstance(value, typed_tree.ContentExpr)
            or not isinstance(value.zone, typed_tree.ZoneExpr)
            or value.zone.zone.ordered
        ):
            return None
        return value.zone.zone

    def _find_zones(self, value: typed_tree.Value) -> list[ZoneDecl]:
        """Return the unordered zones from which the pieces of a list come, or an empty list if they are unknown."""
        value = inline_rule(self.low, value)
        if isinstance(value, typed_tree.FilterExpr):
            return self._find_zones(value.list)
        if isinstance(value, typed_tree.BinaryExpr) and value.operator == "+":
            left, right = self._find_zones(value.left), self._find_zones(value.right)
            return [*left, *right] if left and right else []
        place = self._find_zone(value)
        return [] if place is None else [place]

    def _has_details(self, kind: str) -> bool:
        parts = self.game.kinds[kind].parts
        owners = {memory.owner for memory in self.game.memory} | {zone.owner for zone in self.game.zones}
        return kind in owners or (parts is not None and self._has_details(parts.kind))

    def _find_special(self, kind: str) -> ir.Value | None:
        """Return the bitset of the pieces that now differ from other pieces of their definition.

        Returns None if such a difference is impossible.
        """
        ty = ir.IrType("mask", kind)
        if kind in self._marked:
            return op("special", ty)
        masks = [ir.Read(place) for place, kinds in self._lower_sides() if kind in kinds]
        if len(masks) > 1:
            return op("join", ty, *masks)
        return masks[0] if masks else None

    def _lower_sides(self) -> tuple[tuple[ir.Slot, set[str]], ...]:
        return (FACES, self.low.turned), (_SUPPRESSED, self._suppressed)


def _find_bitsets(options: ir.Value) -> list[ir.Value]:
    """Return the bitsets of which a list of options is the concatenation.

    Returns [] if the list is computed otherwise, or if its condition can distinguish interchangeable pieces.
    """
    if isinstance(options, ir.Op) and options.name == "ids":
        return [options.args[0]]
    if isinstance(options, ir.Op) and options.name == "spend":
        return _find_bitsets(options.args[0])
    if isinstance(options, ir.Op) and options.name in ("joined", "list"):
        found = [_find_bitsets(each) for each in options.args]
        return [mask for masks in found for mask in masks] if all(found) else []
    if not isinstance(options, ir.Each) or len(options.loops) != 1 or options.flat:
        return []
    ((var, items),) = options.loops
    named = set() if options.where is None else ir.find_free_variables(options.where) - {var}
    same = options.value == ir.Get(var) and all(each.ty.base in _TELL_NOTHING for each in named)
    return _find_bitsets(items) if same else []


def _keep_first_of_alike(options: ir.Value, known: ir.StaticTable) -> ir.Value:
    """Return a list of options with only the first piece of each interchangeable group in each bitset."""
    if isinstance(options, ir.Each):
        ((var, items),) = options.loops
        return replace(options, loops=((var, _keep_first_of_alike(items, known)),))
    assert isinstance(options, ir.Op)
    if options.name == "ids":
        return op("one_each", ir.PIECES, options.args[0], known)
    if options.name == "spend":
        return replace(options, args=(_keep_first_of_alike(options.args[0], known), options.args[1]))
    return replace(options, args=tuple(_keep_first_of_alike(each, known) for each in options.args))
