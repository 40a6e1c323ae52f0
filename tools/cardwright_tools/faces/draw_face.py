"""Drawing of faces by their layouts, and of backs, in millimetres."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from cardwright_tools.faces.backs import CardBack
from cardwright_tools.faces.colour_blind_patterns import fill_pattern
from cardwright_tools.faces.colours import BLACK, INK, PAPER, WHITE, deepen, ink, mix
from cardwright_tools.faces.corners import (
    FOOT,
    SAFE,
    TAB,
    TALL_TAB,
    draw_corner,
    draw_low_mark,
    draw_turned_corner,
)
from cardwright_tools.faces.font_metrics import is_right_to_left, text_width
from cardwright_tools.faces.icon_from_name import REACH, draw_ornament
from cardwright_tools.faces.layouts import POKER, SIZES, choose_drawing
from cardwright_tools.faces.model import Berth, Face
from cardwright_tools.faces.numbers_on_faces import ROW, draw_numbers, find_row_height, measure_numbers
from cardwright_tools.faces.playing_cards import draw_playing_card
from cardwright_tools.faces.short_marks import draw_in_circle
from cardwright_tools.faces.svg_pen import (
    ELLIPSIS,
    GAP,
    LINE,
    MAX_TEXT,
    MIN_TEXT,
    Box,
    Pen,
    break_lines,
    cut_text,
    fit_text,
    scaled_symbol,
)
from cardwright_tools.faces.tokens_and_markers import draw_marker, draw_token

# The least size of names (5.5 pt), and the height of their lines.
MIN_NAME, NAME_LINE = 1.95, 1.1
# The font size below which a warning is given (6.5 pt).
SMALL_TEXT = 2.3
# The bar at the top.
HEAD = 14.0
# Heights of a picture and the least size of text beside it: the first that suits is taken. Letters smaller than can be
# read make the picture shrink to the height of the tab, and then vanish.
PICTURES = ((34.0, 3.3), (21.0, SMALL_TEXT), (TALL_TAB - HEAD + 1.2, SMALL_TEXT))
# On screens: how much larger all of a face is drawn, and of one that is too small for texts; heights as above.
LARGER, LARGEST = 1.22, 1.45
SCREEN_PICTURES = ((30.0, 3.5), (20.0, 3.1), *PICTURES[2:])
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
    """A face that is being drawn: on paper with a line at the bottom, on a `screen` without.

    A `brief` one has no text; `noted` is True if the card has one.
    """

    pen: Pen
    face: Face
    address: str = ""
    screen: bool = False
    brief: bool = False
    noted: bool = False
    text: float = field(default=MAX_TEXT)

    @property
    def foot(self) -> float:
        """The height of the bar at the bottom."""
        return SAFE - 0.6 if self.screen else FOOT


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
    (LAYOUTS[choose_drawing(face.layout, bool(face.text))] if face.template is None else _draw_template)(work)
    return Drawn(work.pen, scale, work.text * scale)


def draw_symbol(face: Face, name: str, picture: str = "") -> str:
    """Return a face as a symbol for a screen, with a brief form for where its text would be too small to be read.

    What only paper needs is left out. The classes `whole` and `brief` tell the forms apart.
    """
    layout = choose_drawing(face.layout, bool(face.text))
    if face.template is not None or layout not in ("poker_text", "emblem", "token"):
        return draw_face(face, picture=picture).pen.symbol(name)
    forms = []
    for zooms, brief in (((LARGER, 1.0), False), ((LARGEST,), True)):
        for zoom in zooms:
            usual, high = (SIZES[layout][0] if layout == "token" else POKER[0]), face.size[1]
            scale = face.size[0] / usual * (1.0 if layout == "token" else zoom)
            pen = Pen(face.size[0] / scale, high / scale, 0.0)
            shown = _abridge(face) if brief else face
            LAYOUTS[layout](_Work(pen, shown, picture if face.picture else "", True, brief, brief and bool(face.text)))
            if not pen.cut:
                break
        forms.append((pen, scale))
    return scaled_symbol(name, face.size, forms)


def _abridge(face: Face) -> Face:
    """Return what of a face is read at a glance."""
    bare = tuple(replace(mark, word="") if mark.icon else mark for mark in face.row)
    return replace(face, corner=replace(face.corner, word=""), row=bare, band="", text=())


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
        if back.kind:
            letters, low = band * 0.5, h / 2 - band
            pen.rect((w * 0.2, low - letters * 1.5, w * 0.6, letters * 1.5), dark, letters * 0.3, light, 0.3)
            low -= letters * 0.42
            pen.text(back.kind, w / 2, low, letters, WHITE, at="middle", room=w * 0.56, least=0.5, region="back")
        pen.end()
    return Drawn(pen, wide / POKER[0])


# ---------------------------------------------------------------- regions


def _shade(face: Face) -> str:
    return mix(face.colour, face.ink, 0.28)


def _draw_ground(work: _Work, edge: float = 3.2) -> None:
    """Draw the card's colour up to the edge of the bleed, and the card's pattern along both sides."""
    pen, b = work.pen, work.pen.bleed
    pen.flood(work.face.colour)
    for left in (-b, pen.width - edge):
        box = left, -b, b + edge, pen.height + b - work.foot
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
        draw_in_circle(pen, face.initial, (x + w / 2, y + h / 2), size * 0.56, dark, face.initial in face.ambiguous)
    else:
        pen.icon(face.art, x + w / 2 - size * 0.4, y + h / 2 - size * 0.4, size * 0.8, dark)
    if face.under is not None and h > 14:
        r = min(5.2, h * 0.22)
        cx, cy = x + w / 2 + size * 0.52, y + h / 2 + size * 0.36
        pen.circle(cx, cy, r, INK, PAPER, 0.5)
        pen.icon(face.under, cx - r * 0.66, cy - r * 0.66, r * 1.32, PAPER)


def _draw_name(work: _Work, x: float, y: float, room: float, size: float, at: str = "start") -> None:
    """Draw the name on a line, or in smaller letters on several lines if it is long."""
    pen, face = work.pen, work.face
    most = size
    while size > MIN_NAME:
        lines = break_lines(face.name.split(), size, room, bold=True)
        whole = sum(map(len, lines)) == len(face.name.split())
        if whole and len(lines) * size * NAME_LINE <= most * 1.55 and (len(lines) == 1 or size < most * 0.72):
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


def _draw_foot(work: _Work, turned: bool = False) -> None:
    """Draw the line at the bottom, on the card's plain colour, with the mark of the corner unless that is `turned`."""
    pen, face = work.pen, work.face
    y, title, colour, side = pen.height - SAFE - 0.5, face.back.title, ink(face.colour), SAFE + 2
    right = pen.width - (TAB if turned else side + draw_low_mark(pen, face, colour))
    room = right - side - text_width(title, SMALL_TEXT, True) - 2
    pen.text(face.foot, side, y, SMALL_TEXT, colour, room=max(12, room), least=0.5, region="foot")
    pen.text(title, right, y, SMALL_TEXT, colour, True, "end", pen.width / 2, 0.5, "foot")


