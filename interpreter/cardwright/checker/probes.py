"""Places in texts whose runs can be counted: statements, values of rules, and abilities."""

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
    """One place: what stands there, and the number of the definition whose power it belongs to (-1: the game's)."""

    kind: str
    power: int
    path: str
    line: int
    column: int
    text: str


@dataclass(slots=True)
class Probes:
    """The places of one checked game by what was made of them; their spans are worked out only when asked for."""

    _found: list[tuple[object, str, int, Any, syntax.Node]] = field(default_factory=list)
    _number: dict[int, int] = field(default_factory=dict)
    _at: dict[tuple[object, ...], int] = field(default_factory=dict)
    _again: list[object] = field(default_factory=list)

    def mark(self, made: object, kind: str, power: int, unit: Any, node: syntax.Node) -> None:
        """Note what a checked statement, case or ability was made of; texts from outside the game do not count.

        What is made of one text several times, once for each sort of thing it is done to, stands at one place.
        """
        if unit.constants or id(made) in self._number:
            return
        place = (kind, power, id(unit), node.start, node.end)
        number = self._number[id(made)] = self._at.setdefault(place, len(self._found))
        if number == len(self._found):
            self._found.append((made, kind, power, unit, node))
        else:
            self._again.append(made)  # what is gone could leave its id to something else

    def copy(self) -> Probes:
        """The same places, to which others can be added without these being changed."""
        return Probes(list(self._found), dict(self._number), dict(self._at), list(self._again))

    def number(self, made: object, kinds: Collection[str]) -> int | None:
        """The number of the place something was made of, if it is of one of some kinds."""
        number = self._number.get(id(made))
        return number if number is not None and self._found[number][1] in kinds else None

    def spot(self, made: object) -> int:
        """The number of the place something was made of; -1 for the compiler's own."""
        return self._number.get(id(made), -1)

    def source(self, made: object) -> tuple[Any, syntax.Node] | None:
        """The text something was made of, and what stands there."""
        number = self._number.get(id(made))
        return None if number is None else self._found[number][3:]

    def places(self) -> list[Probe]:
        """All places, by number."""
        return [self._place(kind, power, unit, node) for _, kind, power, unit, node in self._found]

    @staticmethod
    def _place(kind: str, power: int, unit: Any, node: syntax.Node) -> Probe:
        span = unit.span(node)
        text = unit.scalar.raw[node.start : node.end].split("\n")[0].split(" #")[0].strip()
        return Probe(kind, power, span.path, span.line, span.column, text)
