"""Lines of the log and names of rules, made from phrases with values."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache

from cardwright.phrases.inflection import conjugate, inflect_third_person, make_gerund, make_plural
from cardwright.phrases.templates import (
    Optional,
    Part,
    TemplateSlot,
    convert_to_third_person,
    fill_template,
    list_parameters,
    parse_template,
)

# The article before the name of a rule, and the owner behind it.
_OF_WHOM = re.compile(r"^the | of \{[^{}]*\}$")
# The text for other options beside picks in a prompt.
SOMETHING_ELSE = ", or do something else"
# The condition at the end of a verb's phrase.
_IF = re.compile(r", if [^{}\[\]]*$")


def render_log_phrase(
    word: str, phrase: str, values: Mapping[str, str], inflected: bool = True, unsaid: Collection[str] = ()
) -> str:
    """Return the text of an event in the log: `draws 2 cards`, or in the base form if not `inflected`.

    Optional parts of the phrase with a parameter in `unsaid` are left out.
    """
    return _render(word, phrase, tuple(values.items()), inflected, frozenset(unsaid))


# A log is rendered often: for each viewer, and whenever it grows.
@lru_cache(20_000)
def _render(
    word: str, phrase: str, values: tuple[tuple[str, str], ...], inflected: bool, unsaid: frozenset[str]
) -> str:
    if not phrase:
        shown = ", ".join(f"{role} {value}" for role, value in values)
        return f"{word.replace('_', ' ')}{f' ({shown})' if shown else ''}"
    given = dict(values)

    def say(role: str, noun: str | None) -> str | None:
        value = given.get(role)
        if value is None or noun is None:
            return value
        return f"1 {noun}" if value == "1" else f"{value} {make_plural(noun)}"

    parts = parse_template(convert_to_third_person(phrase) if inflected else phrase)
    if unsaid:
        parts = tuple(p for p in parts if not (isinstance(p, Optional) and unsaid & set(list_parameters(p.parts))))
    text = fill_template(parts, say)
    if not inflected:
        return text
    return conjugate(text, inflect_third_person)


# A word of a phrase, or the value of a parameter with a marker and the noun its number counts.
Stretch = tuple[str, ...]
_ROLE = "{}"


@lru_cache(20_000)
def split_line(
    word: str, phrase: str, values: tuple[tuple[str, str], ...], unsaid: frozenset[str]
) -> tuple[Stretch, ...]:
    """Return the words of a line of the log, for comparison with another line; each argument is one item."""
    if not phrase:
        return (*((each,) for each in word.split("_")), *((_ROLE, value) for _, value in values))
    return tuple(_list_stretches(parse_template(phrase), dict(values), unsaid))


def _list_stretches(parts: Sequence[Part], given: Mapping[str, str], unsaid: Collection[str]) -> Iterator[Stretch]:
    for part in parts:
        if isinstance(part, str):
            yield from ((each,) for each in part.split())
        elif isinstance(part, TemplateSlot):
            if part.role in given:
                noun = _list_stretches(part.noun or (), given, unsaid)
                yield (_ROLE, given[part.role], *(text for each in noun for text in each))
        elif is_printed(part, given, unsaid):
            yield from _list_stretches(part.parts, given, unsaid)


# Verbs that tell one event from two sides: what one player loses to another, the other wins.
OTHER_SIDES = {"lose": "win", "win": "lose", "sell": "buy", "buy": "sell", "lend": "borrow", "borrow": "lend"}


def tells_other_side(text: Sequence[Stretch], cause: Sequence[Stretch]) -> bool:
    """Return True if a line tells what its cause does from the other side: `win the raid`, `lose the raid to P2`."""
    verbs = [line[0] for line in (text, cause) if line and line[0][0] != _ROLE]
    return len(verbs) == 2 and (OTHER_SIDES.get(verbs[0][0]),) == verbs[1] and text[1:] == cause[1 : len(text)]


def is_printed(part: Optional, given: Collection[str], unsaid: Collection[str]) -> bool:
    """Return True if all parameters of an optional part have values, and none is in `unsaid`."""
    return all(role in given and role not in unsaid for role in list_parameters(part.parts))


def find_log_slots(phrase: str, given: Collection[str], unsaid: Collection[str]) -> Iterator[TemplateSlot]:
    """Yield the slots of a phrase whose arguments a line of the log shows."""
    yield from _list_slots_said(parse_template(phrase), given, unsaid)


def _list_slots_said(parts: Sequence[Part], given: Collection[str], unsaid: Collection[str]) -> Iterator[TemplateSlot]:
    for part in parts:
        if isinstance(part, TemplateSlot):
            yield part
        elif isinstance(part, Optional) and is_printed(part, given, unsaid):
            yield from _list_slots_said(part.parts, given, unsaid)


def make_verb_gerund(phrase: str) -> str:
    """Return the gerund of a verb's phrase without its parameters: `drawing`."""
    return conjugate(fill_template(parse_template(phrase), lambda role, noun: None), make_gerund)


def as_done(phrase: str) -> str:
    """Return the phrase of a verb that was performed, without its `if` clause."""
    return _IF.sub("", phrase)


def name_rule(word: str, phrase: str) -> str:
    """Return the name of a rule without its owner: `hand limit`."""
    parts = parse_template(_OF_WHOM.sub("", phrase))
    return " ".join(fill_template(parts, lambda role, noun: None).split()) or word.replace("_", " ")
