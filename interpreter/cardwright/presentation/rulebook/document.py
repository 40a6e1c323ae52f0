"""What a rulebook consists of: sections of paragraphs, steps, tables and examples, and an index of terms."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardwright.presentation.rulebook.links import TextRun

if TYPE_CHECKING:
    from cardwright.game.game import CardText


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; `kind` is "" or `about`, what the author says; `needs`, what must be so for a deed; `rule`, a name
    before what it stands for."""

    runs: tuple[TextRun, ...]
    kind: str = ""


@dataclass(frozen=True, slots=True)
class ListItem:
    """One of several steps, with what it leaves to choose below it, or what it consists of in order: its `parts`.

    The `rest` is what else is said of it behind them.
    """

    runs: tuple[TextRun, ...]
    bullets: tuple[tuple[TextRun, ...], ...] = ()
    parts: tuple[ListItem, ...] = ()
    rest: tuple[ListItem, ...] = ()

    def texts(self) -> Iterator[tuple[TextRun, ...]]:
        """Everything that is said, in order."""
        yield from (self.runs, *self.bullets)
        for each in (*self.parts, *self.rest):
            yield from each.texts()


@dataclass(frozen=True, slots=True)
class Steps:
    """What is done one after the other; `numbered` where the order matters."""

    items: tuple[ListItem, ...]
    numbered: bool = True


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A table: what stands over its columns, and its rows."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Example:
    """A card, to be shown as it is printed."""

    card: CardText


Block = Paragraph | Steps | TableBlock | Example


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the rulebook; `anchor` is its name for links, `level` 1 for a chapter, 2 for a part of one."""

    anchor: str
    title: str
    level: int
    blocks: tuple[Block, ...]


# The chapters that list what there is, by their anchors.
LISTS = ("box", "places")


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules of a game: `players` is for how many it is, `index` the terms with the sections that explain them."""

    title: str
    summary: str
    players: str
    sections: tuple[Section, ...]
    index: tuple[tuple[str, str], ...]

    def about(self, topic: str) -> list[Section]:
        """The sections that a topic names, best first: a chapter whose title names it, a term or a title, else a part
        of one. What tells how it is played comes before lists of what there is.
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
        return list({each.anchor: each for each in best}.values())

    def naming(self, name: str) -> list[Section]:
        """The sections of deeds, tables and numbers in whose texts a name stands, also in the plural."""
        wanted = re.compile(rf"\b{re.escape(name)}(?:e?s)?\b", re.IGNORECASE)
        return [each for each in self.sections if any(map(wanted.search, texts_of(each.blocks)))]

    def said_of(self, name: str) -> list[tuple[str, str]]:
        """What is said of a card that says nothing itself: by its author, by tables, and of the deeds that speak of it.

        Each with the title of where it stands, "" for what is said of the card alone.
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
                    found += [(section.title, _read(block.head, row)) for row in rows]
        for section in self.naming(name):
            about = [block for block in section.blocks if isinstance(block, Paragraph) and block.kind == "about"]
            if section.level > 1 and about:
                found.append((section.title, "".join(run.text for run in about[0].runs)))
        return found

    def within(self, section: Section) -> list[Section]:
        """A chapter with all its parts; a part alone."""
        place = self.sections.index(section)
        found = [section]
        for each in self.sections[place + 1 :]:
            if each.level <= section.level:
                break
            found.append(each)
        return found


def _read(head: Sequence[str], row: Sequence[str]) -> str:
    """A row of a table in a line: size 1: 4, 2: 7."""
    size = head[0].rpartition(" / ")[2]
    return ", ".join(f"{size + ' ' if place == 1 else ''}{head[place]}: {row[place]}" for place in range(1, len(row)))


def _lists(section: Section) -> bool:
    """Whether a section only lists what there is."""
    return section.anchor in LISTS or all(isinstance(block, TableBlock | Example) for block in section.blocks)


def texts_of(blocks: Iterable[Block]) -> Iterator[str]:
    """The texts of what is done: not those of tables and examples, which list everything."""
    for block in blocks:
        if isinstance(block, Paragraph):
            yield "".join(run.text for run in block.runs)
        elif isinstance(block, Steps):
            for item in block.items:
                yield from ("".join(run.text for run in runs) for runs in item.texts())
