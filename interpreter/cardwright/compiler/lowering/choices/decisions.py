"""Lowers decisions: yes or no, a list of deeds, picks of one and of several."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.checker import typed_tree
from cardwright.compiler.ir import nodes as n
from cardwright.compiler.lowering.choices.joint_constraints import filtered, left_after, none_of, with_item
from cardwright.compiler.lowering.choices.picks import set_apart
from cardwright.compiler.lowering.choices.preconditions import TRUE, Condition
from cardwright.compiler.lowering.context import negated, number, op, ty_of
from cardwright.compiler.lowering.expressions import size
from cardwright.program_format import ANSWER, APART, PASS, apart, beside

if TYPE_CHECKING:
    from cardwright.compiler.lowering.continuation_info import Standing
    from cardwright.compiler.lowering.order_knowledge import Tracking
    from cardwright.compiler.lowering.statements import Statements

DECLINED = n.Const(PASS, n.NUM)
YES_OR_PASS = n.Const((0, PASS), n.Ty("list", "number"))
NEW = op("new", n.Ty("list", "number"))


def answer(ty: n.Ty) -> n.Value:
    """The answer to the last decision."""
    return n.Read(n.Place(("fixed", "answer"), ANSWER, (), ty))


def is_pass(value: n.Value) -> n.Value:
    """Whether an answer declines."""
    return op("eq", n.YES, value, DECLINED)


def when(condition: n.Value, code: n.Code) -> n.If:
    """Code that runs if a condition holds."""
    return n.If(((condition, code),))


class Choices:
    """Makes code of decisions; each leads to a label when it is declined or impossible, and else through its body."""

    def __init__(self, statements: Statements) -> None:
        self.statements = statements
        self.low = statements.low
        self.feasible = statements.feasible
        self.picks = statements.picks

    @property
    def tracking(self) -> Tracking:
        """What players lose track of."""
        return self.statements.tracking

    @property
    def standing(self) -> Standing:
        """What is told of the statements while they wait."""
        return self.statements.standing

    def decision(
        self, statement: typed_tree.MayS | typed_tree.ChooseS | typed_tree.ChooseOneS, failed: n.Label
    ) -> n.Code:
        """One decision and what follows from it."""
        out: n.Code = (n.Exit(failed),)
        if isinstance(statement, typed_tree.MayS):
            return self._may(statement, out)
        if isinstance(statement, typed_tree.ChooseOneS):
            return self._choose_one(statement, out)
        asked = self._unless((self.feasible.asked(statement),), out)
        possible = (self.feasible.body(statement, about_picks=False),)
        return (*asked, *self._unless(possible, self._passed(statement, 0, out)), *self._pick(statement, 0, out))

    def _passed(self, statement: typed_tree.ChooseS, place: int, out: n.Code) -> n.Code:
        """The way out of a choice that is not offered: the tracker hears that who may choose passes."""
        if not self.low.tracked or not statement.may or place:
            return out
        return (self._not_asked(statement, statement.picks[0], DECLINED), *out)

    def _not_asked(self, statement: typed_tree.ChooseS, pick: typed_tree.PickS, taken: n.Value) -> n.Stmt:
        """The tracker hears what somebody took without being asked."""
        none = n.Const((), n.ROWS)
        return n.Note("not_asked", (self.low.value(statement.player), taken, number(pick.site.number), none))

    @staticmethod
    def _unless(conditions: tuple[Condition, ...], out: n.Code) -> n.Code:
        """Leave where one of some conditions does not hold."""
        return tuple(when(negated(condition), out) for condition in conditions if condition is not None)

    def _may(self, statement: typed_tree.MayS, out: n.Code) -> n.Code:
        body = ((statement.deed,) if statement.deed is not None else ()) + statement.body
        return (
            *self._unless((self.feasible.asked(statement), self.feasible.block(body)), out),
            n.Ask(
                self.low.value(statement.player),
                YES_OR_PASS,
                statement.site.number,
                True,
                statement.site.source,
                waits=self.standing.asked(statement, 0),
                whom=statement.player,
            ),
            when(is_pass(answer(n.NUM)), out),
            *self.statements.accept(),
            *self.statements.block(body),
        )

    # ------------------------------------------------------------ one of some deeds

    def _choose_one(self, statement: typed_tree.ChooseOneS, out: n.Code) -> n.Code:
        low = self.low
        code = list(self._unless((self.feasible.asked(statement),), out))
        options = low.fresh("options", n.Ty("list", statement.site.option_type.base))
        code += self._things(statement, options)
        for place, option in enumerate(statement.options):
            if isinstance(option, typed_tree.PickingS):
                continue
            condition = self.feasible.option(option)
            offer = n.Offer(options, _deed(statement, place))
            code.append(offer if condition is None else when(condition, (offer,)))
        if not any(isinstance(each, n.Offer) for each in code):
            code.append(when(negated(op("some", n.YES, n.Get(options))), out))
        if statement.may:
            code.append(n.Offer(options, DECLINED))
        code += self._offered(statement)
        for var, value in statement.said:
            code.append(n.Set(low.var(var), low.kept(value, var.mask)))
        player = low.value(statement.player)
        kept = tuple(low.var(var) for var, _ in statement.said)
        site = statement.site
        waits = self.standing.asked(statement, 0)
        whom = statement.player
        code.append(n.Ask(player, n.Get(options), site.number, statement.may, site.source, kept, whom, waits=waits))
        return (*code, *self._answers(statement, out))

    def _things(self, statement: typed_tree.ChooseOneS, options: n.Var) -> n.Code:
        """What can be picked among deeds comes first, one sort of things behind the other."""
        code: list[n.Stmt] = []
        for option in statement.pickings:
            ahead, possible = self.feasible.picking(option, statement.player)
            found, place = self.picks.options(option.pick, ahead, statement.player), _place(statement, option)
            if code or place:
                each = self.low.fresh("each", ty_of(option.pick.item.type))
                offer = n.Offer(options, set_apart(n.Get(each), place))
                code += [] if code else [n.Set(options, NEW)]
                made: n.Stmt = n.ForEach(n.Label(), each, found, (offer,))
            else:
                code += [] if possible is None else [n.Set(options, NEW)]
                made = n.Set(options, found)
            code.append(made if possible is None else when(possible, (made,)))
        return tuple(code) or (n.Set(options, NEW),)

    def _offered(self, statement: typed_tree.ChooseOneS) -> n.Code:
        """What could have been offered and which conditions each fulfils, told to the tracker."""
        if not self.low.tracked:
            return ()
        rows: list[n.Value] = []
        for place, option in enumerate(statement.options):
            if isinstance(option, typed_tree.PickingS):
                ahead, _ = self.feasible.picking(option, statement.player)
                place_ = _place(statement, option)
                rows.append(n.Splice(self.picks.rows(option.pick, ahead, statement.player, place_), n.ROWS))
                continue
            condition = self.low.value(option.condition) if option.condition is not None else TRUE
            told = (condition, self.feasible.block(option.body) or TRUE)
            flags = n.Row(tuple(self.picks.told(each, statement.player) for each in told))
            rows.append(n.Row((_deed(statement, place), flags)))
        return (n.Note("offered", (number(statement.site.number), n.Later(n.Many(tuple(rows), n.ROWS)))),)

    def _answers(self, statement: typed_tree.ChooseOneS, out: n.Code) -> n.Code:
        given = self.low.fresh("given", n.NUM)
        code: list[n.Stmt] = [n.Set(given, answer(n.NUM))]
        if statement.may:
            code.append(when(is_pass(n.Get(given)), out))
            code += self.statements.accept()
        placed = [(_place(statement, each), each) for each in statement.pickings]
        branches = []
        # what lies apart comes first, what lies lowest before the others
        for place, picking in sorted((each for each in placed if each[0]), key=lambda each: -each[0]):
            below = op("lt", n.YES, n.Get(given), number(apart(place, APART // 2)))
            branches.append((below, self._picked(statement, picking, place)))
        for place, option in enumerate(statement.options):
            if isinstance(option, typed_tree.OptionS):
                with self.statements.branch():
                    body = self.statements.block(option.body)
                branches.append((op("eq", n.YES, n.Get(given), _deed(statement, place)), body))
        # pieces are told apart by their kinds, whose numbers follow one another
        for picking in sorted((each for place, each in placed if not place), key=self._numbers, reverse=True):
            from_here = op("ge", n.YES, n.Get(given), number(self._numbers(picking)[0]))
            branches.append((from_here, self._picked(statement, picking, 0)))
        _, last = branches.pop()
        return (*code, n.If(tuple(branches), last))

    def _numbers(self, picking: typed_tree.PickingS) -> tuple[int, int]:
        """The first of the pieces that can be picked, and how many there are; 0 for other things."""
        kind, layout = picking.pick.item.type, self.low.layout
        return (layout.kind_first[kind.of], layout.kind_count[kind.of]) if kind.base == "piece" else (0, 0)

    def _picked(self, statement: typed_tree.ChooseOneS, picking: typed_tree.PickingS, place: int) -> n.Code:
        """What follows when a thing was picked among deeds, or among others that lie at other places."""
        self._remember_origins(picking.choice(statement.player))
        var = self.low.var(picking.pick.var)
        strayed = self.tracking.picked(picking.pick, statement.player)
        with self.statements.branch():
            return (n.Set(var, taken_from(var.ty, place)), *strayed, *self.statements.block(picking.body))

    # ------------------------------------------------------------ picks

    def _pick(self, statement: typed_tree.ChooseS, place: int, out: n.Code) -> n.Code:
        if place == len(statement.picks):
            self._remember_origins(statement)
            strayed = [each for pick in statement.picks for each in self.tracking.picked(pick, statement.player)]
            return (*self._unless((self._anything(statement),), out), *strayed, *self.statements.block(statement.body))
        pick = statement.picks[place]
        if pick.at_random or (self.picks.alike(pick) and not (statement.may and place == 0)):
            opening, possible, made = self.picks.free(pick)
            told = self._alike_taken(statement, pick)
            return (*opening, *self._unless((possible,), out), *made, *told, *self._pick(statement, place + 1, out))
        if pick.amount == "one":
            return self._pick_one(statement, place, out)
        return self._pick_several(statement, place, out)

    def _anything(self, statement: typed_tree.ChooseS) -> Condition:
        """That something was picked, where `else` says what comes of nothing."""
        if not statement.otherwise or not statement.can_be_none:
            return None
        picked = [_some(n.Get(self.low.var(pick.var))) for pick in statement.picks]
        return picked[0] if len(picked) == 1 else n.Logic("or", tuple(picked))

    def _alike_taken(self, statement: typed_tree.ChooseS, pick: typed_tree.PickS) -> n.Code:
        """The tracker hears what a player would have decided, if it made any difference."""
        if not self.low.tracked or pick.at_random:
            return ()
        taken = n.Get(self.low.var(pick.var))
        if pick.amount == "one":
            return (self._not_asked(statement, pick, taken),)
        listed = op("ids", n.PIECES, taken) if pick.var.mask else taken
        each = self.low.fresh("taken", n.PIECE)
        return (n.ForEach(n.Label(), each, listed, (self._not_asked(statement, pick, n.Get(each)),)),)

    def _remember_origins(self, statement: typed_tree.ChooseS) -> None:
        """Note where picked pieces certainly lie when moving them is the first thing done with them."""
        first = statement.body[0] if statement.body else None
        self.low.origins = {}
        if not isinstance(first, typed_tree.Act) or first.primitive.word != "move":
            return
        for pick in statement.picks:
            source = pick.source
            while isinstance(source, typed_tree.FilterV):
                source = source.list
            if (
                isinstance(source, typed_tree.Content)
                and isinstance(source.zone, typed_tree.ZoneV)
                and not source.zone.zone.ordered
            ):
                self.low.origins[pick.var] = source.zone

    def _pick_one(self, statement: typed_tree.ChooseS, place: int, out: n.Code) -> n.Code:
        low, pick = self.low, statement.picks[place]
        ahead = self.feasible.rest(statement, place + 1)
        found = self.picks.options(pick, ahead, statement.player)
        options = low.fresh("options", found.ty)
        passed = self._passed(statement, place, out)
        code: list[n.Stmt] = [n.Set(options, found), when(negated(op("some", n.YES, n.Get(options))), passed)]
        may = statement.may and place == 0
        if may:
            code.append(n.Offer(options, DECLINED))
        code += self.picks.candidates(pick, ahead, statement.player)
        player = low.value(statement.player)
        waits, whom, site = self.standing.asked(statement, place), statement.player, pick.site
        code.append(n.Ask(player, n.Get(options), site.number, may, site.source, whom=whom, waits=waits))
        given = answer(ty_of(pick.item.type))
        if may:
            code.append(when(is_pass(given), out))
            code += self.statements.accept()
        code.append(n.Set(low.var(pick.var), given))
        return (*code, *self._pick(statement, place + 1, out))

    def _pick_several(self, statement: typed_tree.ChooseS, place: int, out: n.Code) -> n.Code:
        pick = statement.picks[place]
        opening, pool, few, many = self.bounds(pick, statement.player)
        var = self.low.var(pick.var)
        none = none_of(var)
        short: n.Value = op("lt", n.YES, size(n.Get(pool)), n.Get(few))
        if pick.such_that is not None:
            together = self.picks.together
            short = negated(together.leads_on(pick, statement.player, none, *map(n.Get, (pool, few, many))))
        passed = self._passed(statement, place, out)
        return (
            *opening,
            when(short, passed),
            n.Set(var, none),
            *self.rounds(statement, place, (pool, few, many), out, passed),
            *self._pick(statement, place + 1, out),
        )

    def bounds(self, pick: typed_tree.PickS, player: typed_tree.Value) -> tuple[n.Code, n.Var, n.Var, n.Var]:
        """What can be picked of several, and how few and how many."""
        low = self.low
        pieces = filtered(pick)
        masked, by_backs = self.picks.together.masked(pick, player), self.picks.together.by_backs(pick, player)
        listed = low.value(pieces) if masked else low.items(pieces)
        if by_backs:
            listed = self.picks.offered(pick, listed, player, alike=False, mixed=True)
        found = listed if masked else low.fixed(listed)
        item = pick.item.type
        kind = "mask piece" if masked else f"list {item.base}"
        # in a frame they stand before what was picked already
        order = low.var(pick.var).order
        pool = low.fresh("pool", found.ty, kind, item.of, order - 3)
        few = low.fresh("low", n.NUM, "number", order=order - 2)
        many = low.fresh("high", n.NUM, "number", order=order - 1)
        count = low.value(pick.count) if pick.count is not None else number(0)
        code = (
            n.Set(pool, found),
            n.Set(few, count if pick.amount in ("exactly", "at_least") else number(0)),
            n.Set(many, count if pick.amount in ("exactly", "up_to") else size(n.Get(pool))),
        )
        return code, pool, few, many

    def rounds(
        self, statement: typed_tree.ChooseS, place: int, bounds: tuple[n.Var, n.Var, n.Var], out: n.Code, passed: n.Code
    ) -> n.Code:
        """One question after the other for one more of several, until there are enough.

        What may be declined is left by `out` where it was, and by `passed` where nothing could be picked.
        """
        low, pick = self.low, statement.picks[place]
        pool, few, many = (n.Get(var) for var in bounds)
        var = low.var(pick.var)
        got = n.Get(var)
        done, again = n.Label(), n.Label()
        taken = low.fresh("taken", n.NUM)
        may = statement.may and place == 0
        full = op("ge", n.YES, n.Get(taken), many)
        enough: n.Value = op("ge", n.YES, n.Get(taken), few)
        dead_end: n.Code = ()
        options = low.fresh("options", n.Ty("list", pick.item.type.base))
        if pick.such_that is not None:
            enough = n.Logic("and", (enough, self.picks.together.enough(pick)))
            dead_end = (when(negated(op("some", n.YES, n.Get(options))), (n.Exit(done),)),)
        if may:
            enough = n.Logic("or", (enough, op("eq", n.YES, n.Get(taken), number(0))))
        given = low.fresh("given", ty_of(pick.item.type))
        picking, need = (got, pool, few, many), op("sub", n.NUM, few, n.Get(taken))
        body = (
            n.Set(taken, size(got)),
            when(n.Logic("or", (full, negated(_some(pool)))), (n.Exit(done),)),
            n.Set(options, self.picks.next_of_several(pick, statement.player, picking, need)),
            *dead_end,
            when(enough, (n.Offer(options, DECLINED),)),
            *self.picks.candidates(pick, None, statement.player, picking),
            n.Ask(
                low.value(statement.player),
                n.Get(options),
                pick.site.number,
                False,
                pick.site.source,
                waits=self.standing.asked(statement, place, *bounds, var),
                whom=statement.player,
            ),
            n.Set(given, answer(given.ty)),
            when(is_pass(n.Get(given)), (*((when(negated(_some(got)), out),) if may else ()), n.Exit(done))),
            *self._accepted_with_first(may, got),
            n.Set(var, with_item(got, n.Get(given))),
            n.Set(pool.var, left_after(pool, n.Get(given))),
        )
        unasked = (when(negated(_some(got)), passed),) if may else ()
        return (n.Loop(done, again, body, self.statements.title), *unasked)

    def _accepted_with_first(self, may: bool, got: n.Get) -> n.Code:
        if not may or not self.statements.accepted:
            return ()
        return (when(negated(_some(got)), self.statements.accept()),)


def _deed(statement: typed_tree.ChooseOneS, place: int) -> n.Const:
    """The option that takes a deed."""
    alone = all(isinstance(option, typed_tree.OptionS) for option in statement.options)
    return number(place if alone else beside(place))


def _place(statement: typed_tree.ChooseOneS, picking: typed_tree.PickingS) -> int:
    """Where the things of a picking lie apart from others: nowhere (0) if they are of the sort of the site's options.

    All pieces are, as the numbers of pieces tell their kinds.
    """
    kind = picking.pick.item.type
    plain = kind == statement.site.option_type or kind.base == statement.site.option_type.base == "piece"
    return 0 if plain else 1 + [each.pick for each in statement.pickings].index(picking.pick)


def taken_from(ty: n.Ty, place: int) -> n.Value:
    """The thing that was picked where it lies apart from others."""
    return op("add", ty, answer(n.NUM), number(place * APART)) if place else answer(ty)


def _some(items: n.Value) -> n.Value:
    return op("some bits" if items.ty.base == "mask" else "some", n.YES, items)
