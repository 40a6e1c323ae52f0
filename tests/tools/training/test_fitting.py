"""Weights are those by which games were won; what is strong in play is told alike for any number of players."""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random

import pytest

from cardwright_tools.training import write_learned_rule
from cardwright_tools.training.evaluation import EvaluationGames, Match, is_gain, match_of, measure_strength
from cardwright_tools.training.features import Feature
from cardwright_tools.training.logistic_fit import Fit, Weight, average_fits, blend_fits, fit, fit_by_clock, vary_fit
from cardwright_tools.training.self_play import SelfPlayMatch


def games_in_which_luck_wins(count: int) -> Iterator[SelfPlayMatch]:
    """Games of two: twice the luck less the noise of it decides, and the third feature is the same for all."""
    chance = Random(5)
    for number in range(count):
        told = [(chance.randrange(20), chance.randrange(20), 7) for _ in range(2)]
        ahead = 2 * (told[0][0] - told[1][0]) - (told[0][1] - told[1][1])
        first = chance.random() < 1 / (1 + math.exp(-ahead / 4))
        yield SelfPlayMatch(number, (0,) if first else (1,), (tuple(told),))


def test_weights_are_those_by_which_games_were_won() -> None:
    found = fit(list(games_in_which_luck_wins(1500)), 3)
    assert found is not None
    weights = {each.feature: each.weight for each in found.weights}
    assert set(weights) == {0, 1}
    assert weights[0] / weights[1] == pytest.approx(-2, abs=0.35)
    assert 0.8 < found.right < 1
    assert [each.feature for each in found.weights] == [0, 1]
    assert write_learned_rule.format_terms(
        found, [Feature("luck(player)", ""), Feature("noise(player)", ""), Feature("x", "")]
    ) == [
        f"{weights[0]} * luck(player)",
        f"- {-weights[1]} * noise(player)",
    ]


def test_weights_change_with_the_clock_by_which_games_were_won() -> None:
    chance, games = Random(3), []
    for number in range(1200):
        clock, noise = chance.randrange(1, 20), chance.randrange(50)
        told = [(chance.randrange(20), chance.randrange(20), noise, clock) for _ in range(2)]
        (one, early, *_), (other, late, *_) = told
        ahead = one - other - (early - late) * clock / 10  # what was good to have is the worse the later it is
        first = chance.random() < 1 / (1 + math.exp(-ahead / 3))
        games.append(SelfPlayMatch(number, (0,) if first else (1,), (tuple(told),)))
    found = fit_by_clock(games, 2)
    assert found is not None
    weights = {(each.feature, each.clock): each.weight for each in found.weights}
    assert weights[1, 3] < 0 < weights[0, None]
    assert weights[0, None] / weights[1, 3] == pytest.approx(-10, rel=0.35)
    plain = fit(games, 2)
    assert plain is not None
    assert plain.right < found.right
    features = [Feature(text, text) for text in ("one", "two", "noise", "clock")]
    assert f"- {-weights[1, 3]} * two * clock" in write_learned_rule.format_terms(found, features)
    assert fit_by_clock(list(games_in_which_luck_wins(300)), 2) is None


def test_a_blend_counts_something_else_as_often_as_it_is_told_to() -> None:
    games = list(games_in_which_luck_wins(300))
    found = fit(games, 3)
    assert found is not None
    luck, noise = (each.weight for each in found.weights)
    shares = []
    for base in (Fit((Weight(0, 1, 1.0),), 0.0, 0), Fit((Weight(0, 5000, 1.0),), 0.0, 0)):
        for share in (0.01, 1.0, 4.0):
            blend = {each.feature: each.weight for each in blend_fits(found, base, games, share).weights}
            assert set(blend) == {0, 1}
            assert blend[1] < 0 < blend[0]
            shares.append(-blend[0] / blend[1])
    assert shares[0] < shares[1] < shares[2]
    assert shares[:3] == pytest.approx(shares[3:], rel=0.1)
    assert shares[0] == pytest.approx(-luck / noise, rel=0.1)
    other = blend_fits(found, Fit((Weight(1, 1, 1.0, 2),), 0.0, 0), games, 1.0)
    assert {(each.feature, each.clock) for each in other.weights} == {(0, None), (1, None), (1, 2)}


def test_variations_are_of_the_same_features_and_their_mean_lies_between() -> None:
    found = fit(list(games_in_which_luck_wins(300)), 3)
    assert found is not None
    those = [vary_fit(found, Random(seed)) for seed in range(40)]
    assert len({each.weights for each in those}) > 30
    mean = average_fits(those)
    for place, weight in enumerate(found.weights):
        drawn = [each.weights[place].weight for each in those]
        assert min(map(abs, drawn)) <= abs(mean.weights[place].weight) <= max(map(abs, drawn))
        assert all(each * weight.weight >= 0 for each in drawn)
    assert average_fits([found, found]) == found


def test_whatever_is_held_out_has_all_numbers_of_players() -> None:
    # of which number tells the winner of a game for so many players, games for fewer or more say nothing
    games = []
    for number in range(50):
        kind = number % 5
        told = [tuple(int(seat == 0 and each == kind) for each in range(5)) for seat in range(2 + kind)]
        games.append(SelfPlayMatch(number, (0,), (tuple(told),)))
    found = fit(games, 5)
    assert found is not None
    assert found.right == pytest.approx(1)


def test_nothing_is_learnt_of_what_tells_nothing() -> None:
    assert fit([], 2) is None
    assert fit([SelfPlayMatch(number, (number % 2,), (((1, 2), (1, 2)),)) for number in range(20)], 2) is None
    assert fit([SelfPlayMatch(number, (0, 1), (((1, 2), (3, 4)),)) for number in range(20)], 2) is None


def test_strength_is_the_same_for_any_number_of_players() -> None:
    for players in (2, 3, 4):
        assert measure_strength([EvaluationGames(players, 20.0, 20 * players)], 20) == pytest.approx(0)
        # twice as strong as each of the others
        wins = 2 / (players + 1) * 5000 * players
        assert measure_strength([EvaluationGames(players, wins, 5000 * players)], 5000) == pytest.approx(
            math.log(2), abs=0.001
        )
        shares = [EvaluationGames(players, wins / 2, 20 * players) for wins in range(40 * players + 1)]
        assert sorted(shares, key=lambda each: measure_strength([each], 20)) == shares
    both = [EvaluationGames(2, 30, 40), EvaluationGames(3, 10, 60)]
    assert measure_strength(both, 20) == pytest.approx(
        (measure_strength(both[:1], 20) + measure_strength(both[1:], 20)) / 2
    )


def test_a_gain_is_one_with_some_number_of_players_and_a_loss_with_none() -> None:
    def matches(*wins: float) -> list[Match]:
        return [
            match_of(EvaluationGames(each, won, 12), "greedy", "it") for each, won in zip((2, 3, 4), wins, strict=False)
        ]

    assert is_gain(matches(7))
    assert not is_gain(matches(6))
    assert not is_gain(matches(6, 4, 3))
    assert is_gain(matches(6, 4, 3.5))
    assert not is_gain(matches(11, 10, 2.5))
