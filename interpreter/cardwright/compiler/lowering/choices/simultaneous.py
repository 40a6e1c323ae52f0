"""Lowering of simultaneous secret choices.

The players are asked one after the other. The answers are stored and take effect when all are given.
"""

from __future__ import annotations

from cardwright.checker import typed_tree
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.choices.decisions import DECLINED, NEW, Choices, answer, is_pass, run_if
from cardwright.compiler.lowering.choices.eliminate_player import exclude_eliminated, is_out
from cardwright.compiler.lowering.context import Lowering, negate, number, op
from cardwright.compiler.lowering.expressions import count_items

# Types that are visible to everybody in a note, unlike pieces.
SAID = frozenset({"number", "enum", "player"})


def note_answer(
    low: Lowering, statement: typed_tree.ForEachStmt, choose: typed_tree.ChooseStmt, given: ir.Var
) -> ir.Code:
    """Return code that reports a player's answer to the observer, before the answer takes effect."""
    if not low.tracked or not _is_open(statement, choose):
        return ()
    who, site = ir.Get(low.var(statement.var)), number(choose.picks[0].site.number)
    return (ir.Note("opened", (who, ir.Get(given), site)),)


def _is_open(statement: typed_tree.ForEachStmt, choose: typed_tree.ChooseStmt) -> bool:
    """Return True if each answer is written unchanged to public memory of the player who gave it."""
    pick = choose.picks[0]
    return (
        pick.amount == "one"
        and pick.item.type.base in SAID
        and any(
            isinstance(each, typed_tree.SetMemoryStmt)
            and not each.target.memory.secret
            and each.target.owner == typed_tree.LocalExpr(statement.var)
            and each.value == typed_tree.LocalExpr(pick.var)
            for each in choose.body
        )
    )


