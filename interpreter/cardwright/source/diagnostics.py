"""Mistakes in an author's files, and the register of their codes."""

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from cardwright.source.node_dataclass import frozen
from cardwright.source.positions import SourceFile, Span

Severity: TypeAlias = Literal["error", "warning"]
_KEBAB_CASE = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


CODES: set[str] = set()
# Limit for the diagnostics shown for a file. Nobody reads more, and later ones mostly follow from the first.
MAX_TOLD_PER_FILE = 200
# Limit for equal diagnostics without a fix; those with one are kept, so that all can be corrected at once.
MAX_TOLD_ALIKE = 3


def declare_code(code: str) -> str:
    """Register a diagnostic code in the module that reports it, and return the code.

    Meaning and correction are in `diagnostic_codes.yaml`. Raises AssertionError if the code is not kebab-case.
    """
    assert _KEBAB_CASE.fullmatch(code), f"the code {code} is not in kebab-case"
    CODES.add(code)
    return code


@frozen
class DiagnosticNote:
    """A further remark on a diagnostic, with the span to which it refers, if any."""

    message: str
    span: Span | None = None


def note_declared(word: str, span: Span | None) -> tuple[DiagnosticNote, ...]:
    """Return a note on the declaration of a name; () if its span is unknown."""
    return () if span is None else (DiagnosticNote(f"`{word}` is declared here", span),)


@frozen
class Fix:
    """A replacement of a span of a file that corrects the error."""

    span: Span
    replacement: str


@frozen
class Diagnostic:
    """A mistake in a file: its declared code, a message, its span, and a label that tells what to write there."""

    code: str
    message: str
    span: Span
    label: str
    notes: tuple[DiagnosticNote, ...] = ()
    severity: Severity = "error"
    fix: Fix | None = None

    def __post_init__(self) -> None:
        assert self.code in CODES, f"the code {self.code} is not declared"


class CardwrightError(Exception):
    """Error for files with mistakes, which are listed in `diagnostics`."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics: tuple[Diagnostic, ...] = tuple(diagnostics)
        super().__init__("\n".join(f"{each.span}: {each.message}" for each in self.diagnostics))


def sort_diagnostics(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the diagnostics sorted by file and position, without repetitions.

    The files of a folder precede its subfolders, since errors in cards and scenarios may follow from one in the game.
    """

    def place(found: Diagnostic) -> tuple[object, ...]:
        *folders, name = found.span.path.split("/")
        return [(1, each) for each in folders] + [(0, name)], found.span, found.code, found.message

    return sorted(dict.fromkeys(diagnostics), key=place)


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Return True if any of the diagnostics is an error, not a warning."""
    return any(each.severity == "error" for each in diagnostics)


def limit_diagnostics(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the diagnostics sorted and without repetitions; of very many or equal ones, the first ones and a count."""
    by_file: dict[str, list[Diagnostic]] = {}
    alike: dict[tuple[str, str, str], list[Diagnostic]] = {}
    for each in sort_diagnostics(diagnostics):
        same = alike.setdefault((each.span.path, each.code, each.message), [])
        same += [each] if each.fix is None else []
        if len(same) <= MAX_TOLD_ALIKE:
            by_file.setdefault(each.span.path, []).append(each)
    found: list[Diagnostic] = []
    for listed in by_file.values():
        found += listed[:MAX_TOLD_PER_FILE]
        if rest := listed[MAX_TOLD_PER_FILE:]:
            found.append(_count_rest(rest, _tell_rest(len(rest), "in this file"), "correct others first"))
    shown = set(found)
    for same in alike.values():
        if (rest := same[MAX_TOLD_ALIKE:]) and shown.issuperset(same[:MAX_TOLD_ALIKE]):
            message = f"{_tell_rest(len(rest), 'like this in this file')}: {rest[0].message}"
            found.append(_count_rest(rest, message, rest[0].label))
    return found


def _tell_rest(count: int, which: str) -> str:
    return f"1 more mistake {which} is not shown" if count == 1 else f"{count:,} more mistakes {which} are not shown"


def _count_rest(rest: Sequence[Diagnostic], message: str, label: str) -> Diagnostic:
    """Return the diagnostic that stands for those that are not shown, at the first of them."""
    severity: Severity = "error" if has_errors(rest) else "warning"
    return Diagnostic(TOO_MANY_MISTAKES, message, rest[0].span, label, severity=severity)


TOO_MANY_MISTAKES = declare_code("too-many-mistakes")


