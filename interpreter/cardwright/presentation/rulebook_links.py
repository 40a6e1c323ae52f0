"""Links in a rulebook: what its texts name, and the number behind what is only a number with a name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from cardwright.wording.inflection import gerund, third
from cardwright.wording.templates import Optional, parts_of

# Words at the end of what is said of a deed before its first role that say nothing by themselves.
_LOOSE = re.compile(r"(?:\s+(?:a|an|the|to|of|from|in|with|for|and|at|on|by))+$")


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text; `to` is the anchor of the section that explains it, or ""."""

    text: str
    to: str = ""


class Links:
    """Finds in a text what it names, given the words of the language that it was made of."""

    def __init__(self, terms: Iterable[tuple[str, str, str]], constants: Mapping[str, str]) -> None:
        self._terms = {word: (pattern, anchor) for word, phrase, anchor in terms if (pattern := _said(phrase))}
        self._constants = [
            (re.compile(rf"\b{re.escape(phrase)}\b(?! \(\d)", re.IGNORECASE), f" ({value})")
            for phrase, value in constants.items()
        ]

    def runs(self, text: str, words: Iterable[str]) -> tuple[Run, ...]:
        """A text in stretches, those that name one of the words linked; what is only a number has it behind it."""
        for pattern, value in self._constants:
            found_at = pattern.search(text)
            if found_at is not None:
                text = text[: found_at.end()] + value + text[found_at.end() :]
        places: list[tuple[int, int, str]] = []
        for word in words:
            if word in self._terms:
                pattern, anchor = self._terms[word]
                places += [(*found.span(1), anchor) for found in pattern.finditer(text)]
        found, done = [], 0
        for start, end, anchor in sorted(places, key=lambda each: (each[0], -each[1])):
            if start < done:
                continue
            found += [Run(text[done:start])] if start > done else []
            found.append(Run(text[start:end], anchor))
            done = end
        return (*found, Run(text[done:])) if done < len(text) or not found else tuple(found)


def _said(phrase: str) -> re.Pattern[str] | None:
    """How a phrase can stand in a text: the first word of a verb inflected, what belongs to somebody as theirs."""
    parts = [part for part in parts_of(phrase) if not isinstance(part, Optional)]
    literal = "".join(part if isinstance(part, str) else "\0" for part in parts)
    chunk = _LOOSE.sub("", literal.partition("\0")[0].strip())
    if literal.startswith(("the ", "\0")):
        chunk = re.sub(r"^(?:the|\0) ?", "", literal).partition("\0")[0].strip()
        chunk = _LOOSE.sub("", chunk)
        return re.compile(rf"\b({re.escape(chunk)})\b", re.IGNORECASE) if len(chunk) > 3 else None
    verb, _, rest = chunk.partition(" ")
    if not verb:
        return None
    forms = "|".join(map(re.escape, {verb, third(verb), gerund(verb)}))
    behind = rf" {re.escape(rest)}" if rest else ""
    return re.compile(rf"\b((?:{forms}){behind})\b", re.IGNORECASE)
