"""What is made of what lies hidden: in a zone that not everybody sees, or in secret memory."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from cardwright.checker import typed_tree

Given = Mapping[typed_tree.TypedVar, Sequence[typed_tree.Value]]


def hangs_on_hidden(
    value: object, given: Given, within: frozenset[object] = frozenset(), dark: Collection[object] = ()
) -> bool:
    """Whether a value is made of what lies hidden, also by way of rules and of the names that were `given`.

    `dark` are names of which not everybody learns what they were given.
    """
    return path_to_hidden(value, given, within, dark) is not None


def path_to_hidden(
    value: object, given: Given, within: frozenset[object] = frozenset(), dark: Collection[object] = ()
) -> tuple[str, ...] | None:
    """Return in an author's words by which names and rules a value hangs on a hidden thing, which comes last.

    None if it does not.
    """
    for node in typed_tree.every(value):
        further: object = None
        word = ""
        if isinstance(node, typed_tree.LocalExpr) and node.var in dark:
            return (f"the roll `{node.var.word}`",)
        if isinstance(node, typed_tree.ContentExpr) and isinstance(node.zone, typed_tree.ZoneExpr):
            if node.zone.zone.see != "everyone":
                return (f"the zone `{node.zone.zone.word}`",)
        elif isinstance(node, typed_tree.MemoryExpr) and node.memory.secret:
            return (f"the memory `{node.memory.word}`",)
        elif isinstance(node, typed_tree.RuleExpr) and node.rule not in within:
            within, further, word = within | {node.rule}, tuple(node.rule.cases), f"the rule `{node.rule.word}`"
        elif isinstance(node, typed_tree.LocalExpr) and node.var in given and node.var not in within:
            within, further, word = within | {node.var}, tuple(given[node.var]), f"`{node.var.word}`"
        if further is not None:
            found = path_to_hidden(further, given, within, dark)
            if found is not None:
                return (word, *found)
    return None
