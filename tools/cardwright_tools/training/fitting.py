"""Weights of features by which winners are told from losers: a logistic regression on differences between players.

Of two players in a position the one with the larger sum of weighted features is the likelier winner, the likelier the
further they are apart (Bradley and Terry 1952, with features for strength). What is common to both tells nothing, so a
difference has no constant beside it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardwright_tools.laboratory.extra import needs
from cardwright_tools.training.experience import Lived

if TYPE_CHECKING:
    import numpy

# How strongly large weights are held back: of these what foretells games best that it was not fitted to.
STRENGTHS = (0.0001, 0.001, 0.01, 0.1, 1.0, 10.0)
PARTS = 5
# A feature that moves the sum by less than this share of what the most telling one does is left out.
LEAST = 0.03
# The smallest weight as a whole number: rounding then changes no weight by more than a twentieth.
SMALLEST = 10
LARGEST = 10**9


@dataclass(frozen=True)
class Weight:
    """A feature (by its place), its weight as a whole number, and by how much it usually tells players apart."""

    feature: int
    weight: int
    tells: float


@dataclass(frozen=True)
class Fit:
    """The weights, the most telling first, and how many of the pairs of players of other games they tell rightly."""

    weights: tuple[Weight, ...]
    right: float
    pairs: int


def fit(games: Sequence[Lived], count: int) -> Fit | None:
    """Weights for so many features; None where nothing tells winners from losers."""
    with needs("lab"):
        import numpy
    apart, shares, of_game = _differences(games, count)
    spread = numpy.sqrt(numpy.average(apart**2, axis=0, weights=shares)) if len(apart) else numpy.zeros(count)
    left = [place for place in range(count) if spread[place] > 0]
    if not left or len(set(of_game)) < PARTS:
        return None
    strength, right = _strength(apart[:, left] / spread[left], shares, of_game)
    while True:
        found = _fitted(apart[:, left] / spread[left], shares, strength)
        most = max(abs(weight) for weight in found)
        if most == 0:
            return None
        telling = [place for place, weight in zip(left, found, strict=True) if abs(weight) >= LEAST * most]
        if len(telling) == len(left):
            break
        left = telling
    raw = {place: weight / spread[place] for place, weight in zip(left, found, strict=True)}
    scale = SMALLEST / min(abs(weight) for weight in raw.values())
    scale = min(scale, LARGEST / max(abs(weight) for weight in raw.values()))
    weights = [
        Weight(place, round(raw[place] * scale), round(abs(weight) / most, 3))
        for place, weight in zip(left, found, strict=True)
        if round(raw[place] * scale)
    ]
    return Fit(tuple(sorted(weights, key=lambda each: (-each.tells, each.feature))), right, len(apart))


def _differences(games: Sequence[Lived], count: int) -> "tuple[numpy.ndarray[Any, Any], Any, list[int]]":
    """By how much each winner was ahead of each loser in every feature; every position counts the same."""
    import numpy

    rows: list[Any] = []
    shares: list[float] = []
    of_game: list[int] = []
    for game in filter(lambda each: each.positions, games):
        losers = [player for player, _ in enumerate(game.positions[0]) if player not in game.winners]
        pairs = [(winner, loser) for winner in game.winners for loser in losers]
        for position in game.positions if pairs else ():
            told = numpy.array(position, dtype=float)
            rows += [told[winner] - told[loser] for winner, loser in pairs]
            shares += [1 / len(pairs)] * len(pairs)
            of_game += [game.number] * len(pairs)
    return (numpy.array(rows) if rows else numpy.zeros((0, count))), numpy.array(shares), of_game


def _fitted(apart: Any, shares: Any, strength: float) -> list[float]:
    import numpy
    from sklearn.linear_model import LogisticRegression

    # each pair once as the winner saw it and once as the loser did: which of two is named first tells nothing
    both = numpy.concatenate([apart, -apart])
    won = numpy.concatenate([numpy.ones(len(apart)), numpy.zeros(len(apart))])
    model = LogisticRegression(C=strength, fit_intercept=False, max_iter=1000)
    model.fit(both, won, sample_weight=numpy.concatenate([shares, shares]))
    return [float(weight) for weight in model.coef_[0]]


def _strength(apart: Any, shares: Any, of_game: Sequence[int]) -> tuple[float, float]:
    """What foretells best the winners of games not looked at, and how many pairs of those it tells rightly."""
    import numpy

    part = numpy.array(of_game) % PARTS
    best, lowest, share = STRENGTHS[0], float("inf"), 0.5
    for strength in STRENGTHS:
        loss = right = 0.0
        for held_out in range(PARTS):
            inside, outside = part != held_out, part == held_out
            ahead = apart[outside] @ numpy.array(_fitted(apart[inside], shares[inside], strength))
            loss += float((numpy.logaddexp(0, -ahead) * shares[outside]).sum())
            right += float(((ahead > 0) + (ahead == 0) / 2) @ shares[outside])
        if loss < lowest:
            best, lowest, share = strength, loss, right / float(shares.sum())
    return best, share
