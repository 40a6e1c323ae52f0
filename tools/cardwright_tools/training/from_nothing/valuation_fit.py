"""Fit of a weighted valuation to recorded games; weights may change in the course of a game.

Of two players in a state, the one with the larger sum is more likely to do better (Bradley and Terry 1952). The targets
are mostly who won, and in part by how much. The progress of a game, with which weights may change, is estimated by a
weighted sum of values common to all players. This sum is fitted to the share of the decisions made so far.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from cardwright.bots.valuation import FULL_PROGRESS, PROGRESS_UNIT, WeightedValuation
from cardwright_tools.training.parallel_games import ArenaResult

# The target is this share of winning; the rest is the margin.
SHARE_OF_WIN = 0.7
# Ridge penalties. The one is taken that best predicts the held-back matches.
PENALTIES = (0.003, 0.02)
# One of this number of matches is held back.
HELD_BACK = 5
# Limits for the positions of a fit, and of the fits that choose its penalty: the latest ones.
MAX_ROWS = 30_000
MAX_TRIED_ROWS = 8_000
STEPS = 36
REFRESH = 4
# Limit for the terms of a valuation, and the minimum effect of each relative to the most important one.
MAX_TERMS = 40
MIN_SHARE = 0.02
# Share of the surplus terms that is dropped at once.
CUT = 0.35
MAX_PROGRESS_TERMS = 4
# The weight of the most important term, for the usual difference between players.
LARGEST = 1_000_000
DIGITS = 3
# Scale of the prior: a difference of this power of e in the odds of doing better.
PRIOR_LOGITS = 0.25


@dataclass(frozen=True)
class Pairs:
    """Pairs of two players in one state, as arrays with an entry for each pair.

    `mine` and `theirs` are the features of the two players, `target` is the value to predict (0 to 1), `gone` the
    progress of the game, and `game` the number of the game.
    """

    mine: Any
    theirs: Any
    target: Any
    gone: Any
    game: Any


@dataclass(frozen=True)
class ValueFit:
    """A valuation, its mean loss in games that were held back, and how well it predicts progress (0 to 1).

    A loss of 0.693 is that of a prediction by chance.
    """

    valuation: WeightedValuation
    loss: float
    progress: float


def pair_up(results: Sequence[ArenaResult]) -> Pairs:
    """Return all pairs of players in the positions of games."""
    import numpy

    margins = [abs(a - b) for each in results for a in each.scores for b in each.scores]
    scale = max(1e-9, float(numpy.mean(margins)) if margins else 1.0)
    mine: list[Any] = []
    theirs: list[Any] = []
    target: list[float] = []
    gone: list[float] = []
    game: list[int] = []
    for number, each in enumerate(results):
        for p in range(len(each.scores)):
            for q in range(p if len(each.positions) else 0):
                won = 0.5 + 0.5 * numpy.sign(each.won_by(p) - each.won_by(q))
                much = 0.5 + 0.5 * numpy.tanh((each.scores[p] - each.scores[q]) / scale)
                mine.append(each.positions[:, p])
                theirs.append(each.positions[:, q])
                target += [SHARE_OF_WIN * won + (1 - SHARE_OF_WIN) * much] * len(each.positions)
                gone += each.gone
                game += [number] * len(each.positions)
    ours, others = (numpy.concatenate(each) if each else numpy.zeros((0, 0)) for each in (mine, theirs))
    return Pairs(ours, others, numpy.array(target), numpy.array(gone), numpy.array(game))


def _make_latest(pairs: Pairs) -> Pairs:
    rows = slice(-MAX_ROWS, None)
    return Pairs(pairs.mine[rows], pairs.theirs[rows], pairs.target[rows], pairs.gone[rows], pairs.game[rows])


def measure_spreads(pairs: Pairs) -> Any:
    """Return how much each feature usually differs between two players, by feature; 0 if it never does."""
    import numpy

    return numpy.sqrt(((pairs.mine - pairs.theirs) ** 2).mean(axis=0))


def find_distinct(apart: Any) -> Any:
    """Return the indices of the columns that are not 0 everywhere, nor equal or opposite to an earlier column."""
    import numpy

    first = apart[(apart != 0).argmax(axis=0), numpy.arange(apart.shape[1])]
    seen: set[bytes] = set()
    found = []
    for column in numpy.flatnonzero(first):
        key = (apart[:, column] * numpy.sign(first[column]) + 0.0).tobytes()
        if key not in seen:
            found.append(int(column))
        seen.add(key)
    return numpy.array(found, dtype=int)


def find_telling_feature(pairs: Pairs) -> int:
    """Return the index of the feature that is correlated most with success."""
    import numpy

    spread = measure_spreads(pairs)
    with_it = (((pairs.mine - pairs.theirs) * (pairs.target - 0.5)[:, None]).mean(axis=0)) / numpy.maximum(spread, 1e-9)
    return int(numpy.argmax(with_it))


@contextmanager
def use_one_thread() -> Iterator[None]:
    """Return a context in which numpy computes in one thread.

    Several threads would wait for each other in busy loops, which on a busy machine takes most of the processor time of
    a training. Their number would also change the order in which numbers are added, and so the result.
    """
    try:
        from threadpoolctl import threadpool_limits
    except ImportError:  # a dependency of scikit-learn
        yield
    else:
        with threadpool_limits(1):
            yield


@use_one_thread()
def fit_values(results: Sequence[ArenaResult], rules: Sequence[str]) -> ValueFit | None:
    """Return the valuation that fits games best, in at most `MAX_TERMS` terms; None if no feature separates players."""
    import numpy

    pairs = pair_up(results)
    if not len(pairs.target):
        return None
    pairs = _make_latest(pairs)
    spread = measure_spreads(pairs)
    live = find_distinct(pairs.mine - pairs.theirs)
    if not len(live):
        return None
    steps, start, right = fit_progress(pairs, spread)
    done = start + (pairs.mine[:, [each for each, _ in steps]] @ numpy.array([w for _, w in steps], dtype=float))
    progress = numpy.clip(numpy.floor(done / PROGRESS_UNIT), 0, FULL_PROGRESS) / FULL_PROGRESS
    apart = (pairs.mine - pairs.theirs)[:, live] / spread[live]
    latest = slice(-MAX_TRIED_ROWS, None)
    held = pairs.game[latest] % HELD_BACK == 0
    if held.all() or not held.any():  # too few games
        return None
    tried, target = [], pairs.target[latest]
    for growing in (False, True) if steps else (False,):
        some = apart[latest]
        columns = numpy.hstack([some, some * progress[latest, None]]) if growing else some
        for penalty in PENALTIES:
            weights = _solve_regression(columns[~held], target[~held], penalty, numpy.zeros(columns.shape[1]))
            tried.append((_find_loss(columns[held] @ weights, target[held]), growing, penalty))
    loss, growing, penalty = min(tried)
    columns = numpy.hstack([apart, apart * progress[:, None]]) if growing else apart
    left, weights = _select_columns(columns, pairs.target, penalty, len(live))
    return ValueFit(_round_weights(left, weights, live, spread, rules, steps if growing else (), start), loss, right)


def fit_progress(pairs: Pairs, spread: Any) -> tuple[tuple[tuple[int, int], ...], int, float]:
    """Return (terms, start, quality) of a prediction of a game's progress, in thousandths of a percent.

    `terms` are pairs (feature, weight), for features with one value for all players; () if none of these changes.
    `start` is the constant that is added. The quality is from 0 to 1.
    """
    import numpy

    left = numpy.flatnonzero((spread == 0) & (pairs.mine.std(axis=0) > 0))
    if not len(left):
        return (), 0, 0.0
    mean, size = pairs.mine.mean(axis=0), pairs.mine.std(axis=0)
    aim = pairs.gone - pairs.gone.mean()
    while True:
        columns = (pairs.mine[:, left] - mean[left]) / size[left]
        weights = numpy.linalg.solve(
            columns.T @ columns / len(aim) + 0.01 * numpy.eye(len(left)), columns.T @ aim / len(aim)
        )
        if len(left) <= MAX_PROGRESS_TERMS:
            break
        order = numpy.argsort(-abs(weights), kind="stable")
        left = left[numpy.sort(order[: max(MAX_PROGRESS_TERMS, int(len(left) * (1 - CUT)))])]
    sums = columns @ weights
    if sums.std() == 0:
        return (), 0, 0.0
    unit = FULL_PROGRESS * PROGRESS_UNIT
    whole = [round(float(unit * weight / size[each])) for each, weight in zip(left, weights, strict=True)]
    start = round(float(unit * pairs.gone.mean() - numpy.dot(whole, mean[left])))
    steps = tuple((int(each), weight) for each, weight in zip(left, whole, strict=True) if weight)
    return steps, start, float(numpy.corrcoef(sums, aim)[0, 1])


def _select_columns(columns: Any, target: Any, penalty: float, features: int) -> tuple[Any, Any]:
    """Return the columns with the largest weights, and their weights; these are fitted again after each removal.

    The columns after the features are the features times the progress: a feature and its growth count as one term.
    """
    import numpy

    left = numpy.arange(columns.shape[1])
    weights = numpy.zeros(len(left))
    while True:
        weights = _solve_regression(columns[:, left], target, penalty, weights)
        telling = abs(weights)
        terms = len(numpy.unique(left % features))
        few = telling >= MIN_SHARE * telling.max()
        if terms <= MAX_TERMS and few.all():
            return left, weights
        by_feature = numpy.zeros(features)
        numpy.maximum.at(by_feature, left % features, telling)
        wanted = max(MAX_TERMS, int(terms * (1 - CUT)))
        best = numpy.argsort(-by_feature, kind="stable")[:wanted]
        keep = few & numpy.isin(left % features, best)
        left, weights = left[keep], weights[keep]


def _solve_regression(columns: Any, target: Any, penalty: float, start: Any) -> Any:
    """Return the weights of the logistic regression with soft targets and a ridge penalty, by Newton's method.

    The curvature takes nearly all the time. Therefore it is computed only in every `REFRESH`-th step.
    """
    import numpy

    weights = start
    for number in range(STEPS):
        chances = 1 / (1 + numpy.exp(-numpy.clip(columns @ weights, -30, 30)))
        slope = columns.T @ (chances - target) / len(target) + penalty * weights
        if number % REFRESH == 0:
            curve = (columns * (chances * (1 - chances))[:, None]).T @ columns / len(target)
            inverse = numpy.linalg.inv(curve + penalty * numpy.eye(len(weights)))
        step = inverse @ slope
        weights = weights - step
        if abs(step).max() < 1e-3:
            break
    return weights


def _find_loss(sums: Any, target: Any) -> float:
    import numpy

    return float((numpy.logaddexp(0, sums) - target * sums).mean()) if len(target) else float("inf")


def _round_weights(
    left: Any, weights: Any, live: Any, spread: Any, rules: Sequence[str], steps: Sequence[tuple[int, int]], start: int
) -> WeightedValuation:
    """Return the valuation with the weights of the columns `left`, rounded to few digits.

    Rounding makes the result equal on all machines. The columns after those of the `live` features are the growths of
    these features. `steps` and `start` predict the progress.
    """
    most = float(abs(weights).max()) or 1.0
    found: dict[int, list[int]] = {}
    for column, weight in zip(left.tolist(), weights.tolist(), strict=True):
        feature, grows = int(live[column % len(live)]), column >= len(live)
        raw = weight * LARGEST / most / float(spread[feature]) / (FULL_PROGRESS if grows else 1)
        found.setdefault(feature, [0, 0])[grows] = round_digits(raw)
    return WeightedValuation(
        tuple((rules[each], found[each][0], found[each][1]) for each in sorted(found) if any(found[each])),
        tuple((rules[each], weight) for each, weight in steps),
        start if steps else 0,
        prior=max(1, round_digits(PRIOR_LOGITS * LARGEST / most)),
    )


def round_digits(number: float) -> int:
    """Return a number rounded to three significant digits. Example: 123,456 becomes 123,000."""
    return round(float(f"{number:.{DIGITS - 1}e}"))
