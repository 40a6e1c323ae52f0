"""Short texts for pieces and players, by the templates in the game's `look:`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from cardwright.phrases.inflection import count_named, is_any_number, make_plural, spell_name
from cardwright.presentation.look import Look
from cardwright.query.view import BRACES, NOTHING, CounterView, PieceView, View, ZoneView
from cardwright.state_slots_and_table_rows import STANDS_FOR

UNKNOWN = "?"
# The back of a card, and the maximum number of signs drawn one by one.
HIDDEN = "▒"
MAX_SIGNS = 6
# A function from (word of a template, text after its colon or "") to its rendering, "" if empty.
Say = Callable[[str, str], str]


def fill_template(template: str, say: Say) -> str:
    """Return a template with its braces replaced by the results of `say`; "" if all results are empty."""
    said: list[str] = []

    def first(braces: re.Match[str]) -> str:
        texts = (say(*_split_word(word)) for word in braces[1].split("|"))
        said.append(next((text for text in texts if text), ""))
        return said[-1]

    text = " ".join(BRACES.sub(first, template).split())
    return "" if said and not any(said) else text


def render_score(view: View, seat: int) -> str:
    """Render a score. If it is unknown, the known part is shown: `12 + ?`."""
    value = view.scores[seat]
    if value is not None:
        return str(value)
    certain = view.certain[seat]
    return UNKNOWN if certain is None else f"{certain} + {UNKNOWN}"


def render_label(piece: PieceView, look: Look, zone: str = "") -> str:
    """Return the label of a piece by the look of its zone or kind; its name by default."""
    template = look.find_label(piece.kind, zone)
    if template is None:
        return piece.name
    return fill_template(template, lambda word, sign: _render_piece_word(piece, look, word, sign)) or piece.name


def find_unmentioned_attributes(piece: PieceView) -> set[str]:
    """Return the attributes whose values are in no name: neither in the piece's, nor in a numeric attribute's.

    Each word of the name accounts for at most one attribute. If a card has a number under the name `honour`, the value
    `honour` of another attribute counts as mentioned.
    """
    name, found = piece.name.casefold(), set()
    counted = {word for word, value in piece.attributes.items() if value not in NOTHING and value.isdecimal()}
    numbers = {spell_name(word) for word in counted}
    for attribute, value in piece.attributes.items():
        said = re.search(rf"\b{re.escape(value.casefold())}(?:e?s)?\b", name)
        if said is not None:
            name = f"{name[: said.start()]}/{name[said.end() :]}"
        elif value not in NOTHING and spell_name(value) not in numbers:
            found.add(attribute)
    return found


def render_piece_lines(piece: PieceView, templates: Sequence[str], look: Look) -> list[str]:
    """Render the templates for a piece, leaving out empty lines."""
    lines = (
        fill_template(template, lambda word, sign: _render_piece_word(piece, look, word, sign))
        for template in templates
    )
    return [line for line in lines if line]


def render_player_lines(view: View, owner: str, templates: Sequence[str], look: Look) -> list[str]:
    """Render the templates for a player, leaving out empty lines."""
    counters = [counter for counter in (*view.counters, *view.asked) if counter.owner == owner]
    zones = [zone for zone in view.zones if zone.owner == owner]
    lines = (
        fill_template(template, lambda word, sign: _render_holdings(counters, zones, look, word, sign))
        for template in templates
    )
    return [line for line in lines if line]


def find_template_words(templates: Sequence[str]) -> set[str]:
    """Return the words that occur between the braces of the templates."""
    found = (word for template in templates for braces in BRACES.findall(template) for word in braces.split("|"))
    return {_split_word(word)[0] for word in found}


def find_lone_words(templates: Sequence[str]) -> frozenset[str]:
    """Return the words that are a whole template by themselves, such as `{holder}`; they need no title."""
    return frozenset(found[1] for template in templates if (found := BRACES.fullmatch(template.strip())))


def render_contents(zone: ZoneView, look: Look) -> list[str]:
    """Return the labels of the pieces in a zone: equal labels with their number, hidden pieces as backs."""
    labels = [HIDDEN if piece is None else render_label(piece, look, zone.name) for piece in order_pieces(zone)]
    return list_in_row(labels, zone.numbered) if zone.row else count_labels(labels)


def order_pieces(zone: ZoneView) -> tuple[PieceView | None, ...]:
    """Return the pieces of a zone in order of display: a pile from its top on, any other zone as in the rules."""
    return zone.pieces[::-1] if is_pile(zone) else zone.pieces


def is_pile(zone: ZoneView) -> bool:
    """Return True if an ordered zone is displayed from its top, as a pile, instead of from its beginning."""
    return zone.ordered and not zone.row and (zone.covered or zone.owner == "table" or None in zone.pieces)


def list_in_row(labels: Iterable[str], numbered: bool) -> list[str]:
    """Return labels in order, equal ones not merged; if `numbered`, with their positions: `1: Ant`, `2: Bee`."""
    return [f"{number}: {label}" if numbered else label for number, label in enumerate(labels, start=1)]


def count_labels(texts: Iterable[str]) -> list[str]:
    """Return each different label with its number (`3 Tea`); hidden pieces are drawn as backs."""
    found = Counter(texts)
    behind = is_any_number(found)
    return [
        repeat_sign(count, HIDDEN) if text == HIDDEN else render_count(count, text, behind=behind)
        for text, count in found.items()
    ]


def join_labels(called: Iterable[tuple[str, bool]]) -> str:
    """Return labels as one text in which equal ones are counted. `called` has (label, whether it is a proper name)."""
    found = Counter(called)
    behind = is_any_number(text for text, _ in found)
    return ", ".join(render_count(count, text, known, behind) for (text, known), count in found.items())


def render_count(count: int, text: str, known: bool = True, behind: bool = False) -> str:
    """Render a number of pieces or words: `3 Tea`, in the plural for common nouns: `3 Black ships`.

    If not `known`, the text names one piece of a kind: `a card`, `3 cards`. With `behind`, the number follows the name:
    `4 ×3`.
    """
    if count == 1 or not known or behind:
        return count_named(count, text, behind=behind and known)
    last = text.rpartition(" ")[2]
    noun = " " in text and text.replace(" ", "").isalpha() and last.islower()
    return f"{count} {make_plural(text) if noun else text}"


def render_limited_count(count: str, most: str) -> str:
    """Render a number with its limit: `5 of 7`, or `8, limit 7` beyond the limit. A limit of "" means none."""
    if not most:
        return count
    beyond = count.isdecimal() and most.isdecimal() and int(count) > int(most)
    return f"{count}, limit {most}" if beyond else f"{count} of {most}"


def repeat_sign(count: int, sign: str) -> str:
    """Return a sign repeated `count` times, or the number and the sign if `count` exceeds `MAX_SIGNS`."""
    return sign * count if count <= MAX_SIGNS else f"{count}{sign}"


def _split_word(word: str) -> tuple[str, str]:
    name, _, sign = word.partition(":")
    return name, sign


def _render_piece_word(piece: PieceView, look: Look, word: str, sign: str) -> str:
    if word == "name":
        return piece.name
    if word in piece.attributes:
        value = piece.attributes[word]
        return _render_value(value, sign) if value != "yes" else word.replace("_", " ")
    own_zones = piece.zones[: len(piece.zones) - sum(len(part.zones) for part in piece.parts)]
    if piece.parts and word == look.parts.get(piece.kind):
        return " ".join(render_label(part, look) for part in piece.parts)
    return _render_holdings((*piece.counters, *piece.asked), own_zones, look, word, sign)


def _render_holdings(
    counters: Sequence[CounterView], zones: Sequence[ZoneView], look: Look, word: str, sign: str
) -> str:
    """Render what a piece or player has under the name `word`: the pieces of a zone, or the value of a counter.

    With `sign`, a number is rendered by this sign. A counter with several values is rendered with all of them.
    """
    for zone in zones:
        if zone.name == word:
            return _render_value(str(zone.count), sign) if sign else ", ".join(render_contents(zone, look))
    values = []
    for counter in counters:
        name, _, index = counter.name.partition("[")
        if name == word and counter.value == "0" and word.endswith("(it)") and not sign:
            values.append(counter.value)
        elif name == word and counter.value not in NOTHING:
            value = counter.title if counter.value == "yes" else _render_value(counter.value, sign)
            values.append(f"{value} {index.rstrip(']').replace('_', ' ')}".rstrip())
    return ", ".join(values)


def _render_value(value: str, sign: str) -> str:
    if value in NOTHING:
        return ""
    if not sign or not value.isdecimal():
        return value
    if sign[0].isalpha():
        return f"{value} {sign if value == '1' else make_plural(sign)}"
    return repeat_sign(int(value), sign)


@dataclass(frozen=True, slots=True)
class Fact:
    """A value shown for a piece, a player or the table, with its word in the game's files and its title.

    - `each`: the values of memory that has one per word, as `(word, number)`; with `chart`, all are shown
    - `says`: False for a value that is not worth showing, such as 0 or nobody
    - `stays`: True if the value is always shown, so that other values do not change their position
    - `late`: True if the value can disappear, so that it is shown after those that stay
    - `named`: True for a value that is no number and still unclear without its title, such as a value in memory
    """

    word: str
    title: str
    value: str
    says: bool = True
    each: tuple[tuple[str, str], ...] = ()
    chart: bool = False
    stays: bool = False
    late: bool = False
    named: bool = False

    @property
    def is_number(self) -> bool:
        """True if the value is a whole number, which is unclear without its title."""
        return self.value.removeprefix("-").isdecimal()


# The number that distinguishes equal texts.
_WHICH = re.compile(r" \(\d+\)$")
LATER = "later:"


def insert_arguments(facts: Sequence[Fact], waiting: Mapping[str, Sequence[tuple[str, str]]]) -> tuple[Fact, ...]:
    """Return the facts of a stack object, with arguments filled into the text of its deferred statements."""
    stands = next((fact for fact in facts if fact.word == STANDS_FOR and fact.value in waiting), None)
    if stands is None:
        return tuple(facts)
    text, kept, said = _WHICH.sub("", stands.value), {fact.word: fact for fact in facts if fact.says}, {STANDS_FOR}
    for called, word in waiting[stands.value]:
        if word in kept and re.search(rf"\b{called}\b", text):
            text = re.sub(rf"\b{called}\b", kept[word].value.replace("\\", r"\\"), text)
            said.add(word)
    return (replace(stands, title=LATER, value=text), *(fact for fact in facts if fact.word not in said))


def hide_value(fact: Fact) -> Fact:
    """Return a fact whose value is shown as unknown."""
    return replace(fact, value=UNKNOWN, each=tuple((word, UNKNOWN) for word, _ in fact.each))


def list_attributes(piece: PieceView, look: Look) -> Iterator[Fact]:
    """Yield the attributes of a piece as facts, except those that the look hides."""
    named = look.named.get(piece.kind, ())
    for word, value in piece.attributes.items():
        if word not in look.hidden:
            yield Fact(word, spell_name(word), value, value not in NOTHING, named=word in named)
