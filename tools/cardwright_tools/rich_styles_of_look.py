"""Colours of a game's `look:` as rich styles, for the terminal and for print; a painter of texts.

A colour is one of the names that rich knows (`green`, `magenta`, `bright_blue`, ...) or `#rrggbb`, and may carry
`bold`, `dim` or `italic`.
"""

import re
from contextlib import suppress

from rich.color import ColorParseError
from rich.errors import StyleSyntaxError
from rich.style import Style
from rich.text import Text

from cardwright.presentation.look import Look, normalize_word
from cardwright.presentation.table_view import TableView, map_pieces

# Styles of a word besides its colour.
MANNERS = ("bold", "dim", "italic")
# Colours of the players from the first seat on, unless the game sets them.
SEAT_COLORS = ("cyan", "magenta", "yellow", "green", "bright_blue", "red")


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


class Painter:
    """Colours the words, cards and players in a text."""

    def __init__(self, look: Look):
        self.look = look
        self._styles = choose_styles(look)
        self._known = {color: self._styles[word] for word, color in look.colors.items() if word in self._styles}
        self._pattern: re.Pattern[str] | None = None
        self._seats: dict[int, Style] = {}

    def learn(self, found: TableView) -> None:
        """Add the names of the cards in view, which are then coloured in all texts."""
        self._seats = {seat.number: self._known[seat.color] for seat in found.seats if seat.color in self._known}
        before = len(self._styles)
        for piece in map_pieces(found).values():
            if piece.color in self._known and not piece.hidden:
                self._styles.setdefault(normalize_word(piece.name), self._known[piece.color])
        if len(self._styles) > before:
            self._pattern = None

    def paint(self, text: str, style: str = "") -> Text:
        """Return the text with its terms coloured."""
        if self._pattern is None:
            words = sorted(self._styles, key=len, reverse=True)
            self._pattern = re.compile(
                r"\b(?:(P\d+)|(" + "|".join(map(re.escape, words or ["(?!)"])) + r")s?)\b", re.IGNORECASE
            )
            if not words:
                self._pattern = re.compile(r"\b(P\d+)()\b")
        painted = Text(text, style=style)
        for found in self._pattern.finditer(text):
            if found[1] and found[1][0] == "P":
                painted.stylize(self.seat_color(int(found[1][1:]) - 1), *found.span())
            elif found[2]:
                painted.stylize(self._styles[found[2].casefold()], *found.span())
        return painted

    def seat_color(self, seat: int) -> Style:
        """Return the colour of a player, which the game can set."""
        return self._seats.get(seat) or Style(color=SEAT_COLORS[seat % len(SEAT_COLORS)])
