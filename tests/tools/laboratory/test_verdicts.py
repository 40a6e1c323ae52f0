"""A comparison ends with what is shown, in sentences, and says so where chance could have done it."""

from __future__ import annotations

import pytest

from cardwright_tools.laboratory.statistics.compare_versions_by_seed import BEGINNER, CardDifference, Difference, rank
from cardwright_tools.laboratory.statistics.comparison_verdicts import describe_ablation, describe_comparison
from cardwright_tools.laboratory.statistics.tests_and_intervals import Interval

pytest.importorskip("scipy")


def figure(name: str, before: float, after: float, p: float, needed: int | None = 500) -> Difference:
    """A difference of a figure over 100 pairs."""
    change = after - before
    return Difference(name, 100, before, after, Interval(change, change - 1, change + 1), 0.5, p, needed)


def card(name: str, wins: float, p: float) -> CardDifference:
    """A card whose first holder wins so much more."""
    lead = figure("lead", 0.0, wins / 10, 0.9)
    return CardDifference(name.lower(), name, (1.0, 1.0), (1.0, 1.0), figure("wins", 30.0, 30.0 + wins, p), lead)


def test_shown_differences_are_told_with_their_direction() -> None:
    course = [
        figure("turns", 20.0, 24.5, 0.0001),
        figure("changes of the lead", 4.0, 3.0, 0.0001),
        figure(BEGINNER, 50.0, 51.0, 0.6),
        figure("mean score", 30.0, 31.0, 0.0001),
    ]
    assert describe_comparison(course, [card("Thief", -8.0, 0.0001)], 0.95) == [
        "Games take more turns in B: 24.5 instead of 20.0.",
        "The lead changes less often in B: 3.0 instead of 4.0.",
        "Players score more in B: 31.0 instead of 30.0.",
        "Whoever has Thief first wins 8.0 points of a hundred less in B.",
    ]


def test_what_can_be_chance_is_called_so_with_the_games_it_needs() -> None:
    course = [figure("turns", 20.0, 20.5, 0.2, 900), figure("decisions", 90.0, 91.0, 0.04, 2500)]
    [verdict] = describe_comparison(course, [card("Thief", 1.0, 0.5)], 0.95)  # of four, one has p < 0.05
    assert verdict == (
        "No difference is shown: what was found can be chance. About 500 pairs of games would show the clearest of "
        "those found."
    )
    assert describe_comparison([figure("turns", 20.0, 20.0, 1.0, None)], [], 0.95) == [
        "No difference is shown: what was found can be chance."
    ]


def test_a_card_that_hurts_is_named_as_one_that_hurts() -> None:
    powers = rank([card("Thief", 12.0, 0.0001), card("Curse", -9.0, 0.0001), card("Well", 0.5, 0.8)])
    assert describe_ablation(powers) == [
        "Helps whoever has the card first to win, in points of a hundred: Thief (+12 (+11 to +13)).",
        "Hurts whoever has the card first, in points of a hundred: Curse (-9 (-10 to -8)).",
        "Of the other power this is not shown; more games, or better bots, may show it.",
    ]
    assert describe_ablation(rank([card("Well", 0.5, 0.8)])) == [
        "Of no power it is shown that it changes who wins; more games, or better bots, may show it."
    ]
