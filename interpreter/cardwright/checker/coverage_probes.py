"""Probes for counting how often statements, cases of rules and abilities are executed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from cardwright.source.node_dataclass import frozen
from cardwright.syntax import tree as syntax

STATEMENT, VALUE, ABILITY = "statement", "value", "ability"
EVERYTHING = (STATEMENT, VALUE, ABILITY)


@frozen
class Probe:
    """A position in a rule text at which executions are counted.

    `power` is the number of the definition that the text belongs to, or -1.
    """

    kind: str
    power: int
    path: str
    line: int
    column: int
    text: str


@dataclass(slots=True)
class Probes:
    """The probes of one checked game. Their lines and columns are computed only when needed."""

    _found: list[tuple[object, str, int, Any, syntax.Node]] = field(default_factory=list)
    _number: dict[int, int] = field(default_factory=dict)
    _at: dict[tuple[object, ...], int] = field(default_factory=dict)
    _again: list[object] = field(default_factory=list)

    def mark(self, made: object, kind: str, power: int, unit: Any, node: syntax.Node) -> None:
        """Add a probe for a checked statement, case or ability; rule texts from outside the game get none.

        Nodes made of the same source text, such as those of several overloads, share a probe.
        """
        if unit.constants or id(made) in self._number:
            return
        place = (kind, power, id(unit), node.start, node.end)
        number = self._number[id(made)] = self._at.setdefault(place, len(self._found))
        if number == len(self._found):
            self._found.append((made, kind, power, unit, node))
        else:
            self._again.append(made)  # keep the object alive, since its id could be reused

    def copy(self) -> Probes:
        """Return a copy to which probes can be added independently."""
        return Probes(list(self._found), dict(self._number), dict(self._at), list(self._again))

    def number(self, made: object, kinds: Collection[str]) -> int | None:
        """Return the number of the probe at a node of the typed tree, if its kind is among `kinds`.

        Returns None for another kind, and for a node without a probe.
        """
        number = self._number.get(id(made))
        return number if number is not None and self._found[number][1] in kinds else None

    def spot(self, made: object) -> int:
        """Return the number of the probe at a node of the typed tree, or -1 for a node without source text."""
        return self._number.get(id(made), -1)

    def source(self, made: object) -> tuple[Any, syntax.Node] | None:
        """Return the unit and the syntax node from which a node of the typed tree was made, or None."""
        number = self._number.get(id(made))
        return None if number is None else self._found[number][3:]

    def places(self) -> list[Probe]:
        """Return all probes in the order of their numbers."""
        return [self._place(kind, power, unit, node) for _, kind, power, unit, node in self._found]

    @staticmethod
    def _place(kind: str, power: int, unit: Any, node: syntax.Node) -> Probe:
        span = unit.span(node)
        text = unit.scalar.raw[node.start : node.end].split("\n")[0].split(" #")[0].strip()
        return Probe(kind, power, span.path, span.line, span.column, text)
