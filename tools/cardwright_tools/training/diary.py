"""Keeps the games of a round of training in a file, so that a training that was broken off goes on."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cardwright.source.ordinary_file import read_ordinary
from cardwright.source.whole_file import write_whole
from cardwright_tools.cli.failure import UsageError
from cardwright_tools.training.experience import Lived

MOST_BYTES = 1 << 28
# So many new games are written at once: what is lost at worst.
AT_ONCE = 25


class Diary:
    """A file with a game a line behind what they are games of; `games` are those in it, by number."""

    def __init__(self, path: Path, identity: dict[str, Any], players_of: Callable[[int], int], rules: int) -> None:
        """Read what is there; `players_of` says how many players a game is for.

        Raises UsageError for a file of other games, or with what is no game; and OSError.
        """
        self._path = path
        self._lines = [json.dumps(identity, sort_keys=True)]
        self._new = 0
        self.games: dict[int, Lived] = {}
        if not path.exists():
            return
        first, *lines = read_ordinary(path, MOST_BYTES).decode("utf-8", "replace").splitlines() or [""]
        if first != self._lines[0]:
            raise UsageError(f"{path} holds games of another training; name another folder with --out.")
        for place, line in enumerate(lines, start=2):
            try:
                lived = _lived(json.loads(line), players_of, rules)
            except (ValueError, KeyError, TypeError, RecursionError) as error:
                raise UsageError(f"{path}, line {place}, is no game of a training.") from error
            self.games[lived.number] = lived
            self._lines.append(line)

    def note(self, lived: Lived) -> None:
        """Add a game; some later it is in the file. Raises OSError."""
        self.games[lived.number] = lived
        said = {"game": lived.number, "winners": lived.winners, "positions": lived.positions}
        self._lines.append(json.dumps(said, separators=(",", ":")))
        self._new += 1
        if self._new >= AT_ONCE:
            self.keep()

    def keep(self) -> None:
        """Write down all games. Raises OSError, the file as it was."""
        if self._new:
            write_whole(self._path, "\n".join(self._lines) + "\n")
            self._new = 0


def _lived(found: dict[str, Any], players_of: Callable[[int], int], rules: int) -> Lived:
    number = _whole(found["game"])
    players = players_of(number)
    positions = tuple(tuple(tuple(map(_whole, told)) for told in each) for each in found["positions"])
    if any(len(each) != players or any(len(told) != rules for told in each) for each in positions):
        raise ValueError
    winners = tuple(map(_whole, found["winners"]))
    if not all(0 <= player < players for player in winners):
        raise ValueError
    return Lived(number, winners, positions)


def _whole(value: object) -> int:
    if type(value) is not int:
        raise ValueError
    return value
