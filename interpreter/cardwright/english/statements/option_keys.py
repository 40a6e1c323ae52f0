"""Keys of options without a title, which do not depend on the wording of the option."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.syntax import tree as syntax

# Behind this many deeds a key says no more.
MAX_DEEDS = 3


def option_key(body: syntax.BodyNode) -> str:
    """Return the key of an option from the calls of its body and their arguments, "" if there are none: `draw_2`."""
    deeds = [word for statement in body.statements for word in _deeds(statement)]
    return "_".join(deeds[:MAX_DEEDS]).casefold()


def _deeds(node: syntax.Node | None) -> Iterator[str]:
    """Yield the calls and assignments of a statement in order, each as one word."""
    match node:
        case syntax.DeedNode():
            yield "_".join([node.word, *(word for arg in node.args if (word := _named(arg.value)))])
        case syntax.AssignNode():
            yield _named(node.target)
        case syntax.LetNode(value=syntax.DeedNode() as deed):
            yield from _deeds(deed)
        case syntax.MayNode():
            yield from _deeds(node.deed)
            yield from _within(node.body)
        case syntax.ChooseNode() | syntax.ForEachNode() | syntax.RepeatNode():
            yield from _within(node.body)


def _within(body: syntax.BodyNode) -> Iterator[str]:
    for statement in body.statements:
        yield from _deeds(statement)


def _named(value: syntax.Expr) -> str:
    """Return the name or number that an argument is; "" for any other expression."""
    match value:
        case syntax.NumberNode():
            return str(value.value)
        case syntax.NameNode() | syntax.GetNode():
            return value.word
    return ""
