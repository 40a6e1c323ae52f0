"""Index of the words of a game, each with the section of part one that first mentions it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from cardwright.phrases.inflection import make_plural
from cardwright.presentation.rulebook.document import Example, Paragraph, Section, Steps, TableBlock

_ARTICLES = re.compile(r"^(?:the|a|an) ", re.IGNORECASE)


def make_index(sections: Sequence[Section], terms: Iterable[str]) -> Section | None:
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
