"""Strategies for every node the parser can build, and for texts with comments in all places."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import TypeVar

from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from cardwright.formatting.formatter import unparse
from cardwright.source.packaged_data import find_data_folder
from cardwright.syntax import tree as syntax

T = TypeVar("T")
Deep = Callable[[int], SearchStrategy[T]]
EXPR_DEPTH = 3
BODY_DEPTH = 3


@lru_cache(maxsize=1)
def reserved() -> frozenset[str]:
    """Every single word the grammar keeps for itself."""
    grammar = (find_data_folder("grammar") / "cardwright.lark").read_text(encoding="utf-8")
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
def values(depth: int = EXPR_DEPTH) -> SearchStrategy[syntax.Expr]:
    atoms: list[SearchStrategy[syntax.Expr]] = [
        st.builds(syntax.NumberNode, numbers),
        st.builds(syntax.TextNode, texts),
        st.builds(syntax.YesNoNode, st.booleans()),
        st.builds(syntax.NameNode, names),
    ]
    if depth == 0:
        return st.one_of(atoms)
    below = values(depth - 1)
    compound: list[SearchStrategy[syntax.Expr]] = [
        calls(depth),
        st.builds(syntax.GetNode, below, names),
        st.builds(syntax.AtNode, below, below),
        st.builds(syntax.ListOfNode, some(below, least=0)),
        st.builds(syntax.NamesOfNode, names, st.booleans()),
        st.builds(syntax.NegativeNode, below),
        st.builds(syntax.NotNode, below),
        st.builds(syntax.BinaryNode, st.sampled_from("+-*"), below, below),
        st.builds(syntax.DivideNode, below, below, st.sampled_from(["up", "down", ""])),
        st.builds(
            syntax.CompareNode, st.sampled_from(["is", "is not", "in", "not in", "<", "<=", ">", ">="]), below, below
        ),
        st.builds(syntax.LogicNode, st.sampled_from(["and", "or"]), below, below),
        st.builds(syntax.FilterNode, below, st.one_of(below, st.builds(syntax.IfAnyNode, below))),
        st.builds(syntax.RankedNode, below, st.sampled_from(["highest", "lowest"]), below),
        st.builds(syntax.CollectNode, below, some(st.builds(syntax.EachNode, names, below), 2), maybe(below)),
    ]
    return st.one_of(*atoms, *compound)


@cache
def arguments(depth: int) -> SearchStrategy[tuple[syntax.ArgNode, ...]]:
    return some(st.builds(syntax.ArgNode, maybe(names), values(max(depth - 1, 0))), least=0)


def calls(depth: int) -> SearchStrategy[syntax.CallNode]:
    return st.builds(syntax.CallNode, names, arguments(depth))


conditions = values()
patterns = st.builds(syntax.PatternNode, maybe(values(1)), names, arguments(2))
ends = st.builds(syntax.UntilNode, some(patterns | st.builds(syntax.LeaveNode, values(1))))
deeds = st.builds(syntax.PerformNode, maybe(values(1)), names, arguments(2), until=maybe(ends))
said = st.builds(syntax.PerformNode, values(1), names, arguments(2))


def begins_with_text(value: syntax.Expr | None) -> bool:
    """Whether a value, behind `choose` or `may`, would begin with the question that is asked."""
    return value is not None and unparse(value, 10_000).startswith('"')


@st.composite
def offers(draw: st.DrawFn) -> syntax.PerformNode:
    """A deed that begins with no text."""
    deed = draw(deeds)
    assume(not begins_with_text(deed.subject))
    return deed


may_deeds = st.builds(
    syntax.MayNode,
    *(maybe(values(1)), offers(), st.just(syntax.BodyNode(())), st.none(), st.booleans()),
    question=maybe(texts),
)
simple_statements: SearchStrategy[syntax.Stmt] = st.one_of(
    deeds,
    may_deeds,
    st.builds(syntax.LetNode, names, values() | said),
    st.builds(syntax.AssignNode, values(2), st.sampled_from(["=", "+=", "-="]), values()),
    st.builds(syntax.RequireNode, conditions),
    st.builds(syntax.CarryOutNode, conditions),
)


@st.composite
def amounts_to_pick(draw: st.DrawFn) -> syntax.Expr:
    """An amount that begins with no text."""
    value = draw(values(1))
    assume(not begins_with_text(value))
    return value


amounts = st.one_of(
    st.builds(syntax.AmountNode, st.sampled_from(["exactly", "up_to", "at_least"]), amounts_to_pick()),
    st.just(syntax.AmountNode("any_number", None)),
)
picks = st.builds(
    syntax.PickNode,
    *(maybe(amounts), names, st.booleans(), values(2), maybe(values(2)), maybe(values(2))),
    question=maybe(texts),
)

offered = st.builds(syntax.PickNode, st.none(), names, st.just(False), values(2), maybe(values(2)))

changes = st.builds(
    syntax.ChangeNode, st.sampled_from(["set", "add", "subtract", "multiply", "cap", "raise", "remove"]), values()
)
lasting = st.builds(
    syntax.ModifyNode, st.builds(syntax.NameNode, names) | calls(2), maybe(conditions), some(changes), ends
)


@cache
def statements(depth: int) -> SearchStrategy[syntax.Stmt]:
    if depth == 0:
        return simple_statements
    inner = bodies(depth - 1)
    other = maybe(inner)
    who = maybe(values(1))
    options = st.builds(syntax.OptionNode, maybe(texts), maybe(conditions), inner) | st.builds(
        syntax.PickingNode, offered, inner
    )
    return st.one_of(
        simple_statements,
        lasting,
        st.builds(syntax.MayNode, who, maybe(offers()), inner, other, st.booleans()),
        st.builds(syntax.IfNode, some(st.tuples(conditions, inner)), other),
        st.builds(syntax.ForEachNode, names, values(2), maybe(conditions), inner, st.booleans()),
        st.builds(syntax.RepeatNode, st.just("forever"), st.none(), inner),
        st.builds(syntax.PutOnNode, st.builds(syntax.NameNode, names), inner),
        st.builds(syntax.TogetherNode, inner),
        st.builds(syntax.RepeatNode, st.sampled_from(["until", "times"]), conditions, inner),
        st.builds(syntax.ChooseNode, who, st.booleans(), some(picks), inner, other, st.booleans()),
        st.builds(syntax.ChooseOneNode, who, st.booleans(), some(options), other, st.booleans(), maybe(texts)),
    )


@cache
def bodies(depth: int = BODY_DEPTH) -> SearchStrategy[syntax.BodyNode]:
    return st.builds(syntax.BodyNode, some(statements(depth)))


limits = st.builds(syntax.LimitNode, st.sampled_from([1, 2]), names)


@cache
def abilities(depth: int = 2) -> SearchStrategy[syntax.Ability]:
    inner = bodies(2)
    plain: SearchStrategy[syntax.Ability] = st.one_of(
        st.builds(
            syntax.ReactNode,
            st.sampled_from(["before", "after", "instead"]),
            patterns,
            maybe(conditions),
            maybe(limits),
            inner,
        ),
        st.builds(
            syntax.ReactNode,
            st.just("on"),
            st.builds(syntax.PatternNode, st.none(), names, st.just(())),
            maybe(conditions),
            maybe(limits),
            inner,
        ),
        st.builds(syntax.ForbidNode, patterns, maybe(conditions)),
        st.builds(syntax.ModifyNode, st.builds(syntax.NameNode, names) | calls(2), maybe(conditions), some(changes)),
        st.builds(syntax.OfferNode, some(names), maybe(texts), maybe(conditions), maybe(limits), inner),
    )
    if depth == 0:
        return plain
    return plain | st.builds(syntax.InZonesNode, some(names), some(abilities(depth - 1)))


params = st.builds(syntax.ParamNode, names, maybe(names), maybe(values(2)))
procedures = st.builds(
    syntax.ProcedureNode,
    st.sampled_from(["verb", "step"]),
    names,
    some(params, least=0),
    some(params, least=0),
    maybe(texts),
    maybe(limits),
    bodies(2),
)
cases = st.builds(syntax.CaseNode, values(), maybe(conditions))
told = st.builds(syntax.ChangePhraseNode, st.sampled_from(["set", "add", "cap"]), texts)
lets = st.builds(syntax.LetNode, names, values())
rules = st.builds(
    syntax.RuleNode,
    names,
    some(params, least=0),
    maybe(names),
    maybe(texts),
    some(cases),
    some(told, least=0),
    some(lets, least=0),
)
powers = st.builds(syntax.PowerNode, some(abilities()))
libraries = st.builds(syntax.LibraryNode, some(procedures | rules | abilities(1)))
TREES: dict[str, SearchStrategy[syntax.Node]] = {
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
