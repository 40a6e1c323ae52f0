"""The parser names each mistake of an author in useful words, at the right place, and never gives up on a text."""

from __future__ import annotations

import pytest
from lark import Lark

from cardwright.source.packaged_data import find_data_folder
from cardwright.syntax import tree as syntax
from cardwright.syntax.indentation import IndentationLexer
from cardwright.syntax.parser import MAX_DEPTH, MAX_LENGTH, MAX_PROBLEMS, Problem, load_grammar, parse


def problems(text: str, kind: str) -> tuple[Problem, ...]:
    result = parse(text, kind)
    assert result.tree is None
    assert result.problems
    for problem in result.problems:
        assert 0 <= problem.start <= problem.end <= len(text)
    return result.problems


def the_problem(text: str, kind: str) -> Problem:
    (problem,) = problems(text, kind)
    return problem


def test_the_grammar_has_no_conflicts() -> None:
    Lark(
        (find_data_folder("grammar") / "cardwright.lark").read_text(encoding="utf-8"),
        parser="lalr",
        lexer="basic",
        postlex=IndentationLexer(),
        start=["power", "library", "value", "deeds"],
        strict=True,
    )


def test_the_grammar_is_built_once() -> None:
    assert load_grammar() is load_grammar()


# In each text the mistake stands between » and «; the words must be in the message or the label.
MISTAKES = [
    ("missing colon", "power", "on completio»n«\n  draw(2)\n", ["should end with `:`"]),
    ("missing colon of a statement", "power", "on x:\n  if »a«\n    draw(2)\n", ["should end with `:`"]),
    ("= for is", "power", "on x:\n  if a »=« 2: draw(1)\n", ["to compare, write `is`"]),
    ("== for is", "value", "a »=«= 2", ["to compare, write `is`"]),
    ("!= for is not", "value", "a »!«= 2", ["`is not`"]),
    ("= for a role", "power", "on x: move(this, to »=« hand)\n", ["`to: ...`"]),
    ("= for :", "library", "rule a »=« 3\n", ["write `:`"]),
    ("tab as indentation", "power", "on x:\n»\t«draw(1)\n", ["tabs cannot indent", "spaces"]),
    ("tab between words", "value", "a»\t«is b", ["a tab", "spaces"]),
    ("function without brackets", "power", "on x:\n  if count »deck« > 2: draw(1)\n", ["`count(deck)`"]),
    ("where behind who performs", "power", "on x where a is 1: opponents »where« b is 2 lose(1)\n", ["`for each p in"]),
    ("where twice", "power", "on x where a is 1 »where« b is 2: lose(1)\n", ["join the conditions with `and`"]),
    ("change in a rule", "library", "rule a(player): player.b »+=« 1\n", ["`verb` or `step`"]),
    ("secretly at the end", "library", "step a:\n  for each p in players »secretly«:\n    p b\n", ["to the beginning"]),
    ("unclosed bracket", "power", "on x:\n  draw»(«1\n  gain(2)\n", ["`(` is never closed", "expected `)`"]),
    ("unclosed list", "power", "on x:\n  let y = »[«1, 2\n  draw(y)\n", ["`[` is never closed", "expected `]`"]),
    ("unclosed in a header", "power", "on x:\n  if not »(«a is 2: draw(1)\n", ["`(` is never closed"]),
    ("outer bracket unclosed", "value", "max»(«min(1, 2)", ["`(` is never closed"]),
    ("superfluous bracket", "power", "on x: gain(1)»)«\n", ["no open bracket for this `)`"]),
    ("wrong bracket", "value", "max(1, 2»]«", ["does not close `(`"]),
    ("indentation between two blocks", "power", "on x:\n    draw(1)\n  »gain«(2)\n", ["matches no block"]),
    ("too much indentation", "power", "on x:\n  draw(1)\n    »g«ain(2)\n", ["indented further"]),
    ("no indentation", "power", "on x:\n»draw«(1)\n", ["must be indented"]),
    ("no indentation inside", "power", "on x:\n  if a:\n  »draw«(1)\n", ["must be indented"]),
    ("nothing below", "power", "on x»:«\n", ["nothing follows"]),
    (
        "keyword as a local name",
        "power",
        "on x:\n  let »set« = 2\n",
        ["`set` is a word of the language", "cannot be a name"],
    ),
    ("keyword as a verb", "library", "verb »step«: draw(1)\n", ["`step` is a word of the language"]),
    ("keyword as a role", "library", "verb a(»from«: zone): draw(1)\n", ["`from` is a word of the language"]),
    ("keyword as a value", "power", "on x: draw(»times«)\n", ["`times` is a word of the language"]),
    ("keyword as a statement", "power", "on x:\n  »set«(2)\n", ["`set` is a word of the language"]),
    (
        "half a rounding",
        "power",
        "on x: draw(y / 2 »rounded«)\n",
        ["a rounding has a direction", "`rounded up` or `rounded down`"],
    ),
    ("rounding nothing", "value", "y »rounded up«", ["only a division"]),
    ("decimals", "value", "1.»5«", ["numbers are whole"]),
    ("percentage", "value", "5»%«", ["divide"]),
    ("unterminated string", "value", 'count(»"«a)', ["closing"]),
    ("unterminated option", "power", 'on x:\n  choose one:\n    option »"«Yes: draw(1)\n', ["closing"]),
    ("curly quotes", "value", "»“«a”", ['write `"`']),
    ("possessive", "value", "player»'«s hand", ["before a dot"]),
    ("semicolon", "power", "on x: draw(1)»;« gain(2)\n", ["a line of its own"]),
    ("ampersand", "value", "a »&« b", ["write `and`"]),
    ("two comparisons", "value", "a < b »<« c", ["join them with `and`"]),
    ("value ends early", "value", "1 »+«", ["missing at the end", "a value"]),
    ("two values", "value", "1 »2«", ["does not fit here", "the end of the line"]),
    ("choice without from", "power", "on x:\n  choose c you».«hand: draw(1)\n", ["a list to pick from", "`from`"]),
    ("choose one without option", "power", "on x:\n  choose one:\n    »draw«(1)\n", ["begins with `option`"]),
    ("choose one on a line", "power", "on x:\n  choose one: »draw«(1)\n", ["on the lines below"]),
    ("block on a line", "power", "on x: »if« a: draw(1)\n", ["needs a line of its own"]),
    ("may block on a line", "power", "on x: you may draw(1)»:« gain(1)\n", ["needs a line of its own"]),
    ("repeat without times", "power", "on x:\n  repeat 3»:« draw(1)\n", ["`times`"]),
    ("misspelt beginning", "power", "»afer« you draw: gain(1)\n", ["an ability cannot begin with `afer`", "`after`?"]),
    ("capital letter", "power", "»After« you draw: gain(1)\n", ["`after`?"]),
    ("when for after", "power", "»when« you draw: gain(1)\n", ["`after`?"]),
    ("bare statement", "power", "»draw«(1)\n", ["an ability cannot begin with `draw`", "`before`, `after`"]),
    ("misspelt definition", "library", "»verv« a: draw(1)\n", ["`verb`?"]),
    ("while", "power", "on x:\n  while a»:« draw(1)\n", ["`repeat until`?"]),
    ("elif", "power", "on x:\n  if a: draw(1)\n  elif b»:« draw(1)\n", ["`else if`?"]),
    ("for without each", "power", "on x:\n  for p »in« opponents: draw(1)\n", ["`for each`?"]),
    ("then", "power", "on x:\n  if a »then« draw(1)\n", ["`:`"]),
    ("if at the end", "power", "on x:\n  draw(1) »if« a\n", ["put the condition first"]),
    ("else alone", "power", "on x:\n  »else«: draw(1)\n", ["belongs to no `if`"]),
    ("else in a rule", "library", "rule a:\n  1 if b\n  2 »else«\n", ["`otherwise`"]),
    ("case on the rule's line", "library", "rule a: 1 »if« b\n", ["below the `:`"]),
    ("verb gives a bare word", "library", "verb a gives »cards«: draw(1)\n", ["in brackets"]),
    ("rule gives brackets", "library", "rule a gives »(«cards): b\n", ["no brackets"]),
    ("limit on a modification", "power", "modify a »once per« turn: set 3\n", ["cannot have a condition"]),
    ("two wheres", "power", "after x where a »where« b: draw(1)\n", ["join the conditions with `and`"]),
    ("modify without a change", "power", "modify a: »3«\n", ["`set`, `add`"]),
    ("forbid with a block", "power", "forbid x»:«\n  draw(1)\n", ["complete without a `:`"]),
    ("value as a statement", "power", "on x:\n  you.credit»s«\n", ["has no effect"]),
    ("increment", "power", "on x:\n  this.charges»+«+\n", ["`+=`"]),
    ("verb without brackets", "power", "on x:\n  draw »2«\n", ["`draw(2)`"]),
    ("missing comma", "power", "on x:\n  gain(a »b«)\n", ["expected `:` or `,` or `)`"]),
    ("comma too many", "power", "on x:\n  gain(a,»)«\n", ["a value"]),
    ("ability among statements", "power", "on x:\n  draw(1)\n  »after« y: gain(1)\n", ["further to the left"]),
    ("empty power", "power", "»«", ["empty", "`before`, `after`"]),
    ("empty library", "library", "»«", ["empty", "`verb`, `step` or `rule`"]),
    ("empty value", "value", "»«", ["empty", "a value"]),
    ("only a comment", "deeds", "»«# nothing\n", ["only a comment", "a statement"]),
]


