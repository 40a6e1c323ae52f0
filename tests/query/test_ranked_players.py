"""Players are ranked from the end of the scores that wins, on every surface that lists results."""

from __future__ import annotations

import pytest

from cardwright.query.score_sheet import rank_players


@pytest.mark.parametrize(
    ("scores", "winners", "ranked"),
    [
        ([7, 2, 13, 4], [1], [1, 3, 0, 2]),
        ([7, 2, 13, 4], [2], [2, 0, 3, 1]),
        ([5, 5, 5], [0, 1, 2], [0, 1, 2]),
        ([3, 1, 1], [1, 2], [1, 2, 0]),
        ([3, 9, 1], [], [1, 0, 2]),
    ],
)
def test_the_others_follow_the_winners_by_score(scores: list[int], winners: list[int], ranked: list[int]) -> None:
    assert rank_players(scores, winners) == ranked
