"""Lowering of the options of picks, and of picks that need no decision."""

from __future__ import annotations

from cardwright.checker import typed_tree
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.bitsets import is_mask
from cardwright.compiler.lowering.choices.joint_constraints import Bounds, filter_candidates
from cardwright.compiler.lowering.choices.preconditions import TRUE, Condition, Feasibility
from cardwright.compiler.lowering.context import Lowering, convert_type, join_conditions, number, op
from cardwright.compiler.lowering.expressions import count_items
from cardwright.state_slots_and_table_rows import APART


class Picks:
    """The options of picks."""

    def __init__(self, low: Lowering, feasible: Feasibility) -> None:
        self.low = low
        self.feasible = feasible
        self.together = feasible.together
        self.apart = self.together.apart

    def alike(self, pick: typed_tree.PickStmt) -> bool:
        """Return True if all options of a pick are certainly interchangeable, so that nobody needs to decide."""
        if pick.such_that is not None or pick.where is None:
            return False
        if not self.apart.merges(pick) or not self.apart.certain(pick):
            return False
        if pick.amount not in ("one", "exactly") or not is_mask(self.low, filter_candidates(pick)):
            return False
        for condition in typed_tree.split_conjunction(pick.where):
            if isinstance(condition, typed_tree.CompareExpr) and condition.operator == "is":
                left = condition.left
                if isinstance(left, typed_tree.AttributeExpr) and left.piece == typed_tree.LocalExpr(pick.item):
                    return self._tells_apart(pick.item.type.of, left.attribute.word)
        return False

    def _tells_apart(self, kind: str, word: str) -> bool:
        values = [d.values.get(word) for d in self.low.layout.game.pieces if d.kind == kind]
        return len(values) == len(set(values))

    def free(self, pick: typed_tree.PickStmt) -> tuple[ir.Code, Condition, ir.Code]:
        """Return the code of a pick without a decision, as (preparation, condition, pick).

        The preparation runs before the condition is tested, and the condition (None: always true) says whether the pick
        is possible.
        """
        low = self.low
        pool = filter_candidates(pick)
        masked = is_mask(low, pool)
        options = low.value(pool) if masked else low.items(pool)
        var = low.fresh("options", options.ty)
        opening = (ir.Set(var, options),)
        got = ir.Get(var)
        if pick.amount == "one":
            made = ir.Set(low.var(pick.var), self._take_one(pick, got))
            return opening, op("some bits" if masked else "some", ir.YES, got), (made,)
        many = low.value(pick.count) if pick.count is not None else count_items(got)
        chosen = self._take_many(pick, got, many)
        enough = op("ge", ir.YES, count_items(got), many) if pick.amount in ("exactly", "at_least") else None
        return opening, enough, (ir.Set(low.var(pick.var), chosen),)

    def _take_one(self, pick: typed_tree.PickStmt, options: ir.Value) -> ir.Value:
        ty = convert_type(pick.item.type)
        masked = options.ty.base == "mask"
        place = self._draw(pick, options) if pick.at_random else number(0)
        return op("nth", ty, options, place) if masked else op("at", ty, options, place)

    def _draw(self, pick: typed_tree.PickStmt, options: ir.Value) -> ir.Value:
        low, name = self.low, f"{pick.source.type.item}"
        if not low.tracked:
            return draw_number(low, "pick", name, count_items(options))
        low.acts.add(f"pick {name}")
        listed = op("ids", ir.PIECES, options) if options.ty.base == "mask" else options
        return op("drawn_item", ir.NUM, low.text("pick"), low.text(name), listed)

    def _take_many(self, pick: typed_tree.PickStmt, options: ir.Value, many: ir.Value) -> ir.Value:
        ty = convert_type(pick.var.type, pick.var.mask)
        masked = options.ty.base == "mask"
        if pick.at_random:
            pieces = op("ids", ir.PIECES, options) if masked else options
            wanted = many if pick.amount == "exactly" else op("min", ir.NUM, many, count_items(options))
            self.low.acts.add(f"pick {pick.source.type.item}")
            name = self.low.text(f"{pick.source.type.item}")
            chosen: ir.Value = op("sample", ir.IrType("list", pick.item.type.base), pieces, wanted, name)
            return op("mask_of", ty, chosen) if pick.var.mask else chosen
        taken = op("take", options.ty, options, many)
        return taken if pick.var.mask else op("ids", ir.PIECES, taken)

    def options(self, pick: typed_tree.PickStmt, condition: Condition, player: typed_tree.Value) -> ir.Value:
        """Return IR for the options of a pick as a new list."""
        low = self.low
        pool = filter_candidates(pick)
        if self.together.by_backs(pick, player):
            return self.offered(
                pick, self._list_options(pick, pool, condition), player, self.apart.merges(pick), mixed=True
            )
        if not self.apart.merges(pick):
            return self._list_options(pick, pool, condition)
        if condition is None and is_mask(low, pool):
            return self.apart.of_mask(pick, low.value(pool))
        return self.apart.of_list(pick, self._list_options(pick, pool, condition))

    def offered(
        self, pick: typed_tree.PickStmt, listed: ir.Value, player: typed_tree.Value, alike: bool, mixed: bool
    ) -> ir.Value:
        """Return IR for options in the order in which they are offered, which reveals nothing about face-down pieces.

        With `alike`, only one of several interchangeable visible pieces is offered. With `mixed`, pieces that the
        player cannot see come last and in random order, except in ordered zones.
        """
        asked = self.low.decider(player, pick.site)
        if pick.item.type.base == "zone":
            return op("on_backs", listed.ty, asked, listed) if mixed else listed
        return op("by_backs", listed.ty, asked, listed, number(int(alike)), number(int(mixed)))

    def _list_options(self, pick: typed_tree.PickStmt, pool: typed_tree.Value, condition: Condition) -> ir.Value:
        if condition is None and not isinstance(pool, typed_tree.FilterExpr):
            items = self.low.items(pool)
            return op("list", items.ty, items)
        loop, conditions = self.feasible.running(pick)
        conditions += [condition] if condition is not None else []
        where = join_conditions(conditions) if conditions else None
        return ir.Each((loop,), where, ir.Get(self.low.var(pick.var)), loop[1].ty)

    def next_of_several(
        self, pick: typed_tree.PickStmt, player: typed_tree.Value, bounds: Bounds, need: ir.Value
    ) -> ir.Value:
        """Return IR for the options of one of several picks; after it, `need` more items must be picked."""
        _, pool, _, _ = bounds
        by_backs = self.together.by_backs(pick, player)
        found = op("choices", pool.ty, pool, need, number(0)) if by_backs else self.together.next_of(pick, pool, need)
        if pick.such_that is not None:
            found = self.together.going_on(pick, player, found, bounds)
        return self.offered(pick, found, player, self.apart.merges(pick), mixed=False) if by_backs else found

    def candidates(
        self, pick: typed_tree.PickStmt, condition: Condition, player: typed_tree.Value, bounds: Bounds | None = None
    ) -> ir.Code:
        """Return code that reports the candidates of a pick, each with the conditions for its choice.

        The report goes to the observer of the match, which can then explain why an option is missing. `condition` must
        hold in addition to the condition written in the pick. `bounds` are given for picks with a joint constraint. In
        a program without an observer, the code is empty.
        """
        if not self.low.tracked:
            return ()
        if bounds is None or pick.such_that is None:
            rows = self.rows(pick, condition, player)
        else:
            rows = self.rows(pick, self._can_complete(pick, player, bounds), player, sure=True)
        return (ir.Note("offered", (number(pick.site.number), ir.Later(rows))),)

    def _can_complete(self, pick: typed_tree.PickStmt, player: typed_tree.Value, bounds: Bounds) -> ir.Value:
        """Return the condition that a candidate is still available and can be completed to a valid set."""
        item = self.low.var(pick.item)
        _, pool, _, _ = bounds
        further = self.together.leads_on_with(pick, player, ir.Get(item), bounds)
        there = (
            op("holds", ir.YES, pool, ir.Get(item)) if pool.ty.base == "mask" else op("in", ir.YES, ir.Get(item), pool)
        )
        return join_conditions([there, further])

    def rows(
        self, pick: typed_tree.PickStmt, holds: Condition, player: typed_tree.Value, place: int = 0, sure: bool = False
    ) -> ir.Value:
        """Return a row for each candidate: the option that picks it, and its conditions, each as a function.

        `place` is the offset of the option. With `sure`, the player knows all variables of the condition `holds`.
        """
        low = self.low
        conditions = (
            [low.value(part) for part in typed_tree.split_conjunction(pick.where)] if pick.where is not None else []
        )
        item = low.var(pick.item)
        loops: list[tuple[ir.Var, ir.Value]] = [(item, low.items(pick.source))]
        if pick.amount == "one":
            loops.append((low.var(pick.var), ir.Many((ir.Get(item),), ir.IrType("list", item.ty.base))))
        bound = tuple(var for var, _ in loops)
        last = (
            ir.Later(holds, bound, ir.YES)
            if sure and holds is not None
            else self.explained(holds or TRUE, player, bound)
        )
        flags = ir.Row((*(self.explained(condition, player, bound) for condition in conditions), last))
        return ir.Each(tuple(loops), None, ir.Row((add_offset(ir.Get(item), place), flags)), ir.ROWS)

    def explained(self, condition: ir.Value, player: typed_tree.Value, bound: tuple[ir.Var, ...] = ()) -> ir.Value:
        """Return code for a condition that is evaluated only if somebody asks why an option is missing.

        If the condition depends on a variable that the player cannot compute, return the constant None instead.
        """
        if all(self.low.may_tell(var, player) for var in ir.find_free_variables(condition) - {*bound}):
            return ir.Later(condition, bound, ir.YES)
        return ir.Const(None, ir.YES)


def add_offset(thing: ir.Value, place: int) -> ir.Value:
    """Return IR for the number of the option that picks `thing`, in a pick of offset group `place`."""
    return op("sub", ir.NUM, thing, number(place * APART)) if place else thing


def draw_number(low: Lowering, kind: str, name: str, below: ir.Value) -> ir.Value:
    """Return IR for a random integer from 0 to `below` - 1, drawn from the chance stream `name`."""
    low.acts.add(f"{kind} {name}")
    if low.tracked:
        return op("chance", ir.NUM, low.text(kind), low.text(name), below)
    return op("rand", ir.NUM, below)
