"""Look of a game from its section `look`, the display of pieces, zones and memory.

A word is coloured wherever it occurs, also in the plural, and so is every piece that has it among its attributes: the
first such attribute counts. The reference lists everything else that a look can set.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from cardwright.source.svg.paths import SvgShape

# The name of the column of scores in a look.
SCORE = "score"


@dataclass(frozen=True, slots=True)
class Picture:
    """The drawing of a zone or memory; `words` are the words of the type that indexes it.

    `across` is the number of boxes in a row of a grid, 0 for as many as fit.
    """

    shape: str
    lines: tuple[str, ...] = ()
    by: str = ""
    mark: str = ""
    words: tuple[str, ...] = ()
    across: int = 0


# The default drawing.
UNDRAWN = Picture("")


@dataclass(frozen=True, slots=True)
class Icon:
    """A small picture in a square of 24 by 24, its name in a page, and its shapes, which are drawn one on the other."""

    name: str
    shapes: tuple[SvgShape, ...]


class Look:
    """The parsed `look:` of a game.

    `short` are brief column titles, `most` the rules that give capacities, `parts` the word for the parts of each
    kind. `labels` and `pictures` are keyed by kinds and zones, `colors` and `icons` by words as `plain` writes
    them. `inks` are `#rrggbb` by word, `symbols` icons of words in texts, `faces` and `backs` the declared
    fields by kind.
    """

    def __init__(self, declared: Mapping[str, Any]) -> None:
        self.first: tuple[str, ...] = tuple(declared.get("first", ()))
        self.hidden = frozenset(declared.get("hide", ()))
        self.labels: dict[str, str] = dict(declared.get("labels", {}))
        self.most: dict[str, str] = dict(declared.get("most", {}))
        self.short: dict[str, str] = dict(declared.get("short", {}))
        self.score = self.short.get(SCORE, SCORE)
        self.parts: dict[str, str] = dict(declared.get("parts", {}))
        self.pictures = {word: _picture(fields) for word, fields in declared.get("draw", {}).items()}
        self.colors: dict[str, str] = {
            normalize_word(word): color for word, color in declared.get("colors", {}).items()
        }
        self.icons = {
            normalize_word(word): _icon(f"icon{n}", drawn)
            for n, (word, drawn) in enumerate(declared.get("icons", {}).items())
        }

        self.inks = {normalize_word(word): colour for word, colour in declared.get("inks", {}).items()}
        self.symbols = {
            normalize_word(word): _icon(f"symbol{n}", drawn)
            for n, (word, drawn) in enumerate(declared.get("symbols", {}).items())
        }
        self.faces: dict[str, dict[str, Any]] = dict(declared.get("faces", {}))
        self.backs: dict[str, dict[str, Any]] = dict(declared.get("backs", {}))
        # rows of numbers by their words, of each table with words
        self.tables: dict[str, dict[str, Any]] = dict(declared.get("tables", {}))

    def icon(self, word: str, value: str = "") -> Icon | None:
        """Return the icon of an attribute or its value, of a kind, a zone or a word of a type.

        The icon of a value takes precedence over that of its attribute.
        """
        return self.icons.get(normalize_word(value)) or self.icons.get(normalize_word(word))

    def place(self, name: str) -> int:
        """Return the position of a zone or counter in a row: the ones listed in `first` come first."""
        return self.first.index(name) if name in self.first else len(self.first)

    def color(self, words: Mapping[str, str]) -> str:
        """Return the colour of a piece with these attributes, "" if there is none.

        An attribute can consist of several words.
        """
        values = (normalize_word(word) for value in words.values() for word in (value, *value.split(", ")))
        return next((self.colors[word] for word in values if word in self.colors), "")


def _icon(name: str, drawn: Iterable[Iterable[Any]]) -> Icon:
    return Icon(name, tuple(SvgShape(*shape) for shape in drawn))


def _picture(fields: Mapping[str, Any]) -> Picture:
    return Picture(
        fields["as"],
        tuple(fields.get("lines", ())),
        fields.get("by", ""),
        fields.get("mark", ""),
        tuple(fields.get("words", ())),
        fields.get("across", 0),
    )


def normalize_word(word: str) -> str:
    """Normalize a word for the look-up of its colour or icon."""
    return word.replace("_", " ").casefold()