class SimultaneousChoices:
    """Code of simultaneous secret choices, built on the code of single choices."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self.low = choices.low

    def secretly(self, statement: typed_tree.ForEachStmt) -> ir.Code:
        """Return code that first lets all players answer, one by one, and then lets each answer take effect."""
        low = self.low
        choose = statement.body[0]
        assert isinstance(choose, typed_tree.ChooseStmt)
        pick = choose.picks[0]
        of = pick.item.type
        items = low.fresh("sealed_by", ir.PLAYERS, "list player")
        place = low.fresh("sealed_place", ir.NUM, "number")
        answers = low.fresh("sealed", ir.ROWS, "number", of.base)
        # in a frame it precedes the picks from it
        before = low.var(pick.var).order - 4 if pick.amount != "one" else ir.OWN
        offered = low.fresh("sealed_from", ir.IrType("list", of.base), f"list {of.base}", of.of, before)
        kept = (items, place, answers)
        for how in ("asking", "telling"):
            self.choices.continuations.enter(statement, how, *kept)
        asked, again = ir.Label(), ir.Label()
        who = low.var(statement.var)
        turn = (
            run_if(op("ge", ir.YES, ir.Get(place), op("len", ir.NUM, ir.Get(items))), (ir.Exit(asked),)),
            ir.Set(who, op("at", ir.PLAYER, ir.Get(items), ir.Get(place))),
            *(self._ask_for_one if pick.amount == "one" else self._ask_for_several)(choose, answers, offered),
            ir.Set(place, op("add", ir.NUM, ir.Get(place), number(1))),
        )
        return (
            *low.counted(choose),
            *self.choices.tracking.reached(pick.site),
            ir.Set(items, low.fixed(exclude_eliminated(low, low.items(statement.list), low.layout.game.mark_of_out))),
            ir.Set(place, number(0)),
            ir.Set(answers, ir.Const((), ir.ROWS)),
            ir.Loop(asked, again, turn, self.choices.statements.title),
            self.choices.tracking.answered(pick.site),
            ir.Set(place, number(0)),
            self._apply_answers(kept, statement, choose),
        )

    def _ask_for_one(self, choose: typed_tree.ChooseStmt, answers: ir.Var, offered: ir.Var) -> ir.Code:
        """Return code that asks a player for one item and stores the answer together with the options."""
        low, pick = self.low, choose.picks[0]
        options, found = self._collect_options(choose)
        got = ir.Get(options)
        none = ir.Many((DECLINED,), options.ty)
        code: list[ir.Stmt] = [*found, run_if(negate(op("some", ir.YES, got)), (ir.Offer(options, DECLINED),))]
        if choose.may:
            declines = op("ne", ir.YES, op("at", ir.NUM, got, number(-1)), DECLINED)
            code.append(run_if(declines, (ir.Offer(options, DECLINED),)))
        there = self.choices.feasible.asked(choose)
        if there is not None:
            code.append(run_if(negate(there), (ir.Set(options, op("list", none.ty, none)),)))
        code += [
            ir.Set(offered, low.fixed(got)),
            ir.Ask(
                low.value(choose.player),
                got,
                pick.site.number,
                False,
                pick.site.source,
                decider=choose.player,
                waits=self.choices.continuations.asked(choose, 0),
            ),
        ]
        return (*code, self._seal(answers, answer(ir.NUM), ir.Get(offered)))

    def _collect_options(self, choose: typed_tree.ChooseStmt) -> tuple[ir.Var, ir.Code]:
        """Return the variable for the options of one player, and code that sets it.

        The options are items, or numbers of statements that can begin.
        """
        pick, branches = choose.picks[0], choose.body[0] if choose.body else None
        if pick.site.option_type.base != "option" or not isinstance(branches, typed_tree.IfStmt):
            found = self.choices.picks.options(pick, None, choose.player)
            options = self.low.fresh("options", found.ty)
            return options, (ir.Set(options, found),)
        options = self.low.fresh("options", NEW.ty)
        code: list[ir.Stmt] = [ir.Set(options, NEW)]
        for place, ((_, body), each) in enumerate(zip(branches.branches, _list_operands(pick.source), strict=True)):
            asked = each.where if isinstance(each, typed_tree.FilterExpr) else None
            condition = self.choices.feasible.option(typed_tree.OptionStmt(asked, body))
            offer = ir.Offer(options, number(place))
            code.append(offer if condition is None else run_if(condition, (offer,)))
        return options, tuple(code)

    @staticmethod
    def _seal(answers: ir.Var, *parts: ir.Value) -> ir.Stmt:
        row = ir.Row(parts)
        return ir.Set(answers, ir.Many((ir.Splice(ir.Get(answers), ir.ROWS), row), ir.ROWS))

    def _ask_for_several(self, choose: typed_tree.ChooseStmt, answers: ir.Var, offered: ir.Var) -> ir.Code:
        """Return code that asks a player for several items, and stores them with the candidates and limits."""
        low, pick = self.low, choose.picks[0]
        opening, pool, few, many = self.choices.bounds(pick, choose.player)
        var = low.var(pick.var)
        none, done = ir.Label(), ir.Label()
        out = (ir.Exit(none),)
        short = op("lt", ir.YES, count_items(ir.Get(pool)), ir.Get(few))
        there = self.choices.feasible.asked(choose)
        impossible = short if there is None else ir.Logic("or", (short, negate(there)))
        bounds = (ir.Get(offered), ir.Get(few), ir.Get(many), number(int(choose.may)))
        chosen: ir.Value = op("ids", ir.PIECES, ir.Get(var)) if pick.var.mask else ir.Get(var)
        asked = (
            run_if(impossible, out),
            ir.Set(var, ir.Const(0 if pick.var.mask else (), var.ty)),
            *self.choices.rounds(choose, 0, (pool, few, many), out, out),
            self._seal(answers, chosen, *bounds),
            ir.Exit(done),
        )
        listed = op("ids", ir.PIECES, ir.Get(pool)) if pool.ty.base == "mask" else ir.Get(pool)
        return (
            *opening,
            ir.Set(offered, listed),
            ir.Block(done, (ir.Block(none, asked), self._seal(answers, DECLINED, *bounds))),
        )

    def _apply_answers(
        self, kept: tuple[ir.Var, ir.Var, ir.Var], statement: typed_tree.ForEachStmt, choose: typed_tree.ChooseStmt
    ) -> ir.Stmt:
        """Return the loop in which the stored answers take effect, one after the other."""
        low = self.low
        items, place, answers = kept
        chosen, masked = low.var(choose.picks[0].var), choose.picks[0].var.mask
        done, again = ir.Label(), ir.Label()
        given = low.fresh("given", ir.NUM)
        row = op("at", ir.ROW, ir.Get(answers), ir.Get(place))
        self.choices.statements.loops.append(done)
        self.choices.statements.each += 1
        body = self.choices.statements.block(choose.body)
        self.choices.statements.each -= 1
        self.choices.statements.loops.pop()
        out = is_out(low, ir.Get(low.var(statement.var)))
        code = (
            run_if(op("ge", ir.YES, ir.Get(place), op("len", ir.NUM, ir.Get(items))), (ir.Exit(done),)),
            ir.Set(low.var(statement.var), op("at", ir.PLAYER, ir.Get(items), ir.Get(place))),
            ir.Set(given, op("at", ir.NUM, row, number(0))),
            ir.Set(place, op("add", ir.NUM, ir.Get(place), number(1))),
            run_if(is_pass(ir.Get(given)), (ir.Exit(again),)),
            *(() if out is None else (run_if(out, (ir.Exit(again),)),)),
            ir.Set(chosen, op("mask_of", chosen.ty, ir.Get(given)) if masked else ir.Get(given)),
            *note_answer(low, statement, choose, given),
            *self.choices.tracking.picked(choose.picks[0], choose.player, secretly=True),
            *body,
        )
        return ir.Loop(
            done, again, code, self.choices.statements.title, waits=self.choices.continuations.telling(statement)
        )


def _list_operands(items: typed_tree.Value) -> tuple[typed_tree.Value, ...]:
    """Return the operands of a concatenation of lists."""
    return (*_list_operands(items.left), items.right) if isinstance(items, typed_tree.BinaryExpr) else (items,)
