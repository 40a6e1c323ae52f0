"""Evaluation of a valuation by matches with each number of players."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from statistics import fmean

from cardwright_tools.laboratory.statistics.tests_and_intervals import compute_wilson_interval


@dataclass(frozen=True)
class EvaluationGames:
    """Results of matches in which one player uses the valuation under test, and all others the best one so far.

    A shared win counts as a part of a win.
    """

    players: int
    wins: float = 0.0
    games: int = 0

    @property
    def share(self) -> float:
        """Share of wins."""
        return self.wins / max(1, self.games)

    def __add__(self, other: "EvaluationGames") -> "EvaluationGames":
        return EvaluationGames(self.players, self.wins + other.wins, self.games + other.games)


@dataclass(frozen=True)
class Match:
    """The result of matches between two valuations; all players are `bots` of one kind.

    One player has the valuation under test, and all others have the valuation that `against` describes. `share` is the
    share of wins with its interval, and `even` the share of wins if all players were equal. `others` is the kind of
    the others if it differs.
    """

    bots: str
    against: str
    games: int
    share: float
    low: float
    high: float
    even: float
    players: int
    others: str = ""


def match_of(trial: EvaluationGames, bots: str, against: str, others: str = "") -> Match:
    """Return the result of evaluation games, with the interval of the share of wins."""
    bounds = compute_wilson_interval(trial.wins, trial.games)
    return Match(
        bots, against, trial.games, trial.share, bounds.low, bounds.high, 1 / trial.players, trial.players, others
    )


def measure_strength(trials: Sequence[EvaluationGames], deals: int) -> float:
    """Return the strength of a valuation against its opponents, 0 if equal; the mean over numbers of players.

    Shares of wins with different numbers of players cannot be averaged: an even share is a half with two players and a
    quarter with four. In the model of Luce (1959), on which Elo ratings are based, a player s times as strong as each
    of p - 1 others wins s / (s + p - 1) of the matches, so that log s = log(share * (p - 1) / (1 - share)) for any p.
    One more deal, won equally by all (1 / p each), is counted with the `deals` played, so that winning all or none
    gives a finite value. With a single number of players, a larger share means a larger strength.
    """

    def one(trial: EvaluationGames) -> float:
        others, games = trial.players - 1, deals * trial.players
        won, lost = games * trial.share + 1 / trial.players, games * (1 - trial.share) + others / trial.players
        return log(won * others / lost)

    return fmean(map(one, trials))


def is_gain(matches: Sequence[Match]) -> bool:
    """Return True if a valuation wins at least an even share of the matches for every number of players.

    The share must be more than even for at least one of these numbers.
    """
    return all(each.share >= each.even for each in matches) and any(each.share > each.even for each in matches)
