"""Constructs of the language, read from `constructs.yaml`, and the game that their examples use."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import yaml

Kind = Literal["power", "library", "deeds", "value"]
_FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Construct:
    """A construct of the grammar with an example, which uses the game of `GAME` and `CARDS`.

    `kind` is the kind of the example: a card's power, a part of a library, lines of a body, or a value.
    """

    title: str
    syntax: str
    meaning: str
    kind: Kind
    example: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """Constructs of one chapter."""

    title: str
    meaning: str
    constructs: tuple[Construct, ...]


def _read(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


_DATA: Any = yaml.load(_read("constructs.yaml"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
CHAPTERS = tuple(
    Chapter(chapter["title"], chapter["meaning"], tuple(Construct(**each) for each in chapter["constructs"]))
    for chapter in _DATA["chapters"]
)
# Words with a fixed meaning that are neither keywords nor built-ins.
WORDS: dict[str, str] = _DATA["words"]
# Word, type and meaning of what every piece has besides the attributes, zones and memory of its kind.
PROPERTIES: list[tuple[str, str, str]] = [(each["word"], each["type"], each["meaning"]) for each in _DATA["properties"]]
# Invented game with every field of a game file.
GAME = _read("example_game/game.yaml")
CARDS = _read("example_game/cards.yaml")
