"""Coverage of statements, values of rules, and abilities, summed over any number of programs."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from cardwright.runtime.program import Program


@dataclass(frozen=True, slots=True, order=True)
class CoveragePoint:
    """A statement, value or ability that is counted; `card` is the id of the definition with the power, or ""."""

    path: str
    line: int
    column: int
    kind: str
    card: str
    text: str


@dataclass(slots=True)
class Coverage:
    """The number of executions of each point and, for each occasion, the powers and lines that were executed in it."""

    runs: Counter[CoveragePoint] = field(default_factory=Counter)
    powers: dict[Any, set[str]] = field(default_factory=dict)
    lines: dict[Any, set[tuple[str, int]]] = field(default_factory=dict)

    @contextmanager
    def of(self, occasion: Any, program: Program) -> Iterator[None]:
        """Return a context in which the executions of a program are counted for an occasion."""
        counters = program.tracked.executed
        before = list(counters)
        yield
        self.add(program, [after - n for n, after in zip(before, counters, strict=True)], occasion)

    def add(self, program: Program, runs: list[int], occasion: Any) -> None:
        """Add the counts of another run of a program."""
        if not runs:
            return
        places = list_points(program)
        self.runs.update(dict(zip(places, runs, strict=True)))
        ran = [place for place, times in zip(places, runs, strict=True) if times]
        self.powers[occasion] = {place.card for place in ran if place.card}
        self.lines[occasion] = {(place.path, place.line) for place in ran}

    def missed(self) -> list[CoveragePoint]:
        """Return the points that were never executed, in the order of the files."""
        return sorted(place for place, times in self.runs.items() if not times)

    def by_card(self) -> dict[str, tuple[int, int]]:
        """Return (executed points, all points) for each piece with a power, and for the library as ""."""
        found: dict[str, tuple[int, int]] = {}
        for place, times in sorted(self.runs.items()):
            ran, of = found.get(place.card, (0, 0))
            found[place.card] = (ran + (times > 0), of + 1)
        return found


def list_points(program: Program) -> list[CoveragePoint]:
    """Return the points of a program that counts executions, by number."""
    definitions = program.tables.definitions
    return [
        CoveragePoint(path, line, column, kind, definitions[power][0] if power >= 0 else "", text)
        for kind, power, path, line, column, text in program.tables.probes
    ]
