"""Applies the replacements that diagnostics bring along."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cardwright.source.diagnostics import Diagnostic
from cardwright.source.positions import SourceFile, Span


def fixed_texts(found: Iterable[Diagnostic], files: Mapping[str, SourceFile]) -> dict[str, str]:
    """The new texts of the files that fixes change, by path.

    Of fixes that overlap only the first is made: once it is, the rest may be found again or have become pointless.
    """
    fixes: dict[str, list[tuple[int, int, str]]] = {}
    for each in found:
        if each.fix is not None and each.fix.span.path in files:
            start, end = place(files[each.fix.span.path], each.fix.span)
            fixes.setdefault(each.fix.span.path, []).append((start, end, each.fix.replacement))
    texts = {path: _apply(files[path].text, sorted(set(wanted))) for path, wanted in fixes.items()}
    return {path: text for path, text in texts.items() if text != files[path].text}


def place(file: SourceFile, span: Span) -> tuple[int, int]:
    """The offsets between which a span of a file lies."""
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
