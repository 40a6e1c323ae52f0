"""Says what somebody did, or what a rule is called, when all its roles have values: a line of a log."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import lru_cache

from cardwright.wording.inflection import conjugated, gerund, plural, third
from cardwright.wording.templates import Optional, filled, parts_of, roles_in, theirs

# The article before what a rule is called, and whose it is behind it.
_OF_WHOM = re.compile(r"^the | of \{[^{}]*\}$")


def told(
    word: str, phrase: str, values: Mapping[str, str], inflected: bool = True, unsaid: Collection[str] = ()
) -> str:
    """What somebody did, in words, as a line of the log has it: `draws 2 cards`; as it is when not `inflected`.

    Optional stretches of the phrase that speak of an `unsaid` role are left out.
    """
    return _told(word, phrase, tuple(values.items()), inflected, frozenset(unsaid))


# A log is told again and again, to everybody and as it grows.
@lru_cache(20_000)
def _told(word: str, phrase: str, values: tuple[tuple[str, str], ...], inflected: bool, unsaid: frozenset[str]) -> str:
    if not phrase:
        shown = ", ".join(f"{role} {value}" for role, value in values)
        return f"{word.replace('_', ' ')}{f' ({shown})' if shown else ''}"
    given = dict(values)

    def say(role: str, noun: str | None) -> str | None:
        value = given.get(role)
        if value is None or noun is None:
            return value
        return f"1 {noun}" if value == "1" else f"{value} {plural(noun)}"

    parts = parts_of(theirs(phrase) if inflected else phrase)
    if unsaid:
        parts = tuple(p for p in parts if not (isinstance(p, Optional) and unsaid & set(roles_in(p.parts))))
    text = filled(parts, say)
    if not inflected:
        return text
    return conjugated(text, third)


def doing(phrase: str) -> str:
    """What a verb does, whoever does it and whatever its roles are: `drawing`."""
    return conjugated(filled(parts_of(phrase), lambda role, noun: None), gerund)


def called(word: str, phrase: str) -> str:
    """What the value of a rule is called where it is known whose it is: `hand limit`."""
    parts = parts_of(_OF_WHOM.sub("", phrase))
    return " ".join(filled(parts, lambda role, noun: None).split()) or word.replace("_", " ")
