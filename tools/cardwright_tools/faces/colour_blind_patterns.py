"""Patterns that distinguish colours for people who cannot see the colours."""

import math
from collections.abc import Iterable, Iterator
from itertools import pairwise

from cardwright_tools.faces.svg_pen import Box, Pen

Point = tuple[float, float]
Segment = tuple[Point, Point]
# In the order in which they are assigned to the values of a type.
PATTERNS = ("stripes", "dots", "waves", "lattice", "chevrons", "rings", "steps", "plain")


def fill_pattern(
    pen: Pen, pattern: str, box: Box, colour: str, step: float = 4.0, line: float = 0.5, round_: bool = False
) -> None:
    """Fill a box, or the circle in a square box, with a pattern; `step` is its period in millimetres."""
    radius = box[2] / 2
    middle = box[0] + radius, box[1] + radius
    if pattern in ("dots", "rings"):
        r = step * (0.17 if pattern == "dots" else 0.3)
        centres = [at for at in _list_centres(box, step) if not round_ or math.dist(at, middle) + r <= radius]
        steps = "".join(_render_circle(x, y, r) for x, y in centres)
        if pattern == "dots":
            pen.path(steps, colour)
        else:
            pen.path(steps, stroke=colour, line=line)
        return
    steps, last = "", None
    segments = clip_segments(_list_segments(pattern, box, step), box)
    for start, end in _clip_to_circle(segments, middle, radius) if round_ else segments:
        steps += "" if start == last else f"M{start[0]:.3g} {start[1]:.3g}"
        steps += f"L{end[0]:.3g} {end[1]:.3g}"
        last = end
    if steps:
        pen.path(steps, stroke=colour, line=line)


def _clip_to_circle(segments: Iterable[Segment], middle: Point, radius: float) -> Iterator[Segment]:
    """Yield the parts of segments that lie inside a circle."""
    for (ax, ay), (bx, by) in segments:
        dx, dy, x, y = bx - ax, by - ay, ax - middle[0], ay - middle[1]
        square, half = dx * dx + dy * dy, x * dx + y * dy
        inside = half * half - square * (x * x + y * y - radius * radius)
        if square and inside > 0:
            enter, leave = (
                max(0.0, (-half - math.sqrt(inside)) / square),
                min(1.0, (-half + math.sqrt(inside)) / square),
            )
            if enter < leave:
                yield (ax + enter * dx, ay + enter * dy), (ax + leave * dx, ay + leave * dy)


def _render_circle(x: float, y: float, r: float) -> str:
    return f"M{x - r:.3g} {y:.3g}a{r:.3g} {r:.3g} 0 1 0 {2 * r:.3g} 0a{r:.3g} {r:.3g} 0 1 0 {-2 * r:.3g} 0"


def _list_centres(box: Box, step: float) -> Iterator[Point]:
    x, y, w, h = box
    for row in range(int(h / step) + 1):
        for column in range(int(w / step) + 1):
            at = x + step * (column + (1 if row % 2 else 0.5)), y + step * (row + 0.5)
            if at[0] + step / 3 < x + w and at[1] + step / 3 < y + h:
                yield at


def _list_segments(pattern: str, box: Box, step: float) -> Iterator[Segment]:
    x, y, w, h = box
    if pattern in ("stripes", "lattice"):
        for number in range(int((w + h) / step) + 2):
            at = x - h + number * step
            yield (at, y + h), (at + h, y)
            if pattern == "lattice":
                yield (at, y), (at + h, y + h)
    elif pattern in ("waves", "chevrons", "steps"):
        for row in range(int(h / step) + 2):
            line = [
                (x + n * step / 4, y + row * step + _compute_rise(pattern, n) * step)
                for n in range(int(w / step * 4) + 3)
            ]
            yield from pairwise(line)


def _compute_rise(pattern: str, quarter: int) -> float:
    if pattern == "waves":
        return math.sin(quarter * math.pi / 4) / 4
    return abs(quarter % 4 - 2) / 4 if pattern == "chevrons" else (0, 0, 0.5, 0.5)[quarter % 4]


def clip_segments(segments: Iterable[Segment], box: Box) -> Iterator[Segment]:
    """Yield the parts of segments that lie inside a box (algorithm of Liang and Barsky)."""
    x, y, w, h = box
    for (ax, ay), (bx, by) in segments:
        dx, dy, enter, leave = bx - ax, by - ay, 0.0, 1.0
        for p, q in ((-dx, ax - x), (dx, x + w - ax), (-dy, ay - y), (dy, y + h - ay)):
            if p == 0:
                enter = 2.0 if q < 0 else enter
            elif p < 0:
                enter = max(enter, q / p)
            else:
                leave = min(leave, q / p)
        if enter < leave:
            yield (ax + enter * dx, ay + enter * dy), (ax + leave * dx, ay + leave * dy)
