"""Intervals, tests and regression of the laboratory, from scipy, statsmodels and scikit-learn."""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardwright_tools.cli.errors import needs

if TYPE_CHECKING:
    import numpy

CERTAINTY = 0.95
# The power of a test: the probability to find a difference, for the number of matches needed.
POWER = 0.8
RESAMPLES = 400
MAX_BLOCKS = 400
# A mean that is smaller than this share of the spread is a rounding error.
ROUNDING = 1e-9
# A spread that is smaller than this share of the widest one is a rounding error.
SPREAD = 1e-11
# A component that is smaller than this share of a column is a rounding error.
PART = 1e-6
# A column of the regression in which fewer rows than this differ from the others is left out.
MIN_ROWS = 20


@dataclass(frozen=True)
class Interval:
    """Estimate with its confidence interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Effect:
    """The effect of a column on the outcome: `size` is the estimate with its interval, `p` the p-value.

    `p` is corrected for the number of columns (Benjamini and Hochberg).
    """

    size: Interval
    p: float


def compute_wilson_interval(count: float, total: int, certainty: float = CERTAINTY) -> Interval:
    """Return a win rate with its Wilson interval: 0 to 1 without observations. Shared wins count as fractions."""
    if not total:
        return Interval(0.0, 0.0, 1.0)
    with needs("lab"):
        from statsmodels.stats.proportion import proportion_confint
    low, high = proportion_confint(count, total, alpha=1 - certainty, method="wilson")
    # The bounds of a share of 0 and of 1 are computed slightly inside them.
    share = count / total
    return Interval(share, min(float(low), share), max(float(high), share))


def compute_mean(
    values: "Sequence[float] | numpy.ndarray[Any, Any]", certainty: float = CERTAINTY, most: float = 0.0
) -> Interval:
    """Return a mean with the interval of Student's distribution, by default of width 0 for equal values.

    If `most` is given, the interval of equal values allows for unseen values, which differ from these by up to `most`.
    """
    with needs("lab"):
        import numpy
        from scipy import stats
    middle = float(numpy.mean(values))
    if len(values) < 2 or numpy.ptp(values) == 0:
        around = most * compute_wilson_interval(0, len(values), certainty).high
        return Interval(middle, middle - around, middle + around)
    low, high = stats.t.interval(certainty, len(values) - 1, loc=middle, scale=stats.sem(values))
    return Interval(middle, float(low), float(high))


def compute_p_of_equal_shares(counts: Sequence[float]) -> float:
    """Return the p-value of the hypothesis that all categories are equally likely (chi-square test)."""
    with needs("lab"):
        from scipy import stats
    return float(stats.chisquare(counts).pvalue) if sum(counts) else 1.0


def compute_p_of_no_difference(differences: "numpy.ndarray[Any, Any]") -> float:
    """Return the p-value of the hypothesis that the mean difference is 0 (paired t-test); 1 if all are 0."""
    with needs("lab"):
        import numpy
        from scipy import stats
    if len(differences) < 2:
        return 1.0
    if numpy.ptp(differences) == 0:
        return 1.0 if differences[0] == 0 else 0.0
    return float(stats.ttest_1samp(differences, 0.0).pvalue)


def correct_p_values(chances: Sequence[float]) -> list[float]:
    """Return p-values corrected for multiple tests by Benjamini and Hochberg (false discovery rate)."""
    with needs("lab"):
        from scipy import stats
    return [float(p) for p in stats.false_discovery_control(chances)] if chances else []


def estimate_pairs_needed(differences: "numpy.ndarray[Any, Any]", certainty: float) -> int | None:
    """Return the number of pairs that would detect the measured difference with 80% power; None if it is 0."""
    with needs("lab"):
        import numpy
        from scipy import stats
        from statsmodels.stats.power import TTestPower
        from statsmodels.tools.sm_exceptions import ConvergenceWarning
    if len(differences) < 2:
        return None
    spread = float(numpy.std(differences, ddof=1))
    size = abs(float(numpy.mean(differences)))
    if spread == 0 or size <= ROUNDING * spread:
        return None
    # The exact result of the t-test. If its search fails, there are so many pairs that the normal approximation is as
    # good.
    with warnings.catch_warnings():
        warnings.simplefilter("error", ConvergenceWarning)
        try:
            found = TTestPower().solve_power(size / spread, alpha=1 - certainty, power=POWER)
        except ConvergenceWarning:
            found = ((stats.norm.ppf(0.5 + certainty / 2) + stats.norm.ppf(POWER)) * spread / size) ** 2
    return int(numpy.ceil(float(numpy.squeeze(found))))


def separate_effects(
    columns: "numpy.ndarray[Any, Any]",
    others: "numpy.ndarray[Any, Any]",
    outcome: "numpy.ndarray[Any, Any]",
    games: "numpy.ndarray[Any, Any]",
) -> dict[int, Effect]:
    """Return the effect of each 0-1 column on the outcome, with all others held equal.

    Each effect is relative to the mean of the columns. Columns with a constant sum, such as cards of which every player
    has one, can only be compared with each other: their effects are relative to the mean of this group, and those of
    the other columns to the mean of the others.

    One ridge regression is made on all columns and the `others`, with a penalty chosen by cross-validation. Intervals
    and p-values come from resampling whole matches, because the rows of one match depend on each other.

    Left out are columns with too few rows that differ, and columns that cannot be separated from the `others`. The
    result is {} if the outcome never differs.
    """
    with needs("lab"):
        import numpy
        from scipy import stats
        from sklearn.linear_model import RidgeCV
    counts = columns.sum(axis=0)
    kept = numpy.flatnonzero((counts >= MIN_ROWS) & (len(columns) - counts >= MIN_ROWS))
    if len(kept) < 2 or numpy.ptp(outcome) == 0:
        return {}
    design = numpy.hstack([columns[:, kept], others]).astype(numpy.float64)
    model = RidgeCV(alphas=numpy.logspace(-1, 2, 7)).fit(design, outcome)
    against = _compute_contrasts(design, len(kept))
    errors = _resample_errors(design, outcome, games, float(model.alpha_), against)
    varies = against.any(axis=1)
    kept, errors, estimate = kept[varies], errors[varies], (against @ model.coef_[: len(kept)])[varies]
    sure = numpy.where(estimate == 0, 0.0, numpy.inf)  # no resample changes these
    apart = numpy.divide(numpy.abs(estimate), errors, out=sure, where=errors > 0)
    chances = correct_p_values([float(p) for p in 2 * stats.norm.sf(apart)])
    width = float(stats.norm.ppf(0.5 + CERTAINTY / 2))
    return {
        int(column): Effect(Interval(float(size), float(size - width * error), float(size + width * error)), p)
        for column, size, error, p in zip(kept, estimate, errors, chances, strict=True)
    }


def _compute_contrasts(design: Any, wanted: int) -> Any:
    """Return the contrast for each of the first `wanted` columns: a row with the weight of each coefficient.

    A row of zeros means that the column has no estimate, because the other columns determine it. What the centred
    columns leave undetermined, their null space, is projected out.
    """
    import numpy
    from scipy.sparse import csgraph

    apart = design - design.mean(axis=0)
    sizes, directions = numpy.linalg.eigh(apart.T @ apart)
    untold = directions[:, sizes <= SPREAD * sizes[-1]]
    hidden = untold @ untold.T
    own = hidden[:wanted, :wanted]
    # columns that always have the same sum: their common effect cannot be determined
    summed = numpy.abs(own.sum(axis=1)) > PART
    _, groups = csgraph.connected_components((numpy.abs(own) > PART) & summed & summed[:, None], directed=False)
    groups[~summed] = -1
    alike = groups == groups[:, None]
    against = (numpy.eye(wanted) - alike / alike.sum(axis=1)) @ (numpy.eye(wanted) - own)
    against[(numpy.abs(hidden[:wanted, wanted:]) > PART).any(axis=1)] = 0.0
    against[numpy.abs(against) < PART] = 0.0
    return against


def _resample_errors(design: Any, outcome: Any, games: Any, penalty: float, against: Any) -> Any:
    """Return standard errors of the contrasts, from resampling matches in blocks.

    Ridge regression needs only the sum of the products of each row with itself. This sum is stored for each block of
    matches, so that a resample adds a few hundred small matrices instead of passing over all rows.
    """
    import numpy
    from scipy import linalg

    rows = numpy.column_stack([numpy.ones(len(design)), design, outcome])
    names, game_of_row = numpy.unique(games, return_inverse=True)
    blocks = min(MAX_BLOCKS, len(names))
    block_of_row = game_of_row % blocks
    products = numpy.empty((blocks, rows.shape[1] ** 2))
    for block in range(blocks):
        mine = rows[block_of_row == block]
        products[block] = (mine.T @ mine).ravel()
    generator = numpy.random.default_rng(0)  # the same report for the same run
    found = []
    for _ in range(RESAMPLES):
        times = numpy.bincount(generator.integers(0, blocks, blocks), minlength=blocks)
        total = (times @ products).reshape(rows.shape[1], -1)
        # without the constant, which is not penalized: all columns relative to their means
        spread = total[1:, 1:] - numpy.outer(total[0, 1:], total[0, 1:]) / total[0, 0]
        left = spread[:-1, :-1] + penalty * numpy.eye(design.shape[1])
        found.append(against @ linalg.solve(left, spread[:-1, -1], assume_a="pos")[: len(against)])
    return numpy.std(numpy.array(found), axis=0, ddof=1)
