"""Which game, sets, players and bots a command line means."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cardwright_tools.failure import UsageError, nearest

if TYPE_CHECKING:
    from cardwright import Game

USUAL_PLAYERS = 3


def choose_game(name: str, sets: Sequence[str] | None = None) -> "Game":
    """Load the game called `name`, or the one in the folder `name`.

    Raises UsageError for a game or set that does not exist, CardwrightError for one with mistakes in its files.
    """
    from cardwright import load_game

    check_choice(name, sets)
    return load_game(name, list(sets) if sets else None)


def check_choice(name: str, sets: Sequence[str] | None = None) -> None:
    """Raise UsageError, with the nearest spelling, when there is no such game or set."""
    from cardwright import find_games

    if os.sep in name or "/" in name:
        if not Path(name).exists():
            raise UsageError(f"there is no file or folder {name}.")
        return
    listings = {listing.name: listing for listing in find_games()}
    if name not in listings:
        known = ", ".join(sorted(listings)) or "none"
        raise UsageError(f"there is no game `{name}`.{nearest(name, list(listings))} Games: {known}.")
    for wanted in sets or ():
        known_sets = listings[name].sets
        if wanted not in known_sets:
            raise UsageError(
                f"{name} has no set `{wanted}`.{nearest(wanted, list(known_sets))} Sets: {', '.join(known_sets)}."
            )


def choose_players(game: "Game", wanted: int | None) -> int:
    """The number of players: the wanted one if the game allows it, else the usual one within the game's limits."""
    low, high = game.min_players, game.max_players
    if wanted is None:
        return min(max(USUAL_PLAYERS, low), high)
    if not low <= wanted <= high:
        raise UsageError(f"{game.name} is for {low} to {high} players, not {wanted}.")
    return wanted


def check_bots(kinds: Sequence[str]) -> None:
    """Raise UsageError when one of the kinds of bot does not exist."""
    from cardwright.bots import make_bot

    for kind in kinds:
        try:
            make_bot(kind, 0)
        except ValueError as error:
            raise UsageError(str(error)) from error