@pytest.mark.parametrize(("kind", "marked", "words"), [pytest.param(*rest, id=name) for name, *rest in MISTAKES])
def test_a_mistake_is_explained_where_it_is(kind: str, marked: str, words: list[str]) -> None:
    text = marked.replace("»", "").replace("«", "")
    start, end = marked.index("»"), marked.index("«") - 1
    problem = the_problem(text, kind)
    assert text[problem.start : problem.end] == text[start:end]
    assert (problem.start, problem.end) == (start, end)
    for word in words:
        assert word in f"{problem.message} | {problem.label}"
    assert problem.code == "syntax"


def test_all_mistakes_of_a_text_are_reported() -> None:
    text = (
        "verb a\n"
        "  draw(1)\n"
        "verb b:\n"
        "  if x = 2: draw(1)\n"
        "  else: gain(1)\n"
        "  for each p of players:\n"
        "    p draw(1\n"
        "  gain(count(hand) / 2 rounded)\n"
        "rule c(player): player.hand\n"
        "rule d = 3\n"
        "after you draw where x where y: gain(1)\n"
    )
    lines = [text.count("\n", 0, problem.start) + 1 for problem in problems(text, "library")]
    assert lines == [1, 4, 6, 7, 8, 10, 11]


def test_an_unclosed_bracket_does_not_swallow_the_rest() -> None:
    text = "rule a: max(1, (2\n\nverb b: draw(1)\nrule c(player: 3\n  # more\non x:\n  choose y from [z: draw(y)\n"
    found = problems(text, "library")
    assert [text[problem.start :][:3] for problem in found] == ["(2\n", "(pl", "[z:"]
    assert all("never closed" in problem.message for problem in found)


