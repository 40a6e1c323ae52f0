"""Lowers what is asked of several picks together: whether those there are can still be made a set that fulfils it."""

from __future__ import annotations

from cardwright.checker import typed_tree
from cardwright.compiler.analysis.monotonicity import Growing
from cardwright.compiler.ir import nodes as n
from cardwright.compiler.lowering.bitsets import is_mask
from cardwright.compiler.lowering.choices.dedupe_options import Alike
from cardwright.compiler.lowering.context import Lowering, both, negated, number, op, ty_of
from cardwright.compiler.lowering.expressions import size
from cardwright.program_format import NO_LIMIT

# What was picked of several, what is left, how few and how many.
Bounds = tuple[n.Get, n.Get, n.Value, n.Value]


class Together:
    """Makes a function for each pick of several of which something is asked together.

    It looks for one set by trying them one after the other, in the order in which they are picked, and leaves out those
    of which it is sure that they come to nothing. Whatever it says is so; a search beyond all bounds is an error.
    """

    def __init__(self, low: Lowering) -> None:
        self.low = low
        self.apart = Alike(low)
        # by the numbers of their sites; what each takes behind what was picked, what is left, how few and how many
        self.functions: dict[int, n.Definition] = {}
        self.free: dict[int, tuple[n.Var, ...]] = {}

    def by_backs(self, pick: typed_tree.PickS, player: typed_tree.Value) -> bool:
        """Whether whoever picks may have to do so by the backs of what they cannot see."""
        if pick.item.type.base == "zone":
            return not self.low.sight.sees_carriers
        return pick.item.type.base == "piece" and not self.low.sight.sees_all(pick.source, player)

    def masked(self, pick: typed_tree.PickS, player: typed_tree.Value) -> bool:
        """Whether what is left to be picked is kept as a mask."""
        return pick.var.mask and is_mask(self.low, filtered(pick)) and not self.by_backs(pick, player)

    def begins(self, pick: typed_tree.PickS, player: typed_tree.Value) -> n.Value:
        """Whether anything can be picked at all."""
        low = self.low
        pool = filtered(pick)
        count = None if pick.count is None else low.value(pick.count)
        few = count if count is not None and pick.amount in ("exactly", "at_least") else number(0)
        many = count if count is not None and pick.amount in ("exactly", "up_to") else number(NO_LIMIT)
        left = low.value(pool) if self.masked(pick, player) else low.items(pool)
        return self.leads_on(pick, player, none_of(low.var(pick.var)), left, few, many)

    def leads_on(
        self, pick: typed_tree.PickS, player: typed_tree.Value, got: n.Value, left: n.Value, few: n.Value, many: n.Value
    ) -> n.Value:
        """Whether what was picked is enough, or becomes it with some of what is left."""
        number_ = pick.site.number
        if number_ not in self.functions:
            self._declare(pick, player)
        free = tuple(n.Get(var) for var in self.free[number_])
        return n.Call(n.Function("together", number_), (got, left, few, many, *free), n.YES)

    def next_of(self, pick: typed_tree.PickS, pool: n.Get, need: n.Value) -> n.Value:
        """What comes next among what is left; of alike ones the first, unless it is asked which pieces they are."""
        if pick.such_that is None or not self._names_pieces(pick.such_that):
            return self.apart.next_of(pick, pool, need)
        listed = op("ids", n.PIECES, pool) if pool.ty.base == "mask" else pool
        return op("choices", listed.ty, listed, need, number(0))

    def going_on(self, pick: typed_tree.PickS, player: typed_tree.Value, items: n.Value, bounds: Bounds) -> n.Value:
        """Those items that lead on."""
        item = self.low.fresh("next", ty_of(pick.item.type))
        return n.Each(((item, items),), self.leads_on_with(pick, player, n.Get(item), bounds), n.Get(item), items.ty)

    def leads_on_with(self, pick: typed_tree.PickS, player: typed_tree.Value, item: n.Get, bounds: Bounds) -> n.Value:
        """Whether an item leads on."""
        got, left, few, many = bounds
        return self.leads_on(pick, player, with_item(got, item), left_after(left, item), few, many)

    def enough(self, pick: typed_tree.PickS) -> n.Value:
        """Whether what was picked fulfils what is asked."""
        assert pick.such_that is not None
        return self.low.value(pick.such_that)

    # ------------------------------------------------------------ the search

    def _declare(self, pick: typed_tree.PickS, player: typed_tree.Value) -> None:
        low = self.low
        got = low.var(pick.var)
        left = low.fresh("left", got.ty if self.masked(pick, player) else n.Ty("list", pick.item.type.base))
        few, many, taken = (low.fresh(word, n.NUM) for word in ("few", "many", "taken"))
        asked = self.enough(pick)
        self.free[pick.site.number] = free = tuple(sorted(n.reads(asked) - {got}, key=lambda var: (var.own, var.uid)))
        title = low.text(f"too many ways to pick {pick.var.word}")
        bounds = n.Get(got), n.Get(left), n.Get(few), n.Get(many)
        need = op("sub", n.NUM, n.Get(few), n.Get(taken))
        # the call in its own body asks for what is being declared
        self.functions[pick.site.number] = n.Definition(n.Function("together", pick.site.number), (), n.YES, ())
        item = low.fresh("next", ty_of(pick.item.type))
        further = self.leads_on_with(pick, player, n.Get(item), bounds)
        found: n.Code = (n.If(((further, (n.Return(number(1)),)),)),)
        fits = op("ge", n.YES, n.Get(taken), n.Get(few))
        code: n.Code = (
            n.Set(taken, size(n.Get(got))),
            *self._broken(pick, n.Get(got), n.Get(left)),
            n.If(((both([fits, asked]), (n.Return(number(1)),)),)),
            n.If(((op("ge", n.YES, n.Get(taken), n.Get(many)), (n.Return(number(0)),)),)),
            n.ForEach(n.Label(), item, self.next_of(pick, n.Get(left), need), found),
            n.Return(number(0)),
        )
        params = (got, left, few, many, *free)
        function = n.Function("together", pick.site.number)
        self.functions[pick.site.number] = n.Definition(function, params, n.YES, code, int(title.value))

    def _broken(self, pick: typed_tree.PickS, got: n.Get, left: n.Get) -> n.Code:
        """Leave where nothing more can mend what was picked, or all that is left together is not enough."""
        low, such_that = self.low, pick.such_that
        assert such_that is not None
        growing = Growing(pick.var, self._numbers, self._written_out)
        lasting, reached = growing.parts(such_that)
        nothing: n.Code = (n.Return(number(0)),)
        code: list[n.Stmt] = []
        if lasting:
            code.append(n.If(((negated(both([low.value(each) for each in lasting])), nothing),)))
        if reached:
            whole = typed_tree.Var("whole", pick.var.type, 0, pick.var.mask, own=True)
            with_all = {pick.var: typed_tree.Local(whole)}
            code.append(n.Set(low.var(whole), _joined(got, left)))
            asked = both([low.value(typed_tree.substitute(each, with_all)) for each in reached])
            code.append(n.If(((negated(asked), nothing),)))
        return tuple(code)

    def _written_out(self, value: typed_tree.RuleV) -> typed_tree.Value:
        """A rule of one case that nothing changes as what it says, the same in all variants of a program."""
        rule, low = value.rule, self.low
        if len(rule.cases) > 1 or rule.word in low.modifiers or rule.word in low.asking_themselves:
            return value
        return typed_tree.substitute(rule.cases[0][0], dict(zip(rule.params, value.args, strict=True)))

    def _numbers(self, kind: str, word: str) -> tuple[int, int]:
        layout = self.low.layout
        values = [layout.attribute(piece, kind, word) for piece in layout.kind_pieces(kind)] or [0]
        return min(values), max(values)

    @staticmethod
    def _names_pieces(value: typed_tree.Value) -> bool:
        """Whether single pieces are compared, so that two that are alike make a difference."""
        compared = (node.left.type for node in typed_tree.every(value) if isinstance(node, typed_tree.CompareV))
        return any("piece" in (kind.base, kind.item.base if kind.item else "") for kind in compared)


