"""Diagnostics for programs: JSON, annotations of GitHub workflows, and SARIF 2.1.0."""

from collections.abc import Iterable
from typing import TypeAlias

from cardwright.source.diagnostic_codes import explain_codes
from cardwright.source.diagnostics import Diagnostic, DiagnosticNote, Fix
from cardwright.source.positions import Span
from cardwright.source.visible_control_characters import format_json

_Json: TypeAlias = "bool | int | float | str | list[_Json] | dict[str, _Json] | None"

_SARIF_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def render_json(diagnostics: Iterable[Diagnostic]) -> str:
    """Return a JSON array with one object for each diagnostic; `fix` is null if there is none."""
    return format_json([_make_json(each) for each in diagnostics]) + "\n"


def _make_json(diagnostic: Diagnostic) -> _Json:
    fix = diagnostic.fix
    return {
        "severity": diagnostic.severity,
        "code": diagnostic.code,
        "message": _render_text(diagnostic.message),
        "label": _render_text(diagnostic.label),
        **_place(diagnostic.span),
        "notes": [
            {"message": _render_text(note.message), **(_place(note.span) if note.span else {})}
            for note in diagnostic.notes
        ],
        "fix": {**_place(fix.span), "replacement": _render_text(fix.replacement)} if fix else None,
    }


def _place(span: Span) -> dict[str, _Json]:
    return {
        "path": _render_text(span.path),
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


def _render_text(text: str) -> str:
    """Return a text in which characters that UTF-8 cannot encode are replaced; some file names have such characters."""
    return text.encode("utf-8", "replace").decode("utf-8")


def render_github(diagnostics: Iterable[Diagnostic]) -> str:
    """Return one workflow command for each diagnostic, so that GitHub shows it at its line."""
    return "".join(_render_workflow_command(each) for each in diagnostics)


def _render_workflow_command(diagnostic: Diagnostic) -> str:
    span = diagnostic.span
    properties: dict[str, str | int] = {"file": span.path, "line": span.line, "endLine": span.end_line}
    if span.line == span.end_line:
        # GitHub accepts columns only within one line, and counts the last one as included
        properties |= {"col": span.column, "endColumn": max(span.column, span.end_column - 1)}
    properties["title"] = diagnostic.code
    listed = ",".join(f"{name}={_escape_property(str(value))}" for name, value in properties.items())
    return f"::{diagnostic.severity} {listed}::{_escape_message(_join_message(diagnostic))}\n"


def _escape_message(text: str) -> str:
    return _render_text(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape_message(text).replace(":", "%3A").replace(",", "%2C")


def _join_message(diagnostic: Diagnostic, with_places: bool = True) -> str:
    """Return the message, the label at the caret and the notes as one text.

    Without `with_places`, notes that have a span are left out.
    """
    lines = [f"{diagnostic.message} ({diagnostic.label})" if diagnostic.label else diagnostic.message]
    for note in diagnostic.notes:
        if note.span is None:
            lines.append(f"note: {note.message}")
        elif with_places:
            lines.append(f"{note.span}: note: {note.message}")
    return "\n".join(lines)


def render_sarif(diagnostics: Iterable[Diagnostic], version: str = "") -> str:
    """Return a SARIF 2.1.0 log with one run; `version` is that of Cardwright, omitted if ""."""
    import json

    found = list(diagnostics)
    used = sorted({each.code for each in found})
    rules: list[_Json] = [_render_rule(code) for code in used]
    driver: dict[str, _Json] = {"name": "Cardwright", "rules": rules}
    if version:
        driver["version"] = version
    run: _Json = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_render_result(each, used.index(each.code)) for each in found],
    }
    return json.dumps({"$schema": _SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _render_rule(code: str) -> _Json:
    declared = explain_codes()[code]
    return {
        "id": code,
        "shortDescription": {"text": declared.meaning},
        "fullDescription": {"text": f"{declared.meaning} {declared.mend}"},
        "help": {
            "text": f"{declared.mend} More: cardwright explain {code}",
            "markdown": f"{declared.mend}\n\nMore, with examples: `cardwright explain {code}`",
        },
    }


def _render_result(diagnostic: Diagnostic, rule: int) -> _Json:
    related = [note for note in diagnostic.notes if note.span]
    result: dict[str, _Json] = {
        "ruleId": diagnostic.code,
        "ruleIndex": rule,
        "level": diagnostic.severity,
        "message": {"text": _render_text(_join_message(diagnostic, with_places=False))},
        "locations": [{"physicalLocation": _render_physical_location(diagnostic.span)}],
    }
    if related:
        result["relatedLocations"] = [_render_related_location(note, i) for i, note in enumerate(related)]
    if diagnostic.fix:
        result["fixes"] = [_render_sarif_fix(diagnostic.fix)]
    return result


def _render_related_location(note: DiagnosticNote, number: int) -> _Json:
    assert note.span
    return {
        "id": number,
        "message": {"text": _render_text(note.message)},
        "physicalLocation": _render_physical_location(note.span),
    }


def _render_physical_location(span: Span) -> dict[str, _Json]:
    return {"artifactLocation": {"uri": _render_uri(span.path)}, "region": _render_region(span)}


def _render_region(span: Span) -> _Json:
    return {"startLine": span.line, "startColumn": span.column, "endLine": span.end_line, "endColumn": span.end_column}


def _render_uri(path: str) -> str:
    from urllib.parse import quote

    quoted = quote(path.replace("\\", "/").encode("utf-8", "surrogateescape"), safe="/")
    if quoted.startswith("/"):
        return f"file://{quoted}"
    # A drive letter, or a colon in the first part of a relative path, would be read as the scheme of the address.
    return f"file:///{path[0]}:{quoted[4:]}" if path[1:2] == ":" and path[2:3] in ("/", "\\") else quoted


def _render_sarif_fix(fix: Fix) -> _Json:
    replacement: _Json = {
        "deletedRegion": _render_region(fix.span),
        "insertedContent": {"text": _render_text(fix.replacement)},
    }
    change: _Json = {"artifactLocation": {"uri": _render_uri(fix.span.path)}, "replacements": [replacement]}
    return {"artifactChanges": [change]}
