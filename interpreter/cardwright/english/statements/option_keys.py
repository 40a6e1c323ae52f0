"""Keys of options without a title: words that stay the same however the sentences about an option are worded."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.syntax import tree as s

# Behind this many deeds a key says no more.
MOST_DEEDS = 3


def option_key(body: s.Body) -> str:
    """Return the key of an option by the deeds of its body and their roles, "" if it names none: `draw_2`."""
    deeds = [word for statement in body.statements for word in _deeds(statement)]
    return "_".join(deeds[:MOST_DEEDS]).casefold()


def _deeds(node: s.Node | None) -> Iterator[str]:
    """The deeds of a statement in order, each as one word."""
    match node:
        case s.Deed():
            yield "_".join([node.word, *(word for arg in node.args if (word := _named(arg.value)))])
        case s.Assign():
            yield _named(node.target)
        case s.Let(value=s.Deed() as deed):
            yield from _deeds(deed)
        case s.May():
            yield from _deeds(node.deed)
            yield from _within(node.body)
        case s.Choose() | s.ForEach() | s.Repeat():
            yield from _within(node.body)


def _within(body: s.Body) -> Iterator[str]:
    for statement in body.statements:
        yield from _deeds(statement)


def _named(value: s.Expr) -> str:
    """What a role is given, if that has a name or is a number."""
    match value:
        case s.Number():
            return str(value.value)
        case s.Name() | s.Get():
            return value.word
    return ""
