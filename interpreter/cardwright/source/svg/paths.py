"""SVG paths as steps on a plane: parse, transform and write them.

Follows the grammar of paths in SVG 2 (9.3) and its notes on arcs (B.2.4). All shapes are converted to lines and Bézier
curves.
"""

import math
import re
from collections.abc import Iterator
from typing import NamedTuple

# The side of the square.
SIZE = 24.0
# Drawn in the colour of the text beside it.
INK = "ink"
# `M` and `L` have one point, `C` three, `Z` none; all coordinates are absolute.
Step = tuple[str, tuple[float, ...]]


class SvgShape(NamedTuple):
    """A shape in a square of 24 by 24, as plain values; a colour is `ink`, `#rrggbb`, or "" for none."""

    steps: tuple[Step, ...]
    fill: str
    stroke: str
    width: float
    cap: str
    join: str
    rule: str


def print_path(path: tuple[Step, ...]) -> str:
    """Return a path as the text of an SVG attribute `d`."""
    return "".join(letter + " ".join(f"{value:.7g}" for value in at) for letter, at in path)


# a, b, c, d, e, f of SVG: x' = ax + cy + e, y' = bx + dy + f.
Matrix = tuple[float, float, float, float, float, float]
# Limits for coordinates. Larger numbers do not occur in pictures, and smaller ones count as 0, so that squares and
# quotients stay finite.
FARTHEST = 1e6
SMALLEST = 1e-9
# Limit for the numbers of a matrix, enough to move the smallest picture from the farthest position.
MAX_IN_MATRIX = 1e18
_BLANK = re.compile(r"[\s,]*")
_NUMBER = re.compile(r"[+-]?(?:\d{1,30}\.?\d{0,30}|\.\d{1,30})(?:[eE][+-]?\d{1,3})?")
_FLAG = re.compile(r"[01]")
_LETTER = re.compile(r"[MmLlHhVvCcSsQqTtAaZz]")
NUMBERS_OF_LETTER = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


class PathError(ValueError):
    """Error for a text that is not an SVG path, with the reason."""


def number(text: str) -> float:
    """Parse a number without a unit. Raises PathError."""
    if _NUMBER.fullmatch(text.strip()) is None:
        raise PathError(f"`{text[:20]}` is not a number without a unit")
    return round_to_zero(float(text))


def parse_numbers(text: str) -> list[float]:
    """Parse numbers separated by blanks or commas. Raises PathError."""
    return [number(each) for each in re.split(r"[\s,]+", text.strip()) if each]


def parse_steps(text: str, most: int) -> list[Step]:
    """Parse the SVG attribute `d`. Raises PathError if it is invalid or has more than `most` steps."""
    found: list[Step] = []
    pen = _Pen()
    for letter, values in _list_commands(text):
        found += pen.draw(letter, values)
        if len(found) > most:
            raise PathError(f"it has more than {most:,} steps")
    return found


def transform_path(path: list[Step], matrix: Matrix) -> list[Step]:
    """Transform the points of a path by a matrix."""
    a, b, c, d, e, f = matrix
    result: list[Step] = []
    for letter, at in path:
        points = [(a * x + c * y + e, b * x + d * y + f) for x, y in zip(at[::2], at[1::2], strict=True)]
        result.append((letter, tuple(round(round_to_zero(value), 3) for point in points for value in point)))
    return result


def multiply_matrices(one: Matrix, other: Matrix) -> Matrix:
    """Return the matrix that applies `other` first and then `one`. Raises PathError if a number becomes too large."""
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    product = (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)
    if not all(abs(value) <= MAX_IN_MATRIX for value in product):
        raise PathError(f"a transformation has a number above {MAX_IN_MATRIX:,.0f}")
    return product


def make_ellipse(x: float, y: float, across: float, up: float) -> list[Step]:
    """Return the outline of an ellipse with centre (`x`, `y`) and radii `across` and `up`."""
    begun: Step = ("M", (x + across, y))
    return [begun, *_make_arc(x + across, y, (across, up, 0, 0, 1), x - across, y),
            *_make_arc(x - across, y, (across, up, 0, 0, 1), x + across, y), ("Z", ())]  # fmt: skip


def round_to_zero(value: float) -> float:
    """Return a number, or 0 if it is negligible. Raises PathError if it is too large."""
    if not abs(value) <= FARTHEST:
        raise PathError(f"a number is above {FARTHEST:,.0f}")
    return value if abs(value) >= SMALLEST else 0.0


def _list_commands(text: str) -> Iterator[tuple[str, list[float]]]:
    """Yield each command of a path as its letter and the numbers for one use; a repeated command is yielded again."""
    at = _skip(text, 0)
    letter = ""
    while at < len(text):
        found = _LETTER.match(text, at)
        if found is not None:
            letter, at = found[0], _skip(text, found.end())
        elif not letter or letter in "Zz":
            raise PathError(f"`{text[at : at + 12]}` is not a step of a path")
        values = []
        for place in range(NUMBERS_OF_LETTER[letter.upper()]):
            matched = (_FLAG if letter in "Aa" and place in (3, 4) else _NUMBER).match(text, at)
            if matched is None:
                raise PathError(f"a number is missing after `{letter}` in the path")
            values.append(round_to_zero(float(matched[0])))
            at = _skip(text, matched.end())
        yield letter, values
        letter = {"M": "L", "m": "l"}.get(letter, letter)


