"""Short marks for words on faces: figures, abbreviations, and words set into a circle."""

import re
from collections.abc import Iterable
from math import hypot

from cardwright_tools.faces.font_metrics import text_width
from cardwright_tools.faces.svg_pen import Pen, clean_text

NUMBER_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
# Letters of a word that is its own mark, and of a word and the number of words that stand in a circle.
MAX_MARK, MAX_WORD, MAX_WORDS = 7, 9, 3
NUMBER = re.compile(r"-?\d+")
# Figures as they are read when turned round.
TURNED = str.maketrans("69", "96")
# Heights of letters above the base line, with and without ascenders, and below it; the height of a line.
TALL, SMALL, BELOW, LINE = 0.69, 0.53, 0.2, 0.95
# The part of a circle's radius that letters reach, and the largest letters in units of the radius.
REACH, MAX_LETTERS = 0.86, 1.46


def write_figures(words: str) -> str:
    """Return a text with its number words written as figures: `draw 2` for `draw two`."""
    return " ".join(map(_write_figure, words.split()))


def _write_figure(word: str) -> str:
    number = word.casefold()
    return str(NUMBER_WORDS.index(number)) if number in NUMBER_WORDS else word


def is_number(value: str) -> bool:
    """Return True if a value is a number without a unit."""
    return NUMBER.fullmatch(value) is not None


def split_amount(value: str) -> tuple[str, str]:
    """Split `3 tea` into the number and its unit; a sum of several units has no unit."""
    found = NUMBER.match(value)
    if found is None:
        return "", ""
    unit = value[found.end() :].strip()
    return found[0], "" if "+" in unit else unit


def abbreviate(words: str) -> str:
    """Return the mark of a text for a corner: a figure or short word as it is, else the first letter of each word."""
    said = clean_text(write_figures(words)).split()
    if len(said) == 1 and len(said[0]) <= MAX_MARK:
        return said[0]
    return "".join(word if word.isdecimal() else word[0].upper() for word in said[:MAX_WORDS])


def find_ambiguous_figures(figures: Iterable[str]) -> frozenset[str]:
    """Return those of some figures that are read as another of them when turned round: 6 and 9, or 16 and 91."""
    turned = {each: each[::-1].translate(TURNED) for each in figures if each and set(each) <= set("01689")}
    return frozenset(each for each, other in turned.items() if each != other and other in turned)


def is_short(words: str) -> bool:
    """Return True if a text consists of so few and short words that it can stand in a circle."""
    said = words.split()
    return 0 < len(said) <= MAX_WORDS and all(word.isalpha() and len(word) <= MAX_WORD for word in said)


def draw_in_circle(
    pen: Pen, words: str, centre: tuple[float, float], radius: float, colour: str, underlined: bool = False
) -> None:
    """Draw words within a circle, on one line or one line for each word, as large as they fit and in its middle."""
    x, y = centre
    said = clean_text(words)
    size, lines = max((_fit(lines, radius), lines) for lines in ([said], said.split() or [said]))
    up = TALL if any(sign.isupper() or sign.isdecimal() or sign in "bdfhklt" for sign in lines[0]) else SMALL
    down = BELOW if any(sign in "gjpqy" for sign in lines[-1]) else 0.0
    base = y + size * (up - down / 2 - LINE * (len(lines) - 1)) / 2
    for number, line in enumerate(lines):
        pen.text(line, x, base + number * LINE * size, size, colour, True, "middle", underlined=underlined)


def _fit(lines: list[str], radius: float) -> float:
    """Return the size at which lines of letters fit into a circle."""
    wide = max(text_width(line, 1.0, True) for line in lines)
    high = TALL + LINE * (len(lines) - 1)
    return min(MAX_LETTERS, 2 * REACH / hypot(wide, high)) * radius