def _draw_slots(work: _Work, x: float, y: float, room: float) -> None:
    """Draw the empty boxes for the goods or pieces that a card needs."""
    side = min(5.4, room / len(work.face.slots) - 0.8)
    colour = work.face.colour
    for number, icon in enumerate(work.face.slots):
        left = x + number * (side + 0.8)
        pen = work.pen
        pen.rect((left, y, side, side), WHITE, 0.9, mix(colour, BLACK, 0.3), 0.45)
        pen.icon(icon, left + side * 0.14, y + side * 0.14, side * 0.72, mix(deepen(colour), WHITE, 0.3))


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
    size, broken, tall = fit_text(face.text, w, h)
    top = y + (h - tall) / 2 if size else y
    if not size:
        size, broken = MIN_TEXT, cut_text(face.text, w, h)
        pen.cut.append("text")
    work.text = size
    for lines in broken:
        pen.paragraph(lines, x, top, size, INK, w)
        top += (len(lines) * LINE + GAP) * size


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
    """Draw a card in the poker layout: name, picture, types, numbers and text, in bars of the same height."""
    pen, face = work.pen, work.face
    _draw_ground(work)
    w, low, top = pen.width, pen.height - work.foot, HEAD - 1.2
    pen.rect((SAFE, HEAD, w - 2 * SAFE, low - HEAD), PAPER, 2.2)
    pen.rect((-pen.bleed, -pen.bleed, w + 2 * pen.bleed, top + pen.bleed), face.colour)
    two = face.second.icon is not None and not work.brief
    most = 7.6 if work.brief else 6.2
    _draw_name(work, TAB + 1.4, 7.1 + most * 0.42, w - TAB - (3.5 if work.brief else 5.5) - (10 if two else 0), most)
    if two:
        pen.icon(face.second.icon, w - 12.2, 2.6 + 0.8, 8.6, face.ink)
    inset, size = SAFE + 2.5, 4.4 if not work.brief else 5.0 if face.slots else 6.5
    room = w - 2 * inset
    taken = min(room, measure_numbers(face.row, size)[0])
    if work.brief and taken == room:
        size *= room / measure_numbers(face.row, size)[0]
    strip = size * ROW if face.slots else measure_numbers(face.row, size, room)[1]
    worth, band = (9.0 if face.table[1] else 0.0), (5.2 if face.band else 0.0)
    below = band + 1.4 + strip + worth
    art = _choose_picture_height(work, room, low - top - below - 1.5)
    if art:
        _draw_art(work, (SAFE, top, w - 2 * SAFE, art))
    if work.brief and face.second.icon != face.under:
        pen.icon(face.second.icon, w - SAFE - 8.6, top + 0.8, 7.6, deepen(mix(face.colour, BLACK, 0.3)))
    draw_corner(pen, face, face.corner, whole=art > 0)
    y = top + art
    if band:
        pen.rect((SAFE, y, w - 2 * SAFE, band), mix(face.colour, BLACK, 0.55))
        pen.text(face.band, w / 2, y + 3.75, 3.1, WHITE, True, "middle", w - 2 * SAFE - 3, region="types")
    y += band + 1.4
    if worth:
        low -= worth + 0.8
        _draw_table(work, (inset, low, room, worth))
    if face.slots:
        _draw_slots(work, inset, y + 0.4, room - taken - 2.4 * bool(face.row))
        draw_numbers(pen, face.row, (w - inset - taken, y), taken, size)
    elif face.text:
        draw_numbers(pen, face.row, (inset, y), room, size)
    elif face.row:
        high = find_row_height(face.row)
        size = min(9.0, size * room / taken, (low - y) / high - 0.5)
        draw_numbers(pen, face.row, (inset, (y + low - size * high) / 2), room, size, middle=True)
    y += strip
    _draw_text(work, (inset, y, room, low - y - 1.5))
    if work.noted:
        for number in range(3):
            pen.rect((SAFE + 1.8, top + art - 6.9 + 2.1 * number, (6.6, 6.6, 4.2)[number], 1.1), INK, 0.5)
    if not work.screen:
        _draw_foot(work)


