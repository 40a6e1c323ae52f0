"""Makes functions that tell what of a turn could be asked for now, condition by condition."""

from __future__ import annotations

from dataclasses import replace

from cardwright.checker import ir
from cardwright.compiler.analyses.ahead import Ahead, Asked
from cardwright.compiler.code import nodes as n
from cardwright.compiler.lower.choices.feasible import TRUE, Condition, Feasibility
from cardwright.compiler.lower.lowering import Lowering


def ahead_function(low: Lowering, feasible: Feasibility, ahead: Ahead) -> n.Definition:
    """The function that lists, for who takes the turn, whether each condition holds, whether there is something to
    choose, and whether it can be begun.

    What hangs on names that are not there yet is left open.
    """
    params = () if ahead.you is None else (low.var(ahead.you),)

    def told(condition: n.Value) -> n.Value:
        known = n.reads(condition) <= {*params}
        return n.Later(condition, (), n.YES) if known else n.Const(None, n.YES)

    flags = [told(low.value(condition)) for condition in ahead.conditions]
    flags += [
        told(condition or TRUE) for condition in (_something(feasible, ahead.asked), _begins(feasible, ahead.asked))
    ]
    return n.Definition(n.Function("ahead", ahead.number), params, n.ROWS, (n.Return(n.Row(tuple(flags))),))


def _something(feasible: Feasibility, asked: Asked) -> Condition:
    """Whether there is something to choose where it begins with a choice."""
    first = asked.body[0] if isinstance(asked, ir.OptionS) and asked.body else asked
    return feasible.rest(replace(first, picks=first.picks[:1], body=()), 0) if isinstance(first, ir.ChooseS) else None


def _begins(feasible: Feasibility, asked: Asked) -> Condition:
    """Whether it leads anywhere, beside what its author asks for."""
    match asked:
        case ir.OptionS():
            return feasible.block(asked.body)
        case ir.ChooseS():
            return feasible.rest(asked, 0)
        case ir.MayS(deed=deed) if deed is not None:
            return feasible.block((deed,))
    return None
