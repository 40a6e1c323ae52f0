"""Rulebook of a game in both parts: how to play, with an index of words, and all rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cardwright.game.loading import find_checked_game
from cardwright.presentation.rulebook.authors_rules_page import (
    PER_PLAYERS,
    BlockMaker,
    find_rules_page,
    read_rules_page,
)
from cardwright.presentation.rulebook.components import build_tables
from cardwright.presentation.rulebook.document import Block, Example, Paragraph, Rulebook, Section
from cardwright.presentation.rulebook.game_words_for_rules_page import (
    find_card,
    find_choice,
    find_procedure,
    find_tables,
    list_anchors,
)
from cardwright.presentation.rulebook.links import TextRun
from cardwright.presentation.rulebook.part_one.ends_of_game import COURSE, END
from cardwright.presentation.rulebook.part_one.index_and_links import keep_links, lead_inside, make_index
from cardwright.presentation.rulebook.part_one.part_one_writer import PartOne
from cardwright.presentation.rulebook.part_one.rules_page_draft import write_page
from cardwright.presentation.rulebook.rule_text_sections import Writer
from cardwright.source.diagnostics import CardwrightError, has_errors
from cardwright.source.read_text_file import read_source

if TYPE_CHECKING:
    from cardwright.game.loaded_game import Game

# What a page has on the course and the end of the game, if these sections are derived from the rules.
WHOLE = (f"## {COURSE.strip('“”')}\n", "{steps play}", f"## {END.strip('“”')}\n", "{ends}")
# A function that returns the example of a scenario's name.
ExampleTeller = Callable[[str], Sequence[Block]]


def write_rulebook(game: Game, examples: ExampleTeller | None = None) -> Rulebook:
    """Return the rulebook of a loaded game with the sets it was loaded with.

    `examples` returns the examples of the game's rules page as they are played.
    """
    writer = Writer(game, find_checked_game(game))
    book = replace(writer.book(), guide=read_guide(writer, examples))
    known = {section.anchor for section in book.pages}
    return replace(book, guide=keep_links(book.guide, known), sections=keep_links(book.sections, known))


def write_draft(game: Game) -> str:
    """Return a draft of a rules page for a game, as Markdown in which `{...}` stands for computed parts."""
    return write_page(Writer(game, find_checked_game(game)), whole=True)


def read_guide(writer: Writer, examples: ExampleTeller | None = None) -> tuple[Section, ...]:
    """Return part one as sections: the author's rules page or, without one, a page derived from the rules.

    Raises CardwrightError if the author's page is no readable text file.
    """
    path = find_rules_page(writer.checked)
    if path is None:
        sections = _read(writer, write_page(writer), examples)
        return (*lead_inside(writer, sections), *make_index(writer, sections))
    file, found = read_source(path, None)
    if has_errors(found):
        raise CardwrightError(found)
    sections = _read(writer, file.text, examples)
    return lead_inside(writer, sections) if _is_whole(file.text) else sections


def _read(writer: Writer, text: str, examples: ExampleTeller | None) -> tuple[Section, ...]:
    blocks = make_blocks(writer, examples, _is_whole(text))
    return read_rules_page(text, writer.checked, list_anchors(writer.checked), blocks).sections


def _is_whole(text: str) -> bool:
    """Return True if a page has all sections on the course and the end that are derived from the rules."""
    return all(part in text for part in WHOLE)


def make_blocks(writer: Writer, examples: ExampleTeller | None = None, whole: bool = False) -> dict[str, BlockMaker]:
    """Return functions that make blocks for live parts that are a whole paragraph, by the first word of the part.

    `whole` is True for a page with all sections that are derived from the rules.
    """
    part_one = PartOne(writer, whole)
    cards = {card.id: card for card in writer.cards}

    def card(word: str) -> Sequence[Block]:
        return [Example(cards[find_card(writer.game, word).id])]

    return {
        "box": lambda _: tuple(part_one.box()),
        "places": lambda _: tuple(part_one.places()),
        "setup": lambda _: tuple(part_one.setup()),
        "cards": lambda _: tuple(part_one.cards()),
        "catalogue": lambda _: tuple(part_one.catalogue()),
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
