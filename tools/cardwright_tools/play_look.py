"""Colours of a game's words, cards and players, as the game's own `look:` asks for them.

A game may say in its `game.yaml` how it wants to be shown at a terminal. All of it is optional:

    look:
      colors: {tea: green, "discard pile": white}  # words of a type, zones, counters or names of cards
      first: [officials, hand]                      # zones and counters of the players to show first, in this order
      hide: [pledge]                                # zones and counters that are not worth a place on the screen

A colour is one of the names that rich knows (`green`, `bright_blue`, `dark_orange`, ...) or `#rrggbb`, and may carry
`bold`, `dim` or `italic`. A word is coloured wherever it is written, also in the plural, and so is every card that has
the word among its attributes: the first such attribute counts.
"""

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from rich.color import ColorParseError
from rich.errors import StyleSyntaxError
from rich.style import Style
from rich.text import Text

if TYPE_CHECKING:
    from cardwright import PieceView, View

SEAT_COLORS = ("cyan", "magenta", "yellow", "green", "bright_blue", "red")


class Look:
    """What a game's `look:` says, with `remarks` about what in it cannot be used."""

    def __init__(self, declared: Mapping[str, object]):
        self.remarks: list[str] = []
        self.first = self._words(declared.get("first"))
        self.hidden = frozenset(self._words(declared.get("hide")))
        self.colors: dict[str, Style] = {}
        colors = declared.get("colors")
        for word, color in (colors if isinstance(colors, Mapping) else {}).items():
            try:
                self.colors[_plain(str(word))] = Style.parse(str(color))
            except (StyleSyntaxError, ColorParseError):
                self.remarks.append(f"look: `{color}` (for `{word}`) is not a colour")
        for field in declared:
            if field not in ("colors", "first", "hide"):
                self.remarks.append(f"look: there is no `{field}`; there are `colors`, `first` and `hide`")

    @staticmethod
    def _words(declared: object) -> tuple[str, ...]:
        return tuple(str(word) for word in declared) if isinstance(declared, list | tuple) else ()

    def place(self, name: str) -> int:
        """Where a zone or counter stands in a row: those named in `first` come first."""
        return self.first.index(name) if name in self.first else len(self.first)


class Painter:
    """Colours texts: words, cards and players wherever they are named."""

    def __init__(self, look: Look):
        self.look = look
        self._styles = dict(look.colors)
        self._pattern: re.Pattern[str] | None = None

    def learn(self, view: "View") -> None:
        """Take note of the cards that can be seen, so that their names are coloured everywhere."""
        before = len(self._styles)
        for zone in view.zones:
            self._learn_pieces(zone.pieces)
        if len(self._styles) > before:
            self._pattern = None

    def _learn_pieces(self, pieces: Iterable["PieceView | None"]) -> None:
        for piece in pieces:
            if piece is None:
                continue
            if _plain(piece.name) not in self._styles:
                style = self._of_attributes(piece)
                if style is not None:
                    self._styles[_plain(piece.name)] = style
            for zone in piece.zones:
                self._learn_pieces(zone.pieces)

    def _of_attributes(self, piece: "PieceView") -> Style | None:
        return next(
            (self.look.colors[v] for v in map(_plain, piece.attributes.values()) if v in self.look.colors), None
        )

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
                painted.stylize(seat_color(int(found[1][1:]) - 1), *found.span())
            elif found[2]:
                painted.stylize(self._styles[found[2].casefold()], *found.span())
        return painted


def seat_color(seat: int) -> str:
    """The colour of a player."""
    return SEAT_COLORS[seat % len(SEAT_COLORS)]


def _plain(word: str) -> str:
    return word.replace("_", " ").casefold()
