"""Sentences for prohibitions, such as `opponents cannot vote for you`."""

from __future__ import annotations

from dataclasses import replace

from cardwright.english.dispatch import render_ability
from cardwright.english.expressions.conditions import render_conjunction
from cardwright.english.given_and_open_parameters import number_text
from cardwright.english.scope import EnglishScope
from cardwright.english.trigger_events import render_watched_event
from cardwright.phrases import templates
from cardwright.phrases.inflection import capitalize, close_sentence
from cardwright.syntax import tree as syntax
from cardwright.syntax.patterns import match as find_form


@render_ability.register
def _(node: syntax.ForbidNode, scope: EnglishScope) -> str:
    texts = [_render_forbidden(each, replace(scope, fresh={})) for each in _split_by_whom(node)]
    texts[1:] = [lower_first(text, scope) for text in texts[1:]]
    return close_sentence(", and ".join(texts))


def _split_by_whom(node: syntax.ForbidNode) -> list[syntax.ForbidNode]:
    """Return what is forbidden as several, if it is forbidden whether one or another parameter is a certain value.

    A piece of `where player is you or target is you` is forbidden to you, and the other against you.
    """
    parts = syntax.split_chain(node.where, "or")
    roles = [find_form("ROLE is VALUE", part) for part in parts]
    words = {each.expr("ROLE") for each in roles if each is not None}
    if len(parts) < 2 or len(words) < len(parts) or not all(isinstance(word, syntax.NameNode) for word in words):
        return [node]
    player, pattern = syntax.NameNode("player"), node.pattern
    everybody = pattern.subject in (None, syntax.NameNode("players"))
    found: list[syntax.ForbidNode] = []
    for part, form in zip(parts, roles, strict=True):
        assert form is not None
        if form.expr("ROLE") == player and everybody:
            found.append(replace(node, pattern=replace(pattern, subject=form.expr("VALUE")), where=None))
        else:
            found.append(replace(node, where=part))
    return found


def _render_forbidden(node: syntax.ForbidNode, scope: EnglishScope) -> str:
    seen = render_watched_event(node.pattern, node.where, scope, impersonal=True)
    where = f" if {render_conjunction(seen.conditions, seen.scope)}" if seen.conditions else ""
    if seen.subject is None:
        return capitalize(" ".join([seen.predicate, *seen.tails, f"cannot happen{where}"]))
    text = seen.subject.text
    who = {"an opponent": "opponents", "a player": "no player", "any player": "no player"}.get(text, text)
    if text.startswith(("a ", "an ")) and seen.predicate.startswith("be "):
        who = f"no {text.partition(' ')[2]}"  # no card can be sold to the king
    subject = replace(seen.subject, text=who)
    asked = syntax.split_chain(node.where)
    phrase = scope.call_phrase(node.pattern)
    counted = templates.list_counting(phrase.parts) if phrase is not None else ()
    least = [part for part in asked if isinstance(part, syntax.CompareNode) and part.operator in (">", ">=")]
    limited = any(number_text(role, part, scope) for role in counted for part in least)
    part = " (not even in part)" if limited else ""
    said = replace(seen, subject=subject).base("can" if who.startswith("no ") else "cannot")
    return f"{capitalize(said)}{part}{where}"


def lower_first(text: str, scope: EnglishScope) -> str:
    """Return a text whose first letter is lower case unless it begins with a name, for use inside a sentence."""
    named = any(text.startswith(f"{definition.name} ") for definition in scope.words.game.pieces)
    return text if named else text[:1].lower() + text[1:]
