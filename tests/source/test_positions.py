"""Spans, source files, diagnostics and spelling."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import cardwright
from cardwright.source.diagnostic_codes import explain_codes
from cardwright.source.diagnostics import (
    CardwrightError,
    Diagnostic,
    declare_code,
    has_errors,
    sort_diagnostics,
    suggest,
)
from cardwright.source.positions import SourceFile, Span


def test_lines_are_counted_as_an_editor_counts_them() -> None:
    file = SourceFile("a.yaml", "one\r\ntwo\rthree\n\u2028four\n")
    assert [file.line(n) for n in range(7)] == ["", "one", "two", "three", "\u2028four", "", ""]
    assert file.line_count == 5


def test_a_span_is_one_based_with_an_exclusive_end() -> None:
    file = SourceFile("a.yaml", "ab\ncde\n")
    assert file.span(0, 2) == Span("a.yaml", 1, 1, 1, 3)
    assert file.span(1, 4) == Span("a.yaml", 1, 2, 2, 2)
    assert file.span(7, 7) == Span("a.yaml", 3, 1, 3, 1)
    assert str(file.span(4, 5)) == "a.yaml:2:2"


def test_two_spans_join() -> None:
    assert Span("a", 1, 2, 1, 4).to(Span("a", 3, 1, 3, 9)) == Span("a", 1, 2, 3, 9)


def test_offsets_and_line_numbers_agree() -> None:
    file = SourceFile("a", "x\n\nyz")
    assert [file.line_number(at) for at in range(6)] == [1, 1, 2, 3, 3, 3]
    assert [file.line_offset(n) for n in (1, 2, 3, 4)] == [0, 2, 3, 5]


def test_a_diagnostic_needs_a_declared_code() -> None:
    with pytest.raises(AssertionError, match="not declared"):
        Diagnostic("never-heard-of", "x", Span.start_of("a"), "")


def test_a_code_is_declared_in_kebab_case() -> None:
    for bad in ("", "Upper-case", "under_score", "-a", "a--b"):
        with pytest.raises(AssertionError, match="kebab"):
            declare_code(bad)


def test_every_code_says_what_it_means_and_how_it_is_mended() -> None:
    root = Path(cardwright.__file__).parents[1]
    modules = [path for folder in (root, root.parent / "tools") for path in folder.rglob("*.py")]
    declared = [re.findall(r'= declare_code\("(.+?)"\)', path.read_text(encoding="utf-8")) for path in modules]
    assert sorted(code for codes in declared for code in codes) == sorted(explain_codes())
    for code in explain_codes().values():
        for sentence in (code.meaning, code.mend):
            assert re.fullmatch(r"[A-Z`].*\.", sentence)


def test_the_error_carries_its_diagnostics() -> None:
    diagnostic = Diagnostic("duplicate-key", "`x` is given twice", Span("a", 2, 3, 2, 4), "")
    error = CardwrightError([diagnostic])
    assert error.diagnostics == (diagnostic,)
    assert str(error) == "a:2:3: `x` is given twice"


def test_diagnostics_are_sorted_and_repeated_ones_dropped() -> None:
    late = Diagnostic("duplicate-key", "late", Span("a", 2, 3, 2, 4), "", severity="warning")
    early = Diagnostic("duplicate-key", "early", Span("a", 1, 3, 1, 4), "")
    assert sort_diagnostics([late, early, late]) == [early, late]
    assert has_errors([late, early])
    assert not has_errors([late])


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("shipmnts", "shipments"),
        ("shipment", "shipments"),
        ("Shipments", "shipments"),
        ("ahnd", "hand"),
        ("limit_hand", "hand_limit"),
        ("hand-limit", "hand_limit"),
        ("zebra", None),
        ("", None),
        ("xy", None),
        ("x", None),
    ],
)
def test_suggestions(word: str, expected: str | None) -> None:
    assert suggest(word, ["n", "hand", "shipments", "hand_limit", "deck"]) == expected


def test_the_first_of_equally_near_words_wins() -> None:
    assert suggest("bat", ["cat", "rat"]) == "cat"
    assert suggest("cats", ["cat", "cats"]) == "cats"


def test_nothing_heavy_is_imported_before_a_file_is_loaded() -> None:
    program = (
        "import sys, cardwright.source.diagnostics; "
        "print([m for m in ('yaml', 'lark', 'json', 'rich', 'jsonschema', 'unicodedata') if m in sys.modules])"
    )
    result = subprocess.run(
        [sys.executable, "-S", "-c", _with_path(program)], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "[]"


def _with_path(program: str) -> str:
    return f"import sys; sys.path[:0] = {sys.path!r}; {program}"