def test_a_mistake_between_brackets_over_several_lines_is_not_taken_for_an_unclosed_one() -> None:
    problem = the_problem("on x:\n  f([a,\n     b c],\n    d)\n  g(1)\n", "power")
    assert problem.start == 21
    assert "`c` does not fit here" in problem.message


def test_branches_after_a_mended_line_are_not_mistakes() -> None:
    for text in (
        "if a = b: c\nelse if d: e\nelse: f\n",
        "may choose x y:\n  c\nelse: d\n",
        "choose one:\n  option if a = b: c\n  option: d\nelse: e\n",
    ):
        the_problem(text, "deeds")


def test_there_is_a_most_of_problems() -> None:
    assert len(problems("rule a = 3\n" * 100, "library")) == MAX_PROBLEMS


@pytest.mark.parametrize("kind", ["power", "library", "value", "deeds"])
def test_ten_thousand_brackets_are_too_deep(kind: str) -> None:
    problem = the_problem("(" * 10_000 + ")" * 10_000, kind)
    assert problem.code == "too-deep"
    assert problem.start == MAX_DEPTH
    assert "brackets are nested" in problem.message


def test_brackets_in_texts_and_comments_do_not_count() -> None:
    assert parse(f'f("{"(" * 100}")  # {"[" * 100}', "value").problems == ()


