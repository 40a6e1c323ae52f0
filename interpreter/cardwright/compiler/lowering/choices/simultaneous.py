"""Lowers choices in secret: everybody is asked in turn, answers are kept, and only then each of them counts."""

from __future__ import annotations

from cardwright.checker import typed_tree
from cardwright.compiler.ir import nodes as n
from cardwright.compiler.lowering.choices.decisions import DECLINED, NEW, Choices, answer, is_pass, when
from cardwright.compiler.lowering.choices.eliminated_players import is_out, left_in
from cardwright.compiler.lowering.context import Lowering, negated, number, op
from cardwright.compiler.lowering.expressions import size

# What is no piece, of which not all may know which it is.
SAID = frozenset({"number", "enum", "player"})


def opened(low: Lowering, statement: typed_tree.ForS, choose: typed_tree.ChooseS, given: n.Var) -> n.Code:
    """The tracker hears a player's answer before anything follows from it."""
    if not low.tracked or not _is_open(statement, choose):
        return ()
    who, site = n.Get(low.var(statement.var)), number(choose.picks[0].site.number)
    return (n.Note("opened", (who, n.Get(given), site)),)


def _is_open(statement: typed_tree.ForS, choose: typed_tree.ChooseS) -> bool:
    """Whether each answer is written as it is into memory of who gave it, in which all look."""
    pick = choose.picks[0]
    return (
        pick.amount == "one"
        and pick.item.type.base in SAID
        and any(
            isinstance(each, typed_tree.SetMemory)
            and not each.target.memory.secret
            and each.target.owner == typed_tree.Local(statement.var)
            and each.value == typed_tree.Local(pick.var)
            for each in choose.body
        )
    )


