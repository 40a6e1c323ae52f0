"""What is asked of bodies and lists wherever statements are checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardwright.checker import ir
from cardwright.source.diagnostics import declare_code
from cardwright.syntax import tree as s

MISPLACED = declare_code(
    "misplaced",
    "A statement stands where it has no meaning.",
    mend="Move the statement to where it has a meaning, as the message says, or delete it.",
)


# The value of a name, with those of the names in it in their place, has no more parts where it is written out.
MOST_WRITTEN_OUT = 5_000
TOO_MUCH = declare_code(
    "too-much-named",
    "Names speak of each other so often that what a rule or a `require` means by them cannot be written out.",
    mend="Make a rule of what several of the names speak of: a rule is asked, and not written out.",
)


def written_out_size(value: ir.Value, sizes: Mapping[ir.Var, int]) -> int:
    """How many parts a value has where names of known sizes are written out in it."""
    return sum(sizes.get(each.var, 1) if isinstance(each, ir.Local) else 1 for each in ir.every(value))


def requirements(nodes: tuple[s.Stmt, ...]) -> Iterator[s.Require]:
    """Every `require` of some statements, also in their branches, but not in what somebody chooses."""
    for node in nodes:
        if isinstance(node, s.Require):
            yield node
        elif isinstance(node, s.If):
            for body in (*(body for _, body in node.branches), *([node.otherwise] if node.otherwise else [])):
                yield from requirements(body.statements)


def name_from(node: s.Let | s.ForEach | s.Pick) -> int:
    """Where to look for the name that a statement gives: behind its own words, or behind how many it takes."""
    if isinstance(node, s.Pick):
        return node.start if node.amount is None else node.amount.end
    return node.start + len("let " if isinstance(node, s.Let) else "for each ")


def is_set(value: ir.Value) -> bool:
    """Whether a list of pieces comes from unordered places, so that a bit mask loses nothing."""
    of_pieces = value.type.base == "list" and value.type.item is not None and value.type.item.base == "piece"
    return of_pieces and ir.is_unordered(value, is_set)
