"""Colours of faces as printed: those of a look, their contrast and their mixtures."""

from rich.color import Color
from rich.terminal_theme import TerminalTheme

from cardwright.presentation.look import Look
from cardwright_tools.rich_styles_of_look import choose_styles

BLACK, WHITE = "#000000", "#ffffff"
# Colours of the background, of letters, and of secondary text.
PAPER, INK, SOFT = "#fffdf7", "#211d17", "#6b6255"
# Minimum contrast of letters, and of large ones (WCAG 2.2, criterion 1.4.3, AA).
MIN_CONTRAST, MIN_LARGE_CONTRAST = 4.5, 3.0
# Colours for words without one in `look:`, distinguishable with colour blindness (Okabe and Ito).
PALETTE = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a6a4f", "#6b5b95")
GREY = "#8a8a8a"
# Pieces without the colour that others of their kind have.
UNCOLOURED = "#e6dfcf"

# The sixteen named colours of terminals, readable under black or white letters.
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


def printed(colour: Color) -> str:
    """Return a colour as `#rrggbb`."""
    return colour.get_truecolor(PRINTED).hex


def declared(look: Look) -> dict[str, str]:
    """Return the colours of a look as printed, by word; colours under `inks` take precedence."""
    found = {word: printed(style.color) for word, style in choose_styles(look).items() if style.color is not None}
    return found | look.inks


def ink(colour: str) -> str:
    """Return black or white, the one with the better contrast to a colour."""
    return max((BLACK, WHITE), key=lambda each: contrast(each, colour))


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours by WCAG 2.2, from 1 to 21."""
    light, dark = sorted((compute_luminance(one), compute_luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def mix(one: str, other: str, share: float) -> str:
    """Return a colour between two, with a `share` of the second from 0 to 1."""
    pairs = zip(split_channels(one), split_channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def deepen(colour: str, least: float = 5.0) -> str:
    """Return the colour darkened until its contrast to paper is at least `least`."""
    while contrast(colour, PAPER) < least:
        colour = mix(colour, BLACK, 0.12)
    return colour


def split_channels(colour: str) -> tuple[int, ...]:
    """Return red, green and blue of `#rrggbb`, from 0 to 255."""
    return tuple(int(colour[place : place + 2], 16) for place in (1, 3, 5))


def compute_luminance(colour: str) -> float:
    """Return the relative luminance of `#rrggbb` (WCAG 2.2)."""
    channels = (part / 255 for part in split_channels(colour))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
