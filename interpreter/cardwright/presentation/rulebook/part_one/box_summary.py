"""Summary of the pieces of a game, and of the zones in which they start."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardwright.declarations.model import PLAYERS, TABLE, GameDecl, MemoryDecl, ZoneDecl
from cardwright.declarations.value_types import NUMBER, PLAYER, YES_NO
from cardwright.english.expressions.conditions import render_owned_flag
from cardwright.english.noun_phrases import THEY, Thing, looks_plural, split_noun
from cardwright.english.renderer import English
from cardwright.phrases.inflection import (
    capitalize,
    is_participle,
    is_past,
    join_items,
    make_plural,
    make_singular,
    spell_name,
    with_article,
)
from cardwright.presentation.rulebook.components import is_declared, name_plural
from cardwright.presentation.rulebook.document import TableBlock
from cardwright.presentation.rulebook.part_one.card_names import name_numbers

if TYPE_CHECKING:
    from cardwright.game.loaded_game import CardText

# A table of the cards has a row for each up to this number; more are put together.
MAX_PLAIN_ROWS = 12
# Where the names matter, there is a row for each up to this number.
MAX_NAMED_ROWS = 30
# The last columns of a table whose rows stand for several cards.
_COUNTED = ("of each", "in all")
# A piece that is named in the sentence.
_IT = Thing("it", own="its")
_SEEN = {
    "nobody": "face down",
    "owner": "which only they may look at",
    "others": "which only the others may look at",
    "everyone": "open to all",
    "top": "of which only the top {noun} is seen",
    "face": "where each {noun} lies face up or face down",
}


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of a table of cards that differ in few attributes: the values of each attribute, or card `names`."""

    copies: int
    values: tuple[tuple[str, ...], ...]
    names: tuple[str, ...]


def summarize_cards(cards: Sequence[CardText], names_matter: bool) -> TableBlock:
    """Return a table of cards. Cards with the same number of copies share a row if they differ in one attribute only.

    With `names_matter`, each card has a row.
    """
    attributes = list(dict.fromkeys(name for card in cards for name in card.attributes))
    rows = [
        _Row(card.needed, tuple((card.attributes.get(name, ""),) for name in attributes), (card.name,))
        for card in cards
    ]
    if not attributes or len(rows) <= MAX_PLAIN_ROWS or (names_matter and len(rows) <= MAX_NAMED_ROWS):
        return list_cards(cards, attributes)
    if names_matter:
        return _list_names(cards, attributes)
    for place in sorted(range(len(attributes)), key=lambda each: len({row.values[each] for row in rows})):
        rows = _join_rows(rows, place)
    for place in range(len(attributes)):
        rows = _join_rows(rows, place)
    head = (*map(spell_name, attributes), *_COUNTED)
    called = [name_numbers(cards, name) for name in attributes]
    shown_rows = []
    for row in rows:
        values = [_list_values(value, names) for value, names in zip(row.values, called, strict=True)]
        total = row.copies * len(row.names)
        if not any(values):
            values[0] = join_items(row.names)
        shown_rows.append((*values, str(row.copies), str(total)))
    return TableBlock(head, tuple(shown_rows))


def describe_grid(table: TableBlock) -> str:
    """Return the text for a table that one sentence can replace; "" for any other.

    Examples: `: one for each row from 1 to 8 and column from 1 to 8.`, `: 10 each of 1, 2 and 3.`
    """
    if table.head == ("number", "name"):
        counts, names = zip(*table.rows, strict=True)
        return f": {counts[0]} each of {join_items(names)}." if len({*counts}) == 1 and len(names) > 1 else ""
    values = list(zip(table.head[:-2], table.rows[0], strict=False))
    if len(table.rows) != 1 or (*table.head[-2:], table.rows[0][-2]) != (*_COUNTED, "1"):
        return ""
    if any("(" in value for _, value in values):
        return ""
    return f": one for each {join_items([f'{name} ({value})' for name, value in values])}."


def list_cards(cards: Sequence[CardText], attributes: Sequence[str]) -> TableBlock:
    """Return a table with a row for each card, without an attribute that only repeats the name."""
    kept = [name for name in attributes if any(card.attributes.get(name, "") != card.name.casefold() for card in cards)]
    rows = [(str(card.needed), card.name, *(card.attributes.get(name, "") for name in kept)) for card in cards]
    return TableBlock(("number", "name", *map(spell_name, kept)), tuple(rows))


