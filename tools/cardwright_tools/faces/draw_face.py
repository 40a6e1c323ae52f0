"""Drawing of faces by their layouts, and of backs, in millimetres."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from cardwright_tools.faces.colour_blind_patterns import fill_pattern
from cardwright_tools.faces.colours import BLACK, INK, PAPER, WHITE, deepen, ink, mix
from cardwright_tools.faces.font_metrics import is_right_to_left, text_width
from cardwright_tools.faces.icon_from_name import REACH, draw_ornament
from cardwright_tools.faces.model import POKER, SIZES, CardBack, Face, Mark
from cardwright_tools.faces.playing_cards import draw_playing_card
from cardwright_tools.faces.svg_pen import ELLIPSIS, LINE, Box, Line, Pen, break_lines

# Font sizes of a card's text and the gap between paragraphs; the least size of names (5.5 pt), and the height of their
# lines.
MAX_TEXT, MIN_TEXT, GAP, MIN_NAME, NAME_LINE = 3.7, 1.9, 0.45, 1.95, 1.1
# The font size below which a warning is given (6.5 pt).
SMALL_TEXT = 2.3
HEAD, INDEX = 14.0, 13.0
# The side of the square in which templates are drawn.
TEMPLATE_UNITS = 24.0


@dataclass(frozen=True, slots=True)
class Drawn:
    """A drawn face: its pen, its scale relative to its own size, and the size of its text in millimetres."""

    pen: Pen
    scale: float
    text: float = MAX_TEXT

    @property
    def cut(self) -> tuple[str, ...]:
        """Regions whose text did not fit and was cut."""
        return tuple(dict.fromkeys(self.pen.cut))


@dataclass(slots=True)
class _Work:
    pen: Pen
    face: Face
    address: str = ""
    text: float = field(default=MAX_TEXT)


FamilyOf = Callable[[str], str]


def _find_no_family(_letters: str) -> str:
    return ""


def draw_face(
    face: Face, size: tuple[float, float] | None = None, picture: str = "", family_of: FamilyOf = _find_no_family
) -> Drawn:
    """Return the drawing of a face in its own size or another; `picture` is the address of its picture.

    `family_of` returns the font family for letters that the face's own fonts lack.
    """
    wide, high = size or face.size
    usual = SIZES[face.layout][0] if face.layout in ("landscape", "token", "marker") else POKER[0]
    scale = wide / usual
    work = _Work(Pen(usual, high / scale, 3 / scale, family_of=family_of), face, picture if face.picture else "")
    layout = face.layout
    if layout in ("square", "tile", "mini"):
        layout = "poker_text" if face.text else "emblem"
    (LAYOUTS[layout] if face.template is None else _draw_template)(work)
    return Drawn(work.pen, scale, work.text * scale)


def draw_back(
    back: CardBack,
    layout: str,
    size: tuple[float, float] | None = None,
    picture: str = "",
    family_of: FamilyOf = _find_no_family,
) -> Drawn:
    """Return the drawing of a back; `picture` is the address of its picture, if it has one.

    A back without a picture looks the same when turned round, so that a card's orientation reveals nothing.
    """
    wide, high = size or SIZES[layout]
    pen = Pen(POKER[0], high * POKER[0] / wide, 3 * POKER[0] / wide, family_of=family_of)
    w, h = pen.width, pen.height
    dark, light, edge = mix(back.colour, BLACK, 0.35), mix(back.colour, WHITE, 0.55), min(w, h) * 0.07
    pen.flood(back.colour)
    if back.picture is not None:
        b = pen.bleed
        pen.picture(picture, (-b, -b, w + 2 * b, h + 2 * b), "slice")
        return Drawn(pen, wide / POKER[0])
    if layout == "token":
        pen.circle(w / 2, h / 2, w / 2 - edge, dark, light, 1.2)
    else:
        pen.rect((edge, edge, w - 2 * edge, h - 2 * edge), dark, edge / 2, light, 0.6)
    inner = (edge + 1, edge + 1, w - 2 * edge - 2, h / 2 - edge - 1)
    if layout == "token":
        inner = (w * 0.2, h * 0.2, w * 0.6, h * 0.3)
    for turned in (0, 180):
        pen.begin(f"rotate({turned} {w / 2:g} {h / 2:g})")
        fill_pattern(pen, back.pattern, inner, mix(dark, WHITE, 0.22), min(w, h) / 9, 0.5)
        side = min(w, h) * 0.16
        for number, icon in enumerate(back.icons):
            off = (number - (len(back.icons) - 1) / 2) * side * 1.6
            pen.circle(w / 2 + off, h * 0.24, side * 0.72, dark)
            pen.icon(icon, w / 2 + off - side / 2, h * 0.24 - side / 2, side, light)
        band = min(h * 0.12, 9.0)
        pen.rect((edge + 0.5, h / 2 - band, w - 2 * edge - 1, band), back.colour)
        pen.path(f"M{edge + 0.5:g} {h / 2 - band:g}h{w - 2 * edge - 1:g}", stroke=light, line=0.5)
        pen.text(
            back.title, w / 2, h / 2 - band * 0.28, band * 0.72, ink(back.colour), True, "middle", w * 0.78, 0.3, "back"
        )
        pen.end()
    return Drawn(pen, wide / POKER[0])


# ---------------------------------------------------------------- regions


def _shade(face: Face) -> str:
    return mix(face.colour, face.ink, 0.28)


def _draw_ground(work: _Work, edge: float = 3.2) -> None:
    """Draw the card's colour up to the edge of the bleed, and the card's pattern along its edges."""
    pen, b = work.pen, work.pen.bleed
    w, h = pen.width, pen.height
    pen.flood(work.face.colour)
    for box in (
        (-b, -b, b + edge, h + 2 * b),
        (w - edge, -b, b + edge, h + 2 * b),
        (edge, h - edge - 2, w - 2 * edge, b + edge + 2),
    ):
        fill_pattern(pen, work.face.pattern, box, _shade(work.face), 2.4, 0.35)


def _draw_art(work: _Work, box: Box) -> None:
    """Draw the picture of the card; without one, its large icon or the first letter of its name."""
    pen, face = work.pen, work.face
    x, y, w, h = box
    pen.rect(box, mix(face.colour, WHITE, 0.72))
    if work.address:
        pen.rect(box, PAPER)
        pen.picture(work.address, (x + 0.8, y + 0.8, w - 1.6, h - 1.6))
        return
    pattern = face.pattern if face.pattern != "plain" else "lattice"
    fill_pattern(pen, pattern, box, mix(face.colour, WHITE, 0.5), 4.2, 0.55)
    size, dark = min(h * 0.86, w * 0.72), deepen(mix(face.colour, BLACK, 0.3))
    if face.ornament >= 0:
        size /= REACH
        draw_ornament(pen, face.ornament, (x + w / 2, y + h / 2), size * 0.56, mix(face.colour, BLACK, 0.2))
    pen.circle(x + w / 2, y + h / 2, size * 0.56, PAPER, mix(face.colour, BLACK, 0.2), 0.5)
    if face.art is None:
        pen.text(face.initial, x + w / 2, y + h / 2 + size * 0.29, size * 0.82, dark, True, "middle", size, 0.2)
    else:
        pen.icon(face.art, x + w / 2 - size * 0.4, y + h / 2 - size * 0.4, size * 0.8, dark)
    if face.under is not None and h > 14:
        r = min(5.2, h * 0.22)
        cx, cy = x + w / 2 + size * 0.52, y + h / 2 + size * 0.36
        pen.circle(cx, cy, r, INK, PAPER, 0.5)
        pen.icon(face.under, cx - r * 0.66, cy - r * 0.66, r * 1.32, PAPER)


def _draw_corner(work: _Work, mark: Mark, right: bool = False) -> None:
    """Draw the corner that shows when cards are fanned: the value above its icon, on the card's colour.

    With `right`, draw the upper right corner instead of the left.
    """
    if not mark.value and mark.icon is None:
        return
    pen, face = work.pen, work.face
    low = 24.0 if mark.value and mark.icon else 15.0
    b, centre = pen.bleed, pen.width - INDEX / 2 - 0.2 if right else INDEX / 2 + 0.2
    side = f"translate({pen.width:g} 0) scale(-1 1)" if right else ""
    pen.path(f"M{-b:g} {-b:g}H{INDEX:g}V{low:g}a3 3 0 0 1-3 3H{-b:g}Z", face.colour, moved=side)
    if mark.value:
        pen.text(mark.value, centre, 12.4, 11, face.ink, True, "middle", 10.6, 0.4, "corner")
        pen.icon(mark.icon, centre - 4.1, 14.9, 8.2, face.ink)
    elif mark.icon is not None:
        pen.icon(mark.icon, centre - 4.6, 4.4, 9.2, face.ink)


def _draw_name(work: _Work, x: float, y: float, room: float, size: float, at: str = "start") -> None:
    """Draw the name on a line, or in smaller letters on several lines if it is long."""
    pen, face = work.pen, work.face
    most = size
    while size > MIN_NAME:
        lines = break_lines(face.name.split(), size, room, bold=True)
        if len(lines) * size * NAME_LINE <= most * 1.55 and (len(lines) == 1 or size < most * 0.72):
            break
        size = max(MIN_NAME, size - 0.15)
    lines = break_lines(face.name.split(), size, room, bold=True)
    count = min(len(lines), int(most * 1.55 / (size * NAME_LINE)))
    said = [" ".join(map(str, line)) for line in lines[:count]]
    if count < len(lines):
        said[-1] = f"{said[-1][:-1]}{ELLIPSIS}"
        pen.cut.append("name")
    if at == "start" and is_right_to_left(face.name):
        x, at = x + room, "end"
    middle = y - most * 0.34
    for number, each in enumerate(said):
        base = middle + size * (0.34 + NAME_LINE * (number - (count - 1) / 2))
        pen.text(each, x, base, size, face.ink, True, at)


def _draw_foot(work: _Work) -> None:
    pen, face = work.pen, work.face
    y, title = pen.height - 2.0, face.back.title
    room = pen.width - 10 - text_width(title, 2.1, True) - 2
    pen.text(face.foot, 5, y, 2.1, face.ink, room=max(12, room), region="foot")
    pen.text(title, pen.width - 5, y, 2.1, face.ink, True, "end", pen.width / 2, 0.5, "foot")


def _draw_numbers(work: _Work, x: float, y: float, room: float, size: float = 4.6) -> float:
    """Draw the numbers that are not in a corner, and return the height that they take up."""
    left, top = x, y
    for mark in work.face.row:
        wide = _find_chip_width(mark, size)
        if left > x and left + wide > x + room:
            left, top = x, top + size * 1.4
        _draw_chip(work.pen, mark, left, top, size, room)
        left += wide + size * 0.55
    return top - y + size * 1.4 if work.face.row else 0.0


def _find_chip_width(mark: Mark, size: float) -> float:
    if mark.repeated and mark.value.isdecimal():
        return size * 1.05 * int(mark.value)
    return text_width(mark.value, size, True) + (
        size * 1.15 if mark.icon else text_width(mark.word, size * 0.62) + size * 0.25
    )


def _draw_chip(pen: Pen, mark: Mark, left: float, top: float, size: float, room: float) -> None:
    if mark.repeated and mark.value.isdecimal():
        for number in range(int(mark.value)):
            pen.icon(mark.icon, left + number * size * 1.05, top, size, INK)
        return
    if mark.icon is not None:
        pen.icon(mark.icon, left, top, size, INK)
        pen.text(mark.value, left + size * 1.15, top + size * 0.86, size, INK, True, room=room - size, region=mark.word)
        return
    wide = pen.text(mark.value, left, top + size * 0.86, size, INK, True)
    at = left + wide + size * 0.25
    pen.text(mark.word, at, top + size * 0.86, size * 0.62, INK, room=max(size, room - wide), region=mark.word)


def _draw_slots(work: _Work, x: float, y: float, room: float) -> None:
    """Draw the empty boxes for the goods or pieces that a card needs."""
    side = min(5.4, room / len(work.face.slots) - 0.8)
    colour = work.face.colour
    for number, icon in enumerate(work.face.slots):
        left = x + number * (side + 0.8)
        pen = work.pen
        pen.rect((left, y, side, side), WHITE, 0.9, mix(colour, BLACK, 0.3), 0.45)
        pen.icon(icon, left + side * 0.14, y + side * 0.14, side * 0.72, mix(deepen(colour), WHITE, 0.3))


def _fit_text(face: Face, w: float, h: float) -> tuple[float, list[list[Line]], float]:
    """Return the largest text size that fits into a box (0 if none does), the lines, and their height."""
    steps = round((MAX_TEXT - MIN_TEXT) * 20)
    low, high = -1, steps
    best: tuple[float, list[list[Line]], float] = (0, [], 0)
    while low < high:
        middle = (low + high + 1) // 2
        size = MIN_TEXT + (MAX_TEXT - MIN_TEXT) * middle / steps
        broken = [break_lines(each, size, w) for each in face.text]
        tall = (sum(map(len, broken)) * LINE + max(0, len(broken) - 1) * GAP) * size
        if tall <= h:
            low, best = middle, (size, broken, tall)
        else:
            high = middle - 1
    return best


def _draw_template(work: _Work) -> None:
    """Draw the author's template on the card's colour, and fill its placeholders with the card's values."""
    pen, face = work.pen, work.face
    assert face.template is not None
    side = max(pen.width, pen.height)
    left, top, unit = (pen.width - side) / 2, (pen.height - side) / 2, side / TEMPLATE_UNITS
    pen.flood(face.colour)
    pen.icon(face.template.drawing, left, top, side, face.colour)
    said = {name.replace(" ", "_"): value for name, value, _ in face.attributes} | {"name": face.name}
    for word, (x, y, wide, high) in face.template.places.items():
        box = left + x * unit, top + y * unit, wide * unit, high * unit
        if word == "text":
            _draw_text(work, box)
        elif word == "art" and work.address:
            pen.picture(work.address, box)
        elif word == "art":
            size = min(box[2], box[3])
            pen.icon(face.art, box[0] + (box[2] - size) / 2, box[1] + (box[3] - size) / 2, size, INK)
        elif said.get(word, "") not in ("", "no"):
            size = box[3] * 0.8
            base = box[1] + box[3] / 2 + size * 0.34
            pen.text(said[word], box[0] + box[2] / 2, base, size, INK, True, "middle", box[2], 0.4, word)


