"""Warnings about phrases of verbs without a verb, and of rules that are no noun or clause."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardwright.checker.names.rule_text_context import Unit
from cardwright.checker.signature_checks import find_word_span
from cardwright.declarations.model import GameDecl, ZoneDecl
from cardwright.declarations.value_types import YES_NO, Type
from cardwright.english.renderer import English
from cardwright.lint.collect_rule_texts import GameTexts
from cardwright.phrases.inflection import is_finite, is_plural, is_third_person, make_plural
from cardwright.source.diagnostics import Diagnostic, Fix, declare_code
from cardwright.source.positions import Span
from cardwright.syntax import tree as syntax

UNFIT_PHRASE = declare_code("unfit-phrase")
_DETERMINERS = frozenset(
    "a an all any both each every his her its no one some that the their these this those your".split()
)
# First words of a phrase that begins with no verb, besides determiners and finite verbs.
_NO_VERBS = _DETERMINERS | frozenset(
    "about above after again against and at away because before behind below beside between beyond by during either "
    "for from how if in instead into it nobody not nothing of on onto or out over per than then there they to under "
    "until up upon what when where which while who whom whose why with without you".split()
)
# A rule that begins like a clause: {card} is dear, there is room.
_CLAUSE = re.compile(r"(?:\{\w+\}|there|it|you|they) ([a-z]+)\b")
_WITHOUT_ARTICLE = re.compile(r"([a-z]+)(?: [a-z]+)* of (?:\{|the |an? |your )")
_MOST = re.compile(r"the (?:most|fewest) ((?:[a-z]+ )*?[a-z]+)(?= (?:of|on|in|at|that|there|an?|any)\b| \{|$)")
_ON_ALL = re.compile(r"(?<= )(?:on|in|at|under|behind|beside) all (?!of\b)")
_BESIDE = re.compile(r"the ([a-z]+) ((?:on|in|at|under|behind|beside|opposite|facing|around|near|with|without)\b.*)")


def find_unfit_phrases(texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield a warning for each phrase of a verb or rule that does not fit the sentences in which it stands."""
    taken = [zone for zone in texts.game.zones if zone.owner == "player" and not is_plural(zone.title)]
    for word, (node, unit) in texts.library.procedures.items():
        if node.phrase and texts.checked.procedures[word].kind == "verb":
            yield from _check_verb(node.phrase, node, unit, taken, texts.game)
    modified = {ability.rule.word for ability in texts.checked.abilities if ability.rule is not None}
    for word, (rule_node, unit) in texts.library.rules.items():
        rule = texts.checked.rules[word]
        if rule_node.phrase and rule.type is not None:
            yield from _check_rule(rule_node.phrase, rule.type, rule_node, unit, texts.game, word in modified)
        elif rule.type == YES_NO and not rule_node.phrase:
            yield from _check_name(word, texts)


def _check_name(word: str, texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield a warning if texts make no clause of the name of a yes/no rule without a phrase."""
    node, unit = texts.library.rules[word]
    text = English.of(texts.checked).rule_clause(texts.checked.library[word])
    if text.endswith((" applies", " apply")):
        message = f"texts make a clause of the name of this rule: “if {text}”"
        yield _warn(message, find_word_span(node, unit), 'write a phrase behind it, as in `"{player} can trade"`')


def _check_verb(
    phrase: str, node: syntax.ProcedureNode, unit: Unit, zones: list[ZoneDecl], game: GameDecl
) -> Iterator[Diagnostic]:
    first = phrase.split()[0].strip(",")
    finite = is_finite(first) and not is_third_person(first)  # `third-person-phrase` has the others
    if first.startswith("{") or first in _NO_VERBS or finite:
        message = f"the phrase of a verb begins with its base form; this reads “you may {phrase}”"
        yield _warn(message, _find(phrase, node, unit), "begin with a verb, as in `give {card} {add} might`")
    for zone in zones:
        noun = re.escape(game.kinds[zone.holds].title)
        of = re.search(rf"\ban? {noun} (of) your {re.escape(zone.title)}\b", phrase)
        if of is not None:
            at = _find(phrase, node, unit, of.span(1))
            yield _warn(
                f"players take cards from a zone: “from your {zone.title}”", at, "write `from`", Fix(at, "from")
            )


def _check_rule(
    phrase: str, kind: Type, node: syntax.RuleNode, unit: Unit, game: GameDecl, modified: bool
) -> Iterator[Diagnostic]:
    whole = _find(phrase, node, unit)
    if kind.base == "yes_no":
        words = re.findall(r"[a-z]+", re.sub(r"\{[^{}]*\}", "", phrase))
        if phrase.split()[0] in _DETERMINERS and not any(is_finite(each) or is_third_person(each) for each in words):
            message = f"a yes/no rule needs a clause; this reads “if {phrase}”"
            yield _warn(message, whole, "write a clause with a verb, as in `{player} can trade`")
        return
    clause = _CLAUSE.match(phrase)
    if clause is not None and is_finite(clause[1]):
        message = f"a rule that gives a value needs a noun phrase; this is a clause: “{phrase}”"
        yield _warn(message, whole, "write a noun phrase, as in `the might of {card}`")
        return
    bare = _WITHOUT_ARTICLE.match(phrase)
    if bare is not None and kind.base != "list" and bare[1] not in (*_NO_VERBS, "half", "part", "twice"):
        fix = Fix(whole, f"the {phrase}")
        yield _warn(f"this noun phrase lacks its article: “{phrase}”", whole, f"write `the {phrase}`", fix)
    most = _MOST.match(phrase)
    if most is not None and kind.base in ("number", "fraction") and modified and is_plural(most[1]):
        message = f"a power that modifies this reads “{phrase} are increased by 1”"
        yield _warn(message, whole, f"write `the limit of {phrase[most.start(1) :]}`")
    if kind.item is not None and kind.item.base == "piece":
        yield from _check_list(phrase, game.kinds[kind.item.of].title, node, unit, whole)


def _check_list(phrase: str, noun: str, node: syntax.RuleNode, unit: Unit, whole: Span) -> Iterator[Diagnostic]:
    """Yield a warning for a phrase for several pieces that does not read well with `one of` or `each of` before it."""
    every = _ON_ALL.search(phrase)
    if every is not None:
        at = _find(phrase, node, unit, (every.end() - len("all "), every.end() - 1))
        yield _warn(f"for one of several, this reads “a {noun} of {phrase}”", at, "write `the`", Fix(at, "the"))
        return
    one = re.match(rf"the {re.escape(noun)}(?= )", phrase)
    if one is not None:
        better = f"the {make_plural(noun)}{phrase[one.end() :]}"
        yield _warn(f"this rule gives several, and its phrase speaks of one {noun}", whole, f"write `{better}`")
        return
    beside = _BESIDE.fullmatch(phrase)
    if beside is not None and make_plural(beside[1]) != beside[1]:
        better = f"the {beside[1]} {make_plural(noun)} {beside[2]}"
        message = f"for one of several, this reads “a {noun} of {phrase}”"
        yield _warn(message, whole, f"name the {make_plural(noun)}, as in `{better}`")


def _find(
    phrase: str, node: syntax.ProcedureNode | syntax.RuleNode, unit: Unit, part: tuple[int, int] | None = None
) -> Span:
    """Return the span of a phrase, or of a part of it."""
    start, end = part or (0, len(phrase))
    return unit.span_at(unit.scalar.raw.index(phrase, node.start) + start, end - start)


def _warn(message: str, at: Span, label: str, fix: Fix | None = None) -> Diagnostic:
    return Diagnostic(UNFIT_PHRASE, message, at, label, (), "warning", fix)
