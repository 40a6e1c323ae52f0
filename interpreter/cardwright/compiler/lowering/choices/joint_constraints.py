"""Joint constraints on several picks, and the search for sets of picks that fulfil them."""

from __future__ import annotations

from cardwright.checker import typed_tree
from cardwright.compiler.analysis.bounds_during_picks import MAX_NODES, Cases, SetBounds
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.bitsets import is_mask
from cardwright.compiler.lowering.choices.dedupe_options import Interchangeability
from cardwright.compiler.lowering.choices.distinguishing_attributes import find_read_attributes
from cardwright.compiler.lowering.choices.unfinished_pick_keys import SetKeys
from cardwright.compiler.lowering.context import Lowering, convert_type, join_conditions, negate, number, op
from cardwright.compiler.lowering.expressions import count_items
from cardwright.declarations.value_types import NUMBER
from cardwright.state_slots_and_table_rows import NO_LIMIT

# The picks made, the remaining candidates, the minimum and the maximum.
Bounds = tuple[ir.Get, ir.Get, ir.Value, ir.Value]

# The attempts of a search.
FIRST, LAST = 1, 2


class JointConstraints:
    """Functions that test whether some picks can be completed to a set that fulfils a constraint on the whole set.

    They search sets in a fixed order, with backtracking, and prune the search by bounds of the constraint. A first,
    short attempt picks as much as it can, which finds large sets. The last attempt begins with sets of the last
    candidates. The result is exact. A search that exceeds the limit of steps ends the game with a runtime error.
    """

    def __init__(self, low: Lowering) -> None:
        self.low = low
        self.apart = Interchangeability(low)
        # by number of the decision point; `free` are the parameters after those of Bounds
        self.functions: dict[int, ir.Definition] = {}
        self.free: dict[int, tuple[ir.Var, ...]] = {}
        self.wholes: dict[int, typed_tree.TypedVar] = {}

    def by_backs(self, pick: typed_tree.PickStmt, player: typed_tree.Value) -> bool:
        """Return True if the player may have to choose among pieces that lie face down and show only their backs."""
        if pick.item.type.base == "zone":
            return not self.low.sight.sees_carriers
        return pick.item.type.base == "piece" and not self.low.sight.sees_all(pick.source, player)

    def masked(self, pick: typed_tree.PickStmt, player: typed_tree.Value) -> bool:
        """Return True if the candidates of a pick are stored in a bitset."""
        return pick.var.mask and is_mask(self.low, filter_candidates(pick)) and not self.by_backs(pick, player)

    def begins(self, pick: typed_tree.PickStmt, player: typed_tree.Value) -> ir.Value:
        """Return the condition that at least one valid set of picks exists."""
        low = self.low
        pool = filter_candidates(pick)
        count = None if pick.count is None else low.value(pick.count)
        few = count if count is not None and pick.amount in ("exactly", "at_least") else number(0)
        many = count if count is not None and pick.amount in ("exactly", "up_to") else number(NO_LIMIT)
        left = low.value(pool) if self.masked(pick, player) else low.items(pool)
        return self.leads_on(pick, player, make_empty_set(low.var(pick.var)), left, few, many)

    def leads_on(
        self,
        pick: typed_tree.PickStmt,
        player: typed_tree.Value,
        got: ir.Value,
        left: ir.Value,
        few: ir.Value,
        many: ir.Value,
    ) -> ir.Value:
        """Return the condition that the picks `got` are a valid set, or can be completed to one from `left`.

        `few` and `many` are the least and the largest number of picks.
        """
        number_ = pick.site.number
        if number_ not in self.functions:
            self._declare(pick, player)
        return self._call(pick, (got, left, few, many), number(0))

    def _call(self, pick: typed_tree.PickStmt, bounds: tuple[ir.Value, ...], going: ir.Value) -> ir.Value:
        """Return the call of the search; `going` is the attempt that continues, or 0 for a new search."""
        free = tuple(ir.Get(var) for var in self.free[pick.site.number])
        return ir.Call(ir.Function("together", pick.site.number), (*bounds, going, *free), ir.YES)

    def next_of(self, pick: typed_tree.PickStmt, pool: ir.Get, need: ir.Value) -> ir.Value:
        """Return IR for the candidates whose pick leaves `need` further picks possible.

        If the constraint allows it, there is one candidate for each group of interchangeable pieces.
        """
        if pick.such_that is None or not self._compares_pieces(pick.such_that):
            return self.apart.next_of(pick, pool, need)
        listed = op("ids", ir.PIECES, pool) if pool.ty.base == "mask" else pool
        return op("choices", listed.ty, listed, need, number(0))

    def going_on(
        self, pick: typed_tree.PickStmt, player: typed_tree.Value, items: ir.Value, bounds: Bounds
    ) -> ir.Value:
        """Return IR for the items that can be added to the current picks such that a valid set remains possible."""
        item = self.low.fresh("next", convert_type(pick.item.type))
        return ir.Each(((item, items),), self.leads_on_with(pick, player, ir.Get(item), bounds), ir.Get(item), items.ty)

    def leads_on_with(
        self, pick: typed_tree.PickStmt, player: typed_tree.Value, item: ir.Get, bounds: Bounds
    ) -> ir.Value:
        """Return the condition that the picks and the candidate `item` can be completed to a valid set."""
        got, left, few, many = bounds
        return self.leads_on(pick, player, with_item(got, item), list_remaining(left, item), few, many)

    def enough(self, pick: typed_tree.PickStmt) -> ir.Value:
        """Return the condition that the picks made so far fulfil the constraint."""
        assert pick.such_that is not None
        return self.low.value(pick.such_that)

    # ------------------------------------------------------------ the search

    def _declare(self, pick: typed_tree.PickStmt, player: typed_tree.Value) -> None:
        low = self.low
        got = low.var(pick.var)
        left = low.fresh("left", got.ty if self.masked(pick, player) else ir.IrType("list", pick.item.type.base))
        few, many, going, taken = (low.fresh(word, ir.NUM) for word in ("few", "many", "going", "taken"))
        deep = low.fresh("deep", ir.NUM)
        asked = self.enough(pick)
        self.free[pick.site.number] = free = tuple(
            sorted(ir.find_free_variables(asked) - {got}, key=lambda var: (var.own, var.uid))
        )
        title = low.text(f"too many ways to pick {pick.var.word}")
        # declared before its body, which calls it recursively
        function = ir.Function("together", pick.site.number)
        self.functions[pick.site.number] = ir.Definition(function, (), ir.YES, ())
        item = low.fresh("next", convert_type(pick.item.type))
        candidates, after = self._list_candidates(pick, ir.Get(left), ir.Get(item))
        further = self._call(
            pick, (with_item(ir.Get(got), ir.Get(item)), after, ir.Get(few), ir.Get(many)), ir.Get(going)
        )
        found: ir.Code = (ir.If(((further, (ir.Return(number(1)),)),)),)
        fits = op("ge", ir.YES, ir.Get(taken), ir.Get(few))
        all_of_them = op("add", ir.NUM, ir.Get(taken), count_items(ir.Get(left)))
        none: ir.Code = (ir.Return(number(0)),)
        full = op("ge", ir.YES, ir.Get(taken), ir.Get(many)), op("lt", ir.YES, all_of_them, ir.Get(few))
        attempts = (
            self._call(pick, tuple(map(ir.Get, (got, left, few, many))), number(attempt)) for attempt in (FIRST, LAST)
        )
        begun: ir.Code = (
            ir.Do(op("new_search", ir.NUM, number(FIRST))),
            ir.If(((next(attempts), (ir.Return(number(1)),)), (negate(op("cut_short", ir.YES)), none))),
            ir.Do(op("new_search", ir.NUM, number(LAST))),
            ir.Return(next(attempts)),
        )
        listed = ir.Choice(
            op("eq", ir.YES, ir.Get(going), number(FIRST)), candidates, op("backwards", candidates.ty, candidates)
        )
        code: ir.Code = (
            ir.If(((op("eq", ir.YES, ir.Get(going), number(0)), begun),)),
            ir.Set(deep, op("search", ir.NUM)),
            ir.If(((op("lt", ir.YES, ir.Get(deep), number(0)), none),)),
            ir.Set(taken, count_items(ir.Get(got))),
            *self._prune(pick, ir.Get(got), ir.Get(left), ir.Get(taken)),
            ir.If(((join_conditions([fits, asked]), (ir.Return(number(1)),)),)),
            ir.If(((ir.Logic("or", full), none),)),
            *self._leave_known(pick, ir.Get(got), ir.Get(left), (ir.Get(taken), ir.Get(few)), ir.Get(deep)),
            ir.ForEach(ir.Label(), item, listed, found),
            *none,
        )
        params = (got, left, few, many, going, *free)
        self.functions[pick.site.number] = ir.Definition(function, params, ir.YES, code, int(title.value))

    def _list_candidates(self, pick: typed_tree.PickStmt, left: ir.Get, item: ir.Get) -> tuple[ir.Value, ir.Value]:
        """Return IR for the next candidates of the search, and for the candidates that remain after `item` is picked.

        Of pieces that the constraint cannot distinguish, only the first is a candidate: a set with another piece of the
        group is equivalent to a set with the first. Equal pieces follow each other, so that as much of the constraint
        as possible is decided before the last candidates.
        """
        assert pick.such_that is not None
        words = find_read_attributes(pick.such_that, lambda rule: rule.word in self.low.modifiers)
        kind, layout = pick.item.type.of, self.low.layout
        if left.ty.base != "mask" or words is None:
            return self.next_of(pick, left, number(0)), list_remaining(left, item)
        declared = layout.game.kinds[kind].attributes
        names = sorted(words, key=lambda word: (word in declared and declared[word].type != NUMBER, word))

        def find_printed(piece: int) -> tuple[tuple[int, ...], ...]:
            values = (layout.printed(piece, word) for word in names)
            return tuple(value if isinstance(value, tuple) else (value,) for value in values)

        def group() -> object:
            masks: dict[object, int] = {}
            for piece in sorted(layout.kind_pieces(kind), key=find_printed):
                masks[find_printed(piece)] = masks.get(find_printed(piece), 0) | 1 << piece
            return tuple(masks.values())

        def list_later() -> object:
            later, found = 0, {}
            for piece in sorted(layout.kind_pieces(kind), key=lambda each: (find_printed(each), each), reverse=True):
                found[piece] = later
                later |= 1 << piece
            return found

        groups = self.low.table(("alike", kind, *names), group)
        later = self.low.table(("later", kind, *names), list_later)
        table = ir.StaticTable(groups, None, ir.IrType("list", "mask"))
        after = op("meet", left.ty, left, ir.StaticTable(later, item, left.ty))
        return op("in_groups", ir.PIECES, left, table), after

    def _leave_known(
        self, pick: typed_tree.PickStmt, got: ir.Get, left: ir.Get, numbers: tuple[ir.Get, ir.Get], deep: ir.Get
    ) -> ir.Code:
        """Return code that leaves a branch of a long search if an equivalent one has been searched before.

        Two branches are equivalent if the candidates left and the key of the picks so far are the same.
        """
        assert pick.such_that is not None
        bounds, whole = self._find_bounds(pick, some=True)
        key = SetKeys(self.low, pick.var, bounds).find_key(pick.such_that)
        if key is None:
            return ()
        taken, few = numbers
        at_least = op("min", ir.NUM, taken, few)
        numbered: dict[str, ir.Value] = {"exactly": taken, "up_to": taken, "at_least": at_least}
        by_number = numbered.get(pick.amount)
        key = key if by_number is None else ir.Many((by_number, ir.Splice(key, key.ty)), key.ty)
        listed = op("ids", ir.PIECES, left) if left.ty.base == "mask" else left
        known = ir.Logic("and", (op("gt", ir.YES, taken, number(0)), op("tried", ir.YES, listed, key)))
        search: ir.Code = (ir.If(((known, (ir.Return(number(0)),)),)),)
        long = op("gt", ir.YES, deep, number(0))
        return (ir.If(((long, (ir.Set(self.low.var(whole), _join(got, left)), *search)),)),)

    def _find_bounds(self, pick: typed_tree.PickStmt, some: bool) -> tuple[SetBounds, typed_tree.TypedVar]:
        """Return the bounds of the constraint, and the variable of the largest set that can be reached."""
        whole = self.wholes.setdefault(
            pick.site.number, typed_tree.TypedVar("whole", pick.var.type, 0, pick.var.mask, own=True)
        )
        return SetBounds(pick.var, whole, self._find_numbers, self._expand_rule, some), whole

    def _prune(self, pick: typed_tree.PickStmt, got: ir.Get, left: ir.Get, taken: ir.Get) -> ir.Code:
        """Return code that leaves a branch of the search if no further picks can fulfil the constraint.

        `got` are the picks so far, `taken` is their number, and `left` are the candidates for further picks.
        """
        low, such_that = self.low, pick.such_that
        assert such_that is not None
        whole = self._find_bounds(pick, some=False)[1]
        always, begun = (
            [] if found is None else typed_tree.split_conjunction(found)
            for some in (False, True)
            for found in (self._find_bounds(pick, some)[0].find_possible(such_that),)
        )
        none = op("eq", ir.YES, taken, number(0))
        tests: tuple[list[ir.Value], list[ir.Value]] = ([], [])
        for part in begun:
            asked = low.value(part)
            tests[typed_tree.uses_variable(part, whole)].append(
                asked if part in always else ir.Logic("or", (none, asked))
            )
        now, ever = (
            (ir.If(((negate(join_conditions(each)), (ir.Return(number(0)),)),)),) if each else () for each in tests
        )
        return (*now, ir.Set(low.var(whole), _join(got, left)), *ever) if ever else now

    def _expand_rule(self, value: typed_tree.RuleExpr) -> Cases | None:
        """Return the cases of a rule with its arguments; None for a rule that has modifiers or is too large."""
        rule, low = value.rule, self.low
        if rule.word in low.modifiers or rule.word in low.asking_themselves:
            return None
        given = dict(zip(rule.params, value.args, strict=True))
        sizes = [len(typed_tree.walk_tree(each)) for each in (value.args, rule.cases)]
        if max(sizes) > MAX_NODES:
            return None
        cases = tuple(
            (typed_tree.substitute(found, given), None if where is None else typed_tree.substitute(where, given))
            for found, where in rule.cases
        )
        return cases if len(typed_tree.walk_tree(cases)) <= MAX_NODES else None

    def _find_numbers(self, kind: str, word: str) -> tuple[int, int]:
        layout = self.low.layout
        values = [layout.attribute(piece, word) for piece in layout.kind_pieces(kind)] or [0]
        return min(values), max(values)

    @staticmethod
    def _compares_pieces(value: typed_tree.Value) -> bool:
        """Return True if a constraint compares pieces themselves, so that equal pieces are not interchangeable."""
        compared = (node.left.type for node in typed_tree.walk_tree(value) if isinstance(node, typed_tree.CompareExpr))
        return any("piece" in (kind.base, kind.item.base if kind.item else "") for kind in compared)