def _draw_text(work: _Work, box: Box) -> None:
    """Draw the text as large as it fits into a box; a text that is still too long is cut."""
    pen, face = work.pen, work.face
    x, y, w, h = box
    if not face.text:
        return
    size, broken, tall = _fit_text(face, w, h)
    top = y + (h - tall) / 2 if size else y
    if not size:
        size, broken = MIN_TEXT, _cut_text(face, w, h)
        pen.cut.append("text")
    work.text = size
    for lines in broken:
        pen.paragraph(lines, x, top, size, INK, w)
        top += (len(lines) * LINE + GAP) * size


def _cut_text(face: Face, w: float, h: float) -> list[list[Line]]:
    """Return as many lines of a text as fit in the smallest size; the last one ends with an ellipsis."""
    found: list[list[Line]] = []
    left = int(h / (MIN_TEXT * (LINE + 0.1)))
    for each in face.text:
        lines = break_lines(each, MIN_TEXT, w)[: max(0, left)]
        left -= len(lines)
        if lines:
            found.append(lines)
    if found:
        found[-1][-1] = [*found[-1][-1][:-1], "…"]
    return found


def _draw_table(work: _Work, box: Box) -> None:
    """Draw a row of a table: numbers of pieces above their values."""
    pen, face = work.pen, work.face
    x, y, w, h = box
    cells = face.table[1][:12]
    wide = w / len(cells)
    pen.rect(box, PAPER, 1.6)
    pen.rect((x, y, w, h * 0.42), deepen(mix(face.colour, BLACK, 0.3)), 1.6)
    for number, (many, worth) in enumerate(cells):
        centre = x + wide * (number + 0.5)
        pen.text(many, centre, y + h * 0.33, h * 0.3, WHITE, True, "middle", wide - 0.4)
        pen.text(worth, centre, y + h * 0.86, h * 0.4, INK, True, "middle", wide - 0.6)
        if number:
            pen.path(f"M{x + wide * number:.4g} {y + h * 0.42:.4g}V{y + h:.4g}", stroke="#d9d0bf", line=0.25)


