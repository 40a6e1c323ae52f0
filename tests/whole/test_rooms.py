"""Modules that one can read at a sitting, none over 500 lines but for tables, and that are where texts say they are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MOST = 500
# Declarations side by side, which are looked things up in, and what goes over all of them.
TABLES = (
    "interpreter/cardwright/checker/typed_tree.py",
    "interpreter/cardwright/compiler/ir/nodes.py",
    "interpreter/cardwright/state_slots_and_table_rows.py",
    "interpreter/cardwright/syntax/tree.py",
)
ROOMS = ("interpreter", "tools", "maintenance", "tests")


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


# What texts call a module by: the folders above it as far as it takes, and its name.
PATH = re.compile(r"(?<![\w/.<{*])(?:[a-z_]+/)+[a-z_]+\.py\b")
# What it tells of was there when it was written.
BEFORE = ("CHANGELOG.md",)


def test_modules_are_where_texts_say_they_are() -> None:
    modules = [path.relative_to(ROOT).as_posix() for room in ROOMS for path in (ROOT / room).rglob("*.py")]
    pages = [path for path in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")) if path.name not in BEFORE]
    texts = [path for room in ROOMS for end in ("py", "h") for path in (ROOT / room).rglob(f"*.{end}")]
    missing = [
        f"{path.relative_to(ROOT)}: {named}"
        for path in (*pages, *texts, ROOT / "pyproject.toml")
        for named in set(PATH.findall(path.read_text(encoding="utf-8")))
        if not any(f"/{module}".endswith(f"/{named}") for module in modules)
    ]
    assert missing == []


# A function of C that is declared before it is defined.
PROTOTYPE = re.compile(r"^(?:static )?[A-Za-z]\w* \*?(\w+)\([^;{]*\);$", re.MULTILINE)


def test_headers_of_c_use_only_what_headers_before_them_define() -> None:
    # They are joined in order, so only a function declared ahead can be that of a later header.
    for header in (ROOT / "interpreter" / "cardwright" / "native").glob("*.h"):
        text = header.read_text(encoding="utf-8")
        ahead = {name for name in PROTOTYPE.findall(text) if not re.search(rf"\b{name}\([^;{{]*\) {{", text)}
        # the generator that is keyed needs nothing of the runtime, and generated code does not see it
        assert ahead <= {"keyed_draw"}, header.name
