"""What a game with playing cards shows and says, in the small one of the language's own tests."""

from pathlib import Path

import cardwright

PARLOUR = Path(__file__).parents[1] / "language" / "parlour"


def test_a_mark_that_holds_nothing_is_said_so() -> None:
    [veil] = cardwright.load_game(PARLOUR).card_texts(["veil"])
    assert veil.text == "After you lead, if there is a suit led, clear up."
