"""The canonical style of the language, shown by examples."""

from __future__ import annotations

from textwrap import dedent

import pytest
from lark import Lark

from cardwright.formatting.formatter import format_text, unparse
from cardwright.syntax import tree as syntax
from cardwright.syntax.parser import load_grammar, parse


def told(text: str) -> str:
    return dedent(text).lstrip("\n")


@pytest.mark.parametrize(
    "text",
    [
        "a or b and not c is d + e * -f.g[h]",
        "(a or b) and (c and d)",
        "a - (b - c) - d",
        "a * (b / 2 rounded down)",
        "a / b rounded up * c",
        "(a where b) + [(c where d), e]",
        "f(a where b, to: x for each x in y where z)",
        "(a is b) is not c",
        "not (a and b)",
        "(-a).b",
        "a or more + 1",
        "--a - -b",
        "f()",
        "(x for each x in y) where z",
    ],
)
def test_values_keep_only_the_brackets_they_need(text: str) -> None:
    assert unparse(parse(text, "value").tree) == text
    assert unparse(parse(f"({text})", "value").tree) == text


@pytest.mark.parametrize(
    "text",
    [
        "(once) per(1)",
        "(a.once) per",
        "(for) each",
        "(instead) of",
        "a may (up) to",
        "choose (at) random from b: c",
        "choose up to (a + once) per from b: c",
        "choose once or more per from b: c",
        "let a = (rounded) down",
    ],
)
def test_names_that_would_make_one_word_are_kept_apart(text: str) -> None:
    tree = parse(text, "deeds").tree
    assert tree is not None
    assert unparse(tree) == text


def test_single_simple_statements_stay_on_the_line() -> None:
    text = told(
        """
        on x:
          if a:
            draw(1)
          else if b:
            you may draw(2)
          else:
            repeat 2 times:
              gain(1)
        """
    )
    assert format_text(text, "power") == told(
        """
        on x:
          if a: draw(1)
          else if b: you may draw(2)
          else:
            repeat 2 times: gain(1)
        """
    )


def test_comments_stay_where_they_belong() -> None:
    text = told(
        """
        # first


        # second
        verb   a :   # header
            draw( 1 )#   trailing
               # before the choice

            choose c from d,   # inside
                e from f:
              gain(1)
              # at the end of the choice

            # at the end of the verb
        # before the else of nothing


        rule b: c   # short
        rule d:
          # the reason
          e otherwise
        step f:
          if a: b
          # before the else
          else:
            # why
            c
        # last
        """
    )
    neat = told(
        """
        # first

        # second
        verb a: # header
          draw(1) #   trailing
          # before the choice

          # inside
          choose c from d, e from f:
            gain(1)
            # at the end of the choice

          # at the end of the verb
        # before the else of nothing

        rule b: c # short
        rule d:
          # the reason
          e
        step f:
          if a: b
          # before the else
          else:
            # why
            c
        # last
        """
    )
    assert format_text(text, "library") == neat
    assert format_text(neat, "library") == neat


def test_long_lines_are_wrapped_where_they_join_again() -> None:
    text = "after you win_import where any(ships where hold is target) and during(import_round) once per turn: gain(1)"
    tree = parse(text, "power").tree
    assert unparse(tree, 60) == told(
        """
        after you win_import
            where any(ships where hold is target)
              and during(import_round)
            once per turn:
          gain(1)"""
    )


def test_a_long_choice_has_a_pick_on_each_line() -> None:
    tree = parse("may choose a from first_list where good is b, 2 or more c from second_list: load(a, c)", "deeds").tree
    assert unparse(tree, 50) == told(
        """
        may choose
            a from first_list where good is b,
            2 or more c from second_list:
          load(a, c)"""
    )


def test_values_have_no_line_end_of_their_own() -> None:
    assert format_text("  ( a+b ) ", "value") == "a + b"
    assert format_text("# why\na+b # because\n", "value") == "# why\na + b # because\n"


def test_windows_line_ends_go() -> None:
    assert format_text("on x:\r\n  # why\r\n  draw(1)\r\n", "power") == "on x:\n  # why\n  draw(1)\n"


@pytest.mark.parametrize(
    ("node", "text"),
    [
        (syntax.ArgNode("to", syntax.NameNode("a")), "to: a"),
        (syntax.EachNode("a", syntax.NameNode("b")), "for each a in b"),
        (syntax.LimitNode(2, "turn"), "twice per turn"),
        (syntax.AmountNode("any_number", None), "any number of"),
        (syntax.AmountNode("up_to", syntax.NumberNode(2)), "up to 2"),
        (syntax.PickNode(None, "a", True, syntax.NameNode("b"), None), "a at random from b"),
        (syntax.PatternNode(syntax.NameNode("you"), "draw", ()), "you draw"),
        (syntax.ParamNode("a", "zone", syntax.NameNode("b")), "a: zone = b"),
        (syntax.ChangeNode("set", syntax.NumberNode(1)), "set 1"),
        (syntax.CaseNode(syntax.NumberNode(1), syntax.NameNode("a")), "1 if a"),
        (syntax.OptionNode("A", None, syntax.BodyNode((syntax.PerformNode(None, "a", ()),))), 'option "A": a'),
        (syntax.ForbidNode(syntax.PatternNode(None, "a", ()), syntax.NameNode("b")), "forbid a where b"),
    ],
)
def test_any_piece_can_be_written(node: syntax.Node, text: str) -> None:
    assert unparse(node) == text


def test_a_text_that_does_not_parse_is_an_error_with_every_problem() -> None:
    with pytest.raises(ValueError, match="never closed") as caught:
        format_text("verb a: draw(1\nrule b = 2\n", "library")
    assert [line.split(":")[:2] for line in str(caught.value).split("\n")] == [["1", "13"], ["2", "8"]]


def test_texts_are_formatted_with_the_lexer_of_the_grammar(monkeypatch: pytest.MonkeyPatch) -> None:
    """To make a lexer takes longer than to format a text: its terminals are checked for collisions."""
    load_grammar()

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a lexer was made")

    monkeypatch.setattr(Lark, "lex", refuse)
    monkeypatch.setattr(Lark, "_build_lexer", refuse)
    assert format_text("a   or  b", "value") == "a or b"
