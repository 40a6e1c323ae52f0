"""Rulebook of a game in both parts: how to play, with an index of words, and all rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cardwright.game.loading import find_checked_game
from cardwright.phrases.inflection import make_plural
from cardwright.presentation.rulebook.components import build_tables
from cardwright.presentation.rulebook.document import Block, Example, Paragraph, Rulebook, Section, Steps, TableBlock
from cardwright.presentation.rulebook.links import TextRun
from cardwright.presentation.rulebook.part_one.part_one_writer import PartOne
from cardwright.presentation.rulebook.part_one.rules_page_draft import write_page
from cardwright.presentation.rulebook.part_two_writer import Writer
from cardwright.presentation.rulebook.rules_page import PER_PLAYERS, BlockMaker, find_rules_page, read_rules_page
from cardwright.presentation.rulebook.rules_page_words import (
    find_card,
    find_choice,
    find_procedure,
    find_tables,
    list_anchors,
)
from cardwright.source.diagnostics import CardwrightError, has_errors
from cardwright.source.read_text_file import read_source

if TYPE_CHECKING:
    from cardwright.game.loaded_game import Game

# What stands for a value in the heading of a procedure or rule.
_PLACEHOLDER = re.compile(r"\b[X-Z]\b")
_ARTICLES = re.compile(r"^(?:the|a|an) ", re.IGNORECASE)
# A function that returns the example of a scenario's name.
ExampleTeller = Callable[[str], Sequence[Block]]


def write_rulebook(game: Game, examples: ExampleTeller | None = None) -> Rulebook:
    """Return the rulebook of a loaded game with the sets it was loaded with.

    `examples` returns the examples of the game's rules page as they are played.
    """
    writer = Writer(game, find_checked_game(game))
    return replace(writer.book(), guide=read_guide(writer, examples))


def write_draft(game: Game) -> str:
    """Return a draft of a rules page for a game, as Markdown with live parts."""
    return write_page(Writer(game, find_checked_game(game)), whole=True)


def read_guide(writer: Writer, examples: ExampleTeller | None = None) -> tuple[Section, ...]:
    """Return part one as sections: the author's rules page or, without one, a page derived from the rules.

    Raises CardwrightError if the author's page is no readable text file.
    """
    path = find_rules_page(writer.checked)
    if path is None:
        sections = _read(writer, write_page(writer), examples)
        index = _make_index(sections, _list_terms(writer))
        return sections if index is None else (*sections, index)
    file, found = read_source(path, None)
    if has_errors(found):
        raise CardwrightError(found)
    return _read(writer, file.text, examples)


def _read(writer: Writer, text: str, examples: ExampleTeller | None) -> tuple[Section, ...]:
    blocks = make_blocks(writer, examples)
    return read_rules_page(text, writer.checked, list_anchors(writer.checked), blocks).sections


def _list_terms(writer: Writer) -> Iterator[str]:
    """Yield the terms for the index of part one: zones, counters, kinds, and phrases of procedures and rules.

    Phrases that need values to be understood (deal X), and those that are conditions, are no terms.
    """
    game = writer.game
    yield from (zone.title for zone in game.zones if not zone.is_reserve)
    yield from (memory.title for memory in game.memory if " " not in memory.word)
    yield from (kind.title for kind in game.kinds.values())
    phrases = {word: text.node.phrase for word, text in writer.procedures.items()}
    for word, text in writer.rules.items():
        kind = writer.checked.rules[word].type
        if word not in writer.untold and not (kind is not None and kind.base == "yes_no"):
            phrases[word] = text.node.phrase
    terms = (writer.english.heading(word) for word, phrase in phrases.items() if phrase)
    yield from (term for term in terms if not _PLACEHOLDER.search(term))


def make_blocks(writer: Writer, examples: ExampleTeller | None = None) -> dict[str, BlockMaker]:
    """Return functions that make blocks for live parts that are a whole paragraph, by the first word of the part."""
    part_one = PartOne(writer)
    cards = {card.id: card for card in writer.cards}

    def card(word: str) -> Sequence[Block]:
        return [Example(cards[find_card(writer.game, word).id])]

    return {
        "box": lambda _: tuple(part_one.box()),
        "places": lambda _: tuple(part_one.places()),
        "setup": lambda _: tuple(part_one.setup()),
        "cards": lambda _: tuple(part_one.cards()),
        "scoring": lambda _: tuple(part_one.scoring()),
        "always": lambda _: tuple(part_one.always()),
        "words": lambda _: tuple(part_one.deeds_of_cards()),
        "ends": lambda _: tuple(part_one.ends()),
        "table": lambda words: (
            tuple(part_one.by_players()) if words == PER_PLAYERS else [build_tables(find_tables(writer.game, words))]
        ),
        "card": card,
        "example": lambda name: _name_example(name) if examples is None else examples(name),
        "options": lambda word: tuple(part_one.options(find_choice(writer.checked, word))),
        "steps": lambda word: tuple(part_one.steps(find_procedure(writer.checked, word))),
    }


def _name_example(name: str) -> Sequence[Block]:
    """Return a block with only the name of an example, for pages on which examples are not rendered."""
    return [Paragraph((TextRun("Example: ", name=True), TextRun(f"{name}.")))]


def _make_index(sections: Sequence[Section], terms: Iterable[str]) -> Section | None:
    """Return a section that lists for each term the first section that mentions it; None if no term is mentioned."""
    in_order = (*sections[1:], *sections[:1])  # what the game is about explains no word
    texts = [(section.title, "\n".join(_list_texts(section)).casefold()) for section in in_order]
    rows = []
    for term in sorted({_ARTICLES.sub("", each) for each in terms}, key=str.casefold):
        word = re.compile(rf"\b(?:{re.escape(term.casefold())}|{re.escape(make_plural(term).casefold())})\b")
        found = next((title for title, text in texts if word.search(text)), "")
        if found:
            rows.append((term, found))
    return Section("play-index", "Where it is told", 1, (TableBlock(("word", "see"), tuple(rows)),)) if rows else None


def _list_texts(section: Section) -> Iterator[str]:
    yield section.title
    for block in section.blocks:
        match block:
            case Paragraph():
                yield "".join(run.text for run in block.runs)
            case Steps():
                for item in block.items:
                    yield from ("".join(run.text for run in runs) for runs in item.texts())
            case TableBlock():
                yield from (" ".join(row) for row in (block.head, *block.rows))
            case Example():
                yield block.card.name
