"""Branches and deferred statements as sentences."""

from __future__ import annotations

from dataclasses import replace

from cardwright.english.dispatch import render, render_condition, render_group, render_statement
from cardwright.english.noun_phrases import YOU
from cardwright.english.scope import ENDS, EnglishScope
from cardwright.english.sentences import Sentence, add_lead, add_outer_condition, block, make_clause, move_condition
from cardwright.english.statements.calls_and_assignments import render_body, render_subject
from cardwright.phrases.inflection import spell_name
from cardwright.syntax import tree as syntax

# So many branches for the words that one thing can be are listed.
_LISTED = 3
_NOTHING = (syntax.PerformNode(None, "nothing", ()),)


@render_statement.register
def _(node: syntax.IfNode, scope: EnglishScope) -> list[Sentence]:
    branches, otherwise = [], node.otherwise
    for asked, inside in node.branches:
        truth = scope.find_given_truth(asked)
        if truth:
            otherwise = inside
            break
        branches += [(asked, inside)] * (truth is None)
    if not branches:
        return [] if otherwise is None else render_body(otherwise, scope)
    return _render_branches(replace(node, branches=tuple(branches), otherwise=otherwise), scope)


def _render_branches(node: syntax.IfNode, scope: EnglishScope) -> list[Sentence]:
    by_value = _render_by_value(node, scope)
    if by_value is not None:
        return [by_value]
    done: list[Sentence] = []
    otherwise = None if node.otherwise is None or node.otherwise.statements == _NOTHING else node.otherwise
    for place, (asked, inside) in enumerate(node.branches):
        lead, sentences = (
            f"{'otherwise, ' if place else ''}if {render_condition(asked, scope)}, ",
            render_body(inside, scope),
        )
        alone = otherwise is None and len(node.branches) == 1
        done.extend(add_outer_condition(lead, sentences) if alone else add_lead(move_condition(sentences), lead))
    if otherwise is not None:
        last = render_body(otherwise, scope)
        done.extend(add_lead(last if scope.defines else _join_last_condition(last), "otherwise, "))
    return done


def _is_yours(sentence: Sentence) -> bool:
    return sentence.subject is not None and sentence.subject.text == "you" and not sentence.named


def _join_last_condition(sentences: list[Sentence]) -> list[Sentence]:
    """Return an action and what follows it under a condition as one sentence: `flip a coin and, if ..., draw`."""
    if len(sentences) != 2 or not all(_is_yours(each) for each in sentences):
        return sentences
    first, second = sentences
    inner = replace(second, lead="")
    if not (first.is_plain and inner.is_plain and second.lead.startswith("if ")) or first.alone or second.alone:
        return sentences
    return [make_clause(f"{first.clause()} and, {second.clause()}")]


def _render_by_value(node: syntax.IfNode, scope: EnglishScope) -> Sentence | None:
    """Render branches for the words that one thing can be as a list of these words; None for any other statement."""
    if not scope.words.plainly or len(node.branches) < _LISTED:
        return None
    asked = [each for each, _ in node.branches if isinstance(each, syntax.CompareNode) and each.operator == "is"]
    alike = len(asked) == len(node.branches) and all(
        each.left == asked[0].left and scope.is_word(each.right) for each in asked
    )
    if not alike:
        return None
    what = render(asked[0].left, scope)
    called = [render(each.right, scope) for each in asked]
    inside = [body for _, body in node.branches]
    if node.otherwise is not None:
        called, inside = [*called, "otherwise"], [*inside, node.otherwise]
    texts = [block(render_body(body, scope.trial())) or "nothing happens" for body in inside]
    bullets = tuple(f"{word}: {text}" for word, text in zip(called, texts, strict=True))
    return Sentence(text=f"what happens depends on {what}", bullets=bullets)


@render_statement.register
def _(node: syntax.PutOnNode, scope: EnglishScope) -> list[Sentence]:
    zone = next(iter(scope.words.zones_named(node.stack.word)), None)
    place = f"on the {spell_name(node.stack.word) if zone is None else zone.title}"
    place = zone.at if zone is not None and zone.at else place
    later = render_body(node.body, replace(scope, stopped=ENDS, replaced="")) or [Sentence(text="nothing happens")]
    said = f"put this effect {place}"
    # behind a choice it would seem to be said of what is chosen
    return [Sentence(render_subject(scope.actor, scope), (said,), inside=block(later), parts=tuple(later), alone=True)]


@render_statement.register
def _(node: syntax.CarryOutNode, scope: EnglishScope) -> list[Sentence]:
    items = render_group(node.things, scope)
    return [Sentence(YOU, (f"carry out {items.opaque or items.all('from')}",))]
