"""Explanations of wrong indentation, and of errors in a line that make the next look wrongly indented."""

from __future__ import annotations

import re
from dataclasses import dataclass

from yaml import MarkedYAMLError

from cardwright.source import diagnostic_codes
from cardwright.source.diagnostics import Diagnostic, DiagnosticNote, Fix
from cardwright.source.positions import SourceFile
from cardwright.source.yaml.nodes import Scalar


@dataclass(frozen=True)
class YamlFailure:
    """A syntax error of the YAML library: its message, and the offsets of the error and of its context."""

    file: SourceFile
    problem: str
    context: str
    at: int
    context_at: int
    last: Scalar | None

    @classmethod
    def of(cls, error: MarkedYAMLError, file: SourceFile, last: Scalar | None) -> YamlFailure:
        """Return the failure for an error of the YAML library.

        A position beyond the text is moved to the text's end.
        """
        limit = len(file.text.rstrip())
        at = min(error.problem_mark.index, limit) if error.problem_mark else limit
        context_at = min(error.context_mark.index, limit) if error.context_mark else at
        return cls(file, error.problem or "", error.context or "", at, context_at, last)

    @property
    def character(self) -> str:
        """The character at which the library stopped, or "" at the end of the file."""
        return self.file.text[self.at : self.at + 1]

    @property
    def line_start(self) -> int:
        """The offset of the beginning of the line with the error."""
        return self.file.line_offset(self.file.line_number(self.at))

    @property
    def before(self) -> str:
        """The text between the beginning of the line and the error."""
        return self.file.text[self.line_start : self.at]

    def line_end(self, offset: int) -> int:
        """Return the offset after the last visible character of the line with the character at `offset`."""
        number = self.file.line_number(offset)
        return max(offset, self.file.line_offset(number) + len(self.file.line(number).rstrip()))

    def report(
        self,
        code: str,
        message: str,
        start: int,
        end: int,
        label: str,
        notes: tuple[DiagnosticNote, ...] = (),
        fix: Fix | None = None,
    ) -> Diagnostic:
        """Return a diagnostic for the characters from `start` to `end` (exclusive)."""
        return Diagnostic(code, message, self.file.span(start, end), label, notes, fix=fix)


@dataclass(frozen=True)
class Explained:
    """A diagnostic, and the span of the text (a colon or more) that must be blanked to read the rest of the file."""

    diagnostic: Diagnostic
    colon: int | None = None
    text: tuple[int, int] | None = None


FIELD = re.compile(r"(?P<lead>[ ]*(?:-[ ]+)*)(?P<key>[^\s:#'\"\[\]{}][^:#]*?)[ ]*:[ \t]+(?P<value>\S.*)?")
FIRST_OF_TEXT = re.compile(r"[ ]*[A-Za-z_]\w*[ ]+[A-Za-z_][^:]*:(?![ ]+[\[{])")
_ITEM = re.compile(r"(?P<lead>[ ]*-[ ]+)(?P<word>[^\s:#'\"\[\]{}&*!|>][^:#]*)")
_WORD = re.compile(r"(?P<lead>[ ]*)(?P<word>[A-Za-z_]\w*)[ ]*(?:#.*)?")
_BLOCK = re.compile(r"[ ]*(?:-[ ]+)*(?P<key>[A-Za-z_]\w*)[ ]*:[ ]*[|>][-+0-9]*[ ]*(?:#.*)?")


def indent_of(line: str) -> int:
    """Return the number of leading blanks of a line."""
    return len(line) - len(line.lstrip())


def explain_deep_field(failure: YamlFailure) -> Explained:
    """Return a diagnostic for a field that is indented too far, or for the error in the line above that causes this."""
    file, number = failure.file, failure.file.line_number(failure.at)
    indent = indent_of(file.line(number))
    above = find_line_above(file, number)
    slip = _explain_line_above(failure, above, indent) if above else None
    if slip is not None:
        return Explained(slip)
    lead = len(failure.before) - len(failure.before.lstrip(" -"))
    name = failure.before[lead:].strip()
    label = "write a text of several lines as a block, with `|`"
    notes: tuple[DiagnosticNote, ...] = ()
    field = FIELD.match(file.line(above)) if above and name.isidentifier() else None
    if field is not None:
        spaces, key = len(field["lead"]), field["key"]
        at = file.line_offset(above) + spaces
        label = f"indent `{name}` by {spaces} spaces, like `{key}`"
        notes = (DiagnosticNote(f"`{key}` is indented by {spaces} spaces", file.span(at, at + len(key))),)
    message = f"`{name}` is indented too far: the field above already has a value"
    start = failure.line_start + lead
    last = number
    while last < file.line_count and (indent_of(file.line(last + 1)) >= indent or not file.line(last + 1).strip()):
        last += 1
    found = failure.report(diagnostic_codes.INDENTATION, message, start, failure.at + 1, label, notes)
    return Explained(found, text=(failure.line_start, file.line_offset(last) + len(file.line(last))))


