"""Lowering of abilities with targets, which ask before their event and run after it.

Such an ability is a replacement. It is found through its piece, in whatever zone the piece lies. When the event that it
let proceed is over, a slot tells it whether the event took place. The slot is 1 only from the end of an event to the
next statement of the text that let it proceed.
"""

from __future__ import annotations

from cardwright.checker import typed_tree
from cardwright.checker.statements.ability_targets import is_compulsory
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.abilities.before_and_after_stages import ProcedureStages
from cardwright.compiler.lowering.choices.decisions import run_if
from cardwright.compiler.lowering.context import Lowering, join_conditions, number, op
from cardwright.declarations.value_types import ZONE
from cardwright.state_slots_and_table_rows import TOOK_PLACE

# What the function that tests an ability with targets is to find out.
APPLIES, LACKS_TARGETS = 0, 1


def read_took_place(low: Lowering) -> ir.Slot:
    """Return the slot that says whether the event that just proceeded took place."""
    return low.slot(TOOK_PLACE, ir.YES)


class TargetedAbilities(ProcedureStages):
    """The code around events that have abilities with targets."""

    def is_targeted(self, procedure: typed_tree.TypedProcedure) -> bool:
        """Return True if some ability has targets for the events of a procedure."""
        return bool(self.low.targeted.get(procedure.word))

    def _list_own(self, procedure: typed_tree.TypedProcedure, compulsory: bool) -> ir.Value:
        """Return IR for the abilities with targets, or the `compulsory` ones, of the piece that an event is about."""
        low = self.low
        wanted = {each.number for each in low.targeted[procedure.word] if not compulsory or is_compulsory(each)}
        marks = low.table(
            ("targeted", procedure.word, str(compulsory)),
            lambda: tuple(int(each.number in wanted) for each in low.checked.abilities),
        )
        piece = ir.Get(low.var(procedure.params[0]))
        return op("own_abilities", ir.ABILITIES, piece, ir.StaticTable(marks, None, ir.IrType("list", "number")))

    def list_lacking(self, procedure: typed_tree.TypedProcedure, seen: bool) -> ir.Value | None:
        """Return the condition that the piece of an event has an ability that needs targets but finds none.

        Returns None if no ability needs targets for an event of this procedure. With `seen`, the condition also
        requires that the player who performs the event sees the piece.
        """
        low = self.low
        if not any(map(is_compulsory, low.targeted.get(procedure.word, ()))):
            return None
        entry = low.fresh("entry", ir.ABILITY)
        lacks = self.fits(entry, (number(LACKS_TARGETS), *self._list_ability_args(procedure)))
        own = self._list_own(procedure, compulsory=True)
        each = ir.Each(((entry, own),), None, lacks, ir.IrType("list", "yes_no"))
        found = ir.Fold("any", each, ir.YES)
        piece = typed_tree.LocalExpr(procedure.params[0])
        if not seen or piece.type.of in low.sight.open:
            return found
        low.located = True
        zone = low.value(typed_tree.BuiltinExpr("zone", piece, ZONE))
        return join_conditions([op("sees", ir.YES, self._lower_doer(procedure), zone), found])

    def refuse_lacking(self, procedure: typed_tree.TypedProcedure) -> ir.Code:
        """Return code that ends an event whose piece has an ability that finds no targets."""
        low = self.low
        if not any(map(is_compulsory, low.targeted.get(procedure.word, ()))):
            return ()
        entry = low.fresh("entry", ir.ABILITY)
        note: ir.Code = (ir.Note("forbidden", (ir.Get(entry),)),) if low.tracked else ()
        lacks = self.fits(entry, (number(LACKS_TARGETS), *self._list_ability_args(procedure)))
        test = run_if(lacks, (*note, *self._gives_nothing(procedure), ir.Return()))
        return (ir.ForEach(ir.Label(), entry, self._list_own(procedure, compulsory=True), (test,)),)

    def ask_targets(self, procedure: typed_tree.TypedProcedure, tried: ir.Var, given: tuple[ir.Value, ...]) -> ir.Code:
        """Return code that runs the first ability with targets of the event's piece that has not yet asked for them.

        `tried` is the variable with the abilities that have asked.
        """
        if not self.is_targeted(procedure):
            return ()
        low = self.low
        own, entry = low.fresh("own", ir.ABILITIES), low.fresh("entry", ir.ABILITY)
        options, chosen = low.fresh("options", ir.ABILITIES), low.fresh("chosen", ir.ABILITY)
        roles = self._list_ability_args(procedure)
        # a piece can have a power several times
        uses = [op("times", ir.NUM, ir.Get(listed), ir.Get(entry)) for listed in (tried, own)]
        fits = self.fits(entry, (number(APPLIES), *roles))
        unused = ir.Logic("and", (op("lt", ir.YES, *uses), fits))
        used_now = ir.Many((ir.Splice(ir.Get(tried), ir.ABILITIES), ir.Get(chosen)), ir.ABILITIES)
        body = (op("piece", ir.PIECE, ir.Get(chosen)), self._lower_doer(procedure), *roles, *given, used_now)
        ask = (
            ir.Set(chosen, op("at", ir.ABILITY, ir.Get(options), number(0))),
            ir.WaitBody(op("ability", ir.NUM, ir.Get(chosen)), body),
            ir.Return(),
        )
        return (
            ir.Set(own, self._list_own(procedure, compulsory=False)),
            ir.Set(options, ir.Each(((entry, ir.Get(own)),), unused, ir.Get(entry), ir.ABILITIES)),
            run_if(op("some", ir.YES, ir.Get(options)), ask),
        )

    def write_took_place(self, yes: bool) -> ir.Segment:
        """Return a segment that writes whether an event took place: `yes`."""
        segment = self.segments.new(self.title(""), (), fixed=True, waits=())
        segment.body = (ir.Store(read_took_place(self.low), number(int(yes))), ir.Return())
        return segment
