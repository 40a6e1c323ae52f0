"""Decks that a command line names: for a seat, or a pool from which seats draw."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cardwright.declarations.game_folders import list_deck_files
from cardwright.declarations.readers.player_deck_files import MAX_DECK_BYTES, BroughtDeck
from cardwright.source.read_with_size_limit import read_text
from cardwright_tools.cli.errors import UsageError
from cardwright_tools.cli.game_arguments import check_choice, choose_game

if TYPE_CHECKING:
    from cardwright import Game

# Decks as pairs: a seat such as `P1`, or the name of a deck in a pool, and the text of its file.
Decks = tuple[tuple[str, str], ...]
# Limit for the decks of a pool, each of which can meet each other.
MAX_POOL = 200


def choose_game_with_decks(name: str, sets: Sequence[str] | None, decks: Sequence[tuple[int, str]]) -> Game:
    """Load a game with the decks that players bring, as pairs of seat and file.

    Raises UsageError for a file that cannot be read or a seat with two decks, and the errors of `choose_game`.
    """
    from cardwright import load_game

    brought: dict[int, BroughtDeck] = {}
    for seat, file in decks:
        if seat in brought:
            raise UsageError(f"seat {seat + 1} is given two decks.")
        brought[seat] = BroughtDeck(f"P{seat + 1}", Path(file), _read_deck(Path(file)))
    if not brought:
        return choose_game(name, sets)
    check_choice(name, sets)
    game = load_game(name, list(sets) if sets else None, decks=brought.values())
    if max(brought) >= game.max_players:
        raise UsageError(f"there is no seat {max(brought) + 1}: {game.title} is for up to {game.max_players} players.")
    return game


def check_deck_seats(game: Game, players: int) -> None:
    """Raise UsageError if a deck is brought for a seat that the match does not have."""
    check_seats((int(deck.seat[1:]) - 1 for deck in game.decks), players)


def check_seats(seats: Iterable[int], players: int) -> None:
    """Raise UsageError if one of the seats, counted from 0, is not in a match with so many players."""
    last = max(seats, default=-1)
    if last >= players:
        raise UsageError(f"there is no seat {last + 1}: {players} players have the seats 1 to {players}.")


def read_pool(arguments: Namespace) -> Decks:
    """Return the decks of --pool by name, of which each is legal in the game; () without --pool.

    Raises UsageError for a file that cannot be read, and CardwrightError for one that is no legal deck.
    """
    from cardwright import load_game

    files = [file for path in arguments.pool or () for file in _list_files(path)]
    if not files:
        return ()
    if len(files) > MAX_POOL:
        raise UsageError(f"--pool has {len(files)} decks; {MAX_POOL} are the most.")
    texts = [_read_deck(file) for file in files]
    # each at a seat of its own: all are checked at once, and all their mistakes are shown
    seated = [BroughtDeck(f"P{n}", file, text) for n, (file, text) in enumerate(zip(files, texts, strict=True), 1)]
    load_game(arguments.game, list(arguments.sets) if arguments.sets else None, decks=seated)
    return tuple(zip(_name_files(files), texts, strict=True))


def _list_files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    files = list_deck_files(path)
    if not files:
        raise UsageError(f"--pool: there is no file of a deck (.yaml) in {path}.")
    return files


def _name_files(files: Iterable[Path]) -> list[str]:
    """Return a name for each file, without its ending; equal names are numbered."""
    names: list[str] = []
    for file in files:
        alike = sum(name == file.stem or name.startswith(f"{file.stem} (") for name in names)
        names.append(f"{file.stem} ({alike + 1})" if alike else file.stem)
    return names


def _read_deck(file: Path) -> str:
    try:
        return read_text(file, most=MAX_DECK_BYTES)
    except OSError as error:
        raise UsageError(f"the deck {file} cannot be read: {error.strerror or error}.") from error
