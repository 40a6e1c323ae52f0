"""Keeps what valuations were tried out on, and how they did, so that a training that was broken off goes on."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from cardwright_tools.training.kept_lines import KeptLines, whole
from cardwright_tools.training.trials import Trial


@dataclass(frozen=True)
class Tried:
    """A valuation, what it plays against ("" for the game's own), and which deals, from the `first` on to before `end`.

    Deals are drawn anew for each round and for `what` is tried out in it.
    """

    what: str
    round: int
    players: int
    first: int
    end: int
    valuation: str
    against: str


class TriedOut:
    """A file with a trial a line behind what is common to all; `trials` are those in it. No path: no file."""

    def __init__(self, path: Path | None, identity: dict[str, Any]) -> None:
        """Read what is there. Raises UsageError for a file of another training, or with a wrong line; and OSError."""
        self.trials: dict[Tried, Trial] = {}
        self._lines = None if path is None else KeptLines(path, identity, self._take, at_once=1)

    def note(self, tried: Tried, trial: Trial) -> None:
        """Add a trial, and write it down. Raises OSError."""
        self.trials[tried] = trial
        if self._lines is not None:
            self._lines.add(asdict(tried) | {"wins": trial.wins, "games": trial.games})

    def _take(self, found: dict[str, Any]) -> None:
        number, players, first, end = (whole(found[each]) for each in ("round", "players", "first", "end"))
        what, valuation, against = texts = [found[each] for each in ("what", "valuation", "against")]
        wins, games = found["wins"], whole(found["games"])
        if not all(type(each) is str for each in texts) or type(wins) not in (int, float):
            raise ValueError
        if not 0 <= wins <= games <= (end - first) * players:
            raise ValueError
        self.trials[Tried(what, number, players, first, end, valuation, against)] = Trial(players, wins, games)
