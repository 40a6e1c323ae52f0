"""Draws cards with reportlab: a coloured head with the name, the attributes, the text as large as it fits, a foot."""

import io
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont
from reportlab.platypus import Paragraph

from cardwright.source.ordinary_file import check_ordinary
from cardwright_tools.cli.failure import UsageError
from cardwright_tools.paper.card_faces import FRAMES, Face
from cardwright_tools.paper.icon_strokes import draw_icon
from cardwright_tools.paper.pictures import jpeg

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

# The frames that kinds have, by their numbers; the first is plain.
DOUBLE, ROUND, DASHED = 1, 2, 3
BODY, BOLD = "cardwright-body", "cardwright-bold"
LARGEST, SMALLEST, STEP = 10.5, 4.0, 0.25
# A size that a text keeps beside a picture, if it can.
PLEASANT = 7.5
INK, SOFT = "#222222", "#444444"
# How far the frame lies from where the card is cut, in units of a card.
EDGE = 1.4
# The room that an icon in a line takes, by the size of its letters.
SIGN = 1.5


def register_fonts(font: Path | None) -> None:
    """Make the fonts known: those that come with reportlab, or one of the caller's for everything.

    Raises UsageError for a file that is no TrueType font.
    """
    for name, usual in ((BODY, "Vera.ttf"), (BOLD, "VeraBd.ttf")):
        try:
            if font:
                check_ordinary(font)
            pdfmetrics.registerFont(TTFont(name, str(font) if font else usual))
        except (TTFError, OSError) as error:
            raise UsageError(f"{font} is no TrueType font that can be used: {error}.") from error


def missing_signs(faces: list[Face]) -> str:
    """The characters of some cards that the font has no sign for."""
    font = pdfmetrics.getFont(BODY)
    assert isinstance(font, TTFont)
    known = font.face.charToGlyph
    texts = "".join(
        "".join((face.name, face.note, *face.paragraphs, *(f"{a}{b}" for a, b, _ in face.attributes))) for face in faces
    )
    return "".join(sorted({sign for sign in texts if ord(sign) not in known}))


