"""PDF pages with faces of cards, and images of these pages."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from cardwright_tools.faces.backs import CardBack
from cardwright_tools.faces.draw_face import SMALL_TEXT, Drawn, draw_back, draw_face
from cardwright_tools.faces.font_metrics import FAMILY, advances, text_width
from cardwright_tools.faces.image_codec import embed_picture
from cardwright_tools.faces.model import Face, credit_faces
from cardwright_tools.faces.svg_pen import clean_text
from cardwright_tools.printing.fonts import Fonts, fonts_for
from cardwright_tools.printing.page_grid import MIN_MARGIN, PageGrid, Size
from cardwright_tools.printing.typst import Press, open_press

# The arms of the crosses at the corners of round tokens.
CROSS = 1.0
# Font sizes of the words in the margin (8 to 5 pt) with their lines, and the share of two lines that broken words fill.
WORDS_SIZES, FILLED = ((2.8, 1), (2.4, 1), (2.1, 1), (1.76, 2)), 0.92


@dataclass(frozen=True, slots=True)
class PrintedPages:
    """Pages as PDF, the texts that were cut, and the ids of cards with small text."""

    pdf: bytes
    cut: tuple[str, ...]
    small: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FaceBatch:
    """Faces of one size, and where they lie on a sheet."""

    grid: PageGrid
    faces: tuple[Face, ...]


def texts_of(faces: Iterable[Face]) -> Iterator[tuple[str, str]]:
    """Yield `(id, text)` for the texts of cards with letters that the fonts of faces lack."""
    known = advances(False)
    for face in faces:
        words = (
            face.name,
            face.foot,
            face.band,
            face.back.title,
            *face.paragraphs,
            *(each.title for each in face.berths),
        )
        for text in (*words, *(f"{a} {b}" for a, b, _ in face.attributes)):
            if lacking := "".join(sign for sign in clean_text(text) if ord(sign) not in known):
                yield face.id, lacking


def card_fonts(faces: Iterable[Face], given: Path | None) -> Fonts:
    """Return the fonts for letters that the faces' own fonts lack. Raises UsageError if the `given` file is no font."""
    return fonts_for(texts_of(faces), given)


class FaceFiles:
    """Faces as SVG files for a press, each drawn once; and the ids of cards with cut or small text."""

    def __init__(self, press: Press) -> None:
        self.family_of = press.family_of
        self._names: dict[object, str] = {}
        self.drawings: dict[str, str] = {}
        self.cut: dict[str, None] = {}
        self.small: dict[str, None] = {}

    def face(self, face: Face, size: Size, bleed: float) -> str:
        """Return the name of a face's file."""
        key = (face.set, face.id, size, bleed)
        if key not in self._names:
            drawn = draw_face(face, size, embed_picture(face.picture), self.family_of)
            self._keep(key, drawn, bleed)
            if drawn.cut:
                self.cut[f"{face.id} ({', '.join(drawn.cut)})"] = None
            if face.text and drawn.text < SMALL_TEXT:
                self.small[face.id] = None
        return self._names[key]

    def back(self, back: CardBack, layout: str, size: Size, bleed: float) -> str:
        """Return the name of a back's file."""
        key = (back, layout, size, bleed)
        if key not in self._names:
            drawn = draw_back(back, layout, size, embed_picture(back.picture), self.family_of)
            self._keep(key, drawn, bleed)
            if drawn.cut:
                self.cut["the back (back)"] = None
        return self._names[key]

    def _keep(self, key: object, drawn: Drawn, bleed: float) -> None:
        name = self._names[key] = f"face-{len(self._names)}.svg"
        self.drawings[name] = drawn.pen.svg(bleed / drawn.scale)


def lay_out(sheets: Sequence[Sequence[FaceBatch]], backs: bool, marks: bool, files: FaceFiles) -> list[dict[str, Any]]:
    """Return the sheets as data of the template; with `backs`, a mirrored sheet follows each.

    `marks` adds crop marks.
    """
    sides = (False, True) if backs else (False,)
    return [_make_sheet(sheet, behind, marks, files) for sheet in sheets for behind in sides]