# ---------------------------------------------------------------- layouts


def _draw_poker_card(work: _Work) -> None:
    """Draw a card in the poker layout, with the art in the height that the text leaves free."""
    pen, face = work.pen, work.face
    _draw_ground(work)
    w, low = pen.width, pen.height - 5.2
    pen.rect((3, HEAD, w - 6, low - HEAD), PAPER, 2.2)
    pen.rect((-pen.bleed, -pen.bleed, w + 2 * pen.bleed, HEAD + pen.bleed - 1.2), face.colour)
    two = face.second.icon is not None
    _draw_name(work, 15, 9.7, w - 18.5 - (10 if two else 0), 6.2)
    pen.icon(face.second.icon, w - 12.2, 2.6, 8.6, face.ink)
    strip = 7.4 if face.row or face.slots else 0.0
    worth = 9.0 if face.table[1] else 0.0
    band = 5.2 if face.band else 0.0
    below = band + 1.4 + strip + worth
    most = min(36.0 if face.text else 60.0, low - HEAD - below - 2.0)
    _, _, tall = _fit_text(face, w - 13, low - HEAD - below - 14)
    wanted = max(13.0, min(most, low - HEAD - below - max(tall, 8.0 if face.text else 0.0) - 3.0))
    if work.address:
        wanted = max(wanted, min(most, (low - HEAD) * 0.36))
    for art in (wanted, 13.0, 7.0, 0.0):
        room = low - (HEAD - 1.2 + art + below) - 1.0
        if not face.text or _fit_text(face, w - 13, room)[0]:
            break  # the picture makes room for a long text
    if art:
        _draw_art(work, (3, HEAD - 1.2, w - 6, art))
    _draw_corner(work, face.corner)
    y = HEAD - 1.2 + art
    left = 3.0 if art > 13 else 13.6
    if band:
        pen.rect((left, y, w - 3 - left, band), mix(face.colour, BLACK, 0.55))
        pen.text(face.band, (left + w - 3) / 2, y + 3.75, 3.1, WHITE, True, "middle", w - left - 6, region="types")
    y += band + 1.4
    if strip:
        inset = 6.5 if art > 13 else 15.0
        taken = sum(_find_chip_width(mark, 4.4) + 2.4 for mark in face.row)
        if face.slots:
            _draw_slots(work, inset, y, w - 6.5 - inset - taken)
            _draw_numbers(work, w - 6.5 - taken + 2.4, y + 0.4, taken, 4.4)
        else:
            strip = max(strip, _draw_numbers(work, inset, y + 0.2, w - 6.5 - inset) + 0.8)
        y += strip
    if worth:
        _draw_table(work, (5.5, low - worth - 0.8, w - 11, worth))
    _draw_text(work, (6.5, y, w - 13, low - worth - y - 1.0))
    _draw_foot(work)


