"""Phrases for the event that ends a duration."""

from __future__ import annotations

from cardwright.declarations.types import PLAYER
from cardwright.english.dispatch import thing
from cardwright.english.events import watched
from cardwright.english.fill_phrases import stretch, stretch_taken
from cardwright.english.scope import EnglishScope
from cardwright.phrases import inflection
from cardwright.syntax import tree as syntax


def end_of(pattern: syntax.PatternNode, scope: EnglishScope) -> str:
    """Render the end of an event: `your turn`, `the night`, `an opponent has drawn a card`."""
    phrase = scope.words.deed(pattern.word)
    if phrase is None or not phrase.declared:
        return f"the end of {_span_of(pattern, scope)}"
    seen = watched(pattern, None, scope)
    if phrase.kind == "step" or phrase.is_clause:
        return f"the end of {seen.predicate}" if seen.subject is None else seen.finite()
    anybody = pattern.subject in (None, syntax.NameNode("players"))
    taken = stretch_taken(pattern.word, seen.predicate)
    if taken is not None:
        return f"the end of {f'the {taken[1]}' if anybody or seen.subject is None else seen.subject.has(taken[1])}"
    who = "somebody" if anybody or seen.subject is None else seen.subject.text
    have = "have" if seen.subject is not None and seen.subject.many and not anybody else "has"
    return f"{who} {inflection.conjugated(seen.predicate, lambda verb: f'{have} {inflection.participle(verb)}')}"


def _span_of(pattern: syntax.PatternNode, scope: EnglishScope) -> str:
    """Render a period of the game that has no phrase: `your turn`, `the final round`."""
    noun = stretch(pattern.word)
    owners = [each for each in (pattern.subject, *(arg.value for arg in pattern.args)) if each is not None]
    owners = [each for each in owners if scope.type_of(each) == PLAYER]
    return thing(owners[0], scope).has(noun) if len(owners) == 1 else f"the {noun}"
