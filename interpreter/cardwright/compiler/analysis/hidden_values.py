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
    """Return the names and rules through which a value depends on hidden information, in the author's words.

    The last one is the hidden zone, memory or roll. None if the value depends on nothing hidden.
    """
    return _find_path(value, given, dark, set())


def _find_path(value: object, given: Given, dark: Collection[object], seen: set[object]) -> tuple[str, ...] | None:
    """Return the path from a value to hidden information, or None if there is none.

    Rules and names in `seen` are skipped, so that each is read once even if names refer to each other. `seen` grows.
    """
    for node in typed_tree.walk_tree(value):
        further: object = None
        word = ""
        if isinstance(node, typed_tree.LocalExpr) and node.var in dark:
            return (f"the roll `{node.var.word}`",)
        if isinstance(node, typed_tree.ContentExpr) and isinstance(node.zone, typed_tree.ZoneExpr):
            if node.zone.zone.see != "everyone":
                return (f"the zone `{node.zone.zone.word}`",)
        elif isinstance(node, typed_tree.BuiltinExpr) and node.hidden:
            return (f"the zone `{node.hidden}`",)
        elif isinstance(node, typed_tree.MemoryExpr) and node.memory.secret:
            return (f"the memory `{node.memory.word}`",)
        elif isinstance(node, typed_tree.RuleExpr) and node.rule not in seen:
            seen.add(node.rule)
            further, word = tuple(node.rule.cases), f"the rule `{node.rule.word}`"
        elif isinstance(node, typed_tree.LocalExpr) and node.var in given and node.var not in seen:
            seen.add(node.var)
            further, word = tuple(given[node.var]), f"`{node.var.word}`"
        if further is not None:
            found = _find_path(further, given, dark, seen)
            if found is not None:
                return (word, *found)
    return None
