"""No text, however mangled, makes the parser fail instead of reporting problems."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright.syntax.parser import MAX_PROBLEMS, parse

GOOD = (
    "verb use(of: sort, number: number = 1) gives (cards):  # all or nothing\n"
    "  require has(you, of) >= number\n"
    "  if count(you.hand) is 0: stop\n"
    "  else:\n"
    "    for each p in players where p is not you: p draw(1)\n"
    '  choose one:\n    option "Sell [" if a: gain(max(1,\n        2))\n    option: may draw(x / 2 rounded up)\n'
    "rule best(player):\n  1 if player.x[2] in [a, b]\n  no otherwise\n"
    "after you draw\n    where not it in c once per turn:\n  choose up to 2 c at random from d, e from f: g\n"
    "in hand, deck:\n  modify best(you): set (p for each p in players)\n"
)
PIECES = [
    *("(", ")", "[", "]", ":", '"', "#", "\n", "\n  ", "\n    ", "\t", "\r\n", " ", ".", "=", "+", "x", "9", "é", "'"),
    *("where ", "else:", "once per ", "/ 2 ", "option", "choose one:", "after ", "verb "),
]


@st.composite
def mangled(draw: st.DrawFn) -> str:
    text = GOOD
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, len(text)))
        end = start + draw(st.sampled_from([0, 0, 1, 2, 10]))
        text = text[:start] + draw(st.sampled_from(["", *PIECES])) + text[end:]
    return text


def assert_answered(text: str, kind: str) -> None:
    result = parse(text, kind)
    assert (result.tree is None) == bool(result.problems)
    assert len(result.problems) <= MAX_PROBLEMS
    for problem in result.problems:
        assert 0 <= problem.start <= problem.end <= len(text)
        assert problem.message
    starts = [problem.start for problem in result.problems]
    assert starts == sorted(set(starts))


@settings(max_examples=40, deadline=None)
@given(mangled(), st.sampled_from(["power", "library", "value", "deeds"]))
def test_mangled_texts(text: str, kind: str) -> None:
    assert_answered(text, kind)


@settings(max_examples=40, deadline=None)
@given(st.text(st.sampled_from([*"ab1_ .:()[]\"#=+-*/<>,\n\t!'", "\r", "é"]), max_size=30))
def test_random_characters(text: str) -> None:
    assert_answered(text, "power")
    assert_answered(text, "value")