def _draw_emblem(work: _Work) -> None:
    """Draw a card without a text: one large icon, corners at both sides, the name, and the value of the card."""
    pen, face = work.pen, work.face
    w, h, b = pen.width, pen.height, pen.bleed
    _draw_ground(work, 4.2)
    worth = bool(face.table[1])
    low = h - (22.5 if worth else 13 if face.row or face.band else 5.4)
    pen.rect((4, 4, w - 8, h - 9.4), PAPER, 3)
    _draw_art(work, (4, 4, w - 8, low - 15))
    for right in (False, True):
        _draw_corner(work, face.corner if face.corner.value else Mark("", face.art), right)
    pen.rect((-b, low - 11, w + 2 * b, 11), face.colour)
    _draw_name(work, w / 2, low - 3.2, w - 12, 7.6, "middle")
    if worth:
        _draw_table(work, (5.2, low + 1.6, w - 10.4, h - low - 8.4))
    elif face.row:
        _draw_numbers(work, 8, low + 1.4, w - 16, 4.4)
    elif face.band:
        pen.text(face.band, w / 2, low + 5.2, 3.4, INK, True, "middle", w - 14, region="types")
    pen.rect((-b, h - 5.2, w + 2 * b, 5.2 + b), face.colour)
    _draw_foot(work)


