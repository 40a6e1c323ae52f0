"""Mistakes found in an author's files, and the register of the codes they carry."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, TypeAlias

from cardwright.source.frozen import frozen
from cardwright.source.positions import Span

Severity: TypeAlias = Literal["error", "warning"]

_KEBAB_CASE = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


@frozen
class Code:
    """What a diagnostic code means, and how its mistake is mended: a sentence or two each."""

    meaning: str
    mend: str


CODES: dict[str, Code] = {}
# So many are read by nobody, and what comes after them mostly follows from these.
MAX_TOLD_PER_FILE = 200


def declare_code(code: str, meaning: str, mend: str) -> str:
    """Register a diagnostic code with what it means and how it is mended, and return the code.

    Raises AssertionError if the code is not kebab-case or already means something else.
    """
    declared = Code(meaning, mend)
    assert _KEBAB_CASE.fullmatch(code), f"the code {code} is not in kebab-case"
    assert CODES.get(code, declared) == declared, f"the code {code} is declared twice"
    CODES[code] = declared
    return code


@frozen
class Note:
    """A further remark on a diagnostic, with the place it speaks of, if any."""

    message: str
    span: Span | None = None


@frozen
class Fix:
    """A replacement of one stretch of a file that repairs the mistake."""

    span: Span
    replacement: str


@frozen
class Diagnostic:
    """One mistake: a declared code, a message in the author's words, and the place; `label` is written at the caret."""

    code: str
    message: str
    span: Span
    label: str = ""
    notes: tuple[Note, ...] = ()
    severity: Severity = "error"
    fix: Fix | None = None

    def __post_init__(self) -> None:
        assert self.code in CODES, f"the code {self.code} is not declared"


class CardwrightError(Exception):
    """Files that cannot be used; `diagnostics` says why."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics: tuple[Diagnostic, ...] = tuple(diagnostics)
        super().__init__("\n".join(f"{each.span}: {each.message}" for each in self.diagnostics))


def in_file_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the diagnostics sorted by file and place, each one once."""
    return sorted(dict.fromkeys(diagnostics), key=lambda each: (each.span, each.code, each.message))


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Return whether any of the diagnostics is an error rather than a warning."""
    return any(each.severity == "error" for each in diagnostics)


def first_of_each_file(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the diagnostics in file order, each once; of a file with very many only the first, and how many follow."""
    told: dict[str, list[Diagnostic]] = {}
    for each in in_file_order(diagnostics):
        told.setdefault(each.span.path, []).append(each)
    found: list[Diagnostic] = []
    for listed in told.values():
        found += listed[:MAX_TOLD_PER_FILE]
        if rest := listed[MAX_TOLD_PER_FILE:]:
            message = f"{len(rest):,} more follow in this file and are not told: mend the first {MAX_TOLD_PER_FILE}"
            severity: Severity = "error" if has_errors(rest) else "warning"
            found.append(Diagnostic(TOO_MANY_MISTAKES, message, rest[0].span, severity=severity))
    return found


TOO_MANY_MISTAKES = declare_code(
    "too-many-mistakes",
    f"A file has more than {MAX_TOLD_PER_FILE} mistakes; the first of them are told.",
    mend="Mend the first ones and check again: the others often follow from these.",
)
