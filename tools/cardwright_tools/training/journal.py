"""Journal of training: a line for each match or trial, from which training can resume."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from cardwright.source.atomic_write import PRIVATE_FILE, write_whole
from cardwright.source.read_with_size_limit import read_ordinary
from cardwright_tools.cli.errors import UsageError
from cardwright_tools.training.evaluation import EvaluationGames
from cardwright_tools.training.self_play import SelfPlayMatch

MAX_BYTES = 1 << 28


class Journal:
    """A file with one JSON value a line, and lines that are still to be written to it."""

    def __init__(self, path: Path, identity: dict[str, Any], take: Callable[[Any], None], at_once: int) -> None:
        """Read the journal if it exists; `take` is called with each line, and raises for an invalid line.

        Up to `at_once` new lines wait before they are written, and can be lost. Raises UsageError for the journal of
        another training, and for a line for which `take` raises ValueError, KeyError or TypeError. Also raises OSError.
        """
        self._path, self._at_once = path, at_once
        self._lines = [json.dumps(identity, sort_keys=True)]
        self._new = 0
        if not path.exists():
            return
        first, *lines = read_ordinary(path, MAX_BYTES).decode("utf-8", "replace").splitlines() or [""]
        if first != self._lines[0]:
            raise UsageError(f"{path} holds games of another training; name another folder with --out.")
        for place, line in enumerate(lines, start=2):
            try:
                take(json.loads(line))
            except (ValueError, KeyError, TypeError, RecursionError) as error:
                raise UsageError(f"{path}, line {place}, is no game of a training.") from error
        self._lines += lines

    def add(self, said: dict[str, Any]) -> None:
        """Add a line; several lines are written to the file at once. Raises OSError."""
        self._lines.append(json.dumps(said, separators=(",", ":")))
        self._new += 1
        if self._new >= self._at_once:
            self.keep()

    def keep(self) -> None:
        """Write all new lines. If this raises OSError, the file is unchanged."""
        if self._new:
            write_whole(self._path, "\n".join(self._lines) + "\n", PRIVATE_FILE)
            self._new = 0


def read_whole_number(value: object) -> int:
    """Return a value as a whole number. Raises ValueError for anything else."""
    if type(value) is not int:
        raise ValueError
    return value


# Number of matches written at once, which can be lost at worst.
AT_ONCE = 25


class MatchJournal:
    """Journal of matches, one a line, after a line that identifies the training; `games` has them by number."""

    def __init__(self, path: Path, identity: dict[str, Any], players_of: Callable[[int], int], rules: int) -> None:
        """Read the journal; `players_of` returns the number of players of a match.

        Raises UsageError for a journal of other matches or with an invalid line, and OSError.
        """
        self.games: dict[int, SelfPlayMatch] = {}

        def take(found: dict[str, Any]) -> None:
            lived = _read_match(found, players_of, rules)
            self.games[lived.number] = lived

        self._lines = Journal(path, identity, take, AT_ONCE)

    def note(self, lived: SelfPlayMatch) -> None:
        """Add a match; several matches are written to the file at once. Raises OSError."""
        self.games[lived.number] = lived
        self._lines.add({"game": lived.number, "winners": lived.winners, "positions": lived.positions})

    def keep(self) -> None:
        """Write all new matches. If this raises OSError, the file is unchanged."""
        self._lines.keep()


def _read_match(found: dict[str, Any], players_of: Callable[[int], int], rules: int) -> SelfPlayMatch:
    number = read_whole_number(found["game"])
    players = players_of(number)
    positions = tuple(tuple(tuple(map(read_whole_number, row)) for row in each) for each in found["positions"])
    if any(len(each) != players or any(len(row) != rules for row in each) for each in positions):
        raise ValueError
    winners = tuple(map(read_whole_number, found["winners"]))
    if not all(0 <= player < players for player in winners):
        raise ValueError
    return SelfPlayMatch(number, winners, positions)


@dataclass(frozen=True)
class Trial:
    """An evaluation of a `valuation` by the deals from `first` to `end` - 1.

    `against` is the opponents' valuation, "" for the game's own. Deals differ between rounds, and between purposes
    (`what`).
    """

    what: str
    round: int
    players: int
    first: int
    end: int
    valuation: str
    against: str


class TrialJournal:
    """Journal of trials, one per line, after a line that identifies the training.

    Without a path, no file is written.
    """

    def __init__(self, path: Path | None, identity: dict[str, Any]) -> None:
        """Read the journal. Raises UsageError for another training or a bad line, and OSError."""
        self.trials: dict[Trial, EvaluationGames] = {}
        self._lines = None if path is None else Journal(path, identity, self._take, at_once=1)

    def note(self, tried: Trial, trial: EvaluationGames) -> None:
        """Add a trial, and write it. Raises OSError."""
        self.trials[tried] = trial
        if self._lines is not None:
            self._lines.add(asdict(tried) | {"wins": trial.wins, "games": trial.games})

    def _take(self, found: dict[str, Any]) -> None:
        number, players, first, end = (read_whole_number(found[each]) for each in ("round", "players", "first", "end"))
        what, valuation, against = texts = [found[each] for each in ("what", "valuation", "against")]
        wins, games = found["wins"], read_whole_number(found["games"])
        if not all(type(each) is str for each in texts) or type(wins) not in (int, float):
            raise ValueError
        if not 0 <= wins <= games <= (end - first) * players:
            raise ValueError
        self.trials[Trial(what, number, players, first, end, valuation, against)] = EvaluationGames(
            players, wins, games
        )
