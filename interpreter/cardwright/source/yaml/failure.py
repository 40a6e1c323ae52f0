"""A syntax error of the YAML library, with what is needed to say it in an author's words."""

from __future__ import annotations

from dataclasses import dataclass

from yaml import MarkedYAMLError

from cardwright.source.diagnostics import Diagnostic, Note
from cardwright.source.positions import SourceFile
from cardwright.source.yaml.nodes import Scalar


@dataclass(frozen=True)
class Failure:
    """A syntax error of the YAML library: its words, and the offsets of the place and of what it was reading."""

    file: SourceFile
    problem: str
    context: str
    at: int
    context_at: int
    last: Scalar | None

    @classmethod
    def of(cls, error: MarkedYAMLError, file: SourceFile, last: Scalar | None) -> Failure:
        """Take the error apart; a place past the last character is moved back to it."""
        limit = len(file.text.rstrip())
        at = min(error.problem_mark.index, limit) if error.problem_mark else limit
        context_at = min(error.context_mark.index, limit) if error.context_mark else at
        return cls(file, error.problem or "", error.context or "", at, context_at, last)

    @property
    def character(self) -> str:
        """Return the character the library stumbled over, or "" at the end of the file."""
        return self.file.text[self.at : self.at + 1]

    @property
    def line_start(self) -> int:
        """Return the offset at which the line of the place starts."""
        return self.file.line_offset(self.file.line_number(self.at))

    @property
    def before(self) -> str:
        """Return what stands on the line before the place."""
        return self.file.text[self.line_start : self.at]

    def line_end(self, offset: int) -> int:
        """Return the offset behind the last visible character of the line that holds `offset`."""
        number = self.file.line_number(offset)
        return max(offset, self.file.line_offset(number) + len(self.file.line(number).rstrip()))

    def report(
        self, code: str, message: str, start: int, end: int, label: str = "", notes: tuple[str | Note, ...] = ()
    ) -> Diagnostic:
        """Return a diagnostic on the characters from `start` to `end`."""
        remarks = tuple(Note(note) if isinstance(note, str) else note for note in notes)
        return Diagnostic(code, message, self.file.span(start, end), label, remarks)


@dataclass(frozen=True)
class Explained:
    """A diagnostic, and what would have to be away for the rest of the file to be read: a colon, or all of a text."""

    diagnostic: Diagnostic
    colon: int | None = None
    text: tuple[int, int] | None = None