def _choose_picture_height(work: _Work, room: float, free: float) -> float:
    """Return the height of the picture: that of all cards with as much text, or less if the text needs it."""
    face = work.face
    if not face.text:
        return PICTURES[0][0] if face.row and not work.brief and free > PICTURES[0][0] + 4 else free
    least = free * 0.3 if work.address else 0.0
    for high, size in SCREEN_PICTURES if work.screen else PICTURES:
        art = max(high, least)
        if art < free and fit_text(face.text, room, free - art)[0] >= size:
            return art
    return 0.0


def _draw_emblem(work: _Work) -> None:
    """Draw a card without a text: one large icon, corners at both sides, the name, and the value of the card."""
    pen, face = work.pen, work.face
    w, h, b = pen.width, pen.height, pen.bleed
    _draw_ground(work, 4.2)
    worth, foot, both = bool(face.table[1]), work.foot, bool(face.row and face.band)
    more = 6.0 * (bool(face.row) + bool(face.band)) if worth else 8.0 * both
    low = h - foot - (17 if worth else 9 if face.row or face.band else 0) - more
    pen.rect((4, 4, w - 8, h - 4 - foot), PAPER, 3)
    _draw_art(work, (4, 4, w - 8, low - 15))
    for right in (False,) if work.brief else (False, True):
        draw_corner(pen, face, face.corner, right)
    pen.rect((-b, low - 11, w + 2 * b, 11.1), face.colour)
    turned = low == h - FOOT and not work.screen
    _draw_name(work, w / 2, low - 3.2, w - (2 * TAB + 2 if turned else 12 if not work.brief else 5), 7.6, "middle")
    y = low
    if face.band:
        pen.text(face.band, w / 2, y + 5.6, 3.4, INK, True, "middle", w - 14, region="types")
        y += 6.0
    if face.row:
        size = 4.4 if not work.brief else min(7.0, 4.4 * (w - 10) / measure_numbers(face.row, 4.4)[0])
        y += 1.0 + draw_numbers(pen, face.row, (5, y + 1.0), w - 10, size, middle=True)
    if worth:
        _draw_table(work, (5.2, y + 1.6, w - 10.4, h - y - 3 - foot))
    pen.rect((-b, h - foot, w + 2 * b, foot + b), face.colour)
    if turned:
        draw_turned_corner(pen, face, face.corner)
    if not work.screen:
        _draw_foot(work, turned)