@pytest.mark.long
def test_an_endless_sum_is_too_deep() -> None:
    problem = the_problem("1+" * 50_000 + "1", "value")
    assert problem.code == "too-deep"
    assert "nested too deeply" in problem.message


@pytest.mark.parametrize("text", ["not " * 5_000 + "a", "-" * 5_000 + "a", "a" + ".b" * 5_000, "a" + "[1]" * 5_000])
def test_endless_values_of_other_sorts_are_too_deep(text: str) -> None:
    assert the_problem(text, "value").code == "too-deep"


def test_endless_nesting_of_statements_is_too_deep() -> None:
    text = "".join(" " * depth + "if a:\n" for depth in range(200)) + " " * 200 + "b\n"
    assert the_problem(text, "deeds").code == "too-deep"


def test_a_long_text_is_refused() -> None:
    problem = the_problem("a" * (MAX_LENGTH + 1), "value")
    assert problem.code == "too-long"
    assert "200,001 characters" in problem.message


def test_a_long_number_is_refused() -> None:
    problem = the_problem("1 + " + "9" * 5_000, "value")
    assert (problem.code, problem.start) == ("too-long", 4)
    assert "5,000 digits" in problem.message


@pytest.mark.parametrize("kind", ["power", "library", "value", "deeds"])
@pytest.mark.parametrize("text", ["\x00", "\r", "\r\n", "é", "\ufeffa", "\n" * 50, " ", ")", ":", "\\", "\u2028", "#"])
def test_odd_texts_are_problems_and_no_accidents(text: str, kind: str) -> None:
    assert problems(text, kind)[0].message


def test_long_lines_go_on_where_they_may_be_wrapped() -> None:
    wrapped = (
        "after you draw\n    where a is not\n      b\n    and c +\n    d\n      * e is 2\n    once per turn:\n  x\n"
    )
    flat = "after you draw where a is not b and c + d * e is 2 once per turn: x\n"
    assert parse(wrapped, "power").problems == ()
    assert parse(wrapped, "power").tree == parse(flat, "power").tree


def test_a_minus_takes_a_line_on_where_it_stands_further_to_the_right() -> None:
    wrapped = "rule a:\n  -1\n    - b if c\n  -2\n      - d otherwise\nrule e:\n  f\n    - g\n"
    flat = "rule a:\n  -1 - b if c\n  -2 - d otherwise\nrule e:\n  f - g\n"
    assert parse(wrapped, "library").problems == ()
    assert parse(wrapped, "library").tree == parse(flat, "library").tree


def test_limit_and_where_may_change_places() -> None:
    first = parse("after x where a once per turn: b\n", "power")
    assert first.tree == parse("after x once per turn where a: b\n", "power").tree
    assert not first.problems


def test_offsets_point_into_the_text() -> None:
    text = "on x:\n  # why\n  let y = (a + b)\n  p draw(y)\n"
    tree = parse(text, "power").tree
    react = tree.abilities[0]
    let, deed = react.body.statements
    assert isinstance(let, syntax.LetNode)
    assert isinstance(deed, syntax.PerformNode)
    assert text[let.start : let.end] == "let y = (a + b)"
    assert text[deed.start : deed.end] == "p draw(y)"
    assert text[deed.word_start :].startswith("draw")


def test_the_only_case_of_a_rule_knows_its_place() -> None:
    text = "rule a: 1\nrule b: count(c)\n"
    rule = parse(text, "library").tree.items[1]
    assert text[rule.cases[0].start : rule.cases[0].end] == "count(c)"