def filter_candidates(pick: typed_tree.PickStmt) -> typed_tree.Value:
    """Return the candidates of a pick that fulfil its own condition."""
    return pick.source if pick.where is None else typed_tree.FilterExpr(pick.source, pick.item, pick.where)


def make_empty_set(var: ir.Var) -> ir.Const:
    """Return IR for the empty set of picks."""
    return ir.Const(0, var.ty) if var.ty.base == "mask" else ir.Const((), var.ty)


def with_item(var: ir.Get, item: ir.Value) -> ir.Value:
    """Return IR for the set of picks with one item added."""
    if var.ty.base == "mask":
        return op("join", var.ty, var, op("bit", var.ty, item))
    return ir.Many((ir.Splice(var, var.ty), item), var.ty)


def list_remaining(pool: ir.Get, item: ir.Value) -> ir.Value:
    """Return IR for the candidates that come after an item, so that each set is searched in one order only."""
    if pool.ty.base == "mask":
        return op("above", pool.ty, pool, item)
    return op("rest", pool.ty, pool, op("add", ir.NUM, op("index", ir.NUM, pool, item), number(1)))


def _join(got: ir.Get, left: ir.Get) -> ir.Value:
    if got.ty.base != "mask":
        return ir.Many((ir.Splice(got, got.ty), ir.Splice(left, left.ty)), got.ty)
    rest = left if left.ty.base == "mask" else op("mask_of", got.ty, left)
    return op("join", got.ty, got, rest)
