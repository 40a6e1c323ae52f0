"""Read sets of rules, the state slots on which their values depend."""

from __future__ import annotations

from collections.abc import Mapping

from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.ir.operations import OPERATIONS, PURE
from cardwright.source.node_dataclass import frozen

# Operations that read the zone they are given.
_OF_A_ZONE = ("content", "top")
# Statements without side effects.
_FINDING = (ir.Set, ir.Offer, ir.If, ir.ForEach, ir.Block, ir.Loop, ir.Exit, ir.Return, ir.Fail)


@frozen
class ReadSlots:
    """The slots that a rule reads in the memory or zone `family`.

    With `own`, only the slots of the player whom the rule is about are read, otherwise those of all owners. `listed` is
    True for memory that holds lists.
    """

    family: tuple[str, str]
    own: bool = False
    listed: bool = False


ReadSet = frozenset[ReadSlots]
# Slots per player of each family: the stride of the term with the owner.
Widths = Mapping[tuple[str, str], int]


def find_read_set(
    rule: ir.Function, definitions: Mapping[ir.Function, ir.Definition], widths: Widths
) -> ReadSet | None:
    """Return the slots that a rule about a player reads; None if they are unknown or the rule has side effects.

    `widths` gives the number of slots of each family.
    """
    return _Search(definitions, widths).of(rule, (True,))


class _Unknown(Exception):
    """Signal that the slots read by a node cannot be determined."""


class _Search:
    def __init__(self, definitions: Mapping[ir.Function, ir.Definition], widths: Widths) -> None:
        self._definitions = definitions
        self._widths = widths
        self._met: set[tuple[ir.Function, tuple[bool, ...]]] = set()
        self._found: set[ReadSlots] = set()
        # the zones mentioned, whether a zone given as a value is read, and whether there are zones not mentioned
        self._zones: set[ReadSlots] = set()
        self._looks_into_one = self._others = False

    def of(self, rule: ir.Function, asked: tuple[bool, ...]) -> ReadSet | None:
        try:
            self._add_function(rule, asked)
        except _Unknown:
            return None
        if self._looks_into_one and self._others:
            return None
        return frozenset(self._found | self._zones if self._looks_into_one else self._found)

    def _add_function(self, function: ir.Function, asked: tuple[bool, ...]) -> None:
        """Add the slots that a function reads; `asked` says which arguments are the player of the rule."""
        if (function, asked) in self._met:
            return
        self._met.add((function, asked))
        definition = self._definitions.get(function)
        if definition is None or len(definition.params) != len(asked):
            raise _Unknown
        if not all(isinstance(each, _FINDING) for each in ir.walk_statements(definition.body)):
            raise _Unknown
        given = {node.var for node in ir.walk_nodes(definition.body) if isinstance(node, ir.Set | ir.ForEach)}
        mine = {var for var, is_asked in zip(definition.params, asked, strict=True) if is_asked and var not in given}
        for node in ir.walk_nodes(definition.body):
            self._add_node(node, mine)

    def _add_node(self, node: object, mine: set[ir.Var]) -> None:
        if isinstance(node, ir.Read):
            self._found.add(self._find_ground(node.place, mine))
        elif isinstance(node, ir.Handle):
            self._zones.add(self._find_ground(node.place, mine))
        elif isinstance(node, ir.Op):
            self._add_operation(node, mine)
        elif isinstance(node, ir.Call):
            self._add_function(node.function, tuple(_is(arg, mine) for arg in node.args))
        elif isinstance(node, ir.Fits | ir.Later):
            raise _Unknown
        if isinstance(node, ir.Read | ir.Const | ir.StaticTable) and "zone" in (node.ty.base, node.ty.of):
            self._others = True

    def _add_operation(self, node: ir.Op, mine: set[ir.Var]) -> None:
        if node.name in _OF_A_ZONE and isinstance(node.args[0], ir.Handle):
            self._found.add(self._find_ground(node.args[0].place, mine))
        elif node.name in _OF_A_ZONE:
            self._looks_into_one = True
        elif OPERATIONS[node.name].effect != PURE:
            raise _Unknown

    def _find_ground(self, place: ir.Slot, mine: set[ir.Var]) -> ReadSlots:
        if place.family[0] == "fixed" or place.ty in (ir.ROW, ir.ROWS):
            raise _Unknown
        width = self._widths.get(place.family)
        own = any(stride == width and _is(term, mine) for term, stride in place.terms)
        return ReadSlots(place.family, own, place.ty.base == "list")


def _is(value: ir.Value, mine: set[ir.Var]) -> bool:
    return isinstance(value, ir.Get) and value.var in mine
