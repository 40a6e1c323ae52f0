"""Direct jumps to the next round of a loop instead of frames on the stack, where rounds cannot nest."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import pairwise

from cardwright.checker.transitive_uses import find_components
from cardwright.compiler.ir import nodes as ir

# The segments that each segment calls.
Ways = dict[int, set[int]]


def link_back_edges(segments: list[ir.Segment]) -> None:
    """Replace frames for the next round of a loop by direct calls, where a segment ends with such a frame.

    Calls must not form a cycle. In a cycle that would consist of forced choices only, the forced choices push a frame
    nevertheless, which happens at most once a round.
    """
    certain, silent = _find_calls(segments)
    heads = {segment.number: _list_last_frames(segment.body) for segment in segments}
    every = {here: [*certain[here], *silent[here], *heads[here]] for here in certain}
    component = {each: number for number, nodes in enumerate(find_components(every)) for each in nodes}
    for here, targets in heads.items():
        for head in targets:
            if not _cut_cycles(certain, silent, here, head, component):
                certain[here].add(head)
    for segment in segments:
        segment.body = _link_onward(segment.body, certain[segment.number], silent[segment.number])


def _cut_cycles(certain: Ways, silent: Ways, here: int, head: int, component: dict[int, int]) -> bool:
    """Return True if a direct call of a loop's head would close a cycle even without forced choices.

    Otherwise, make the forced choices that would close a cycle push a frame. A cycle lies within one component of the
    graph of all calls.
    """

    def follow(starts: Iterable[int], *ways: Ways) -> set[int]:
        return _find_reached(
            lambda at: [to for way in ways for to in way[at] if component[to] == component[here]], starts
        )

    if component[head] != component[here]:
        return False
    from_head = follow([head], certain)
    if here in from_head:
        return True
    for asks in sorted(from_head):
        silent[asks] -= {taken for taken in silent[asks] if here in follow([taken], certain, silent)}
    return False


def _find_calls(segments: list[ir.Segment]) -> tuple[Ways, Ways]:
    """Return two maps by segment: the segments that it always calls, and those it calls only after a forced choice."""
    certain: Ways = {segment.number: set() for segment in segments}
    silent: Ways = {segment.number: set() for segment in segments}
    for segment in segments:
        for statement in ir.walk_statements(segment.body):
            if isinstance(statement, ir.Go | ir.GoWith):
                certain[segment.number].add(statement.segment)
            elif isinstance(statement, ir.AskDecision) and not statement.certain:
                silent[segment.number].add(statement.resume)
    return certain, silent


def _find_reached(step: Callable[[int], Iterable[int]], starts: Iterable[int]) -> set[int]:
    seen: set[int] = set()
    to_do = [*starts]
    while to_do:
        here = to_do.pop()
        if here not in seen:
            seen.add(here)
            to_do += step(here)
    return seen


def _list_last_frames(code: ir.Code) -> list[int]:
    """Return the segments for which a frame is pushed as the last action of code."""
    found = []
    for statement, following in pairwise(code):
        if isinstance(statement, ir.Wait) and following == ir.Return(at=statement.at):
            found.append(statement.segment)
    for statement in code:
        if isinstance(statement, ir.If):
            for body in (*(body for _, body in statement.branches), statement.otherwise):
                found += _list_last_frames(body)
    return found


def _link_onward(code: ir.Code, called: set[int], silent: set[int]) -> ir.Code:
    found: list[ir.Stmt] = []
    for statement in code:
        if isinstance(statement, ir.If):
            branches = tuple((test, _link_onward(body, called, silent)) for test, body in statement.branches)
            statement = ir.If(branches, _link_onward(statement.otherwise, called, silent), at=statement.at)
        elif isinstance(statement, ir.AskDecision) and not statement.certain and statement.resume not in silent:
            statement = replace(statement, later=True)
        elif isinstance(statement, ir.Return) and found:
            last = found[-1]
            if isinstance(last, ir.Wait) and last.segment in called and statement == ir.Return(at=last.at):
                found[-1] = ir.Go(last.segment, at=last.at)
                continue
        found.append(statement)
    return tuple(found)
