"""Rulebook as PDF with links, an outline, and printed cards."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from cardwright.presentation.rulebook import document
from cardwright.presentation.rulebook.links import TextRun
from cardwright_tools.faces.model import Face, credit_faces
from cardwright_tools.faces.svg_pen import clean_text
from cardwright_tools.printing.fonts import Fonts, fonts_for
from cardwright_tools.printing.pdf_pages import FaceFiles, PrintedPages, texts_of
from cardwright_tools.printing.typst import open_press

# Width and height of a card, in millimetres.
CARD = (50.0, 70.0)
# Characters of every rulebook, besides those of its own texts.
FRAME = "For Index · … * : 0123456789 • ) ."


def rulebook_fonts(book: document.Rulebook, faces: Mapping[str, Face], given: Path | None) -> Fonts:
    """Return the fonts for a rulebook. Raises UsageError if the `given` file is no font."""
    return fonts_for(_list_texts(book, faces), given)


def rulebook_pdf(book: document.Rulebook, faces: Mapping[str, Face], fonts: Fonts) -> PrintedPages:
    """Return the document; `faces` are the faces of its cards, by id."""
    numbers: dict[str, int] = {}
    for number, section in enumerate(book.pages):
        numbers.setdefault(section.anchor, number)
    numbers.setdefault("index", len(book.pages))
    shown = {card: number for number, card in enumerate(_list_cards(book))}
    data: dict[str, Any] = {
        "title": clean_text(book.title),
        "players": clean_text(book.players),
        "summary": clean_text(book.summary),
        "sections": [
            {
                "title": clean_text(section.title),
                "level": section.level,
                "blocks": [*_list_blocks(section, numbers, shown)],
            }
            for section in book.pages
        ],
        "letter": next((number for number, each in enumerate(book.pages) if each is document.LETTER), -1),
        "index": [[clean_text(term), numbers.get(to)] for term, to in book.index],
    }
    with open_press(fonts) as press:
        files = FaceFiles(press)
        data["faces"] = [files.face(faces[card], CARD, 0) for card in shown]
        data["card"] = CARD
        data["credit"] = credit_faces(faces[card] for card in shown)
        pdf = press.typeset("rulebook.typ", data, files.drawings)
    return PrintedPages(pdf, tuple(files.cut))


def _list_cards(book: document.Rulebook) -> list[str]:
    examples = (each for section in book.pages for each in section.blocks if isinstance(each, document.Example))
    return list(dict.fromkeys(example.card.id for example in examples))


def _list_blocks(
    section: document.Section, numbers: Mapping[str, int], shown: Mapping[str, int]
) -> Iterator[dict[str, Any]]:
    """Yield the blocks of a section; cards that follow each other are one block."""
    for are_cards, blocks in groupby(section.blocks, lambda each: isinstance(each, document.Example)):
        if are_cards:
            cards = [each.card.id for each in blocks if isinstance(each, document.Example)]
            yield {"sort": "cards", "cards": [shown[card] for card in cards]}
        else:
            yield from (_block(each, numbers) for each in blocks)


def _block(block: document.Block, numbers: Mapping[str, int]) -> dict[str, Any]:
    match block:
        case document.Paragraph():
            return {"sort": "text", "kind": block.kind, "runs": _list_runs(block.runs, numbers)}
        case document.Steps():
            items = [_make_item(each, numbers) for each in block.items]
            return {"sort": "steps", "numbered": block.numbered, "start": block.start, "items": items}
        case document.TableBlock():
            return {
                "sort": "grid",
                "head": [*map(clean_text, block.head)],
                "rows": [[*map(clean_text, row)] for row in block.rows],
            }
    raise AssertionError(block)


def _make_item(item: document.ListItem, numbers: Mapping[str, int]) -> dict[str, Any]:
    return {
        "runs": _list_runs(item.runs, numbers),
        "bullets": [_list_runs(runs, numbers) for runs in item.bullets],
        "parts": [_make_item(each, numbers) for each in item.parts],
        "rest": [_make_item(each, numbers) for each in item.rest],
    }


def _list_runs(runs: Sequence[TextRun], numbers: Mapping[str, int]) -> list[list[Any]]:
    return [[clean_text(run.text), numbers.get(run.to), run.name, run.stressed] for run in runs]


def _list_texts(book: document.Rulebook, faces: Mapping[str, Face]) -> Iterator[tuple[str, str]]:
    """Yield `(place, text)` for all texts."""
    for text in (FRAME, book.title, book.summary, book.players):
        yield "the first page", clean_text(text)
    for section in book.pages:
        yield section.title, clean_text(section.title)
        for block in section.blocks:
            for text in _list_texts_of_block(block):
                yield section.title, clean_text(text)
    for term, _ in book.index:
        yield "Index", clean_text(term)
    yield from texts_of(faces[card] for card in _list_cards(book))


def _list_texts_of_block(block: document.Block) -> Iterator[str]:
    match block:
        case document.Paragraph():
            yield from (run.text for run in block.runs)
        case document.Steps():
            yield from (run.text for item in block.items for runs in item.texts() for run in runs)
        case document.TableBlock():
            for row in (block.head, *block.rows):
                yield from row
