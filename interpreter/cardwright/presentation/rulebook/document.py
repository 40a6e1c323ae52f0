"""Data model of a rulebook with sections of paragraphs, steps, tables and examples, and an index."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cardwright.presentation.rulebook.links import TextRun

if TYPE_CHECKING:
    from cardwright.game.loaded_game import CardText


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; its kind is "", `about` (a remark of the author), `needs` (a condition) or `rule` (a definition)."""

    runs: tuple[TextRun, ...]
    kind: str = ""


@dataclass(frozen=True, slots=True)
class ListItem:
    """A step, with options to choose as `bullets`, or its sub-steps in order as `parts`.

    `rest` are remarks after the parts.
    """

    runs: tuple[TextRun, ...]
    bullets: tuple[tuple[TextRun, ...], ...] = ()
    parts: tuple[ListItem, ...] = ()
    rest: tuple[ListItem, ...] = ()

    def texts(self) -> Iterator[tuple[TextRun, ...]]:
        """Yield all texts of the step in order."""
        yield from (self.runs, *self.bullets)
        for each in (*self.parts, *self.rest):
            yield from each.texts()


@dataclass(frozen=True, slots=True)
class Steps:
    """A list of steps, `numbered` if the order matters; `start` is the first number, for a list that continues."""

    items: tuple[ListItem, ...]
    numbered: bool = True
    start: int = 1


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A table: the headings of its columns, and its rows."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Example:
    """A card, to be shown as it is printed."""

    card: CardText


Block = Paragraph | Steps | TableBlock | Example


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the rulebook; `anchor` is its name for links. `level` is 1 for a chapter and 2 below a chapter."""

    anchor: str
    title: str
    level: int
    blocks: tuple[Block, ...]


# The heading between both parts.
LETTER = Section(
    "letter",
    "To the letter",
    1,
    (
        Paragraph(
            (
                TextRun(
                    "This part is written by the program from the rules that it plays. It says everything, in the "
                    "order in which it is done; where you doubt the first part, this one holds."
                ),
            )
        ),
    ),
)
# The anchors of chapters that list components.
LISTS = ("box", "places")


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules of a game.

    `players` is the number of players it is for, `index` the terms with the sections that explain them. `guide` is
    part one, the game as the author explains it; `sections` are part two, all rules to the letter.
    """

    title: str
    summary: str
    players: str
    sections: tuple[Section, ...]
    index: tuple[tuple[str, str], ...]
    guide: tuple[Section, ...] = ()

    @property
    def pages(self) -> tuple[Section, ...]:
        """All sections in printing order: part one, the heading of part two, and part two."""
        return (*self.guide, LETTER, *self.sections) if self.guide else self.sections

    def about(self, topic: str) -> list[Section]:
        """Return the sections about a topic, best first.

        Chapters with the topic in the title come first, then exact terms and titles, then partial matches.
        Sections on play precede lists of components.
        """
        wanted = topic.casefold().strip()
        named = {anchor for term, anchor in self.index if term.casefold() == wanted}
        exact = [each for each in self.sections if each.anchor in named or each.title.casefold() == wanted]
        partly = {anchor for term, anchor in self.index if wanted in term.casefold()}
        found = [each for each in self.sections if each.anchor in partly or wanted in each.title.casefold()]
        chapters = [each for each in found if each.level == 1 and each.title.casefold().startswith(wanted)]
        if not wanted:
            return []
        best = [*chapters, *exact] if any(not _lists(each) for each in exact) else [*chapters, *exact, *found]
        if all(map(_lists, best)):
            best += self.naming(wanted)
        best.sort(key=lambda each: (each.anchor in LISTS, _lists(each)))
        from_guide = [each for each in self.guide if wanted in each.title.casefold()]
        return list({each.anchor: each for each in (*from_guide, *best)}.values())

    def naming(self, name: str) -> list[Section]:
        """Return the sections of procedures, tables and rules that mention a name, also in the plural."""
        wanted = re.compile(rf"\b{re.escape(name)}(?:e?s)?\b", re.IGNORECASE)
        return [each for each in self.sections if any(map(wanted.search, list_texts(each.blocks)))]

    def said_of(self, name: str) -> list[tuple[str, str]]:
        """Return (section title, text) for a card without a text of its own.

        The texts are remarks of the author, rows of tables, and remarks in sections that mention the card. The
        title is "" for a remark on the card alone.
        """
        found = []
        for section in self.sections:
            for block in section.blocks:
                if isinstance(block, Steps):
                    bullets = ["".join(run.text for run in runs) for item in block.items for runs in item.bullets]
                    own = [text.removeprefix(f"{name}: ") for text in bullets if text.startswith(f"{name}: ")]
                    found += [("", text.partition(" See: ")[0]) for text in own if " See: " in text]
                elif isinstance(block, TableBlock) and section.anchor not in LISTS:
                    rows = [row for row in block.rows if row[0].casefold() == name.casefold()]
                    found += [(section.title, _render_row(block.head, row)) for row in rows]
        for section in self.naming(name):
            about = [block for block in section.blocks if isinstance(block, Paragraph) and block.kind == "about"]
            if section.level > 1 and about:
                found.append((section.title, "".join(run.text for run in about[0].runs)))
        return found

    def within(self, section: Section) -> list[Section]:
        """Return a section with its subsections."""
        place = self.pages.index(section)
        found = [section]
        for each in self.pages[place + 1 :]:
            if each.level <= section.level:
                break
            found.append(each)
        return found


def map_runs(block: Block, change: Callable[[TextRun], TextRun]) -> Block:
    """Return a block with each run of its texts changed."""
    match block:
        case Paragraph():
            return replace(block, runs=tuple(map(change, block.runs)))
        case Steps():
            return replace(block, items=tuple(_map_item(each, change) for each in block.items))
    return block


def _map_item(item: ListItem, change: Callable[[TextRun], TextRun]) -> ListItem:
    bullets = tuple(tuple(map(change, each)) for each in item.bullets)
    parts, rest = (tuple(_map_item(each, change) for each in group) for group in (item.parts, item.rest))
    return ListItem(tuple(map(change, item.runs)), bullets, parts, rest)


def _render_row(head: Sequence[str], row: Sequence[str]) -> str:
    """Render a row of a table as one line: size 1: 4, 2: 7."""
    size = head[0].rpartition(" / ")[2]
    return ", ".join(f"{size + ' ' if place == 1 else ''}{head[place]}: {row[place]}" for place in range(1, len(row)))


def _lists(section: Section) -> bool:
    """Return True if a section is only a list of components."""
    return section.anchor in LISTS or all(isinstance(block, TableBlock | Example) for block in section.blocks)


def list_texts(blocks: Iterable[Block]) -> Iterator[str]:
    """Yield the texts of paragraphs and steps, without tables and examples."""
    for block in blocks:
        if isinstance(block, Paragraph):
            yield "".join(run.text for run in block.runs)
        elif isinstance(block, Steps):
            for item in block.items:
                yield from ("".join(run.text for run in runs) for runs in item.texts())
