"""Strategies for every node the parser can build, and for texts with comments in all places."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from cardwright.source.package_paths import data_folder
from cardwright.syntax import tree as s

T = TypeVar("T")
Deep = Callable[[int], SearchStrategy[T]]
EXPR_DEPTH = 3
BODY_DEPTH = 3


@lru_cache(maxsize=1)
def reserved() -> frozenset[str]:
    """Every single word the grammar keeps for itself."""
    grammar = (data_folder("grammar") / "cardwright.lark").read_text(encoding="utf-8")
    words = set(re.findall(r'^_?[A-Z_]+: "([a-z]+)"', grammar, flags=re.M))
    for choice in re.findall(r"^_?[A-Z_]+\.\d+: /\(([a-z|]+)\)", grammar, flags=re.M):
        words.update(choice.split("|"))
    return frozenset({*words, "before", "after"})


# Words whose neighbours could make one token with them come up often on purpose.
HALVES = [
    *("once", "per", "twice", "for", "each", "up", "to", "down", "at", "random", "rounded", "instead", "of", "one"),
    *("any", "number", "more", "x", "y", "3d", "_a"),
]
names = st.one_of(
    st.sampled_from(HALVES), st.from_regex(r"\A(?:[A-Za-z_]|[0-9]{1,2}[A-Za-z_])[A-Za-z0-9_]{0,6}\Z")
).filter(lambda word: word not in reserved())
texts = st.text(st.characters(codec="utf-8", exclude_characters='"\n'), max_size=12)
numbers = st.integers(0, 10**12 - 1)


def maybe(strategy: SearchStrategy[T]) -> SearchStrategy[T | None]:
    return st.none() | strategy


def some(strategy: SearchStrategy[T], most: int = 3, least: int = 1) -> SearchStrategy[tuple[T, ...]]:
    return st.lists(strategy, min_size=least, max_size=most).map(tuple)


@cache
def values(depth: int = EXPR_DEPTH) -> SearchStrategy[s.Expr]:
    atoms: list[SearchStrategy[s.Expr]] = [
        st.builds(s.Number, numbers),
        st.builds(s.Text, texts),
        st.builds(s.YesNo, st.booleans()),
        st.builds(s.Name, names),
    ]
    if depth == 0:
        return st.one_of(atoms)
    below = values(depth - 1)
    compound: list[SearchStrategy[s.Expr]] = [
        calls(depth),
        st.builds(s.Get, below, names),
        st.builds(s.At, below, below),
        st.builds(s.ListOf, some(below, least=0)),
        st.builds(s.Negative, below),
        st.builds(s.Not, below),
        st.builds(s.Binary, st.sampled_from("+-*"), below, below),
        st.builds(s.Divide, below, below, st.sampled_from(["up", "down"])),
        st.builds(s.Compare, st.sampled_from(["is", "is not", "in", "not in", "<", "<=", ">", ">="]), below, below),
        st.builds(s.Logic, st.sampled_from(["and", "or"]), below, below),
        st.builds(s.Filter, below, st.one_of(below, st.builds(s.IfAny, below))),
        st.builds(s.Ranked, below, st.sampled_from(["highest", "lowest"]), below),
        st.builds(s.Collect, below, some(st.builds(s.Each, names, below), 2), maybe(below)),
    ]
    return st.one_of(*atoms, *compound)


@cache
def arguments(depth: int) -> SearchStrategy[tuple[s.Arg, ...]]:
    return some(st.builds(s.Arg, maybe(names), values(max(depth - 1, 0))), least=0)


def calls(depth: int) -> SearchStrategy[s.Call]:
    return st.builds(s.Call, names, arguments(depth))


conditions = values()
patterns = st.builds(s.Pattern, maybe(values(1)), names, arguments(2))
deeds = st.builds(s.Deed, maybe(values(1)), names, arguments(2), until=maybe(patterns))
said = st.builds(s.Deed, values(1), names, arguments(2))
may_deeds = st.builds(s.May, maybe(values(1)), deeds, st.just(s.Body(())), st.none(), st.booleans())
simple_statements: SearchStrategy[s.Stmt] = st.one_of(
    deeds,
    may_deeds,
    st.builds(s.Let, names, values() | said),
    st.builds(s.Assign, values(2), st.sampled_from(["=", "+=", "-="]), values()),
    st.builds(s.Require, conditions),
    st.builds(s.CarryOut, conditions),
)
amounts = st.one_of(
    st.builds(s.Amount, st.sampled_from(["exactly", "up_to", "at_least"]), values(1)),
    st.just(s.Amount("any_number", None)),
)
picks = st.builds(s.Pick, maybe(amounts), names, st.booleans(), values(2), maybe(values(2)), maybe(values(2)))

offered = st.builds(s.Pick, st.none(), names, st.just(False), values(2), maybe(values(2)))

changes = st.builds(
    s.Change, st.sampled_from(["set", "add", "subtract", "multiply", "cap", "raise", "remove"]), values()
)
lasting = st.builds(s.Modify, st.builds(s.Name, names) | calls(2), maybe(conditions), some(changes), patterns)


@cache
def statements(depth: int) -> SearchStrategy[s.Stmt]:
    if depth == 0:
        return simple_statements
    inner = bodies(depth - 1)
    other = maybe(inner)
    who = maybe(values(1))
    options = st.builds(s.Option, maybe(texts), maybe(conditions), inner) | st.builds(s.Picking, offered, inner)
    return st.one_of(
        simple_statements,
        lasting,
        st.builds(s.May, who, maybe(deeds), inner, other, st.booleans()),
        st.builds(s.If, some(st.tuples(conditions, inner)), other),
        st.builds(s.ForEach, names, values(2), maybe(conditions), inner, st.booleans()),
        st.builds(s.Repeat, st.just("forever"), st.none(), inner),
        st.builds(s.PutOn, st.builds(s.Name, names), inner),
        st.builds(s.Repeat, st.sampled_from(["until", "times"]), conditions, inner),
        st.builds(s.Choose, who, st.booleans(), some(picks), inner, other, st.booleans()),
        st.builds(s.ChooseOne, who, st.booleans(), some(options), other, st.booleans(), maybe(texts)),
    )


@cache
def bodies(depth: int = BODY_DEPTH) -> SearchStrategy[s.Body]:
    return st.builds(s.Body, some(statements(depth)))


limits = st.builds(s.Limit, st.sampled_from([1, 2]), names)


@cache
def abilities(depth: int = 2) -> SearchStrategy[s.Ability]:
    inner = bodies(2)
    plain: SearchStrategy[s.Ability] = st.one_of(
        st.builds(
            s.React, st.sampled_from(["before", "after", "instead"]), patterns, maybe(conditions), maybe(limits), inner
        ),
        st.builds(
            s.React,
            st.just("on"),
            st.builds(s.Pattern, st.none(), names, st.just(())),
            maybe(conditions),
            maybe(limits),
            inner,
        ),
        st.builds(s.Forbid, patterns, maybe(conditions)),
        st.builds(s.Modify, st.builds(s.Name, names) | calls(2), maybe(conditions), some(changes)),
        st.builds(s.Offer, some(names), maybe(texts), maybe(conditions), maybe(limits), inner),
    )
    if depth == 0:
        return plain
    return plain | st.builds(s.InZones, some(names), some(abilities(depth - 1)))


params = st.builds(s.Param, names, maybe(names), maybe(values(2)))
procedures = st.builds(
    s.Procedure,
    st.sampled_from(["verb", "step"]),
    names,
    some(params, least=0),
    some(params, least=0),
    maybe(texts),
    maybe(limits),
    bodies(2),
)
cases = st.builds(s.Case, values(), maybe(conditions))
told = st.builds(s.Told, st.sampled_from(["set", "add", "cap"]), texts)
lets = st.builds(s.Let, names, values())
rules = st.builds(
    s.Rule,
    names,
    some(params, least=0),
    maybe(names),
    maybe(texts),
    some(cases),
    some(told, least=0),
    some(lets, least=0),
)
powers = st.builds(s.Power, some(abilities()))
libraries = st.builds(s.Library, some(procedures | rules | abilities(1)))
TREES: dict[str, SearchStrategy[s.Node]] = {
    "power": powers,
    "library": libraries,
    "value": values(4),
    "deeds": bodies(),
}


@st.composite
def commented(draw: st.DrawFn, text: str) -> str:
    """A text of several lines with comments and blank lines put in between and behind its lines."""
    lines: list[str] = []
    remark = st.integers(0, 999).map(lambda number: f'# {number} "(: ')
    for line in text.split("\n"):
        for _ in range(draw(st.sampled_from([0, 0, 0, 1, 2]))):
            lines.append(draw(st.sampled_from(["", " " * draw(st.integers(0, 8)) + draw(remark)])))
        lines.append(line + draw(st.just("") | remark.map(lambda words: f"   {words}")))
    if draw(st.booleans()):
        lines.append(" " * draw(st.integers(0, 6)) + draw(remark))
    return "\n".join(lines)
