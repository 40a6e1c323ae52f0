"""The files of a game as their author wrote them: what they declare, and which file of which set says it."""

from dataclasses import dataclass
from pathlib import Path

from cardwright.declarations.declared import GameDecl
from cardwright.declarations.game_files import GameFiles, find_game_files
from cardwright.declarations.read.game import read_game
from cardwright.project.loading import GamePlace, place_of
from cardwright.source import CardwrightError, has_errors, in_file_order
from cardwright_tools.cli.failure import UsageError
from cardwright_tools.cli.game_choice import check_choice


@dataclass(frozen=True, slots=True)
class GameSource:
    """A game with all its sets, read but not compiled: its place, its files, and what they declare."""

    place: GamePlace
    files: GameFiles
    game: GameDecl

    @property
    def sets(self) -> dict[str, list[Path]]:
        """The files of every set."""
        return self.files.cards


def game_source(name: str) -> GameSource:
    """Read a game by its name or path.

    Raises UsageError for a game that does not exist, CardwrightError when the shape of its files is wrong.
    """
    check_choice(name)
    place = place_of(name)
    if place is None:
        raise UsageError(f"there is no game in {name}: it has no file that ends in .yaml.")
    files = find_game_files(place.folder, place.cards)
    loaded = read_game(files, list(files.cards))
    if loaded.game is None or has_errors(loaded.diagnostics):
        raise CardwrightError(in_file_order(loaded.diagnostics))
    return GameSource(place, files, loaded.game)
