"""Source files and spans in them: lines and columns as an editor counts them."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

_LINE_BREAK = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A range of a file: lines and columns count from 1, columns in characters; the end is exclusive."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"

    @classmethod
    def start_of(cls, path: str) -> Span:
        """Return the empty span at the beginning of a file."""
        return cls(path, 1, 1, 1, 1)

    def to(self, last: Span) -> Span:
        """Return the span from the start of this one to the end of `last`, in the same file."""
        return Span(self.path, self.line, self.column, last.end_line, last.end_column)


@dataclass(frozen=True)
class SourceFile:
    """The text of a file, without a byte order mark, and the path used in messages."""

    path: str
    text: str

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in _LINE_BREAK.finditer(self.text))]

    @property
    def line_count(self) -> int:
        """The number of lines, including an empty one after the last line break."""
        return len(self._line_starts)

    def line(self, number: int) -> str:
        """Return line `number` (1-based) without its line break, or "" if there is no such line."""
        starts = self._line_starts
        if not 1 <= number <= len(starts):
            return ""
        end = starts[number] if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end].rstrip("\r\n")

    def line_number(self, offset: int) -> int:
        """Return the number (from 1) of the line with the character at `offset`."""
        return bisect_right(self._line_starts, offset)

    def line_offset(self, number: int) -> int:
        """Return the offset of the beginning of line `number` (from 1), or the length of the text for a later line."""
        starts = self._line_starts
        return starts[number - 1] if number <= len(starts) else len(self.text)

    def span(self, start: int, end: int) -> Span:
        """Return the span between two offsets into the text, the end exclusive."""
        starts = self._line_starts
        line = bisect_right(starts, start)
        end_line = bisect_right(starts, end, line - 1) if end > start else line
        return Span(self.path, line, start - starts[line - 1] + 1, end_line, max(start, end) - starts[end_line - 1] + 1)