def _make_sheet(sheet: Sequence[FaceBatch], behind: bool, marks: bool, files: FaceFiles) -> dict[str, Any]:
    page = sheet[0].grid.page
    placed: list[list[float | str]] = []
    lines: list[tuple[float, float, float, float]] = []
    for batch in sheet:
        laid = batch.grid
        (wide, tall), bleed = laid.card, laid.bleed
        size = (tall, wide) if laid.turned else laid.card
        turn = (-90 if behind else 90) if laid.turned else 0
        for x1, y1, x2, y2 in laid.marks() if marks else ():
            lines.append((page[0] - x1, y1, page[0] - x2, y2) if behind else (x1, y1, x2, y2))
        for number, face in enumerate(batch.faces):
            left, bottom = laid.place(number, mirrored=behind)
            name = files.back(face.back, face.layout, size, bleed) if behind else files.face(face, size, bleed)
            placed.append([left - bleed, page[1] - bottom - tall - bleed, size[0] + 2 * bleed, name, turn])
            if face.layout == "token" and marks:
                lines += _mark_corners(left, bottom, wide, tall)
    return {"page": page, "faces": placed, "marks": [[x1, page[1] - y1, x2, page[1] - y2] for x1, y1, x2, y2 in lines]}


def _mark_corners(left: float, bottom: float, wide: float, tall: float) -> Iterator[tuple[float, float, float, float]]:
    """Yield crosses at the corners of the square that a round token fills: no line runs along its own edge."""
    for x in (left, left + wide):
        for y in (bottom, bottom + tall):
            yield x - CROSS, y, x + CROSS, y
            yield x, y - CROSS, x, y + CROSS


def pages(
    title: str, sheets: Sequence[Sequence[FaceBatch]], backs: bool, fonts: Fonts, marks: bool = True
) -> PrintedPages:
    """Return the sheets as pages, with what each contains in the margin if there are crop `marks`."""
    title = clean_text(title)
    with open_press(fonts) as press:
        files = FaceFiles(press)
        drawn = lay_out(sheets, backs, marks, files)
        credit = credit_faces([face for sheet in sheets for batch in sheet for face in batch.faces])
        for number, sheet in enumerate(sheets, 1) if marks else ():
            name, last = f"{title}, sheet {number} of {len(sheets)}", number == len(sheets)
            faces = [face for batch in sheet for face in batch.faces]
            drawn[(number - 1) * (1 + backs)]["words"] = describe_sheet(
                name, faces, credit if last else "", sheet[0].grid.page[0]
            )
        data = {"title": f"{title}: cards", "sheets": drawn, "family": FAMILY}
        pdf = press.typeset("sheets.typ", data, files.drawings)
    return PrintedPages(pdf, tuple(files.cut), tuple(files.small))


def describe_sheet(name: str, faces: Iterable[Face], credit: str, wide: float) -> tuple[str, float]:
    """Return the words in the margin of a sheet, how often a game needs its cards and the credit, and their font size.

    Cards for which there is no room on a page of this width are counted only.
    """
    by_copies: dict[int, dict[str, None]] = {}
    for face in faces:
        by_copies.setdefault(face.copies, {})[clean_text(face.name)] = None
    named = [(count, card) for count, cards in sorted(by_copies.items(), reverse=True) for card in cards]
    for shown in range(len(named), -1, -1):
        said = f"{name}. {_list_needed(named[:shown], len(named) - shown)}" + (f" {credit}" if credit else "")
        for size, lines in WORDS_SIZES:
            if text_width(said, size) <= lines * (wide - 2 * MIN_MARGIN) * (1 if lines == 1 else FILLED):
                return said, size
    return said, size


def _list_needed(named: Sequence[tuple[int, str]], more: int) -> str:
    """Return cards by the number of copies that a game needs: `Copies needed: Gold, Cars x 14; Wild x 5.`."""
    if not more and all(count == 1 for count, _ in named):
        return "One copy of each is needed."
    parts = []
    for count, cards in groupby(named, key=lambda each: each[0]):
        parts.append(f"{', '.join(card for _, card in cards)} x {count}")
    return f"Copies needed: {'; '.join([*parts, *([f'{more} more cards'] if more else [])])}."


def back_page(face: Face, size: Size, fonts: Fonts) -> bytes:
    """Return a page with the back of a face, as PDF."""
    with open_press(fonts) as press:
        files = FaceFiles(press)
        name = files.back(face.back, face.layout, size, 0)
        sheet = {"page": size, "faces": [[0, 0, size[0], name, 0]], "marks": []}
        data = {"title": face.back.title, "sheets": [sheet], "family": FAMILY}
        return press.typeset("sheets.typ", data, files.drawings)


def pictures(pdf: bytes, dots_per_inch: float) -> Iterator[Any]:
    """Yield the pages of a PDF as images."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    for page in document:
        yield page.render(scale=dots_per_inch / 72).to_pil()
    document.close()
