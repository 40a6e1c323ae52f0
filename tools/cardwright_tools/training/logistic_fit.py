"""Feature weights that separate winners from losers, by logistic regression on differences.

Of two players in a state, the one with the larger weighted sum is more likely to win, and the larger the difference,
the more likely (Bradley and Terry 1952, with features for strength). Values common to both cancel, so that there is no
intercept.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any

from cardwright_tools.cli.errors import needs
from cardwright_tools.training.self_play import SelfPlayMatch

if TYPE_CHECKING:
    import numpy

# Strengths of regularization. The one is taken that best predicts matches it was not fitted to.
STRENGTHS = (0.0001, 0.001, 0.01, 0.1, 1.0, 10.0)
MIDDLING = 0.1
PARTS = 5
# A feature with less than this share of the most important one's effect is left out.
MIN_GAIN = 0.03
# Limit for the features of a rule, which must stay readable.
MAX_TERMS = 40
# The smallest weight as a whole number, so that rounding changes no weight by more than 5 per cent.
SMALLEST = 10
MAX_WEIGHT = 10**9
# Limits for the usual change of weights in a variation, in powers of two; and the probability that a weight is dropped.
BOLDNESS = (0.1, 0.8)
DROPPED = 0.03


@dataclass(frozen=True)
class Weight:
    """The integer weight of a feature (by index); `tells` is how well the weighted feature separates players.

    With a `clock`, the feature is multiplied by another number (also by index), which is the same for all players.
    """

    feature: int
    weight: int
    tells: float
    clock: int | None = None


@dataclass(frozen=True)
class Fit:
    """Weights, the most significant first; `right` is the share of held-out pairs that they predict correctly."""

    weights: tuple[Weight, ...]
    right: float
    pairs: int


def fit(games: Sequence[SelfPlayMatch], count: int) -> Fit | None:
    """Return weights for the first `count` numbers of each player; None if nothing separates winners from losers."""
    with needs("lab"):
        import numpy
    apart, shares, of_game, _ = _compute_differences(games)
    return _fit(apart[:, :count], shares, numpy.array(of_game), None) if len(apart) else None


def fit_by_clock(games: Sequence[SelfPlayMatch], count: int) -> Fit | None:
    """Return two weights for each number, so that its total weight changes in the course of a match.

    The second weight is multiplied by a clock: a number that measures how far a match has come. Clocks are the numbers
    after the first `count`; the one that predicts winners best is used. Returns None if no clock improves the
    prediction.
    """
    import numpy

    apart, shares, of_game, margins = _compute_differences(games)
    part = numpy.array(of_game) % PARTS
    telling = [place for place in range(count) if len(apart) and apart[:, place].any()]
    chosen, lowest = None, numpy.inf
    for clock in [None, *range(count, margins.shape[1])] if telling and len(set(of_game)) >= PARTS else ():
        if clock is not None and (margins[:, clock] == margins[0, clock]).all():
            continue
        seen = apart[:, telling]
        columns = seen if clock is None else numpy.hstack([seen, seen * margins[:, [clock]]])
        spread = numpy.sqrt((columns**2).mean(axis=0))
        kept = spread > 0
        loss, _ = _cross_validate(columns[:, kept] / spread[kept], shares, part, MIDDLING)
        if loss < lowest:
            chosen, lowest = clock, loss
    if chosen is None:
        return None
    columns = numpy.hstack([apart[:, :count], apart[:, :count] * margins[:, [chosen]]])
    return _fit(columns, shares, numpy.array(of_game), chosen)


def _fit(apart: Any, shares: Any, of_game: Any, clock: int | None) -> Fit | None:
    """Return the weights of features that distinguish winners from others; None if no feature does.

    A row of `apart` has the differences in features between two players of a game. `shares` are the weights of the
    rows, and `of_game` the numbers of their games. `clock` is the index of a number that measures the progress of the
    game; if given, the second half of the columns is the first half times that number.
    """
    import numpy

    width = apart.shape[1]
    count = width if clock is None else width // 2
    spread = numpy.sqrt(numpy.average(apart**2, axis=0, weights=shares))
    left = [place for place in range(width) if spread[place] > 0]
    if not left or len(set(of_game.tolist())) < PARTS:
        return None
    strength, right = _choose_regularization(apart[:, left] / spread[left], shares, of_game % PARTS)
    while True:
        found = _fit_weights(apart[:, left] / spread[left], shares, strength)
        most = max(abs(weight) for weight in found)
        if most == 0:
            return None
        least = max(MIN_GAIN * most, sorted(map(abs, found))[-MAX_TERMS:][0])
        telling = [place for place, weight in zip(left, found, strict=True) if abs(weight) >= least]
        if len(telling) == len(left):
            break
        left = telling
    raw = {place: weight / spread[place] for place, weight in zip(left, found, strict=True)}
    scale = SMALLEST / min(abs(weight) for weight in raw.values())
    scale = min(scale, MAX_WEIGHT / max(abs(weight) for weight in raw.values()))
    weights = [
        Weight(place % count, round(raw[place] * scale), round(abs(weight) / most, 3), None if place < count else clock)
        for place, weight in zip(left, found, strict=True)
        if round(raw[place] * scale)
    ]
    ordered = sorted(weights, key=lambda each: (-each.tells, each.feature, each.clock is not None))
    return Fit(tuple(ordered), right, len(apart))


def blend_fits(found: Fit, base: Fit, games: Sequence[SelfPlayMatch], share: float) -> Fit:
    """Return the sum of a fit and `base`; `base` is scaled to `share` times the spread of the fit."""
    import numpy

    apart, shares, _, margins = _compute_differences(games)

    def spread(*those: Weight) -> float:
        columns = [
            each.weight * apart[:, each.feature] * (1 if each.clock is None else margins[:, each.clock])
            for each in those
        ]
        return float(numpy.sqrt(numpy.average(numpy.sum(columns, axis=0) ** 2, weights=shares)))

    scale = share * spread(*found.weights) / max(spread(*base.weights), 1e-9)
    # so that small weights are not lost in rounding
    finer = max(1, round(SMALLEST / scale)) if scale > 0 else 1
    sums = {(each.feature, each.clock): each.weight * finer for each in found.weights}
    for each in base.weights:
        key = (each.feature, each.clock)
        sums[key] = sums.get(key, 0) + round(each.weight * scale * finer)
    weights = [Weight(feature, weight, 0.0, clock) for (feature, clock), weight in sums.items()]
    tells = {each: spread(each) for each in weights}
    most = max(tells.values()) or 1.0
    kept = sorted(weights, key=lambda each: -tells[each])[:MAX_TERMS]
    return replace(
        found,
        weights=tuple(
            replace(each, tells=round(tells[each] / most, 3)) for each in kept if tells[each] >= MIN_GAIN * most
        ),
    )


def vary_fit(found: Fit, chance: Random) -> Fit:
    """Return a random variation of a fit: each weight is scaled by a random factor, and some are set to 0."""
    boldness = chance.uniform(*BOLDNESS)
    weights = [
        replace(each, weight=round(each.weight * 2 ** chance.gauss(0, boldness)) * (chance.random() >= DROPPED))
        for each in found.weights
    ]
    return replace(found, weights=tuple(weights))


def average_fits(those: Sequence[Fit]) -> Fit:
    """Return the mean of variations of one fit."""
    weights = [
        replace(each[0], weight=round(sum(one.weight for one in each) / len(those)))
        for each in zip(*(one.weights for one in those), strict=True)
    ]
    return replace(those[0], weights=tuple(weights))


def _compute_differences(games: Sequence[SelfPlayMatch]) -> "tuple[numpy.ndarray[Any, Any], Any, list[int], Any]":
    """Return (differences, weights, matches, winners' numbers), each with a row for a pair of winner and loser.

    There is such a row for each pair in each state, and every state has the same total weight. Matches with different
    numbers of players take turns; one match of each number of players counts as a single match, so that any part held
    out for testing contains all numbers of players.
    """
    import numpy

    rows: list[Any] = []
    winners: list[Any] = []
    shares: list[float] = []
    of_game: list[int] = []
    ended = [each for each in games if each.positions]
    turn = len({len(each.positions[0]) for each in ended})
    for game in ended:
        losers = [player for player, _ in enumerate(game.positions[0]) if player not in game.winners]
        pairs = [(winner, loser) for winner in game.winners for loser in losers]
        for position in game.positions if pairs else ():
            features = numpy.array(position, dtype=float)
            rows += [features[winner] - features[loser] for winner, loser in pairs]
            winners += [features[winner] for winner, _ in pairs]
            shares += [1 / len(pairs)] * len(pairs)
            of_game += [game.number // turn] * len(pairs)
    apart, had = (numpy.array(each) if each else numpy.zeros((0, 0)) for each in (rows, winners))
    return apart, numpy.array(shares), of_game, had


def _fit_weights(apart: Any, shares: Any, strength: float) -> list[float]:
    import numpy
    from sklearn.linear_model import LogisticRegression

    # every other pair from the loser's side, because the order of a pair says nothing
    won = numpy.arange(len(apart)) % 2 == 0
    seen = numpy.where(won[:, None], apart, -apart)
    model = LogisticRegression(C=2 * strength, fit_intercept=False, max_iter=1000, solver="newton-cholesky")
    model.fit(seen, won, sample_weight=shares)
    return [float(weight) for weight in model.coef_[0]]


def _choose_regularization(apart: Any, shares: Any, part: Any) -> tuple[float, float]:
    """Return the regularization that predicts held-out matches best, and its share of correct predictions."""
    best, lowest, share = STRENGTHS[0], float("inf"), 0.5
    for strength in STRENGTHS:
        loss, right = _cross_validate(apart, shares, part, strength)
        if loss < lowest:
            best, lowest, share = strength, loss, right
    return best, share


def _cross_validate(apart: Any, shares: Any, part: Any, strength: float) -> tuple[float, float]:
    """Return the loss on held-out matches, and the share of pairs whose winner is predicted correctly."""
    import numpy

    loss = right = 0.0
    for held_out in range(PARTS):
        inside, outside = part != held_out, part == held_out
        margins = apart[outside] @ numpy.array(_fit_weights(apart[inside], shares[inside], strength))
        loss += float((numpy.logaddexp(0, -margins) * shares[outside]).sum())
        right += float(((margins > 0) + (margins == 0) / 2) @ shares[outside])
    return loss, right / float(shares.sum())
