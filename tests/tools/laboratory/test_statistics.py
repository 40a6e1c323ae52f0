"""The statistics of the laboratory are the textbooks' figures, and tell nothing that the games do not."""

from __future__ import annotations

import numpy
import pytest

from cardwright_tools.laboratory.statistics import tests_and_intervals
from cardwright_tools.laboratory.statistics.compare_versions_by_seed import WINS, CardDifference, compare_figure
from cardwright_tools.laboratory.statistics.wording import change


def test_wilson_intervals_and_pairs_needed_are_the_textbooks_figures() -> None:
    eight_of_ten = tests_and_intervals.compute_wilson_interval(8, 10)
    assert (round(eight_of_ten.low, 3), round(eight_of_ten.high, 3)) == (0.490, 0.943)
    assert tests_and_intervals.compute_wilson_interval(0, 0) == tests_and_intervals.Interval(0.0, 0.0, 1.0)
    spread = numpy.tile([-1.0, 1.0], 500) * numpy.sqrt(999 / 1000)  # standard deviation 1
    assert tests_and_intervals.estimate_pairs_needed(spread + 0.5, 0.95) == 34
    needed = tests_and_intervals.estimate_pairs_needed(spread + 0.01, 0.95)
    assert needed is not None
    assert 78_000 < needed < 79_000  # ((1.95996 + 0.84162) / 0.01)^2 = 78,489
    assert tests_and_intervals.estimate_pairs_needed(spread * 0, 0.95) is None
    assert tests_and_intervals.correct_p_values([0.01, 0.02, 0.9]) == pytest.approx([0.03, 0.03, 0.9])


