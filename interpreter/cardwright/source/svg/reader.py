"""Parser of untrusted SVG: an allow-list of elements and attributes.

Nothing of the file itself is passed on: shapes become lines and curves in a square of 24 by 24 with parsed colours,
from which new SVG is written. Scripts, styles, links, texts, pictures and entities are refused, so that an author's
drawing is shown whole or not at all.
"""

import math
import re
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar
from xml.parsers import expat

from cardwright.source.svg.paths import (
    INK,
    SIZE,
    Matrix,
    PathError,
    Step,
    SvgShape,
    make_ellipse,
    multiply_matrices,
    number,
    parse_numbers,
    parse_steps,
    round_to_zero,
    transform_path,
)

MAX_BYTES = 32 * 1024
MAX_STEPS = 2_000
MAX_ELEMENTS = 200
MAX_DEPTH = 20

# Left, top, width and height of a place in a template, and the beginning of its id.
PlaceBox = tuple[float, float, float, float]
PLACE = "place-"
R = TypeVar("R", bound="_DrawingReader")

_SVG = "http://www.w3.org/2000/svg"
SHAPES = {
    "path": ("d",),
    "rect": ("x", "y", "width", "height", "rx", "ry"),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "line": ("x1", "y1", "x2", "y2"),
    "polyline": ("points",),
    "polygon": ("points",),
}
_TEXT_ELEMENTS = ("title", "desc")
PAINT = ("fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "fill-rule", "transform")
# Attributes without a meaning for shapes, which are dropped.
_IDLE = ("id", "class", "version", "role", "focusable", "aria-hidden", "aria-label")
# Tolerance for a place beyond the edge of the picture, in its 24 units.
ROUNDING = 0.05
_OF_ROOT = ("viewBox", "width", "height")
_ALLOWED = {
    "svg": (*_OF_ROOT, *PAINT, *_IDLE),
    "g": (*PAINT, *_IDLE),
    **{shape: (*own, *PAINT, *_IDLE) for shape, own in SHAPES.items()},
    **dict.fromkeys(_TEXT_ELEMENTS, _IDLE),
}
CHOICES = {
    "stroke-linecap": ("butt", "round", "square"),
    "stroke-linejoin": ("miter", "round", "bevel"),
    "fill-rule": ("nonzero", "evenodd"),
}
_NAMED = {"currentColor": INK, "black": INK, "#000": INK, "#000000": INK, "none": "", "white": "#ffffff"}
_TRANSFORM = re.compile(r"\s*(matrix|translate|scale|rotate)\s*\(([^()]{1,200})\)[\s,]*")


class SvgError(ValueError):
    """Error for an SVG file that is refused; `line` and `column` count from 1, `label` tells what to do."""

    def __init__(self, message: str, label: str, line: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.line, self.column, self.label = line, column, label


class _Brush(NamedTuple):
    """The matrix, fill and stroke that apply to a shape; the defaults are SVG's initial values."""

    matrix: Matrix
    fill: str = INK
    stroke: str = ""
    width: float = 1.0
    cap: str = "butt"
    join: str = "miter"
    rule: str = "nonzero"


def read_drawing(text: str) -> tuple[SvgShape, ...]:
    """Return the shapes of an SVG file. Raises SvgError at the position of an element that is not allowed."""
    return tuple(_parse(text, _DrawingReader()).drawn)


def read_template(text: str) -> tuple[tuple[SvgShape, ...], dict[str, PlaceBox]]:
    """Return the shapes of an SVG file, and the boxes of its places by name, which are not drawn.

    A place is a `<rect>` whose id is `place-` followed by the name. Raises SvgError as for drawings.
    """
    reading = _parse(text, _TemplateReader())
    return tuple(reading.drawn), reading.places


def _parse(text: str, reading: R) -> R:
    """Let the reader `reading` read an SVG file, and return the reader. Raises SvgError."""
    if len(text) > MAX_BYTES:
        message = f"this icon is larger than {MAX_BYTES // 1024} KiB, the limit for icons"
        raise SvgError(message, "draw it with fewer points")
    parser = expat.ParserCreate("utf-8", " ")

    def begin(name: str, attributes: dict[str, str]) -> None:
        try:  # the parser knows the position only as long as the element exists
            reading.begin(name, attributes)
        except (SvgError, PathError) as error:
            label = error.label if isinstance(error, SvgError) else "correct it, or draw the shape again"
            raise SvgError(str(error), label, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1) from error

    def refused(what: str) -> Any:
        def refuse(*_: object) -> None:
            message = f"{what} is not allowed in an icon"
            raise SvgError(message, "remove it", parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)

        return refuse

    parser.StartElementHandler = begin
    parser.EndElementHandler = reading.end
    parser.StartDoctypeDeclHandler = refused("a type of document")
    parser.ProcessingInstructionHandler = refused("an instruction `<?`")
    try:
        parser.Parse(text.encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        message, label = f"this is not SVG: {expat.ErrorString(error.code)}", "save it again as a plain SVG file"
        raise SvgError(message, label, error.lineno, error.offset + 1) from error
    if not reading.drawn:
        raise SvgError("this icon draws nothing", "add a shape, such as a `<path>`")
    return reading


class _DrawingReader:
    """Reader of one SVG file: the shapes so far, and the brush of every open element."""

    def __init__(self) -> None:
        self.drawn: list[SvgShape] = []
        self.open: list[_Brush] = []
        self.elements = self.steps = 0

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        namespace, _, word = name.rpartition(" ")
        self.elements += 1
        if namespace not in ("", _SVG) or word not in _ALLOWED or (word == "svg") != (not self.open):
            shapes = ", ".join(("g", *SHAPES))
            label = f"use an `<svg>` of {shapes}"
            raise SvgError(f"`<{_render_brief(word)}>` is not allowed in an icon", label)
        for attribute in attributes:
            if attribute not in _ALLOWED[word]:
                brief = _render_brief(attribute)
                raise SvgError(f"`{brief}` is not allowed at `<{word}>` in an icon", f"remove the attribute `{brief}`")
        if self.elements > MAX_ELEMENTS or len(self.open) >= MAX_DEPTH:
            message = f"this icon has more than {MAX_ELEMENTS} elements, or more than {MAX_DEPTH} levels"
            raise SvgError(message, "draw it with fewer elements")
        above = self.open[-1] if self.open else _Brush(_fit_square(attributes))
        brush = _change_brush(above, attributes)
        self.open.append(brush)
        if word in SHAPES:
            self._draw(_make_outline(word, attributes, MAX_STEPS - self.steps), brush)

    def end(self, _: str) -> None:
        self.open.pop()

    def _draw(self, outline: list[Step], brush: _Brush) -> None:
        self.steps += len(outline)
        if not outline or not (brush.fill or (brush.stroke and brush.width)):
            return
        a, b, c, d, _, _ = brush.matrix
        wide = round(round_to_zero(brush.width * math.sqrt(abs(a * d - b * c))), 3)
        at = tuple(transform_path(outline, brush.matrix))
        self.drawn.append(SvgShape(at, brush.fill, brush.stroke, wide, brush.cap, brush.join, brush.rule))


class _TemplateReader(_DrawingReader):
    """Reader of one SVG file that also collects its places, as boxes in the square of 24 by 24."""

    def __init__(self) -> None:
        super().__init__()
        self.places: dict[str, PlaceBox] = {}

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        called = attributes.get("id", "")
        is_place = name.rpartition(" ")[2] == "rect" and called.startswith(PLACE)
        super().begin(name, attributes | {"fill": "none", "stroke": "none"} if is_place else attributes)
        if not is_place:
            return
        word = called.removeprefix(PLACE)
        a, b, c, d, e, f = self.open[-1].matrix
        x, y, wide, high = (number(attributes.get(each, "0")) for each in ("x", "y", "width", "height"))
        if b or c or a <= 0 or d <= 0 or wide <= 0 or high <= 0:
            message = f"the place `{word[:30]}` needs a width and a height, and cannot be turned"
            raise SvgError(message, "write `width` and `height`, and no `rotate`")
        if word in self.places:
            raise SvgError(f"the place `{word[:30]}` is there twice", "rename or remove one of them")
        box = a * x + e, d * y + f, a * wide, d * high
        if min(box[:2]) < -ROUNDING or max(box[0] + box[2], box[1] + box[3]) > SIZE + ROUNDING:
            raise SvgError(f"the place `{word[:30]}` lies outside of the `viewBox`", "move it inside")
        self.places[word] = tuple(round(value, 3) for value in box)  # type: ignore[assignment]


def _render_brief(word: str) -> str:
    return word.rpartition(" ")[2][:30]


def _fit_square(attributes: Mapping[str, str]) -> Matrix:
    """Return the matrix that fits the picture into the square of 24 by 24."""
    if "viewBox" in attributes:
        box = parse_numbers(attributes["viewBox"])
    elif "width" in attributes and "height" in attributes:
        box = [0.0, 0.0, *(number(attributes[each].removesuffix("px")) for each in ("width", "height"))]
    else:
        box = []
    if len(box) != 4 or min(box[2:]) <= 0:
        message = "an icon needs a `viewBox` of four numbers, with a width and a height"
        raise SvgError(message, 'write for example `viewBox="0 0 512 512"`')
    x, y, wide, high = box
    scale = SIZE / max(wide, high)
    return (scale, 0, 0, scale, (SIZE - scale * wide) / 2 - scale * x, (SIZE - scale * high) / 2 - scale * y)


def _change_brush(brush: _Brush, attributes: Mapping[str, str]) -> _Brush:
    """Return a brush changed by the attributes of an element."""
    given: dict[str, Any] = {}
    for word, called in (("fill", "fill"), ("stroke", "stroke")):
        if word in attributes:
            given[called] = _colour(word, attributes[word].strip())
    if "stroke-width" in attributes:
        given["width"] = max(0.0, number(attributes["stroke-width"].removesuffix("px")))
    for word, called in (("stroke-linecap", "cap"), ("stroke-linejoin", "join"), ("fill-rule", "rule")):
        if word in attributes:
            if attributes[word] not in CHOICES[word]:
                message = f"`{word}` cannot be `{attributes[word][:20]}`"
                raise SvgError(message, f"one of {', '.join(CHOICES[word])}")
            given[called] = attributes[word]
    if "transform" in attributes:
        given["matrix"] = multiply_matrices(brush.matrix, _transform(attributes["transform"]))
    return brush._replace(**given)


def _colour(word: str, text: str) -> str:
    if text in _NAMED:
        return _NAMED[text]
    if re.fullmatch(r"#[0-9a-fA-F]{3}", text):
        text = "#" + "".join(sign * 2 for sign in text[1:])
    if re.fullmatch(r"#[0-9a-fA-F]{6}", text):
        return text.lower()
    label = "use for example `#b03030`, `currentColor` or `none`"
    raise SvgError(f"`{text[:30]}` is no colour for `{word}`", label)


def _transform(text: str) -> Matrix:
    matrix: Matrix = (1, 0, 0, 1, 0, 0)
    at = 0
    while at < len(text.rstrip()):
        found = _TRANSFORM.match(text, at)
        if found is None:
            label = "use matrix, translate, scale or rotate"
            raise SvgError(f"`{text[at : at + 30]}` is not allowed in an icon", label)
        matrix = multiply_matrices(matrix, _parse_transform(found[1], parse_numbers(found[2])))
        at = found.end()
    return matrix


def _parse_transform(word: str, given: list[float]) -> Matrix:
    match word, given:
        case "matrix", [a, b, c, d, e, f]:
            return (a, b, c, d, e, f)
        case "translate", [x, *rest] if len(rest) < 2:
            return (1, 0, 0, 1, x, rest[0] if rest else 0)
        case "scale", [x, *rest] if len(rest) < 2:
            return (x, 0, 0, rest[0] if rest else x, 0, 0)
        case "rotate", [angle, *middle] if len(middle) in (0, 2):
            x, y = middle or (0.0, 0.0)
            cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
            return (cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)
        case _:
            label = "write `translate(X, Y)`, `scale(FACTOR)` or `rotate(DEGREES)`"
            raise SvgError(f"`{word}` has the wrong number of numbers", label)


def _make_outline(shape: str, attributes: Mapping[str, str], most: int) -> list[Step]:
    """Return the steps of the outline of a shape, by its element name and attributes."""
    if shape == "path":
        return parse_steps(attributes.get("d", ""), most)
    if shape in ("polyline", "polygon"):
        return _connect_points(parse_numbers(attributes.get("points", "")), shape == "polygon", most)
    given = {word: number(attributes[word]) for word in SHAPES[shape] if word in attributes}
    if shape == "line":
        return _connect_points([given.get(word, 0.0) for word in SHAPES[shape]], False, most)
    if shape == "rect":
        return _list_rectangle(given)
    across, up = (given.get("r", 0.0),) * 2 if shape == "circle" else (given.get("rx", 0.0), given.get("ry", 0.0))
    return make_ellipse(given.get("cx", 0.0), given.get("cy", 0.0), across, up) if across > 0 and up > 0 else []


def _connect_points(at: list[float], closed: bool, most: int) -> list[Step]:
    if len(at) % 2 or len(at) < 4 or len(at) // 2 > most:
        message = "`points` must be pairs of numbers, at least two, and not too many"
        raise SvgError(message, "write for example `0,0 512,0 256,512`")
    points: list[Step] = [("L", (x, y)) for x, y in zip(at[2::2], at[3::2], strict=True)]
    return [("M", (at[0], at[1])), *points, *([("Z", ())] if closed else [])]


def _list_rectangle(given: Mapping[str, float]) -> list[Step]:
    x, y, wide, high = (given.get(word, 0.0) for word in ("x", "y", "width", "height"))
    if wide <= 0 or high <= 0:
        return []
    across = min(max(0.0, given.get("rx", given.get("ry", 0.0))), wide / 2)
    up = min(max(0.0, given.get("ry", given.get("rx", 0.0))), high / 2)
    round_ = f"A{across!r} {up!r} 0 0 1" if across and up else "L"
    if not (across and up):
        across = up = 0.0
    path = (
        f"M{x + across!r} {y!r}L{x + wide - across!r} {y!r}{round_} {x + wide!r} {y + up!r}"
        f"L{x + wide!r} {y + high - up!r}{round_} {x + wide - across!r} {y + high!r}"
        f"L{x + across!r} {y + high!r}{round_} {x!r} {y + high - up!r}L{x!r} {y + up!r}{round_} {x + across!r} {y!r}Z"
    )
    return parse_steps(path, MAX_STEPS)
