"""Index of part one of a rulebook, and its links to the sections that explain a word."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from cardwright.phrases.inflection import capitalize, make_plural, spell_name
from cardwright.presentation.rulebook.document import Example, Paragraph, Section, Steps, TableBlock, map_runs
from cardwright.presentation.rulebook.links import TextRun, find_verb, make_word_anchor

if TYPE_CHECKING:
    from cardwright.presentation.rulebook.rule_text_sections import Writer

# What stands for a value in the heading of a procedure or rule.
_PLACEHOLDER = re.compile(r"\b[X-Z]\b")
_ARTICLES = re.compile(r"^(?:the|a|an) ", re.IGNORECASE)
# The end of a phrase that says for whom a value is, and words of phrases that nobody looks up.
_FOR_WHOM = re.compile(r" (?:(?:of|for) a player|\(for [^)]*\))$")
_QUESTION = re.compile(r"\b(?:how|what|which|who|whose|where)\b", re.IGNORECASE)
# An index with so many rows is set in two columns.
LONG_INDEX = 16
BOX = "What is in the box"


class _Term(NamedTuple):
    """A term of the index ("" for none), its heading, and its anchor in links; `counted` if a mention explains it."""

    term: str
    heading: str
    anchor: str
    counted: bool = False


def lead_inside(writer: Writer, sections: Sequence[Section]) -> tuple[Section, ...]:
    """Return sections with their links led to those among them that explain the words.

    A link in the section that explains its word itself, or to a word that none explains, becomes plain text.
    """
    terms = [each for each in _list_terms(writer) if each.anchor]
    homes = {each.anchor: home for each in terms if (home := _find_home(sections, each)) is not None}
    done = []
    for section in sections:
        done.append(_map_section(section, {word: home.anchor for word, home in homes.items() if home is not section}))
    return tuple(done)


def make_index(writer: Writer, sections: Sequence[Section]) -> tuple[Section, ...]:
    """Return the index of the words that sections, with links to words, explain; () if there is none."""
    rows = tuple(_find_rows(sections, list(_list_terms(writer))))
    return (Section("play-index", "Where it is told", 1, (_set_in_columns(rows),)),) if rows else ()


def keep_links(sections: Sequence[Section], anchors: Collection[str]) -> tuple[Section, ...]:
    """Return sections in which links to other than these anchors are plain text."""
    known = {each: each for each in anchors}
    return tuple(_map_section(section, known) for section in sections)


def _map_section(section: Section, goals: dict[str, str]) -> Section:
    def lead(run: TextRun) -> TextRun:
        return replace(run, to=goals.get(run.to, "")) if run.to else run

    return replace(section, blocks=tuple(map_runs(each, lead) for each in section.blocks))


def _list_terms(writer: Writer) -> Iterator[_Term]:
    """Yield what links lead to, and the terms for the index among it.

    The terms are counters and the phrases of procedures and rules. A verb that needs values to be understood (deal X
    cards) is a term without them (deal). Conditions, and other phrases that need values, are no terms.
    """
    known = {spell_name(word) for kind in writer.game.kinds.values() for word in kind.attributes}
    active = "" if writer.game.active is None else str(writer.game.active.value)
    for memory in writer.game.memory:
        if " " not in memory.word and memory.title not in known:
            yield _Term(memory.title, memory.title, "", counted=memory.word != active)
    phrases = {word: text.node.phrase or "" for word, text in writer.procedures.items()}
    phrases |= {word: text.node.phrase or "" for word, text in writer.rules.items()}
    for word, phrase in phrases.items():
        heading = writer.english.heading(word)
        kind = writer.checked.rules[word].type if word in writer.rules else None
        silent = not phrase or word in (*writer.untold, "final_score") or (kind is not None and kind.base == "yes_no")
        term = "" if silent else _FOR_WHOM.sub("", heading)
        if _PLACEHOLDER.search(term) or _QUESTION.search(term):
            term = capitalize(find_verb(phrase)) if word in writer.procedures else ""
        title = writer.turn_title() if word == writer.turn else heading
        yield _Term("", title, make_word_anchor(word))
        yield _Term(term, heading, make_word_anchor(word), counted=word in writer.fixed)
    for word in writer.game.tables:
        yield _Term("", writer.english.heading(word), make_word_anchor(word))


def _find_rows(sections: Sequence[Section], terms: Sequence[_Term]) -> Iterator[tuple[str, str]]:
    """Yield each term with the title of the section that explains it; for what is counted, the first that mentions it.

    The sections on what the game is about and on what is in the box are searched last.
    """
    last = [each for place, each in enumerate(sections) if place == 0 or each.title == BOX]
    in_order = (*(each for each in sections if each not in last), *reversed(last))
    known = {shown.casefold(): each for each in terms if (shown := _ARTICLES.sub("", each.term))}
    for key, each in sorted(known.items()):
        mentions = (section for section in in_order[:-1] if _mentions(section, key, each.anchor))
        home = _find_home(in_order, each) or (next(mentions, None) if each.counted else None)
        if home is not None:
            yield _ARTICLES.sub("", each.term), home.title


def _find_home(sections: Sequence[Section], term: _Term) -> Section | None:
    """Return the first section that has a term as its title, defines it, or has it in a table."""
    heading = _ARTICLES.sub("", term.heading).casefold()
    return next((each for each in sections if heading in _list_explained(each)), None)


def _list_explained(section: Section) -> Iterator[str]:
    for name in (section.title, *(run.text for runs in _list_runs(section) for run in runs if run.name)):
        yield _ARTICLES.sub("", name).casefold()
    for table in section.blocks:
        if isinstance(table, TableBlock):
            yield from (_ARTICLES.sub("", cell).casefold() for cell in (*table.head, *(row[0] for row in table.rows)))


def _set_in_columns(rows: Sequence[tuple[str, str]]) -> TableBlock:
    """Return the rows of an index as a table, a long one with its second half beside the first."""
    if len(rows) < LONG_INDEX:
        return TableBlock(("word", "see"), tuple(rows))
    half = (len(rows) + 1) // 2
    beside = [*rows[half:], ("", "")][:half]
    return TableBlock(
        ("word", "see") * 2, tuple((*one, *other) for one, other in zip(rows[:half], beside, strict=True))
    )


def _mentions(section: Section, term: str, anchor: str) -> bool:
    """Return True if a section leads to the anchor of a term; without an anchor, if it has the term as a word."""
    if anchor:
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