def test_the_regression_separates_a_strong_card_from_one_that_comes_with_it() -> None:
    generator = numpy.random.default_rng(1)
    rows = 6000
    columns = generator.random((rows, 8)) < 0.3
    strong = columns[:, 0]
    # whoever has card 1 mostly has card 0, which alone makes them win
    columns[:, 1] = numpy.where(generator.random(rows) < 0.7, strong, columns[:, 1])
    outcome = (generator.random(rows) < 0.25 + 0.3 * strong).astype(float)
    games = numpy.repeat(numpy.arange(rows // 3), 3)
    with_it = outcome[columns[:, 1]].mean() - outcome[~columns[:, 1]].mean()
    assert with_it > 0.15, "alone, the win rate with card 1 misleads"
    found = tests_and_intervals.separate_effects(columns, numpy.zeros((rows, 1)), outcome, games)
    assert found[0].size.value > 0.2
    assert found[0].p < 0.001
    assert found[1].size.value < 0.03
    assert set(found) == set(range(8))


def test_intervals_of_effects_are_as_wide_as_theory_says() -> None:
    generator = numpy.random.default_rng(2)
    rows = 3000
    columns = generator.random((rows, 6)) < 0.5
    outcome = generator.random(rows)  # standard deviation 0.2887
    found = tests_and_intervals.separate_effects(
        columns, numpy.zeros((rows, 1)), outcome, numpy.repeat(numpy.arange(rows // 3), 3)
    )
    error = 0.2887 / (rows * 0.25) ** 0.5 * (5 / 6) ** 0.5  # of a coefficient against the mean of six
    for effect in found.values():
        assert effect.size.high - effect.size.low == pytest.approx(2 * 1.96 * error, rel=0.2)
    assert sum(effect.p < 0.05 for effect in found.values()) == 0


def test_a_column_nobody_has_is_left_out_of_the_regression() -> None:
    generator = numpy.random.default_rng(1)
    columns = generator.random((300, 4)) < 0.5
    columns[:, 2] = False
    outcome = generator.random(300)
    found = tests_and_intervals.separate_effects(
        columns, numpy.zeros((300, 1)), outcome, numpy.repeat(numpy.arange(100), 3)
    )
    assert set(found) == {0, 1, 3}


@pytest.mark.parametrize("size", [10.0**power for power in range(-8, 2)])
def test_pairs_needed_are_told_for_differences_however_small(size: float) -> None:
    spread = numpy.tile([-1.0, 1.0], 500) * numpy.sqrt(999 / 1000)
    needed = tests_and_intervals.estimate_pairs_needed(spread + size, 0.95)
    assert needed is not None
    assert needed >= 2
    if size < 0.1:
        assert needed * size**2 == pytest.approx((1.959964 + 0.841621) ** 2, rel=0.01)


def test_what_rounding_leaves_of_thirds_is_no_difference() -> None:
    generator = numpy.random.default_rng(4)
    left = 0
    for _ in range(200):
        half = generator.integers(-90, 90, 11) / 3
        differences = generator.permutation(numpy.concatenate([half, -half]))
        left += float(differences.mean()) != 0
        assert tests_and_intervals.estimate_pairs_needed(differences, 0.95) is None
    assert left > 20


def dealt(generator: numpy.random.Generator, rows: int, width: int) -> numpy.ndarray:
    """Of so many columns each row has one."""
    return numpy.eye(width, dtype=bool)[generator.integers(0, width, rows)]


@pytest.mark.long
def test_columns_of_which_every_row_has_one_are_set_against_each_other_alone() -> None:
    generator = numpy.random.default_rng(5)
    rows = 6000
    games = numpy.repeat(numpy.arange(rows // 3), 3)
    cards, aviators, hats = generator.random((rows, 5)) < 0.4, dealt(generator, rows, 4), dealt(generator, rows, 3)
    columns = numpy.hstack([cards, aviators, hats])
    # each card helps, the first the most; of the aviators one is better than the others, and hats are for nothing
    chance = 0.1 + cards @ numpy.array([0.25, 0.1, 0.1, 0.1, 0.1]) + 0.12 * aviators[:, 2]
    outcome = (generator.random(rows) < chance).astype(float)
    found = tests_and_intervals.separate_effects(columns, numpy.zeros((rows, 1)), outcome, games)
    told = [found[number].size.value for number in range(12)]
    assert told[0] == pytest.approx(0.12, abs=0.03)
    assert told[1:5] == pytest.approx([-0.03] * 4, abs=0.03)
    assert told[5:9] == pytest.approx([-0.03, -0.03, 0.09, -0.03], abs=0.03)
    assert told[9:] == pytest.approx([0, 0, 0], abs=0.03)
    for each in (told[:5], told[5:9], told[9:]):
        assert sum(each) == pytest.approx(0)
    assert {number for number, effect in found.items() if effect.size.low > 0.05} == {0, 7}
    # nobody is told to be worse than cards they can never have instead
    assert all(found[number].p > 0.001 for number in range(9, 12))
    # and where all cards are dealt out, each is set against the mean of all
    alone = tests_and_intervals.separate_effects(aviators, numpy.zeros((rows, 1)), outcome, games)
    assert sum(effect.size.value for effect in alone.values()) == pytest.approx(0)
    assert alone[2].size.value == pytest.approx(0.09, abs=0.03)


def test_columns_that_are_always_had_together_share_what_they_bring() -> None:
    generator = numpy.random.default_rng(6)
    rows = 6000
    columns = generator.random((rows, 4)) < 0.5
    columns[:, 1] = columns[:, 0]
    outcome = (generator.random(rows) < 0.3 + 0.3 * columns[:, 0]).astype(float)
    found = tests_and_intervals.separate_effects(
        columns, numpy.zeros((rows, 1)), outcome, numpy.repeat(numpy.arange(rows // 2), 2)
    )
    assert found[0].size.value == pytest.approx(found[1].size.value)
    assert found[0].size.value == pytest.approx(0.15 - 0.075, abs=0.02)
    assert found[0].size.high - found[0].size.low < 0.1


def test_what_cannot_be_told_from_something_else_is_not_told() -> None:
    generator = numpy.random.default_rng(7)
    rows = 3000
    seats = numpy.tile(numpy.eye(3)[:, 1:], (rows // 3, 1))
    columns = generator.random((rows, 4)) < 0.5
    columns[:, 2] = seats[:, 0] > 0  # a card that the second player always has, and nobody else
    outcome = (generator.random(rows) < 0.2 + 0.4 * seats[:, 0]).astype(float)
    found = tests_and_intervals.separate_effects(columns, seats, outcome, numpy.repeat(numpy.arange(rows // 3), 3))
    assert set(found) == {0, 1, 3}
    assert all(effect.p > 0.05 for effect in found.values())


def test_that_no_pair_differs_does_not_say_that_none_can() -> None:
    for pairs in (1, 20, 400):
        alike = dict.fromkeys(range(pairs), 50.0)
        wins, turns = compare_figure(WINS, alike, alike, 0.95), compare_figure("turns", alike, alike, 0.95)
        bound = 100 * tests_and_intervals.compute_wilson_interval(0, pairs).high
        assert (wins.difference.low, wins.difference.high) == (-bound, bound)
        assert wins.p == 1
        assert turns.difference == tests_and_intervals.Interval(0.0, 0.0, 0.0)
        # nothing is said of how sure something is where nothing can be said
        assert change(turns.difference) == "+0.00"
        assert change(wins.difference, 0) == f"+0 ({-bound:+.0f} to {bound:+.0f})"


@pytest.mark.parametrize(
    ("worked", "played", "told"),
    [((0.0, 0.0), (0.4, 0.5), "played"), ((0.0, 0.1), (0.4, 0.5), "at work"), ((0.0, 0.0), (0.0, 0.0), "at work")],
)
def test_what_is_over_before_anybody_decides_was_played(
    worked: tuple[float, float], played: tuple[float, float], told: str
) -> None:
    none = compare_figure(WINS, {}, {}, 0.95)
    seen, shares = CardDifference("tea", "Tea", worked, played, none, none).seen
    assert seen == told
    assert shares == (played if told == "played" else worked)
