"""Which choices go into secret memory at once: of these others are not told what was chosen."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.checker import ir


def kept_sites(checked: ir.Checked) -> frozenset[int]:
    """The numbers of the sites at which what is chosen is written into secret memory.

    A thing, word, number or player is, also by way of verbs that do not say it; so is an option, where each of
    them does nothing but write there, and a deed among which such a thing is picked.
    """
    return frozenset(_kept(ir.bodies(checked)))


def _kept(texts: tuple[ir.Block, ...]) -> Iterator[int]:
    for node in ir.every(texts):
        if isinstance(node, ir.ChooseS):
            for pick in node.picks:
                if _is_written(pick.var, node.body, frozenset()):
                    yield pick.site.number
        elif isinstance(node, ir.ChooseOneS):
            bodies = [option.body for option in node.options]
            picked = [option for option in node.options if isinstance(option, ir.PickingS)]
            in_secret = any(_is_written(each.pick.var, each.body, frozenset()) for each in picked)
            written = any(map(_writes_only, bodies)) and all(_writes_only(body) or _is_nothing(body) for body in bodies)
            if in_secret or written:
                yield node.site.number


def _is_written(var: ir.Var, body: object, within: frozenset[str]) -> bool:
    """Whether what a name holds is written into secret memory in a text, or in what that performs."""
    for node in ir.every(body):
        if isinstance(node, ir.SetMemory) and node.target.memory.secret and _speaks_of(var, node.value):
            return True
        if isinstance(node, ir.Perform) and node.procedure.word not in within:
            for param, arg in zip(node.procedure.params, node.args, strict=True):
                aloud = node.procedure.phrase is None or f"{{{param.word}" in node.procedure.phrase
                around = within | {node.procedure.word}
                if not aloud and _speaks_of(var, arg) and _is_written(param, node.procedure.body, around):
                    return True
    return False


def _speaks_of(var: ir.Var, value: object) -> bool:
    return any(isinstance(node, ir.Local) and node.var == var for node in ir.every(value))


def _writes_only(body: ir.Block) -> bool:
    return bool(body) and all(isinstance(each, ir.SetMemory) and each.target.memory.secret for each in body)


def _is_nothing(body: ir.Block) -> bool:
    return all(each == ir.Control("nothing") for each in body)
