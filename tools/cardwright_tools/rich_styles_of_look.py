"""Colours of a game's `look:` as rich styles, for the terminal and for print.

A colour is one of the names that rich knows (`green`, `magenta`, `bright_blue`, ...) or `#rrggbb`, and may carry
`bold`, `dim` or `italic`.
"""

from contextlib import suppress

from rich.color import ColorParseError
from rich.errors import StyleSyntaxError
from rich.style import Style

from cardwright.presentation.look import Look

# Styles of a word besides its colour.
MANNERS = ("bold", "dim", "italic")


def choose_styles(look: Look) -> dict[str, Style]:
    """Return the styles of the colours in a look that this terminal can show, by word."""
    found = {}
    for word, color in look.colors.items():
        with suppress(StyleSyntaxError, ColorParseError):
            found[word] = _style(color)
    return found


def check_colours(look: Look) -> list[str]:
    """Return warnings about unusable colours in a look."""
    known = choose_styles(look)
    unknown = [(word, color) for word, color in look.colors.items() if word not in known]
    return [f"look: `{color}` (for `{word}`) is not a colour" for word, color in unknown]


def _style(text: str) -> Style:
    """Return the style of a colour in a look; other styles of rich, such as links, are refused.

    Raises StyleSyntaxError or ColorParseError for an invalid colour.
    """
    words = text.split()
    colors = [word for word in words if word not in MANNERS]
    if not words or len(colors) > 1:
        raise StyleSyntaxError(text)
    color = colors[0] if colors else None
    return Style(color=color, bold="bold" in words, dim="dim" in words, italic="italic" in words)
