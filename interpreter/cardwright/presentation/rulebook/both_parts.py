"""Rulebook of a game in both parts, the first from its rules page or worked out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cardwright.game.loading import find_checked_game
from cardwright.presentation.rulebook.components import build_tables
from cardwright.presentation.rulebook.document import Block, Example, Rulebook, Section
from cardwright.presentation.rulebook.part_one.part_one_writer import PartOne
from cardwright.presentation.rulebook.part_one.rules_page_draft import write_page
from cardwright.presentation.rulebook.part_one.word_index import make_index
from cardwright.presentation.rulebook.rules_page import BlockMaker, find_rules_page, read_rules_page
from cardwright.presentation.rulebook.rules_page_words import find_card, find_procedure, find_table, list_anchors
from cardwright.presentation.rulebook.writer import Writer
from cardwright.source.diagnostics import CardwrightError, has_errors
from cardwright.source.read_text_file import read_source

if TYPE_CHECKING:
    from cardwright.game.game import Game


def write_rulebook(game: Game) -> Rulebook:
    """Return the rulebook of a loaded game with the sets it is played with."""
    writer = Writer(game, find_checked_game(game))
    return replace(writer.book(), guide=read_guide(writer))


def write_draft(game: Game) -> str:
    """Return a beginning of a rules page for a game, as Markdown with live parts."""
    return write_page(Writer(game, find_checked_game(game)))


def read_guide(writer: Writer) -> tuple[Section, ...]:
    """Return the author's rules page as sections, without one a page that is worked out.

    Raises CardwrightError if the author's page is no ordinary file of text.
    """
    path = find_rules_page(writer.checked)
    if path is None:
        sections = _read(writer, write_page(writer))
        index = make_index(sections, _list_terms(writer))
        return sections if index is None else (*sections, index)
    file, found = read_source(path, None)
    if has_errors(found):
        raise CardwrightError(found)
    return _read(writer, file.text)


def _read(writer: Writer, text: str) -> tuple[Section, ...]:
    return read_rules_page(text, writer.checked, list_anchors(writer.checked), make_blocks(writer)).sections


def _list_terms(writer: Writer) -> Iterator[str]:
    """Yield the words that the index of part one has: places, counters, kinds, deeds and rules."""
    game = writer.game
    yield from (zone.title for zone in game.zones if not zone.is_reserve)
    yield from (memory.title for memory in game.memory if " " not in memory.word)
    yield from (kind.title for kind in game.kinds.values())
    phrases = {word: text.node.phrase for word, text in writer.procedures.items()}
    phrases |= {word: text.node.phrase for word, text in writer.rules.items() if word not in writer.untold}
    yield from (writer.english.heading(word) for word, phrase in phrases.items() if phrase)


def make_blocks(writer: Writer) -> dict[str, BlockMaker]:
    """Return the makers of blocks that stand for a live part alone in a paragraph, by their first word."""
    part_one = PartOne(writer)
    cards = {card.id: card for card in writer.cards}

    def card(word: str) -> Sequence[Block]:
        return [Example(cards[find_card(writer.game, word).id])]

    return {
        "box": lambda _: tuple(part_one.box()),
        "setup": lambda _: tuple(part_one.setup()),
        "cards": lambda _: tuple(part_one.cards()),
        "scoring": lambda _: tuple(part_one.scoring()),
        "words": lambda _: tuple(part_one.deeds_of_cards()),
        "ends": lambda _: tuple(part_one.ends()),
        "table": lambda words: [build_tables([find_table(writer.game, word) for word in words.split()])],
        "card": card,
        "steps": lambda word: tuple(part_one.steps(find_procedure(writer.checked, word))),
    }
