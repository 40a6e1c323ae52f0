"""Whatever the parser can build can be written, and formatting changes neither meaning nor comments."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.properties import trees

from cardwright.formatting.formatter import WIDTH, format_text, unparse
from cardwright.syntax import tree as syntax
from cardwright.syntax.parser import parse

STUDY = yaml.safe_load((Path(__file__).parent / "study.yaml").read_text(encoding="utf-8"))
TEXTS = [(kind, name, text) for kind, entries in STUDY.items() for name, text in entries.items()]
KINDS = pytest.mark.parametrize("kind", list(trees.TREES))
EACH_TEXT = pytest.mark.parametrize(("kind", "text"), [pytest.param(k, t, id=n) for k, n, t in TEXTS])
SOME = settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


def parsed(text: str, kind: str) -> syntax.Node:
    result = parse(text, kind)
    assert not result.problems, (result.problems, text)
    tree: syntax.Node = result.tree
    return tree


def comments(text: str) -> list[str]:
    return sorted(match.rstrip() for match in re.findall(r'"[^"\n]*"|#[^\n]*', text) if match.startswith("#"))


def assert_well_formatted(text: str, kind: str) -> None:
    neat = format_text(text, kind)
    assert parsed(neat, kind) == parsed(text, kind)
    assert comments(neat) == comments(text)
    assert format_text(neat, kind) == neat
    assert "\n\n\n" not in neat


@pytest.mark.one_of
@KINDS
@SOME
@given(data=st.data())
def test_every_tree_can_be_written_and_read_again(kind: str, data: st.DataObject) -> None:
    tree = data.draw(trees.TREES[kind])
    width = data.draw(st.sampled_from([1, 30, 60, WIDTH, 10_000]))
    assert parsed(unparse(tree, width), kind) == tree


@pytest.mark.long
@KINDS
@SOME
@given(data=st.data())
def test_formatting_keeps_trees_and_comments(kind: str, data: st.DataObject) -> None:
    written = unparse(data.draw(trees.TREES[kind]), data.draw(st.sampled_from([20, 60, WIDTH])))
    assert_well_formatted(data.draw(trees.commented(written)), kind)


@pytest.mark.one_of(8)
@EACH_TEXT
def test_the_texts_of_the_language_study_survive(kind: str, text: str) -> None:
    assert_well_formatted(text, kind)
    assert all(len(line.split("  #")[0]) <= WIDTH for line in format_text(text, kind).split("\n"))
    for width in (1, 30, 60):
        assert parsed(unparse(parsed(text, kind), width), kind) == parsed(text, kind)


@SOME
@given(data=st.data())
def test_the_texts_of_the_language_study_survive_with_more_comments(data: st.DataObject) -> None:
    kind, _, text = data.draw(st.sampled_from(TEXTS))
    assert_well_formatted(data.draw(trees.commented(text)), kind)


@pytest.mark.one_of(3)
@pytest.mark.parametrize("first", trees.HALVES)
def test_names_side_by_side_never_make_one_word(first: str) -> None:
    subjects: list[syntax.Expr] = [
        syntax.NameNode(first),
        syntax.GetNode(syntax.NameNode("a"), first),
        syntax.BinaryNode("+", syntax.NumberNode(2), syntax.NameNode(first)),
    ]
    lines: list[syntax.Stmt] = []
    for second in trees.HALVES:
        act = syntax.BodyNode((syntax.PerformNode(None, second, ()),))
        lines.append(
            syntax.RequireNode(
                syntax.LogicNode("or", syntax.NameNode(first), syntax.GetNode(syntax.NameNode(second), "a"))
            )
        )
        for subject in subjects:
            deed = syntax.PerformNode(subject, second, ())
            lines += [deed, syntax.LetNode(second, deed), syntax.MayNode(subject, deed, syntax.BodyNode(()), None)]
            for kind in ("exactly", "up_to", "at_least"):
                pick = syntax.PickNode(
                    syntax.AmountNode(kind, subject), second, first == "at", syntax.NameNode(second), None
                )
                lines.append(syntax.ChooseNode(subject, False, (pick,), act, None))
    tree = syntax.BodyNode(tuple(lines))
    for width in (1, WIDTH):
        assert parsed(unparse(tree, width), "deeds") == tree
