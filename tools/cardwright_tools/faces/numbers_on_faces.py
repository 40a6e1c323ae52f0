"""Numbers on faces, each with its icon above its name."""

from __future__ import annotations

from collections.abc import Sequence

from cardwright_tools.faces.colours import INK
from cardwright_tools.faces.font_metrics import text_width
from cardwright_tools.faces.model import Mark
from cardwright_tools.faces.svg_pen import Pen, clean_text

# In units of the size of a number: the size of its name, the height of both, of rows with names and without, and the
# space between numbers.
CAPTION, CAPTIONED, ROW, BARE_ROW, SPACE = 0.44, 1.6, 1.76, 1.16, 0.55


def find_row_height(marks: Sequence[Mark]) -> float:
    """Return the height of a row of numbers in units of their size."""
    return ROW if any(mark.word for mark in marks) else BARE_ROW


def draw_numbers(
    pen: Pen, marks: Sequence[Mark], corner: tuple[float, float], room: float, size: float, middle: bool = False
) -> float:
    """Draw numbers with their names below an upper left corner, and return the height that they take up.

    With `middle`, each row is in the middle of the room.
    """
    x, y = corner
    rows = _break_into_rows(marks, room, size)
    for number, row in enumerate(rows):
        left = x + (room - _find_row_width(row, size)) / 2 if middle else x
        for mark, wide in row:
            _draw_number(pen, mark, left, y + number * size * find_row_height(marks), size, wide)
            left += wide + size * SPACE
    return len(rows) * size * find_row_height(marks)


def measure_numbers(marks: Sequence[Mark], size: float, room: float = 1e6) -> tuple[float, float]:
    """Return the width and height of numbers in rows that are no wider than the room."""
    rows = _break_into_rows(marks, room, size)
    return max((_find_row_width(row, size) for row in rows), default=0.0), len(rows) * size * find_row_height(marks)


def _break_into_rows(marks: Sequence[Mark], room: float, size: float) -> list[list[tuple[Mark, float]]]:
    """Return numbers with their widths, in rows."""
    rows: list[list[tuple[Mark, float]]] = []
    for mark in marks:
        wide = min(room, max(_find_value_width(mark, size), text_width(clean_text(mark.word), size * CAPTION)))
        if not rows or _find_row_width([*rows[-1], (mark, wide)], size) > room + 0.001:
            rows.append([])
        rows[-1].append((mark, wide))
    return rows


def _find_row_width(row: Sequence[tuple[Mark, float]], size: float) -> float:
    return sum(wide for _, wide in row) + size * SPACE * (len(row) - 1)


def _find_value_width(mark: Mark, size: float) -> float:
    if mark.repeated and mark.value.isdecimal():
        return size * 1.05 * int(mark.value)
    return text_width(mark.value, size, True) + (size * 1.15 if mark.icon else 0)


def _draw_number(pen: Pen, mark: Mark, left: float, top: float, size: float, room: float) -> None:
    """Draw a number with its icon, or as that number of icons, and its name below."""
    at = left + max(0.0, room - _find_value_width(mark, size)) / 2
    if mark.repeated and mark.value.isdecimal():
        for number in range(int(mark.value)):
            pen.icon(mark.icon, at + number * size * 1.05, top, size, INK)
    else:
        shift = size * 1.15 if mark.icon is not None else 0.0
        pen.icon(mark.icon, at, top, size, INK)
        pen.text(mark.value, at + shift, top + size * 0.86, size, INK, True, room=room - shift, region=mark.word)
    base = top + size * (CAPTIONED - 0.1)
    pen.text(mark.word, left + room / 2, base, size * CAPTION, INK, at="middle", room=room, region=mark.word)
