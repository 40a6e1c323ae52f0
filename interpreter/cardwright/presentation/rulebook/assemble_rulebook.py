"""Rulebook of a game in both parts: how to play, with an index of words, and all rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cardwright.game.loading import find_checked_game
from cardwright.phrases.inflection import capitalize, make_plural
from cardwright.presentation.rulebook.authors_rules_page import (
    PER_PLAYERS,
    BlockMaker,
    find_rules_page,
    read_rules_page,
)
from cardwright.presentation.rulebook.components import build_tables
from cardwright.presentation.rulebook.document import Block, Example, Paragraph, Rulebook, Section, Steps, TableBlock
from cardwright.presentation.rulebook.game_words_for_rules_page import (
    find_card,
    find_choice,
    find_procedure,
    find_tables,
    list_anchors,
)
from cardwright.presentation.rulebook.links import ANCHOR_OF_WORD, TextRun, find_verb
from cardwright.presentation.rulebook.part_one.ends_of_game import COURSE, END
from cardwright.presentation.rulebook.part_one.part_one_writer import PartOne
from cardwright.presentation.rulebook.part_one.rules_page_draft import write_page
from cardwright.presentation.rulebook.rule_text_sections import Writer
from cardwright.source.diagnostics import CardwrightError, has_errors
from cardwright.source.read_text_file import read_source

if TYPE_CHECKING:
    from cardwright.game.loaded_game import Game

# What stands for a value in the heading of a procedure or rule.
_PLACEHOLDER = re.compile(r"\b[X-Z]\b")
_ARTICLES = re.compile(r"^(?:the|a|an) ", re.IGNORECASE)
# The end of a phrase that says for whom a value is, and words of phrases that nobody looks up.
_FOR_WHOM = re.compile(r" (?:(?:of|for) a player|\(for [^)]*\))$")
_QUESTION = re.compile(r"\b(?:how|what|which|who|whose|where)\b", re.IGNORECASE)
# An index with so many rows is set in two columns.
LONG_INDEX = 16
BOX = "What is in the box"
# What a page has on the course and the end of the game, if these sections are derived from the rules.
WHOLE = (f"## {COURSE.strip('“”')}\n", "{steps play}", f"## {END.strip('“”')}\n", "{ends}")
# A function that returns the example of a scenario's name.
ExampleTeller = Callable[[str], Sequence[Block]]


def write_rulebook(game: Game, examples: ExampleTeller | None = None) -> Rulebook:
    """Return the rulebook of a loaded game with the sets it was loaded with.

    `examples` returns the examples of the game's rules page as they are played.
    """
    writer = Writer(game, find_checked_game(game))
    return replace(writer.book(), guide=read_guide(writer, examples))


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
        index = _make_index(sections, _list_terms(writer))
        return sections if index is None else (*sections, index)
    file, found = read_source(path, None)
    if has_errors(found):
        raise CardwrightError(found)
    return _read(writer, file.text, examples)


def _read(writer: Writer, text: str, examples: ExampleTeller | None) -> tuple[Section, ...]:
    blocks = make_blocks(writer, examples, whole=all(part in text for part in WHOLE))
    return read_rules_page(text, writer.checked, list_anchors(writer.checked), blocks).sections


def _list_terms(writer: Writer) -> Iterator[tuple[str, str, str]]:
    """Yield the terms for the index of part one, each with its heading and the anchor of its section in part two.

    The terms are counters and the phrases of procedures and rules. Mentions of a phrase lead to its anchor. A verb that
    needs values to be understood (deal X cards) is a term without them (deal). Conditions, and other phrases that need
    values, are no terms.
    """
    game, anchors = writer.game, list_anchors(writer.checked)
    yield from ((memory.title, memory.title, "") for memory in game.memory if " " not in memory.word)
    phrases = {word: text.node.phrase for word, text in writer.procedures.items()}
    for word, text in writer.rules.items():
        kind = writer.checked.rules[word].type
        if word not in (*writer.untold, "final_score") and not (kind is not None and kind.base == "yes_no"):
            phrases[word] = text.node.phrase
    for word, phrase in phrases.items():
        heading = writer.english.heading(word) if phrase else ""
        term = _FOR_WHOM.sub("", heading)
        if _PLACEHOLDER.search(term) or _QUESTION.search(term):
            term = capitalize(find_verb(phrase or "")) if word in writer.procedures else ""
        if term:
            yield term, heading, anchors.get(word, "")


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


def _make_index(sections: Sequence[Section], terms: Iterable[tuple[str, str, str]]) -> Section | None:
    """Return a section that lists for each term the section that explains it, or else the first that mentions it.

    Returns None if no term is mentioned. The sections on what the game is about and on what is in the box explain no
    word.
    """
    last = [each for place, each in enumerate(sections) if place == 0 or each.title == BOX]
    in_order = (*(each for each in sections if each not in last), *reversed(last))
    known: dict[str, tuple[str, str, str]] = {}
    for term, heading, anchor in terms:
        shown = _ARTICLES.sub("", term)
        known.setdefault(shown.casefold(), (shown, _ARTICLES.sub("", heading).casefold(), anchor))
    rows = []
    for key, (term, heading, anchor) in sorted(known.items()):
        found = next((each.title for each in in_order if _explains(each, heading)), "")
        found = found or next((each.title for each in in_order if _mentions(each, key, anchor)), "")
        rows += [(term, found)] if found else []
    return Section("play-index", "Where it is told", 1, (_set_in_columns(rows),)) if rows else None


def _set_in_columns(rows: Sequence[tuple[str, str]]) -> TableBlock:
    """Return the rows of an index as a table, a long one with its second half beside the first."""
    if len(rows) < LONG_INDEX:
        return TableBlock(("word", "see"), tuple(rows))
    half = (len(rows) + 1) // 2
    beside = [*rows[half:], ("", "")][:half]
    return TableBlock(
        ("word", "see") * 2, tuple((*one, *other) for one, other in zip(rows[:half], beside, strict=True))
    )


def _explains(section: Section, term: str) -> bool:
    """Return True if a section has a term as its title, or defines the term."""
    names = {section.title, *(run.text for runs in _list_runs(section) for run in runs if run.name)}
    return term in {_ARTICLES.sub("", name).casefold() for name in names}


def _mentions(section: Section, term: str, anchor: str) -> bool:
    """Return True if a section leads to the anchor of a term; without an anchor, if it has the term as a word."""
    if anchor.startswith(ANCHOR_OF_WORD):
        return any(run.to == anchor for runs in _list_runs(section) for run in runs)
    word = re.compile(rf"\b(?:{re.escape(term)}|{re.escape(make_plural(term))})\b")
    tables = [
        " ".join(row) for block in section.blocks if isinstance(block, TableBlock) for row in (block.head, *block.rows)
    ]
    texts = ("".join(run.text for run in runs) for runs in _list_runs(section))
    return any(word.search(text.casefold()) for text in (section.title, *texts, *tables))


def _list_runs(section: Section) -> Iterator[tuple[TextRun, ...]]:
    for block in section.blocks:
        match block:
            case Paragraph():
                yield block.runs
            case Steps():
                for item in block.items:
                    yield from item.texts()
            case Example():
                yield (TextRun(block.card.name),)
