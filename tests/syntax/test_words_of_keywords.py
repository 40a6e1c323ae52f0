"""Words that are keywords only side by side (`or more`, `up to`) are names of an author wherever names can stand."""

from __future__ import annotations

import pytest

from cardwright.formatting.formatter import format_text
from cardwright.syntax.keywords import list_keywords, list_reserved_words
from cardwright.syntax.parser import parse

PAIRS = [word for word in list_keywords() if len(word.split()) == 2 and not list_reserved_words() & {*word.split()}]
# Two names side by side: a player, and the verb that this player performs.
PERFORMED = {
    "power": (
        "after A B: nothing\n",
        "before A B(x) where y: nothing\n",
        "forbid A B\n",
        "forbid A B where z\n",
        "instead of A B once per turn: proceed\n",
        "in hand:\n  after A B(x: y): nothing\n",
    ),
    "deeds": (
        "A B\n",
        "A B(x)\n",
        "may A B(x): nothing\n",
        "q may A B(x)\n",
        "let y = A B(x)\n",
        "let y = A B\n",
        "x = 1\nA B\nC B\n",
        "modify r until A B: add 1\n",
        "modify r until x or A B(y):\n  add 1\n",
        "lose_powers(t) until A B or A B\n",
        "if x:\n  A B(x)\nelse: A B\n",
        "choose one:\n  option: A B\n  option for each e in f: A B(e)\n",
        "choose n from l where w: A B(n)\n",
        "repeat until x: A B\n",
        "put on stack: A B\n",
    ),
}
# `more` behind `or`, in the place of any value, event or type.
ALTERNATIVES = {
    "power": ("after x where a or more: nothing\n", "modify r where a or more.b: add 1\n"),
    "library": (
        "verb v(x: a or more): nothing\n",
        "rule r: a or more\n",
        "verb v:\n  if a\n      or more\n      # why\n      or fewer:\n    b\n",
        "rule r:\n  1 if a or more(2)\n  2 otherwise\n",
    ),
    "value": ("a or more", "a or more[b] or more", "f(a or more, b: c or more) and (d or more)", "[a or more]"),
    "deeds": (
        "if a or more:\n  nothing\n",
        "x = a or more\n",
        "require a or more is 2\n",
        "v until a or more\n",
        "modify r until a or more:\n  add 1\n",
        "v until a or more or a or more(x: y)\n",
        "repeat until a or more: nothing\n",
        "choose 2 or more n from a where b or more, up to 2 m from c such that d or more: nothing\n",
    ),
}


@pytest.mark.parametrize("pair", PAIRS)
def test_a_player_and_a_verb_side_by_side(pair: str) -> None:
    first, second = pair.split()
    for kind, texts in PERFORMED.items():
        for text in texts:
            if pair == "carry out" and "(" in text:
                continue  # `carry out (x)` is that statement: the checker tells
            written, bracketed = (
                text.replace("A B", f"{who} {second}").replace("C", first) for who in (first, f"({first})")
            )
            found = parse(written, kind)
            assert not found.problems, (written, found.problems)
            assert found.tree == parse(bracketed, kind).tree, written
            assert parse(format_text(written, kind), kind).tree == found.tree


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, texts in ALTERNATIVES.items() for text in texts])
def test_more_behind_or(kind: str, text: str) -> None:
    found = parse(text, kind)
    assert not found.problems, found.problems
    as_other = text.replace("2 or more", "2 or#more").replace("more", "other").replace("2 or#other", "2 or more")
    assert repr(found.tree).replace("'more'", "'other'") == repr(parse(as_other, kind).tree)
    assert parse(format_text(text, kind), kind).tree == found.tree


def test_where_neither_fits_the_keyword_is_told() -> None:
    for text in (
        "gain(up to 3)",
        "draw(2) up to 3",
        "x = 3 rounded up",
        "choose c from x at random: draw",
        "for each: draw",
    ):
        [problem] = parse(text, "deeds").problems
        assert "expected" in problem.label or "division" in problem.message, text
    assert [each.start for each in parse("a(\nup to(2)\nb(up to 3)\n", "deeds").problems] == [1, 14]
