"""Titles of options and questions: text with names in braces, whose values are put in when somebody is asked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from cardwright.syntax import tree as s

_BRACES = re.compile(r"\{([^{}]*)\}")
_NAMED = re.compile(r"\s*([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*(?::([^:]*))?")


@dataclass(frozen=True, slots=True)
class Blank:
    """A place for a value: its name in braces (empty if there is none), the noun it counts, and where it stands."""

    name: str
    noun: str
    start: int
    end: int


def parts_of(title: str) -> Iterator[str | Blank]:
    """The parts of a title; places are counted from its first character."""
    at = 0
    for found in _BRACES.finditer(title):
        if found.start() > at:
            yield title[at : found.start()]
        named = _NAMED.fullmatch(found[1])
        noun = (named[2] or "").strip() if named else ""
        yield Blank(named[1] if named else "", noun, found.start(), found.end())
        at = found.end()
    if at < len(title):
        yield title[at:]


def values_in(title: str, start: int) -> tuple[s.Expr, ...]:
    """The values a title names, as if each stood where it does; the title begins at an offset of its text."""
    return tuple(_value(blank, title, start) for blank in parts_of(title) if isinstance(blank, Blank) and blank.name)


def _value(blank: Blank, title: str, start: int) -> s.Expr:
    first = start + title.index(blank.name, blank.start)
    words = blank.name.split(".")
    end = first + len(words[0])
    value: s.Expr = s.Name(words[0], start=first, end=end)
    for word in words[1:]:
        end += 1 + len(word)
        value = s.Get(value, word, start=first, end=end)
    return value
