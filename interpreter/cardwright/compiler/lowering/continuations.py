"""Continuations at the suspension points of the typed tree, with their IR variables."""

from __future__ import annotations

from cardwright.checker import typed_tree
from cardwright.compiler.analysis.suspension_points import SuspensionPoint, SuspensionPoints
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.context import Lowering


class ContinuationInfo:
    """The continuations of each statement.

    `always` has, by rule text, the values that are live at each of its points. Loops must be registered with `enter`
    before their bodies are lowered.
    """

    def __init__(self, low: Lowering, points: SuspensionPoints) -> None:
        self.low = low
        self.points = points
        self.always: dict[str, frozenset[ir.LiveValue]] = {}
        # by text and place: the identity of the statement there
        self.here: dict[tuple[str, str], int] = {}
        self._rounds: dict[tuple[int, str], ir.LiveValue] = {}

    def enter(self, loop: typed_tree.Stmt, how: str, *held: ir.Var) -> None:
        """Register the variables that hold the progress of a loop, in the way `how`."""
        self._rounds[id(loop), how] = ir.LiveValue("value" if how == "left" else how, held, self._place_of(loop, how))

    def _place_of(self, loop: typed_tree.Stmt, how: str) -> str:
        point = self.points.again.get(id(loop)) if how in ("rest", "left") else None
        return "" if point is None else point.place

    def waits(self, point: SuspensionPoint | None, *more: ir.LiveValue) -> ir.Continuations:
        """Return the continuation at `point`, with the values that are live there and `more`; () if `point` is None."""
        if point is None:
            return ()
        self.here[point.text, point.place] = point.here
        live = {ir.LiveValue("value", (self.low.var(name),)) for name in point.names}
        live |= {self._rounds[each] for each in point.rounds}
        return (ir.Continuation(point.text, point.place, self.always.get(point.text, frozenset()).union(live, more)),)

    def begin(self, text: str) -> ir.Continuations:
        """Return the continuation of a rule text that has not begun."""
        return self.waits(self.points.begin[text])

    def behind(
        self,
        statement: typed_tree.PerformStmt
        | typed_tree.OpenWindowStmt
        | typed_tree.ControlStmt
        | typed_tree.TogetherStmt,
        gives: bool,
    ) -> ir.Continuations:
        """Return the continuation after a call. With `gives`, it first assigns the call's result."""
        return self.waits((self.points.given if gives else self.points.after)[id(statement)])

    def again(self, loop: typed_tree.Stmt) -> ir.Continuations:
        """Return the continuation between two rounds of a loop."""
        return self.waits(self.points.again[id(loop)])

    def telling(self, statement: typed_tree.ForEachStmt) -> ir.Continuations:
        """Return the continuation of a simultaneous secret choice between the effects of two answers."""
        return self.waits(self.points.telling[id(statement)])

    def asked(
        self,
        statement: typed_tree.MayStmt | typed_tree.ChooseStmt | typed_tree.ChooseOneStmt,
        question: int,
        *more: ir.Var,
    ) -> ir.Continuations:
        """Return the continuation of a decision that waits for an answer. `question` is the number of the pick."""
        return self.waits(self.points.asked[id(statement), question], *(ir.LiveValue("value", (var,)) for var in more))


def make_own_stage(text: str, place: str, *names: ir.Var) -> ir.Continuations:
    """Return the continuation of a text at a position that the compiler has added; `names` are live there."""
    return (ir.Continuation(text, place, frozenset(ir.LiveValue("value", (name,)) for name in names)),)
