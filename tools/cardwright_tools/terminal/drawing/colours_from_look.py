"""Painter of texts, which colours words, cards and players according to the game's look."""

import re

from rich.style import Style
from rich.text import Text

from cardwright.presentation.look import Look, normalize_word
from cardwright.presentation.table_view import TableView, map_pieces
from cardwright_tools.rich_styles_of_look import choose_styles

SEAT_COLORS = ("cyan", "magenta", "yellow", "green", "bright_blue", "red")


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
