"""Values computed from hidden information: from zones not visible to everyone, or from secret memory."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from cardwright.checker import typed_tree
from cardwright.declarations.value_types import Type

# The list of an unknown origin: it counts as hidden from everybody.
NOWHERE = typed_tree.TypedVar("nowhere", Type("piece"), 0)
PIECES = ("piece", "zone")
Given = Mapping[typed_tree.TypedVar, Sequence[typed_tree.Value]]
# By rule and variable, the path to hidden information, or None if there is none.
Paths = dict[object, tuple[str, ...] | None]


def is_piece_type(kind: Type) -> bool:
    """Return True if the type is a piece or a zone, or a list of them."""
    return (kind.item or kind).base in PIECES


def holds_no_hidden_piece(kind: Type, openly: Collection[str]) -> bool:
    """Return True if values of a type are neither pieces nor zones, or of kinds in `openly`, which all players see."""
    item = kind.item if kind.base == "list" else kind
    return item is None or not is_piece_type(item) or item.of in openly


def is_from_open_zone(items: object) -> bool:
    """Return True if a list holds pieces of one zone that everybody sees."""
    while isinstance(items, typed_tree.FilterExpr):
        items = items.list
    zone = items.zone if isinstance(items, typed_tree.ContentExpr) else None
    return isinstance(zone, typed_tree.ZoneExpr) and zone.zone.see == "everyone"


def find_selections(value: object) -> list[typed_tree.Value]:
    """Return the filters and searches in a value, which decide which pieces it holds."""
    nodes = typed_tree.walk_tree(value)
    return [node for node in nodes if isinstance(node, typed_tree.FilterExpr | typed_tree.ReachExpr)]


def depends_on_hidden(value: object, given: Given, dark: Collection[object] = (), known: Paths | None = None) -> bool:
    """Return True if a value depends on hidden information, also through rules and variables.

    `given` has the values assigned to variables. `dark` are variables with values that not every player learns. `known`
    keeps what was found about rules and variables; it grows.
    """
    return path_to_hidden(value, given, dark, known) is not None


def path_to_hidden(
    value: object, given: Given, dark: Collection[object] = (), known: Paths | None = None
) -> tuple[str, ...] | None:
    """Return the names and rules through which a value depends on hidden information, in the author's words.

    The last name is the hidden zone, memory or roll. Returns None if the value depends on nothing hidden. For `given`,
    `dark` and `known` see `depends_on_hidden`.
    """
    known = {} if known is None else known
    seen: set[object] = set()
    path = _find_path(value, given, dark, seen, known)
    if path is None:
        known.update(dict.fromkeys(seen))
    return path


def _find_path(
    value: object, given: Given, dark: Collection[object], seen: set[object], known: Paths
) -> tuple[str, ...] | None:
    """Return the names on the path from a value to hidden information, or None if there is no such path.

    Rules and names in `seen` are skipped, so that each is searched once; `seen` grows.
    """
    for node in typed_tree.walk_tree(value):
        through: typed_tree.TypedRule | typed_tree.TypedVar | None = None
        if isinstance(node, typed_tree.LocalExpr):
            if node.var in dark:
                return (f"the roll `{node.var.word}`",)
            through = node.var if node.var in given else None
        elif isinstance(node, typed_tree.ContentExpr) and isinstance(node.zone, typed_tree.ZoneExpr):
            if node.zone.zone.see != "everyone":
                return (f"the zone `{node.zone.zone.word}`",)
        elif isinstance(node, typed_tree.BuiltinExpr) and node.hidden:
            return (f"the zone `{node.hidden}`",)
        elif isinstance(node, typed_tree.MemoryExpr) and node.memory.secret:
            return (f"the memory `{node.memory.word}`",)
        elif isinstance(node, typed_tree.RuleExpr):
            through = node.rule
        if through is None or through in seen:
            continue
        if through in known:
            found = known[through]
        else:
            seen.add(through)
            further = tuple(through.cases) if isinstance(through, typed_tree.TypedRule) else tuple(given[through])
            found = _find_path(further, given, dark, seen, known)
        if found is not None:
            known[through] = found
            word = f"`{through.word}`"
            return (f"the rule {word}" if isinstance(through, typed_tree.TypedRule) else word, *found)
    return None


def list_operands(value: typed_tree.Value) -> Iterator[typed_tree.Value]:
    """Yield the values that a value directly consists of, including values in lists of arguments and items."""
    for part in typed_tree.list_children(value):
        yield from (
            each for each in (part if isinstance(part, tuple) else (part,)) if isinstance(each, typed_tree.Value)
        )


def list_sources(value: typed_tree.Value) -> tuple[typed_tree.Value, ...]:
    """Return the lists and zones from which the pieces of a list come.

    If they are unknown, return one placeholder that counts as hidden from everybody.
    """
    if isinstance(value, typed_tree.ContentExpr):
        return (value.zone,)
    if isinstance(value, typed_tree.FilterExpr):
        return (value.list,)
    if isinstance(value, typed_tree.BuiltinExpr) and value.word in ("parts", "whole"):
        return (value.piece,)
    if isinstance(value, typed_tree.BuiltinExpr) and value.word == "neighbours" and not value.hidden:
        return ()
    if isinstance(value, typed_tree.BinaryExpr):
        return (value.left, value.right) if value.operator == "+" else (value.left,)
    return value.items if isinstance(value, typed_tree.ListExpr) else (typed_tree.LocalExpr(NOWHERE),)


def substitute_cases(value: typed_tree.RuleExpr) -> Iterator[tuple[typed_tree.Value, typed_tree.Value | None]]:
    """Yield the cases of a called rule as `(value, condition)`, with arguments substituted for parameters."""
    roles = dict(zip(value.rule.params, value.args, strict=True))
    for case, condition in value.rule.cases:
        yield typed_tree.substitute(case, roles), None if condition is None else typed_tree.substitute(condition, roles)
