"""PDF pages with faces of cards, and images of these pages."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardwright_tools.faces.draw_face import SMALL_TEXT, Drawn, draw_back, draw_face
from cardwright_tools.faces.font_metrics import advances
from cardwright_tools.faces.image_codec import embed_picture
from cardwright_tools.faces.model import CardBack, Face, credit_faces
from cardwright_tools.faces.svg_pen import clean_text
from cardwright_tools.printing.fonts import Fonts, fonts_for
from cardwright_tools.printing.page_grid import PageGrid
from cardwright_tools.printing.typst import Press, open_press

Size = tuple[float, float]


@dataclass(frozen=True, slots=True)
class PrintedPages:
    """Pages as PDF, the texts that were cut, and the ids of cards with small text."""

    pdf: bytes
    cut: tuple[str, ...]
    small: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FaceBatch:
    """Faces of one size; each size is printed on separate pages."""

    grid: PageGrid
    faces: tuple[Face, ...]


def texts_of(faces: Iterable[Face]) -> Iterator[tuple[str, str]]:
    """Yield `(id, text)` for the texts of cards with letters that the fonts of faces lack."""
    known = advances(False)
    for face in faces:
        words = (face.name, face.foot, face.band, face.back.title, *face.paragraphs, *face.berths)
        for text in (*words, *(f"{a} {b}" for a, b, _ in face.attributes)):
            if lacking := "".join(sign for sign in clean_text(text) if ord(sign) not in known):
                yield face.id, lacking


def card_fonts(faces: Iterable[Face], given: Path | None) -> Fonts:
    """Return the fonts for letters that the faces' own fonts lack. Raises UsageError if the `given` file is no font."""
    return fonts_for(texts_of(faces), given)


class FaceFiles:
    """Faces as SVG files for a press, each drawn once; and the ids of cards with cut or small text."""

    def __init__(self, press: Press) -> None:
        self._press = press
        self._names: dict[object, str] = {}
        self.drawings: dict[str, str] = {}
        self.cut: dict[str, None] = {}
        self.small: dict[str, None] = {}

    def face(self, face: Face, size: Size, bleed: float) -> str:
        """Return the name of a face's file."""
        key = (face.set, face.id, size, bleed)
        if key not in self._names:
            drawn = draw_face(face, size, embed_picture(face.picture), self._press.family_of)
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
            drawn = draw_back(back, layout, size, embed_picture(back.picture), self._press.family_of)
            self._keep(key, drawn, bleed)
            if drawn.cut:
                self.cut["the back (back)"] = None
        return self._names[key]

    def _keep(self, key: object, drawn: Drawn, bleed: float) -> None:
        name = self._names[key] = f"face-{len(self._names)}.svg"
        self.drawings[name] = drawn.pen.svg(bleed / drawn.scale)


def lay_out(batches: Sequence[FaceBatch], backs: bool, marks: bool, files: FaceFiles) -> list[dict[str, Any]]:
    """Return the sheets of some batches as data of the template; with `backs`, a mirrored sheet follows each.

    `marks` adds crop marks.
    """
    sheets = []
    for batch in batches:
        for first in range(0, len(batch.faces), batch.grid.count):
            on_page = batch.faces[first : first + batch.grid.count]
            sheets.append(_make_sheet(batch.grid, on_page, False, marks, files))
            if backs:
                sheets.append(_make_sheet(batch.grid, on_page, True, marks, files))
    return sheets


def _make_sheet(grid: PageGrid, on_page: Sequence[Face], behind: bool, marks: bool, files: FaceFiles) -> dict[str, Any]:
    (wide, tall), bleed, high = grid.card, grid.bleed, grid.page[1]
    placed, rounds = [], []
    for number, face in enumerate(on_page):
        left, bottom = grid.place(number, mirrored=behind)
        top = high - bottom - tall
        back = (face.back, face.layout, grid.card, bleed)
        name = files.back(*back) if behind else files.face(face, grid.card, bleed)
        placed.append([left - bleed, top - bleed, wide + 2 * bleed, name])
        if face.layout == "token" and marks:
            rounds.append([left + wide / 2, top + tall / 2, wide / 2])
    lines = [[x1, high - y1, x2, high - y2] for x1, y1, x2, y2 in grid.marks()] if marks else []
    return {"page": grid.page, "faces": placed, "rounds": rounds, "marks": lines}


def pages(title: str, batches: Sequence[FaceBatch], backs: bool, marks: bool, fonts: Fonts) -> PrintedPages:
    """Return the pages of some batches."""
    with open_press(fonts) as press:
        files = FaceFiles(press)
        sheets = lay_out(batches, backs, marks, files)
        credit = credit_faces([face for batch in batches for face in batch.faces])
        data = {"title": f"{clean_text(title)}: cards", "sheets": sheets, "credit": credit}
        pdf = press.typeset("sheets.typ", data, files.drawings)
    return PrintedPages(pdf, tuple(files.cut), tuple(files.small))


def back_page(face: Face, size: Size, fonts: Fonts) -> bytes:
    """Return a page with the back of a face, as PDF."""
    with open_press(fonts) as press:
        files = FaceFiles(press)
        name = files.back(face.back, face.layout, size, 0)
        sheet = {"page": size, "faces": [[0, 0, size[0], name]], "rounds": [], "marks": []}
        return press.typeset("sheets.typ", {"title": face.back.title, "sheets": [sheet]}, files.drawings)


def pictures(pdf: bytes, dots_per_inch: float) -> Iterator[Any]:
    """Yield the pages of a PDF as images."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    for page in document:
        yield page.render(scale=dots_per_inch / 72).to_pil()
    document.close()
