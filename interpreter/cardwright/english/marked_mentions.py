"""Marks of a pick in rendered texts, so that its mentions can be found there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from cardwright.english.noun_phrases import NounGroup, Thing

# Marks in the text and in the possessive of a pick, and around the noun that a picked number counts.
_MARK, _OWN, _NOUN = "\x80", "\x81", "\x82"
_NO_MARKS = str.maketrans("", "", _MARK + _OWN + _NOUN)


class Mention(NamedTuple):
    """A mention of a pick within a text.

    - `text`: the words that stand for the pick, and for the noun it counts
    - `own`: True for a possessive
    - `noun`: what is counted, if the pick is a number before a noun
    """

    text: str
    own: bool = False
    noun: str = ""


def mark_pick(meaning: Thing | NounGroup) -> Thing | NounGroup:
    """Return the meaning of a pick whose mentions in rendered texts are marked."""
    if isinstance(meaning, Thing) and " " in meaning.text:
        return replace(meaning, text=_mark(meaning.text, _MARK), possessive=_mark(meaning.whose, _OWN))
    if isinstance(meaning, NounGroup) and meaning.opaque:
        return replace(meaning, opaque=_mark(meaning.opaque, _MARK))
    return meaning


def _mark(text: str, mark: str) -> str:
    """Put a mark behind the first word. The first and the last word decide how a text is inflected."""
    first, gap, rest = text.partition(" ")
    return f"{first}{gap}{mark}{rest}" if gap else text


def is_marked(meaning: Thing) -> bool:
    """Return True if a value is the pick whose mentions are marked."""
    return _MARK in meaning.text


def mark_number(nouns: str) -> str:
    """Render a picked number, before `nouns` if these are counted, as a mention of the pick."""
    return f"that {_MARK}many {_NOUN}{nouns}{_NOUN}" if nouns else f"that {_MARK}many"


def strip_marks(text: str) -> str:
    """Return a text without marks."""
    return text.translate(_NO_MARKS)


def split_mentions(text: str, called: Thing | NounGroup) -> Iterator[str | Mention]:
    """Yield the parts of a text with mentions of the pick `called`: words, a mention, words and so on."""
    plain = called.text if isinstance(called, Thing) else called.opaque
    own = called.possessive if isinstance(called, Thing) else ""
    tokens = [token for token in (own, plain, mark_number("")) if token != strip_marks(token)]
    while found := [(text.index(token), token) for token in tokens if token in text]:
        at, token = min(found)
        yield strip_marks(text[:at])
        text = text[at + len(token) :]
        noun, whose = "", ""
        if text.startswith(f" {_NOUN}"):
            noun, _, text = text[2:].partition(_NOUN)
        elif text.startswith("'"):
            whose, gap, text = text.partition(" ")
            text = gap + text
        yield Mention(f"{strip_marks(token)}{whose}{noun and f' {noun}'}", token == own or whose != "", noun)
    yield strip_marks(text)
