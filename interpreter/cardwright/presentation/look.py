"""How a game wants to be shown, as its own `look:` asks for it, whatever shows it.

A word is coloured wherever it is written, also in the plural, and so is every piece that has the word among its
attributes: the first such attribute counts. What else a look can say is told in the reference.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from cardwright.source.svg.paths import Shape

# What a look calls the column of scores by.
SCORE = "score"


@dataclass(frozen=True, slots=True)
class Picture:
    """How a zone or memory is drawn; `words` are those of the type it is counted by.

    `across` is how many boxes of a grid stand in a row, 0 as many as there is room for.
    """

    shape: str
    lines: tuple[str, ...] = ()
    by: str = ""
    mark: str = ""
    words: tuple[str, ...] = ()
    across: int = 0


# Of what a game does not want drawn in any way of its own.
UNDRAWN = Picture("")


@dataclass(frozen=True, slots=True)
class Icon:
    """A small picture in a square of 24 by 24, its name in a page, and its shapes, which are drawn one on the other."""

    name: str
    shapes: tuple[Shape, ...]


class Look:
    """What a game's `look:` says.

    `short` are briefer titles over columns, `most` are rules that say how much something holds, `parts` tells for each
    kind the word for its parts; `labels` and `pictures` go by the words of kinds and zones, `colors` and `icons` by
    words as `plain` writes them.
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
        self.colors: dict[str, str] = {plain(word): color for word, color in declared.get("colors", {}).items()}
        self.icons = {plain(word): _icon(n, drawn) for n, (word, drawn) in enumerate(declared.get("icons", {}).items())}

    def icon(self, word: str, value: str = "") -> Icon | None:
        """The icon of a value of an attribute, or else of the attribute; or of a kind, a zone or a word of a type."""
        return self.icons.get(plain(value)) or self.icons.get(plain(word))

    def place(self, name: str) -> int:
        """Where a zone or counter stands in a row: those named in `first` come first."""
        return self.first.index(name) if name in self.first else len(self.first)

    def color(self, words: Mapping[str, str]) -> str:
        """The colour of a piece with these attributes, some of several words; "" if none of them has one."""
        values = (plain(word) for value in words.values() for word in (value, *value.split(", ")))
        return next((self.colors[word] for word in values if word in self.colors), "")


def _icon(number: int, drawn: Iterable[Iterable[Any]]) -> Icon:
    return Icon(f"icon{number}", tuple(Shape(*shape) for shape in drawn))


def _picture(fields: Mapping[str, Any]) -> Picture:
    return Picture(
        fields["as"],
        tuple(fields.get("lines", ())),
        fields.get("by", ""),
        fields.get("mark", ""),
        tuple(fields.get("words", ())),
        fields.get("across", 0),
    )


def plain(word: str) -> str:
    """A word as colours are looked up by it: however it is written, it has one."""
    return word.replace("_", " ").casefold()
