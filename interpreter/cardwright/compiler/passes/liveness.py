"""Liveness of variables per segment, by a backward dataflow analysis."""

from __future__ import annotations

from cardwright.compiler.ir import nodes as ir

Names = frozenset[ir.Var]
_NONE: Names = frozenset()


def find_live(segments: list[ir.Segment]) -> None:
    """Set `live` of every segment to the variables of its frame, in order of creation; those in `kept` come last."""
    flows = {segment.number: _find_flow(segment) for segment in segments}
    known = {
        segment.number: frozenset(segment.params) if segment.fixed else flows[segment.number].own
        for segment in segments
    }
    changed = True
    while changed:
        changed = False
        for segment in reversed(segments):
            if segment.fixed:
                continue
            found = known[segment.number]
            for target, killed in flows[segment.number].ways:
                found = found | (known[target] - killed)
            if found != known[segment.number]:
                known[segment.number] = found
                changed = True
    for segment in segments:
        if segment.fixed:
            assert flows[segment.number].own.issubset(segment.params), "live values of a continuation are parameters"
            segment.live = segment.params
            continue
        others = sorted(known[segment.number].difference(segment.kept), key=lambda var: (var.order, var.uid))
        segment.live = (*others, *segment.kept)


def find_carried(body: ir.Code) -> list[ir.Var]:
    """Return the variables that a loop body reads before it sets them.

    In each round but the first, their values come from the round before.
    """
    flow = _SegmentFlow()
    _forward(body, _NONE, flow, -1)
    return sorted(flow.own, key=lambda var: (var.order, var.uid))


class _SegmentFlow:
    """Variables that a segment reads before setting them, and its successors with the variables set on each path."""

    def __init__(self) -> None:
        self.own: Names = _NONE
        self.ways: list[tuple[int, Names]] = []


def _find_flow(segment: ir.Segment) -> _SegmentFlow:
    flow = _SegmentFlow()
    flow.own = frozenset(var for waiting in segment.waits or () for live in waiting.live for var in live.held)
    _forward(segment.body, _NONE, flow, segment.number)
    return flow


def _forward(code: ir.Code, killed: Names, flow: _SegmentFlow, here: int) -> Names | None:
    """Return the variables that are certainly set after code; None if its end is never reached.

    `killed` are the variables set before the code.
    """
    now: Names | None = killed
    for statement in code:
        if now is None:
            break
        now = _follow_statement(statement, now, flow, here)
    return now


def _follow_statement(statement: ir.Stmt, killed: Names, flow: _SegmentFlow, here: int) -> Names | None:
    if isinstance(statement, ir.If):
        return _follow_branches(statement, killed, flow, here)
    if isinstance(statement, ir.ForEach):
        flow.own |= ir.find_free_variables(statement.list) - killed
        _forward(statement.body, killed | {statement.var}, flow, here)
        return killed
    if isinstance(statement, ir.Block | ir.Loop):
        _forward(statement.body, killed, flow, here)
        return killed
    flow.own |= ir.find_free_variables(statement) - killed
    if isinstance(statement, ir.Set):
        return killed | {statement.var}
    if isinstance(statement, ir.Offer):
        flow.own |= {statement.var} - killed
    elif isinstance(statement, ir.Go | ir.Wait):
        flow.ways.append((statement.segment, killed))
    elif isinstance(statement, ir.AskDecision):
        flow.ways.append((statement.resume, killed))
    elif isinstance(statement, ir.Again):
        flow.ways.append((here, killed))
    if isinstance(statement, ir.Go | ir.AskDecision | ir.Again | ir.Return | ir.GoWith | ir.Finish | ir.Exit | ir.Fail):
        return None
    return killed


def _follow_branches(statement: ir.If, killed: Names, flow: _SegmentFlow, here: int) -> Names | None:
    """Return the variables set in every branch whose end is reached; None if no end is reached."""
    ends: list[Names | None] = []
    for test, body in statement.branches:
        flow.own |= ir.find_free_variables(test) - killed
        ends.append(_forward(body, killed, flow, here))
    ends.append(_forward(statement.otherwise, killed, flow, here))
    there = [end for end in ends if end is not None]
    return frozenset.intersection(*there) if there else None
