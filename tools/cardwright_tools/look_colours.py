"""Colours of a game's `look:` as rich styles, for the terminal and for print.

A colour is one of the names that rich knows (`green`, `bright_blue`, `dark_orange`, ...) or `#rrggbb`, and may carry
`bold`, `dim` or `italic`.
"""

from contextlib import suppress

from rich.color import ColorParseError
from rich.errors import StyleSyntaxError
from rich.style import Style

from cardwright.presentation.look import Look

# How a word can be written beside its colour.
MANNERS = ("bold", "dim", "italic")


def styles(look: Look) -> dict[str, Style]:
    """The colours of a look that this terminal knows, by their words."""
    found = {}
    for word, color in look.colors.items():
        with suppress(StyleSyntaxError, ColorParseError):
            found[word] = _style(color)
    return found


def remarks(look: Look) -> list[str]:
    """What in a look cannot be used."""
    known = styles(look)
    unknown = [(word, color) for word, color in look.colors.items() if word not in known]
    return [f"look: `{color}` (for `{word}`) is not a colour" for word, color in unknown]


def _style(text: str) -> Style:
    """The style of a colour as a look writes it: nothing else that rich knows, such as links.

    Raises StyleSyntaxError or ColorParseError when it is none.
    """
    words = text.split()
    colors = [word for word in words if word not in MANNERS]
    if not words or len(colors) > 1:
        raise StyleSyntaxError(text)
    color = colors[0] if colors else None
    return Style(color=color, bold="bold" in words, dim="dim" in words, italic="italic" in words)