@dataclass(frozen=True, slots=True)
class Box:
    """A card's place on the page in points: its lower left corner and its size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def unit(self) -> float:
        """What lengths on a card are measured in: a millimetre on a card of poker size."""
        return self.width / 63.5

    @property
    def point(self) -> float:
        """What letters on a card are measured in: a point on a card of poker size."""
        return self.unit / mm


def draw_face(canvas: "Canvas", face: Face, box: Box, mark_inferred: bool) -> bool:
    """Draw a card; False when its text had to be cut off because it does not fit even at the smallest size."""
    unit = box.unit
    head = 10 * unit
    canvas.saveState()
    _frame(canvas, box)
    _border(canvas, face, box)
    canvas.setFillColor(HexColor(face.colour))
    # Within the frame, round corners and all: a cut beside the line shows no colour of the next card.
    inside = EDGE * unit
    canvas.saveState()
    within = canvas.beginPath()
    within.roundRect(
        box.x + inside, box.y + inside, box.width - 2 * inside, box.height - 2 * inside, _corner_radius(face, box)
    )
    canvas.clipPath(within, stroke=0, fill=0)
    canvas.rect(box.x, box.y + box.height - head, box.width, head, stroke=0, fill=1)
    canvas.restoreState()
    canvas.setFillColor(HexColor(face.ink))
    room = 55 * unit
    if face.icon is not None:
        room -= 7 * unit
        draw_icon(canvas, face.icon, box.x + box.width - 10 * unit, box.y + box.height - 8.6 * unit, 6 * unit, face.ink)
    _fitted(canvas, face.name, BOLD, 12 * box.point, box.x + 4 * unit, box.y + box.height - 7.2 * unit, room)
    top = box.y + box.height - head
    used = _attributes(canvas, face, box, top, mark_inferred)
    if face.picture is not None:
        used += _picture(canvas, face, face.picture, box, top - used)
    fits = _text(canvas, face, box, top - used)
    if face.icon is not None and face.picture is None and not face.paragraphs:
        size = min(box.width - 16 * unit, top - used - box.y - 12 * unit)
        x, y = box.x + (box.width - size) / 2, box.y + (top - used - box.y - size) / 2 + 2 * unit
        draw_icon(canvas, face.icon, x, y, size, SOFT)
    canvas.setFillColor(HexColor("#777777"))
    foot = " · ".join(filter(None, (face.set, face.note)))
    _fitted(canvas, foot, BODY, 5.5 * box.point, box.x + 4 * unit, box.y + 3 * unit, 55 * unit)
    canvas.restoreState()
    return fits


def draw_back(canvas: "Canvas", title: str, box: Box) -> None:
    """Draw the back of a card: the same for all, so that nothing tells them apart."""
    unit = box.unit
    canvas.saveState()
    _frame(canvas, box)
    canvas.setFillColor(HexColor("#2f4858"))
    canvas.roundRect(box.x + 3 * unit, box.y + 3 * unit, box.width - 6 * unit, box.height - 6 * unit, 3 * unit, 0, 1)
    canvas.setFillColor(HexColor("#f4f1ea"))
    size = 18 * box.point
    size *= min(1, 50 * unit / max(1, pdfmetrics.stringWidth(title, BOLD, size)))
    canvas.setFont(BOLD, size)
    canvas.drawCentredString(box.x + box.width / 2, box.y + box.height / 2 - size / 3, title)
    canvas.restoreState()


def _frame(canvas: "Canvas", box: Box) -> None:
    canvas.setFillColor(HexColor("#ffffff"))
    canvas.setStrokeColor(HexColor("#bbbbbb"))
    canvas.setLineWidth(0.3)
    canvas.rect(box.x, box.y, box.width, box.height, stroke=1, fill=1)


def _border(canvas: "Canvas", face: Face, box: Box) -> None:
    """A frame in the card's colour, of a form that its kind has: plain, double, thick with round corners, dashed."""
    unit = box.unit
    canvas.saveState()
    canvas.setStrokeColor(HexColor(face.colour))
    canvas.setLineWidth((0.5, 0.35, 1.0, 0.6)[face.frame % FRAMES] * unit)
    if face.frame % FRAMES == DASHED:
        canvas.setDash(2 * unit, 1.2 * unit)
    for inset in (EDGE, EDGE + 0.8) if face.frame % FRAMES == DOUBLE else (EDGE,):
        edge = inset * unit
        radius = _corner_radius(face, box)
        canvas.roundRect(box.x + edge, box.y + edge, box.width - 2 * edge, box.height - 2 * edge, radius, 1, 0)
    canvas.restoreState()


def _corner_radius(face: Face, box: Box) -> float:
    """Return the radius of the corners of a card's frame, in points."""
    return (2.5 if face.frame % FRAMES == ROUND else 0.4) * box.unit


def _fitted(canvas: "Canvas", text: str, font: str, size: float, x: float, y: float, width: float) -> None:
    wide = pdfmetrics.stringWidth(text, font, size)
    canvas.setFont(font, size if wide <= width else size * width / wide)
    canvas.drawString(x, y, text)


def _attributes(canvas: "Canvas", face: Face, box: Box, top: float, mark_inferred: bool) -> float:
    """Write below the head what the card is, and its numbers as badges; return the height they took."""
    unit = box.unit
    used = 0.0
    if face.types:
        _types(canvas, face, box, top - 4 * unit, mark_inferred)
        used = 5 * unit
    left = box.x + 4 * unit
    for name, value, inferred in face.numbers:
        said = f"{value}{'*' if mark_inferred and inferred else ''}"
        big, small = 8.5 * box.point, 5.5 * box.point
        icon = face.icon_of(name, value)
        sign = 4 * unit if icon is not None else 0
        wide = pdfmetrics.stringWidth(said, BOLD, big) + pdfmetrics.stringWidth(name, BODY, small) + 3.6 * unit + sign
        if left + wide > box.x + box.width - 4 * unit and left > box.x + 4 * unit:
            left, used = box.x + 4 * unit, used + 6 * unit
        base = top - used - 6.2 * unit
        canvas.setFillColor(HexColor(face.colour))
        canvas.roundRect(left, base, 1.2 * unit, 5 * unit, 0.5 * unit, 0, 1)
        canvas.setStrokeColor(HexColor("#bbbbbb"))
        canvas.roundRect(left, base, wide, 5 * unit, unit, 1, 0)
        if icon is not None:
            draw_icon(canvas, icon, left + 1.8 * unit, base + 0.6 * unit, 3.8 * unit, INK)
        canvas.setFillColor(HexColor(INK))
        canvas.setFont(BOLD, big)
        canvas.drawString(left + 2 * unit + sign, base + 1.4 * unit, said)
        canvas.setFont(BODY, small)
        after = left + 2.6 * unit + sign + pdfmetrics.stringWidth(said, BOLD, big)
        canvas.drawString(after, base + 1.5 * unit, name)
        left += wide + unit
    return used + (7 * unit if face.numbers else 0)


