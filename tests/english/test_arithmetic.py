"""Arithmetic says its brackets: what can come to different numbers is never said alike."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping
from itertools import product

import pytest
from tests.english.speaking import Speaker, english

from cardwright.syntax import tree as syntax
from cardwright.syntax.parser import parse

__all__ = ["english"]

Numbers = Mapping[str, int]
# Ways to work a number out of two, of one, and things that are of a number.
OF_TWO = [
    "{} + {}",
    "{} - {}",
    "{} * {}",
    "{} / {} rounded up",
    "{} / {} rounded down",
    "{} / {}",
    "min({}, {})",
    "max({}, {})",
]
OF_ONE = [
    "-{}",
    "payout({}, you)",
    "wrap({})",
    "count(you.hand where tier > {})",
    "sum(c.tier + {} for each c in you.hand)",
]
LEAVES = ["you.credits", "count(you.hand)", "2"]
# What the numbers are, a few times over; none is nought, and none is another that is worked out of it in a simple way.
TIMES: list[Numbers] = [
    {"you.credits": 17, "count(you.hand)": 5},
    {"you.credits": -31, "count(you.hand)": 3},
    {"you.credits": 7, "count(you.hand)": 41},
    {"you.credits": 97, "count(you.hand)": 1},
]
TIERS = (4, 23, 57)


def trees(leaves: int) -> Iterator[str]:
    """Every value of so many numbers, each part of it in brackets."""
    if leaves == 1:
        yield from LEAVES
        return
    for first in range(1, leaves):
        for left, right, work in product(trees(first), trees(leaves - first), OF_TWO):
            yield work.format(_part(left), _part(right))


def _part(text: str) -> str:
    return text if text in LEAVES else f"({text})"


def nested(some: random.Random, depth: int) -> str:
    """A value that is nested more deeply, with things that are of a number in it."""
    if depth == 0 or some.random() < 0.15:
        return some.choice(LEAVES)
    work = some.choice(OF_TWO * 2 + OF_ONE)
    return work.format(*[_part(nested(some, depth - 1)) for _ in range(work.count("{}"))])


def value(node: syntax.Expr, now: Numbers) -> float:
    """What a number comes to; one that cannot be worked out is none."""

    def of(each: syntax.Expr) -> float:
        return value(each, now)

    match node:
        case syntax.NumberNode(value=number):
            return number
        case syntax.NegativeNode(value=inner):
            return -of(inner)
        case syntax.BinaryNode(operator=sign, left=left, right=right):
            a, b = of(left), of(right)
            return a + b if sign == "+" else a - b if sign == "-" else a * b
        case syntax.DivideNode(left=left, right=right, rounding=way):
            above, below = of(left), of(right)
            if below == 0 or math.isnan(above + below):
                return math.nan
            return above / below if not way else -(-above // below) if way == "up" else above // below
        case syntax.CallNode(word="min" | "max" as word, args=args):
            both = [of(arg.value) for arg in args]
            return math.nan if any(map(math.isnan, both)) else (min if word == "min" else max)(both)
        case syntax.CallNode(word="payout", args=(syntax.ArgNode(value=size), *_)):
            return of(size) ** 2 + 13
        case syntax.CallNode(word="wrap", args=(syntax.ArgNode(value=size),)):
            return of(size) ** 2 + 17
        case syntax.CallNode(
            word="count", args=(syntax.ArgNode(value=syntax.FilterNode(where=syntax.CompareNode(right=least))),)
        ):
            return sum(tier > of(least) for tier in TIERS)
        case syntax.CallNode(
            word="sum", args=(syntax.ArgNode(value=syntax.CollectNode(value=syntax.BinaryNode(right=more))),)
        ):
            return sum(TIERS) + len(TIERS) * of(more)
        case syntax.CallNode():
            return now["count(you.hand)"]
    assert isinstance(node, syntax.GetNode)
    return now["you.credits"]


def said_alike(texts: list[str], say: Callable[[str], str]) -> list[tuple[str, ...]]:
    """Values with the same words that come to different numbers."""
    found: dict[str, tuple[str, list[float]]] = {}
    wrong: list[tuple[str, ...]] = []
    for text in texts:
        node = parse(text, "value").tree
        numbers = [value(node, now) for now in TIMES]
        words = say(text)
        first, others = found.setdefault(words, (text, numbers))
        if repr(others) != repr(numbers):
            wrong.append((words, first, text))
    return wrong


PLACES = {
    "a value": "",
    "a number of things": "on completion: gain({})",
    "a condition": "on completion:\n  if you.pirated > {}: draw(1)",
    "a change": "modify goods_limit(player: you): add {}",
    "a number with a name": "on completion:\n  let k = {}\n  gain(10 - k)",
}


@pytest.mark.one_of
@pytest.mark.parametrize("place", PLACES)
def test_what_comes_to_different_numbers_is_not_said_alike(place: str, english: Speaker) -> None:
    """`2 * (credits - 3)` was said like `2 * credits - 3`, and all other values of three numbers in two orders."""
    some = random.Random(7)
    texts = [*some.sample(list(trees(3)), 900), *(nested(some, 3) for _ in range(600))]
    texts = [*trees(1), *trees(2), *(texts if place == "a value" else some.sample(texts, 150))]

    def say(text: str) -> str:
        told = PLACES[place]
        return english.power(told.format(text)) if told else english.english.value(english.written(text, "value", {}))

    assert said_alike(texts, say) == []


def test_what_is_summed_up_for_each_stands_in_brackets_if_it_is_a_sum_itself(english: Speaker) -> None:
    inside = english.power("on completion: gain(sum(c.tier - 1 for each c in you.hand))")
    outside = english.power("on completion: gain(sum(c.tier for each c in you.hand) - 1)")
    assert "the sum of (the tier of each card in your hand minus 1)" in inside
    assert "(the sum of the tier of each card in your hand) minus 1" in outside


@pytest.mark.parametrize("work", OF_TWO[:6])
def test_a_sum_that_a_rule_takes_stands_in_brackets(work: str, english: Speaker) -> None:
    inside = english.power(f"on completion: gain(wrap({work.format('you.credits', '2')}))")
    outside = english.power(f"on completion: gain({work.format('wrap(you.credits)', '2')})")
    assert "the wrap of (" in inside
    assert "the wrap of your credits" in outside