def _draw_playing_card(work: _Work) -> None:
    draw_playing_card(work.pen, work.face)


def _draw_landscape(work: _Work) -> None:
    """Draw a piece that lies on the table, such as a place: name at the top, art at the left, text, and zones."""
    pen, face = work.pen, work.face
    w, h, b = pen.width, pen.height, pen.bleed
    _draw_ground(work)
    pen.rect((3, HEAD, w - 6, h - HEAD - 5.2), PAPER, 2.2)
    pen.rect((-b, -b, w + 2 * b, HEAD + b - 1.2), face.colour)
    _draw_name(work, 16, 9.8, w - 20, 6.8)
    has_content = bool(face.text or face.row or face.berths)
    wide = 30.0 if has_content else w - 6
    _draw_art(work, (3, HEAD - 1.2, wide, h - HEAD - 4))
    _draw_corner(work, face.corner)
    left, y, room = wide + 6, HEAD + 2, w - wide - 12
    if has_content:
        y += _draw_numbers(work, left, y, room, 5) + (1 if face.row else 0)
        low = h - 7
        for title in face.berths[::-1]:
            pen.rect((left, low - 12, room, 11), mix(face.colour, WHITE, 0.85), 2, mix(face.colour, BLACK, 0.2), 0.4)
            pen.text(title, left + 2, low - 5.4, 3.2, deepen(face.colour), room=room - 4, region=title)
            low -= 12.5
        _draw_text(work, (left, y, room, max(4, low - y)))
    _draw_foot(work)


