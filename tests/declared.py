"""Games as they are declared, read without being checked or compiled: for the names of tests' cases."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from cardwright.declarations.find_game_files import find_game_files
from cardwright.declarations.model import GameDecl
from cardwright.declarations.readers.game_files import Loaded, read_game
from cardwright.game.loading import list_game_places, place_of


def declared(game: str | Path, sets: Iterable[str] | None = None) -> tuple[Loaded, GameDecl]:
    """Read the declarations of a game; its files must be readable."""
    place = place_of(str(game)) or list_game_places()[str(game)]
    loaded = read_game(find_game_files(place.folder, place.cards), sets)
    assert loaded.game is not None, loaded.diagnostics
    return loaded, loaded.game
