"""PDF pages of cards, and images of those pages."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from cardwright.presentation.look import Icon
from cardwright_tools.printing.card_faces import FRAMES, Face
from cardwright_tools.printing.fonts import Fonts, fonts_for
from cardwright_tools.printing.images import alone, jpeg
from cardwright_tools.printing.page_grid import PageGrid
from cardwright_tools.printing.typst import Typeset, clean_text, typeset

SOFT, INK = "#444444", "#222222"
# What stands on cards besides the texts of authors.
OURS = "· … *"


class Drawings:
    """Faces as data of a template, with their shared icons and pictures."""

    def __init__(self, mark_inferred: bool = False) -> None:
        self._mark_inferred = mark_inferred
        self.icons: dict[str, str] = {}
        self.pictures: dict[str, bytes] = {}
        self._files: dict[Path, str] = {}

    def face(self, face: Face) -> dict[str, Any]:
        """Return the template data of a face."""
        types = [[self._icon(face.icon_of(n, v), SOFT), self._value(v, inferred)] for n, v, inferred in face.types]
        numbers = [
            [self._icon(face.icon_of(name, value), INK), self._value(value, inferred), clean_text(name)]
            for name, value, inferred in face.numbers
        ]
        return {
            "id": face.id,
            "name": clean_text(face.name),
            "colour": face.colour,
            "ink": face.ink,
            "frame": face.frame % FRAMES,
            "icon": self._icon(face.icon, face.ink),
            "art": self._icon(face.icon, SOFT),
            "picture": self._picture(face.picture),
            "types": types,
            "numbers": numbers,
            "paragraphs": [clean_text(text) for text in face.paragraphs],
            "foot": clean_text(" · ".join(filter(None, (face.set, face.note)))),
        }

    def _value(self, value: str, inferred: bool) -> str:
        return clean_text(f"{value}{'*' if self._mark_inferred and inferred else ''}")

    def _icon(self, icon: Icon | None, ink: str) -> str | None:
        if icon is None:
            return None
        name = f"{icon.name} {ink}"
        if name not in self.icons:
            self.icons[name] = alone(icon, ink)
        return name

    def _picture(self, path: Path | None) -> str | None:
        if path is None:
            return None
        if path not in self._files:
            self._files[path] = f"picture-{len(self._files)}.jpg"
            self.pictures[self._files[path]] = jpeg(path)
        return self._files[path]


def texts_of(faces: Iterable[Face]) -> Iterator[tuple[str, str]]:
    """Yield `(id, text)` for all texts on cards."""
    for face in faces:
        for text in (face.name, face.set, face.note, *face.paragraphs, *(f"{a} {b}" for a, b, _ in face.attributes)):
            yield face.id, clean_text(text)


def card_fonts(title: str, faces: Iterable[Face], given: Path | None) -> Fonts:
    """Return the fonts for some cards and their backs. Raises UsageError if the `given` file is no font."""
    return fonts_for([("", OURS), *texts_of(faces), ("the back", clean_text(title))], given)


def pages(
    title: str, cards: Sequence[Face], grid: PageGrid, backs: bool, marks: bool, mark_inferred: bool, fonts: Fonts
) -> Typeset:
    """Lay out cards on pages; with `backs`, mirrored pages of backs for printing on both sides."""
    once = {id(face): face for face in cards}
    numbers = {name: number for number, name in enumerate(once)}
    sheets: list[list[list[float | int | None]]] = []
    for first in range(0, len(cards), grid.count):
        on_page = cards[first : first + grid.count]
        sheets.append([[*_corner(grid, place), numbers[id(face)]] for place, face in enumerate(on_page)])
        if backs:
            sheets.append([[*_corner(grid, place, mirrored=True), None] for place in range(len(on_page))])
    drawings = Drawings(mark_inferred)
    faces = [drawings.face(face) for face in once.values()]
    high = grid.page[1]
    lines = [[x1, high - y1, x2, high - y2] for x1, y1, x2, y2 in grid.marks()] if marks else []
    return _set(title, grid.page, grid.card, sheets, faces, drawings, lines, fonts)


def back(title: str, grid: PageGrid, fonts: Fonts) -> bytes:
    """Return a page with one card back, as PDF."""
    return _set(title, grid.card, grid.card, [[[0, 0, None]]], [], Drawings(), [], fonts).pdf


def _set(
    title: str,
    page: tuple[float, float],
    card: tuple[float, float],
    sheets: list[list[list[float | int | None]]],
    faces: list[dict[str, Any]],
    drawings: Drawings,
    lines: list[list[float]],
    fonts: Fonts,
) -> Typeset:
    data = {
        "title": f"{clean_text(title)}: cards",
        "back": clean_text(title),
        "page": page,
        "card": card,
        "sheets": sheets or [[]],
        "faces": faces,
        "icons": drawings.icons,
        "marks": lines,
    }
    return typeset("sheets.typ", data, fonts, drawings.pictures)


def _corner(grid: PageGrid, number: int, mirrored: bool = False) -> tuple[float, float]:
    """Return the upper left corner of a card, from that of the page."""
    left, bottom = grid.place(number, mirrored)
    return left, grid.page[1] - bottom - grid.card[1]


def pictures(pdf: bytes, dots_per_inch: float) -> Iterator[Any]:
    """Yield the pages of a PDF as images."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    for page in document:
        yield page.render(scale=dots_per_inch / 72).to_pil()
    document.close()
