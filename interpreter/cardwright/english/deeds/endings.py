"""Says the event until which something lasts."""

from __future__ import annotations

import re

from cardwright.declarations.types import PLAYER
from cardwright.english.events import watched
from cardwright.english.forms import thing
from cardwright.english.scope import Scope
from cardwright.syntax import tree as s
from cardwright.wording import inflection
from cardwright.wording.inflection import spoken

# What a stretch of a game is called whose name ends so.
_SPANS = ("turn", "round", "phase", "game", "day")


def end_of(pattern: s.Pattern, scope: Scope) -> str:
    """The end of an event: your turn, the night; or that somebody has done something."""
    phrase = scope.words.deed(pattern.word)
    if phrase is None or not phrase.declared:
        return f"the end of {_span_of(pattern, scope)}"
    seen = watched(pattern, None, scope)
    if phrase.kind == "step" or phrase.is_clause:
        return f"the end of {seen.predicate}" if seen.subject is None else seen.finite()
    anybody = pattern.subject in (None, s.Name("players"))
    taken = re.fullmatch(r"take (?:a|an|the) (\w+)", seen.predicate)
    if taken is not None:
        return f"the end of {f'the {taken[1]}' if anybody or seen.subject is None else seen.subject.has(taken[1])}"
    who = "somebody" if anybody or seen.subject is None else seen.subject.text
    have = "have" if seen.subject is not None and seen.subject.many and not anybody else "has"
    return f"{who} {inflection.conjugated(seen.predicate, lambda verb: f'{have} {inflection.participle(verb)}')}"


def _span_of(pattern: s.Pattern, scope: Scope) -> str:
    """A stretch of the game that has no phrase: your turn, the final round."""
    named = spoken(pattern.word)
    last = named.rpartition(" ")[2]
    owners = [each for each in (pattern.subject, *(arg.value for arg in pattern.args)) if each is not None]
    owners = [each for each in owners if scope.type_of(each) == PLAYER]
    noun = last if last in _SPANS else named
    return thing(owners[0], scope).has(noun) if len(owners) == 1 else f"the {noun}"
