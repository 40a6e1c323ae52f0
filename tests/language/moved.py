"""Powers in which something stands elsewhere: in a block instead of behind it, behind it instead of in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import TypeVar

from cardwright.syntax import tree as syntax

N = TypeVar("N", bound=syntax.Node)
Block = (
    syntax.IfNode | syntax.ForEachNode | syntax.RepeatNode | syntax.ChooseNode | syntax.MayNode | syntax.ChooseOneNode
)


def moved(power: syntax.PowerNode) -> Iterator[tuple[str, syntax.PowerNode]]:
    """What was moved, and the power after it, in which one statement or condition stands elsewhere."""
    for node in syntax.walk(power):
        if isinstance(node, syntax.BodyNode):
            for what, body in _of_body(node):
                yield what, _with(power, node, body)
        elif isinstance(node, syntax.ChooseNode) and (paid := _paid_first(node)) is not None:
            yield "paid before it is known for what", _with(power, node, paid)
        elif isinstance(node, syntax.ReactNode):
            for what, react in _of_reaction(node):
                yield what, _with(power, node, react)


def _is_of_rest(block: syntax.Stmt, last: syntax.Stmt) -> bool:
    """Whether a statement is about the rest of a list, so that outside it means the same: nothing if none is chosen."""
    match block:
        case syntax.ChooseNode(may=False, picks=(syntax.PickNode(amount=None, where=None, such_that=None) as pick,)):
            return syntax.RestOfNode(pick.source) in syntax.walk(last)
    return False


def _of_body(node: syntax.BodyNode) -> Iterator[tuple[str, syntax.BodyNode]]:
    for place, block in enumerate(node.statements):
        if not isinstance(block, Block):
            continue
        before, after = node.statements[:place], node.statements[place + 1 :]
        inner = _last_body(block)
        if after:
            longer = _with(block, inner, syntax.BodyNode((*inner.statements, after[0])))
            yield "moved in", syntax.BodyNode((*before, longer, *after[1:]))
        if len(inner.statements) > 1 and not _is_of_rest(block, inner.statements[-1]):
            shorter = _with(block, inner, syntax.BodyNode(inner.statements[:-1]))
            yield "moved out", syntax.BodyNode((*before, shorter, inner.statements[-1], *after))


def _paid_first(node: syntax.ChooseNode) -> syntax.MayNode | None:
    """A choice that may be made and begins with a deed, as that deed, which may be done, and then the choice."""
    first, *rest = node.body.statements
    words = {pick.word for pick in node.picks}
    if (
        not node.may
        or not rest
        or not isinstance(first, syntax.PerformNode)
        or node.otherwise is not None
        or node.repeatedly
    ):
        return None
    if any(isinstance(part, syntax.NameNode) and part.word in words for part in syntax.walk(first)):
        return None
    inner = replace(node, subject=None, may=False, body=syntax.BodyNode(tuple(rest)))
    return syntax.MayNode(node.subject, first, syntax.BodyNode((inner,)), None)


def _of_reaction(node: syntax.ReactNode) -> Iterator[tuple[str, syntax.ReactNode]]:
    first, *rest = node.body.statements
    if node.where is not None:
        if rest:
            asked = syntax.IfNode(((node.where, syntax.BodyNode((first,))),), None)
            yield "asked of the first only", replace(node, where=None, body=syntax.BodyNode((asked, *rest)))
        if node.when == "instead":
            asked = syntax.IfNode(((node.where, node.body),), None)
            yield "asked too late", replace(node, where=None, body=syntax.BodyNode((asked,)))
    elif isinstance(first, syntax.IfNode) and len(first.branches) == 1 and first.otherwise is None:
        where, body = first.branches[0]
        if rest:
            yield "asked of all", replace(node, where=where, body=syntax.BodyNode((*body.statements, *rest)))
        elif node.when == "instead":
            yield "asked before", replace(node, where=where, body=body)


def _last_body(block: Block) -> syntax.BodyNode:
    """The body that stands last in a statement."""
    if isinstance(block, syntax.ForEachNode | syntax.RepeatNode):
        return block.body
    if block.otherwise is not None:
        return block.otherwise
    if isinstance(block, syntax.IfNode):
        return block.branches[-1][1]
    return block.options[-1].body if isinstance(block, syntax.ChooseOneNode) else block.body


def _with(node: N, old: syntax.Node, new: syntax.Node) -> N:
    """A tree with one of its nodes replaced by another."""
    if node is old:
        return new  # type: ignore[return-value]
    changed = {entry.name: _within(getattr(node, entry.name), old, new) for entry in fields(node)}
    return replace(node, **changed)  # type: ignore[arg-type]


def _within(value: object, old: syntax.Node, new: syntax.Node) -> object:
    if isinstance(value, tuple):
        return tuple(_within(item, old, new) for item in value)
    return _with(value, old, new) if isinstance(value, syntax.Node) else value
