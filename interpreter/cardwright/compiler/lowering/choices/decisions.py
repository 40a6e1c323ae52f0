"""Lowering of decisions, from `may` and `choose one` to picks of one or several items."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.checker import typed_tree
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.choices.joint_constraints import (
    filter_candidates,
    list_remaining,
    make_empty_set,
    with_item,
)
from cardwright.compiler.lowering.choices.pick_options import add_offset
from cardwright.compiler.lowering.choices.preconditions import TRUE, Condition
from cardwright.compiler.lowering.choices.rule_text_base import RuleTextLowering
from cardwright.compiler.lowering.context import convert_type, negate, number, op
from cardwright.compiler.lowering.expressions import count_items
from cardwright.state_slots_and_table_rows import ANSWER, APART, PASS, apart, beside

if TYPE_CHECKING:
    from cardwright.compiler.lowering.continuations import ContinuationInfo
    from cardwright.compiler.lowering.lost_knowledge_of_order import Tracking

DECLINED = ir.Const(PASS, ir.NUM)
YES_OR_PASS = ir.Const((0, PASS), ir.IrType("list", "number"))
NEW = op("new", ir.IrType("list", "number"))


def answer(ty: ir.IrType) -> ir.Value:
    """Return IR for the answer to the last decision."""
    return ir.Read(ir.Slot(("fixed", "answer"), ANSWER, (), ty))


def is_pass(value: ir.Value) -> ir.Value:
    """Return the condition that an answer declines."""
    return op("eq", ir.YES, value, DECLINED)


def run_if(condition: ir.Value, code: ir.Code, at: int = ir.NOWHERE) -> ir.If:
    """Return code that runs if a condition holds; `at` is its source position."""
    return ir.If(((condition, code),), (), at=at)


class Choices:
    """Lowering of decisions.

    The code of a decision that is declined or impossible jumps to a label; otherwise it continues with the body.
    """

    def __init__(self, statements: RuleTextLowering) -> None:
        self.statements = statements
        self.low = statements.low
        self.feasible = statements.feasible
        self.picks = statements.picks

    @property
    def tracking(self) -> Tracking:
        """The tracking of lost knowledge about orders."""
        return self.statements.tracking

    @property
    def continuations(self) -> ContinuationInfo:
        """The continuations of statements."""
        return self.statements.continuations

    def decision(
        self, statement: typed_tree.MayStmt | typed_tree.ChooseStmt | typed_tree.ChooseOneStmt, failed: ir.Label
    ) -> ir.Code:
        """Return the code of one decision and of its effects."""
        out: ir.Code = (ir.Exit(failed),)
        if isinstance(statement, typed_tree.MayStmt):
            return (*self.tracking.reached(statement.site), *self._may(statement, out))
        if isinstance(statement, typed_tree.ChooseOneStmt):
            return (*self.tracking.reached(statement.site), *self._choose_one(statement, out))
        asked = self._leave_unless_all((self.feasible.asked(statement),), out)
        possible = (self.feasible.body(statement, about_picks=False),)
        return (
            *self._note_reached(statement),
            *asked,
            *self._leave_unless_all(possible, self._skip_without_options(statement, 0, out)),
            *self._pick(statement, 0, out),
        )

    def _note_reached(self, statement: typed_tree.ChooseStmt) -> ir.Code:
        """Return the report to the observer that a choice was reached; () for a choice made by chance."""
        sites = [pick.site for pick in statement.picks if not pick.at_random]
        return self.tracking.reached(sites[0]) if sites else ()

    def _skip_without_options(self, statement: typed_tree.ChooseStmt, place: int, out: ir.Code) -> ir.Code:
        """Return `out`, the code that skips a choice, to be executed if the choice has no options.

        For an optional choice, tracked code first reports to the observer that the player passes.
        """
        if not self.low.tracked or not statement.may or place:
            return out
        return (self._note_not_asked(statement, statement.picks[0], DECLINED), *out)

    def _note_not_asked(self, statement: typed_tree.ChooseStmt, pick: typed_tree.PickStmt, taken: ir.Value) -> ir.Stmt:
        """Return code that reports to the observer what was chosen without asking the player."""
        none = ir.Const((), ir.ROWS)
        player = self.low.decider(statement.player, pick.site)
        return ir.Note("not_asked", (player, taken, number(pick.site.number), none))

    @staticmethod
    def _leave_unless_all(conditions: tuple[Condition, ...], out: ir.Code) -> ir.Code:
        """Return code that executes `out` if any of the conditions is false."""
        return tuple(run_if(negate(condition), out) for condition in conditions if condition is not None)

    def _may(self, statement: typed_tree.MayStmt, out: ir.Code) -> ir.Code:
        body = ((statement.statement,) if statement.statement is not None else ()) + statement.body
        said, kept = self._keep_said(statement)
        return (
            *self._leave_unless_all((self.feasible.asked(statement), self.feasible.block(body)), out),
            *said,
            ir.Ask(
                self.low.value(statement.player),
                YES_OR_PASS,
                statement.site.number,
                True,
                statement.site.source,
                kept,
                waits=self.continuations.asked(statement, 0),
                decider=statement.player,
            ),
            run_if(is_pass(answer(ir.NUM)), out),
            *self.statements.accept(),
            *self.statements.block(body),
        )

    def _keep_said(
        self, asking: typed_tree.MayStmt | typed_tree.PickStmt | typed_tree.ChooseOneStmt
    ) -> tuple[ir.Code, tuple[ir.Var, ...]]:
        """Return code that evaluates the values in the texts of a decision, and the variables that keep them."""
        low = self.low
        code = tuple(ir.Set(low.var(var), low.kept(value, var.mask)) for var, value in asking.said)
        return code, tuple(low.var(var) for var, _ in asking.said)

    # ------------------------------------------------------------ one of several options

    def _choose_one(self, statement: typed_tree.ChooseOneStmt, out: ir.Code) -> ir.Code:
        low = self.low
        code = list(self._leave_unless_all((self.feasible.asked(statement),), out))
        options = low.fresh("options", ir.IrType("list", statement.site.option_type.base))
        code += self._collect_items(statement, options)
        for place, option in enumerate(statement.options):
            if isinstance(option, typed_tree.PickingStmt):
                continue
            condition = self.feasible.option(option)
            offer = ir.Offer(options, _make_option_number(statement, place))
            code.append(offer if condition is None else run_if(condition, (offer,)))
        if not any(isinstance(each, ir.Offer) for each in code):
            code.append(run_if(negate(op("some", ir.YES, ir.Get(options))), out))
        if statement.may:
            code.append(ir.Offer(options, DECLINED))
        code += self._note_offered(statement)
        said, kept = self._keep_said(statement)
        code += said
        player = low.value(statement.player)
        site = statement.site
        waits = self.continuations.asked(statement, 0)
        decider = statement.player
        code.append(
            ir.Ask(player, ir.Get(options), site.number, statement.may, site.source, kept, decider, waits=waits)
        )
        return (*code, *self._lower_answers(statement, out))

    def _collect_items(self, statement: typed_tree.ChooseOneStmt, options: ir.Var) -> ir.Code:
        """Return code that collects the items of the `picking` branches, grouped by type, as the first options."""
        code: list[ir.Stmt] = []
        for option in statement.pickings:
            condition, possible = self.feasible.picking(option, statement.player)
            found, place = (
                self.picks.options(option.pick, condition, statement.player),
                _find_offset_group(statement, option),
            )
            if code or place:
                each = self.low.fresh("each", convert_type(option.pick.item.type))
                offer = ir.Offer(options, add_offset(ir.Get(each), place))
                code += [] if code else [ir.Set(options, NEW)]
                made: ir.Stmt = ir.ForEach(ir.Label(), each, found, (offer,))
            else:
                code += [] if possible is None else [ir.Set(options, NEW)]
                made = ir.Set(options, found)
            code.append(made if possible is None else run_if(possible, (made,)))
        return tuple(code) or (ir.Set(options, NEW),)

    def _note_offered(self, statement: typed_tree.ChooseOneStmt) -> ir.Code:
        """Return code that reports to the observer all possible options with their conditions."""
        if not self.low.tracked:
            return ()
        rows: list[ir.Value] = []
        for place, option in enumerate(statement.options):
            if isinstance(option, typed_tree.PickingStmt):
                possible, _ = self.feasible.picking(option, statement.player)
                place_ = _find_offset_group(statement, option)
                rows.append(ir.Splice(self.picks.rows(option.pick, possible, statement.player, place_), ir.ROWS))
                continue
            condition = self.low.value(option.condition) if option.condition is not None else TRUE
            conditions = (condition, self.feasible.block(option.body) or TRUE)
            flags = ir.Row(tuple(self.picks.explained(each, statement.player) for each in conditions))
            rows.append(ir.Row((_make_option_number(statement, place), flags)))
        return (ir.Note("offered", (number(statement.site.number), ir.Later(ir.Many(tuple(rows), ir.ROWS)))),)

    def _lower_answers(self, statement: typed_tree.ChooseOneStmt, out: ir.Code) -> ir.Code:
        given = self.low.fresh("given", ir.NUM)
        code: list[ir.Stmt] = [ir.Set(given, answer(ir.NUM))]
        if statement.may:
            code.append(run_if(is_pass(ir.Get(given)), out))
            code += self.statements.accept()
        placed = [(_find_offset_group(statement, each), each) for each in statement.pickings]
        branches = []
        # offset groups come first, lowest numbers before the others
        for place, picking in sorted((each for each in placed if each[0]), key=lambda each: -each[0]):
            below = op("lt", ir.YES, ir.Get(given), number(apart(place, APART // 2)))
            branches.append((below, self._lower_picked(statement, picking, place)))
        for place, option in enumerate(statement.options):
            if isinstance(option, typed_tree.OptionStmt):
                with self.statements.branch():
                    body = self.statements.block(option.body)
                branches.append((op("eq", ir.YES, ir.Get(given), _make_option_number(statement, place)), body))
        # pieces of different kinds have separate ranges of numbers
        for picking in sorted((each for place, each in placed if not place), key=self._find_piece_range, reverse=True):
            from_here = op("ge", ir.YES, ir.Get(given), number(self._find_piece_range(picking)[0]))
            branches.append((from_here, self._lower_picked(statement, picking, 0)))
        _, last = branches.pop()
        return (*code, ir.If(tuple(branches), last))

    def _find_piece_range(self, picking: typed_tree.PickingStmt) -> tuple[int, int]:
        """Return the first number and the count of the pieces that a branch can pick; zeros if it picks no pieces."""
        kind, layout = picking.pick.item.type, self.low.layout
        return (layout.kind_first[kind.of], layout.kind_count[kind.of]) if kind.base == "piece" else (0, 0)

    def _lower_picked(
        self, statement: typed_tree.ChooseOneStmt, picking: typed_tree.PickingStmt, place: int
    ) -> ir.Code:
        """Return the code to execute if the answer is an item of a `picking` branch."""
        self._remember_origins(picking.choice(statement.player))
        var = self.low.var(picking.pick.var)
        strayed = self.tracking.picked(picking.pick, statement.player)
        with self.statements.branch():
            return (ir.Set(var, read_picked_item(var.ty, place)), *strayed, *self.statements.block(picking.body))

    # ------------------------------------------------------------ picks

    def _pick(self, statement: typed_tree.ChooseStmt, place: int, out: ir.Code) -> ir.Code:
        if place == len(statement.picks):
            self._remember_origins(statement)
            strayed = [each for pick in statement.picks for each in self.tracking.picked(pick, statement.player)]
            return (
                *self._leave_unless_all((self._test_any_picked(statement),), out),
                *strayed,
                *self.statements.block(statement.body),
            )
        pick = statement.picks[place]
        if pick.at_random or (self.picks.alike(pick) and not (statement.may and place == 0)):
            opening, possible, made = self.picks.free(pick)
            alike = self._note_interchangeable(statement, pick)
            return (
                *opening,
                *self._leave_unless_all((possible,), out),
                *made,
                *alike,
                *self._pick(statement, place + 1, out),
            )
        if pick.amount == "one":
            return self._pick_one(statement, place, out)
        return self._pick_several(statement, place, out)

    def _test_any_picked(self, statement: typed_tree.ChooseStmt) -> Condition:
        """Return the condition that an item was picked; None for a choice that does not need the test."""
        if not statement.otherwise or not statement.can_be_none:
            return None
        picked = [_test_some(ir.Get(self.low.var(pick.var))) for pick in statement.picks]
        return picked[0] if len(picked) == 1 else ir.Logic("or", tuple(picked))

    def _note_interchangeable(self, statement: typed_tree.ChooseStmt, pick: typed_tree.PickStmt) -> ir.Code:
        """Return code that reports to the observer pieces that were picked without asking.

        Nobody is asked if all pieces are interchangeable.
        """
        if not self.low.tracked or pick.at_random:
            return ()
        taken = ir.Get(self.low.var(pick.var))
        if pick.amount == "one":
            return (self._note_not_asked(statement, pick, taken),)
        listed = op("ids", ir.PIECES, taken) if pick.var.mask else taken
        each = self.low.fresh("taken", ir.PIECE)
        return (ir.ForEach(ir.Label(), each, listed, (self._note_not_asked(statement, pick, ir.Get(each)),)),)

    def _remember_origins(self, statement: typed_tree.ChooseStmt) -> None:
        """Record the zones of picked pieces if the first statement of the body moves them, for faster code."""
        first = statement.body[0] if statement.body else None
        self.low.origins = {}
        if not isinstance(first, typed_tree.ActStmt) or first.primitive.word != "move":
            return
        for pick in statement.picks:
            source = pick.source
            while isinstance(source, typed_tree.FilterExpr):
                source = source.list
            if (
                isinstance(source, typed_tree.ContentExpr)
                and isinstance(source.zone, typed_tree.ZoneExpr)
                and not source.zone.zone.ordered
            ):
                self.low.origins[pick.var] = source.zone

    def _pick_one(self, statement: typed_tree.ChooseStmt, place: int, out: ir.Code) -> ir.Code:
        low, pick = self.low, statement.picks[place]
        condition = self.feasible.rest(statement, place + 1)
        found = self.picks.options(pick, condition, statement.player)
        options = low.fresh("options", found.ty)
        passed = self._skip_without_options(statement, place, out)
        code: list[ir.Stmt] = [ir.Set(options, found), run_if(negate(op("some", ir.YES, ir.Get(options))), passed)]
        may = statement.may and place == 0
        if may:
            code.append(ir.Offer(options, DECLINED))
        code += self.picks.candidates(pick, condition, statement.player)
        said, kept = self._keep_said(pick)
        player = low.value(statement.player)
        waits, decider, site = self.continuations.asked(statement, place), statement.player, pick.site
        ask = ir.Ask(player, ir.Get(options), site.number, may, site.source, kept, decider, waits=waits)
        code += (*said, ask)
        given = answer(convert_type(pick.item.type))
        if may:
            code.append(run_if(is_pass(given), out))
            code += self.statements.accept()
        code.append(ir.Set(low.var(pick.var), given))
        return (*code, *self._pick(statement, place + 1, out))

    def _pick_several(self, statement: typed_tree.ChooseStmt, place: int, out: ir.Code) -> ir.Code:
        pick = statement.picks[place]
        opening, pool, few, many = self.bounds(pick, statement.player)
        var = self.low.var(pick.var)
        none = make_empty_set(var)
        short: ir.Value = op("lt", ir.YES, count_items(ir.Get(pool)), ir.Get(few))
        if pick.such_that is not None:
            together = self.picks.together
            short = negate(together.leads_on(pick, statement.player, none, *map(ir.Get, (pool, few, many))))
        passed = self._skip_without_options(statement, place, out)
        return (
            *opening,
            run_if(short, passed),
            ir.Set(var, none),
            *self.rounds(statement, place, (pool, few, many), out, passed),
            *self._pick(statement, place + 1, out),
        )

    def bounds(self, pick: typed_tree.PickStmt, player: typed_tree.Value) -> tuple[ir.Code, ir.Var, ir.Var, ir.Var]:
        """Return code that prepares a pick of several items, and the variables that it sets.

        These are the candidates, and the least and the largest number of picks.
        """
        low = self.low
        pieces = filter_candidates(pick)
        masked, by_backs = self.picks.together.masked(pick, player), self.picks.together.by_backs(pick, player)
        listed = low.value(pieces) if masked else low.items(pieces)
        if by_backs:
            listed = self.picks.offered(pick, listed, player, alike=False, mixed=True)
        found = listed if masked else low.fixed(listed)
        item = pick.item.type
        kind = "mask piece" if masked else f"list {item.base}"
        # in a frame they precede the picks made
        order = low.var(pick.var).order
        pool = low.fresh("pool", found.ty, kind, item.of, order - 3)
        few = low.fresh("low", ir.NUM, "number", order=order - 2)
        many = low.fresh("high", ir.NUM, "number", order=order - 1)
        count = low.value(pick.count) if pick.count is not None else number(0)
        code = (
            ir.Set(pool, found),
            ir.Set(few, count if pick.amount in ("exactly", "at_least") else number(0)),
            ir.Set(many, count if pick.amount in ("exactly", "up_to") else count_items(ir.Get(pool))),
        )
        return code, pool, few, many

    def rounds(
        self,
        statement: typed_tree.ChooseStmt,
        place: int,
        bounds: tuple[ir.Var, ir.Var, ir.Var],
        out: ir.Code,
        passed: ir.Code,
    ) -> ir.Code:
        """Return a loop that asks for one item at a time until enough are picked.

        `out` is executed if the player declines, `passed` if nothing can be picked.
        """
        low, pick = self.low, statement.picks[place]
        pool, few, many = (ir.Get(var) for var in bounds)
        var = low.var(pick.var)
        got = ir.Get(var)
        done, again = ir.Label(), ir.Label()
        taken = low.fresh("taken", ir.NUM)
        may = statement.may and place == 0
        full = op("ge", ir.YES, ir.Get(taken), many)
        enough: ir.Value = op("ge", ir.YES, ir.Get(taken), few)
        dead_end: ir.Code = ()
        options = low.fresh("options", ir.IrType("list", pick.item.type.base))
        if pick.such_that is not None:
            enough = ir.Logic("and", (enough, self.picks.together.enough(pick)))
            dead_end = (run_if(negate(op("some", ir.YES, ir.Get(options))), (ir.Exit(done),)),)
        if may:
            enough = ir.Logic("or", (enough, op("eq", ir.YES, ir.Get(taken), number(0))))
        given = low.fresh("given", convert_type(pick.item.type))
        picking, need = (got, pool, few, many), op("sub", ir.NUM, few, ir.Get(taken))
        said, kept = self._keep_said(pick)
        body = (
            ir.Set(taken, count_items(got)),
            run_if(ir.Logic("or", (full, negate(_test_some(pool)))), (ir.Exit(done),)),
            ir.Set(options, self.picks.next_of_several(pick, statement.player, picking, need)),
            *dead_end,
            run_if(enough, (ir.Offer(options, DECLINED),)),
            *self.picks.candidates(pick, None, statement.player, picking),
            *said,
            ir.Ask(
                low.value(statement.player),
                ir.Get(options),
                pick.site.number,
                False,
                pick.site.source,
                kept,
                waits=self.continuations.asked(statement, place, *bounds, var),
                decider=statement.player,
            ),
            ir.Set(given, answer(given.ty)),
            run_if(is_pass(ir.Get(given)), (*((run_if(negate(_test_some(got)), out),) if may else ()), ir.Exit(done))),
            *self._lower_accepted_with_first(may, got),
            ir.Set(var, with_item(got, ir.Get(given))),
            ir.Set(pool.var, list_remaining(pool, ir.Get(given))),
        )
        unasked = (run_if(negate(_test_some(got)), passed),) if may else ()
        return (ir.Loop(done, again, body, self.statements.title), *unasked)

    def _lower_accepted_with_first(self, may: bool, got: ir.Get) -> ir.Code:
        if not may or not self.statements.accepted:
            return ()
        return (run_if(negate(_test_some(got)), self.statements.accept()),)


def _make_option_number(statement: typed_tree.ChooseOneStmt, place: int) -> ir.Const:
    """Return the number of the option at index `place`, which executes statements."""
    alone = all(isinstance(option, typed_tree.OptionStmt) for option in statement.options)
    return number(place if alone else beside(place))


def _find_offset_group(statement: typed_tree.ChooseOneStmt, picking: typed_tree.PickingStmt) -> int:
    """Return the group of a pick among options; each group has an offset, added to the numbers of its options.

    Group 0 has no offset. All kinds of pieces share it, because no two pieces have the same number.
    """
    kind = picking.pick.item.type
    plain = kind == statement.site.option_type or kind.base == statement.site.option_type.base == "piece"
    return 0 if plain else 1 + [each.pick for each in statement.pickings].index(picking.pick)


def read_picked_item(ty: ir.IrType, place: int) -> ir.Value:
    """Return IR for the item that the last answer picked, from a pick of offset group `place`."""
    return op("add", ty, answer(ir.NUM), number(place * APART)) if place else answer(ty)


def _test_some(items: ir.Value) -> ir.Value:
    return op("some bits" if items.ty.base == "mask" else "some", ir.YES, items)
