"""Writes the bodies of procedures that are performed in one place only into that place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from cardwright.compiler.code import nodes as n


@dataclass(frozen=True, slots=True)
class Body:
    """What is written in place of performing a procedure: names for what it is given, a condition, and its code."""

    params: tuple[n.Var, ...]
    possible: n.Value | None
    code: n.Code


def written_out(code: n.Code, bodies: Mapping[int, Body]) -> n.Code:
    """Code in which procedures are written out."""
    found: list[n.Stmt] = []
    for statement in code:
        if isinstance(statement, n.Perform) and statement.procedure in bodies:
            found += _one(statement, bodies[statement.procedure], bodies)
        elif isinstance(statement, n.If):
            branches = tuple((test, written_out(body, bodies)) for test, body in statement.branches)
            found.append(replace(statement, branches=branches, otherwise=written_out(statement.otherwise, bodies)))
        elif isinstance(statement, n.ForEach | n.Loop | n.Block):
            found.append(replace(statement, body=written_out(statement.body, bodies)))
        else:
            found.append(statement)
    return tuple(found)


def _one(perform: n.Perform, body: Body, bodies: Mapping[int, Body]) -> n.Code:
    names = zip(body.params, perform.args, strict=True)
    given = tuple(n.Set(name, value, perform.at) for name, value in names)
    code = _above(written_out(body.code, bodies), perform.waits or ())
    return (*given, *code) if body.possible is None else (*given, n.If(((body.possible, code),), (), perform.at))


def _above(code: n.Code, below: n.Waits) -> n.Code:
    """Code that is told of as before, and after it what waits below it."""

    def change(node: Any) -> Any:
        waits = getattr(node, "waits", None)
        return node if waits is None else replace(node, waits=(*waits, *below))

    return tuple(n.rebuilt(statement, change) for statement in code) if below else code
