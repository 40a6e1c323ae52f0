"""Order of several reactions: by a rule of the game, or chosen by players."""

from __future__ import annotations

from collections.abc import Callable

from cardwright.checker import typed_tree
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.abilities.before_and_after_stages import ProcedureStages
from cardwright.compiler.lowering.abilities.pieces_leaving_together import find_frame
from cardwright.compiler.lowering.choices.decisions import answer, run_if
from cardwright.compiler.lowering.context import Lowering, negate, number, op
from cardwright.compiler.lowering.continuations import make_own_stage
from cardwright.compiler.passes.split_at_suspension import Cutter
from cardwright.state_slots_and_table_rows import LEFT_TO_ORDER

QUESTION, STACKING_QUESTION = "Which reaction comes first?", "Which is put on the stack first?"
TITLE = "order of reactions"


class ReactionOrder(ProcedureStages):
    """The code that pushes the frames of reactions, and the segments in which players put these frames in order.

    The frames lie above one that marks their floor, the reaction that runs first on top. Above them, players choose.
    """

    def declare_order(self, cutter: Cutter) -> None:
        """Create the segments in which players choose an order, and the floors below the reactions."""
        low, order = self.low, self.low.checked.game.reactions.order
        if low.gathered or order.endswith("orders"):
            self._floor = self._make_floor()
        if order.endswith("orders"):
            self._each = self._let_holders_choose(self._floor, QUESTION, "order", cutter)
        if order == "active_player_orders":
            self._whole = self._let_active_player_choose(cutter)
        self._stacking: tuple[ir.Segment, ...] = ()
        if low.gathered and any(ability.stacks for ability in low.checked.abilities):
            floor = self._make_floor()
            self._stacking = (floor, self._let_holders_choose(floor, STACKING_QUESTION, "stacking", cutter))

    def _make_floor(self) -> ir.Segment:
        segment = self.segments.new(self.title(TITLE), (), fixed=True, waits=())
        segment.body = (ir.Return(),)
        return segment

    def push_reactions(
        self, procedure: typed_tree.TypedProcedure, entries: ir.Value, roles: tuple[ir.Value, ...]
    ) -> ir.Code:
        """Return code that pushes a frame for each reaction of a list; the one that runs first is on top."""
        order, doer = self.low.checked.game.reactions.order, self._lower_doer(procedure)
        react = ir.React(entries, doer, roles, by_turn=order != "order_of_play")
        if not order.endswith("orders"):
            return (react,)
        floor = self.low.fresh("floor", ir.NUM)
        below = (ir.Set(floor, op("height", ir.NUM)), ir.WaitOn(self._floor.number, ()))
        return (*below, react, *self._let_players_order(floor))

    def _let_players_order(self, floor: ir.Var) -> ir.Code:
        """Return code by which players put the reactions above `floor` in order.

        The reactions of one ability stay together. Abilities of the game itself, and of pieces that nobody controls,
        have no player who could put them in order: they come first.
        """
        low = self.low
        apart = (ir.WaitOn(self._each.number, ()),)
        if low.checked.game.reactions.order == "each_player_orders":
            return apart
        left = low.fresh("left", ir.ABILITIES)
        whole = (ir.WaitOn(self._whole.number, (Lowering.fixed(ir.Get(left)),)),)
        return (
            ir.Set(left, op("pending", ir.ABILITIES, find_above(floor), number(1))),
            ir.If(((self._all_lie_open(left), whole),), apart),
        )

    def _all_lie_open(self, fitting: ir.Var) -> ir.Value:
        entry = self.low.fresh("entry", ir.ABILITY)
        closed = negate(op("lies_open", ir.YES, op("piece", ir.PIECE, ir.Get(entry))))
        each = ir.Each(((entry, ir.Get(fitting)),), closed, ir.Get(entry), ir.ABILITIES)
        return negate(op("some", ir.YES, each))

    def _let_holders_choose(self, under: ir.Segment, question: str, place: str, cutter: Cutter) -> ir.Segment:
        """Return the segment in which a player chooses the next one of their reactions, until all have run.

        `under` is the floor below the reactions.
        """
        low = self.low
        floor, left = low.fresh("floor", ir.NUM), low.fresh("left", ir.ABILITIES)
        segment = self.segments.new(self.title(TITLE), (), fixed=True, waits=make_own_stage(TITLE, place))

        def follow(first: ir.Value) -> ir.Code:
            return (
                ir.Set(floor, find_frame(under)),
                ir.WaitOn(segment.number, ()),
                ir.Do(op("move entry", ir.NOTHING, find_above(floor), first, number(1))),
                ir.Return(),
            )

        reactions = [each for hooks in low.hooks.values() for each in (*hooks.before, *hooks.after)]
        sort = (ir.Do(op("order frames", ir.NOTHING, find_above(floor))),) if question == STACKING_QUESTION else ()
        vanished = negate(op("some", ir.YES, ir.Get(left)))
        code = (
            *self.stops.run_if_pending(reactions, (ir.Return(),)),
            ir.Set(floor, find_frame(under)),
            run_if(op("eq", ir.YES, op("height", ir.NUM), find_above(floor)), (ir.Drop(), ir.Return())),
            *sort,
            ir.Set(left, op("pending", ir.ABILITIES, find_above(floor), number(0))),
            *((run_if(vanished, (ir.Drop(), ir.WaitOn(segment.number, ()), ir.Return())),) if low.vanishing else ()),
            *self._follow_chosen(op("top holder", ir.PLAYER), left, (question, f"{place}?"), (), follow),
        )
        cutter.cut(segment, code)
        return segment

    def _let_active_player_choose(self, cutter: Cutter) -> ir.Segment:
        """Return the segment in which the active player puts all reactions in order, before the first one runs."""
        low = self.low
        floor, left = low.fresh("floor", ir.NUM), low.fresh("left", ir.ABILITIES, "abilities")
        waits = make_own_stage(TITLE, "whole order", left)
        segment = self.segments.new(self.title(TITLE), (left,), fixed=True, waits=waits)

        def follow(first: ir.Value) -> ir.Code:
            rest = op("without", ir.ABILITIES, ir.Get(left), ir.Many((first,), ir.ABILITIES))
            return (
                ir.Set(floor, find_frame(self._floor)),
                ir.Do(op("move entry", ir.NOTHING, find_above(floor), first, number(0))),
                ir.WaitOn(segment.number, (rest,)),
                ir.Return(),
            )

        drop = (ir.Set(floor, find_frame(self._floor)), *drop_floor(floor), ir.Return())
        code = (
            run_if(negate(op("some", ir.YES, ir.Get(left))), drop),
            *self._follow_chosen(op("active", ir.PLAYER), left, (QUESTION, "whole order?"), (left,), follow),
        )
        cutter.cut(segment, code)
        return segment

    def _follow_chosen(
        self,
        player: ir.Value,
        left: ir.Var,
        asked: tuple[str, str],
        names: tuple[ir.Var, ...],
        follow: Callable[[ir.Value], ir.Code],
    ) -> ir.Code:
        """Return code in which a player chooses one of the reactions in `left`, unless there is only one.

        `asked` is (question, suspension point). If the frame has `left` among its variables, `names`, no reaction runs
        before all are in order.
        """
        only = op("eq", ir.YES, op("len", ir.NUM, ir.Get(left)), number(1))
        chosen, (question, place) = self.low.fresh("chosen", ir.ABILITY), asked
        waits, orders = make_own_stage(TITLE, place, *names), LEFT_TO_ORDER if names else ""
        return (
            run_if(only, follow(op("at", ir.ABILITY, ir.Get(left), number(0)))),
            ir.Ask(player, ir.Get(left), self.low.site(question, "ability", orders), False, waits=waits),
            ir.Set(chosen, answer(ir.ABILITY)),
            *follow(ir.Get(chosen)),
        )


def find_above(floor: ir.Var) -> ir.Value:
    """Return the place above the frame at `floor`, which has no variables."""
    return op("add", ir.NUM, ir.Get(floor), number(1))


def drop_floor(floor: ir.Var) -> ir.Code:
    """Return code that takes the frame below the reactions away, after which these run."""
    return (ir.Do(op("rotate frames", ir.NOTHING, ir.Get(floor), find_above(floor))), ir.Drop())
