"""Pieces and players in a few words or signs, by the templates of the game's own `look:`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from cardwright.phrases.inflection import is_any_number, plural, so_many
from cardwright.presentation.look import Look
from cardwright.program_format import STANDS_FOR
from cardwright.query.view import CounterView, PieceView, View, ZoneView

BRACES = re.compile(r"\{([^{}]*)\}")
NOTHING = ("", "0", "no", "none", "nobody", "nothing")
UNKNOWN = "?"
# A card that may not be seen, and from how many signs on they are counted instead of drawn.
HIDDEN = "▒"
MAX_SIGNS = 6
# Says a word of a template, given what stands behind its colon (or ""); "" for what has nothing to say.
Say = Callable[[str, str], str]


def filled(template: str, say: Say) -> str:
    """A template with its words said; "" when none of them has anything to say."""
    said: list[str] = []

    def first(braces: re.Match[str]) -> str:
        texts = (say(*_word_and_sign(word)) for word in braces[1].split("|"))
        said.append(next((text for text in texts if text), ""))
        return said[-1]

    text = " ".join(BRACES.sub(first, template).split())
    return "" if said and not any(said) else text


def score(view: View, seat: int) -> str:
    """A score in words; of one that is not known as a whole what is certain of it: `12 + ?`."""
    value = view.scores[seat]
    if value is not None:
        return str(value)
    certain = view.certain[seat]
    return UNKNOWN if certain is None else f"{certain} + {UNKNOWN}"


def label(piece: PieceView, look: Look, zone: str = "") -> str:
    """A piece as its kind, or the zone it lies in, wants it to be called; else its name."""
    template = look.labels.get(zone) or look.labels.get(piece.kind)
    if template is None:
        return piece.name
    return filled(template, lambda word, sign: _of_piece(piece, look, word, sign)) or piece.name


def unsaid(piece: PieceView) -> set[str]:
    """The attributes that the name of a piece does not say; each word of the name says one of them at most."""
    name, found = piece.name.casefold(), set()
    for attribute, value in piece.attributes.items():
        said = re.search(rf"\b{re.escape(value.casefold())}(?:e?s)?\b", name)
        if said is not None:
            name = f"{name[: said.start()]}/{name[said.end() :]}"
        elif value not in NOTHING:
            found.add(attribute)
    return found


def piece_lines(piece: PieceView, templates: Sequence[str], look: Look) -> list[str]:
    """Lines about a piece, without those that say nothing."""
    lines = (filled(template, lambda word, sign: _of_piece(piece, look, word, sign)) for template in templates)
    return [line for line in lines if line]


def player_lines(view: View, owner: str, templates: Sequence[str], look: Look) -> list[str]:
    """Lines about a player, without those that say nothing."""
    counters = [counter for counter in view.counters if counter.owner == owner]
    zones = [zone for zone in view.zones if zone.owner == owner]
    lines = (filled(template, lambda word, sign: _had(counters, zones, look, word, sign)) for template in templates)
    return [line for line in lines if line]


def words_in(templates: Sequence[str]) -> set[str]:
    """The words that some templates speak of."""
    found = (word for template in templates for braces in BRACES.findall(template) for word in braces.split("|"))
    return {_word_and_sign(word)[0] for word in found}


def words_alone(templates: Sequence[str]) -> frozenset[str]:
    """The words that have one of some templates for themselves, and so need no title: `{holder}`."""
    return frozenset(found[1] for template in templates if (found := BRACES.fullmatch(template.strip())))


def contents(zone: ZoneView, look: Look) -> list[str]:
    """The pieces of a zone by their labels, equal ones counted, what is hidden drawn as the backs of cards."""
    return counted(HIDDEN if piece is None else label(piece, look, zone.name) for piece in as_they_lie(zone))


def as_they_lie(zone: ZoneView) -> tuple[PieceView | None, ...]:
    """The pieces of a zone: of a pile the top one first, of all others as the rules go through them."""
    return zone.pieces[::-1] if is_pile(zone) else zone.pieces


def is_pile(zone: ZoneView) -> bool:
    """Whether of a zone with an order the top matters; of others, such as a chain, its beginning."""
    return zone.ordered and (zone.covered or zone.owner == "table" or None in zone.pieces)


def counted(texts: Iterable[str]) -> list[str]:
    """What pieces are called, once for equal ones with their number (`3 Tea`); hidden ones as the backs of cards."""
    found = Counter(texts)
    behind = is_any_number(found)
    return [
        repeated(count, HIDDEN) if text == HIDDEN else several(count, text, behind=behind)
        for text, count in found.items()
    ]


def listed(called: Iterable[tuple[str, bool]]) -> str:
    """Things as they are called, equal ones once with their number; each with whether that is a name of its own."""
    found = Counter(called)
    behind = is_any_number(text for text, _ in found)
    return ", ".join(several(count, text, known, behind) for (text, known), count in found.items())


def several(count: int, text: str, known: bool = True, behind: bool = False) -> str:
    """So many of something by its name: `3 Tea`, and of what is called by a noun `3 Black ships`.

    Of what is not `known` by a name of its own that is one of its kind: `a card`, `3 cards`. The count may stand
    `behind` the name: `4 ×3`.
    """
    if count == 1 or not known or behind:
        return so_many(count, text, behind=behind and known)
    last = text.rpartition(" ")[2]
    noun = " " in text and text.replace(" ", "").isalpha() and last.islower()
    return f"{count} {plural(text) if noun else text}"


def within(count: str, most: str) -> str:
    """How much there is of what has a limit: `5 of 7`, and of what is beyond it `8, limit 7`; "" is no limit."""
    if not most:
        return count
    beyond = count.isdecimal() and most.isdecimal() and int(count) > int(most)
    return f"{count}, limit {most}" if beyond else f"{count} of {most}"


def repeated(count: int, sign: str) -> str:
    """A sign drawn some times, or its number and the sign where they would be too many to count at a glance."""
    return sign * count if count <= MAX_SIGNS else f"{count}{sign}"


def _word_and_sign(word: str) -> tuple[str, str]:
    name, _, sign = word.partition(":")
    return name, sign


def _of_piece(piece: PieceView, look: Look, word: str, sign: str) -> str:
    if word == "name":
        return piece.name
    if word in piece.attributes:
        value = piece.attributes[word]
        return _counted(value, sign) if value != "yes" else word.replace("_", " ")
    own_zones = piece.zones[: len(piece.zones) - sum(len(part.zones) for part in piece.parts)]
    if piece.parts and word == look.parts.get(piece.kind):
        return " ".join(label(part, look) for part in piece.parts)
    return _had(piece.counters, own_zones, look, word, sign)


def _had(counters: Sequence[CounterView], zones: Sequence[ZoneView], look: Look, word: str, sign: str) -> str:
    """What a piece or player has under a word: the pieces in a zone, or a counter, one with an index for each of it."""
    for zone in zones:
        if zone.name == word:
            return _counted(str(zone.count), sign) if sign else ", ".join(contents(zone, look))
    values = []
    for counter in counters:
        name, _, index = counter.name.partition("[")
        if name == word and counter.value not in NOTHING:
            value = counter.title if counter.value == "yes" else _counted(counter.value, sign)
            values.append(f"{value} {index.rstrip(']').replace('_', ' ')}".rstrip())
    return ", ".join(values)


def _counted(value: str, sign: str) -> str:
    if value in NOTHING:
        return ""
    if not sign or not value.isdecimal():
        return value
    if sign[0].isalpha():
        return f"{value} {sign if value == '1' else plural(sign)}"
    return repeated(int(value), sign)


@dataclass(frozen=True, slots=True)
class Fact:
    """Something a piece, a player or the table has: its declared `word`, what it is called, and its value in words.

    One kept for each word of a type has them in `each`: (word, number), all of them where the look wants a `chart`.
    `says` is whether it is worth telling by itself: not a 0, or nobody. `stays`: it is told all the same, so that
    others do not move when it comes and goes. A `late` one comes and goes: what stays comes before it.
    """

    word: str
    title: str
    value: str
    says: bool = True
    each: tuple[tuple[str, str], ...] = ()
    chart: bool = False
    stays: bool = False
    late: bool = False


# What tells two texts apart that say the same.
_WHICH = re.compile(r" \(\d+\)$")
LATER = "later:"


def with_names(facts: Sequence[Fact], waiting: Mapping[str, Sequence[tuple[str, str]]]) -> tuple[Fact, ...]:
    """The facts of a piece, those that the text says for which it stands told in that."""
    stands = next((fact for fact in facts if fact.word == STANDS_FOR and fact.value in waiting), None)
    if stands is None:
        return tuple(facts)
    text, kept, said = _WHICH.sub("", stands.value), {fact.word: fact for fact in facts if fact.says}, {STANDS_FOR}
    for called, word in waiting[stands.value]:
        if word in kept and re.search(rf"\b{called}\b", text):
            text = re.sub(rf"\b{called}\b", kept[word].value.replace("\\", r"\\"), text)
            said.add(word)
    return (replace(stands, title=LATER, value=text), *(fact for fact in facts if fact.word not in said))
