"""Terms in a text (players, pieces, zones and words of the game), for colours and links."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from cardwright.phrases.inflection import spell_name
from cardwright.presentation.look import Look, normalize_word
from cardwright.runtime.names_of_state_values import DisplayNames
from cardwright.state_slots_and_table_rows import ProgramTables


@dataclass(frozen=True, slots=True)
class TermSpan:
    """A part of a text that is a term, or text between terms. `names` is `player`, `piece`, `zone`, `word`, or "".

    `ref` identifies the term: the player's name, the id of the definition, the word of the zone, or the word. `color`
    is the colour that the look gives it.
    """

    text: str
    names: str = ""
    ref: str = ""
    color: str = ""


class Terms:
    """The names of one game, to be found in texts, also in the plural."""

    def __init__(self, found: Iterable[tuple[str, str, str, str]]) -> None:
        self._known: dict[str, tuple[str, str, str]] = {}
        for said, names, ref, color in found:
            # a number in a text is rarely the name of a card
            if any(map(str.isalpha, said)):
                self._known.setdefault(normalize_word(said), (names, ref, color))
        longest = sorted(map(re.escape, self._known), key=len, reverse=True)
        self._pattern = re.compile(rf"\b(?:(P\d+)|({'|'.join(longest or ['(?!)'])})(?:e?s)?)\b", re.IGNORECASE)

    def spans(self, text: str) -> tuple[TermSpan, ...]:
        """Return a text split into terms and text between them. All parts joined are the text."""
        found: list[TermSpan] = []
        done = 0
        for match in self._pattern.finditer(text):
            if match.start() > done:
                found.append(TermSpan(text[done : match.start()]))
            names, ref, color = ("player", match[1].upper(), "") if match[1] else self._known[normalize_word(match[2])]
            found.append(TermSpan(match[0], names, ref, color))
            done = match.end()
        if done < len(text) or not found:
            found.append(TermSpan(text[done:]))
        return tuple(found)


@lru_cache(maxsize=16)
def find_terms(tables: ProgramTables) -> Terms:
    """Return the terms of a game: names of pieces, words of types, and zones."""
    return Terms(_list_terms(tables))


def _list_terms(tables: ProgramTables) -> Iterable[tuple[str, str, str, str]]:
    look, names = Look(tables.look), DisplayNames(tables)
    for definition in tables.definitions:
        types = tables.kinds[definition.kind].attributes
        values = {word: names.value(types[word], value) for word, value in definition.values.items() if word in types}
        color = look.colors.get(normalize_word(definition.name)) or look.color(values)
        yield definition.name, "piece", definition.id, color
    for word in tables.words.values():
        yield spell_name(word), "word", word, look.colors.get(normalize_word(word), "")
    for zone in tables.zones:
        yield zone.title, "zone", zone.word, look.colors.get(normalize_word(zone.word), "")
