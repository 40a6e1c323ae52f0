"""Builder of the syntax tree from the parse tree: one method per grammar rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from lark import Token, v_args
from lark.tree import Meta
from lark.visitors import Transformer_NonRecursive

from cardwright.syntax import tree as syntax

_BRACES = re.compile(r"\{([^{}]*)\}")
_NAMED = re.compile(r"\s*([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*(?::([^:]*))?")


@dataclass(frozen=True, slots=True)
class PhraseSlot:
    """A slot for a value: its name in braces (empty if there is none), the noun it counts, and its position."""

    name: str
    noun: str
    start: int
    end: int


def parse_title(title: str) -> Iterator[str | PhraseSlot]:
    """Yield the parts of a title, texts and slots; offsets count from its first character."""
    at = 0
    for found in _BRACES.finditer(title):
        if found.start() > at:
            yield title[at : found.start()]
        named = _NAMED.fullmatch(found[1])
        noun = (named[2] or "").strip() if named else ""
        yield PhraseSlot(named[1] if named else "", noun, found.start(), found.end())
        at = found.end()
    if at < len(title):
        yield title[at:]


def find_title_values(title: str, start: int) -> tuple[syntax.Expr, ...]:
    """Return the expressions in a title that begins at offset `start` of a rule text."""
    return tuple(
        _value(blank, title, start) for blank in parse_title(title) if isinstance(blank, PhraseSlot) and blank.name
    )


def _value(blank: PhraseSlot, title: str, start: int) -> syntax.Expr:
    first = start + title.index(blank.name, blank.start)
    words = blank.name.split(".")
    end = first + len(words[0])
    value: syntax.Expr = syntax.NameNode(words[0], start=first, end=end)
    for word in words[1:]:
        end += 1 + len(word)
        value = syntax.GetNode(value, word, start=first, end=end)
    return value


Kids = list[Any]


def _ranked(items: syntax.Expr, where: tuple[syntax.Expr] | None, most: Kids) -> syntax.Expr:
    """Return nested RankedNodes for a list that is filtered by several extreme values, first to last."""
    start = items.start
    if where is not None:
        items = syntax.FilterNode(items, where[0], start=start, end=where[0].end)
    for which, by in most:
        items = syntax.RankedNode(items, which, by, start=start, end=by.end)
    return items


def _at(meta: Meta) -> dict[str, int]:
    if meta.empty:
        return {"start": 0, "end": 0}
    return {"start": meta.start_pos, "end": meta.end_pos}


def _clauses(kids: Kids) -> tuple[syntax.Expr | None, syntax.LimitNode | None]:
    where = next((kid[0] for kid in kids if isinstance(kid, tuple)), None)
    limit = next((kid for kid in kids if isinstance(kid, syntax.LimitNode)), None)
    return where, limit


def _title(token: Token | None) -> tuple[str | None, tuple[syntax.Expr, ...]]:
    """Return a title and the expressions in it; (None, ()) without a title."""
    if token is None:
        return None, ()
    text = str(token)[1:-1]
    return text, find_title_values(text, (token.start_pos or 0) + 1)


@v_args(meta=True)
class TreeBuilder(Transformer_NonRecursive[Any, Any]):
    """Transformer from lark's matches of grammar rules to nodes.

    A `where` clause is a tuple of one expression until its parent node is made.
    """

    # values

    def number(self, meta: Meta, kids: Kids) -> syntax.NumberNode:
        return syntax.NumberNode(int(kids[0]), **_at(meta))

    def text(self, meta: Meta, kids: Kids) -> syntax.TextNode:
        return syntax.TextNode(str(kids[0])[1:-1], **_at(meta))

    def yes(self, meta: Meta, kids: Kids) -> syntax.YesNoNode:
        return syntax.YesNoNode(True, **_at(meta))

    def no(self, meta: Meta, kids: Kids) -> syntax.YesNoNode:
        return syntax.YesNoNode(False, **_at(meta))

    def name(self, meta: Meta, kids: Kids) -> syntax.NameNode:
        return syntax.NameNode(str(kids[0]), **_at(meta))

    def call(self, meta: Meta, kids: Kids) -> syntax.CallNode:
        return syntax.CallNode(str(kids[0]), tuple(kid for kid in kids[1:] if kid is not None), **_at(meta))

    def value_arg(self, meta: Meta, kids: Kids) -> syntax.ArgNode:
        return syntax.ArgNode(None, kids[0], **_at(meta))

    def role_arg(self, meta: Meta, kids: Kids) -> syntax.ArgNode:
        return syntax.ArgNode(str(kids[0]), kids[1], **_at(meta))

    def get(self, meta: Meta, kids: Kids) -> syntax.GetNode:
        return syntax.GetNode(kids[0], str(kids[1]), **_at(meta))

    def at(self, meta: Meta, kids: Kids) -> syntax.AtNode:
        return syntax.AtNode(kids[0], kids[1], **_at(meta))

    def list_of(self, meta: Meta, kids: Kids) -> syntax.ListOfNode:
        return syntax.ListOfNode(tuple(kid for kid in kids if kid is not None), **_at(meta))

    def negative(self, meta: Meta, kids: Kids) -> syntax.NegativeNode:
        return syntax.NegativeNode(kids[1], **_at(meta))

    def not_(self, meta: Meta, kids: Kids) -> syntax.NotNode:
        return syntax.NotNode(kids[0], **_at(meta))

    def binary(self, meta: Meta, kids: Kids) -> syntax.BinaryNode:
        return syntax.BinaryNode(str(kids[1]), kids[0], kids[2], **_at(meta))

    def divide(self, meta: Meta, kids: Kids) -> syntax.DivideNode:
        return syntax.DivideNode(kids[0], kids[1], str(kids[2]).split()[1], **_at(meta))

    def compare(self, meta: Meta, kids: Kids) -> syntax.CompareNode:
        return syntax.CompareNode(" ".join(str(kids[1]).split()), kids[0], kids[2], **_at(meta))

    def and_(self, meta: Meta, kids: Kids) -> syntax.LogicNode:
        return syntax.LogicNode("and", kids[0], kids[1], **_at(meta))

    def or_(self, meta: Meta, kids: Kids) -> syntax.LogicNode:
        return syntax.LogicNode("or", kids[0], kids[1], **_at(meta))

    def filter(self, meta: Meta, kids: Kids) -> syntax.FilterNode:
        return syntax.FilterNode(kids[0], kids[1][0], **_at(meta))

    def ranked(self, meta: Meta, kids: Kids) -> syntax.Expr:
        items, where, *most = kids
        return _ranked(items, where, most)

    def most(self, meta: Meta, kids: Kids) -> tuple[str, syntax.Expr]:
        return str(kids[0]).split()[-1], kids[1]

    def each(self, meta: Meta, kids: Kids) -> syntax.EachNode:
        return syntax.EachNode(str(kids[0]), kids[2], **_at(meta))

    def collect(self, meta: Meta, kids: Kids) -> syntax.CollectNode:
        where = kids[-1][0] if kids[-1] is not None else None
        return syntax.CollectNode(kids[0], tuple(kids[1:-1]), where, **_at(meta))

    # statements

    def body(self, meta: Meta, kids: Kids) -> syntax.BodyNode:
        return syntax.BodyNode(tuple(kids), **_at(meta))

    def deed(self, meta: Meta, kids: Kids) -> syntax.PerformNode:
        *subject, named, until = kids
        args = named.args if isinstance(named, syntax.CallNode) else ()
        return syntax.PerformNode(subject[0] if subject else None, named.word, args, named.start, until, **_at(meta))

    def said(self, meta: Meta, kids: Kids) -> syntax.PerformNode:
        return self.deed(meta, [*kids, None])

    def may_deed(self, meta: Meta, kids: Kids) -> syntax.MayNode:
        repeatedly, subject, _, deed = kids
        return syntax.MayNode(subject, deed, syntax.BodyNode(()), None, repeatedly is not None, **_at(meta))

    def may(self, meta: Meta, kids: Kids) -> syntax.MayNode:
        repeatedly, subject, _, deed, body, otherwise = kids
        return syntax.MayNode(subject, deed, body, otherwise, repeatedly is not None, **_at(meta))

    def let(self, meta: Meta, kids: Kids) -> syntax.LetNode:
        return syntax.LetNode(str(kids[0]), kids[-1], **_at(meta))

    def assign(self, meta: Meta, kids: Kids) -> syntax.AssignNode:
        return syntax.AssignNode(kids[0], str(kids[1]), kids[2], **_at(meta))

    def require(self, meta: Meta, kids: Kids) -> syntax.RequireNode:
        return syntax.RequireNode(kids[0], **_at(meta))

    def lasting(self, meta: Meta, kids: Kids) -> syntax.ModifyNode:
        rule, where, until, *changes = kids
        return syntax.ModifyNode(rule, where[0] if where is not None else None, tuple(changes), until, **_at(meta))

    def carry_out(self, meta: Meta, kids: Kids) -> syntax.CarryOutNode:
        return syntax.CarryOutNode(kids[0], **_at(meta))

    def put_on(self, meta: Meta, kids: Kids) -> syntax.PutOnNode:
        return syntax.PutOnNode(kids[0], kids[1], **_at(meta))

    def else_(self, meta: Meta, kids: Kids) -> syntax.BodyNode:
        body: syntax.BodyNode = kids[0]
        return body

    def if_(self, meta: Meta, kids: Kids) -> syntax.IfNode:
        pairs = kids[:-1]
        branches = tuple((pairs[n], pairs[n + 1]) for n in range(0, len(pairs), 2))
        return syntax.IfNode(branches, kids[-1], **_at(meta))

    def for_each(self, meta: Meta, kids: Kids) -> syntax.ForEachNode:
        secretly, word, _, items, where, *most, body = kids
        if most:
            items, where = _ranked(items, where, most), None
        return syntax.ForEachNode(
            str(word), items, where[0] if where is not None else None, body, secretly is not None, **_at(meta)
        )

    def repeat_forever(self, meta: Meta, kids: Kids) -> syntax.RepeatNode:
        return syntax.RepeatNode("forever", None, kids[0], **_at(meta))

    def repeat_until(self, meta: Meta, kids: Kids) -> syntax.RepeatNode:
        return syntax.RepeatNode("until", kids[0], kids[1], **_at(meta))

    def repeat_times(self, meta: Meta, kids: Kids) -> syntax.RepeatNode:
        return syntax.RepeatNode("times", kids[0], kids[1], **_at(meta))

    def exactly(self, meta: Meta, kids: Kids) -> syntax.AmountNode:
        return syntax.AmountNode("exactly", kids[0], **_at(meta))

    def up_to(self, meta: Meta, kids: Kids) -> syntax.AmountNode:
        return syntax.AmountNode("up_to", kids[0], **_at(meta))

    def as_many(self, meta: Meta, kids: Kids) -> syntax.AmountNode:
        return syntax.AmountNode("as_many", kids[0], **_at(meta))

    def at_least(self, meta: Meta, kids: Kids) -> syntax.AmountNode:
        return syntax.AmountNode("at_least", kids[0], **_at(meta))

    def any_number(self, meta: Meta, kids: Kids) -> syntax.AmountNode:
        return syntax.AmountNode("any_number", None, **_at(meta))

    def pick(self, meta: Meta, kids: Kids) -> syntax.PickNode:
        amount, word, at_random, source, where, *most, such_that = kids
        if most:
            source, where = _ranked(source, where, most), None
        only = where[0] if where is not None else None
        return syntax.PickNode(amount, str(word), at_random is not None, source, only, such_that, **_at(meta))

    def such_that(self, meta: Meta, kids: Kids) -> syntax.Expr:
        condition: syntax.Expr = kids[0]
        return condition

    def choose(self, meta: Meta, kids: Kids) -> syntax.ChooseNode:
        repeatedly, subject, may, *picks, body, otherwise = kids
        return syntax.ChooseNode(
            subject, may is not None, tuple(picks), body, otherwise, repeatedly is not None, **_at(meta)
        )

    def option(self, meta: Meta, kids: Kids) -> syntax.OptionNode:
        title, condition, body = kids
        text, said = _title(title)
        return syntax.OptionNode(text, condition, body, said, **_at(meta))

    def picking(self, meta: Meta, kids: Kids) -> syntax.PickingNode:
        pick, body = kids
        return syntax.PickingNode(pick, body, **_at(meta))

    def offered(self, meta: Meta, kids: Kids) -> syntax.PickNode:
        return self.pick(meta, [None, kids[0], None, *kids[2:], None])

    def choose_one(self, meta: Meta, kids: Kids) -> syntax.ChooseOneNode:
        repeatedly, subject, may, question, *options, otherwise = kids
        text, said = _title(question)
        return syntax.ChooseOneNode(
            subject, may is not None, tuple(options), otherwise, repeatedly is not None, text, said, **_at(meta)
        )

    # abilities

    def where(self, meta: Meta, kids: Kids) -> tuple[syntax.Expr]:
        condition, if_any = kids
        if if_any is None:
            return (condition,)
        return (syntax.IfAnyNode(condition, start=condition.start, end=if_any.end_pos),)

    def once(self, meta: Meta, kids: Kids) -> syntax.LimitNode:
        return syntax.LimitNode(1, str(kids[0]), **_at(meta))

    def twice(self, meta: Meta, kids: Kids) -> syntax.LimitNode:
        return syntax.LimitNode(2, str(kids[0]), **_at(meta))

    def pattern(self, meta: Meta, kids: Kids) -> syntax.PatternNode:
        subject, named = (None, kids[0]) if len(kids) == 1 else (kids[0], kids[1])
        args = named.args if isinstance(named, syntax.CallNode) else ()
        return syntax.PatternNode(subject, named.word, args, named.start, **_at(meta))

    def until(self, meta: Meta, kids: Kids) -> syntax.UntilNode:
        return syntax.UntilNode(tuple(kids), start=kids[0].start, end=kids[-1].end)

    def react(self, meta: Meta, kids: Kids) -> syntax.ReactNode:
        when = "instead" if str(kids[0]).startswith("instead") else str(kids[0])
        where, limit = _clauses(kids[2:-1])
        return syntax.ReactNode(when, kids[1], where, limit, kids[-1], **_at(meta))

    def on(self, meta: Meta, kids: Kids) -> syntax.ReactNode:
        word: Token = kids[0]
        start = word.start_pos or 0
        pattern = syntax.PatternNode(None, str(word), (), start, start=start, end=word.end_pos or 0)
        where, limit = _clauses(kids[1:-1])
        return syntax.ReactNode("on", pattern, where, limit, kids[-1], **_at(meta))

    def forbid(self, meta: Meta, kids: Kids) -> syntax.ForbidNode:
        return syntax.ForbidNode(kids[0], _clauses(kids[1:])[0], **_at(meta))

    def modify(self, meta: Meta, kids: Kids) -> syntax.ModifyNode:
        changes = tuple(kid for kid in kids if isinstance(kid, syntax.ChangeNode))
        return syntax.ModifyNode(kids[0], _clauses(kids[1:])[0], changes, None, **_at(meta))

    def change(self, meta: Meta, kids: Kids) -> syntax.ChangeNode:
        return syntax.ChangeNode(str(kids[0]), kids[1], **_at(meta))

    def offer(self, meta: Meta, kids: Kids) -> syntax.OfferNode:
        where, limit = _clauses(kids[:-1])
        words = [kid for kid in kids if isinstance(kid, Token)]
        windows = tuple(str(word) for word in words if word.type == "NAME")
        title = next((str(word)[1:-1] for word in words if word.type == "STRING"), None)
        return syntax.OfferNode(windows, title, where, limit, kids[-1], **_at(meta))

    def in_zones(self, meta: Meta, kids: Kids) -> syntax.InZonesNode:
        zones = tuple(str(kid) for kid in kids if isinstance(kid, Token) and kid.type == "NAME")
        return syntax.InZonesNode(zones, tuple(kid for kid in kids if not isinstance(kid, Token)), **_at(meta))

    # definitions

    def param(self, meta: Meta, kids: Kids) -> syntax.ParamNode:
        first, *others = kids[1] or (None,)
        return syntax.ParamNode(str(kids[0]), first, kids[-1], tuple(others), **_at(meta))

    def name_sort(self, meta: Meta, kids: Kids) -> str:
        return f"{' '.join(kids[0].split())} {kids[1]}"

    def names_of(self, meta: Meta, kids: Kids) -> syntax.NamesOfNode:
        return syntax.NamesOfNode(str(kids[1]), kids[0].startswith("names"), **_at(meta))

    def sorts(self, meta: Meta, kids: Kids) -> tuple[str, ...]:
        return tuple(map(str, kids))

    def params(self, meta: Meta, kids: Kids) -> tuple[syntax.ParamNode, ...]:
        return tuple(kids)

    def gives(self, meta: Meta, kids: Kids) -> tuple[syntax.ParamNode, ...]:
        params: tuple[syntax.ParamNode, ...] = kids[0]
        return params

    def result(self, meta: Meta, kids: Kids) -> str:
        return str(kids[0])

    def procedure(self, meta: Meta, kids: Kids) -> syntax.ProcedureNode:
        kind, word, params, gives, phrase, limit, body = kids
        title = None if phrase is None else str(phrase)[1:-1]
        return syntax.ProcedureNode(str(kind), str(word), params or (), gives or (), title, limit, body, **_at(meta))

    def case_if(self, meta: Meta, kids: Kids) -> syntax.CaseNode:
        return syntax.CaseNode(kids[0], kids[1], **_at(meta))

    def case_otherwise(self, meta: Meta, kids: Kids) -> syntax.CaseNode:
        return syntax.CaseNode(kids[0], None, **_at(meta))

    def told(self, meta: Meta, kids: Kids) -> syntax.ChangePhraseNode:
        return syntax.ChangePhraseNode(str(kids[0]), str(kids[1])[1:-1], **_at(meta))

    def rule(self, meta: Meta, kids: Kids) -> syntax.RuleNode:
        word, params, result, phrase, *rest = kids
        phrases = tuple(kid for kid in rest if isinstance(kid, syntax.ChangePhraseNode))
        names = tuple(kid for kid in rest if isinstance(kid, syntax.LetNode))
        rest = rest[len(phrases) + len(names) :]
        title = None if phrase is None else str(phrase)[1:-1]
        cases = tuple(
            kid if isinstance(kid, syntax.CaseNode) else syntax.CaseNode(kid, None, start=kid.start, end=kid.end)
            for kid in rest
        )
        result_word = None if result is None else str(result)
        return syntax.RuleNode(str(word), params or (), result_word, title, cases, phrases, names, **_at(meta))

    # whole texts

    def power(self, meta: Meta, kids: Kids) -> syntax.PowerNode:
        return syntax.PowerNode(tuple(kids), **_at(meta))

    def library(self, meta: Meta, kids: Kids) -> syntax.LibraryNode:
        return syntax.LibraryNode(tuple(kids), **_at(meta))

    def value(self, meta: Meta, kids: Kids) -> Any:
        return kids[0]

    def deeds(self, meta: Meta, kids: Kids) -> syntax.BodyNode:
        return syntax.BodyNode(tuple(kids), **_at(meta))
