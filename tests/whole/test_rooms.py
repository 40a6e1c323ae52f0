"""Modules that one can read at a sitting: none over 500 lines, but for tables."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MOST = 500
# Declarations side by side, which are looked things up in, and what goes over all of them.
TABLES = (
    "interpreter/cardwright/checker/ir.py",
    "interpreter/cardwright/compiler/code/nodes.py",
    "interpreter/cardwright/syntax/tree.py",
    "tools/cardwright_tools/reference/constructs.py",
)
ROOMS = ("interpreter", "tools", "tests")


def lines_of(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize("room", ROOMS)
def test_no_module_is_longer_than_can_be_read_at_a_sitting(room: str) -> None:
    long = {path.relative_to(ROOT).as_posix() for path in (ROOT / room).rglob("*.py") if lines_of(path) > MOST}
    assert sorted(long.difference(TABLES)) == []


def test_the_tables_are_named_on_the_map() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    for table in TABLES:
        assert lines_of(ROOT / table) > MOST, f"{table} is no longer an exception"
        assert f"`{table.split('/', 2)[2]}`" in page, table
