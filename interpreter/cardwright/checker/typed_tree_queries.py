"""Which names of a text certainly hold what everybody is told."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from cardwright.checker import typed_tree
from cardwright.declarations.model import PLAYERS, TABLE
from cardwright.declarations.types import MAYBE_NUMBER, NUMBER
from cardwright.phrases.templates import parts_of, roles_in
from cardwright.source.diagnostics import declare_code
from cardwright.syntax import tree as s

_MADE_OF_OTHERS = (
    *(
        typed_tree.Lit,
        typed_tree.BinaryV,
        typed_tree.DivideV,
        typed_tree.SureV,
        typed_tree.CompareV,
        typed_tree.LogicV,
        typed_tree.NotV,
        typed_tree.ListV,
        typed_tree.FilterV,
    ),
    typed_tree.CollectV,
    *(typed_tree.Players, typed_tree.Opponents, typed_tree.Words, typed_tree.Names),
)


def is_told(value: typed_tree.Value, told: Collection[typed_tree.Var]) -> bool:
    """Whether everybody is told what a value is made of: open counters, constants, and names that are told."""
    bound = set()
    for node in typed_tree.every(value):
        if isinstance(node, typed_tree.FilterV):
            bound.add(node.it)
        elif isinstance(node, typed_tree.CollectV):
            bound |= {var for var, _ in node.each}
    return all(_is_open(node, told, bound) for node in typed_tree.every(value))


def _is_open(node: object, told: Collection[typed_tree.Var], bound: Collection[typed_tree.Var]) -> bool:
    if isinstance(node, typed_tree.Local):
        return node.var in told or node.var in bound
    if isinstance(node, typed_tree.MemoryV):
        return node.memory.owner in (TABLE, PLAYERS) and not node.memory.secret
    return isinstance(node, _MADE_OF_OTHERS)


def said_roles(procedure: typed_tree.Procedure, roles: Collection[typed_tree.Var]) -> set[typed_tree.Var]:
    """The roles of a deed that are said aloud when it is done."""
    said = roles_in(parts_of(procedure.phrase or ""))
    return {role for role in roles if role.word in said}


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


def written_out_size(value: typed_tree.Value, sizes: Mapping[typed_tree.Var, int]) -> int:
    """How many parts a value has where names of known sizes are written out in it."""
    return sum(sizes.get(each.var, 1) if isinstance(each, typed_tree.Local) else 1 for each in typed_tree.every(value))


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


def is_set(value: typed_tree.Value) -> bool:
    """Whether a list of pieces comes from unordered places, so that a bit mask loses nothing."""
    of_pieces = value.type.base == "list" and value.type.item is not None and value.type.item.base == "piece"
    return of_pieces and typed_tree.is_unordered(value, is_set)


def numbers_by(condition: typed_tree.Value, holds: bool = True) -> tuple[typed_tree.Value, ...]:
    """The values that are numbers where a condition holds, or does not."""
    if isinstance(condition, typed_tree.NotV):
        return numbers_by(condition.value, not holds)
    if isinstance(condition, typed_tree.LogicV) and (condition.operator == "and") == holds:
        return (*numbers_by(condition.left, holds), *numbers_by(condition.right, holds))
    if isinstance(condition, typed_tree.CompareV) and condition.operator in ("is", "is not"):
        same = (condition.operator == "is") == holds
        sides = (condition.left, condition.right), (condition.right, condition.left)
        return tuple(one for one, other in sides if one.type == MAYBE_NUMBER and _is_some(other, same))
    return ()


def numbers_among(items: typed_tree.Value, var: typed_tree.Var) -> tuple[typed_tree.Value, ...]:
    """The values that are numbers for an item of a list which has a name."""
    if not isinstance(items, typed_tree.FilterV):
        return ()
    return (
        *numbers_by(typed_tree.substitute(items.where, {items.it: typed_tree.Local(var)})),
        *numbers_among(items.list, var),
    )


def _is_some(other: typed_tree.Value, same: bool) -> bool:
    """Whether what is the same as a value, or is not, is a number."""
    return other.type == NUMBER if same else isinstance(other, typed_tree.Lit) and other.type == MAYBE_NUMBER
