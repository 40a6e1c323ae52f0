"""Values made of hidden information, from zones not visible to everyone or from secret memory."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from cardwright.checker import typed_tree

Given = Mapping[typed_tree.TypedVar, Sequence[typed_tree.Value]]


def depends_on_hidden(value: object, given: Given, dark: Collection[object] = ()) -> bool:
    """Return True if a value depends on hidden information, also through rules and the assignments in `given`.

    `dark` are variables with values that not every player learns.
    """
    return path_to_hidden(value, given, dark) is not None


def path_to_hidden(value: object, given: Given, dark: Collection[object] = ()) -> tuple[str, ...] | None:
    """Return the names and rules by which a value depends on hidden information, in the author's words.

    The hidden zone, memory or roll comes last. None if the value does not depend on any.
    """
    return _path(value, given, dark, set())


def _path(value: object, given: Given, dark: Collection[object], seen: set[object]) -> tuple[str, ...] | None:
    """Return the path from a value to hidden information, through rules and names not in `seen`, which grows.

    A value in `seen` leads to nothing hidden, or its path is being searched: names that refer to each other are
    read once.
    """
    for node in typed_tree.walk_tree(value):
        further: object = None
        word = ""
        if isinstance(node, typed_tree.LocalExpr) and node.var in dark:
            return (f"the roll `{node.var.word}`",)
        if isinstance(node, typed_tree.ContentExpr) and isinstance(node.zone, typed_tree.ZoneExpr):
            if node.zone.zone.see != "everyone":
                return (f"the zone `{node.zone.zone.word}`",)
        elif isinstance(node, typed_tree.MemoryExpr) and node.memory.secret:
            return (f"the memory `{node.memory.word}`",)
        elif isinstance(node, typed_tree.RuleExpr) and node.rule not in seen:
            seen.add(node.rule)
            further, word = tuple(node.rule.cases), f"the rule `{node.rule.word}`"
        elif isinstance(node, typed_tree.LocalExpr) and node.var in given and node.var not in seen:
            seen.add(node.var)
            further, word = tuple(given[node.var]), f"`{node.var.word}`"
        if further is not None:
            found = _path(further, given, dark, seen)
            if found is not None:
                return (word, *found)
    return None
