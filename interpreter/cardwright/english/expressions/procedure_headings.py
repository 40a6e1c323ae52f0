"""Headings of procedures and rules, and the texts for their parameters."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from cardwright.declarations.value_types import EITHER, NUMBER, PLAYER, YES_NO, Type
from cardwright.english.dispatch import make_known_group, render, render_condition
from cardwright.english.expressions.distinct_references import LETTERS
from cardwright.english.fill_phrases import Given, bound, find_parameter_noun
from cardwright.english.game_words import Phrase
from cardwright.english.noun_phrases import NounGroup, Thing, looks_plural, render_third_person
from cardwright.english.scope import EnglishScope
from cardwright.phrases import templates
from cardwright.phrases.inflection import (
    capitalize,
    is_plural,
    join_items,
    make_plural,
    make_singular,
    spell_name,
    with_article,
)
from cardwright.phrases.templates import TemplateSlot
from cardwright.syntax import tree as syntax

_ARTICLE = re.compile(r"^(?:a|an) ")
# Two articles in a row, of which the second is removed.
_TWO_ARTICLES = re.compile(
    r"(?<=\b[Aa] )an? |(?<=\b[Aa]nother )an? |(?<=\b[Aa]n )an? |(?<=\b[Tt]he )an? |(?<=\b[Oo]ne )an? |"
    r"\ban? (?=[XYZW]\b)"
)
# Letters for numbers without a name, and ordinals for other values of one type.
ORDER = (("a", "that"), ("another", "the other"), ("a third", "the third"), ("a fourth", "the fourth"))
ARTICLES = frozenset(("a", "an", "the", "this", "that"))
# Words that are no nouns. Behind those that are no articles, a parameter needs no noun.
_NO_NOUN = frozenset(
    "to for with from and or in on is are as by of at against alone can may must has a an the this that".split()
)


@dataclass(frozen=True, slots=True)
class ParameterPhrase:
    """The texts for a parameter in a definition: at its first mention, and later."""

    first: str
    again: Thing | NounGroup


def render_heading(phrase: Phrase, scope: EnglishScope) -> str:
    """Render a verb, step or rule without particular arguments: `Draw X cards`."""
    phrase = phrase.as_deed()
    names = render_parameters(phrase, scope)
    parts = [part for each in phrase.parts for part in _list_parts(each)]
    sorts = {role for role, _ in _find_before_nouns(parts) if _is_enum(phrase.roles.get(role))}

    def called(role: str, noun: str | None) -> str | None:
        first = names[role].first if role in names else spell_name(role)
        if noun is not None:
            return f"{first} {make_plural(_ARTICLE.sub('', noun))}"
        return templates.sort(first) if role in sorts and first != spell_name(role) else first

    text = templates.fill_template(parts, called)
    if phrase.kind == "rule":
        said = templates.list_parameters(phrase.parts)
        for_whom = [names[role].first for role, kind in phrase.roles.items() if role not in said and kind != YES_NO]
        text += f" (for {join_items(for_whom)})" if for_whom else ""
    return capitalize(_TWO_ARTICLES.sub("", " ".join(text.split())))


def _list_parts(part: templates.Part) -> tuple[templates.Part, ...]:
    """Return the parts inside an optional part, or any other part alone.

    Headings contain the optional parts, because the text below refers to them.
    """
    return part.parts if isinstance(part, templates.Optional) else (part,)


def _find_before_nouns(parts: Sequence[templates.Part], whole: bool = True) -> Iterator[tuple[str, str]]:
    """Yield the parameters directly before a noun in a phrase, with that noun: `{of}` in `the {of} goods`."""
    for place, (part, behind) in enumerate(pairwise((*parts, ""))):
        if isinstance(part, TemplateSlot) and part.noun is not None:
            yield from _find_before_nouns(part.noun, False)
        elif (
            isinstance(part, TemplateSlot)
            and isinstance(behind, str)
            and not (whole and place == 0 and templates.is_clause(parts))
        ):
            noun = re.match(r" ([\w-]+)", behind)
            before = parts[place - 1] if place else ""
            alone = isinstance(before, str) and before.rstrip().rpartition(" ")[2] in _NO_NOUN - ARTICLES
            if noun is not None and noun[1] not in _NO_NOUN and (not alone or is_plural(noun[1])):
                yield part.role, noun[1]


def _is_enum(kind: Type | None) -> bool:
    return kind is not None and kind.base == "enum"


def find_unmentioned_parameters(phrase: Phrase) -> list[str]:
    """Return the parameters that a phrase does not mention, so that the heading does not introduce them."""
    said = templates.list_parameters(phrase.parts)
    return [role for role in phrase.roles if role not in said]


def render_parameters(phrase: Phrase, scope: EnglishScope) -> dict[str, ParameterPhrase]:
    """Return the texts for the parameters of a phrase. Parameters of one type get different texts."""
    loose, said = find_unmentioned_parameters(phrase), templates.list_parameters(phrase.parts)
    found: dict[str, ParameterPhrase] = {}
    for role in sorted(phrase.roles, key=lambda each: said.index(each) if each in said else len(said)):
        kind = phrase.roles[role]
        if kind == YES_NO or (role in loose and phrase.kind != "rule" and kind is not None):
            again = name_by_parameter(role, kind, scope)
            found[role] = ParameterPhrase(again.text if isinstance(again, Thing) else again.opaque, again)
        else:
            if role in _find_type_parameters(phrase, scope):
                found[role] = _render_type_parameter(role, kind, scope)
                continue
            alike = [each for each, other in phrase.roles.items() if other == kind]
            found[role] = _render_parameter(role, kind, alike, [each.first for each in found.values()], scope)
    return found


def _find_type_parameters(phrase: Phrase, scope: EnglishScope) -> list[str]:
    """Return the parameters that come before a noun which names their own type.

    Example: `{kind}` in `the {kind} actions`, where the type of `kind` is called "action".
    """
    return [
        role
        for role, noun in _find_before_nouns([part for each in phrase.parts for part in _list_parts(each)])
        if make_singular(noun)
        == scope.words.noun(phrase.roles.get(role))
        != find_parameter_noun(role, phrase.roles[role], scope)
    ]


def _render_type_parameter(role: str, kind: Type | None, scope: EnglishScope) -> ParameterPhrase:
    """Return the texts for a parameter that comes before the noun of its own type: `a kind` of actions."""
    own = find_parameter_noun(role, kind, scope)
    if own.endswith(f" {scope.words.noun(kind)}"):
        return ParameterPhrase(spell_name(role), Thing(f"that {own}", kind))
    return ParameterPhrase(with_article(spell_name(role)), Thing(f"that {spell_name(role)}", kind))


def _render_parameter(
    role: str, kind: Type | None, alike: Sequence[str], before: Sequence[str], scope: EnglishScope
) -> ParameterPhrase:
    """Return the texts for a parameter in a heading.

    `alike` are the parameters with the same type, `before` the texts that are already in use.
    """
    if kind == NUMBER:
        letter = next((each for each in LETTERS if each not in before), LETTERS[-1])
        return ParameterPhrase(letter, Thing(letter, kind))
    noun, own = scope.words.noun(kind), find_parameter_noun(role, kind, scope)
    if kind is not None and kind.base == EITHER:
        return ParameterPhrase(f"{with_article(noun)} (the {spell_name(role)})", Thing(f"the {spell_name(role)}", kind))
    if kind is not None and kind.base == "list":
        nouns = scope.words.nouns(noun if len(alike) == 1 else own)
        again = make_known_group(f"those {nouns}" if len(alike) == 1 else f"the {nouns}", kind.item, scope)
        return ParameterPhrase(nouns, again)
    if len(alike) == 1 or kind == PLAYER or own in (noun, "other"):
        same = [text for text in before if text in (with_article(noun), f"another {noun}", f"a third {noun}")]
        first, then = ORDER[min(len(same), len(ORDER) - 1)]
        then = then.replace("the other", "that other") if _is_enum(kind) else then
        return ParameterPhrase(f"{first} {noun}" if same else with_article(noun), _make_value(f"{then} {noun}", kind))
    return ParameterPhrase(with_article(own), _make_value(f"{'that' if _is_enum(kind) else 'the'} {own}", kind))


def _make_value(text: str, kind: Type | None) -> Thing:
    return render_third_person(text, kind) if kind == PLAYER else Thing(text, kind)


def name_by_parameter(role: str, kind: Type, scope: EnglishScope) -> Thing | NounGroup:
    """Return the text for a parameter that the heading does not introduce, derived from its name.

    Examples: `the asker`, `the given cards`, `the number of crop cards`.
    """
    name = spell_name(role)
    if kind == NUMBER:
        return Thing(f"the number of {name}" if looks_plural(name) else f"the {name}", kind)
    if kind == YES_NO:
        return Thing(name, kind, otherwise=f"not {name}")
    if kind.base == "list":
        nouns = scope.words.nouns(scope.words.noun(kind.item))
        return make_known_group(f"the {name}" if looks_plural(name) else f"the {name} {nouns}", kind.item, scope)
    return _make_value(f"the {scope.words.noun(kind) if role == kind.of else name}", kind)


def name_parameters(names: Mapping[str, Type], scope: EnglishScope, phrase: Phrase | None) -> EnglishScope:
    """Return the scope for the text of a definition, in which parameters have the texts from the heading."""
    taken = set(scope.taken)
    for word, role in render_parameters(phrase.as_deed(), scope).items() if phrase is not None else ():
        if word in names:
            scope = scope.named(word, role.again)
            taken.add(role.again.text if isinstance(role.again, Thing) else role.again.opaque)
    return replace(scope, taken=frozenset(taken), defines=True)


def find_handed_on_picks(node: syntax.BodyNode, scope: EnglishScope) -> dict[str, str]:
    """Return a text for each pick that is passed to a call whose phrase does not mention the pick.

    The keys are the names of the picks. The text is derived from the parameter to which the pick is passed.
    """
    found = {}
    picks = {pick.word for each in syntax.walk(node) if isinstance(each, syntax.ChooseNode) for pick in each.picks}
    for each in syntax.walk(node):
        phrase = scope.words.procedure_phrase(each.word) if isinstance(each, syntax.PerformNode) else None
        if phrase is None or not isinstance(each, syntax.PerformNode) or not phrase.declared:
            continue
        given = bound(phrase, each.args)
        for role in find_unmentioned_parameters(phrase):
            kind, value = phrase.roles[role], given.get(role)
            if isinstance(value, syntax.NameNode) and value.word in picks and kind is not None and role != kind.of:
                called = name_by_parameter(role, kind, scope)
                found[value.word] = called.text if isinstance(called, Thing) else called.opaque
    return found


def render_unmentioned_arguments(phrase: Phrase, given: Given, scope: EnglishScope) -> str:
    """Render the arguments that the phrase of a call does not mention, in brackets: `(the limit: 3)`.

    Arguments that already have a name in the text are left out.
    """
    texts = []
    mentionable = phrase.declared and (phrase.kind == "rule" or (scope.defines and scope.words.is_own(phrase.word)))
    for role in find_unmentioned_parameters(phrase) if mentionable else ():
        kind, value = phrase.roles[role], given.get(role)
        if kind is None or value is None or (isinstance(value, syntax.NameNode) and value.word in scope.introduced):
            continue
        if kind == YES_NO and not scope.defines:
            continue
        if phrase.kind == "rule" and kind != YES_NO:
            # the owner, and what is only passed on, are clear from the context; the rest has `for` as in the heading
            clear = kind.base in ("player", "piece") or isinstance(value, syntax.NameNode)
            texts += [] if clear else [f"for {render(value, scope)}"]
            continue
        called = name_by_parameter(role, kind, scope)
        name = called.text if isinstance(called, Thing) else called.opaque
        text = render_condition(value, scope) if kind == YES_NO else render(value, scope)
        if kind == YES_NO:
            whether = value.value if isinstance(value, syntax.YesNoNode) else scope.find_given_truth(value)
            said = f"{name} if {text}" if whether is None else name if whether else f"not {name}"
            texts += [said] if text != name else []
        elif text not in (name, f"that {name.removeprefix('the ')}"):
            texts.append(f"{name}: {text}")
    return f" ({'; '.join(texts)})" if texts else ""
