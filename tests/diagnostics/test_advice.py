"""Every diagnostic says what to write, and who does what its label says has neither it nor another error."""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.diagnostics.test_diagnostics import CASES, found_in, laid_out

from cardwright.source.diagnostics import Diagnostic, Fix, apply_fixes, place
from cardwright.source.diagnostics_for_people import render_text
from cardwright.source.positions import SourceFile

ROOT = Path(__file__).parents[2]
PACKAGES = (ROOT / "interpreter" / "cardwright", ROOT / "tools" / "cardwright_tools")
# The functions that report something, and which of their arguments is the label.
LABEL_AT = {"Diagnostic": 3, "error": 3, "Problem": 4, "report": 4, "_report": 4, "_give_up": 3, "_fits": 4}
ADVICE = re.compile(
    r"(?:^|: |; |, or |for several items |within these quotes, )"
    r"(?:add|ask|begin|call|change|choose|close|compare|compute|correct|count|create|decide|declare|did you mean|"
    r"expected|give|indent|join|leave|let|loop|make|mention|move|name|narrow|one of|perform|possible|put|remove|rename|"
    r"repeat|save|shorten|split|store|take|test|use|write)\b"
)
# Codes of diagnostics without advice, each with the reason.
WITHOUT_ADVICE = {
    "scenario-failed": "the scenario or the rules can be wrong; the note has the value",
}
# Cases in which one correction is not enough, each with the reason.
NOT_ENOUGH = {
    "misplaced--secret-other": "another player decides there as well",
    "too-many-mistakes": "the other cards of the file have the same mistake",
    "unknown-field--each": "the card has `good` besides, which was hidden by the misspelt name",
    "unprintable-character--junk": "no file of text at all",
    "wrong-value--deck": "for a card that is removed, the deck needs another one",
    "yaml-brackets--truncated": "the file was cut off within a word",
}
EXACT = re.compile(r"(?:write|did you mean) `([^`]+)`(?=$|\?|,? (?:or|for|here|if)\b|[:;])")
PLACEHOLDER = re.compile(r"\.\.\.|\b[A-Z]{3,}\b")
REMOVED = re.compile(r"remove (?:the field )?`([^`]+)`(?=$|,? or\b|[:;])")


def corrections(found: Diagnostic, file: SourceFile) -> Iterator[Fix]:
    """The correction that a label spells out: of several, the first; none if an author has to think."""
    start, end = place(file, found.span)
    exact, removed = EXACT.match(found.label), REMOVED.match(found.label)
    if exact is not None and not PLACEHOLDER.search(exact[1]):
        yield Fix(found.span, exact[1])
    elif found.label.startswith("remove this line"):
        yield Fix(file.span(file.line_offset(found.span.line), file.line_offset(found.span.end_line + 1)), "")
    elif re.match(r"remove (?:it|this)\b", found.label):
        yield Fix(found.span, "")
    elif found.label.startswith("remove the field ") and removed is not None:
        line = file.text.rfind("\n", 0, start) + 1
        key = re.compile(rf"\b{removed[1]}:\s*")
        marked = next((each for each in key.finditer(file.text, line, start) if each.end() == start), None)
        there = marked or re.compile(rf"\b{removed[1]}:[^,}}\n]*").search(file.text, line)
        assert there is not None, found.label
        yield Fix(file.span(there.start(), end if there is marked else there.end()), "")
    elif removed is not None:
        text = r"\s+".join(map(re.escape, removed[1].split()))
        there = min(re.finditer(text + "[ ]?", file.text), key=lambda each: abs(each.start() - start), default=None)
        assert there is not None, found.label
        yield Fix(file.span(*there.span()), "")


@pytest.mark.one_of(60)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_it_says_what_to_write(case: Path, places: Path) -> None:
    found, files = found_in(laid_out(case, places))
    silent = [
        each
        for each in found
        if each.code not in WITHOUT_ADVICE
        and not any(ADVICE.search(said) for said in (each.label, *(note.message for note in each.notes)))
    ]
    assert not silent, render_text(silent, files, color=False)


@pytest.mark.one_of(60)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_who_does_what_a_label_says_is_told_nothing_else(case: Path, places: Path) -> None:
    found, sources = found_in(laid_out(case, places))
    known = {(each.code, each.message) for each in found}
    faults = []
    for each in found if case.stem not in NOT_ENOUGH else ():
        for fix in corrections(each, sources[each.span.path]) if each.span.path in sources else ():
            for folder in ("games", "cards", case.name):
                shutil.rmtree(places / folder, ignore_errors=True)
            path = laid_out(case, places)
            for name, text in apply_fixes([replace(each, fix=fix)], sources).items():
                Path(name).write_text(text, encoding="utf-8")
            left, files = found_in(path)
            # what is brought in can be cards that games share, which do not fit the game of the examples
            here = [other for other in left if Path(other.span.path).resolve().is_relative_to(places.resolve())]
            before = sum((other.code, other.message) == (each.code, each.message) for other in found)
            after = sum((other.code, other.message) == (each.code, each.message) for other in here)
            new = [o for o in here if o.severity == "error" and (o.code, o.message) not in known]
            if after >= before or new:
                faults.append(f"{each.message}: {each.label}\n{render_text(new or here, files, color=False)}")
    assert not faults, "\n".join(faults)


def test_every_report_has_a_label() -> None:
    """Also of diagnostics that no sample shows; that a label is given at all, mypy checks."""
    silent = []
    for folder in PACKAGES:
        for path in sorted(folder.rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if any(map(may_be_empty, labels_in(node))):
                    silent.append(f"{path.name}:{node.lineno}: {ast.unparse(node)}")  # type: ignore[attr-defined]
    assert [each for each in silent if "SCENARIO_FAILED" not in each] == []


def labels_in(node: ast.AST) -> Iterator[ast.expr]:
    """The label of a report, or what is assigned to the variable `label`."""
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        place = LABEL_AT.get(name, len(node.args))
        yield from node.args[place : place + 1]
        yield from (each.value for each in node.keywords if each.arg == "label" and name in LABEL_AT)
    elif isinstance(node, ast.Assign):
        for target in node.targets:
            names = target.elts if isinstance(target, ast.Tuple) else [target]
            values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
            yield from (v for n, v in zip(names, values, strict=False) if isinstance(n, ast.Name) and n.id == "label")


def may_be_empty(label: ast.expr) -> bool:
    """Whether one of the texts that an expression chooses from is empty."""
    if isinstance(label, ast.IfExp):
        return may_be_empty(label.body) or may_be_empty(label.orelse)
    return isinstance(label, ast.Constant) and label.value == ""


def test_exceptions_are_still_some() -> None:
    """A listed code or case that no longer exists goes from the list."""
    assert {*NOT_ENOUGH} <= {case.stem for case in CASES}
    assert {*WITHOUT_ADVICE} <= {case.stem.split("--")[0] for case in CASES}
