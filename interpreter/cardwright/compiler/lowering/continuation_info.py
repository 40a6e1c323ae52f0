"""What is told of texts while they wait: the points of the checked program, with the names in code that hold things."""

from __future__ import annotations

from collections.abc import Mapping

from cardwright.checker import typed_tree
from cardwright.compiler.analysis.suspension_points import Point, Points
from cardwright.compiler.ir import nodes as n
from cardwright.compiler.lowering.context import Lowering


class Standing:
    """Tells of every statement what waits at it and behind it; `ends` are the points just before the ends of texts.

    Loops are entered before the statements in them are lowered. `always` has what is told of a text at all its points.
    """

    def __init__(self, low: Lowering, ends: Mapping[str, Point]) -> None:
        self.low = low
        self.points = Points(low.checked, ends)
        self.always: dict[str, frozenset[n.Told]] = {}
        # by text and place the identity of the statement there
        self.here: dict[tuple[str, str], int] = {}
        self._rounds: dict[tuple[int, str], n.Told] = {}

    def enter(self, loop: typed_tree.Stmt, how: str, *held: n.Var) -> None:
        """Note what holds where a loop is."""
        self._rounds[id(loop), how] = n.Told("value" if how == "left" else how, held, self._place_of(loop, how))

    def _place_of(self, loop: typed_tree.Stmt, how: str) -> str:
        point = self.points.again.get(id(loop)) if how in ("rest", "left") else None
        return "" if point is None else point.place

    def waits(self, point: Point | None, *more: n.Told) -> n.Waits:
        """A point, and more that is needed there, as what waits: nothing, where nothing is left to be done."""
        if point is None:
            return ()
        self.here[point.text, point.place] = point.here
        told = {n.Told("value", (self.low.var(name),)) for name in point.names}
        told |= {self._rounds[each] for each in point.rounds}
        return (n.Waiting(point.text, point.place, self.always.get(point.text, frozenset()).union(told, more)),)

    def begin(self, text: str) -> n.Waits:
        """A text that has not begun."""
        return self.waits(self.points.begin[text])

    def behind(
        self, statement: typed_tree.Perform | typed_tree.OpenWindow | typed_tree.Control, gives: bool
    ) -> n.Waits:
        """What waits while something is performed: what follows it, first of all its result if it gives any."""
        return self.waits((self.points.given if gives else self.points.after)[id(statement)])

    def again(self, loop: typed_tree.Stmt) -> n.Waits:
        """A loop that waits for its next round."""
        return self.waits(self.points.again[id(loop)])

    def telling(self, statement: typed_tree.ForS) -> n.Waits:
        """A choice in secret of which the next answer is to be told."""
        return self.waits(self.points.telling[id(statement)])

    def asked(
        self, statement: typed_tree.MayS | typed_tree.ChooseS | typed_tree.ChooseOneS, question: int, *more: n.Var
    ) -> n.Waits:
        """A decision that waits for the answer to one of its questions."""
        return self.waits(self.points.asked[id(statement), question], *(n.Told("value", (var,)) for var in more))


def whole(text: str, place: str, *names: n.Var) -> n.Waits:
    """A text at a stage of its own in which it needs some names."""
    return (n.Waiting(text, place, frozenset(n.Told("value", (name,)) for name in names)),)
