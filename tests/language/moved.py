"""Powers in which something stands elsewhere: in a block instead of behind it, behind it instead of in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import TypeVar

from cardwright.syntax import tree as s

N = TypeVar("N", bound=s.Node)
Block = s.If | s.ForEach | s.Repeat | s.Choose | s.May | s.ChooseOne


def moved(power: s.Power) -> Iterator[tuple[str, s.Power]]:
    """What was moved, and the power after it, in which one statement or condition stands elsewhere."""
    for node in s.walk(power):
        if isinstance(node, s.Body):
            for what, body in _of_body(node):
                yield what, _with(power, node, body)
        elif isinstance(node, s.Choose) and (paid := _paid_first(node)) is not None:
            yield "paid before it is known for what", _with(power, node, paid)
        elif isinstance(node, s.React):
            for what, react in _of_reaction(node):
                yield what, _with(power, node, react)


def _of_body(node: s.Body) -> Iterator[tuple[str, s.Body]]:
    for place, block in enumerate(node.statements):
        if not isinstance(block, Block):
            continue
        before, after = node.statements[:place], node.statements[place + 1 :]
        inner = _last_body(block)
        if after:
            longer = _with(block, inner, s.Body((*inner.statements, after[0])))
            yield "moved in", s.Body((*before, longer, *after[1:]))
        if len(inner.statements) > 1:
            shorter = _with(block, inner, s.Body(inner.statements[:-1]))
            yield "moved out", s.Body((*before, shorter, inner.statements[-1], *after))


def _paid_first(node: s.Choose) -> s.May | None:
    """A choice that may be made and begins with a deed, as that deed, which may be done, and then the choice."""
    first, *rest = node.body.statements
    words = {pick.word for pick in node.picks}
    if not node.may or not rest or not isinstance(first, s.Deed) or node.otherwise is not None or node.repeatedly:
        return None
    if any(isinstance(part, s.Name) and part.word in words for part in s.walk(first)):
        return None
    inner = replace(node, subject=None, may=False, body=s.Body(tuple(rest)))
    return s.May(node.subject, first, s.Body((inner,)), None)


def _of_reaction(node: s.React) -> Iterator[tuple[str, s.React]]:
    first, *rest = node.body.statements
    if node.where is not None:
        if rest:
            asked = s.If(((node.where, s.Body((first,))),), None)
            yield "asked of the first only", replace(node, where=None, body=s.Body((asked, *rest)))
        if node.when == "instead":
            asked = s.If(((node.where, node.body),), None)
            yield "asked too late", replace(node, where=None, body=s.Body((asked,)))
    elif isinstance(first, s.If) and len(first.branches) == 1 and first.otherwise is None:
        where, body = first.branches[0]
        if rest:
            yield "asked of all", replace(node, where=where, body=s.Body((*body.statements, *rest)))
        elif node.when == "instead":
            yield "asked before", replace(node, where=where, body=body)


def _last_body(block: Block) -> s.Body:
    """The body that stands last in a statement."""
    if isinstance(block, s.ForEach | s.Repeat):
        return block.body
    if block.otherwise is not None:
        return block.otherwise
    if isinstance(block, s.If):
        return block.branches[-1][1]
    return block.options[-1].body if isinstance(block, s.ChooseOne) else block.body


def _with(node: N, old: s.Node, new: s.Node) -> N:
    """A tree with one of its nodes replaced by another."""
    if node is old:
        return new  # type: ignore[return-value]
    changed = {entry.name: _within(getattr(node, entry.name), old, new) for entry in fields(node)}
    return replace(node, **changed)  # type: ignore[arg-type]


def _within(value: object, old: s.Node, new: s.Node) -> object:
    if isinstance(value, tuple):
        return tuple(_within(item, old, new) for item in value)
    return _with(value, old, new) if isinstance(value, s.Node) else value
