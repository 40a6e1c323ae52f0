"""Lowers what can be picked: the options of one pick, which of them are alike, and picks that nobody decides."""

from __future__ import annotations

from cardwright.checker import typed_tree
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.bitsets import is_mask
from cardwright.compiler.lowering.choices.joint_constraints import Bounds, filtered
from cardwright.compiler.lowering.choices.preconditions import TRUE, Condition, Feasibility
from cardwright.compiler.lowering.context import Lowering, both, number, op, ty_of
from cardwright.compiler.lowering.expressions import size
from cardwright.program_format import APART


class Picks:
    """The options of picks."""

    def __init__(self, low: Lowering, feasible: Feasibility) -> None:
        self.low = low
        self.feasible = feasible
        self.together = feasible.together
        self.apart = self.together.apart

    def alike(self, pick: typed_tree.PickStmt) -> bool:
        """Whether all options of a pick are certainly alike, so that nothing is decided."""
        if pick.such_that is not None or pick.where is None:
            return False
        if not self.apart.merges(pick) or not self.apart.certain(pick):
            return False
        if pick.amount not in ("one", "exactly") or not is_mask(self.low, filtered(pick)):
            return False
        for condition in typed_tree.conjuncts(pick.where):
            if isinstance(condition, typed_tree.CompareExpr) and condition.operator == "is":
                left = condition.left
                if isinstance(left, typed_tree.AttributeExpr) and left.piece == typed_tree.LocalExpr(pick.item):
                    return self._tells_apart(pick.item.type.of, left.attribute.word)
        return False

    def _tells_apart(self, kind: str, word: str) -> bool:
        values = [d.values.get(word) for d in self.low.layout.game.pieces if d.kind == kind]
        return len(values) == len(set(values))

    def free(self, pick: typed_tree.PickStmt) -> tuple[ir.Code, Condition, ir.Code]:
        """A pick nobody decides: what comes first, whether it can be made, and making it."""
        low = self.low
        pool = filtered(pick)
        masked = is_mask(low, pool)
        options = low.value(pool) if masked else low.items(pool)
        var = low.fresh("options", options.ty)
        opening = (ir.Set(var, options),)
        got = ir.Get(var)
        if pick.amount == "one":
            made = ir.Set(low.var(pick.var), self._one(pick, got))
            return opening, op("some bits" if masked else "some", ir.YES, got), (made,)
        many = low.value(pick.count) if pick.count is not None else size(got)
        chosen = self._many(pick, got, many)
        enough = op("ge", ir.YES, size(got), many) if pick.amount in ("exactly", "at_least") else None
        return opening, enough, (ir.Set(low.var(pick.var), chosen),)

    def _one(self, pick: typed_tree.PickStmt, options: ir.Value) -> ir.Value:
        ty = ty_of(pick.item.type)
        masked = options.ty.base == "mask"
        place = self._drawn(pick, size(options)) if pick.at_random else number(0)
        return op("nth", ty, options, place) if masked else op("at", ty, options, place)

    def _drawn(self, pick: typed_tree.PickStmt, below: ir.Value) -> ir.Value:
        return chance(self.low, "pick", f"{pick.source.type.item}", below)

    def _many(self, pick: typed_tree.PickStmt, options: ir.Value, many: ir.Value) -> ir.Value:
        ty = ty_of(pick.var.type, pick.var.mask)
        masked = options.ty.base == "mask"
        if pick.at_random:
            pieces = op("ids", ir.PIECES, options) if masked else options
            wanted = many if pick.amount == "exactly" else op("min", ir.NUM, many, size(options))
            self.low.acts.add(f"pick {pick.source.type.item}")
            name = self.low.text(f"{pick.source.type.item}")
            chosen: ir.Value = op("sample", ir.IrType("list", pick.item.type.base), pieces, wanted, name)
            return op("mask_of", ty, chosen) if pick.var.mask else chosen
        taken = op("take", options.ty, options, many)
        return taken if pick.var.mask else op("ids", ir.PIECES, taken)

    def options(self, pick: typed_tree.PickStmt, ahead: Condition, player: typed_tree.Value) -> ir.Value:
        """The options of a pick as a new list."""
        low = self.low
        pool = filtered(pick)
        if self.together.by_backs(pick, player):
            return self.offered(pick, self._listed(pick, pool, ahead), player, self.apart.merges(pick), mixed=True)
        if not self.apart.merges(pick):
            return self._listed(pick, pool, ahead)
        if ahead is None and is_mask(low, pool):
            return self.apart.of_mask(pick, low.value(pool))
        return self.apart.of_list(pick, self._listed(pick, pool, ahead))

    def offered(
        self, pick: typed_tree.PickStmt, listed: ir.Value, player: typed_tree.Value, alike: bool, mixed: bool
    ) -> ir.Value:
        """Options some of which may be seen by their backs only; those that are `alike` in sight are offered once."""
        asked = self.low.value(player)
        if pick.item.type.base == "zone":
            return op("on_backs", listed.ty, asked, listed) if mixed else listed
        return op("by_backs", listed.ty, asked, listed, number(int(alike)), number(int(mixed)))

    def _listed(self, pick: typed_tree.PickStmt, pool: typed_tree.Value, ahead: Condition) -> ir.Value:
        if ahead is None and not isinstance(pool, typed_tree.FilterExpr):
            items = self.low.items(pool)
            return op("list", items.ty, items)
        loop, conditions = self.feasible.running(pick)
        conditions += [ahead] if ahead is not None else []
        where = both(conditions) if conditions else None
        return ir.Each((loop,), where, ir.Get(self.low.var(pick.var)), loop[1].ty)

    def next_of_several(
        self, pick: typed_tree.PickStmt, player: typed_tree.Value, bounds: Bounds, need: ir.Value
    ) -> ir.Value:
        """The options of a pick of several, one after the other, of which so many are still needed."""
        _, pool, _, _ = bounds
        by_backs = self.together.by_backs(pick, player)
        found = op("choices", pool.ty, pool, need, number(0)) if by_backs else self.together.next_of(pick, pool, need)
        if pick.such_that is not None:
            found = self.together.going_on(pick, player, found, bounds)
        return self.offered(pick, found, player, self.apart.merges(pick), mixed=False) if by_backs else found

    def candidates(
        self, pick: typed_tree.PickStmt, ahead: Condition, player: typed_tree.Value, bounds: Bounds | None = None
    ) -> ir.Code:
        """What could have been offered and which conditions each fulfils, told to the tracker.

        Of several that are asked for something together there are `bounds`.
        """
        if not self.low.tracked:
            return ()
        if bounds is None or pick.such_that is None:
            told = self.rows(pick, ahead, player)
        else:
            told = self.rows(pick, self._leads_on(pick, player, bounds), player, sure=True)
        return (ir.Note("offered", (number(pick.site.number), ir.Later(told))),)

    def _leads_on(self, pick: typed_tree.PickStmt, player: typed_tree.Value, bounds: Bounds) -> ir.Value:
        """Whether a thing that could have been offered is left, and leads on."""
        item = self.low.var(pick.item)
        _, pool, _, _ = bounds
        further = self.together.leads_on_with(pick, player, ir.Get(item), bounds)
        there = (
            op("holds", ir.YES, pool, ir.Get(item)) if pool.ty.base == "mask" else op("in", ir.YES, ir.Get(item), pool)
        )
        return both([there, further])

    def rows(
        self, pick: typed_tree.PickStmt, ahead: Condition, player: typed_tree.Value, place: int = 0, sure: bool = False
    ) -> ir.Value:
        """Each thing that could have been offered, with which conditions it fulfils; `place` as in `set_apart`.

        `sure`: who picks knows the names of which the last of them speaks.
        """
        low = self.low
        conditions = [low.value(part) for part in typed_tree.conjuncts(pick.where)] if pick.where is not None else []
        item = low.var(pick.item)
        loops: list[tuple[ir.Var, ir.Value]] = [(item, low.items(pick.source))]
        if pick.amount == "one":
            loops.append((low.var(pick.var), ir.Many((ir.Get(item),), ir.IrType("list", item.ty.base))))
        bound = tuple(var for var, _ in loops)
        last = ir.Later(ahead, bound, ir.YES) if sure and ahead is not None else self.told(ahead or TRUE, player, bound)
        flags = ir.Row((*(self.told(condition, player, bound) for condition in conditions), last))
        return ir.Each(tuple(loops), None, ir.Row((set_apart(ir.Get(item), place), flags)), ir.ROWS)

    def told(self, condition: ir.Value, player: typed_tree.Value, bound: tuple[ir.Var, ...] = ()) -> ir.Value:
        """A condition to be asked later, to explain what is not offered; nothing if it is not for the player to know.

        That is where it depends on a local name whose value they cannot work out.
        """
        if all(self.low.may_tell(var, player) for var in ir.reads(condition) - {*bound}):
            return ir.Later(condition, bound, ir.YES)
        return ir.Const(None, ir.YES)


def set_apart(thing: ir.Value, place: int) -> ir.Value:
    """The option that picks a thing where those of other sorts can be picked beside it; 0: the thing itself."""
    return op("sub", ir.NUM, thing, number(place * APART)) if place else thing


def chance(low: Lowering, kind: str, name: str, below: ir.Value) -> ir.Value:
    """A random whole number from 0 to below another, asked of the chance stream by name."""
    low.acts.add(f"{kind} {name}")
    if low.tracked:
        return op("chance", ir.NUM, low.text(kind), low.text(name), below)
    return op("rand", ir.NUM, below)
