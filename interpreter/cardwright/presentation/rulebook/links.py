"""Links in a rulebook from mentioned terms to their sections, and values of named numbers."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from cardwright.phrases.inflection import capitalize, inflect_third_person, make_gerund
from cardwright.phrases.templates import Optional, parse_template

# Words without meaning at the end of a phrase's beginning.
_LOOSE = re.compile(r"(?:\s+(?:a|an|the|to|of|from|in|with|for|and|at|on|by))+$")
# Words followed by a noun and not by a verb.
_BEFORE_NOUN = re.compile(
    r"(?:\b(?:the|an?|your|their|its|this|that|those|no|any|of|than|highest|lowest|most|extra|per)|'s?|equal to) $",
    re.IGNORECASE,
)
# The beginnings of phrases that are no verbs.
_NO_VERBS = frozenset(("a", "an", "it", "there"))

# The beginning of the anchors of sections about one word.
ANCHOR_OF_WORD = "of-"


@dataclass(frozen=True, slots=True)
class TextRun:
    """A run of text; `to` is the anchor of the section that explains it, or "".

    With `name`, the text is a term that is defined here, or strong; with `stressed`, it is emphasized.
    """

    text: str
    to: str = ""
    name: bool = False
    stressed: bool = False


class Links:
    """Links from texts to sections, found by the game's words that occur in a text."""

    def __init__(self, terms: Iterable[tuple[str, str, str]], constants: Mapping[str, str]) -> None:
        self._terms = {word: (said, anchor) for word, phrase, anchor in terms if (said := _compile_phrase(phrase))}
        self._constants = [
            (
                re.compile(rf"(?!(?<=\(){said}\))(?!(?<=\(the ){said}\))\b{said}\b(?! \(\d)", re.IGNORECASE),
                f" ({value})",
            )
            for said, value in ((re.escape(phrase), value) for phrase, value in constants.items())
        ]

    def runs(self, text: str, words: Iterable[str]) -> tuple[TextRun, ...]:
        """Split a text into runs, link the mentioned words, and append the value to each named number."""
        words = tuple(words)
        for pattern, value in self._constants:
            longer = [span for word in words if word in self._terms for span in self._terms[word][0].places(text)]
            found_at = next((each for each in pattern.finditer(text) if not _is_inside(each, longer)), None)
            if found_at is not None:
                text = text[: found_at.end()] + value + text[found_at.end() :]
        places: list[tuple[int, int, bool, str]] = []
        inside: list[tuple[int, int]] = []
        for word in words:
            if word in self._terms:
                said, anchor = self._terms[word]
                places += [(*place, anchor) for place in said.places(text)]
                inside += said.ends(text)
        found, done = [], 0
        for start, end, _, anchor in sorted(places, key=lambda each: (each[0], -each[1], each[2])):
            if start < done or any(first <= start < last for first, last in inside):
                continue
            found += [TextRun(text[done:start])] if start > done else []
            found.append(TextRun(text[start:end], anchor))
            done = end
        return (*found, TextRun(text[done:])) if done < len(text) or not found else tuple(found)

    def runs_of_option(self, text: str, words: Iterable[str]) -> tuple[TextRun, ...]:
        """Split the text of an option into runs, after its title if it has one."""
        title, colon, rest = text.partition(": ")
        if not colon:
            return self.runs(capitalize(text), words)
        return (TextRun(f"{capitalize(title)}: "), *self.runs(rest, words))


def _is_inside(found: re.Match[str], spans: Iterable[tuple[int, int, bool]]) -> bool:
    """Return True if a match is a part of a longer phrase."""
    return any(start < found.start() and found.end() <= end for start, end, _ in spans)


@dataclass(frozen=True, slots=True)
class _LinkedPhrase:
    """A pattern for a phrase in running text: its words up to the first parameter, and those after it.

    `needs` is True if the words after the parameter are required, because the words before it are too common. `noun` is
    False if the phrase begins with a verb.
    """

    begins: re.Pattern[str]
    goes_on: re.Pattern[str]
    needs: bool
    noun: bool = True

    def places(self, text: str) -> Iterator[tuple[int, int, bool]]:
        """Yield for each match of the phrase its start and end, and True if the words after it are missing."""
        for found in self.begins.finditer(text):
            otherwise = self.goes_on.match(text, found.end()) is None
            named = not self.noun and _BEFORE_NOUN.search(text[: found.start(1)]) is not None
            if not (otherwise and self.needs) and not named:
                yield (*found.span(1), otherwise)

    def ends(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield (start, end) of the last words of a noun phrase, wherever these words alone do not name the term."""
        for found in self.begins.finditer(text) if self.noun else ():
            behind = self.goes_on.match(text, found.end())
            if behind is not None and behind.lastgroup == "tail":
                yield behind.span("tail")


def _compile_phrase(phrase: str) -> _LinkedPhrase | None:
    """Return the pattern of a phrase, None if it has no text.

    The first verb is inflected, and possessives are allowed.
    """
    parts = [part for part in parse_template(phrase) if not isinstance(part, Optional)]
    literal = "".join(part if isinstance(part, str) else "\0" for part in parts)
    of_noun = literal.startswith(("the ", "\0"))
    first, _, behind = (re.sub(r"^(?:the|\0) ?", "", literal) if of_noun else literal).partition("\0")
    chunk = _LOOSE.sub("", first.strip())
    later = max(behind.split("\0"), key=len).strip()
    tail = " ".join(re.escape(word.removesuffix("s")) + "s?" for word in later.split())
    between = rf"(?:(?!\b{re.escape(chunk)}\b)[^.;])*?"
    goes_on = re.compile(rf"{between}(?P<tail>\b{tail}\b)" if tail else "", re.IGNORECASE)
    if of_noun:
        begins = rf"\b({re.escape(chunk)})\b"
        return _LinkedPhrase(re.compile(begins, re.IGNORECASE), goes_on, " " not in chunk) if len(chunk) > 3 else None
    verb, _, rest = chunk.partition(" ")
    if not verb or (verb in _NO_VERBS and not rest):
        return None
    forms = "|".join(map(re.escape, {verb, inflect_third_person(verb), make_gerund(verb)}))
    behind = rf" {re.escape(rest)}" if rest else ""
    return _LinkedPhrase(re.compile(rf"\b((?:{forms}){behind})\b", re.IGNORECASE), goes_on, False, noun=False)


def find_verb(phrase: str) -> str:
    """Return the words of a phrase before its first parameter: `point out` for `point out to {friend}`."""
    parts = parse_template(phrase)
    return _LOOSE.sub("", parts[0].strip()) if len(parts) > 1 and isinstance(parts[0], str) else ""


def make_word_anchor(word: str) -> str:
    """Return the anchor of the section about a word of the game."""
    return f"{ANCHOR_OF_WORD}{word}"
