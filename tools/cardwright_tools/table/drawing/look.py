"""Colours of a game's words, cards and players at a terminal, as its `look:` asks for them.

A colour is one of the names that rich knows (`green`, `bright_blue`, `dark_orange`, ...) or `#rrggbb`, and may carry
`bold`, `dim` or `italic`.
"""

import re
from contextlib import suppress

from rich.color import ColorParseError
from rich.errors import StyleSyntaxError
from rich.style import Style
from rich.text import Text

from cardwright.presentation.look import Look, plain
from cardwright.presentation.table import Table, pieces_of

# How a word can be written beside its colour.
MANNERS = ("bold", "dim", "italic")
SEAT_COLORS = ("cyan", "magenta", "yellow", "green", "bright_blue", "red")


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


class Painter:
    """Colours texts: words, cards and players wherever they are named."""

    def __init__(self, look: Look):
        self.look = look
        self._styles = styles(look)
        self._known = {color: self._styles[word] for word, color in look.colors.items() if word in self._styles}
        self._pattern: re.Pattern[str] | None = None
        self._seats: dict[int, Style] = {}

    def learn(self, found: Table) -> None:
        """Take note of the cards that can be seen, so that their names are coloured everywhere."""
        self._seats = {seat.number: self._known[seat.color] for seat in found.seats if seat.color in self._known}
        before = len(self._styles)
        for piece in pieces_of(found).values():
            if piece.color in self._known and not piece.hidden:
                self._styles.setdefault(plain(piece.name), self._known[piece.color])
        if len(self._styles) > before:
            self._pattern = None

    def paint(self, text: str, style: str = "") -> Text:
        """A text with its known words coloured."""
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
        """The colour of a player: their own in the game, if they have one."""
        return self._seats.get(seat) or Style(color=SEAT_COLORS[seat % len(SEAT_COLORS)])


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
