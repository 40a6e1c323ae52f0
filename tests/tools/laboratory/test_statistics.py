"""The statistics of the laboratory are the textbooks' figures, and tell nothing that the games do not."""

from __future__ import annotations

import numpy
import pytest

from cardwright_tools.laboratory import statistics


def test_wilson_intervals_and_pairs_needed_are_the_textbooks_figures() -> None:
    eight_of_ten = statistics.wilson(8, 10)
    assert (round(eight_of_ten.low, 3), round(eight_of_ten.high, 3)) == (0.490, 0.943)
    assert statistics.wilson(0, 0) == statistics.Interval(0.0, 0.0, 1.0)
    spread = numpy.tile([-1.0, 1.0], 500) * numpy.sqrt(999 / 1000)  # standard deviation 1
    assert statistics.pairs_needed(spread + 0.5, 0.95) == 34
    needed = statistics.pairs_needed(spread + 0.01, 0.95)
    assert needed is not None
    assert 78_000 < needed < 79_000  # ((1.95996 + 0.84162) / 0.01)^2 = 78,489
    assert statistics.pairs_needed(spread * 0, 0.95) is None
    assert statistics.corrected([0.01, 0.02, 0.9]) == pytest.approx([0.03, 0.03, 0.9])


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
    found = statistics.separated(columns, numpy.zeros((rows, 1)), outcome, games)
    assert found[0].size.value > 0.2
    assert found[0].p < 0.001
    assert found[1].size.value < 0.03
    assert set(found) == set(range(8))


def test_intervals_of_effects_are_as_wide_as_theory_says() -> None:
    generator = numpy.random.default_rng(2)
    rows = 3000
    columns = generator.random((rows, 6)) < 0.5
    outcome = generator.random(rows)  # standard deviation 0.2887
    found = statistics.separated(columns, numpy.zeros((rows, 1)), outcome, numpy.repeat(numpy.arange(rows // 3), 3))
    error = 0.2887 / (rows * 0.25) ** 0.5 * (5 / 6) ** 0.5  # of a coefficient against the mean of six
    for effect in found.values():
        assert effect.size.high - effect.size.low == pytest.approx(2 * 1.96 * error, rel=0.2)
    assert sum(effect.p < 0.05 for effect in found.values()) == 0


def test_a_column_nobody_has_is_left_out_of_the_regression() -> None:
    generator = numpy.random.default_rng(1)
    columns = generator.random((300, 4)) < 0.5
    columns[:, 2] = False
    outcome = generator.random(300)
    found = statistics.separated(columns, numpy.zeros((300, 1)), outcome, numpy.repeat(numpy.arange(100), 3))
    assert set(found) == {0, 1, 3}


@pytest.mark.parametrize("size", [10.0**power for power in range(-8, 2)])
def test_pairs_needed_are_told_for_differences_however_small(size: float) -> None:
    spread = numpy.tile([-1.0, 1.0], 500) * numpy.sqrt(999 / 1000)
    needed = statistics.pairs_needed(spread + size, 0.95)
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
        assert statistics.pairs_needed(differences, 0.95) is None
    assert left > 20