def find_line_above(file: SourceFile, number: int) -> int:
    """Return the number of the last line above line `number` that contains more than a comment, or 0."""
    for above in range(number - 1, 0, -1):
        if file.line(above).strip() and not file.line(above).lstrip().startswith("#"):
            return above
    return 0


def _explain_line_above(failure: YamlFailure, above: int, indent: int) -> Diagnostic | None:
    """Return a diagnostic for an error in line `above` that makes the next line look indented too far, or None."""
    file, line = failure.file, failure.file.line(above)
    end = file.line_offset(above) + len(line.rstrip())
    item = _ITEM.fullmatch(line.rstrip())
    if item and len(item["lead"]) == indent and not failure.before.lstrip().startswith("-"):
        at = file.line_offset(above) + len(item["lead"])
        message = f"`{item['word']}` has no field name before it, but fields follow below it"
        word = item["word"] if " " not in item["word"] else "NAME"
        label = f"write `id: {word}`, for example"
        return failure.report(diagnostic_codes.MISSING_COLON, message, at, end, label)
    word = _WORD.fullmatch(line)
    if word and len(word["lead"]) < indent:
        at = file.line_offset(above) + len(word["lead"])
        message = f"`{word['word']}` has no `:` after it, but fields follow below it"
        behind = at + len(word["word"])
        fix = Fix(file.span(behind, behind), ":")
        return failure.report(diagnostic_codes.MISSING_COLON, message, at, behind, f"write `{word['word']}:`", fix=fix)
    field = FIELD.fullmatch(line.rstrip())
    if field is None or "-" in field["lead"] or len(field["lead"]) >= indent:
        return None
    at = file.line_offset(above) + len(field["lead"])
    before = find_line_above(file, above)
    if before and len(_take_lead(file.line(before))) == indent:
        place = DiagnosticNote(
            "the fields are in this column",
            file.span(file.line_offset(before) + indent, file.line_offset(before) + indent),
        )
        message = f"`{field['key']}` is not indented like the fields around it"
        label = f"indent it by {indent} spaces"
        return failure.report(diagnostic_codes.INDENTATION, message, at, at + len(field["key"]), label, (place,))
    if indent == len(field["lead"]) + 2 and any(
        file.line(n).startswith(f"{field['lead']}- ") for n in range(1, file.line_count + 1)
    ):
        message = f"a `- ` is missing before `{field['key']}`: every item of a list starts with one"
        label, fix = f"write `- {field['key']}`", Fix(file.span(at, at), "- ")
        return failure.report(diagnostic_codes.INDENTATION, message, at, at + len(field["key"]), label, fix=fix)
    return None


def _take_lead(line: str) -> str:
    """Return the blanks and dashes at the beginning of a line."""
    return line[: len(line) - len(line.lstrip(" -"))]


def explain_shallow_text(failure: YamlFailure) -> Diagnostic | None:
    """Return a diagnostic for a line of a block text that is not indented more than the text's field, or None."""
    file, number = failure.file, failure.file.line_number(failure.at)
    while number:
        indent = indent_of(file.line(number))
        above = _find_outer_line(file, number, indent)
        block = _BLOCK.fullmatch(file.line(above)) if above else None
        if block is not None and indent_of(file.line(above)) == indent:
            return _report_outside_text(failure, number, above, block["key"])
        number = _find_outer_line(file, number, indent - 1)
    return None


def _find_outer_line(file: SourceFile, number: int, indent: int) -> int:
    """Return the number of the nearest line above that is indented at most `indent`, or 0."""
    number = find_line_above(file, number)
    while number and indent_of(file.line(number)) > indent:
        number = find_line_above(file, number)
    return number


def _report_outside_text(failure: YamlFailure, number: int, above: int, key: str) -> Diagnostic:
    file = failure.file
    start = file.line_offset(number) + indent_of(file.line(number))
    head = file.line_offset(above)
    place = DiagnosticNote(
        f"the text of `{key}` starts here", file.span(head + indent_of(file.line(above)), failure.line_end(head))
    )
    message = f"this line is not indented like the text of `{key}`, so it is not part of it"
    label = "indent this line further"
    return failure.report(diagnostic_codes.INDENTATION, message, start, failure.line_end(start), label, (place,))