class Sealed:
    """Makes code of choices in secret, out of what `choices` makes of a single one."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self.low = choices.low

    def secretly(self, statement: typed_tree.ForS) -> n.Code:
        """Everybody is asked in turn, the answers are kept in the frame, and only then each leads on."""
        low = self.low
        choose = statement.body[0]
        assert isinstance(choose, typed_tree.ChooseS)
        pick = choose.picks[0]
        of = pick.item.type
        items = low.fresh("sealed_by", n.PLAYERS, "list player")
        place = low.fresh("sealed_place", n.NUM, "number")
        answers = low.fresh("sealed", n.ROWS, "number", of.base)
        # in a frame it stands before what is being picked of it
        before = low.var(pick.var).order - 4 if pick.amount != "one" else n.OWN
        offered = low.fresh("sealed_from", n.Ty("list", of.base), f"list {of.base}", of.of, before)
        kept = (items, place, answers)
        for how in ("asking", "telling"):
            self.choices.standing.enter(statement, how, *kept)
        asked, again = n.Label(), n.Label()
        who = low.var(statement.var)
        turn = (
            when(op("ge", n.YES, n.Get(place), op("len", n.NUM, n.Get(items))), (n.Exit(asked),)),
            n.Set(who, op("at", n.PLAYER, n.Get(items), n.Get(place))),
            *(self._one_secretly if pick.amount == "one" else self._several_secretly)(choose, answers, offered),
            n.Set(place, op("add", n.NUM, n.Get(place), number(1))),
        )
        return (
            *low.counted(choose),
            n.Set(items, low.fixed(left_in(low, low.items(statement.list), low.layout.game.mark_of_out))),
            n.Set(place, number(0)),
            n.Set(answers, n.Const((), n.ROWS)),
            n.Loop(asked, again, turn, self.choices.statements.title),
            n.Set(place, number(0)),
            self._reveal(kept, statement, choose),
        )

    def _one_secretly(self, choose: typed_tree.ChooseS, answers: n.Var, offered: n.Var) -> n.Code:
        """Ask one player for one item, and keep it together with all it could have been."""
        low, pick = self.low, choose.picks[0]
        options, found = self._offered(choose)
        got = n.Get(options)
        none = n.Many((DECLINED,), options.ty)
        code: list[n.Stmt] = [
            *found,
            when(negated(op("some", n.YES, got)), (n.Offer(options, DECLINED),)),
        ]
        if choose.may:
            declines = op("ne", n.YES, op("at", n.NUM, got, number(-1)), DECLINED)
            code.append(when(declines, (n.Offer(options, DECLINED),)))
        there = self.choices.feasible.asked(choose)
        if there is not None:
            code.append(when(negated(there), (n.Set(options, op("list", none.ty, none)),)))
        code += [
            n.Set(offered, low.fixed(got)),
            n.Ask(
                low.value(choose.player),
                got,
                pick.site.number,
                False,
                pick.site.source,
                whom=choose.player,
                waits=self.choices.standing.asked(choose, 0),
            ),
        ]
        return (*code, self._sealed(answers, answer(n.NUM), n.Get(offered)))

    def _offered(self, choose: typed_tree.ChooseS) -> tuple[n.Var, n.Code]:
        """What one player can answer: things, or the numbers of the deeds that can be begun."""
        pick, deeds = choose.picks[0], choose.body[0] if choose.body else None
        if pick.site.option_type.base != "option" or not isinstance(deeds, typed_tree.IfS):
            found = self.choices.picks.options(pick, None, choose.player)
            options = self.low.fresh("options", found.ty)
            return options, (n.Set(options, found),)
        options = self.low.fresh("options", NEW.ty)
        code: list[n.Stmt] = [n.Set(options, NEW)]
        for place, ((_, body), each) in enumerate(zip(deeds.branches, _joined(pick.source), strict=True)):
            asked = each.where if isinstance(each, typed_tree.FilterV) else None
            condition = self.choices.feasible.option(typed_tree.OptionS(asked, body))
            offer = n.Offer(options, number(place))
            code.append(offer if condition is None else when(condition, (offer,)))
        return options, tuple(code)

    @staticmethod
    def _sealed(answers: n.Var, *parts: n.Value) -> n.Stmt:
        row = n.Row(parts)
        return n.Set(answers, n.Many((n.Splice(n.Get(answers), n.ROWS), row), n.ROWS))

    def _several_secretly(self, choose: typed_tree.ChooseS, answers: n.Var, offered: n.Var) -> n.Code:
        """Ask one player for several, and keep them together with all they could have been, how few and how many."""
        low, pick = self.low, choose.picks[0]
        opening, pool, few, many = self.choices.bounds(pick, choose.player)
        var = low.var(pick.var)
        none, done = n.Label(), n.Label()
        out = (n.Exit(none),)
        short = op("lt", n.YES, size(n.Get(pool)), n.Get(few))
        there = self.choices.feasible.asked(choose)
        impossible = short if there is None else n.Logic("or", (short, negated(there)))
        bounds = (n.Get(offered), n.Get(few), n.Get(many), number(int(choose.may)))
        chosen: n.Value = op("ids", n.PIECES, n.Get(var)) if pick.var.mask else n.Get(var)
        asked = (
            when(impossible, out),
            n.Set(var, n.Const(0 if pick.var.mask else (), var.ty)),
            *self.choices.rounds(choose, 0, (pool, few, many), out, out),
            self._sealed(answers, chosen, *bounds),
            n.Exit(done),
        )
        listed = op("ids", n.PIECES, n.Get(pool)) if pool.ty.base == "mask" else n.Get(pool)
        return (
            *opening,
            n.Set(offered, listed),
            n.Block(done, (n.Block(none, asked), self._sealed(answers, DECLINED, *bounds))),
        )

    def _reveal(
        self, kept: tuple[n.Var, n.Var, n.Var], statement: typed_tree.ForS, choose: typed_tree.ChooseS
    ) -> n.Stmt:
        """What follows from each kept answer."""
        low = self.low
        items, place, answers = kept
        chosen, masked = low.var(choose.picks[0].var), choose.picks[0].var.mask
        done, again = n.Label(), n.Label()
        given = low.fresh("given", n.NUM)
        row = op("at", n.ROW, n.Get(answers), n.Get(place))
        self.choices.statements.loops.append(done)
        self.choices.statements.each += 1
        body = self.choices.statements.block(choose.body)
        self.choices.statements.each -= 1
        self.choices.statements.loops.pop()
        out = is_out(low, n.Get(low.var(statement.var)))
        code = (
            when(op("ge", n.YES, n.Get(place), op("len", n.NUM, n.Get(items))), (n.Exit(done),)),
            n.Set(low.var(statement.var), op("at", n.PLAYER, n.Get(items), n.Get(place))),
            n.Set(given, op("at", n.NUM, row, number(0))),
            n.Set(place, op("add", n.NUM, n.Get(place), number(1))),
            when(is_pass(n.Get(given)), (n.Exit(again),)),
            *(() if out is None else (when(out, (n.Exit(again),)),)),
            n.Set(chosen, op("mask_of", chosen.ty, n.Get(given)) if masked else n.Get(given)),
            *opened(low, statement, choose, given),
            *self.choices.tracking.picked(choose.picks[0], choose.player, secretly=True),
            *body,
        )
        return n.Loop(done, again, code, self.choices.statements.title, waits=self.choices.standing.telling(statement))


def _joined(items: typed_tree.Value) -> tuple[typed_tree.Value, ...]:
    """The lists that a list is put together of."""
    return (*_joined(items.left), items.right) if isinstance(items, typed_tree.BinaryV) else (items,)
