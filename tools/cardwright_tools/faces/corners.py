"""Marks in the corners of faces: above where a hand is fanned, and upside down below."""

from cardwright_tools.faces.font_metrics import text_width
from cardwright_tools.faces.model import Face, Mark
from cardwright_tools.faces.svg_pen import Pen, clean_text

# The least distance of what is read from the cut, and the height of the bar at the bottom.
SAFE, FOOT = 3.0, 6.0
# The corner that shows when cards are fanned: its width; its height with a value, an icon and its name, with a value
# and a letter, and with one of them.
TAB, TALL_TAB, LETTER_TAB, SHORT_TAB = 14.2, 26.4, 22.6, 15.4
# The size of the mark in the bar at the bottom, and the least part to which a value shrinks.
LOW_MARK, LEAST = 4.0, 0.25
# The least size of what a number is called (5.5 pt).
MIN_CAPTION = 1.9


def draw_corner(pen: Pen, face: Face, mark: Mark, right: bool = False, whole: bool = True) -> None:
    """Draw the corner that shows when cards are fanned: the value above its icon and its name, on the card's colour.

    With `right`, draw the upper right corner instead of the left. Without `whole`, draw the value only.
    """
    if not mark.value and mark.icon is None:
        return
    tall = whole and bool(mark.value) and mark.icon is not None
    lettered = whole and bool(mark.value and mark.letter) and not tall
    low = TALL_TAB if tall else LETTER_TAB if lettered else SHORT_TAB
    room = TAB - SAFE - (0.6 if mark.value.isdecimal() else 2.0)
    b, centre = pen.bleed, (pen.width - (TAB + SAFE) / 2 if right else (TAB + SAFE) / 2)
    side = f"translate({pen.width:g} 0) scale(-1 1)" if right else ""
    if whole:
        pen.path(f"M{-b:g} {-b:g}H{TAB:g}V{low - 3:g}a3 3 0 0 1-3 3H{-b:g}Z", face.colour, moved=side)
    if mark.value:
        size = 11 * min(1.0, room / text_width(mark.value, 11, True))
        pen.text(
            mark.value,
            centre,
            8.4 + size * 0.345,
            size,
            face.ink,
            True,
            "middle",
            room,
            LEAST,
            "corner",
            mark.value in face.ambiguous,
        )
        if tall:
            pen.icon(mark.icon, centre - 4, 13.6, 8, face.ink)
            _draw_caption(pen, mark.word, centre, 24.4, 2.2, room, face.ink)
        elif lettered:
            pen.text(mark.letter, centre, 19.8, 7.5, face.ink, True, "middle", room, LEAST, "corner")
    elif mark.icon is not None:
        pen.icon(mark.icon, centre - 4.6, 4.2, 9.2, face.ink)


def draw_turned_corner(pen: Pen, face: Face, mark: Mark) -> None:
    """Draw the value or icon of a corner upside down in the lower right corner."""
    pen.begin(f"rotate(180 {pen.width / 2:g} {pen.height / 2:g})")
    draw_corner(pen, face, mark, whole=False)
    pen.end()


def draw_low_mark(pen: Pen, face: Face, colour: str) -> float:
    """Draw a small mark upside down at the right of the bar at the bottom, and return the width that it takes up."""
    mark = face.corner
    if not mark.value and mark.icon is None:
        return 0.0
    left = SAFE + 2
    pen.begin(f"rotate(180 {pen.width / 2:g} {pen.height / 2:g})")
    wide = LOW_MARK * 0.72
    if mark.value:
        base = SAFE + LOW_MARK * 0.69
        turned = mark.value in face.ambiguous
        wide = pen.text(mark.value, left, base, LOW_MARK, colour, True, "start", TAB, 0.5, "corner", turned)
    else:
        pen.icon(mark.icon, left, SAFE, wide, colour)
    pen.end()
    return wide + 1.5


def _draw_caption(pen: Pen, word: str, centre: float, base: float, size: float, room: float, colour: str) -> None:
    """Draw what a number is, if there is room for it in letters that can be read."""
    if text_width(clean_text(word), MIN_CAPTION) <= room:
        pen.text(word, centre, base, size, colour, at="middle", room=room)
