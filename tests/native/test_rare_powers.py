"""Why powers are seldom at work, as `rare_powers` tells it."""

from __future__ import annotations

import pytest
from tests.native.rare_powers import FEWEST, UNTRIED, Change, Course, Offer, _change, _spread, verdict


def _changing(low: float, high: float) -> Change:
    return Change(20, ((low + high) / 2, low, high), (0.0, -1.0, 1.0))


@pytest.mark.parametrize(
    ("reached", "declined", "told"),
    [
        (0, UNTRIED, "the card: out of reach of all who drew it"),
        (90, _changing(0.5, 2.0), "bot: declines what helps"),
        (90, _changing(-2.0, -0.5), "card: costs more than it brings"),
        (20, _changing(-1.0, 1.0), "card: seldom in reach"),
        (90, _changing(-1.0, 1.0), "neither: no difference"),
        (90, _changing(-1.0, 2.5), "not shown"),
        (90, UNTRIED, "not shown"),
    ],
)
def test_a_bot_is_to_blame_only_where_it_declines_what_certainly_helps(
    reached: int, declined: Change, told: str
) -> None:
    assert verdict(Course(drawn=100, reached=reached), declined, close=2.0) == told


def test_of_few_places_nothing_is_certain() -> None:
    few = Change(FEWEST - 1, (5.0, 4.0, 6.0), (0.0, 0.0, 0.0))
    assert verdict(Course(drawn=100, reached=90), few, close=9.0) == "not shown"
    assert str(few) == f"+5.0; +0.0 % of {FEWEST - 1}"
    assert str(Change(FEWEST, few.lead, few.wins)) == f"+5.0 (+4.0 to +6.0); +0.0 (+0.0 to +0.0) % of {FEWEST}"


def test_a_change_is_of_the_player_who_has_the_card() -> None:
    won, lost = ([30, 10, 20], [0]), ([10, 10, 20], [2])
    change = _change([(0, lost, won), (0, lost, won), (2, won, lost)])
    assert change.pairs == 3
    assert change.wins[0] == pytest.approx(100)
    assert change.lead[0] == pytest.approx((20 + 20 + 10) / 3)
    assert change.lead[1] < change.lead[0] < change.lead[2]


def test_places_are_taken_from_first_to_last() -> None:
    offers = [Offer(number, 0, 0, 0, 1) for number in range(10)]
    assert [each.game for each in _spread(offers, 5)] == [0, 2, 4, 6, 8]
    assert _spread(offers, 20) == offers
