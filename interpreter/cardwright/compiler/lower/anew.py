"""Works out anew what a name was given from hidden things, for worlds in which those are dealt anew."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.checker import ir
from cardwright.compiler.analyses.hidden import given_names, hangs_on_hidden
from cardwright.compiler.code import nodes as n
from cardwright.compiler.lower.lowering import Lowering

# Of a frame: the place of a name, the function that gives its value, and the places of what that takes.
Again = tuple[int, n.Function, tuple[int, ...]]


class Anew:
    """Finds the names in frames that hang on what lies hidden, and makes a function for each that was given once.

    What is given more than once stays as it is, and what was found out from such a name; `lint/worlds.py` tells the
    author. Pieces are left out: a world says of every piece which one it is now. So is what only cannot be shown to be
    known, as it would be found out now and not then.
    """

    def __init__(self, low: Lowering) -> None:
        self.low = low
        # by the name and what its value is worked out from: not every frame holds the same of that
        self.functions: dict[tuple[n.Var, tuple[n.Var, ...]], n.Definition] = {}
        given = given_names(low.checked)
        self._once = {var: values[0] for var, values in given.items() if len(values) == 1}
        self._hidden = {
            low.var(var): var
            for var, value in self._once.items()
            if low.sight.is_no_piece(value) and hangs_on_hidden(value, given)
        }

    def frame(self, segment: n.Segment) -> Iterator[Again]:
        """What is worked out anew in a segment's frame, in the order in which it was given."""
        places = {var: place for place, var in enumerate(segment.live, start=1)}
        live = set(places)
        for var, place in places.items():
            if var in self._hidden and not self._is_known(var, segment):
                name = self._hidden[var]
                value = self.low.kept(self._from_live(self._once[name], live), name.mask)
                params = tuple(sorted(n.reads(value), key=lambda each: (each.order, each.uid)))
                if set(params) <= live - {var}:
                    yield place, self._function(var, params, value), tuple(map(places.__getitem__, params))

    def _function(self, var: n.Var, params: tuple[n.Var, ...], value: n.Value) -> n.Function:
        """What works out a name's value from others."""
        new = n.Definition(n.Function("anew", len(self.functions)), params, var.ty, (n.Return(value),))
        return self.functions.setdefault((var, params), new).function

    def _from_live(self, value: ir.Value, live: set[n.Var]) -> ir.Value:
        """A value in which names that the frame no longer holds are what they were given, where that was one thing."""
        named = {node.var for node in ir.every(value) if isinstance(node, ir.Local)}
        gone = {var: self._once[var] for var in named if var in self._once and self.low.var(var) not in live}
        return self._from_live(ir.substitute(value, gone), live) if gone else value

    def _is_known(self, var: n.Var, segment: n.Segment) -> bool:
        """Whether all can work it out, or who is asked by the segment."""
        return self.low.may_tell(var, None) or (segment.whom is not None and self.low.may_tell(var, segment.whom))
