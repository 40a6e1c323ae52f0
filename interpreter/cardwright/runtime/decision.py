"""Decisions and their options as plain values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from cardwright.phrases.inflection import fit_article, join_items, with_article
from cardwright.runtime.names_of_state_values import UNKNOWN, DisplayNames
from cardwright.state_slots_and_table_rows import PASS, PIECE_MASK, SHIFT, DecisionPointRow, beside

# Placeholders in prompts and titles: for `you`, if another player is asked, and for the number of picks.
YOU, MANY = "{you}", "{many}"
OTHER = "the other player"
# Titles for ending a pick or a repeated decision, and for picking nothing.
DONE_WITH_IT, PICKS_NONE = "Done", "None"


@dataclass(frozen=True, slots=True)
class Option:
    """A possible answer: its position in the list, its text, and a short stable key.

    - `group`: for a piece, the zone it lies in; else ""
    - `note`: the printed text of the card
    - `declines`: True if the option passes, or ends a pick
    - `earlier`: the key derived from the option's text, by which old records and scenarios refer to it
    """

    index: int
    text: str
    key: str
    group: str = ""
    note: str = ""
    declines: bool = False
    earlier: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Decision:
    """The decision for which a match waits. If it is `secret`, only `player` may see it and its options."""

    player: int
    prompt: str
    options: tuple[Option, ...]
    source: str | None
    secret: bool
    context: tuple[tuple[str, str], ...] = ()


def describe_options(
    names: DisplayNames,
    site: DecisionPointRow,
    options: list[Any],
    hidden: Mapping[int, tuple[str, str]],
    places: Mapping[int, str],
    said: Sequence[str] = (),
    other: str = OTHER,
) -> tuple[Option, ...]:
    """Return the options of a decision in words; equal keys are numbered.

    `hidden` has a text and a key for each piece that the deciding player must not recognise, `places` the zone of each
    piece, and `said` the values that appear in titles. `other` is the name of the player whom the text calls "you", if
    that is not the deciding player.
    """
    made: list[Option] = []
    taken: dict[str, int] = {}
    for index, value in enumerate(options):
        text, key = hidden[value] if value in hidden else describe_option(names, site, value, said, other)
        if site.base == "ability" and value not in hidden:
            text += _distinguish_ability(names, value, options)
        taken[key] = taken.get(key, 0) + 1
        if taken[key] > 1:
            key = f"{key}#{taken[key]}"
        number = find_title(site, value)
        said_of = site.notes[number] if number is not None and number < len(site.notes) else ""
        note = "" if value in hidden else said_of or find_printed_text(names, *site.thing(value))
        group = places.get(value, "") if site.base == "piece" else ""
        own = number is not None and number < len(site.keys) and bool(site.keys[number])
        earlier = make_slug(site.titles[number].replace(YOU, OTHER)) if own and number is not None else ""
        made.append(Option(index, text, key, group, note, value == PASS, earlier))
    return tuple(made)


def _distinguish_ability(names: DisplayNames, entry: Any, options: Sequence[Any]) -> str:
    """Return " (ability 2)" or similar for an option whose title another ability of the same piece also has."""
    abilities = names.tables.abilities
    find_in_item = {each >> SHIFT for each in options if each >= 0 and each & PIECE_MASK == entry & PIECE_MASK}
    if (
        entry < 0
        or len([each for each in find_in_item if abilities[each].title == abilities[entry >> SHIFT].title]) < 2
    ):
        return ""
    power = names.tables.abilities[entry >> SHIFT].power
    own = [number for number, each in enumerate(names.tables.abilities) if each.power == power]
    return f" (ability {own.index(entry >> SHIFT) + 1})"


def find_printed_text(names: DisplayNames, base: str, value: Any) -> str:
    """Return the text to show for an option's value: that of its card or power.

    A power of the game itself has its effect as text, and a word of an enum the author's description.
    """
    if not isinstance(value, int) or value < 0:
        return ""
    definition = -1
    if base == "enum":
        return str(names.tables.sentences.sorts.get(value, ""))
    if base == "piece":
        definition = names.pieces[value]
    elif base == "ability":
        number = value >> SHIFT
        definition = names.tables.abilities[number].power
        if definition < 0:
            return str(names.tables.sentences.notes.get(number, ""))
    return str(names.tables.texts.get(definition, ""))


def fill_title(parts: Iterable[Any], said: Sequence[str]) -> str:
    """Fill values into a title; the noun after a number or a list of words is put into singular or plural."""
    found = ""
    for part in parts:
        if isinstance(part, str):
            found += part
            continue
        number, one, several = part
        text = _add_noun(said[number], one, several) if one else said[number]
        found = fit_article(found, text) + text
    return found


def _add_noun(said: str, one: str, several: str) -> str:
    """Return a number, or a list of words, followed by the noun: `2 cards`, `a rum card and 2 tea cards`.

    `one` and `several` are the singular and the plural of the noun.
    """
    if said.lstrip("-").isdecimal() or said == UNKNOWN:
        return f"{said} {one if said == '1' else several}"
    words = said.split(", ")
    return join_items(
        [f"{each} {several}" if each[:1].isdecimal() else with_article(f"{each} {one}") for each in words]
    )


def describe_option(
    names: DisplayNames, site: DecisionPointRow, value: Any, said: Sequence[str] = (), other: str = OTHER
) -> tuple[str, str]:
    """Return (text, key) of an option; the key does not depend on the values in its title."""
    titles, decline = site.titles, site.decline
    if site.base == "may":
        title = titles[0] if titles and titles[0] else "Yes"
        return (title.replace(YOU, other), "yes") if value == 0 else (name_declining(site), "pass")
    if value == PASS:
        return name_declining(site), decline
    number = find_title(site, value)
    if number is not None and site.blanks and site.blanks[number + 1]:
        title = fill_title(site.blanks[number + 1], said)
        return title, make_title_key(site, number) or make_slug(title)
    if number is not None:
        title = titles[number] or f"Option {number + 1}"
        return title.replace(YOU, other), make_title_key(site, number)
    return describe_thing(names, *site.thing(value))


def name_declining(site: DecisionPointRow) -> str:
    """Return the title of the option that declines: `Pass` only if nothing else follows in the rule text."""
    if site.decline == "done" or (site.goes_on and site.again):
        return DONE_WITH_IT
    if not site.goes_on:
        return "Pass"
    return {"may": "No", "option": "None of these", "player": "Nobody"}.get(site.base, PICKS_NONE)


def name_picking_none(option: Option) -> Option:
    """Return the option that ends a pick of several items as it is called before the first, when it picks none."""
    return replace(option, text=PICKS_NONE, earlier="pass")


def describe_thing(names: DisplayNames, base: str, value: Any) -> tuple[str, str]:
    """Return (text, key) of an item to pick; `base` is its type."""
    if base == "ability":
        text = names.ability(value)
        return text, make_slug(text)
    if base == "number":
        return str(value), str(value)
    if base == "piece":
        return names.piece(value), names.piece_key(value)
    if base == "zone":
        return names.zone(value), names.zone_key(value)
    if base == "name":
        return names.value("name", value), str(names.definitions[value][0])
    text = names.value(base, value)
    return text, text if base == "player" else make_slug(text)


def find_title(site: DecisionPointRow, value: Any) -> int | None:
    """Return the index of an option's title, or None for items to pick and for declining."""
    if not isinstance(value, int) or value == PASS or site.place(value):
        return None
    if value < PASS:
        return beside(value) if beside(value) < len(site.titles) else None
    return value if site.base == "option" else None


def sort_number(names: DisplayNames, site: DecisionPointRow, value: int) -> int:
    """Return the index of an option's type in the list of types that can be picked.

    Pieces of different kinds count as different types.
    """
    place = site.place(value)
    if place or len(site.sorts) == 1 or site.base != "piece":
        return max(0, place - 1)
    return site.sorts.index(("piece", names.kind(value)))


def make_title_key(site: DecisionPointRow, value: int) -> str:
    """Return the key of an option with a title; "" if the title consists of values only."""
    if site.blanks and site.blanks[value + 1]:
        return make_slug("".join(part for part in site.blanks[value + 1] if isinstance(part, str)))
    if value < len(site.keys) and site.keys[value]:
        return site.keys[value]
    return make_slug((site.titles[value] or f"Option {value + 1}").replace(YOU, OTHER))


def is_option_key(option: Option, key: str) -> bool:
    """Return True if `key` is the key of an option, or the key that older versions derived from its text."""
    return key == option.key or (key != "" and key == option.earlier)


def make_slug(text: str) -> str:
    """Return a text as one short word in lower case with underscores."""
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")
