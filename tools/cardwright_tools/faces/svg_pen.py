"""Pen that draws a face as plain SVG in millimetres: shapes, icons and lines of text.

Only `rect`, `circle`, `path`, `g`, `use`, `image` and `text` with attributes are used, because browsers and Typst draw
these alike. All text is escaped here.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape

from cardwright.presentation.look import Icon
from cardwright.source.visible_control_characters import escape_controls
from cardwright_tools.faces.font_metrics import FAMILY, is_right_to_left, split_runs, text_width
from cardwright_tools.faces.image_codec import symbols

Box = tuple[float, float, float, float]
# The height of a line, of an icon in it, and how far its base line lies below its top, in units of the font size.
LINE, SIGN, BASE = 1.25, 1.12, 0.95
ELLIPSIS = "…"
# Font sizes of a card's text, and the gap between its paragraphs.
MAX_TEXT, MIN_TEXT, GAP = 3.7, 1.9, 0.45


@dataclass(frozen=True, slots=True)
class Sign:
    """An icon in a line of text; if `glued`, no line break may come between it and the next piece."""

    icon: Icon
    colour: str
    word: str
    glued: bool = False


# A word of a text, or an icon in it.
Piece = str | Sign
Line = list[Piece]


@dataclass
class Pen:
    """A drawing of `width` by `height` plus bleed, with the icons it uses and the regions whose text was cut."""

    width: float
    height: float
    bleed: float = 3.0
    parts: list[str] = field(default_factory=list)
    icons: dict[str, Icon] = field(default_factory=dict)
    cut: list[str] = field(default_factory=list)
    # A function that returns the font family for letters that the face's font lacks; "" for any.
    family_of: Callable[[str], str] = field(default=lambda _: "")

    def rect(self, box: Box, fill: str, radius: float = 0, stroke: str = "", line: float = 0) -> None:
        """Draw a rectangle."""
        x, y, w, h = box
        self.parts.append(
            f'<rect x="{x:.4g}" y="{y:.4g}" width="{max(0, w):.4g}" height="{max(0, h):.4g}" rx="{radius:.3g}" '
            f'fill="{fill}"{_render_outline(stroke, line)}/>'
        )

    def flood(self, colour: str) -> None:
        """Fill the whole drawing and its bleed."""
        b = self.bleed
        self.rect((-b, -b, self.width + 2 * b, self.height + 2 * b), colour)

    def circle(self, x: float, y: float, radius: float, fill: str, stroke: str = "", line: float = 0) -> None:
        """Draw a circle about a point."""
        self.parts.append(
            f'<circle cx="{x:.4g}" cy="{y:.4g}" r="{radius:.4g}" fill="{fill}"{_render_outline(stroke, line)}/>'
        )

    def path(self, steps: str, fill: str = "none", stroke: str = "", line: float = 0, moved: str = "") -> None:
        """Draw a path; `moved` is its transform."""
        at = f' transform="{moved}"' if moved else ""
        self.parts.append(f'<path d="{steps}" fill="{fill}"{_render_outline(stroke, line)}{at}/>')

    def icon(self, icon: Icon | None, x: float, y: float, size: float, colour: str) -> None:
        """Draw an icon in a square with this upper left corner."""
        if icon is not None:
            self.icons[icon.name] = icon
            square = f'x="{x:.4g}" y="{y:.4g}" width="{size:.4g}" height="{size:.4g}"'
            self.parts.append(f'<use href="#{escape(icon.name)}" {square} color="{colour}"/>')

    def picture(self, address: str, box: Box, fit: str = "meet") -> None:
        """Draw a picture as large as fits into a box; with the fit "slice", so large that it covers the box."""
        x, y, w, h = box
        place = f'x="{x:.4g}" y="{y:.4g}" width="{w:.4g}" height="{h:.4g}" preserveAspectRatio="xMidYMid {fit}"'
        self.parts.append(f'<image href="{escape(address)}" {place}/>')

    def begin(self, moved: str) -> None:
        """Begin a group with a transform."""
        self.parts.append(f'<g transform="{moved}">')

    def end(self) -> None:
        """End a group."""
        self.parts.append("</g>")

    def text(
        self,
        said: str,
        x: float,
        y: float,
        size: float,
        colour: str,
        bold: bool = False,
        at: str = "start",
        room: float = 0,
        least: float = 0.6,
        region: str = "",
        underlined: bool = False,
    ) -> float:
        """Draw a line of text on a base line and return its width.

        A text wider than `room` is shrunk, but at most to `least` of its size. If it is still too wide, it is cut, and
        the cut is recorded under `region`.
        """
        said = clean_text(said)
        wide = text_width(said, size, bold)
        if room and wide > room:
            size *= max(least, room / wide)
            if text_width(said, size, bold) > room + 0.01:
                self.cut.append(region or "text")
                said = _shorten(said, size, bold, room)
            wide = text_width(said, size, bold)
        left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[at]
        self._run(said, left, y, size, colour, bold)
        if underlined:
            self.rect((left + size * 0.04, y + size * 0.09, wide - size * 0.08, size * 0.08), colour)
        return wide

    def _run(self, said: str, left: float, y: float, size: float, colour: str, bold: bool) -> None:
        # A renderer would use the fallback font of one letter for the whole text.
        runs = list(split_runs(said, bold))
        if is_right_to_left(said):
            runs.reverse()
        for letters, own in runs:
            wide = text_width(letters, size, bold)
            fitted = "" if own or not wide else f' textLength="{wide:.4g}" lengthAdjust="spacingAndGlyphs"'
            weight = ' font-weight="700"' if bold else ""
            if not own and (family := self.family_of(letters)):
                weight += f' font-family="{escape(family)}"'
            place = f'x="{left:.4g}" y="{y:.4g}" font-size="{size:.4g}" fill="{colour}"{weight}'
            self.parts.append(f'<text {place} xml:space="preserve"{fitted}>{escape(letters, False)}</text>')
            left += wide

    def paragraph(self, lines: Sequence[Line], x: float, y: float, size: float, colour: str, room: float) -> None:
        """Draw lines that are already broken, below `y`. Scripts from right to left are aligned at the right."""
        said = " ".join(piece for line in lines for piece in line if isinstance(piece, str))
        from_right = is_right_to_left(said)
        for number, line in enumerate(lines):
            base = y + size * (BASE + LINE * number)
            left = x + room if from_right else x
            for words, sign in _split_at_icons(line):
                wide = text_width(words, size)
                if words:
                    self.text(words, left - wide if from_right else left, base, size, colour)
                    left += -wide if from_right else wide
                if sign is not None:
                    space = _measure_space(sign, size) + size * SIGN
                    self.icon(
                        sign.icon,
                        left - size * SIGN if from_right else left,
                        base - size * 0.88,
                        size * SIGN,
                        sign.colour,
                    )
                    left += -space if from_right else space

    def svg(self, bleed: float = 0) -> str:
        """Return the drawing as an SVG file with its icons and `bleed` millimetres around it."""
        box = f"{-bleed:g} {-bleed:g} {self.width + 2 * bleed:g} {self.height + 2 * bleed:g}"
        size = f'width="{self.width + 2 * bleed:g}mm" height="{self.height + 2 * bleed:g}mm"'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" {size} font-family="{FAMILY}">'
            f"<defs>{symbols(self.icons.values())}</defs>{''.join(self.parts)}</svg>"
        )

    def inline(self) -> str:
        """Return the drawing for a page that holds the icons; the page must describe the drawing in words."""
        box = f"0 0 {self.width:g} {self.height:g}"
        return f'<svg viewBox="{box}" font-family="{FAMILY}, sans-serif" aria-hidden="true">{"".join(self.parts)}</svg>'

    def symbol(self, name: str) -> str:
        """Return the drawing as a symbol for a page that holds the icons."""
        box = f"0 0 {self.width:g} {self.height:g}"
        return (
            f'<symbol id="{escape(name)}" viewBox="{box}" font-family="{FAMILY}, sans-serif">'
            f"{''.join(self.parts)}</symbol>"
        )


def scaled_symbol(name: str, size: tuple[float, float], forms: Sequence[tuple[Pen, float]]) -> str:
    """Return two drawings of the same card with their scales, the whole and the brief one, as one symbol."""
    box, drawn = f"0 0 {size[0]:g} {size[1]:g}", ""
    for kind, (pen, scale) in zip(("whole", "brief"), forms, strict=True):
        drawn += f'<g class="{kind}" transform="scale({scale:.4g})">{"".join(pen.parts)}</g>'
    return f'<symbol id="{escape(name)}" viewBox="{box}" font-family="{FAMILY}, sans-serif">{drawn}</symbol>'


def _split_at_icons(line: Line) -> Iterator[tuple[str, Sign | None]]:
    """Yield `(words, icon)` for each icon of a line: the words before it, with a blank, and the icon.

    The last words have None for the icon.
    """
    words: list[str] = []
    for piece in line:
        if isinstance(piece, Sign):
            yield "".join(f"{word} " for word in words), piece
            words = []
        else:
            words.append(piece)
    if words:
        yield " ".join(words), None


def clean_text(text: str) -> str:
    """Return a text as it is drawn: on one line, composed (NFC), control characters replaced by signs.

    Variation selectors of pictograms are removed, because the font has only one form.
    """
    plain = escape_controls(text).translate({ord("\n"): " ", ord("\t"): " ", 0xFE0E: None, 0xFE0F: None})
    return unicodedata.normalize("NFC", plain)


def _render_outline(stroke: str, line: float) -> str:
    return f' stroke="{stroke}" stroke-width="{line:g}"' if stroke and line else ""


def _measure_space(piece: Sign, size: float) -> float:
    """Return the width of the space after an icon, which is narrower before a word that belongs to the icon."""
    return text_width(" ", size) * (0.55 if piece.glued and not piece.word else 0 if piece.glued else 1)


def _find_piece_width(piece: Piece, size: float, bold: bool) -> float:
    return size * SIGN if isinstance(piece, Sign) else text_width(piece, size, bold)


def line_width(line: Line, size: float, bold: bool = False) -> float:
    """Return the width of a line of pieces."""
    gaps = (_measure_space(piece, size) if isinstance(piece, Sign) else text_width(" ", size) for piece in line[:-1])
    return sum(_find_piece_width(piece, size, bold) for piece in line) + sum(gaps)


def _shorten(said: str, size: float, bold: bool, room: float) -> str:
    low, high = 0, len(said)
    while low < high:
        middle = (low + high + 1) // 2
        if text_width(said[:middle].rstrip() + ELLIPSIS, size, bold) <= room:
            low = middle
        else:
            high = middle - 1
    return said[:low].rstrip() + ELLIPSIS


def _is_unbreakable(piece: Piece, following: Piece) -> bool:
    """Return True if no line break may come between two pieces."""
    if isinstance(piece, Sign):
        return piece.glued
    return isinstance(following, Sign) and re.fullmatch(r"[(+-]*\d+", piece) is not None


def _break_long_words(pieces: Sequence[Piece], size: float, room: float, bold: bool) -> Iterable[Piece]:
    """Yield the pieces; words that are wider than a line, or of a script without blanks, are broken."""
    for written in pieces:
        piece = written if isinstance(written, Sign) else clean_text(written)
        if isinstance(piece, Sign) or text_width(piece, size, bold) <= room:
            yield piece
            continue
        rest: str = piece
        while rest:
            count = 1
            while count < len(rest) and text_width(rest[: count + 1], size, bold) <= room:
                count += 1
            yield rest[:count]
            rest = rest[count:]


def break_lines(pieces: Sequence[Piece], size: float, room: float, bold: bool = False) -> list[Line]:
    """Return the pieces of a paragraph in lines no wider than `room`, measured in the normal or `bold` font."""
    whole = list(_break_long_words(pieces, size, room, bold))
    lines: list[Line] = [[]]
    start = 0
    while start < len(whole):
        end = start + 1
        while end < len(whole) and _is_unbreakable(whole[end - 1], whole[end]):
            end += 1
        bound = whole[start:end]
        if lines[-1] and line_width([*lines[-1], *bound], size, bold) > room + 0.001:
            lines.append([])
        lines[-1] += bound
        start = end
    return lines


def fit_text(text: Sequence[Sequence[Piece]], w: float, h: float) -> tuple[float, list[list[Line]], float]:
    """Return the largest text size that fits into a box (0 if none does), the lines, and their height."""
    steps = round((MAX_TEXT - MIN_TEXT) * 20)
    low, high = -1, steps
    best: tuple[float, list[list[Line]], float] = (0, [], 0)
    while low < high:
        middle = (low + high + 1) // 2
        size = MIN_TEXT + (MAX_TEXT - MIN_TEXT) * middle / steps
        broken = [break_lines(each, size, w) for each in text]
        tall = (sum(map(len, broken)) * LINE + max(0, len(broken) - 1) * GAP) * size
        if tall <= h:
            low, best = middle, (size, broken, tall)
        else:
            high = middle - 1
    return best


def cut_text(text: Sequence[Sequence[Piece]], w: float, h: float) -> list[list[Line]]:
    """Return as many lines of a text as fit in the smallest size; the last one ends with an ellipsis."""
    found: list[list[Line]] = []
    left = int(h / (MIN_TEXT * (LINE + 0.1)))
    for each in text:
        lines = break_lines(each, MIN_TEXT, w)[: max(0, left)]
        left -= len(lines)
        if lines:
            found.append(lines)
    if found:
        found[-1][-1] = [*found[-1][-1][:-1], "…"]
    return found
