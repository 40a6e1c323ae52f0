"""Sentences for putting deferred statements on a stack and for carrying them out."""

from __future__ import annotations

from dataclasses import replace

from cardwright.declarations.types import piece
from cardwright.english.dispatch import group, statement
from cardwright.english.noun_phrases import YOU, NounGroup
from cardwright.english.scope import ENDS, EnglishScope
from cardwright.english.sentences import Sentence, block
from cardwright.english.statements.statements import body, subject
from cardwright.phrases.inflection import spoken, with_article
from cardwright.syntax import tree as syntax


@statement.register
def _(node: syntax.PutOnNode, scope: EnglishScope) -> list[Sentence]:
    zone = next(iter(scope.words.zones_named(node.stack.word)), None)
    thing = "thing" if zone is None else scope.words.noun(piece(zone.holds))
    place = spoken(node.stack.word) if zone is None else zone.title
    later = body(node.body, replace(scope, stopped=ENDS, replaced="")) or [Sentence(text="nothing happens")]
    said = f"put {with_article(thing)} on the {place}, to be carried out later"
    return [Sentence(subject(scope.actor, scope), (said,), inside=block(later), parts=tuple(later))]


@statement.register
def _(node: syntax.CarryOutNode, scope: EnglishScope) -> list[Sentence]:
    items = group(node.things, scope)
    return [Sentence(YOU, (f"carry out {items.opaque or _all(items)}",))]


def _all(items: NounGroup) -> str:
    return items.all("from")
