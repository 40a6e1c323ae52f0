"""Stages of procedures, such as `before` and `after`: their segments, arguments and abilities."""

from __future__ import annotations

from cardwright.checker import typed_tree
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.choices.preconditions import make_empty_result
from cardwright.compiler.lowering.context import Lowering
from cardwright.compiler.lowering.continuations import make_own_stage
from cardwright.compiler.lowering.statements import StatementLowering
from cardwright.compiler.passes.split_at_suspension import Segments, read_result

NOBODY = ir.Const(-1, ir.PLAYER)


class ProcedureStages:
    """The parts from which the segments of a procedure's stages are built."""

    def __init__(self, statements: StatementLowering, segments: Segments) -> None:
        self.statements = statements
        self.low: Lowering = statements.low
        self.segments = segments
        self.stops = statements.stops

    def params(self, procedure: typed_tree.TypedProcedure) -> tuple[ir.Var, ...]:
        """Return the variables of a procedure's actor and parameters."""
        you = (procedure.you,) if procedure.you is not None else ()
        return tuple(self.low.var(var) for var in (*you, *procedure.params))

    def _lower_args(self, procedure: typed_tree.TypedProcedure) -> tuple[ir.Value, ...]:
        return tuple(ir.Get(var) for var in self.params(procedure))

    def _list_ability_args(self, procedure: typed_tree.TypedProcedure) -> tuple[ir.Value, ...]:
        """Return IR for the actor and the arguments in the order that abilities expect.

        If there is no actor, the first is `nobody`.
        """
        return (*(() if procedure.you is not None else (NOBODY,)), *self._lower_args(procedure))

    def _lower_doer(self, procedure: typed_tree.TypedProcedure) -> ir.Value:
        return NOBODY if procedure.you is None else ir.Get(self.low.var(procedure.you))

    def _read_active(self, stage: str, procedure: typed_tree.TypedProcedure) -> ir.Value:
        """Return IR for the list of abilities that are active for a procedure at `stage`, such as `before`."""
        return ir.Read(self.low.slot(f"{stage} {procedure.word}", ir.ABILITIES))

    def title(self, title: str) -> int:
        """Return the number of a rule text's title."""
        return int(self.low.text(title).value)

    def _make_stage(self, procedure: typed_tree.TypedProcedure, title: int, stage: str, *params: ir.Var) -> ir.Segment:
        """Return a new segment for a stage of a procedure; the variables `params` are live at its beginning."""
        return self.segments.new(title, params, fixed=True, waits=make_own_stage(procedure.word, stage, *params))

    def fits(self, entry: ir.Var, args: tuple[ir.Value, ...]) -> ir.Value:
        """Return the condition that an ability applies to an event with these arguments."""
        return ir.Fits(ir.Get(entry), args)

    def _gives_nothing(self, procedure: typed_tree.TypedProcedure) -> ir.Code:
        nothing = ir.Const(None, ir.NOTHING) if procedure.result is None else make_empty_result(procedure.result)
        return (ir.Store(read_result(nothing.ty), nothing),)
