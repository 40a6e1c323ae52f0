"""Pages of cards as PDF, and as pictures of those pages."""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from cardwright_tools.paper.card_faces import Face
from cardwright_tools.paper.faces import card_box, draw_back, draw_face
from cardwright_tools.paper.layout import Grid


@dataclass(slots=True)
class Pages:
    """Pages of cards: the PDF, and the ids of cards whose text was too long for them."""

    pdf: bytes
    cut_off: list[str]


def pages(title: str, cards: Sequence[Face], grid: Grid, backs: bool, marks: bool, mark_inferred: bool) -> Pages:
    """Lay cards out on pages; `backs` follow each page of faces, mirrored, for printing on both sides."""
    written = io.BytesIO()
    canvas = Canvas(written, pagesize=(grid.page[0] * mm, grid.page[1] * mm), invariant=1)
    canvas.setTitle(f"{title}: cards")
    cut_off: dict[str, None] = {}
    for first in range(0, len(cards), grid.count):
        on_page = cards[first : first + grid.count]
        for number, face in enumerate(on_page):
            if not draw_face(canvas, face, card_box(grid.place(number), grid.card), mark_inferred):
                cut_off[face.id] = None
        _finish(canvas, grid, marks)
        if backs:
            for number in range(len(on_page)):
                draw_back(canvas, title, card_box(grid.place(number, mirrored=True), grid.card))
            _finish(canvas, grid, marks)
    canvas.save()
    return Pages(written.getvalue(), list(cut_off))


def back(title: str, grid: Grid) -> bytes:
    """A page with one back on it, as PDF."""
    written = io.BytesIO()
    canvas = Canvas(written, pagesize=(grid.card[0] * mm, grid.card[1] * mm), invariant=1)
    draw_back(canvas, title, card_box((0, 0), grid.card))
    canvas.save()
    return written.getvalue()


def _finish(canvas: Canvas, grid: Grid, marks: bool) -> None:
    if marks:
        canvas.setLineWidth(0.3)
        canvas.setStrokeColorRGB(0, 0, 0)
        for line in grid.marks():
            canvas.line(*(place * mm for place in line))
    canvas.showPage()


def pictures(pdf: bytes, dots_per_inch: float) -> Iterator[Any]:
    """The pages of a PDF as pictures, one after the other."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    for page in document:
        yield page.render(scale=dots_per_inch / 72).to_pil()
    document.close()