def _types(canvas: "Canvas", face: Face, box: Box, base: float, mark_inferred: bool) -> None:
    """Write in a line what the card is, each with its icon, as large as all of it fits."""
    listed = [(face.icon_of(n, v), f"{v}{'*' if mark_inferred and inferred else ''}") for n, v, inferred in face.types]
    between = " · "
    text = between.join(said for _, said in listed)
    signs = sum(icon is not None for icon, _ in listed)
    size = 7 * box.point
    wide = pdfmetrics.stringWidth(text, BODY, size) + signs * SIGN * size
    size *= min(1, 55 * box.unit / wide)
    canvas.setFont(BODY, size)
    canvas.setFillColor(HexColor(SOFT))
    left = box.x + 4 * box.unit
    for number, (icon, said) in enumerate(listed):
        if number:
            canvas.drawString(left, base, between)
            left += pdfmetrics.stringWidth(between, BODY, size)
        if icon is not None:
            draw_icon(canvas, icon, left, base - 0.25 * size, 1.25 * size, SOFT)
            left += SIGN * size
        canvas.drawString(left, base, said)
        left += pdfmetrics.stringWidth(said, BODY, size)


def _picture(canvas: "Canvas", face: Face, path: Path, box: Box, top: float) -> float:
    """Draw the picture of a card, as high as leaves room for a text that can be read; return the height it took."""
    unit = box.unit
    width, room = box.width - 8 * unit, top - box.y - 8 * unit
    heights = _set(face, box, room, PLEASANT)[1]
    most = max(room / 4, room - sum(heights) - 2 * unit)
    image = ImageReader(io.BytesIO(jpeg(path)))
    wide, high = image.getSize()
    scale = min(width / wide, most / high)
    x = box.x + (box.width - wide * scale) / 2
    canvas.drawImage(image, x, top - unit - high * scale, wide * scale, high * scale)
    return float(high * scale + unit)


def _set(face: Face, box: Box, room: float, size: float) -> tuple[list[Paragraph], list[float]]:
    """The text of a card in letters of a size, with the height of each paragraph."""
    style = ParagraphStyle("text", fontName=BODY, fontSize=size * box.point, leading=size * 1.3 * box.point)
    paragraphs = [Paragraph(_escaped(text), style) for text in face.paragraphs]
    return paragraphs, [each.wrap(box.width - 8 * box.unit, room)[1] + 2 * box.unit for each in paragraphs]


def _text(canvas: "Canvas", face: Face, box: Box, top: float) -> bool:
    unit = box.unit
    room = top - box.y - 8 * unit
    size = LARGEST
    while True:
        paragraphs, heights = _set(face, box, room, size)
        if sum(heights) <= room or size <= SMALLEST:
            break
        size -= STEP
    place = top - 2 * unit
    for paragraph, height in zip(paragraphs, heights, strict=True):
        if place - height < box.y + 6 * unit:
            return False
        paragraph.drawOn(canvas, box.x + 4 * unit, place - height)
        place -= height
    return True


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def card_box(corner: tuple[float, float], size: tuple[float, float]) -> Box:
    """The box of a card whose place and size are given in millimetres."""
    return Box(corner[0] * mm, corner[1] * mm, size[0] * mm, size[1] * mm)
