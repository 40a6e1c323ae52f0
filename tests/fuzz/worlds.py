"""Whole games as plain trees: read from their files, cut down to a few powers, and written out again for a try."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from cardwright.checker.game import GameChecker
from cardwright.checker.names.rule_text_context import Symbols
from cardwright.declarations.find_game_files import find_game_files
from cardwright.declarations.readers.game_files import read_game
from cardwright.game.loading import list_game_places, place_of
from cardwright.source.packaged_data import find_data_folder
from cardwright.source.yaml.loader import load_yaml
from cardwright.source.yaml.nodes import Mapping, Node, Scalar, Sequence
from cardwright.syntax import tree as syntax
from cardwright.syntax.parser import parse

LANGUAGE_GAMES = Path(__file__).parents[1] / "language"
# Of a larger game so many powers take part in a try: others are compiled no differently, and each costs time.
POWERS = 8
# How often a game is tried, beside one that is compiled in a tenth of a second.
SELDOM = {"import_export": 0.3, "bush_pilots": 0.5, "trial": 0.5}
_WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
_NO_TEXT = {"true", "false", "null"}
_IN_A_BLOCK = re.compile(r"[^\n\x20-\x7e\xa0-\ud7ff]|^[ \n]|[ ]\n|\n\n$|^$")


class Fields(list[list[Any]]):
    """A mapping of YAML as a list of `[name, value]`, in which a name may stand twice."""

    def get(self, name: str) -> Any:
        return next((value for key, value in self if key == name), None)


@dataclass
class World:
    """A game as it is shipped: its files as trees, and what its texts may name."""

    name: str
    weight: float
    files: dict[str, Any]
    symbols: Symbols
    powers: list[str] = field(default_factory=list)
    libraries: list[str] = field(default_factory=list)

    @cached_property
    def nodes(self) -> list[syntax.Node]:
        """Everything in its texts, to be put elsewhere."""
        trees = [parse(text, "power").tree for text in self.powers]
        trees += [parse(text, "library").tree for text in self.libraries]
        return [node for tree in trees if tree is not None for node in syntax.walk(tree)]

    @cached_property
    def values(self) -> list[tuple[str, Any]]:
        """Every field of its files with its name, to be put elsewhere."""
        return [(str(at[-1][0]), at[-1][1]) for tree in self.files.values() for at in fields_of(tree)]

    def begin(self, chance: random.Random) -> dict[str, Any]:
        """A copy of its trees, with a few of its powers only."""
        files: dict[str, Any] = {path: copied(tree) for path, tree in self.files.items()}
        powered = [card for tree in files.values() for card in cards_of(tree)]
        if len(powered) > POWERS:
            kept = {id(card) for card in chance.sample(powered, POWERS)}
            for card in powered:
                if id(card) not in kept:
                    card[:] = [entry for entry in card if entry[0] not in ("power", "inferred", "note", "reminder")]
        return files


def worlds() -> list[World]:
    """All games, all examples, and the games of the language's own tests."""
    found = [*list_game_places()]
    found += [str(path) for path in sorted(find_data_folder("examples").iterdir()) if (path / "game.yaml").is_file()]
    found += [str(path) for path in sorted(LANGUAGE_GAMES.iterdir()) if (path / "game.yaml").is_file()]
    return [world_of(name) for name in found]


def world_of(name: str) -> World:
    """A game by name or path."""
    place = place_of(name)
    assert place is not None, name
    paths = find_game_files(place.folder, place.cards)
    loaded = read_game(paths)
    assert loaded.game is not None, name
    checker = GameChecker(loaded.game)
    checker.run()
    files = {f"games/{place.name}/{path.name}": plain(load_yaml(path).root) for path in paths.game}
    for set_name in loaded.sets:
        for path in paths.cards[set_name]:
            files[f"cards/{place.name}/{set_name}/{path.name}"] = plain(load_yaml(path).root)
    for tree in files.values():
        _without_examples(tree)
    world = World(place.name, SELDOM.get(place.name, 1.0), files, checker.symbols)
    for tree in files.values():
        for at in fields_of(tree):
            key, value = at[-1]
            if isinstance(value, str) and key == "power":
                world.powers.append(value)
            elif isinstance(value, str) and key == "library":
                world.libraries.append(value)
    return world


# ---------------------------------------------------------------- trees


def plain(node: Node | None) -> Any:
    """A node as plain values: Fields, lists, and what stands for a scalar."""
    match node:
        case Mapping():
            return Fields([[key.value, plain(value)] for key, value in node.entries])
        case Sequence():
            return [plain(item) for item in node.items]
        case Scalar():
            return node.value
        case _:
            return None


def copied(tree: Any) -> Any:
    """A copy that shares nothing that changes."""
    if isinstance(tree, Fields):
        return Fields([[key, copied(value)] for key, value in tree])
    return [copied(item) for item in tree] if isinstance(tree, list) else tree


def fields_of(tree: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every field at any depth, as the way to it; its last is the `[name, value]` itself."""
    if isinstance(tree, Fields):
        for entry in tree:
            yield (*above, tree, entry)
            yield from fields_of(entry[1], (*above, tree, entry))
    elif isinstance(tree, list):
        for item in tree:
            yield from fields_of(item, (*above, tree))


def lists_of(tree: Any) -> Iterator[list[Any]]:
    """Every list and every mapping at any depth."""
    if isinstance(tree, list):
        yield tree
        for item in tree:
            yield from lists_of(item[1] if isinstance(tree, Fields) and item else item)


def cards_of(tree: Any) -> Iterator[Fields]:
    """Everything with a power."""
    for each in lists_of(tree):
        if isinstance(each, Fields) and isinstance(each.get("power"), str):
            yield each


def _without_examples(tree: Any) -> None:
    """Scenarios are tried by tests of their own, and cards that are left out would be missing in them."""
    for each in lists_of(tree):
        if isinstance(each, Fields):
            each[:] = [entry for entry in each if entry[0] not in ("examples", "sets")]


# ---------------------------------------------------------------- writing


def written(tree: Any) -> str:
    """A tree as YAML."""
    return "\n".join(_lines(tree)) + "\n"


def _lines(tree: Any) -> list[str]:
    if not isinstance(tree, list) or not tree:
        return [_short(tree)]
    lines = []
    for entry in tree:
        head, value = (f"{_short(entry[0])}:", entry[1]) if isinstance(tree, Fields) else ("-", entry)
        if isinstance(value, list) and value:
            lines += [head, *(f"  {line}" for line in _lines(value))]
        elif isinstance(value, str) and "\n" in value and not _IN_A_BLOCK.search(value):
            keep = "|" if value.endswith("\n") else "|-"
            lines += [f"{head} {keep}", *(f"  {line}" if line else "" for line in value.rstrip("\n").split("\n"))]
        else:
            lines.append(f"{head} {_short(value)}")
    return lines


def _short(value: Any) -> str:
    match value:
        case Fields():
            return "{}" if not value else "{" + ", ".join(f"{_short(k)}: {_short(v)}" for k, v in value) + "}"
        case list():
            return "[" + ", ".join(map(_short, value)) + "]"
        case bool():
            return "yes" if value else "no"
        case None:
            return "null"
        case str():
            return value if _WORD.fullmatch(value) and value.lower() not in _NO_TEXT else json.dumps(value)
        case _:
            return str(value)
