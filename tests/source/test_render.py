"""The four ways to show diagnostics."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright.source.diagnostic_codes import explain_codes
from cardwright.source.diagnostics import Diagnostic, DiagnosticNote, Fix
from cardwright.source.diagnostics_for_people import render_text
from cardwright.source.diagnostics_for_programs import render_github, render_json, render_sarif
from cardwright.source.positions import SourceFile, Span

LINE = "    choose s from shipmnts of you"
FILE = SourceFile("cards/a.yaml", "\n" * 40 + LINE + "\n")
DIAGNOSTIC = Diagnostic(
    "duplicate-key",
    "no zone named `shipmnts`",
    Span("cards/a.yaml", 41, 19, 41, 27),
    label="did you mean `shipments`?",
    notes=(
        DiagnosticNote("zones are declared here", Span("games/game.yaml", 30, 3, 30, 8)),
        DiagnosticNote("spelling counts"),
    ),
    fix=Fix(Span("cards/a.yaml", 41, 19, 41, 27), "shipments"),
)


def excerpt(line: str, column: int, end_column: int, label: str = "") -> list[str]:
    file = SourceFile("a", line)
    diagnostic = Diagnostic("duplicate-key", "m", Span("a", 1, column, 1, end_column), label)
    return render_text([diagnostic], {"a": file}, color=False).splitlines()[1:]


def test_text_looks_as_designed() -> None:
    assert render_text([DIAGNOSTIC], {"cards/a.yaml": FILE}, color=False) == (
        "cards/a.yaml:41:19: error[duplicate-key]: no zone named `shipmnts`\n"
        "   41 |     choose s from shipmnts of you\n"
        "      |                   ^^^^^^^^ did you mean `shipments`?\n"
        "  games/game.yaml:30:3: note: zones are declared here\n"
        "  note: spelling counts\n"
    )


def test_nothing_to_say_is_empty() -> None:
    assert render_text([], {}, color=True) == ""
    assert render_github([]) == ""
    assert json.loads(render_json([])) == []
    assert json.loads(render_sarif([]))["runs"][0]["results"] == []


def test_two_diagnostics_have_a_blank_line_between() -> None:
    assert "\n\ncards/a.yaml:41" in render_text([DIAGNOSTIC, DIAGNOSTIC], {"cards/a.yaml": FILE}, color=False)


def test_without_the_file_the_place_and_the_label_remain() -> None:
    lines = render_text([DIAGNOSTIC], {}, color=False).splitlines()
    assert lines[0].startswith("cards/a.yaml:41:19: error")
    assert lines[1] == "  did you mean `shipments`?"


def test_color_changes_nothing_but_the_color() -> None:
    import re

    colored = render_text([DIAGNOSTIC], {"cards/a.yaml": FILE}, color=True)
    assert "\x1b[" in colored
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == render_text([DIAGNOSTIC], {"cards/a.yaml": FILE}, color=False)


@pytest.mark.parametrize(
    ("line", "column", "end_column", "expected"),
    [
        ("\tab", 2, 4, ["    1 |     ab", "      |     ^^"]),
        ("a\tb", 3, 4, ["    1 | a   b", "      |     ^"]),
        ("a\tb", 2, 3, ["    1 | a   b", "      |  ^^^"]),
        ("日本x", 3, 4, ["    1 | 日本x", "      |     ^"]),
        ("a日", 2, 3, ["    1 | a日", "      |  ^^"]),
        ("e\u0301x", 3, 4, ["    1 | e\u0301x", "      |  ^"]),
        ("abc", 4, 4, ["    1 | abc", "      |    ^"]),
        ("a\x1b[2Jb", 6, 7, ["    1 | a�[2Jb", "      |      ^"]),
        ("a\u202eb", 3, 4, ["    1 | a�b", "      |   ^"]),
    ],
)
def test_the_caret_stands_under_the_place(line: str, column: int, end_column: int, expected: list[str]) -> None:
    assert excerpt(line, column, end_column) == expected


def test_a_span_over_several_lines_is_marked_to_the_end_of_the_first() -> None:
    file = SourceFile("a", "x: abc\n  def\n")
    diagnostic = Diagnostic("duplicate-key", "m", Span("a", 1, 4, 2, 6), "")
    assert render_text([diagnostic], {"a": file}, color=False).splitlines()[2] == "      |    ^^^"


def test_a_long_line_is_cut_around_the_place() -> None:
    lines = excerpt("x" * 5000 + "HERE" + "y" * 5000, 5001, 5005, "this")
    assert all(len(line) < 200 for line in lines)
    at = lines[1].index("^")
    assert lines[0][at : at + 4] == "HERE"
    assert lines[0].endswith("…")


def test_a_message_cannot_break_its_line_or_command_the_terminal() -> None:
    diagnostic = Diagnostic("duplicate-key", "a\nb\x1b[31m\ud800", Span("a\nb", 1, 1, 1, 1), "")
    text = render_text([diagnostic], {}, color=False)
    assert text == "a\\nb:1:1: error[duplicate-key]: a\\nb\\x1b[31m\\ud800\n"


def test_json_holds_everything() -> None:
    assert json.loads(render_json([DIAGNOSTIC])) == [
        {
            "severity": "error",
            "code": "duplicate-key",
            "message": "no zone named `shipmnts`",
            "label": "did you mean `shipments`?",
            "path": "cards/a.yaml",
            "line": 41,
            "column": 19,
            "end_line": 41,
            "end_column": 27,
            "notes": [
                {
                    "message": "zones are declared here",
                    "path": "games/game.yaml",
                    "line": 30,
                    "column": 3,
                    "end_line": 30,
                    "end_column": 8,
                },
                {"message": "spelling counts"},
            ],
            "fix": {
                "path": "cards/a.yaml",
                "line": 41,
                "column": 19,
                "end_line": 41,
                "end_column": 27,
                "replacement": "shipments",
            },
        }
    ]


def test_github_commands_are_escaped() -> None:
    diagnostic = Diagnostic("duplicate-key", "50% of\na: b, c", Span("a,b:c%.yaml", 2, 3, 2, 5), "", severity="warning")
    assert render_github([diagnostic]) == (
        "::warning file=a%2Cb%3Ac%25.yaml,line=2,endLine=2,col=3,endColumn=4,title=duplicate-key::50%25 of%0Aa: b, c\n"
    )


def test_github_gets_label_and_notes_and_no_columns_over_several_lines() -> None:
    assert render_github([DIAGNOSTIC]) == (
        "::error file=cards/a.yaml,line=41,endLine=41,col=19,endColumn=26,title=duplicate-key::"
        "no zone named `shipmnts` (did you mean `shipments`?)"
        "%0Agames/game.yaml:30:3: note: zones are declared here%0Anote: spelling counts\n"
    )
    wide = Diagnostic("duplicate-key", "m", Span("a", 1, 2, 3, 4), "")
    assert render_github([wide]) == "::error file=a,line=1,endLine=3,title=duplicate-key::m\n"


def test_sarif_has_the_required_shape() -> None:
    warning = Diagnostic("yaml-tab", "m", Span("/x y/é.yaml", 1, 1, 1, 1), "", severity="warning")
    log = json.loads(render_sarif([DIAGNOSTIC, warning], "1.2.3"))
    assert log["version"] == "2.1.0"
    run = log["runs"][0]
    driver = run["tool"]["driver"]
    assert (driver["name"], driver["version"]) == ("Cardwright", "1.2.3")
    assert [rule["id"] for rule in driver["rules"]] == ["duplicate-key", "yaml-tab"]
    assert driver["rules"][1]["shortDescription"]["text"] == explain_codes()["yaml-tab"].meaning
    for text in driver["rules"][1]["help"].values():
        assert text.startswith(explain_codes()["yaml-tab"].mend)
        assert "cardwright explain yaml-tab" in text
    assert run["columnKind"] == "unicodeCodePoints"
    first, second = run["results"]
    assert first["ruleId"] == driver["rules"][first["ruleIndex"]]["id"]
    assert first["level"] == "error"
    assert first["message"]["text"].endswith("\nnote: spelling counts")
    place = first["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "cards/a.yaml"}
    assert place["region"] == {"startLine": 41, "startColumn": 19, "endLine": 41, "endColumn": 27}
    assert first["relatedLocations"][0]["message"]["text"] == "zones are declared here"
    change = first["fixes"][0]["artifactChanges"][0]
    assert change["replacements"][0]["insertedContent"] == {"text": "shipments"}
    assert second["level"] == "warning"
    assert second["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "file:///x%20y/%C3%A9.yaml"


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("a b.yaml", "a%20b.yaml"),
        ("C:/x.yaml", "file:///C:/x.yaml"),
        ("C:\\x.yaml", "file:///C:/x.yaml"),
        ("a:b", "a%3Ab"),
    ],
)
def test_sarif_addresses(path: str, uri: str) -> None:
    log = json.loads(render_sarif([Diagnostic("yaml-tab", "m", Span.start_of(path), "")]))
    assert log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri


@settings(max_examples=150, deadline=None)
@given(
    st.text(max_size=200),
    st.integers(1, 8),
    st.integers(1, 220),
    st.integers(1, 8),
    st.integers(1, 220),
    st.text(max_size=9),
)
def test_no_place_and_no_text_breaks_a_renderer(
    text: str, line: int, column: int, end_line: int, end_column: int, words: str
) -> None:
    span = Span("a", line, column, end_line, end_column)
    diagnostic = Diagnostic(
        "yaml-tab", words, span, words, (DiagnosticNote(words, span), DiagnosticNote(words)), fix=Fix(span, words)
    )
    rendered = render_text([diagnostic], {"a": SourceFile("a", text)}, color=True)
    for each in (rendered, render_json([diagnostic]), render_github([diagnostic]), render_sarif([diagnostic])):
        each.encode()
    assert len(render_github([diagnostic]).split("\n")) == 2
