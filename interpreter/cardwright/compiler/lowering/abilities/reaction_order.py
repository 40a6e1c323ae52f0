"""Order of several reactions to one event: by a rule of the game, or chosen by players."""

from __future__ import annotations

from collections.abc import Callable

from cardwright.checker import typed_tree
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.abilities.before_and_after_stages import NOBODY, ProcedureStages
from cardwright.compiler.lowering.choices.decisions import answer, run_if
from cardwright.compiler.lowering.context import Lowering, convert_type, negate, number, op
from cardwright.compiler.lowering.continuations import make_own_stage
from cardwright.compiler.passes.split_at_suspension import Cutter

QUESTION = "Which reaction comes first?"


class ReactionOrder(ProcedureStages):
    """The code that pushes the frames of reactions."""

    def push_reactions(
        self,
        stage: str,
        procedure: typed_tree.TypedProcedure,
        entries: ir.Value,
        roles: tuple[ir.Value, ...],
        cutter: Cutter,
    ) -> ir.Code:
        """Return code that pushes a frame for each reaction of a list; the one that runs first is on top."""
        order = self.low.checked.game.reactions.order
        doer = self._lower_doer(procedure)
        if order in ("active_player_first", "order_of_play"):
            return (ir.React(entries, doer, roles, by_turn=order == "active_player_first"),)
        fitting = self.low.fresh("fitting", ir.ABILITIES)
        given = self._name_result(stage, procedure)
        args = (*self._lower_args(procedure), *roles[len(self._list_ability_args(procedure)) :])
        apart = self._push_by_player(stage, procedure, fitting, args, given, cutter)
        code: ir.Code = apart
        if order == "active_player_orders":
            whole = self._let_active_player_order(stage, procedure, given, cutter)
            lists = (Lowering.fixed(self._list_held(fitting, "ge", number(0))), ir.Const((), ir.ABILITIES))
            code = (ir.If(((self._all_lie_open(fitting), (ir.WaitOn(whole.number, (*lists, *args)),)),), apart),)
        # abilities of the game itself, and of pieces that nobody controls, have no player who could put them in order
        first = ir.React(self._list_held(fitting, "lt", number(0)), doer, roles, by_turn=False)
        return (ir.Set(fitting, entries), *code, first)

    def _name_result(self, stage: str, procedure: typed_tree.TypedProcedure) -> tuple[ir.Var, ...]:
        """Return a tuple of one variable for the result of the event, if reactions at this stage know it; else ()."""
        if stage != "after" or procedure.result is None:
            return ()
        result = procedure.result.type
        of = (result.item.of if result.item else result.of) or ""
        return (self.low.fresh("given", convert_type(result), procedure.result.base, of),)

    def _list_held(self, fitting: ir.Var, test: str, player: ir.Value) -> ir.Value:
        """Return IR for the abilities whose controller passes a comparison with a player.

        `test` is the operation that compares. The controller of an ability of the game itself is `nobody`.
        """
        entry = self.low.fresh("entry", ir.ABILITY)
        holder = op("holder", ir.PLAYER, op("piece", ir.PIECE, ir.Get(entry)), NOBODY)
        return ir.Each(((entry, ir.Get(fitting)),), op(test, ir.YES, holder, player), ir.Get(entry), ir.ABILITIES)

    def _all_lie_open(self, fitting: ir.Var) -> ir.Value:
        entry = self.low.fresh("entry", ir.ABILITY)
        closed = negate(op("lies_open", ir.YES, op("piece", ir.PIECE, ir.Get(entry))))
        each = ir.Each(((entry, ir.Get(fitting)),), closed, ir.Get(entry), ir.ABILITIES)
        return negate(op("some", ir.YES, each))

    def _push_by_player(
        self,
        stage: str,
        procedure: typed_tree.TypedProcedure,
        fitting: ir.Var,
        args: tuple[ir.Value, ...],
        given: tuple[ir.Var, ...],
        cutter: Cutter,
    ) -> ir.Code:
        """Return code that pushes a frame for each player who has reactions to order, the active player's on top."""
        low = self.low
        player, mine = low.fresh("player", ir.PLAYER), low.fresh("mine", ir.ABILITIES)
        segment = self._let_holder_order(stage, procedure, given, cutter)
        step = -1 if low.checked.game.anticlockwise else 1
        before = low.table(("before",), lambda: tuple((seat - step) % low.players for seat in range(low.players)))
        done, again = ir.Label(), ir.Label()
        rounds = (
            ir.Set(player, ir.StaticTable(before, ir.Get(player), ir.PLAYER)),
            ir.Set(mine, self._list_held(fitting, "eq", ir.Get(player))),
            run_if(
                op("some", ir.YES, ir.Get(mine)),
                (ir.WaitOn(segment.number, (ir.Get(player), Lowering.fixed(ir.Get(mine)), *args)),),
            ),
            run_if(op("eq", ir.YES, ir.Get(player), op("active", ir.PLAYER)), (ir.Exit(done),)),
        )
        return (ir.Set(player, op("active", ir.PLAYER)), ir.Loop(done, again, rounds, segment.title))

    def _let_holder_order(
        self, stage: str, procedure: typed_tree.TypedProcedure, given: tuple[ir.Var, ...], cutter: Cutter
    ) -> ir.Segment:
        """Return the segment in which a player chooses the next one of their reactions, until all have run."""
        low = self.low
        holder, left = low.fresh("holder", ir.PLAYER, "player"), low.fresh("left", ir.ABILITIES, "abilities")
        names = (holder, left, *self.params(procedure), *given)
        segment = self._make_stage(procedure, self.title(procedure.word), f"{stage} order", *names)
        chosen, roles = low.fresh("chosen", ir.ABILITY), (*self._list_ability_args(procedure), *map(ir.Get, given))
        others = (*self._lower_args(procedure), *map(ir.Get, given))

        def follow(first: ir.Value) -> ir.Code:
            rest = op("without", ir.ABILITIES, ir.Get(left), ir.Many((first,), ir.ABILITIES))
            body = (op("piece", ir.PIECE, first), ir.Get(holder), *roles)
            return (
                ir.WaitOn(segment.number, (ir.Get(holder), rest, *others)),
                ir.WaitBody(op("ability", ir.NUM, first), body),
                ir.Return(),
            )

        stopping = low.hooks[procedure.word].before if stage == "before" else low.hooks[procedure.word].after
        code = (
            *self.stops.run_if_pending(stopping, (ir.Return(),)),
            *self._end_if_decided(left, (ir.Return(),), follow),
            self._ask(ir.Get(holder), left, procedure, stage, names),
            ir.Set(chosen, answer(ir.ABILITY)),
            *follow(ir.Get(chosen)),
        )
        cutter.cut(segment, code)
        return segment

    def _let_active_player_order(
        self, stage: str, procedure: typed_tree.TypedProcedure, given: tuple[ir.Var, ...], cutter: Cutter
    ) -> ir.Segment:
        """Return the segment in which the active player puts all reactions in order, before it pushes their frames."""
        low = self.low
        left, ordered = (low.fresh(word, ir.ABILITIES, "abilities") for word in ("left", "ordered"))
        names = (left, ordered, *self.params(procedure), *given)
        segment = self._make_stage(procedure, self.title(procedure.word), f"{stage} whole order", *names)
        chosen, roles = low.fresh("chosen", ir.ABILITY), (*self._list_ability_args(procedure), *map(ir.Get, given))

        def follow(first: ir.Value) -> ir.Code:
            now = ir.Many((ir.Splice(ir.Get(ordered), ir.ABILITIES), first), ir.ABILITIES)
            rest = op("without", ir.ABILITIES, ir.Get(left), ir.Many((first,), ir.ABILITIES))
            others = (*self._lower_args(procedure), *map(ir.Get, given))
            return (ir.WaitOn(segment.number, (rest, now, *others)), ir.Return())

        react = ir.React(ir.Get(ordered), self._lower_doer(procedure), roles, by_turn=False)
        code = (
            *self._end_if_decided(left, (react, ir.Return()), follow),
            self._ask(op("active", ir.PLAYER), left, procedure, f"{stage} whole", names),
            ir.Set(chosen, answer(ir.ABILITY)),
            *follow(ir.Get(chosen)),
        )
        cutter.cut(segment, code)
        return segment

    def _end_if_decided(self, left: ir.Var, ended: ir.Code, follow: Callable[[ir.Value], ir.Code]) -> ir.Code:
        """Return code for the reactions in `left` if no more than one is left, so that nobody needs to choose.

        If none is left, the code executes `ended`; for the last one, what `follow` returns for it.
        """
        only = op("eq", ir.YES, op("len", ir.NUM, ir.Get(left)), number(1))
        return (
            run_if(negate(op("some", ir.YES, ir.Get(left))), ended),
            run_if(only, follow(op("at", ir.ABILITY, ir.Get(left), number(0)))),
        )

    def _ask(
        self,
        player: ir.Value,
        left: ir.Var,
        procedure: typed_tree.TypedProcedure,
        stage: str,
        names: tuple[ir.Var, ...],
    ) -> ir.Stmt:
        waits = make_own_stage(procedure.word, f"{stage} order?", *names)
        return ir.Ask(player, ir.Get(left), self.low.site(QUESTION, "ability"), False, waits=waits)
