"""Widths of texts in the fonts of faces, and splitting of texts by font."""

import struct
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

FAMILY = "Cardwright Face"
FONT_FOLDER = Path(__file__).parent / "fonts"
FONTS = {False: "CardwrightFace-Regular.ttf", True: "CardwrightFace-Bold.ttf"}
# The width of a character that the fonts lack, in units of the font size; wide ones by their Unicode property.
NARROW, WIDE = 0.62, 1.0
# Joins several pictograms into one.
JOINER = "\u200d"
RIGHT_TO_LEFT = ("R", "AL")


def read_font(bold: bool) -> bytes:
    """Return the file of the normal or `bold` font."""
    return (FONT_FOLDER / FONTS[bold]).read_bytes()


@cache
def advances(bold: bool) -> dict[int, float]:
    """Return the advance width of each character of the normal or `bold` font, in units of the font size."""
    font = read_font(bold)
    count = struct.unpack_from(">H", font, 4)[0]
    tables = {}
    for number in range(count):
        tag, _, start, _ = struct.unpack_from(">4sLLL", font, 12 + 16 * number)
        tables[tag] = start
    units = struct.unpack_from(">H", font, tables[b"head"] + 18)[0]
    measured = struct.unpack_from(">H", font, tables[b"hhea"] + 34)[0]
    widths = [struct.unpack_from(">H", font, tables[b"hmtx"] + 4 * glyph)[0] / units for glyph in range(measured)]
    return {code: widths[min(glyph, measured - 1)] for code, glyph in _read_glyphs(font, tables[b"cmap"]).items()}


def _read_glyphs(font: bytes, start: int) -> dict[int, int]:
    """Return the glyph of each character in a `cmap` of format 4."""
    for number in range(struct.unpack_from(">H", font, start + 2)[0]):
        at = start + struct.unpack_from(">L", font, start + 4 + 8 * number + 4)[0]
        if struct.unpack_from(">H", font, at)[0] == 4:
            break
    else:
        raise ValueError("the font has no character map of format 4")
    segments = struct.unpack_from(">H", font, at + 6)[0] // 2
    found = {}
    for number in range(segments):
        place = at + 14 + 2 * number
        last, first, shift, offset = (
            struct.unpack_from(">H", font, place + jump)[0]
            for jump in (0, 2 * segments + 2, 4 * segments + 2, 6 * segments + 2)
        )
        for code in range(first, last + 1):
            glyph = code
            if offset:
                glyph = struct.unpack_from(">H", font, place + 6 * segments + 2 + offset + 2 * (code - first))[0]
                if not glyph:
                    continue
            found[code] = (glyph + shift) & 0xFFFF
    return found


def is_right_to_left(text: str) -> bool:
    """Return True if the script of the first letter of a text is written from right to left."""
    strong = (unicodedata.bidirectional(sign) for sign in text)
    return next((kind in RIGHT_TO_LEFT for kind in strong if kind in ("L", *RIGHT_TO_LEFT)), False)


def split_runs(text: str, bold: bool) -> Iterator[tuple[str, bool]]:
    """Yield the runs of a text as `(letters, own)`; `own` is True for letters in the face's own font."""
    known, run, of = advances(bold), "", ""
    for sign in text:
        own = ord(sign) in known
        script = "" if own else unicodedata.name(sign, "?").partition(" ")[0]
        joined = unicodedata.combining(sign) or unicodedata.category(sign) in ("Mn", "Mc", "Me", "Cf", "Sk")
        if run and of and (joined or sign == " " or run.endswith(JOINER)):
            script = of
        if run and script != of:
            yield run, not of
            run = ""
        run, of = run + sign, script
    if run:
        yield run, not of


@lru_cache(maxsize=50_000)
def text_width(text: str, size: float, bold: bool = False) -> float:
    """Return the width of a text in the unit of `size`; letters that the fonts lack are estimated."""
    known = advances(bold)
    return size * sum(known[ord(sign)] if ord(sign) in known else _estimate(sign) for sign in text)


def _estimate(sign: str) -> float:
    if unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return 0.0
    return WIDE if unicodedata.east_asian_width(sign) in ("W", "F") else NARROW
