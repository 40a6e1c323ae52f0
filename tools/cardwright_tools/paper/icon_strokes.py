"""Draws icons with reportlab."""

from typing import TYPE_CHECKING

from reportlab.lib.colors import HexColor
from reportlab.pdfgen.pathobject import PDFPathObject

from cardwright.presentation.look import Icon
from cardwright.source.svg.shapes import INK, SIZE, Drawn, Step

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

_CAPS = {"butt": 0, "round": 1, "square": 2}
# FILL_EVEN_ODD and FILL_NON_ZERO of reportlab.pdfgen.
_RULES = {"evenodd": 0, "nonzero": 1}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


def draw_icon(canvas: "Canvas", icon: Icon, x: float, y: float, size: float, ink: str) -> None:
    """Draw an icon into the square above and right of a point; `ink` is `#rrggbb`."""
    canvas.saveState()
    canvas.translate(x, y + size)
    canvas.scale(size / SIZE, -size / SIZE)  # paper counts upwards
    for shape in icon.shapes:
        _draw(canvas, shape, ink)
    canvas.restoreState()


def _draw(canvas: "Canvas", shape: Drawn, ink: str) -> None:
    fill, stroke = ({INK: ink}.get(colour, colour) for colour in (shape.fill, shape.stroke))
    if fill:
        canvas.setFillColor(HexColor(fill))
    if stroke:
        canvas.setStrokeColor(HexColor(stroke))
    canvas.setLineWidth(shape.width)
    canvas.setLineCap(_CAPS[shape.cap])
    canvas.setLineJoin(_JOINS[shape.join])
    path = canvas.beginPath()
    for step in shape.steps:
        _go(path, step)
    canvas.drawPath(path, stroke=int(bool(stroke and shape.width)), fill=int(bool(fill)), fillMode=_RULES[shape.rule])


def _go(path: PDFPathObject, step: Step) -> None:
    match step:
        case ("M", (x, y)):
            path.moveTo(x, y)
        case ("L", (x, y)):
            path.lineTo(x, y)
        case ("C", (a, b, c, d, x, y)):
            path.curveTo(a, b, c, d, x, y)
        case _:
            path.close()