def filtered(pick: typed_tree.PickS) -> typed_tree.Value:
    """The options of a pick before one looks ahead."""
    return pick.source if pick.where is None else typed_tree.FilterV(pick.source, pick.item, pick.where)


def none_of(var: n.Var) -> n.Const:
    """Nothing picked, as it is kept."""
    return n.Const(0, var.ty) if var.ty.base == "mask" else n.Const((), var.ty)


def with_item(var: n.Get, item: n.Value) -> n.Value:
    """What was picked with one more."""
    if var.ty.base == "mask":
        return op("join", var.ty, var, op("bit", var.ty, item))
    return n.Many((n.Splice(var, var.ty), item), var.ty)


def left_after(pool: n.Get, item: n.Value) -> n.Value:
    """What can be picked after an item, which is what comes after it."""
    if pool.ty.base == "mask":
        return op("above", pool.ty, pool, item)
    return op("rest", pool.ty, pool, op("add", n.NUM, op("index", n.NUM, pool, item), number(1)))


def _joined(got: n.Get, left: n.Get) -> n.Value:
    if got.ty.base != "mask":
        return n.Many((n.Splice(got, got.ty), n.Splice(left, left.ty)), got.ty)
    rest = left if left.ty.base == "mask" else op("mask_of", got.ty, left)
    return op("join", got.ty, got, rest)
