"""How a valuation does in play, with each number of players: games won, how strong that is, and what is a gain."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from statistics import fmean

from cardwright_tools.laboratory.statistics.tests_and_intervals import wilson


@dataclass(frozen=True)
class EvaluationGames:
    """Games for so many `players`: one with a valuation among others with the best so far.

    A shared win counts as its part.
    """

    players: int
    wins: float = 0.0
    games: int = 0

    @property
    def share(self) -> float:
        """The share of wins."""
        return self.wins / max(1, self.games)

    def __add__(self, other: "EvaluationGames") -> "EvaluationGames":
        return EvaluationGames(self.players, self.wins + other.wins, self.games + other.games)


@dataclass(frozen=True)
class Match:
    """How a valuation did against another: the share of wins of one player with it among others with the other.

    All are `bots` of one kind.
    """

    bots: str
    against: str
    games: int
    share: float
    low: float
    high: float
    even: float
    players: int


def match_of(trial: EvaluationGames, bots: str, against: str) -> Match:
    """A trial as it is told."""
    bounds = wilson(trial.wins, trial.games)
    return Match(bots, against, trial.games, trial.share, bounds.low, bounds.high, 1 / trial.players, trial.players)


def strength(trials: Sequence[EvaluationGames], deals: int) -> float:
    """How strong a valuation is against its table, 0 being as strong: the mean over the numbers of players.

    Shares of wins are not added up where players differ in number: even is a half of two, and a quarter of four. In the
    model of Luce (1959), the one that Elo's figures go by, one who is s times as strong as each of p - 1 others wins
    s / (s + p - 1) of the games. So log s = log(share * (p - 1) / (1 - share)), whatever p. Beside the games of so many
    deals one more is counted that all won alike, 1 / p each: nobody is beyond all measure who won all or none. With one
    number of players this is in the order of the shares.
    """

    def one(trial: EvaluationGames) -> float:
        others, games = trial.players - 1, deals * trial.players
        won, lost = games * trial.share + 1 / trial.players, games * (1 - trial.share) + others / trial.players
        return log(won * others / lost)

    return fmean(map(one, trials))


def gains(matches: Sequence[Match]) -> bool:
    """Whether a valuation wins more than its share with some number of players, and no less with any."""
    return all(each.share >= each.even for each in matches) and any(each.share > each.even for each in matches)
