"""YAML nodes, each with its position in the file."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeAlias

from cardwright.source.diagnostics import Diagnostic
from cardwright.source.positions import SourceFile, Span

if TYPE_CHECKING:
    from cardwright.source.yaml.scalar_positions import Places

Style: TypeAlias = Literal["plain", "single", "double", "literal", "folded"]
Value: TypeAlias = bool | int | float | str | None

# Limit for the levels of nesting in a file.
MAX_DEPTH = 100
TOO_DEEP = f"this is nested more than {MAX_DEPTH} levels deep"


@dataclass(frozen=True)
class Scalar:
    """A single value: `raw` is its text as YAML reads it, `value` the value of that text.

    The value of a quoted scalar is always a text.
    """

    value: Value
    raw: str
    style: Style
    span: Span
    file: SourceFile = field(repr=False, compare=False)
    start: int = field(repr=False, compare=False)
    end: int = field(repr=False, compare=False)

    @cached_property
    def _places(self) -> Places:
        from cardwright.source.yaml.scalar_positions import locate_characters

        return locate_characters(self.file.text, self.start, self.end, self.style, self.raw)

    def offset_at(self, place: int) -> int:
        """Return the offset in `raw` of the character at an offset in the file, or of the next one in `raw`."""
        return bisect_left(self._places[0], place)

    def span_of(self, start: int, end: int) -> Span:
        """Return the span in the file of the characters `start` to `end` (exclusive) of `raw`.

        Offsets outside the text are clamped.
        """
        starts, ends = self._places
        length = len(self.raw)
        start = max(0, min(start, length))
        end = max(start, min(end, length))
        first = starts[start]
        return self.file.span(first, max(first, ends[end - 1]) if end > start else first)


@dataclass(frozen=True)
class Sequence:
    """A list of nodes."""

    items: tuple[Node, ...]
    span: Span


@dataclass(frozen=True)
class Mapping:
    """Named nodes in the order of the file. A repeated name is reported, and only its first entry is kept."""

    entries: tuple[tuple[Scalar, Node], ...]
    span: Span

    @cached_property
    def _by_name(self) -> dict[str, tuple[Scalar, Node]]:
        return {str(key.value): (key, node) for key, node in self.entries}

    def get(self, name: str) -> Node | None:
        """Return the node under `name`, or None."""
        entry = self._by_name.get(name)
        return entry[1] if entry else None

    def key(self, name: str) -> Scalar | None:
        """Return the key node with this name, or None."""
        entry = self._by_name.get(name)
        return entry[0] if entry else None


Node: TypeAlias = Scalar | Sequence | Mapping


@dataclass(frozen=True)
class YamlDocument:
    """A loaded file; `root` is None if an error in `diagnostics` left nothing to read."""

    file: SourceFile
    root: Node | None
    diagnostics: tuple[Diagnostic, ...]
