"""Inlining of procedures, and removal of unreachable segments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from operator import is_
from typing import Any

from cardwright.compiler.ir import nodes as ir


def drop_unreachable(segments: list[ir.Segment]) -> list[ir.Segment]:
    """Return the segments that can be reached, in order and renumbered; the others get the number -1."""
    left = _find_reached(segments)
    numbers = {segment.number: place for place, segment in enumerate(left)}
    for segment in left:
        segment.body = _renumber(segment.body, numbers)
    for segment in segments:
        segment.number = numbers.get(segment.number, -1)
    return left


def find_successors(code: ir.Code) -> Iterable[tuple[str, int]]:
    """Yield (how, segment) for the segments in which code continues: `go` for a jump, `wait` for a pushed frame."""
    for node in ir.walk_statements(code):
        if isinstance(node, ir.Go):
            yield "go", node.segment
        elif isinstance(node, ir.Wait | ir.GoWith | ir.WaitOn):
            yield "wait", node.segment
        elif isinstance(node, ir.AskDecision):
            yield "wait", node.resume


def _find_reached(segments: list[ir.Segment]) -> list[ir.Segment]:
    seen: set[int] = set()
    to_do = [segment.number for segment in segments if segment.fixed]
    while to_do:
        here = to_do.pop()
        if here not in seen:
            seen.add(here)
            to_do += [number for _, number in find_successors(segments[here].body)]
    return [segment for segment in segments if segment.number in seen]


def _renumber(code: ir.Code, numbers: dict[int, int]) -> ir.Code:
    found: list[ir.Stmt] = []
    for statement in code:
        if isinstance(statement, ir.Go | ir.Wait | ir.GoWith | ir.WaitOn):
            statement = replace(statement, segment=numbers[statement.segment])
        elif isinstance(statement, ir.AskDecision):
            statement = replace(statement, resume=numbers[statement.resume])
        found.append(ir.map_blocks(statement, lambda body: _renumber(body, numbers)))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class InlinedBody:
    """The inlined form of a procedure: variables for its arguments, the condition that it can begin, and its code.

    `at` is the source position of the condition.
    """

    params: tuple[ir.Var, ...]
    possible: ir.Value | None
    code: ir.Code
    at: int = ir.NOWHERE


def inline_procedures(code: ir.Code, bodies: Mapping[int, InlinedBody]) -> ir.Code:
    """Return code with calls of procedures replaced by their bodies; code without such calls keeps its identity."""
    found: list[ir.Stmt] = []
    for statement in code:
        if isinstance(statement, ir.Perform) and statement.procedure in bodies:
            found += _inline_one(statement, bodies[statement.procedure], bodies)
        else:
            found.append(ir.map_blocks(statement, lambda body: inline_procedures(body, bodies)))
    return code if len(found) == len(code) and all(map(is_, found, code)) else tuple(found)


def _inline_one(perform: ir.Perform, body: InlinedBody, bodies: Mapping[int, InlinedBody]) -> ir.Code:
    names = zip(body.params, perform.args, strict=True)
    given = tuple(ir.Set(name, value, at=perform.at) for name, value in names)
    code = _append_continuations(inline_procedures(body.code, bodies), perform.waits or ())
    return (*given, *code) if body.possible is None else (*given, ir.If(((body.possible, code),), (), at=body.at))


def _append_continuations(code: ir.Code, below: ir.Continuations) -> ir.Code:
    """Return code whose suspended frames also have the continuations of the caller, `below`."""

    def change(node: Any) -> Any:
        waits = getattr(node, "waits", None)
        return node if waits is None else replace(node, waits=(*waits, *below))

    return tuple(ir.rebuild(statement, change) for statement in code) if below else code
