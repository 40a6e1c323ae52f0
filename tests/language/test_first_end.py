"""What is said of effects that the first of several events ends: in English, in the log, and by mutation."""

from __future__ import annotations

import pytest
from tests.english.speaking import Speaker, english

from cardwright_tools.authoring.mutations import list_mutants

__all__ = ["english"]


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        (
            "modify goods_limit(you) until you lead_turn or players discard: add 1",
            (
                "your goods limit is increased by 1 until after the next time you lead a turn "
                "or until somebody has discarded cards."
            ),
        ),
        (
            "lose_powers(this) until turn or you lead_turn or opponents draw",
            (
                "this card loses its power until the end of the turn or until after the next time you lead a turn "
                "or until after the next time an opponent draws cards."
            ),
        ),
    ],
)
def test_all_events_are_named(english: Speaker, statement: str, text: str) -> None:
    assert english.power(f"on completion: {statement}") == f"When this card is completed, {text}"


def test_each_event_is_left_out_by_mutation() -> None:
    text = "on play: lose_powers(this) until a or you b or c(card: this)"
    made = {mutant.applied(text) for mutant in list_mutants(text) if mutant.what == "one end fewer"}
    assert made == {
        "on play: lose_powers(this) until you b or c(card: this)",
        "on play: lose_powers(this) until a or c(card: this)",
        "on play: lose_powers(this) until a or you b",
    }
