"""The glossary gives one term for one thing and contradicts itself nowhere."""

import re
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "glossary.md"
TEXT = PAGE.read_text(encoding="utf-8")
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in TEXT.splitlines() if line.startswith("| **")]
TERMS = [term for row in ROWS for term in re.findall(r"\*\*([^*]+)\*\*", row[0])[0].split(", ")]
RETIRED = {word for row in ROWS for word in re.findall(r"`([^`]+)`", row[2])}


def test_rows_have_a_term_a_meaning_and_the_words_replaced() -> None:
    assert len(ROWS) > 100
    assert [row for row in ROWS if len(row) != 3 or not row[1].endswith(".")] == []


def test_a_term_is_defined_once() -> None:
    assert sorted({term for term in TERMS if TERMS.count(term) > 1}) == []


def test_a_retired_word_is_part_of_no_term_and_of_no_meaning() -> None:
    assert len(RETIRED) > 20
    used = {word for row in ROWS for text in row[:2] for word in re.findall(r"\w+", text.lower())}
    assert sorted(RETIRED & used) == []


def test_the_columns_of_the_tables_are_in_one_order() -> None:
    heads = set(re.findall(r"^\| Term \|.*$", TEXT, re.MULTILINE))
    assert heads == {"| Term | Meaning | Replaces |"}
