"""Colours as they are printed: what the names of a look come to on paper or a page, and the ink to write on them."""

from rich.color import Color
from rich.terminal_theme import TerminalTheme

from cardwright.presentation.look import Look
from cardwright_tools.table.drawing.look import styles

# The sixteen colours that terminals have names for, as they look well under black or white letters.
PRINTED = TerminalTheme(
    (255, 255, 255),
    (33, 31, 27),
    [
        (40, 38, 34), (168, 50, 42), (46, 120, 66), (196, 150, 22), (38, 88, 160), (146, 58, 140), (22, 126, 140),
        (206, 201, 190),
    ],
    [
        (104, 101, 95), (206, 80, 70), (82, 158, 92), (230, 190, 70), (62, 122, 200), (178, 92, 172), (72, 172, 188),
        (240, 236, 226),
    ],
)  # fmt: skip
BLACK, WHITE = "#000000", "#ffffff"
# What letters need to stand out for everybody: WCAG 2.2, criterion 1.4.3 (AA).
ENOUGH = 4.5


def printed(colour: Color) -> str:
    """A colour as `#rrggbb`."""
    return colour.get_truecolor(PRINTED).hex


def declared(look: Look) -> dict[str, str]:
    """The colours of a look as they are printed, by its words."""
    return {word: printed(style.color) for word, style in styles(look).items() if style.color is not None}


def ink(colour: str) -> str:
    """Black or white, whichever is read better on a colour."""
    return max((BLACK, WHITE), key=lambda each: contrast(each, colour))


def contrast(one: str, other: str) -> float:
    """How well one colour is told from another, from 1 to 21: the contrast ratio of WCAG 2.2."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    """The relative luminance of `#rrggbb` (WCAG 2.2)."""
    channels = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
