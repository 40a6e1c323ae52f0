"""Says the texts of a library as a rulebook does: what a deed is called, what it asks for, and its steps."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from cardwright.declarations.types import NUMBER, PLAYER, Type
from cardwright.english.forms import condition, group, known_by, say, statement
from cardwright.english.nouns import Group, Thing, looks_many, player_thing
from cardwright.english.phrases import bound
from cardwright.english.scope import Scope
from cardwright.english.sentences import Sentence, paragraph
from cardwright.english.statements import let
from cardwright.english.words import Phrase
from cardwright.syntax import tree as s
from cardwright.wording import templates
from cardwright.wording.inflection import capital, plural, spoken, with_article

_ARTICLE = re.compile(r"^(?:a|an) ")
# Of two articles in a row, where a noun was put behind one, the second goes.
_TWO_ARTICLES = re.compile(r"(?<=\b[Aa] )an? |(?<=\b[Aa]nother )an? |(?<=\b[Aa]n )an? |(?<=\b[Tt]he )an? ")


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that is done, in sentences; `words` are the verbs, steps, rules and tables that it speaks of."""

    text: str
    words: tuple[str, ...]


def heading(phrase: Phrase, scope: Scope) -> str:
    """What a verb, step or rule is called in general, whatever its roles are: `Draw cards`."""

    def called(role: str, noun: str | None) -> str | None:
        if noun is not None:
            return plural(_ARTICLE.sub("", noun))
        kind = phrase.roles.get(role)
        if kind is not None and kind.base == "list":
            return scope.words.nouns(scope.words.noun(kind.item))
        alike = [each for each, other in phrase.roles.items() if other == kind]
        if kind == PLAYER:
            return "a player" if alike[0] == role else "another player"
        if len(alike) > 1:
            return with_article(spoken(role))
        if kind == NUMBER:
            return "some number"
        return with_article(scope.words.noun(kind))

    if phrase.kind == "step" and not phrase.declared:
        return capital(spoken(phrase.word))
    parts = tuple(part for part in phrase.parts if not isinstance(part, templates.Optional))
    return capital(_TWO_ARTICLES.sub("", " ".join(templates.filled(parts, called).split())))


def unsaid(phrase: Phrase) -> list[str]:
    """The roles of a deed that its phrase does not say, so that its heading does not introduce them."""
    said = templates.roles_in(phrase.parts)
    return [role for role in phrase.roles if role not in said]


def called_by_name(role: str, kind: Type, scope: Scope) -> Thing | Group:
    """What a role is called that only its name introduces: the asker, the given cards, the number of crop cards."""
    name = spoken(role)
    if kind == NUMBER:
        return Thing(f"the number of {name}" if looks_many(name) else f"the {name}", kind)
    if kind.base == "list":
        nouns = scope.words.nouns(scope.words.noun(kind.item))
        return known_by(f"the {name}" if name == nouns else f"the {name} {nouns}", kind.item, scope)
    if kind == PLAYER:
        return player_thing(f"the {name}", kind)
    return Thing(f"the {scope.words.noun(kind) if role == kind.of else name}", kind)


def told_apart(names: Mapping[str, Type], scope: Scope, phrase: Phrase | None = None) -> Scope:
    """The scope of a definition in which roles of one type are called by their own names, and so are those that the
    phrase of a deed does not say.
    """
    loose = unsaid(phrase) if phrase is not None else []
    for word, kind in names.items():
        alike = list(names.values()).count(kind) > 1 and kind.base in ("number", "player")
        if word in loose:
            scope = scope.named(word, called_by_name(word, kind, scope))
        elif alike:
            text = f"the {spoken(word)} number" if kind == NUMBER else f"the {spoken(word)}"
            scope = scope.named(word, Thing(text, kind) if kind == NUMBER else player_thing(text, kind))
    return scope


def handed_on(node: s.Body, scope: Scope) -> dict[str, str]:
    """What the picks of a text are called where they are handed to deeds whose phrases do not say them."""
    found = {}
    for each in s.walk(node):
        phrase = scope.words.deed(each.word) if isinstance(each, s.Deed) else None
        if phrase is None or not isinstance(each, s.Deed) or not phrase.declared:
            continue
        given = bound(phrase, each.args)
        for role in unsaid(phrase):
            kind, value = phrase.roles[role], given.get(role)
            if isinstance(value, s.Name) and kind is not None and role != kind.of:
                called = called_by_name(role, kind, scope)
                found[value.word] = called.text if isinstance(called, Thing) else called.opaque
    return found


def requirements(node: s.Procedure, scope: Scope) -> list[Step]:
    """What must be so for somebody to do it at all."""
    asked = (each for each in node.body.statements if isinstance(each, s.Require))
    return [Step(condition(each.condition, scope.trial()), _words(each)) for each in asked]


def steps(node: s.Body, scope: Scope) -> Iterator[Step]:
    """What a body does, one thing after the other; names it gives are told where they are needed."""
    nodes = node.statements
    scope = replace(scope, introduced=handed_on(node, scope))
    named: tuple[str, ...] = ()
    for place, each in enumerate(nodes):
        if isinstance(each, s.Require):
            continue
        told: list[Sentence]
        if isinstance(each, s.Let):
            told, scope = let(each, nodes[place + 1 :], scope)
            named = (*named, *_words(each))
        else:
            told = statement(each, scope)
        if told:
            yield Step(capital(paragraph(told)), (*_words(each), *named))


def cases(node: s.Rule, scope: Scope) -> list[tuple[str, str]]:
    """The values of a rule, each with when it holds ("" for what holds otherwise)."""
    found = []
    for each in node.cases:
        value = each.value
        kind = scope.type_of(value)
        if kind is not None and kind.base == "yes_no":
            told = (
                "yes"
                if value == s.YesNo(True)
                else "no"
                if value == s.YesNo(False)
                else condition(value, scope.trial())
            )
        elif kind is not None and kind.base == "list":
            told = group(value, scope.trial()).all()
        else:
            told = say(value, scope.trial())
        found.append((told, "" if each.condition is None else condition(each.condition, scope.trial())))
    return found


def endings(node: s.Body, scope: Scope, around: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Where a text ends the game: the conditions under which it does, outermost first."""
    for each in node.statements:
        match each:
            case s.Deed(word="finish"):
                yield around
            case s.If():
                for asked, inside in each.branches:
                    yield from endings(inside, scope, (*around, condition(asked, scope.trial())))
                if each.otherwise is not None:
                    yield from endings(each.otherwise, scope, (*around, "otherwise"))
            case s.Require():
                around = (*around, condition(each.condition, scope.trial()))
            case s.ForEach() | s.Repeat():
                yield from endings(each.body, scope, around)
            case s.May() | s.Choose():
                yield from endings(each.body, scope, around)


def _words(node: s.Node) -> tuple[str, ...]:
    """The words of verbs, steps, rules and tables in a text, each once."""
    found = [each.word for each in s.walk(node) if isinstance(each, s.Deed | s.Call | s.Name)]
    return tuple(dict.fromkeys(found))