def apply_fixes(found: Iterable[Diagnostic], files: Mapping[str, SourceFile]) -> dict[str, str]:
    """Return the texts of the files, by path, after applying the fixes of some diagnostics.

    Of overlapping fixes, only the first is applied, because it may have made the others pointless.
    """
    fixes: dict[str, list[tuple[int, int, str]]] = {}
    for each in found:
        if each.fix is not None and each.fix.span.path in files:
            start, end = place(files[each.fix.span.path], each.fix.span)
            fixes.setdefault(each.fix.span.path, []).append((start, end, each.fix.replacement))
    texts = {path: _apply(files[path].text, sorted(set(wanted))) for path, wanted in fixes.items()}
    return {path: text for path, text in texts.items() if text != files[path].text}


def place(file: SourceFile, span: Span) -> tuple[int, int]:
    """Return the offsets of a span in its file."""
    start = file.line_offset(span.line) + span.column - 1
    return start, max(start, file.line_offset(span.end_line) + span.end_column - 1)


def _apply(text: str, fixes: list[tuple[int, int, str]]) -> str:
    parts = []
    done = 0
    for start, end, replacement in fixes:
        if start < done:
            continue
        parts += [text[done:start], replacement]
        done = end
    return "".join([*parts, text[done:]])


Plain = tuple[Any, ...]


def as_plain(diagnostics: Iterable[Diagnostic]) -> list[Plain]:
    """Return diagnostics as plain values, for storage."""
    return [
        (
            each.code,
            each.message,
            _make_span(each.span),
            each.label,
            [(note.message, None if note.span is None else _make_span(note.span)) for note in each.notes],
            each.severity,
            None if each.fix is None else (_make_span(each.fix.span), each.fix.replacement),
        )
        for each in diagnostics
    ]


def from_plain(kept: Iterable[Plain]) -> list[Diagnostic]:
    """Return the diagnostics that `as_plain` converted. Their codes must have been declared."""
    found = []
    for code, message, span, label, notes, severity, fix in kept:
        notes_of = tuple(DiagnosticNote(text, None if place is None else Span(*place)) for text, place in notes)
        mended = None if fix is None else Fix(Span(*fix[0]), fix[1])
        found.append(Diagnostic(code, message, Span(*span), label, notes_of, severity, mended))
    return found


def _make_span(span: Span) -> Plain:
    return (span.path, span.line, span.column, span.end_line, span.end_column)


def suggest(word: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate whose spelling is most similar to `word` (the first of equals); None if none is similar."""
    wanted = _render_plain(word)
    allowed = min(max(1, len(wanted) // 3), len(wanted) - 1)  # another letter is not a misspelt one
    best: str | None = None
    for candidate in order_candidates(candidates):
        distance = _measure_distance(wanted, _render_plain(candidate), allowed)
        if distance <= allowed:
            best, allowed = candidate, distance - 1
        if allowed < 0:
            break
    return best


def order_candidates(candidates: Iterable[str]) -> list[str]:
    """Return names in their order; those of a set in alphabetical order, so that a message is always the same."""
    return sorted(candidates) if isinstance(candidates, Set) else list(candidates)


def suggest_copy(word: str, candidates: Iterable[str]) -> str | None:
    """Return what `suggest` does; the `#` and number of a copy, as in `tea#2`, are kept behind the suggestion."""
    known = order_candidates(candidates)
    bare, sign, copy = word.partition("#")
    near = suggest(bare, known) if bare and bare not in known else None
    return f"{near}{sign}{copy}" if near and sign else suggest(word, known)


def suggest_label(word: str, candidates: Iterable[str], otherwise: str = "") -> str:
    """Return the label "did you mean ...?" with the candidate most similar to `word`; without one, `otherwise`."""
    near = suggest(word, candidates)
    return f"did you mean `{near}`?" if near else otherwise


@lru_cache(maxsize=65_536)
def _render_plain(word: str) -> str:
    return word.strip().casefold().replace("-", "_").replace(" ", "_")


@lru_cache(maxsize=65_536)
def _measure_distance(word: str, other: str, limit: int) -> int:
    """Return how many letters must be inserted, dropped, changed or swapped; `limit` + 1 if more than `limit`."""
    if word == other:
        return 0
    if len(word) == len(other) and sorted(word.split("_")) == sorted(other.split("_")):
        return 1
    if abs(len(word) - len(other)) > limit or limit < 1:
        return limit + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(word, start=1):
        current = [i]
        for j, target in enumerate(other, start=1):
            cost = min(row[j] + 1, current[j - 1] + 1, row[j - 1] + (letter != target))
            if i > 1 and j > 1 and letter == other[j - 2] and word[i - 2] == target:
                cost = min(cost, before[j - 2] + 1)
            current.append(cost)
        if min(current) > limit:
            return limit + 1
        before, row = row, current
    return row[-1]