def _list_names(cards: Sequence[CardText], attributes: Sequence[str]) -> TableBlock:
    """Return a table with the names of the cards by the attribute with the fewest values."""
    by = _find_sort(cards, attributes)
    groups: dict[str, list[CardText]] = {}
    for card in cards:
        groups.setdefault(card.attributes.get(by, ""), []).append(card)
    usual = Counter(card.needed for card in cards).most_common(1)[0][0]
    rows = []
    for value, group in sorted(
        groups.items(), key=lambda each: (not each[0], each[0].zfill(3) if each[0].isdecimal() else "")
    ):
        names = [card.name if card.needed == usual else f"{card.name} (×{card.needed})" for card in group]
        rows.append((value or "other", str(sum(card.needed for card in group)), join_items(names)))
    each = "" if usual == 1 else f" (×{usual} where nothing is said)"
    return TableBlock((spell_name(by), "cards", f"which{each}"), tuple(rows))


def _find_sort(cards: Sequence[CardText], attributes: Sequence[str]) -> str:
    """Return the attribute by which a long list of cards is grouped: one with few values that most cards have."""
    found: list[tuple[bool, int, int, str]] = []
    for name in attributes:
        values = {card.attributes.get(name, "") for card in cards} - {""}
        joined = any("," in value for value in values)
        if values != {"yes"} and not joined and len(values) <= MAX_PLAIN_ROWS:
            without = sum(not card.attributes.get(name, "") for card in cards)
            found.append((any(value.lstrip("-").isdecimal() for value in values), without, len(values), name))
    return min(found, default=(False, 0, 0, attributes[0]))[3]


def _join_rows(rows: Sequence[_Row], place: int) -> list[_Row]:
    """Return rows, joining those that differ only in one attribute."""
    found: dict[object, _Row] = {}
    for row in rows:
        rest = (row.copies, row.values[:place], row.values[place + 1 :], row.values[place] == ("",))
        before = found.get(rest)
        if before is None:
            found[rest] = row
        else:
            values = tuple(dict.fromkeys((*before.values[place], *row.values[place])))
            joined = (*before.values[:place], values, *before.values[place + 1 :])
            found[rest] = _Row(row.copies, joined, (*before.names, *row.names))
    return list(found.values())


def _list_values(values: Sequence[str], called: Mapping[str, str]) -> str:
    """Return values as a list: consecutive numbers as `2 to 10`, but numbers with a name as `11 (Jack)`."""
    numbers = [int(value) for value in values if value.lstrip("-").isdecimal()]
    if len(numbers) != len(values) or len(numbers) < (2 if called else 3):
        return join_items([value for value in values if value])
    found: list[str] = []
    run: list[int] = []
    for number in (*sorted(numbers), None):
        named = number is not None and str(number) in called
        if run and (number is None or named or number != run[-1] + 1):
            few = len(run) < 3
            found += map(str, run) if few else [f"{run[0]} to {run[-1]}"]
            run = []
        if number is not None:
            found, run = ([*found, f"{number} ({called[str(number)]})"], []) if named else (found, [*run, number])
    return join_items(found)


def describe_zones(game: GameDecl, words: Sequence[str]) -> Iterator[str]:
    """Yield a sentence on the zones of each player, and one on the zones of the table; only zones in `words` count."""
    mine = [zone for zone in game.zones if zone.owner == PLAYERS and zone.word in words]
    if mine:
        yield f"Each player has {join_items([_describe(game, zone, _add_article(game, zone)) for zone in mine])}."
    common = [zone for zone in game.zones if zone.owner == TABLE and zone.word in words]
    if common:
        there = join_items([_describe(game, zone, f"the {_name_zone(game, zone)}") for zone in common])
        yield f"On the table {'are' if len(common) > 1 or looks_plural(common[0].title) else 'is'} {there}."
    for zone in game.zones:
        if zone.owner not in (PLAYERS, TABLE) and zone.word in words:
            bearer = game.kinds[zone.owner].title if zone.owner in game.kinds else spell_name(zone.owner)
            called = f" ({zone.title})" if zone.title != _holds(game, zone) else ""
            yield f"On each {bearer} there may be {_holds(game, zone)}{called}."


