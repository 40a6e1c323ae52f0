"""How a game wants to be shown at a terminal, as its own `look:` asks for it; colours of its words, cards and players.

A colour is one of the names that rich knows (`green`, `bright_blue`, `dark_orange`, ...) or `#rrggbb`, and may carry
`bold`, `dim` or `italic`. A word is coloured wherever it is written, also in the plural, and so is every card that has
the word among its attributes: the first such attribute counts. What else a look can say is told in the reference.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich.color import ColorParseError
from rich.errors import StyleSyntaxError
from rich.style import Style
from rich.text import Text

if TYPE_CHECKING:
    from cardwright import PieceView, View

# What a look calls the column of scores by.
SCORE = "score"
# How a word can be written beside its colour.
MANNERS = ("bold", "dim", "italic")
SEAT_COLORS = ("cyan", "magenta", "yellow", "green", "bright_blue", "red")


@dataclass(frozen=True)
class Picture:
    """How a zone or memory is drawn; `words` are those of the type it is counted by."""

    shape: str
    lines: tuple[str, ...] = ()
    by: str = ""
    mark: str = ""
    words: tuple[str, ...] = ()


class Look:
    """What a game's `look:` says, with `remarks` about what in it cannot be used.

    `short` are briefer titles over columns, `parts` tells for each kind the word for its parts; `labels` and `pictures`
    go by the words of kinds and zones.
    """

    def __init__(self, declared: Mapping[str, Any]):
        self.remarks: list[str] = []
        self.first: tuple[str, ...] = tuple(declared.get("first", ()))
        self.hidden = frozenset(declared.get("hide", ()))
        self.labels: dict[str, str] = dict(declared.get("labels", {}))
        self.short: dict[str, str] = dict(declared.get("short", {}))
        self.score = self.short.get(SCORE, SCORE)
        self.parts: dict[str, str] = dict(declared.get("parts", {}))
        self.pictures = {word: _picture(fields) for word, fields in declared.get("draw", {}).items()}
        self.colors: dict[str, Style] = {}
        for word, color in declared.get("colors", {}).items():
            try:
                self.colors[plain(word)] = _style(color)
            except (StyleSyntaxError, ColorParseError):
                self.remarks.append(f"look: `{color}` (for `{word}`) is not a colour")

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
            if plain(piece.name) not in self._styles:
                style = self._of_attributes(piece)
                if style is not None:
                    self._styles[plain(piece.name)] = style
            for zone in piece.zones:
                self._learn_pieces(zone.pieces)

    def _of_attributes(self, piece: "PieceView") -> Style | None:
        return next((self.look.colors[v] for v in map(plain, piece.attributes.values()) if v in self.look.colors), None)

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


def _picture(fields: Mapping[str, Any]) -> Picture:
    return Picture(
        fields["as"],
        tuple(fields.get("lines", ())),
        fields.get("by", ""),
        fields.get("mark", ""),
        tuple(fields.get("words", ())),
    )


def plain(word: str) -> str:
    """A word as colours are looked up by it: however it is written, it has one."""
    return word.replace("_", " ").casefold()
