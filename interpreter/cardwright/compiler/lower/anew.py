"""Works out anew what a name was given from hidden things, for worlds in which those are dealt anew."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.checker import ir
from cardwright.compiler.code import nodes as n
from cardwright.compiler.lower.lowering import Lowering

# Of a frame: the place of a name, the function that gives its value, and the places of what that takes.
Again = tuple[int, n.Function, tuple[int, ...]]


class Anew:
    """Finds the names in frames that hang on what lies hidden, and makes a function for each that was given once.

    What is given more than once, or was found out from names that the frame no longer holds, stays as it is. Pieces are
    left out: a world says of every piece which one it is now. So is what only cannot be shown to be known, as it would
    be found out now and not then.
    """

    def __init__(self, low: Lowering) -> None:
        self.low = low
        self.functions: dict[n.Var, n.Definition] = {}
        given: dict[ir.Var, list[ir.LetS]] = {}
        for statement in _lets(low.checked):
            given.setdefault(statement.var, []).append(statement)
        self._given = {var: lets[0] for var, lets in given.items() if len(lets) == 1}
        hidden = [let for let in self._given.values() if self._hangs_on_hidden(let.value)]
        self._hidden = {low.var(let.var): let for let in hidden if low.sight.is_no_piece(let.value)}

    def frame(self, segment: n.Segment) -> Iterator[Again]:
        """What is worked out anew in a segment's frame, in the order in which it was given."""
        for place, var in enumerate(segment.live, start=1):
            if var in self._hidden and not self._is_known(var, segment):
                let = self._hidden[var]
                value = self.low.kept(let.value, let.var.mask)
                params = tuple(sorted(n.reads(value), key=lambda each: (each.order, each.uid)))
                if set(params) <= set(segment.live) - {var}:
                    function = n.Function("anew", var.uid)
                    self.functions[var] = n.Definition(function, params, var.ty, (n.Return(value),))
                    yield place, function, tuple(1 + segment.live.index(each) for each in params)

    def _is_known(self, var: n.Var, segment: n.Segment) -> bool:
        """Whether all can work it out, or who is asked by the segment."""
        return self.low.may_tell(var, None) or (segment.whom is not None and self.low.may_tell(var, segment.whom))

    def _hangs_on_hidden(self, value: object, within: frozenset[object] = frozenset()) -> bool:
        """Whether a value is made of what lies in a zone that not everybody sees, or of secret memory."""
        for node in ir.every(value):
            further: object = None
            if isinstance(node, ir.Content) and isinstance(node.zone, ir.ZoneV):
                if node.zone.zone.see != "everyone":
                    return True
            elif isinstance(node, ir.MemoryV) and node.memory.secret:
                return True
            elif isinstance(node, ir.RuleV) and node.rule not in within:
                within, further = within | {node.rule}, tuple(node.rule.cases)
            elif isinstance(node, ir.Local) and node.var in self._given and node.var not in within:
                within, further = within | {node.var}, self._given[node.var].value
            if further is not None and self._hangs_on_hidden(further, within):
                return True
        return False


def _lets(checked: ir.Checked) -> Iterator[ir.LetS]:
    texts: list[object] = [procedure.body for procedure in checked.procedures.values()]
    texts += [ability.body for ability in checked.abilities]
    return (node for node in ir.every(tuple(texts)) if isinstance(node, ir.LetS))