def describe_apart(game: GameDecl, words: Sequence[str], by_cards: Sequence[str]) -> Iterator[str]:
    """Yield sentences on what is seen in the zones `words` of others, and on the zones that only cards lead to."""
    seen = [zone for zone in game.zones if zone.word in words and zone.owner == PLAYERS and zone.see == "others"]
    if seen:
        yield f"What you see of another's {seen[0].title}, you may tell only as the rules say."
    titles = [f"the {zone.title}" for zone in game.zones if zone.word in by_cards and zone.owner == TABLE]
    powered = {piece.kind for piece in game.pieces if piece.power is not None}
    nouns = [with_article(kind.title) for kind in game.kinds.values() if kind.word in powered]
    if titles and nouns:
        are = "are" if len(titles) > 1 or looks_plural(titles[0]) else "is"
        yield f"{capitalize(join_items(titles))} {are} used only where {join_items(nouns, 'or')} says so."


def describe_words(game: GameDecl, words: Set[str]) -> Iterator[str]:
    """Yield a sentence on the words of each enum among `words` that neither pieces nor tables show."""
    types = [each.type for kind in game.kinds.values() for each in kind.attributes.values()]
    types += [kind for table in game.tables.values() for _, kind in table.roles]
    shown = {kind.of or (kind.item.of if kind.item is not None else "") for kind in types}
    for enum in game.enums.values():
        if enum.word not in shown and words & {enum.word, enum.plural, *enum.values}:
            yield f"The {spell_name(enum.plural)} are {join_items([spell_name(each) for each in enum.values])}."


def describe_notes(game: GameDecl, memory: Sequence[MemoryDecl], tokens: Mapping[str, str]) -> Iterator[str]:
    """Yield sentences on what is noted of pieces and players, and on what players keep secret, of some `memory`.

    What `tokens` show needs no note, and neither does who has the turn or who is out of the game.
    """
    for word, noun in tokens.items():
        space = next(game.kinds[each.owner].title for each in game.memory if each.word == word)
        yield (
            f"Each player needs {make_plural(noun)} of their own colour, up to one for each {space}. "
            f"There is never more than one on a {space}: {with_article(noun)} takes the place of one that lies there."
        )
        if game.players == (2, 2):
            yield f"Where {make_plural(noun)} have a side of each colour, turn the one that lies there instead."
    known = [
        each
        for each in memory
        if each.word not in tokens and each != game.mark_of_out and is_declared(game, each)
        if game.active is None or each.word != str(game.active.value)
    ]
    common = [each for each in known if each.owner == TABLE and not each.until and each.type != YES_NO]
    mine = [each for each in known if each.owner == PLAYERS and not each.until and not each.secret]
    if noted := [_describe_note(each, None) for each in common]:
        yield f"Remember {join_items(noted)}."
    if noted := [_describe_note(each, THEY) for each in mine]:
        yield f"For each player, note {join_items(noted)}."
    for kind in game.kinds.values():
        noted = [_describe_note(each, _IT) for each in known if each.owner == kind.word and not each.also_see]
        if noted:
            seen = all(zone.see == "everyone" for zone in game.zones if zone.holds == kind.word)
            openly = "for all to see, " if seen and any(each.secret for each in game.memory) else ""
            yield f"For each {kind.title}, note {openly}{join_items(noted)}."
    for each in known:
        if each.owner == PLAYERS and each.see == "nobody":
            what = f"Whether a player is {each.title}" if each.type == YES_NO else f"Each player's {each.title}"
            yield f"{what}{describe_index(each)} is hidden from everybody, also from that player."
        elif each.owner == PLAYERS and each.secret and each.type == YES_NO:
            yield f"Whether a player is {each.title} is secret."
        elif each.owner == PLAYERS and each.secret:
            many = looks_plural(each.title)
            yield (
                f"Each player's {each.title}{describe_index(each)} {'are' if many else 'is'} secret: "
                f"only that player knows {'them' if many else 'it'}."
            )


