"""Lowering of `together`: calls that happen at once, and the reactions after all of them.

The block first evaluates all its values and pushes a frame for each call. While these run, an event that is over leaves
its frame below that of the block instead of reacting. When the last call is over, all events that wait find their
reactions, which are then put in order and run. The stack of frames, the top on the right:

    rest of the text, floor, events that are over, block, calls     while the calls run
    rest of the text, floor, reactions, gathering, events           while reactions are found
    rest of the text, reactions                                     while they run

In a game with stacks, there are two frames below the floor: a floor of the reactions that use a stack, and the frame in
which players put these in order when all other reactions have run.

A block inside another one, in a verb that is called, only pushes its calls: its events belong to the outer block.
"""

from __future__ import annotations

from cardwright.checker import typed_tree
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.abilities.before_and_after_stages import NOBODY
from cardwright.compiler.lowering.abilities.decided_before_vanishing import fits_after
from cardwright.compiler.lowering.abilities.pieces_leaving_together import (
    GOING_ON,
    OVER,
    PAST,
    find_frame,
    find_past_holder,
    list_frames,
    list_watching,
    read_past_holder,
)
from cardwright.compiler.lowering.abilities.reaction_order import drop_floor, find_above
from cardwright.compiler.lowering.abilities.reactions_on_stack import StackingReactions
from cardwright.compiler.lowering.choices.decisions import run_if
from cardwright.compiler.lowering.choices.eliminate_player import is_out
from cardwright.compiler.lowering.context import Hooks, Lowering, convert_type, negate, number, op
from cardwright.compiler.lowering.continuations import make_own_stage
from cardwright.compiler.passes.split_at_suspension import read_result


