"""Formatting a file changes neither what it says nor its comments, and formatting it again changes nothing."""

from __future__ import annotations

import re
from pathlib import Path

import yaml
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from cardwright.formatting.files import find_rule_texts, format_file
from cardwright.source.diagnostics import CODES, CardwrightError
from cardwright.source.yaml.loader import load_yaml
from cardwright.source.yaml.nodes import Mapping, Node, Scalar, Sequence
from cardwright.syntax.parser import parse

ROOT = Path(__file__).parents[2]
NAME = Path("cards.yaml")
SHIPPED = [
    path.read_text(encoding="utf-8")
    for pattern in ("games/*/*.yaml", "cards/*/*/*.yaml", "tests/scenarios/ceylon/*.yaml", "tests/language/*.yaml")
    for path in sorted(ROOT.glob(pattern))
]
SOME = settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)


def said(node: Node | None) -> object:
    """What a file says, texts of the language by their trees; an independent reading of what must not change."""
    texts = {id(scalar): kind for scalar, kind in find_rule_texts(node)} if node is not None else {}

    def reading(node: Node | None) -> object:
        if isinstance(node, Scalar):
            return parse(node.raw, texts[id(node)]).tree if id(node) in texts else repr(node.value)
        if isinstance(node, Sequence):
            return [reading(item) for item in node.items]
        assert isinstance(node, Mapping)
        return {key.raw: reading(value) for key, value in node.entries}

    return reading(node)


def assert_well_formatted(text: str) -> str:
    neat = format_file(NAME, text)
    assert format_file(NAME, neat) == neat
    assert said(load_yaml(NAME, neat).root) == said(load_yaml(NAME, text).root)
    assert re.search(r"[^\n]\n\Z", neat)
    return neat


def refusal(text: str) -> set[str]:
    """The codes of the mistakes for which a file is refused; a file without any is well formatted."""
    try:
        assert_well_formatted(text)
    except CardwrightError as error:
        return {each.code for each in error.diagnostics}
    return set()


def pieces(text: str) -> list[str]:
    """A file cut where a new card, scenario or field begins, so that examples stay short."""
    return re.split(r"(?m)^(?=\S|  - )", text)


@st.composite
def excerpts(draw: st.DrawFn) -> str:
    """The head of a shipped file and some of what follows."""
    parts = pieces(draw(st.sampled_from(SHIPPED)))
    kept = draw(st.sets(st.integers(0, len(parts) - 1), max_size=6))
    wanted = [part for place, part in enumerate(parts) if place in kept or not part.startswith("  - ")]
    return "".join(wanted)


@st.composite
def commented(draw: st.DrawFn) -> tuple[str, int]:
    """A file with comments strewn into it, on lines of their own and behind others."""
    lines = draw(excerpts()).split("\n")
    count = draw(st.integers(1, 6))
    for number in range(count):
        place = draw(st.integers(0, len(lines) - 1))
        sign = f"# strewn {number}"
        if draw(st.booleans()):
            lines[place] += f" {sign}"
        else:
            lines.insert(place, " " * draw(st.integers(0, 8)) + sign)
            if draw(st.booleans()):
                lines.insert(place, "")
    return "\n".join(lines), count


@SOME
@given(commented())
def test_comments_are_kept_wherever_they_stand(drawn: tuple[str, int]) -> None:
    text, count = drawn
    assume(not refusal(text))
    neat = " ".join(format_file(NAME, text).split())  # what fell into a text of several lines may have been wrapped
    for number in range(count):
        assert neat.count(f"# strewn {number}") == 1


VALUES = st.one_of(
    st.text(st.characters(exclude_categories=["Cs", "Cc"], include_characters="\n\t"), max_size=30),
    st.text(" \n#:-,[]{}'\"ab\\|>", max_size=15),
    st.sampled_from(["yes", "no", "~", "null", "1:30", "012", "1e3", "- a", "a: b", "a #b", "? x", "=", "<<", "---"]),
    st.text("word ", min_size=100, max_size=300),
    st.integers(-1000, 1000),
    st.booleans(),
    st.none(),
)
KEYS = st.one_of(
    st.sampled_from("id name copies power1 note given when".split()), st.text(": #ab-'", min_size=1, max_size=8)
)
TREES = st.recursive(
    VALUES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=12
)


@settings(SOME, max_examples=40)
@given(
    st.dictionaries(KEYS, TREES, min_size=1, max_size=5),
    st.sampled_from([None, True, False]),
    st.sampled_from([None, "'", '"', "|", ">"]),
    st.sampled_from([20, 80, 10_000]),
    st.integers(2, 6),
)
def test_any_way_to_write_yaml_comes_out_the_same(
    tree: dict[str, object], flow: bool | None, style: str | None, width: int, indent: int
) -> None:
    text = yaml.dump(tree, default_flow_style=flow, default_style=style, width=width, indent=indent, allow_unicode=True)
    text = re.sub(r"!!(?:int|bool|null|binary) (?:\|\n)?", "", text)
    assert all(code.startswith(("yaml", "key", "unprint", "number", "duplicate")) for code in refusal(text))


@SOME
@given(excerpts(), st.data())
def test_a_mutilated_file_is_refused_or_keeps_its_meaning(text: str, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        gone = data.draw(st.integers(0, 3))
        text = text[:at] + data.draw(st.text("\n :-#\"'[]{}|>,ab\t", max_size=3)) + text[at + gone :]
    codes = refusal(text)
    assert codes <= set(CODES)