def _describe_note(memory: MemoryDecl, owner: Thing | None) -> str:
    """Return what memory notes: `whether it is tired`, `their skill`, `which player is the dealer`."""
    title, apart = memory.title, describe_index(memory)
    what = f"{owner.own if owner is not None else 'the'} {title}"
    kind = memory.type.item if memory.type.base == "list" else memory.type
    if kind == YES_NO and owner is not None:
        return f"whether {render_owned_flag(owner, title, False)}{apart}"
    if kind == PLAYER:
        who = "which player" if memory.type == PLAYER else "which players"
        if owner is not None and title.endswith(" by"):
            return f"by {who} {render_owned_flag(owner, title.removesuffix(' by'), False)}{apart}"
        return f"{who} is {what}{apart}"
    return f"{what}{apart}"


def describe_index(memory: MemoryDecl) -> str:
    """Return how memory is divided: ` for each colour`; "" if it is not."""
    return f" for each {spell_name(memory.per)}" if memory.per else ""


def describe_starts(game: GameDecl, compared: Set[str]) -> Iterator[str]:
    """Yield a sentence on each player's counters that do not start at 0, and one on those of the table.

    Counters of the table among the words `compared` are told even if they start at 0.
    """
    counters = [each for each in game.memory if each.type == NUMBER and not each.per]
    mine = [
        f"{each.starts} {make_singular(each.title) if each.starts == 1 else each.title}"
        for each in counters
        if each.owner == PLAYERS and each.starts
    ]
    if mine:
        yield f"Each player begins with {join_items(mine)}."
    mentioned = [
        each
        for each in counters
        if each.owner != PLAYERS and (each.starts or (each.owner == TABLE and each.word in compared))
    ]
    texts: list[str] = []
    for start in dict.fromkeys(each.starts for each in mentioned):
        alike = [each for each in mentioned if each.starts == start]
        titles = [
            f"the {each.title}{'' if each.owner == TABLE else f' of each {spell_name(each.owner)}'}" for each in alike
        ]
        many = len(alike) > 1 or looks_plural(split_noun(alike[0].title)[0])
        verb = "" if texts else " start" if many else " starts"
        texts.append(f"{join_items(titles)}{verb} at {start}")
    if texts:
        yield f"{capitalize(join_items(texts))}."


def describe_spans(game: GameDecl, english: English) -> Iterator[str]:
    """Yield sentences on the counters of players that are cleared when a procedure ends."""
    spans: dict[str, list[str]] = {}
    for each in game.memory:
        if each.until and each.owner == PLAYERS and each.type == NUMBER and not each.per:
            spans.setdefault(str(each.until), []).append(each.title)
    for word, titles in spans.items():
        are = "are" if len(titles) > 1 or looks_plural(titles[0]) else "is"
        yield f"Each player's {join_items(titles)} {are} counted only until {english.render_end_of(word)}."


def _describe(game: GameDecl, zone: ZoneDecl, text: str) -> str:
    noun = game.kinds[zone.holds].title
    usual = Counter(each.holds for each in game.zones).most_common(1)[0][0]
    holds = f"for {_holds(game, zone)}" if zone.holds != usual and noun not in zone.title else ""
    if zone.owner == TABLE and [each for each in game.zones if each.holds == zone.holds] == [zone]:
        holds = f"all {_holds(game, zone)}"
    if zone.title in (noun, make_plural(noun), spell_name(game.kinds[zone.holds].plural)):
        holds = ""
    seen = _SEEN[zone.see].format(noun=noun)
    return f"{text} ({', '.join(part for part in (holds, seen) if part)})"


def _add_article(game: GameDecl, zone: ZoneDecl) -> str:
    """Return the title of a zone with its article: `a hand`, `cards won`, `played cards`."""
    name = _name_zone(game, zone)
    return name if name != zone.title or " being " in name or looks_plural(name) else with_article(name)


def _name_zone(game: GameDecl, zone: ZoneDecl) -> str:
    """Return the title of a zone. A title that is only a participle gets the noun for its pieces: `played cards`."""
    alone = " " not in zone.title and (is_past(zone.title) or is_participle(zone.title))
    return f"{zone.title} {_holds(game, zone)}" if alone else zone.title


def _holds(game: GameDecl, zone: ZoneDecl) -> str:
    return name_plural(game.kinds[zone.holds])
