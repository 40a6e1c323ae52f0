"""Sentences for `stop` and `proceed`: events that end, do not begin, or take place all the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cardwright.english.expressions.conditions import render_procedure_name, split_clause
from cardwright.english.fill_phrases import (
    convert_to_gerund,
    fill_phrase,
    find_open_parameters,
    find_period_noun,
    render_taken_period,
    render_times,
)
from cardwright.english.game_words import Phrase
from cardwright.english.noun_phrases import Thing
from cardwright.english.scope import EnglishScope
from cardwright.english.sentences import Sentence
from cardwright.phrases import templates
from cardwright.syntax import tree as syntax

STOPS = (syntax.PerformNode(None, "stop", ()),)
# Built-ins that control the flow.
_CONTROLS = ("nothing", "stop", "finish", "proceed", "window")
PROCEED = syntax.PerformNode(None, "proceed", ())


def render_stopped_event(node: syntax.PerformNode, scope: EnglishScope) -> str:
    """Render `stop(VERB)` as a predicate: `end the turn at once`, `stop that player from playing that card`."""
    named = node.args[0].value
    word = named.word if isinstance(named, syntax.NameNode) else ""
    phrase = scope.words.procedure_phrase(word)
    if word == scope.coming:
        return "prevent that" if phrase is None or not phrase.declared else _render_prevented(phrase, scope)
    alone = any(each.value == syntax.YesNoNode(False) for each in node.args)
    after = ", and nothing comes after it" if alone else ""
    if phrase is None or not phrase.declared:
        return f"end the {find_period_noun(word)} at once{after}"
    doer = scope.names.get("player")
    yours = not isinstance(doer, Thing) or doer.text == "you"
    text = render_procedure_name(named, scope)
    text = text if yours else templates.convert_to_third_person(text)
    if split_clause(phrase, {}, scope, find_open_parameters(phrase, scope)) is not None:
        return f"put an end to this: {text}{after}"
    taken = render_taken_period(word, text)
    if phrase.kind == "step" or taken is not None:
        return f"end {text if taken is None else f'the {taken[1]}'} at once{after}"
    return f"break off {text}{after}" if yours else f"make whoever is {text} stop at once{after}"


def _render_prevented(phrase: Phrase, scope: EnglishScope) -> str:
    """Render that an event does not begin: `stop that player from attacking with that card`, `prevent a round`."""
    given = {role: syntax.NameNode(role) for role in phrase.roles if scope.meaning(role) is not None}
    whole = split_clause(phrase, given, scope)
    if whole is None and phrase.kind == "step":
        return f"prevent {fill_phrase(phrase, given, scope)}"
    doer = scope.names.get("player")
    yours = not isinstance(doer, Thing) or doer.text == "you"
    who, text = whole or (doer, fill_phrase(phrase.done_by(yours), given, scope))
    done = convert_to_gerund(text)
    return (
        f"stop {who.text} from {done} this time"
        if isinstance(who, Thing) and who.text != "you"
        else f"refrain from {done}"
    )


def merge_proceeds(sentences: list[Sentence], nodes: Sequence[syntax.Stmt]) -> list[Sentence]:
    """Join consecutive `proceed` sentences into one that says how often the event takes place: `twice`."""
    often = next((place for place, node in enumerate(nodes) if node != PROCEED), len(nodes))
    if often < 2:
        return sentences
    return [
        replace(each, predicates=tuple(f"{text} {render_times(often)}" for text in each.predicates))
        for each in sentences
    ]


def is_repeatable(node: syntax.Stmt) -> bool:
    """Return True for a call that is said once, with the number of times, if it stands several times in a row."""
    return isinstance(node, syntax.PerformNode) and node.word not in _CONTROLS


def join_equal(nodes: Sequence[syntax.Stmt]) -> syntax.Stmt:
    """Return the first of some statements; if others that are equal follow, as a loop: `take a Pearl, twice`."""
    first = nodes[0]
    often = next((place for place, node in enumerate(nodes) if node != first), len(nodes))
    if often == 1 or not is_repeatable(first):
        return first
    return syntax.RepeatNode("times", syntax.NumberNode(often), syntax.BodyNode((first,)))
