"""Faces of small pieces: round tokens and markers of players."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from cardwright_tools.faces.colour_blind_patterns import fill_pattern
from cardwright_tools.faces.colours import BLACK, INK, PAPER, deepen, mix
from cardwright_tools.faces.font_metrics import text_width
from cardwright_tools.faces.model import Face
from cardwright_tools.faces.short_marks import is_number
from cardwright_tools.faces.svg_pen import ELLIPSIS, LINE, Pen

# How far round tokens are drawn beyond the cut; the width of their rim, and of its distance from letters.
ROUND_BLEED, RIM, INSET = 1.5, 2.1, 1.0
# Sizes of names.
MAX_SIZE, MIN_SIZE = 2.8, 1.9


def draw_token(pen: Pen, face: Face, brief: bool = False) -> None:
    """Draw a round token: the pattern at its rim and beyond the cut, a large icon or number, and the name.

    A `brief` one has no name.
    """
    w, h = pen.width, pen.height
    x, y, radius, inner = w / 2, h / 2, w / 2 + ROUND_BLEED, w / 2 - RIM
    pen.circle(x, y, radius, face.colour)
    box = x - radius, y - radius, 2 * radius, 2 * radius
    fill_pattern(pen, face.pattern, box, mix(face.colour, face.ink, 0.35), 2.2, 0.45, round_=True)
    pen.circle(x, y, inner, PAPER, mix(face.colour, BLACK, 0.35), 0.4)
    dark = deepen(mix(face.colour, BLACK, 0.3))
    number = re.search(r"\d+", face.name)
    value = face.corner.value if number is None and is_number(face.corner.value) else ""
    big = number[0] if number else value or face.initial
    size, lines = _fit_round(face.name.split() if big != face.name else [], inner - INSET, w * 0.2)
    if brief:
        lines = []
    elif not lines and big != face.name and (number is None or face.art is not None):
        lines, size = [_shorten_round(face.name, inner - INSET, w * 0.2)], MIN_SIZE
        pen.cut.append("name")
    centre = y - (1.7 if len(lines) < 2 else 2.6) * bool(lines)
    side = w * (0.6 if brief else 0.47 if len(lines) < 2 else 0.4)
    if face.art is None:
        side = min(12.0, w * 0.6 * 12 / text_width(big, 12, True), 12.0 if len(lines) < 2 else 9.5)
        pen.text(big, x, centre + side * 0.345, side, dark, True, "middle", w * 0.7, 0.3, "name", big in face.ambiguous)
    else:
        if value:
            side, centre = side * 0.7, centre + 1.2
            above = centre - side / 2 - 0.6
            pen.text(value, x, above, 4.2, dark, True, "middle", w * 0.4, 0.3, "corner", value in face.ambiguous)
        pen.icon(face.art, x - side / 2, centre - side / 2, side, dark)
    for place, line in enumerate(lines):
        pen.text(line, x, y + w * 0.2 + size * (0.95 + LINE * 0.95 * place), size, INK, True, "middle")


def _find_chord(radius: float, depth: float) -> float:
    """Return the width of a circle at a depth below its centre."""
    return 2 * math.sqrt(max(0.0, radius**2 - depth**2))


def _fit_round(words: Sequence[str], radius: float, top: float) -> tuple[float, list[str]]:
    """Return the largest size in which words fit into the lower part of a circle, and their lines; none if too long."""
    size = MAX_SIZE
    while words and size >= MIN_SIZE:
        for count in (1, 2, 3):
            rest, lines = list(words), []
            for place in range(count):
                chord = _find_chord(radius, top + size * (1.0 + LINE * 0.95 * place))
                taken = next(
                    (n for n in range(len(rest), 0, -1) if text_width(" ".join(rest[:n]), size, True) <= chord), 0
                )
                lines.append(" ".join(rest[:taken]))
                rest = rest[taken:]
            if not rest and all(lines):
                return size, lines
        size -= 0.1
    return MIN_SIZE, []


def _shorten_round(name: str, radius: float, top: float) -> str:
    """Return the beginning of a name that is too long for a circle."""
    chord, count = _find_chord(radius, top + MIN_SIZE), len(name)
    while count > 1 and text_width(name[:count].rstrip() + ELLIPSIS, MIN_SIZE, True) > chord:
        count -= 1
    return name[:count].rstrip() + ELLIPSIS


def draw_marker(pen: Pen, face: Face) -> None:
    """Draw a marker of a player: a shield with the icon of its colour, its number, and its name."""
    w, h = pen.width, pen.height
    right, low = w - 1.2, h - 1
    hull = (
        f"M{w / 2:g} .8Q{right:g} {h * 0.2:g} {right:g} {h * 0.46:g}V{low - 3:g}"
        f"Q{right:g} {low:g} {right - 3:g} {low:g}"
        f"H4.2Q1.2 {low:g} 1.2 {low - 3:g}V{h * 0.46:g}Q1.2 {h * 0.2:g} {w / 2:g} .8Z"
    )
    pen.path(hull, face.colour, mix(face.colour, BLACK, 0.45), 0.9)
    fill_pattern(pen, face.pattern, (3, h * 0.4, w - 6, h * 0.4), mix(face.colour, face.ink, 0.3), 2.4, 0.4)
    pen.circle(w / 2, h * 0.52, w * 0.33, PAPER)
    size, dark = w * 0.44, deepen(mix(face.colour, BLACK, 0.3))
    value = face.corner.value
    if value and face.art is not None:
        pen.text(value, w / 2, 7.2, 5, face.ink, True, "middle", w * 0.34, 0.3, "corner", value in face.ambiguous)
    if face.art is None:
        big = value or face.initial
        pen.text(big, w / 2, h * 0.52 + 3, 9, dark, True, "middle", w * 0.5, 0.3, "name", big in face.ambiguous)
    else:
        pen.icon(face.art, w / 2 - size / 2, h * 0.52 - size / 2, size, dark)
    pen.text(face.name, w / 2, h - 3.4, 3, face.ink, True, "middle", w - 6, 0.5, "name")
