"""What values hang on, and what statements change: by that it is known which values are still the same later on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.ir.operations import CHANGES, DRAWS, OPERATIONS, READS

# Slots of every family: those of a function or operation that may look anywhere, or change anything.
ANYWHERE = ("", "")
_NODES = frozenset(ir.NODES)


@dataclass(slots=True)
class Touched:
    """Names, and families of slots (`ANYWHERE` for all): what a value hangs on, or what code changes."""

    names: set[ir.Var] = field(default_factory=set)
    families: set[tuple[str, str]] = field(default_factory=set)

    def meets(self, changed: Touched) -> bool:
        """Whether a value that hangs on this may be another after a change."""
        if not self.names.isdisjoint(changed.names):
            return True
        if not self.families or not changed.families:
            return False
        everywhere = ANYWHERE in self.families or ANYWHERE in changed.families
        return everywhere or not self.families.isdisjoint(changed.families)

    def add(self, other: Touched) -> None:
        """What the other touches, too."""
        self.names |= other.names
        self.families |= other.families


@dataclass(slots=True)
class Hangs(Touched):
    """What a value hangs on; `free` if working it out draws nothing from chance, and `changes` nothing.

    `fails` if it may end in an error, so that it is not left out though nothing comes of it.
    """

    free: bool = True
    changes: bool = False
    fails: bool = False


class Hanging:
    """Tells of values what they hang on and which are equal, and of statements what they change; remembers it all."""

    def __init__(self) -> None:
        # nodes are kept beside what is known of them, so that no other gets their number
        self._values: dict[int, tuple[Any, Hangs]] = {}
        self._changed: dict[int, tuple[Any, Touched]] = {}
        self._numbers: dict[int, tuple[Any, int]] = {}
        self._equal: dict[Any, int] = {}

    def of(self, node: Any) -> Hangs:
        """What a value hangs on."""
        found = self._values.get(id(node))
        if found is None:
            found = self._values[id(node)] = node, self._found(node)
        return found[1]

    def _found(self, node: Any) -> Hangs:
        hangs = Hangs()
        kind = type(node)
        if kind is ir.Get:
            hangs.names.add(node.var)
            return hangs
        if kind is ir.Read:
            hangs.families.add(node.place.family)
        elif kind is ir.Op:
            effect = OPERATIONS[node.name].effect
            hangs.free = effect not in (DRAWS, CHANGES)
            hangs.changes = effect == CHANGES
            hangs.fails = OPERATIONS[node.name].fails
            if effect == READS:
                hangs.families.add(ANYWHERE)
        elif kind is ir.Call or kind is ir.Fits:
            hangs.families.add(ANYWHERE)
            hangs.changes = kind is ir.Call and node.function.kind == "plain"
            hangs.free = not hangs.changes
            hangs.fails = True
        elif kind is ir.Later:
            hangs.free = False
        for part in ir.inside(node):
            inner = self.of(part)
            hangs.add(inner)
            hangs.free = hangs.free and inner.free
            hangs.changes = hangs.changes or inner.changes
            hangs.fails = hangs.fails or inner.fails
        if kind is ir.Each:
            hangs.names.difference_update([var for var, _ in node.loops])
        elif kind is ir.Bind:
            hangs.names.discard(node.var)
        return hangs

    def changed(self, statement: ir.Stmt) -> Touched:
        """What a statement changes; what it tells who keeps what players know is no slot."""
        found = self._changed.get(id(statement))
        if found is None:
            found = self._changed[id(statement)] = statement, self._changes(statement)
        return found[1]

    def changed_by(self, code: ir.Code) -> Touched:
        """What statements change."""
        touched = Touched()
        for statement in code:
            touched.add(self.changed(statement))
        return touched

    def _changes(self, node: Any) -> Touched:
        touched = Touched()
        kind = type(node)
        if kind is ir.Set or kind is ir.ForEach or kind is ir.Offer:
            touched.names.add(node.var)
        elif kind is ir.Store or kind is ir.Fill:
            touched.families.add(node.place.family)
        if kind is ir.If:
            for test, body in node.branches:
                self._by_value(test, touched)
                touched.add(self.changed_by(body))
            touched.add(self.changed_by(node.otherwise))
            return touched
        if kind is ir.ForEach or kind is ir.Loop or kind is ir.Block:
            touched.add(self.changed_by(node.body))
            if kind is ir.ForEach:
                self._by_value(node.list, touched)
            return touched
        for value in ir.inside(node):
            self._by_value(value, touched)
        return touched

    def _by_value(self, value: Any, touched: Touched) -> None:
        if self.of(value).changes:
            touched.families.add(ANYWHERE)

    def number(self, node: Any) -> int:
        """A number that equal nodes share, and no others."""
        found = self._numbers.get(id(node))
        if found is None:
            told = type(node), self._told(node.__compared__(node))
            found = self._numbers[id(node)] = node, self._equal.setdefault(told, len(self._equal))
        return found[1]

    def _told(self, part: Any) -> Any:
        if type(part) is tuple:
            return tuple([self._told(each) for each in part])
        return (self.number(part),) if type(part) in _NODES else part


def leaves(code: ir.Code) -> bool:
    """Whether what stands behind code is never come to."""
    last = code[-1] if code else None
    if isinstance(last, ir.If) and last.otherwise:
        return leaves(last.otherwise) and all(leaves(body) for _, body in last.branches)
    return isinstance(last, ir.Exit | ir.Finish | ir.Fail | ir.Return | ir.Go | ir.GoWith | ir.Again | ir.Question)
