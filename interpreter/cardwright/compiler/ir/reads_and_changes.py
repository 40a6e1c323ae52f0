"""Effects of the IR: what values read, and what statements change.

Passes use them to decide whether a value is unchanged at a later statement.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.ir.operations import CHANGES, DRAWS, OPERATIONS, READS

# All slot families: used for functions and operations that may read or change anything.
ANYWHERE = ("", "")
_NODES = frozenset(ir.NODES)


@dataclass(slots=True)
class Effects:
    """The variables and slot families that a value reads or that code writes. The family `ANYWHERE` stands for all."""

    names: set[ir.Var] = field(default_factory=set)
    families: set[tuple[str, str]] = field(default_factory=set)

    def meets(self, changed: Effects) -> bool:
        """Return True if a value that reads these variables and families may differ after the effects `changed`."""
        if not self.names.isdisjoint(changed.names):
            return True
        if not self.families or not changed.families:
            return False
        everywhere = ANYWHERE in self.families or ANYWHERE in changed.families
        return everywhere or not self.families.isdisjoint(changed.families)

    def add(self, other: Effects) -> None:
        """Add the variables and families of another instance."""
        self.names |= other.names
        self.families |= other.families


@dataclass(slots=True)
class Dependencies(Effects):
    """The variables and slot families that a value reads, and further effects of its evaluation.

    `free` is True if there are no side effects, and `changes` if state is written. `fails` is True if an error can be
    raised; such an evaluation must not be dropped even if its value is unused.
    """

    free: bool = True
    changes: bool = False
    fails: bool = False


class EffectAnalysis:
    """Dependencies of values and effects of statements, each computed once, and value numbers."""

    def __init__(self) -> None:
        # each entry holds its node, so that the `id` is not reused
        self._values: dict[int, tuple[Any, Dependencies]] = {}
        self._changed: dict[int, tuple[Any, Effects]] = {}
        self._numbers: dict[int, tuple[Any, int]] = {}
        self._equal: dict[Any, int] = {}

    def of(self, node: Any) -> Dependencies:
        """Return the dependencies of a value."""
        found = self._values.get(id(node))
        if found is None:
            found = self._values[id(node)] = node, self._find_dependencies(node)
        return found[1]

    def _find_dependencies(self, node: Any) -> Dependencies:
        dependencies = Dependencies()
        kind = type(node)
        if kind is ir.Get:
            dependencies.names.add(node.var)
            return dependencies
        if kind is ir.Read:
            dependencies.families.add(node.place.family)
        elif kind is ir.Op:
            effect = OPERATIONS[node.name].effect
            dependencies.free = effect not in (DRAWS, CHANGES)
            dependencies.changes = effect == CHANGES
            dependencies.fails = OPERATIONS[node.name].fails
            if effect == READS:
                dependencies.families.add(ANYWHERE)
        elif kind is ir.Call or kind is ir.Fits:
            dependencies.families.add(ANYWHERE)
            dependencies.changes = kind is ir.Call and node.function.kind == "plain"
            dependencies.free = not dependencies.changes
            dependencies.fails = True
        elif kind is ir.Later:
            dependencies.free = False
        for part in ir.list_children(node):
            inner = self.of(part)
            dependencies.add(inner)
            dependencies.free = dependencies.free and inner.free
            dependencies.changes = dependencies.changes or inner.changes
            dependencies.fails = dependencies.fails or inner.fails
        if kind is ir.Each:
            dependencies.names.difference_update([var for var, _ in node.loops])
        elif kind is ir.Bind or kind is ir.Reachable:
            dependencies.names.discard(node.var)
        return dependencies

    def changed(self, statement: ir.Stmt) -> Effects:
        """Return the effects of a statement on variables and slots. Reports to the observer do not count."""
        found = self._changed.get(id(statement))
        if found is None:
            found = self._changed[id(statement)] = statement, self._changes(statement)
        return found[1]

    def changed_by(self, code: ir.Code) -> Effects:
        """Return the changes of all statements of a block."""
        touched = Effects()
        for statement in code:
            touched.add(self.changed(statement))
        return touched

    def _changes(self, node: Any) -> Effects:
        touched = Effects()
        kind = type(node)
        if kind is ir.Set or kind is ir.ForEach or kind is ir.Offer:
            touched.names.add(node.var)
        elif kind is ir.Store or kind is ir.Fill:
            touched.families.add(node.place.family)
        if kind is ir.If:
            for test, body in node.branches:
                self._add_value_effects(test, touched)
                touched.add(self.changed_by(body))
            touched.add(self.changed_by(node.otherwise))
            return touched
        if kind is ir.ForEach or kind is ir.Loop or kind is ir.Block:
            touched.add(self.changed_by(node.body))
            if kind is ir.ForEach:
                self._add_value_effects(node.list, touched)
            return touched
        for value in ir.list_children(node):
            self._add_value_effects(value, touched)
        return touched

    def _add_value_effects(self, value: Any, touched: Effects) -> None:
        if self.of(value).changes:
            touched.families.add(ANYWHERE)

    def number(self, node: Any) -> int:
        """Return the value number of a node; two nodes have the same number exactly if they are equal."""
        found = self._numbers.get(id(node))
        if found is None:
            key = type(node), self._find_comparison_key(node.__compared__(node))
            found = self._numbers[id(node)] = node, self._equal.setdefault(key, len(self._equal))
        return found[1]

    def _find_comparison_key(self, part: Any) -> Any:
        if type(part) is tuple:
            return tuple([self._find_comparison_key(each) for each in part])
        return (self.number(part),) if type(part) in _NODES else part


def always_exits(code: ir.Code) -> bool:
    """Return True if execution never continues after `code`."""
    last = code[-1] if code else None
    if isinstance(last, ir.If) and last.otherwise:
        return always_exits(last.otherwise) and all(always_exits(body) for _, body in last.branches)
    return isinstance(last, ir.Exit | ir.Finish | ir.Fail | ir.Return | ir.Go | ir.GoWith | ir.Again | ir.AskDecision)


def has_side_effects(node: ir.Value) -> bool:
    """Return True if evaluating a value draws from chance or changes the state."""
    return any(
        OPERATIONS[each.name].effect in (DRAWS, CHANGES) and each.name != "spend"
        if isinstance(each, ir.Op)
        else isinstance(each, ir.Call) and each.function.kind == "plain"
        for each in ir.walk_nodes(node)
    )


def stops_early(over: ir.Value) -> bool:
    """Return True if `any` and `all` over a list stop at the item that decides, in Python as in C.

    They do so where evaluating an item is expensive: where it loops over lists or calls functions.
    """
    if not isinstance(over, ir.Each) or over.flat or has_side_effects(over):
        return False
    parts = [*([] if over.where is None else [over.where]), over.value, *(items for _, items in over.loops[1:])]
    costly = ir.Each | ir.Reachable | ir.Fold | ir.Call | ir.Fits
    return any(isinstance(each, costly) for part in parts for each in ir.walk_nodes(part))
