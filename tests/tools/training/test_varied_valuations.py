"""Random valuations include plans: what is good changes in the course of the game."""

from __future__ import annotations

from random import Random

from cardwright_tools.training.from_nothing.varied_valuations import Population

RULES = ("coins", "points", "round")


def test_half_of_the_random_players_want_something_else_late_than_early() -> None:
    population = Population(RULES, (2.0, 1.0, 0.0), 1, (("round", 7_000),), -3_000)
    chance = Random(3)
    wild = [population.wild(chance) for _ in range(200)]
    changing = [each for each in wild if each.progress]
    assert 70 < len(changing) < 130
    early_then_points = 0
    for each in changing:
        assert (each.progress, each.progress_start) == ((("round", 7_000),), -3_000)
        terms = {rule: (weight, weight + 100 * growth) for rule, weight, growth in each.terms}
        # what goes with winning is late worth at least as much as early
        assert terms["points"][0] <= terms["points"][1]
        early_then_points += terms.get("coins", (0, 0))[0] > 0 > terms.get("coins", (0, 0))[1]
    assert early_then_points > 5
    for each in wild:
        if not each.progress:
            assert not any(growth for _, _, growth in each.terms)


def test_without_a_measure_of_progress_no_weight_changes() -> None:
    population = Population(RULES, (2.0, 1.0, 0.0), 1)
    chance = Random(3)
    for _ in range(50):
        wild = population.wild(chance)
        varied = population.vary(wild, chance)
        assert not wild.progress
        assert not any(growth for _, _, growth in (*wild.terms, *varied.terms))


def test_variations_of_a_valuation_with_progress_shift_its_growth_too() -> None:
    population = Population(RULES, (2.0, 1.0, 0.0), 1, (("round", 7_000),), -3_000)
    chance = Random(1)
    plan = next(each for each in iter(lambda: population.wild(chance), None) if each.progress)
    growths = {growth for _ in range(20) for *_, growth in population.vary(plan, chance).terms}
    assert len(growths) > 10
