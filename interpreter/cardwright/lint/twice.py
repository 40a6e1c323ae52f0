"""Pieces that are moved where others are meant: several picked them in secret, or they came since a place was named."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.checker import ir
from cardwright.lint.texts import Texts
from cardwright.source.diagnostics import Diagnostic, declare_code
from cardwright.syntax import tree as s

SHARED_PICK = declare_code(
    "shared-pick",
    "Several can pick the same piece in secret, and the last of them gets it.",
    mend="Let the verb by which it is taken `require` that it still lies there: who comes too late takes nothing.",
)
FILLED_SINCE = declare_code(
    "filled-since",
    "What is to be moved out of a place includes what was put into it since it was named.",
    mend="Name what lies there, and not the place: `let theirs = next(you).hand + []`.",
)


def shared_picks(texts: Texts) -> Iterator[Diagnostic]:
    """A warning for every secret pick of pieces that lie there for all and are moved, whoever had them before."""
    for node in ir.every(ir.bodies(texts.checked)):
        if not isinstance(node, ir.ForS) or not node.secretly or not isinstance(node.body[0], ir.ChooseS):
            continue
        choice = node.body[0]
        pick = choice.picks[0]
        source = texts.checked.probes.source(choice)
        if source is not None and _for_all(pick.source, node.var) and _moved(choice.body, pick.var):
            unit, at = source
            message = f"several can pick the same `{pick.var.word}` here, and the last of them takes it from the others"
            label = "let the verb that moves it `require` that it still lies there"
            yield Diagnostic(SHARED_PICK, message, unit.span(at), label, severity="warning")


def _for_all(source: ir.Value, each: ir.Var) -> bool:
    """Whether pieces are picked that lie in one place, which is the same for each of those who pick."""
    while isinstance(source, ir.FilterV):
        source = source.list
    return isinstance(source, ir.Content) and isinstance(source.zone, ir.ZoneV) and not ir.depends(source.zone, each)


def _moved(block: ir.Block, var: ir.Var, within: tuple[ir.Procedure, ...] = ()) -> bool:
    """Whether a piece is moved, and nothing is required of it before."""
    for node in block:
        if isinstance(node, ir.RequireS) and ir.depends(node.condition, var):
            return False
        if isinstance(node, ir.Act) and node.primitive.moves:
            return _is(node.args[0], var)
        if isinstance(node, ir.Perform) and node.procedure not in within:
            inner = (*within, node.procedure)
            given = zip(node.procedure.params, node.args, strict=True)
            if any(_is(arg, var) and _moved(node.procedure.body, param, inner) for param, arg in given):
                return True
    return False


def _is(value: ir.Value, var: ir.Var) -> bool:
    return value == ir.Local(var) or (isinstance(value, ir.ListV) and ir.Local(var) in value.items)


def filled_since(texts: Texts) -> Iterator[Diagnostic]:
    """A warning for every name of a place that is moved out of after something was moved into the place."""
    for block in _blocks(texts.checked):
        for number, named in enumerate(block):
            if not isinstance(named, ir.LetS) or not isinstance(named.value, ir.ZoneV):
                continue
            source = texts.checked.probes.source(named)
            if source is not None and _since(named.var, named.value, block[number + 1 :]):
                unit, at = source
                assert isinstance(at, s.Let)
                message = f"`{named.var.word}` is the place: what comes into it further down is moved out with the rest"
                zone = unit.scalar.raw[at.value.start : at.value.end].strip()
                label = f"for what lies there now write `{zone} + []`"
                yield Diagnostic(FILLED_SINCE, message, unit.span(at), label, severity="warning")


def _since(var: ir.Var, zone: ir.ZoneV, rest: ir.Block) -> bool:
    """Whether something comes into a place by its own words, and then what lies there is moved by a name for it.

    What comes there by the name, and does not come from where all of it goes, is meant: `let pile = discard_pile`.
    """
    moves = [node for node in rest if isinstance(node, ir.Act) and node.primitive.moves]
    for number, out in enumerate(moves):
        if out.args[0] not in (ir.Local(var), ir.Content(ir.Local(var), out.args[0].type)):
            continue
        for into in moves[:number]:
            there = isinstance(into.args[0], ir.Content) and into.args[0].zone == out.args[1]
            if into.args[1] == zone or (into.args[1] == ir.Local(var) and there):
                return True
    return False


def _blocks(checked: ir.Checked) -> Iterator[ir.Block]:
    """All statements that stand one below the other."""
    stack: list[object] = list(ir.bodies(checked))
    while stack:
        node = stack.pop()
        if isinstance(node, tuple) and any(isinstance(each, ir.LetS) for each in node):
            yield node
        stack += ir.inside(node)