class TogetherEvents(StackingReactions):
    """The segments around calls that happen at once, and what their events do when they are over."""

    def declare_together(self) -> None:
        """Create the segments of blocks, if the game has any."""
        low, segments = self.low, self.segments
        if not low.gathered:
            return
        title = self.title("together")
        watching = tuple(low.fresh("watching", ir.ABILITIES, "abilities") for _ in range(low.players + PAST))
        self._block, self._gathering = (
            segments.new(title, watching, fixed=True, waits=make_own_stage("together", stage, *watching))
            for stage in ("", "gathering")
        )
        floor = low.fresh("floor", ir.NUM)
        above, height = find_above(floor), low.fresh("height", ir.NUM)
        names = tuple(map(ir.Get, watching))
        self._block.body = (
            ir.Set(floor, find_frame(self._floor)),
            ir.Set(height, op("height", ir.NUM)),
            run_if(op("eq", ir.YES, ir.Get(height), above), (ir.Drop(), ir.Return())),
            ir.WaitOn(self._gathering.number, names),
            _move_below(above, height),
            ir.Return(),
        )
        order = low.checked.game.reactions.order
        self._gathering.body = (
            ir.Set(floor, find_frame(self._floor)),
            *((ir.Do(op("order frames", ir.NOTHING, above)),) if order != "order_of_play" else ()),
            *(self._let_players_order(floor) if order.endswith("orders") else drop_floor(floor)),
            ir.Return(),
        )
        segments.block = self._block
        segments.gathered = {each: self._make_call(procedure) for each, procedure in self._list_called()}
        segments.begin_together = self._begin_block()

    def _list_called(self) -> list[tuple[int, typed_tree.TypedProcedure]]:
        procedures = self.low.checked.procedures.values()
        return [(each.number, each) for each in procedures if each.number in self.low.gathered]

    def _make_call(self, procedure: typed_tree.TypedProcedure) -> ir.Segment:
        """Return the segment of a call in a block, which skips a call that is stopped or whose player is out."""
        segment = self._make_stage(procedure, self.title(procedure.word), "together", *self.params(procedure))
        code: ir.Code = ()
        if procedure.you is not None and (out := is_out(self.low, ir.Get(self.low.var(procedure.you)))) is not None:
            code = (run_if(out, (ir.Return(),)),)
        if self.stops.groups:
            code = (*code, run_if(self.stops.is_pending(), (ir.Return(),)))
        entry = self.segments.entries[procedure.number]
        segment.body = (*code, ir.GoWith(entry.number, self._lower_args(procedure)))
        return segment

    def _begin_block(self) -> ir.Code:
        """Return code that pushes the frames of a block, unless another block is in progress."""
        low = self.low
        every = low.fresh("every", ir.ABILITIES)
        slots = [
            ir.Splice(self._read_active("after", procedure), ir.ABILITIES)
            for procedure in low.checked.procedures.values()
            if low.hooks.get(procedure.word, Hooks()).after
        ]
        # `nobody` is -1
        holders = [number(seat) for seat in range(-1, low.players)]
        lists = [Lowering.fixed(ir.Get(every)), *(Lowering.fixed(self._list_of(every, holder)) for holder in holders)]
        first: ir.Code = (
            ir.Set(every, ir.Many(tuple(slots), ir.ABILITIES)),
            *(ir.WaitOn(each.number, ()) for each in (*self._stacking, self._floor)),
            ir.WaitOn(self._block.number, tuple(lists)),
        )
        return (run_if(negate(self._is_in_block()), first),)

    def _list_of(self, entries: ir.Var, player: ir.Value) -> ir.Value:
        """Return those abilities of the list `entries` whose pieces `player` controls."""
        entry = self.low.fresh("entry", ir.ABILITY)
        holder = op("holder", ir.PLAYER, op("piece", ir.PIECE, ir.Get(entry)), NOBODY)
        return ir.Each(((entry, ir.Get(entries)),), op("eq", ir.YES, holder, player), ir.Get(entry), ir.ABILITIES)

    def _is_in_block(self) -> ir.Value:
        return op("some", ir.YES, list_frames(self._block))

    # ------------------------------------------------------------ events

    def make_event_variables(self, procedure: typed_tree.TypedProcedure) -> tuple[ir.Var, ...]:
        """Return the further variables of the frame that waits for the end of an event; () in a game without blocks.

        They say whether the event is over, which abilities were active at its beginning, and its result. Once the event
        is over, the second says instead which of these abilities ended during it.
        """
        if not self.low.gathered:
            return ()
        low, result = self.low, procedure.result
        given: tuple[ir.Var, ...] = ()
        if result is not None:
            of = (result.type.item.of if result.type.item else result.type.of) or ""
            given = (low.fresh("given", convert_type(result.type), result.base, of),)
        over, present = low.fresh("over", ir.NUM, "number"), low.fresh("present", ir.ABILITIES, "abilities")
        return (over, present, *given)

    def begin_event(self, procedure: typed_tree.TypedProcedure, empty: tuple[ir.Value, ...]) -> tuple[ir.Value, ...]:
        """Return the first values of the variables of `make_event_variables`; `empty` is the event's result so far."""
        if not self.low.gathered:
            return ()
        now = self._read_active("after", procedure)
        present = ir.Choice(self._is_in_block(), Lowering.fixed(now), ir.Const((), ir.ABILITIES))
        return (number(GOING_ON), present, *empty)

    def hold_reactions(
        self, procedure: typed_tree.TypedProcedure, segment: ir.Segment, further: tuple[ir.Var, ...]
    ) -> tuple[ir.Code, ir.Code]:
        """Return code for the end of an event in a block, and code that finds the event's reactions after the block.

        `segment` waits for the end of the event; `further` are its variables as in `make_event_variables`.
        """
        if not further:
            return (), ()
        low, (over, present, *given) = self.low, further
        height = low.fresh("height", ir.NUM)
        left = op("without", ir.ABILITIES, ir.Get(present), self._read_active("after", procedure))
        before = segment.params[: len(segment.params) - len(further)]
        result = tuple(ir.Read(read_result(var.ty)) for var in given)
        values = (*map(ir.Get, before), number(OVER), Lowering.fixed(left), *result)
        hold = (
            ir.Set(height, op("height", ir.NUM)),
            ir.WaitOn(segment.number, values),
            _move_below(find_frame(self._block), height),
            ir.Return(),
        )
        going_on = run_if(self._is_in_block(), hold)
        found = self._find_reactions(procedure, segment, present, tuple(given))
        return (going_on,), (run_if(op("eq", ir.YES, ir.Get(over), number(OVER)), (*found, ir.Return())),)

    def _find_reactions(
        self, procedure: typed_tree.TypedProcedure, segment: ir.Segment, left: ir.Var, given: tuple[ir.Var, ...]
    ) -> ir.Code:
        """Return code that pushes the reactions after an event below the frame that gathers them.

        Those that use a stack are pushed below the frame in which players put these in order. `given` are the arguments
        of the event. Abilities that the block found active react as well, except those in
        `left`, which ended in the event.
        """
        low = self.low
        place, height, entry = low.fresh("place", ir.NUM), low.fresh("height", ir.NUM), low.fresh("entry", ir.ABILITY)
        active, past, fitting = (
            low.fresh("active", ir.ABILITIES),
            low.fresh("past", ir.NUM),
            low.fresh("fitting", ir.ABILITIES),
        )
        slot = read_past_holder(low)
        roles = (*self._list_ability_args(procedure), *map(ir.Get, given))
        decided = procedure.number in low.deciding
        fits = fits_after(segment, entry, roles) if decided else self.fits(entry, roles)
        react = self._push_reaction(procedure, (entry, past), roles, height)
        before, then, found = self._leave_to_the_end(procedure, (entry, past, active, place, height), react)
        each = (
            ir.Set(past, find_past_holder(low, entry, active, place)),
            ir.Store(slot, ir.Get(past)),
            run_if(fits, found),
        )
        stopped: ir.Code = (run_if(self.stops.is_pending(), (ir.Return(),)),) if self.stops.groups else ()
        return (
            *stopped,
            ir.Set(place, find_frame(self._gathering)),
            *before,
            ir.Set(height, op("height", ir.NUM)),
            ir.Set(active, Lowering.fixed(self._read_active("after", procedure))),
            ir.Set(fitting, Lowering.fixed(list_watching(low, procedure, active, ir.Get(left), place))),
            ir.ForEach(ir.Label(), entry, ir.Get(fitting), each),
            ir.Store(slot, number(0)),
            _move_below(ir.Get(place), height),
            *then,
        )

    def _push_reaction(
        self,
        procedure: typed_tree.TypedProcedure,
        found: tuple[ir.Var, ir.Var],
        roles: tuple[ir.Value, ...],
        height: ir.Var,
    ) -> ir.Code:
        """Return code that pushes the frame of a reaction at `height`, so that the first one of several ends on top.

        `found` are the variables of the ability and of its past holder.
        """
        low, (entry, past) = self.low, found
        top, piece = low.fresh("top", ir.NUM), op("piece", ir.PIECE, ir.Get(entry))
        now = op("holder", ir.PLAYER, piece, self._lower_doer(procedure))
        before = op("sub", ir.PLAYER, ir.Get(past), number(PAST))
        holder = ir.Choice(op("eq", ir.YES, ir.Get(past), number(0)), now, before)
        return (
            ir.Set(top, op("height", ir.NUM)),
            ir.WaitBody(op("ability", ir.NUM, ir.Get(entry)), (piece, holder, *roles)),
            _move_below(ir.Get(height), top),
        )

    def _leave_to_the_end(
        self, procedure: typed_tree.TypedProcedure, names: tuple[ir.Var, ...], react: ir.Code
    ) -> tuple[ir.Code, ir.Code, ir.Code]:
        """Return code for reactions that use a stack: before the search for them, after it, and for each reaction.

        These reactions run last. `names` are the variables of the ability that reacts, of its past holder, of the
        active abilities, of the place of the frame that gathers, and of the height of the stack; `react` is the code
        that pushes the frame of a reaction at this height.
        """
        low, (entry, past, active, place, height) = self.low, names
        if not any(ability.stacks for ability in low.hooks[procedure.word].after):
            return (), (), react
        stacking = low.fresh("stacking", ir.ABILITIES)
        more = ir.Many((ir.Splice(ir.Get(stacking), ir.ABILITIES), ir.Get(entry)), ir.ABILITIES)
        then = (
            ir.Set(place, find_frame(self._gathering)),
            ir.Set(height, op("height", ir.NUM)),
            ir.ForEach(
                ir.Label(), entry, ir.Get(stacking), (ir.Set(past, find_past_holder(low, entry, active, place)), *react)
            ),
            _move_below(find_frame(self._stacking[-1]), height),
        )
        later = (ir.If(((self._test_stacks(entry), (ir.Set(stacking, Lowering.fixed(more)),)),), react),)
        return (ir.Set(stacking, ir.Const((), ir.ABILITIES)),), then, later


def _move_below(place: ir.Value, height: ir.Var) -> ir.Stmt:
    """Return code that moves the frames above `height` to `place`, below the frames that are there."""
    return ir.Do(op("rotate frames", ir.NOTHING, place, ir.Get(height)))