def _skip(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return at if found is None else found.end()


class _Pen:
    """The pen while a path is parsed: current point, start, and last control point for smooth curves."""

    def __init__(self) -> None:
        self.x = self.y = self.begun_x = self.begun_y = 0.0
        self.bent: tuple[str, float, float] | None = None
        self.any = False

    def draw(self, letter: str, values: list[float]) -> list[Step]:
        word = letter.upper()
        if not self.any and word != "M":
            raise PathError("a path begins with `M`")
        self.any = True
        at = values if letter.isupper() else self._make_absolute(word, values)
        bent, self.bent = self.bent, None
        if word == "Z":
            self.x, self.y = self.begun_x, self.begun_y
            return [("Z", ())]
        if word == "M":
            self.begun_x, self.begun_y = at
        if word in ("M", "L", "H", "V"):
            at = {"H": [at[0], self.y], "V": [self.x, at[-1]]}.get(word, at)
            drawn: list[Step] = [("M" if word == "M" else "L", (at[0], at[1]))]
        elif word == "A":
            drawn = _make_arc(self.x, self.y, (at[0], at[1], at[2], at[3], at[4]), at[5], at[6])
        else:
            drawn = [self._make_curve(word, at, bent)]
        self.x, self.y = at[-2:]
        return drawn

    def _make_absolute(self, word: str, values: list[float]) -> list[float]:
        if word == "A":
            return [*values[:5], values[5] + self.x, values[6] + self.y]
        if word in ("H", "V"):
            return [values[0] + (self.x if word == "H" else self.y)]
        return [value + (self.y if place % 2 else self.x) for place, value in enumerate(values)]

    def _make_curve(self, word: str, at: list[float], bent: tuple[str, float, float] | None) -> Step:
        if word in ("S", "T"):  # begins as the last curve of its sort ended
            smooth = bent is not None and bent[0] == ("C" if word == "S" else "Q")
            first = [2 * self.x - bent[1], 2 * self.y - bent[2]] if smooth and bent is not None else [self.x, self.y]
            at = [*first, *at]
        if word in ("C", "S"):
            self.bent = ("C", at[2], at[3])
            return ("C", tuple(at))
        u, v, x, y = at
        self.bent = ("Q", u, v)
        one = (self.x + (u - self.x) * 2 / 3, self.y + (v - self.y) * 2 / 3)
        return ("C", (*one, x + (u - x) * 2 / 3, y + (v - y) * 2 / 3, x, y))


def _make_arc(
    x: float, y: float, shape: tuple[float, float, float, float, float], to_x: float, to_y: float
) -> list[Step]:
    """Return an elliptical arc as curves; `shape` is the two radii, the rotation in degrees, and the two flags."""
    across, up = abs(shape[0]), abs(shape[1])
    if (x, y) == (to_x, to_y):
        return []
    if not across or not up:
        return [("L", (to_x, to_y))]
    turn = math.radians(shape[2])
    cos, sin = math.cos(turn), math.sin(turn)
    u, v = (cos * (x - to_x) + sin * (y - to_y)) / 2, (cos * (y - to_y) - sin * (x - to_x)) / 2
    short = math.sqrt((u / across) ** 2 + (v / up) ** 2)
    if short > 1:
        across, up = across * short, up * short
    rest = max(0.0, (across * up) ** 2 / ((across * v) ** 2 + (up * u) ** 2) - 1)
    way = math.sqrt(rest) * (-1 if shape[3] == shape[4] else 1)
    mid_u, mid_v = way * across * v / up, -way * up * u / across
    mid_x, mid_y = cos * mid_u - sin * mid_v + (x + to_x) / 2, sin * mid_u + cos * mid_v + (y + to_y) / 2
    begun = math.atan2((v - mid_v) / up, (u - mid_u) / across)
    swept = math.atan2((-v - mid_v) / up, (-u - mid_u) / across) - begun
    if shape[4] and swept < 0:
        swept += 2 * math.pi
    elif not shape[4] and swept > 0:
        swept -= 2 * math.pi
    count = max(1, math.ceil(abs(swept) / (math.pi / 2) - 1e-9))
    part = swept / count
    reach = 4 / 3 * math.tan(part / 4)

    def on(angle: float, out: float) -> tuple[float, float]:
        """Return the point of the ellipse at an angle, moved by `out` along the tangent."""
        p = across * (math.cos(angle) - out * math.sin(angle))
        q = up * (math.sin(angle) + out * math.cos(angle))
        return cos * p - sin * q + mid_x, sin * p + cos * q + mid_y

    curves: list[Step] = []
    for each in range(count):
        one, other = begun + each * part, begun + (each + 1) * part
        end = (to_x, to_y) if each == count - 1 else on(other, 0)
        curves.append(("C", (*on(one, reach), *on(other, -reach), *end)))
    return curves
