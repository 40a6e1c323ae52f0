"""The game, sets, number of players and bots that a command line names."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cardwright.declarations.find_game_files import GameFiles, find_game_files
from cardwright.declarations.game_folders import is_game_folder
from cardwright.declarations.model import GameDecl
from cardwright.declarations.readers.game_files import read_game
from cardwright.declarations.readers.label_templates import UNKNOWN_LOOK
from cardwright.declarations.readers.player_deck_files import BroughtDeck
from cardwright.game.loading import GamePlace, place_of
from cardwright.source.diagnostics import CardwrightError, has_errors, sort_diagnostics
from cardwright.source.packaged_data import find_data_folder
from cardwright.source.path_and_number_checks import resolve_path
from cardwright_tools.cli.errors import UsageError, suggest_nearest
from cardwright_tools.cli.standard_output import print_note

if TYPE_CHECKING:
    from cardwright import Game
    from cardwright.game.loading import GamePlace

USUAL_PLAYERS = 3
# The kind that is replaced by the strongest bot on this machine when a match begins.
STRONG = "strong"


def choose_game(
    name: str,
    sets: Sequence[str] | None = None,
    soon: bool = False,
    learned: str = "",
    decks: Sequence[tuple[str, str]] = (),
) -> Game:
    """Load the game named `name` or in the folder `name`; with `soon`, compile quickly for a few matches.

    `learned` is the text of a valuation for bots, as for `load_game`; `decks` are those of a record, as (seat, text).
    Raises UsageError for a game or set that does not exist, CardwrightError for a game with errors in its files.
    """
    from cardwright import load_game

    check_choice(name, sets)
    return load_game(name, list(sets) if sets else None, soon=soon, learned=learned, decks=make_brought(decks))


def make_brought(decks: Sequence[tuple[str, str]]) -> list[BroughtDeck]:
    """Return decks as `load_game` takes them, from pairs of (seat, text)."""
    return [BroughtDeck(seat, Path(f"deck-of-{seat}.yaml"), text) for seat, text in decks]


def reload_with_learned(game: Game, learned: str) -> Game:
    """Load a game again, with the same sets and decks, and with the text of a valuation for bots.

    Raises CardwrightError if the valuation does not fit.
    """
    return choose_game(find_address(game), game.sets, learned=learned, decks=list_decks(game))


def list_decks(game: Game) -> tuple[tuple[str, str], ...]:
    """Return the decks that players bring to a game, as (seat, text), for a record."""
    return tuple((deck.seat, deck.text) for deck in game.decks)


def find_address(game: Game) -> str:
    """Return the name or absolute folder by which another process can load the same game."""
    return game.name if game.folder is None else str(resolve_path(game.folder))


def check_choice(name: str, sets: Sequence[str] | None = None) -> None:
    """Raise UsageError, with the nearest spelling, for an unknown game or set."""
    place = find_place(name)
    if not sets:
        return
    from cardwright.declarations.find_game_files import find_game_files

    known = list(find_game_files(place.folder, place.cards).cards)
    for wanted in sets:
        if wanted not in known:
            raise UsageError(
                f"{name} has no set `{wanted}`.{suggest_nearest(wanted, known)} Sets: {', '.join(known) or 'none'}."
            )


def find_place(name: str) -> GamePlace:
    """Return the location of the game with a name or folder. Raises UsageError if there is none."""
    from cardwright.game.loading import list_game_places, place_of
    from cardwright.source.path_and_number_checks import explain_bad_path, format_value

    why = explain_bad_path(name)
    if why is not None:
        raise UsageError(f"there is no game {format_value(name)}: it {why}.")
    place = place_of(name)
    if place is not None:
        return place
    if Path(name).is_dir():
        raise UsageError(f"there is no game in the folder {name}: a game has a file `game.yaml`.")
    if Path(name).is_file():
        raise UsageError(f"{name} is not a game: name the folder of a game, or its file `game.yaml`.")
    if os.sep in name or "/" in name:
        raise UsageError(f"there is no file or folder {name}.")
    games = sorted(list_game_places())
    raise UsageError(
        f"there is no game `{name}`, and no folder of this name here.{suggest_nearest(name, games)} "
        f"Games: {', '.join(games) or 'none'}."
    )


def choose_players(game: Game, wanted: int | None) -> int:
    """Return the wanted number of players, or by default one within the game's limits.

    Raises UsageError if the game does not allow it, or if its sets leave no pieces to play with.
    """
    low, high = game.min_players, game.max_players
    if wanted is not None and not low <= wanted <= high:
        seats = f"{low} to {high}" if low < high else f"{low}"
        raise UsageError(f"{game.title} is for {seats} players, not {wanted}.")
    players = min(max(USUAL_PLAYERS, low), high) if wanted is None else wanted
    check_pieces(game, players)
    return players


def check_pieces(game: Game, players: int) -> None:
    """Raise UsageError if the chosen sets have no piece of the game's first kind.

    Sets that only extend others cannot be played alone.
    """
    if set(game.sets) == set(game.all_sets):
        return
    kinds = game.program(players).tables.kinds
    kind = next(iter(kinds.values()), None)
    count, title = (kind.size, kind.title) if kind is not None else (1, "")
    if count > 0:
        return
    from cardwright import load_game

    usual = load_game(find_address(game)).sets
    together = [name for name in game.all_sets if name in usual or name in game.sets]
    others = together if len(together) > len(game.sets) else game.all_sets
    raise UsageError(
        f"{game.name} has no {title} with `--sets {','.join(game.sets)}` alone. "
        f"Choose a set beside it that has some: --sets {','.join(others)}."
    )


def check_bots(kinds: Sequence[str], game: Game | None = None, at_table: bool = False) -> None:
    """Raise UsageError if a kind of bot does not exist or cannot play `game`.

    The kind `strong` is allowed only with `at_table`, for matches with people.
    """
    from cardwright.bots.factory import KINDS, describe_unknown_bot, find_valuation
    from cardwright.bots.valuation import check_valuation

    known = (*KINDS, STRONG) if at_table else KINDS
    for kind in kinds:
        word, colon, _ = kind.partition(":")
        if word == STRONG and (colon or not at_table):
            why = "has no settings" if at_table else "is found at a table alone (`play`, `serve`), anew on each machine"
            raise UsageError(f"the bot `{STRONG}` {why}; the kinds are {', '.join(known)}")
        if word not in known:
            raise UsageError(describe_unknown_bot(kind, known))
        if word == STRONG:
            continue
        try:
            valuation = find_valuation(kind)
            if game is not None and valuation:
                check_valuation(game.program(game.min_players), valuation)
        except ValueError as error:
            raise UsageError(str(error)) from error


@dataclass(frozen=True, slots=True)
class GameSource:
    """A game with all its sets, read but not compiled: its location, its files, and its declarations."""

    place: GamePlace
    files: GameFiles
    game: GameDecl

    @property
    def sets(self) -> dict[str, list[Path]]:
        """Files of every set."""
        return self.files.cards


def read_game_source(name: str, cards_to_come: bool = False) -> GameSource:
    """Read a game by its name or path.

    With `cards_to_come`, its look can name cards that are not there yet.

    Raises UsageError for a game that does not exist, CardwrightError if its files are malformed.
    """
    check_choice(name)
    place = place_of(name)
    if place is None:
        raise UsageError(f"there is no game in {name}: it has no file that ends in .yaml.")
    files = find_game_files(place.folder, place.cards)
    loaded = read_game(files, list(files.cards))
    serious = [each for each in loaded.diagnostics if not (cards_to_come and each.code == UNKNOWN_LOOK)]
    if loaded.game is None or has_errors(serious):
        raise CardwrightError(sort_diagnostics(loaded.diagnostics))
    return GameSource(place, files, loaded.game)


def find_paths(paths: list[Path]) -> list[Path]:
    """Return the given paths or, if there are none, the paths of games in the current folder.

    Other files in the current folder are ignored, because they may belong to other programs. The result [] means all
    shipped games.
    """
    here = Path()
    if paths or resolve_path(here) == resolve_path(find_data_folder("games")).parent:
        return paths
    inside = resolve_path(here)
    if any(map(is_game_folder, (inside, *inside.parents))):
        return [here]
    found = sorted(game.parent for game in here.glob("*/game.yaml"))
    if any(here.glob("games/*/game.yaml")):
        found += [folder for folder in (here / "games", here / "cards") if folder.is_dir()]
    if not found:
        print_note("No game lies here, so this is about the games that came with Cardwright.")
    return found
