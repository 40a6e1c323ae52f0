"""Pages are short enough to read, and their links lead somewhere."""

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MAX_WORDS = 2_500
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])
NAMES = [page.relative_to(ROOT).as_posix() for page in PAGES]
# Written by `python -m maintenance.generate`, or tables that commands have measured.
GENERATED = {"docs/reference.md", "docs/diagnostics.md", "docs/architecture/modules.md"} | {
    name for name in NAMES if "benchmarks" in Path(name).parts
}
LINK = re.compile(r"\]\(([^)\s]+)\)")
CODE = re.compile(r"^ *```.*?^ *```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)


@cache
def anchors(page: Path) -> frozenset[str]:
    """Return the anchors of a page's headings, as GitHub makes them."""
    text = re.sub(r"^ *```.*?^ *```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    found: set[str] = set()
    for title in re.findall(r"^#+ +(.+?)\s*$", text, re.MULTILINE):
        anchor = re.sub(r"[^\w\- ]", "", LINK.sub("", title).lower()).replace(" ", "-")
        number = next(n for n in range(len(found) + 1) if (f"{anchor}-{n}" if n else anchor) not in found)
        found.add(f"{anchor}-{number}" if number else anchor)
    return frozenset(found)


@pytest.mark.parametrize("name", sorted(set(NAMES) - GENERATED))
def test_a_page_is_short(name: str) -> None:
    words = re.findall(r"\S*\w\S*", (ROOT / name).read_text(encoding="utf-8"))
    assert len(words) <= MAX_WORDS


@pytest.mark.parametrize("name", NAMES)
def test_links_lead_to_files_and_headings_that_exist(name: str) -> None:
    page = ROOT / name
    broken = []
    for link in LINK.findall(CODE.sub("", page.read_text(encoding="utf-8"))):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if "://" in link or link.startswith("mailto:"):
            continue
        if not target.exists() or (anchor and anchor not in anchors(target)):
            broken.append(link)
    assert broken == []


FOLDER = re.compile(r"`((?:[a-z_]+/)+)`")
ROOTS = ("", "interpreter/cardwright", "interpreter/cardwright/compiler", "tools/cardwright_tools")


@pytest.mark.parametrize("name", NAMES)
def test_folders_that_a_page_names_exist(name: str) -> None:
    named = set(FOLDER.findall((ROOT / name).read_text(encoding="utf-8")))
    assert sorted(folder for folder in named if not any((ROOT / root / folder).is_dir() for root in ROOTS)) == []
