"""Reactions whose statements go on a stack: these run last, in an order that their holders choose."""

from __future__ import annotations

from cardwright.checker import typed_tree
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.abilities.before_and_after_stages import NOBODY
from cardwright.compiler.lowering.abilities.reaction_order import STACKING_QUESTION, ReactionOrder
from cardwright.compiler.lowering.choices.decisions import answer, run_if
from cardwright.compiler.lowering.context import Lowering, convert_type, negate, number, op
from cardwright.compiler.lowering.continuations import make_own_stage
from cardwright.compiler.passes.split_at_suspension import Cutter


class StackingReactions(ReactionOrder):
    """The segments in which players put their reactions that use a stack in order."""

    def _make_grouped_reactions(
        self, procedure: typed_tree.TypedProcedure, entries: ir.Value, roles: tuple[ir.Value, ...], cutter: Cutter
    ) -> ir.Code:
        """Return code that pushes a frame for each reaction in `entries`.

        Reactions that use a stack are executed last, in an order that their holders choose.
        """
        ordering = self._let_holders_order(procedure, cutter)
        fitting, entry = self.low.fresh("fitting", ir.ABILITIES), self.low.fresh("entry", ir.ABILITY)
        stacks = self._test_stacks(entry)
        waiting = ir.Each(((entry, ir.Get(fitting)),), stacks, ir.Get(entry), ir.ABILITIES)
        others = ir.Each(((entry, ir.Get(fitting)),), negate(stacks), ir.Get(entry), ir.ABILITIES)
        given = roles[len(self._list_ability_args(procedure)) :]
        return (
            ir.Set(fitting, entries),
            ir.WaitOn(ordering.number, (Lowering.fixed(waiting), *self._lower_args(procedure), *given)),
            *self.push_reactions(procedure, others, roles),
        )

    def _test_stacks(self, entry: ir.Var) -> ir.Value:
        """Return the condition that an ability puts statements on a stack."""
        name = self.low.table(("stacks",), lambda: tuple(int(each.stacks) for each in self.low.checked.abilities))
        return op("eq", ir.YES, ir.StaticTable(name, op("ability", ir.NUM, ir.Get(entry)), ir.NUM), number(1))

    def _let_holders_order(self, procedure: typed_tree.TypedProcedure, cutter: Cutter) -> ir.Segment:
        """Return the segment in which each player, in turn order, orders the reactions of their own pieces."""
        low, doer = self.low, self._lower_doer(procedure)
        left = low.fresh("left", ir.ABILITIES, "abilities")
        given: tuple[ir.Var, ...] = ()
        if procedure.result is not None:
            result_type = procedure.result.type
            of = (result_type.item.of if result_type.item else result_type.of) or ""
            given = (low.fresh("given", convert_type(result_type), procedure.result.base, of),)
        names = (left, *self.params(procedure), *given)
        segment = self._make_stage(procedure, self.title(procedure.word), "stacking", *names)
        ranked, options = low.fresh("ranked", ir.ROW), low.fresh("options", ir.ABILITIES)
        chosen = low.fresh("chosen", ir.ABILITY)
        piece = op("piece", ir.PIECE, ir.Get(chosen))
        roles = (*self._list_ability_args(procedure), *map(ir.Get, given))
        rest = op("without", ir.ABILITIES, ir.Get(left), ir.Many((ir.Get(chosen),), ir.ABILITIES))
        code = (
            *self.stops.run_if_pending(low.hooks[procedure.word].after, (ir.Return(),)),
            run_if(negate(op("some", ir.YES, ir.Get(left))), (ir.Return(),)),
            ir.Set(ranked, op("ranking", ir.ROW, ir.Get(left), NOBODY)),
            ir.Set(options, op("at", ir.ABILITIES, ir.Get(ranked), number(1))),
            ir.Ask(
                op("at", ir.PLAYER, ir.Get(ranked), number(0)), ir.Get(options),
                low.site(STACKING_QUESTION, "ability"), False,
                waits=make_own_stage(procedure.word, "stacking?", *names),
            ),
            ir.Set(chosen, answer(ir.ABILITY)),
            ir.WaitOn(segment.number, (rest, *self._lower_args(procedure), *map(ir.Get, given))),
            ir.WaitBody(
                op("ability", ir.NUM, ir.Get(chosen)), (piece, op("holder", ir.PLAYER, piece, doer), *roles)
            ),
            ir.Return(),
        )  # fmt: skip
        cutter.cut(segment, code)
        return segment
