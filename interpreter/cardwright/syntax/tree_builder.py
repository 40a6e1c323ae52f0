"""Builder of the syntax tree from the parse tree: one function per grammar rule."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from lark import Token
from lark.tree import Meta
from lark.visitors import Transformer_NonRecursive

from cardwright.syntax import tree as syntax

_BRACES = re.compile(r"\{([^{}]*)\}")
_PATH = r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*"
# A name with its properties, or a rule that is called with such names.
_NAMED = re.compile(rf"\s*({_PATH}|[A-Za-z_]\w*\(\s*{_PATH}\s*(?:,\s*{_PATH}\s*)*\))\s*(?::([^:]*))?")


@dataclass(frozen=True, slots=True)
class PhraseSlot:
    """A slot for a value in a title.

    It has a name or a call of a rule (or ""), the noun that it counts, and its offsets.
    """

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
        _build_title_value(blank, title, start)
        for blank in parse_title(title)
        if isinstance(blank, PhraseSlot) and blank.name
    )


def _build_title_value(blank: PhraseSlot, title: str, start: int) -> syntax.Expr:
    first = start + title.index(blank.name, blank.start)
    rule, bracket, names = blank.name.partition("(")
    if not bracket:
        return _build_path(blank.name, first)
    inside = first + len(rule) + 1
    args = [
        syntax.ArgNode(None, value, start=value.start, end=value.end)
        for value in (_build_path(found[0], inside + found.start()) for found in re.finditer(_PATH, names))
    ]
    return syntax.CallNode(rule, tuple(args), start=first, end=first + len(blank.name))


def _build_path(name: str, first: int) -> syntax.Expr:
    words = name.split(".")
    end = first + len(words[0])
    value: syntax.Expr = syntax.NameNode(words[0], start=first, end=end)
    for word in words[1:]:
        end += 1 + len(word)
        value = syntax.GetNode(value, word, start=first, end=end)
    return value


Span = dict[str, int]


def _build_ranked(items: syntax.Expr, where: tuple[syntax.Expr] | None, most: Sequence[Any]) -> syntax.Expr:
    """Return nested RankedNodes for a list, filtered by the extreme values in `most` one after the other."""
    start = items.start
    if where is not None:
        items = syntax.FilterNode(items, where[0], start=start, end=where[0].end)
    for which, by in most:
        items = syntax.RankedNode(items, which, by, start=start, end=by.end)
    return items


def _find_span(meta: Meta) -> Span:
    if meta.empty:
        return {"start": 0, "end": 0}
    return {"start": meta.start_pos, "end": meta.end_pos}


def _take_only(where: tuple[syntax.Expr] | None) -> syntax.Expr | None:
    return None if where is None else where[0]


def _present(parts: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(part for part in parts if part is not None)


def _find_clauses(parts: Sequence[Any]) -> tuple[syntax.Expr | None, syntax.LimitNode | None]:
    """Return the `where` clause and the usage limit among the parts."""
    where = next((part for part in parts if isinstance(part, tuple)), None)
    limit = next((part for part in parts if isinstance(part, syntax.LimitNode)), None)
    return _take_only(where), limit


def _read_title(token: Token | None) -> tuple[str | None, tuple[syntax.Expr, ...]]:
    """Return a title and the expressions in it; (None, ()) without a title."""
    if token is None:
        return None, ()
    text = str(token)[1:-1]
    return text, find_title_values(text, (token.start_pos or 0) + 1)


def _build_perform(at: Span, *parts: Any) -> syntax.PerformNode:
    *subject, named, order, until = parts
    args = named.args if isinstance(named, syntax.CallNode) else ()
    return syntax.PerformNode(
        subject[0] if subject else None, named.word, args, named.start, until, order is not None, **at
    )


def _build_if(at: Span, *parts: Any) -> syntax.IfNode:
    *pairs, otherwise = parts
    branches = tuple((pairs[n], pairs[n + 1]) for n in range(0, len(pairs), 2))
    return syntax.IfNode(branches, otherwise, **at)


def _build_for_each(at: Span, secretly: Any, word: Any, _: Any, items: Any, where: Any, *parts: Any) -> syntax.Stmt:
    *most, body = parts
    if most:
        items, where = _build_ranked(items, where, most), None
    return syntax.ForEachNode(str(word), items, _take_only(where), body, secretly is not None, **at)


def _build_pick(
    at: Span, question: Any, amount: Any, word: Any, at_random: Any, source: Any, where: Any, *parts: Any
) -> syntax.PickNode:
    *most, such_that = parts
    if most:
        source, where = _build_ranked(source, where, most), None
    text, said = _read_title(question)
    return syntax.PickNode(
        amount, str(word), at_random is not None, source, _take_only(where), such_that, text, said, **at
    )


def _build_may(at: Span, repeatedly: Any, subject: Any, _: Any, question: Any, *parts: Any) -> syntax.MayNode:
    deed, body, otherwise = parts if len(parts) > 1 else (*parts, syntax.BodyNode(()), None)
    text, said = _read_title(question)
    return syntax.MayNode(subject, deed, body, otherwise, repeatedly is not None, text, said, **at)


def _build_choose(at: Span, repeatedly: Any, subject: Any, may: Any, *parts: Any) -> syntax.ChooseNode:
    *picks, body, otherwise = parts
    return syntax.ChooseNode(subject, may is not None, tuple(picks), body, otherwise, repeatedly is not None, **at)


def _build_choose_one(
    at: Span, repeatedly: Any, subject: Any, may: Any, question: Any, *parts: Any
) -> syntax.ChooseOneNode:
    *options, otherwise = parts
    text, said = _read_title(question)
    return syntax.ChooseOneNode(
        subject, may is not None, tuple(options), otherwise, repeatedly is not None, text, said, **at
    )


def _build_option(at: Span, title: Any, condition: Any, body: Any) -> syntax.OptionNode:
    text, said = _read_title(title)
    body, targeted = _wrap_targets(body)
    return syntax.OptionNode(text, condition, body, said, targeted, **at)


def _wrap_targets(body: syntax.BodyNode | syntax.ChooseNode | syntax.ChooseOneNode) -> tuple[syntax.BodyNode, bool]:
    """Return (body, targeted). A choice of targets becomes a body with that choice, and `targeted` is True."""
    if isinstance(body, syntax.BodyNode):
        return body, False
    return syntax.BodyNode((body,), start=body.start, end=body.end), True


def _build_pattern(at: Span, *parts: Any) -> syntax.PatternNode:
    *subject, named = parts
    args = named.args if isinstance(named, syntax.CallNode) else ()
    return syntax.PatternNode(subject[0] if subject else None, named.word, args, named.start, **at)


def _build_reaction(at: Span, word: Any, pattern: Any, *parts: Any) -> syntax.ReactNode:
    when = "instead" if str(word).startswith("instead") else str(word)
    where, limit = _find_clauses(parts)
    return syntax.ReactNode(when, pattern, where, limit, parts[-1], targeted=False, **at)


def _build_reaction_to_window(at: Span, word: Token, *parts: Any) -> syntax.ReactNode:
    start = word.start_pos or 0
    pattern = syntax.PatternNode(None, str(word), (), start, start=start, end=word.end_pos or 0)
    where, limit = _find_clauses(parts)
    body, targeted = _wrap_targets(parts[-1])
    return syntax.ReactNode("on", pattern, where, limit, body, targeted, **at)


def _build_modifier(at: Span, rule: Any, *parts: Any) -> syntax.ModifyNode:
    changes = tuple(part for part in parts if isinstance(part, syntax.ChangeNode))
    return syntax.ModifyNode(rule, _find_clauses(parts)[0], changes, None, **at)


def _build_offer(at: Span, *parts: Any) -> syntax.OfferNode:
    words = [part for part in parts if isinstance(part, Token)]
    windows = tuple(str(word) for word in words if word.type == "NAME")
    title = next((str(word)[1:-1] for word in words if word.type == "STRING"), None)
    where, limit = _find_clauses(parts)
    return syntax.OfferNode(windows, title, where, limit, parts[-1], **at)


def _build_in_zones(at: Span, *parts: Any) -> syntax.InZonesNode:
    zones = tuple(str(part) for part in parts if isinstance(part, Token) and part.type == "NAME")
    return syntax.InZonesNode(zones, tuple(part for part in parts if not isinstance(part, Token)), **at)


def _build_parameter(at: Span, word: Any, types: Any, *default: Any) -> syntax.ParamNode:
    first, *others = types or (None,)
    return syntax.ParamNode(str(word), first, default[-1], tuple(others), **at)


def _build_procedure(
    at: Span, kind: Any, word: Any, params: Any, gives: Any, phrase: Any, limit: Any, body: Any
) -> syntax.ProcedureNode:
    title = None if phrase is None else str(phrase)[1:-1]
    return syntax.ProcedureNode(str(kind), str(word), params or (), gives or (), title, limit, body, **at)


def _build_rule(at: Span, word: Any, params: Any, result: Any, phrase: Any, *parts: Any) -> syntax.RuleNode:
    phrases = tuple(part for part in parts if isinstance(part, syntax.ChangePhraseNode))
    names = tuple(part for part in parts if isinstance(part, syntax.LetNode))
    title = None if phrase is None else str(phrase)[1:-1]
    cases = tuple(
        part if isinstance(part, syntax.CaseNode) else syntax.CaseNode(part, None, start=part.start, end=part.end)
        for part in parts[len(phrases) + len(names) :]
    )
    result_word = None if result is None else str(result)
    return syntax.RuleNode(str(word), params or (), result_word, title, cases, phrases, names, **at)


# Functions that build the node of each grammar rule from its parts and offsets. A `where` clause is a tuple of one
# expression until its parent node is built.
_BUILDERS: dict[str, Callable[..., Any]] = {
    # values
    "number": lambda at, word: syntax.NumberNode(int(word), **at),
    "text": lambda at, word: syntax.TextNode(str(word)[1:-1], **at),
    "yes": lambda at, *_: syntax.YesNoNode(True, **at),
    "no": lambda at, *_: syntax.YesNoNode(False, **at),
    "name": lambda at, word: syntax.NameNode(str(word), **at),
    "call": lambda at, word, *args: syntax.CallNode(str(word), _present(args), **at),
    "value_arg": lambda at, value: syntax.ArgNode(None, value, **at),
    "role_arg": lambda at, role, value: syntax.ArgNode(str(role), value, **at),
    "get": lambda at, owner, word: syntax.GetNode(owner, str(word), **at),
    "at": lambda at, owner, index: syntax.AtNode(owner, index, **at),
    "list_of": lambda at, *items: syntax.ListOfNode(_present(items), **at),
    "rest_of": lambda at, items: syntax.RestOfNode(items, **at),
    "negative": lambda at, _, value: syntax.NegativeNode(value, **at),
    "not_": lambda at, value: syntax.NotNode(value, **at),
    "binary": lambda at, left, sign, right: syntax.BinaryNode(str(sign), left, right, **at),
    "divide": lambda at, left, right, rounded: syntax.DivideNode(left, right, (rounded or "").split(" ")[-1], **at),
    "compare": lambda at, left, sign, right: syntax.CompareNode(" ".join(str(sign).split()), left, right, **at),
    "and_": lambda at, left, right: syntax.LogicNode("and", left, right, **at),
    "or_": lambda at, left, right: syntax.LogicNode("or", left, right, **at),
    "filter": lambda at, items, where: syntax.FilterNode(items, where[0], **at),
    "ranked": lambda at, items, where, *most: _build_ranked(items, where, most),
    "most": lambda at, word, by: (str(word).split()[-1], by),
    "each": lambda at, word, _, items: syntax.EachNode(str(word), items, **at),
    "collect": lambda at, value, *each: syntax.CollectNode(value, tuple(each[:-1]), _take_only(each[-1]), **at),
    # statements
    "body": lambda at, *statements: syntax.BodyNode(statements, **at),
    "deed": _build_perform,
    "said": lambda at, *parts: _build_perform(at, *parts, None, None),
    "may_deed": _build_may,
    "may": _build_may,
    "let": lambda at, word, *value: syntax.LetNode(str(word), value[-1], **at),
    "assign": lambda at, target, sign, value: syntax.AssignNode(target, str(sign), value, **at),
    "require": lambda at, condition: syntax.RequireNode(condition, **at),
    "lasting": lambda at, rule, where, until, *changes: syntax.ModifyNode(
        rule, _take_only(where), changes, until, **at
    ),
    "carry_out": lambda at, things: syntax.CarryOutNode(things, **at),
    "put_on": lambda at, *parts: syntax.PutOnNode(*parts, **at),
    "together": lambda at, body: syntax.TogetherNode(body, **at),
    "else_": lambda at, body: body,
    "if_": _build_if,
    "for_each": _build_for_each,
    "repeat_forever": lambda at, body: syntax.RepeatNode("forever", None, body, **at),
    "repeat_until": lambda at, condition, body: syntax.RepeatNode("until", condition, body, **at),
    "repeat_times": lambda at, number, body: syntax.RepeatNode("times", number, body, **at),
    "exactly": lambda at, number: syntax.AmountNode("exactly", number, **at),
    "up_to": lambda at, number: syntax.AmountNode("up_to", number, **at),
    "as_many": lambda at, number: syntax.AmountNode("as_many", number, **at),
    "at_least": lambda at, number: syntax.AmountNode("at_least", number, **at),
    "any_number": lambda at, *_: syntax.AmountNode("any_number", None, **at),
    "pick": _build_pick,
    "such_that": lambda at, condition: condition,
    "choose": _build_choose,
    "option": _build_option,
    "picking": lambda at, pick, body: syntax.PickingNode(pick, body, **at),
    "offered": lambda at, word, _, *parts: _build_pick(at, None, None, word, None, *parts, None),
    "choose_one": _build_choose_one,
    "targets": lambda at, *parts: _build_choose(at, None, None, *parts),
    "modes": lambda at, *parts: _build_choose_one(at, None, None, *parts),
    "mode": _build_option,
    # abilities
    "where": lambda at, condition, if_any: (
        (condition,) if if_any is None else (syntax.IfAnyNode(condition, start=condition.start, end=if_any.end_pos),)
    ),
    "once": lambda at, span: syntax.LimitNode(1, str(span), **at),
    "twice": lambda at, span: syntax.LimitNode(2, str(span), **at),
    "pattern": _build_pattern,
    "leave": lambda at, piece: syntax.LeaveNode(piece, **at),
    "until": lambda at, *events: syntax.UntilNode(events, start=events[0].start, end=events[-1].end),
    "react": _build_reaction,
    "on": _build_reaction_to_window,
    "forbid": lambda at, pattern, *parts: syntax.ForbidNode(pattern, _find_clauses(parts)[0], **at),
    "modify": _build_modifier,
    "change": lambda at, sign, value: syntax.ChangeNode(str(sign), value, **at),
    "offer": _build_offer,
    "in_zones": _build_in_zones,
    # definitions
    "param": _build_parameter,
    "name_sort": lambda at, words, kind: f"{' '.join(words.split())} {kind}",
    "names_of": lambda at, words, kind: syntax.NamesOfNode(str(kind), words.startswith("names"), **at),
    "sorts": lambda at, *words: tuple(map(str, words)),
    "params": lambda at, *params: params,
    "gives": lambda at, params: params,
    "result": lambda at, word: str(word),
    "procedure": _build_procedure,
    "case_if": lambda at, value, condition: syntax.CaseNode(value, condition, **at),
    "case_otherwise": lambda at, value: syntax.CaseNode(value, None, **at),
    "told": lambda at, word, phrase: syntax.ChangePhraseNode(str(word), str(phrase)[1:-1], **at),
    "rule": _build_rule,
    # whole texts
    "power": lambda at, *abilities: syntax.PowerNode(abilities, **at),
    "library": lambda at, *items: syntax.LibraryNode(items, **at),
    "value": lambda at, value: value,
    "deeds": lambda at, *statements: syntax.BodyNode(statements, **at),
}


class TreeBuilder(Transformer_NonRecursive[Any, Any]):
    """Transformer from lark's matches of grammar rules to nodes."""

    def __default__(self, data: Any, children: list[Any], meta: Meta) -> Any:
        """Return the node for a match of the rule `data`."""
        return _BUILDERS[data](_find_span(meta), *children)
