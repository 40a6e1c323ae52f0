"""Rulebook as lines for a terminal, and as Markdown."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, zip_longest
from typing import TYPE_CHECKING

from cardwright.phrases.inflection import spell_name
from cardwright.presentation.rulebook.document import Example, ListItem, Paragraph, Rulebook, Section, Steps, TableBlock
from cardwright.presentation.rulebook.links import TextRun
from cardwright.source.visible_control_characters import escape_markdown
from cardwright_tools.faces.model import paragraphs

if TYPE_CHECKING:
    from cardwright.game.loaded_game import CardText

INDENT = "  "
GAP = "  "
# Maximum width of a table column in a terminal.
WIDEST_COLUMN = 38
# Minimum width of a column. A table that needs narrower ones is written as sentences.
NARROWEST_COLUMN = 14


def strip_links(runs: Iterable[TextRun]) -> str:
    """Return a text without its links."""
    return "".join(run.text for run in runs)


# ---------------------------------------------------------------- a terminal


def render_lines(sections: Sequence[Section], width: int) -> Iterator[str]:
    """Yield sections as lines of at most `width` characters."""
    for number, section in enumerate(sections):
        yield from [""] if number else []
        title = textwrap.wrap(section.title.upper() if section.level == 1 else section.title, width)
        yield from title
        yield ("=" if section.level == 1 else "-") * max(map(len, title), default=0)
        for block in section.blocks:
            yield from _block_lines(block, width)


def _block_lines(block: Paragraph | Steps | TableBlock | Example, width: int) -> Iterator[str]:
    match block:
        case Paragraph():
            yield from _wrap(strip_links(block.runs), width, INDENT, INDENT)
        case Steps():
            for number, item in enumerate(block.items, start=block.start):
                yield from _render_step(item, width, INDENT, f"{number}. " if block.numbered else "", 0)
        case TableBlock():
            yield from _render_grid(block, width)
        case Example():
            card = block.card
            yield f"{INDENT}{card.name}{f' (×{card.copies})' if card.copies > 1 else ''}"
            attributes = ", ".join(_list_attributes(card))
            for text in [attributes, *paragraphs(card)]:
                yield from _wrap(text, width, INDENT * 2, INDENT * 2) if text else []


def _list_attributes(card: CardText) -> Iterator[str]:
    """Yield the attributes of a card: a word alone, as in `edge`, a number with its name, as in `cost: 5`."""
    for name, value in card.attributes.items():
        title = spell_name(name)
        if value == "yes":
            yield title
        elif value.lstrip("-").isdecimal():
            yield f"{title}: {value}"
        elif value and value.casefold() != card.name.casefold():  # the name says it
            yield value


def _render_step(item: ListItem, width: int, indent: str, mark: str, depth: int) -> Iterator[str]:
    """Yield a step with its marker, and below it its options and its parts."""
    behind = indent + " " * len(mark)
    if item.runs:
        yield from _wrap(strip_links(item.runs), width, indent + mark, behind)
    for bullet in item.bullets:
        yield from _wrap(strip_links(bullet), width, f"{behind}• ", f"{behind}{INDENT}")
    for place, part in enumerate(item.parts):
        yield from _render_step(part, width, behind, f"{mark_of(place, depth)}) ", depth + 1)
    for rest in item.rest:
        yield from _render_step(rest, width, behind, "", depth)


def mark_of(place: int, depth: int) -> str:
    """Return the marker of sub-step `place`: a, b, c at depth 1, and i, ii, iii at greater depth."""
    if depth % 2:
        return ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")[place % 10]
    return "abcdefghijklmnopqrstuvwxyz"[place % 26]


def _render_grid(grid: TableBlock, width: int) -> Iterator[str]:
    rows = [grid.head, *grid.rows]
    columns = range(len(grid.head))
    widths = [min(WIDEST_COLUMN, max(len(row[place]) for row in rows)) for place in columns]
    while sum(widths) + len(GAP) * len(widths) > width and max(widths) > NARROWEST_COLUMN:
        widths[widths.index(max(widths))] -= 1
    if sum(widths) + len(GAP) * len(widths) > width:
        for row in grid.rows:
            texts = [f"{name} {value}".strip() for name, value in zip(grid.head, row, strict=True) if value]
            yield from _wrap(", ".join(texts), width, INDENT, INDENT * 2)
        return
    numbers = [all(row[place].lstrip("-").isdecimal() or not row[place] for row in grid.rows) for place in columns]
    for number, row in enumerate(rows):
        parts = [textwrap.wrap(cell, max(wide, 1)) for cell, wide in zip(row, widths, strict=True)]
        for line in zip_longest(*parts, fillvalue=""):
            cells = [
                part.rjust(widths[place]) if numbers[place] else part.ljust(widths[place])
                for place, part in enumerate(line)
            ]
            yield f"{INDENT}{GAP.join(cells)}".rstrip()
        if not number:
            yield INDENT + "─" * (sum(widths) + len(GAP) * (len(widths) - 1))


def _wrap(text: str, width: int, first: str, later: str) -> list[str]:
    return textwrap.wrap(text, max(24, width), initial_indent=first, subsequent_indent=later) or [first.rstrip()]


# ---------------------------------------------------------------- Markdown


def render_markdown(book: Rulebook) -> str:
    """Return the whole rulebook as Markdown, with links."""
    said = [f"# {escape_markdown(book.title)}", "", *([escape_markdown(book.summary), ""] if book.summary else [])]
    said += [f"For {book.players}.", ""]
    said += [f"- [{escape_markdown(section.title)}](#{section.anchor})" for section in book.pages if section.level == 1]
    said.append("- [Index](#index)")
    for section in book.pages:
        said += [
            "",
            f'<a id="{section.anchor}"></a>',
            "",
            f"{'#' * (section.level + 1)} {escape_markdown(section.title, begins=False)}",
        ]
        for block in section.blocks:
            said += ["", *_render_markdown_block(block)]
    said += ["", '<a id="index"></a>', "", "## Index", ""]
    said += [f"- [{escape_markdown(term)}](#{anchor})" for term, anchor in book.index]
    return "\n".join(said) + "\n"


def _render_markdown_block(block: Paragraph | Steps | TableBlock | Example) -> Iterator[str]:
    match block:
        case Paragraph():
            yield ("> " if block.kind == "about" else "") + _link(block.runs)
        case Steps():
            for number, item in enumerate(block.items, start=block.start):
                yield from _render_markdown_item(item, f"{number}. " if block.numbered else "", "")
        case TableBlock():
            yield f"| {' | '.join(map(_render_cell, block.head))} |"
            yield f"|{' --- |' * len(block.head)}"
            for row in block.rows:
                yield f"| {' | '.join(map(_render_cell, row))} |"
        case Example():
            card = block.card
            attributes = ", ".join(_list_attributes(card))
            yield f"**{escape_markdown(card.name)}**" + (f" ({escape_markdown(attributes)})" if attributes else "")
            for text in paragraphs(card):
                yield f"  \n{escape_markdown(text)}"


def _render_markdown_item(item: ListItem, mark: str, indent: str) -> Iterator[str]:
    """Yield a step with its parts. These are numbered at every level, because Markdown has no lists with letters."""
    if item.runs:
        yield indent + mark + _link(item.runs)
    behind = indent + " " * len(mark)
    if item.runs and (item.bullets or item.parts) and not mark:
        yield ""
    for bullet in item.bullets:
        yield f"{behind}- {_link(bullet)}"
    for number, part in enumerate(item.parts, start=1):
        yield from _render_markdown_item(part, f"{number}. ", behind)
    for rest in item.rest:
        yield ""
        yield from _render_markdown_item(rest, "", behind)


def _link(runs: Iterable[TextRun]) -> str:
    """Return runs as Markdown; a style is marked once, around links in it and across the author's lines."""
    said = ""
    for (name, stressed), alike in groupby(runs, lambda run: (run.name, run.stressed)):
        marks = "**" * name + "*" * stressed
        parts = [TextRun(strip_links(same), to) for to, same in groupby(alike, lambda run: run.to)]
        if len(parts) == 1:  # marks inside a link count even if a letter follows
            said += _mark(parts[0], marks, begins=not said)
        else:
            begun = _mark(parts[0], begins=not (said or marks))
            first, inner, last = _split_blanks(begun + "".join(map(_mark, parts[1:])))
            said += f"{first}{marks}{inner}{marks[::-1]}{last}"
    return said


def _mark(run: TextRun, marks: str = "", begins: bool = False) -> str:
    """Return a run as Markdown in a style; blanks at its ends stay outside of the markup."""
    first, inner, last = _split_blanks(run.text)
    if not inner:
        return run.text
    written = f"{marks}{escape_markdown(inner, begins and not (marks or run.to))}{marks[::-1]}"
    return f"{first}{f'[{written}](#{run.to})' if run.to else written}{last}"


def _split_blanks(text: str) -> tuple[str, str, str]:
    """Return the blanks at the beginning of a text, the text without them, and those at its end."""
    begun = text.lstrip()
    inner = begun.rstrip()
    return text[: len(text) - len(begun)], inner, begun[len(inner) :]


def _render_cell(text: str) -> str:
    return escape_markdown(text, begins=False) or " "
