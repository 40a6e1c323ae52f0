"""Definitions of card files that an earlier run stored are those that would be read from the files."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.declarations.find_game_files import find_game_files
from cardwright.declarations.model import PieceDef
from cardwright.declarations.readers import game_files
from cardwright.declarations.readers.game_files import Loaded, read_game
from cardwright.source.results_in_one_cache_entry import open_shelf
from cardwright.source.yaml import loader
from cardwright.source.yaml.nodes import Scalar

ROOT = Path(__file__).parents[2]
PLACES = {path.name: (path, ROOT / "cards" / path.name) for path in sorted((ROOT / "games").iterdir()) if path.is_dir()}
PLACES |= {path.parent.name: (path.parent, path.parent / "cards") for path in sorted(ROOT.glob("examples/*/game.yaml"))}

GAME = """
game: shop
kinds:
  card:
    plural: cards
    attributes: {{cost: {{is: number, default: {default}}}, next: {{is: name of card, or: none}}}}
zones:
  table: {{deck: {{of: cards, see: nobody}}}}
library: |
  step setup: nothing
"""
CARDS = """
game: shop
set: base
cards:
  - id: lamp
    next: rug
  - {id: rug, next: none, cost: 4}
"""


def read(place: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> tuple[Loaded, list[Path]]:
    """A game as a new process reads it, and the files of which the YAML was read."""
    loader._read_document.cache_clear()
    parsed: list[Path] = []

    def noted(path: Path) -> object:
        parsed.append(path)
        return loader.load_yaml(path)

    monkeypatch.setattr(game_files, "load_yaml", noted)
    files = find_game_files(*place)
    with open_shelf("definitions"):
        return read_game(files, list(files.cards)), parsed


def positions(definition: PieceDef) -> list[tuple[object, ...]]:
    """Where the characters of each node stand, which equality of nodes does not compare."""
    nodes = [definition.power, definition.pool, *(zone for zone, _ in definition.each_player)]
    nodes += [getattr(value, "node", None) for value in definition.values.values()]
    found = [node for node in nodes if isinstance(node, Scalar)]
    return [(each.file, each.start, each.end, each.span_of(1, len(each.raw))) for each in found]


@pytest.mark.parametrize("name", PLACES)
def test_stored_definitions_are_those_of_the_files(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path))
    first, parsed = read(PLACES[name], monkeypatch)
    again, parsed_again = read(PLACES[name], monkeypatch)
    assert first.game is not None
    assert again.game == first.game
    assert (again.files, again.diagnostics, again.sets) == (first.files, first.diagnostics, first.sets)
    assert [*map(positions, again.game.pieces)] == [*map(positions, first.game.pieces)]
    cards = [path for path in parsed if path.is_relative_to(PLACES[name][1])]
    left = [path for path in parsed_again if path in cards]
    assert len(left) < len(cards) or not cards


def test_definitions_are_read_again_if_their_kind_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path / "cache"))
    place = tmp_path / "shop", tmp_path / "shop" / "cards"
    (place[1] / "base").mkdir(parents=True)
    (place[1] / "base" / "cards.yaml").write_text(CARDS)
    found = []
    for default in (2, 2, 3):
        (place[0] / "game.yaml").write_text(GAME.format(default=default))
        loaded, parsed = read(place, monkeypatch)
        assert loaded.game is not None, loaded.diagnostics
        values = [dict(piece.values) for piece in loaded.game.pieces]
        found.append((values, len(parsed)))
    assert [values for values, _ in found] == [
        [{"cost": cost, "next": 1}, {"cost": 4, "next": -1}] for cost in (2, 2, 3)
    ]
    assert [read for _, read in found] == [2, 1, 2]
