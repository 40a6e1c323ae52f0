"""Finds calls that hand a zone of one kind of piece to a text that moves pieces of another kind into it.

A role that is a `zone` takes any zone; what is moved there is known only from the texts that have the role.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.checker import ir
from cardwright.checker.scope import WRONG_TYPE
from cardwright.declarations.types import Type
from cardwright.source.diagnostics import Diagnostic


def zone_kinds(checked: ir.Checked) -> Iterator[Diagnostic]:
    """A mistake for every zone that is handed over for pieces that are none of its kind."""
    nodes = ir.every(ir.bodies(checked))
    performs = [node for node in nodes if isinstance(node, ir.Perform)]
    moved = _moved_into(nodes, performs)
    for node in performs:
        for param, arg in zip(node.procedure.params, node.args, strict=True):
            others = moved.get(param, set()) - {arg.type.of}
            found = checked.probes.source(node) if arg.type.base == "zone" and arg.type.of and others else None
            if found is not None:
                unit, place = found
                kinds = checked.game.kinds
                message = (
                    f"`{node.procedure.word}` moves {kinds[min(others)].plural} to `{param.word}`, "
                    f"and this is a zone of {kinds[arg.type.of].plural}"
                )
                yield Diagnostic(WRONG_TYPE, message, unit.span(place))


def _moved_into(nodes: list[object], performs: list[ir.Perform]) -> dict[ir.Var, set[str]]:
    """For the names of zones the kinds of the pieces that come there, also by what they are handed on to."""
    moved: dict[ir.Var, set[str]] = {}
    for node in nodes:
        if isinstance(node, ir.Act) and node.primitive.moves and isinstance(node.args[1], ir.Local):
            kind = kind_moved(node.args[0].type)
            if kind:
                moved.setdefault(node.args[1].var, set()).add(kind)
    handed = [
        (arg.var, param)
        for node in performs
        for param, arg in zip(node.procedure.params, node.args, strict=True)
        if isinstance(arg, ir.Local) and arg.type.base == "zone" and not arg.type.of
    ]
    while True:
        new = [(var, moved[param]) for var, param in handed if moved.get(param, set()) - moved.get(var, set())]
        if not new:
            return moved
        for var, kinds in new:
            moved.setdefault(var, set()).update(kinds)


def kind_moved(value: Type) -> str:
    """The kind of the pieces that a value stands for; "" where it does not tell."""
    item = value.item if value.base == "list" else value
    return item.of if item is not None and item.base in ("piece", "zone") else ""
