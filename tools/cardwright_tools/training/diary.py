"""Keeps the games of a round of training in a file, so that a training that was broken off goes on."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from cardwright_tools.training.experience import Lived
from cardwright_tools.training.kept_lines import KeptLines, whole

# So many new games are written at once: what is lost at worst.
AT_ONCE = 25


class Diary:
    """A file with a game a line behind what they are games of; `games` are those in it, by number."""

    def __init__(self, path: Path, identity: dict[str, Any], players_of: Callable[[int], int], rules: int) -> None:
        """Read what is there; `players_of` says how many players a game is for.

        Raises UsageError for a file of other games, or with what is no game; and OSError.
        """
        self.games: dict[int, Lived] = {}

        def take(found: dict[str, Any]) -> None:
            lived = _lived(found, players_of, rules)
            self.games[lived.number] = lived

        self._lines = KeptLines(path, identity, take, AT_ONCE)

    def note(self, lived: Lived) -> None:
        """Add a game; some later it is in the file. Raises OSError."""
        self.games[lived.number] = lived
        self._lines.add({"game": lived.number, "winners": lived.winners, "positions": lived.positions})

    def keep(self) -> None:
        """Write down all games. Raises OSError, the file as it was."""
        self._lines.keep()


def _lived(found: dict[str, Any], players_of: Callable[[int], int], rules: int) -> Lived:
    number = whole(found["game"])
    players = players_of(number)
    positions = tuple(tuple(tuple(map(whole, told)) for told in each) for each in found["positions"])
    if any(len(each) != players or any(len(told) != rules for told in each) for each in positions):
        raise ValueError
    winners = tuple(map(whole, found["winners"]))
    if not all(0 <= player < players for player in winners):
        raise ValueError
    return Lived(number, winners, positions)