def _draw_landscape(work: _Work) -> None:
    """Draw a piece that lies on the table, such as a place: name at the top, art at the left, text, and zones."""
    pen, face = work.pen, work.face
    w, b, low = pen.width, pen.bleed, pen.height - FOOT
    _draw_ground(work)
    pen.rect((SAFE, HEAD, w - 2 * SAFE, low - HEAD), PAPER, 2.2)
    pen.rect((-b, -b, w + 2 * b, HEAD + b - 1.2), face.colour)
    _draw_name(work, TAB + 2, 9.8, w - TAB - 6, 6.8)
    berths = _choose_berths(face, w - 2 * SAFE - 20, low - HEAD - 2)
    art = find_place_art(face)
    wide = art[2]
    _draw_art(work, art)
    draw_corner(pen, face, face.corner)
    left, y, room = SAFE + wide + 3, HEAD + 1.5, w - 2 * SAFE - wide - 6
    if face.band and not berths:
        pen.text(face.band, left, y + 3.4, 3.4, INK, True, room=room, region="types")
        y += 5.0
    if berths:
        left = SAFE + wide + 1.5
        for berth in berths:
            across, _ = _find_berth_size(berth)
            box = left, HEAD, across, low - HEAD - 1.5
            pen.rect(box, mix(face.colour, WHITE, 0.85), 2, mix(face.colour, BLACK, 0.2), 0.4)
            pen.text(berth.title, left + across / 2, HEAD + 4, 3, deepen(face.colour), at="middle", room=across - 2)
            left += across + 1.5
    elif face.row and not face.text:
        size = min(11.0, room / measure_numbers(face.row, 1.0)[0])
        draw_numbers(pen, face.row, (left, (y + low - size * find_row_height(face.row)) / 2), room, size, middle=True)
    else:
        y += draw_numbers(pen, face.row, (left, y), room, 7) + (1 if face.row else 0)
        _draw_text(work, (left, y, room, max(4, low - 1.5 - y)))
    _draw_foot(work)


def find_place_art(face: Face) -> Box:
    """Return where the picture lies on a face in the landscape layout."""
    w, high = SIZES["landscape"]
    low = high - FOOT
    berths = _choose_berths(face, w - 2 * SAFE - 20, low - HEAD - 2)
    taken = sum(_find_berth_size(each)[0] + 1.5 for each in berths)
    wide = w - 2 * SAFE - taken - 1.5 if berths else 34.0 if face.text or face.row or face.band else w - 2 * SAFE
    return SAFE, HEAD - 1.2, wide, low - HEAD + 1.2


def _find_berth_size(berth: Berth) -> tuple[float, float]:
    """Return the room in which a piece lies with a rim of half a millimetre, below the title."""
    return berth.size[0] + 1, berth.size[1] + 6


def _choose_berths(face: Face, wide: float, high: float) -> Sequence[Berth]:
    """Return the zones of a face, if all pieces in them fit into a box; a card with texts has none."""
    sizes = [_find_berth_size(each) for each in face.berths]
    fits = sum(across + 1.5 for across, _ in sizes) + 1.5 <= wide and all(up <= high for _, up in sizes)
    return face.berths if fits and not (face.text or face.row) else ()


LAYOUTS: dict[str, Callable[[_Work], None]] = {
    "playing_card": lambda work: draw_playing_card(work.pen, work.face),
    "poker_text": _draw_poker_card,
    "emblem": _draw_emblem,
    "landscape": _draw_landscape,
    "token": lambda work: draw_token(work.pen, work.face, work.brief),
    "marker": lambda work: draw_marker(work.pen, work.face),
}
