"""Diagnostics as plain values, as the cache keeps them, and back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cardwright.source.diagnostics import Diagnostic, Fix, Note
from cardwright.source.positions import Span

Plain = tuple[Any, ...]


def as_plain(diagnostics: Iterable[Diagnostic]) -> list[Plain]:
    """Plain values that stand for diagnostics."""
    return [
        (
            each.code,
            each.message,
            _span(each.span),
            each.label,
            [(note.message, None if note.span is None else _span(note.span)) for note in each.notes],
            each.severity,
            None if each.fix is None else (_span(each.fix.span), each.fix.replacement),
        )
        for each in diagnostics
    ]


def from_plain(kept: Iterable[Plain]) -> list[Diagnostic]:
    """The diagnostics that plain values stand for; their codes must have been declared."""
    found = []
    for code, message, span, label, notes, severity, fix in kept:
        told = tuple(Note(text, None if place is None else Span(*place)) for text, place in notes)
        mended = None if fix is None else Fix(Span(*fix[0]), fix[1])
        found.append(Diagnostic(code, message, Span(*span), label, told, severity, mended))
    return found


def _span(span: Span) -> Plain:
    return (span.path, span.line, span.column, span.end_line, span.end_column)
