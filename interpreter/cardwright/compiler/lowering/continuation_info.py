"""What is told of texts while they wait: the points of the checked program, with the names in code that hold things."""

from __future__ import annotations

from collections.abc import Mapping

from cardwright.checker import typed_tree
from cardwright.compiler.analysis.suspension_points import Point, Points
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.context import Lowering


class ContinuationInfo:
    """Tells of every statement what waits at it and behind it; `ends` are the points just before the ends of texts.

    Loops are entered before the statements in them are lowered. `always` has what is told of a text at all its points.
    """

    def __init__(self, low: Lowering, ends: Mapping[str, Point]) -> None:
        self.low = low
        self.points = Points(low.checked, ends)
        self.always: dict[str, frozenset[ir.LiveValue]] = {}
        # by text and place the identity of the statement there
        self.here: dict[tuple[str, str], int] = {}
        self._rounds: dict[tuple[int, str], ir.LiveValue] = {}

    def enter(self, loop: typed_tree.Stmt, how: str, *held: ir.Var) -> None:
        """Note what holds where a loop is."""
        self._rounds[id(loop), how] = ir.LiveValue("value" if how == "left" else how, held, self._place_of(loop, how))

    def _place_of(self, loop: typed_tree.Stmt, how: str) -> str:
        point = self.points.again.get(id(loop)) if how in ("rest", "left") else None
        return "" if point is None else point.place

    def waits(self, point: Point | None, *more: ir.LiveValue) -> ir.Continuations:
        """A point, and more that is needed there, as what waits: nothing, where nothing is left to be done."""
        if point is None:
            return ()
        self.here[point.text, point.place] = point.here
        told = {ir.LiveValue("value", (self.low.var(name),)) for name in point.names}
        told |= {self._rounds[each] for each in point.rounds}
        return (ir.Continuation(point.text, point.place, self.always.get(point.text, frozenset()).union(told, more)),)

    def begin(self, text: str) -> ir.Continuations:
        """A text that has not begun."""
        return self.waits(self.points.begin[text])

    def behind(
        self, statement: typed_tree.PerformStmt | typed_tree.OpenWindowStmt | typed_tree.ControlStmt, gives: bool
    ) -> ir.Continuations:
        """What waits while something is performed: what follows it, first of all its result if it gives any."""
        return self.waits((self.points.given if gives else self.points.after)[id(statement)])

    def again(self, loop: typed_tree.Stmt) -> ir.Continuations:
        """A loop that waits for its next round."""
        return self.waits(self.points.again[id(loop)])

    def telling(self, statement: typed_tree.ForEachStmt) -> ir.Continuations:
        """A choice in secret of which the next answer is to be told."""
        return self.waits(self.points.telling[id(statement)])

    def asked(
        self,
        statement: typed_tree.MayStmt | typed_tree.ChooseStmt | typed_tree.ChooseOneStmt,
        question: int,
        *more: ir.Var,
    ) -> ir.Continuations:
        """A decision that waits for the answer to one of its questions."""
        return self.waits(self.points.asked[id(statement), question], *(ir.LiveValue("value", (var,)) for var in more))


def whole(text: str, place: str, *names: ir.Var) -> ir.Continuations:
    """A text at a stage of its own in which it needs some names."""
    return (ir.Continuation(text, place, frozenset(ir.LiveValue("value", (name,)) for name in names)),)
