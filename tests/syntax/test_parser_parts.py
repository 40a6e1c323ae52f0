"""A library parsed definition by definition is the library parsed whole, its places included."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from cardwright.syntax import tree as syntax
from cardwright.syntax.parser import parse, parse_quickly

ROOT = Path(__file__).parents[2]
FILES = sorted([*ROOT.glob("games/*/*.yaml"), ROOT / "tests/language/trial/game.yaml"])
LIBRARIES = {path.parent.name: yaml.safe_load(path.read_text(encoding="utf-8")).get("library") for path in FILES}
STUDY = yaml.safe_load((ROOT / "tests/properties/study.yaml").read_text(encoding="utf-8"))["library"]
EACH = pytest.mark.parametrize("text", [text for text in (*LIBRARIES.values(), *STUDY.values()) if text])


def assert_same_places(parts: syntax.Node | None, whole: syntax.Node | None) -> None:
    """Every node begins where it does in the whole; parsed alone, a definition never reaches into the next one."""
    assert isinstance(parts, syntax.LibraryNode)
    assert isinstance(whole, syntax.LibraryNode)
    ends = [*(item.start for item in parts.items[1:]), whole.end]
    for item, other, following in zip(parts.items, whole.items, ends, strict=True):
        for node, same in zip(syntax.walk(item), syntax.walk(other), strict=True):
            assert node.start == same.start
            assert getattr(node, "word_start", 0) == getattr(same, "word_start", 0)
            assert node.end == same.end or node.end <= following < same.end


@EACH
def test_parts_make_up_the_whole(text: str) -> None:
    whole = parse_quickly(text, "library")
    again = parse(f"# a remark\n\n{text}", "library").tree
    assert isinstance(again, syntax.LibraryNode)
    assert parse(text, "library").tree == whole == again
    assert_same_places(parse(text, "library").tree, whole)
    assert_same_places(again, parse_quickly(f"# a remark\n\n{text}", "library"))


@pytest.mark.parametrize(
    "text",
    [
        "rule a: f(b,\nc: d)\nrule e: 1",
        "rule a: b\n  + c\nrule d: [1,\n2]\n",
        "rule a: b\nwhere c is d\nrule e: 1",
        "verb a:\n  if b:\n    c\n# end\n\n\nafter you a: b\n# last",
    ],
)
def test_lines_at_the_left_edge_that_go_on_are_no_beginnings(text: str) -> None:
    whole = parse_quickly(text, "library")
    assert whole is not None
    assert parse(text, "library").tree == whole
    assert_same_places(parse(text, "library").tree, whole)


def test_a_mistake_in_one_definition_is_reported_where_it_stands() -> None:
    text = "rule a: 1\nrule b: (\nrule c: 2\n"
    parsed = parse(text, "library")
    assert parsed.tree is None
    assert [problem.start for problem in parsed.problems] == [text.index("(")]