def _draw_token(work: _Work) -> None:
    """Draw a round token: the pattern at its rim, a large icon, and the name."""
    pen, face = work.pen, work.face
    w, h, b = pen.width, pen.height, pen.bleed
    pen.flood(face.colour)
    fill_pattern(pen, face.pattern, (-b, -b, w + 2 * b, h + 2 * b), mix(face.colour, face.ink, 0.35), 2.2, 0.45)
    pen.circle(w / 2, h / 2, w / 2 - 2.1, PAPER, mix(face.colour, BLACK, 0.35), 0.4)
    size, dark = w * 0.47, deepen(mix(face.colour, BLACK, 0.3))
    if face.art is None:
        pen.text(face.initial, w / 2, h / 2 + 2.4, 12, dark, True, "middle", w * 0.5)
    else:
        pen.icon(face.art, w / 2 - size / 2, h / 2 - size / 2 - 1.7, size, dark)
    pen.text(face.name, w / 2, h / 2 + w * 0.3, 2.7, INK, True, "middle", w * 0.62, 0.5, "name")


def _draw_marker(work: _Work) -> None:
    """Draw a marker of a player: a shield with the icon of its colour, and its name."""
    pen, face = work.pen, work.face
    w, h, b = pen.width, pen.height, pen.bleed
    pen.rect((-b, -b, w + 2 * b, h + 2 * b), WHITE)
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
    if face.art is None:
        pen.text(face.initial, w / 2, h * 0.52 + 3, 9, dark, True, "middle", w * 0.5)
    else:
        pen.icon(face.art, w / 2 - size / 2, h * 0.52 - size / 2, size, dark)
    pen.text(face.name, w / 2, h - 3.2, 3, face.ink, True, "middle", w - 5, 0.5, "name")


LAYOUTS: dict[str, Callable[[_Work], None]] = {
    "playing_card": _draw_playing_card,
    "poker_text": _draw_poker_card,
    "emblem": _draw_emblem,
    "landscape": _draw_landscape,
    "token": _draw_token,
    "marker": _draw_marker,
}
