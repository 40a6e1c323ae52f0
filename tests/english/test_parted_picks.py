"""A pick with a condition in a clause is chosen first, where words of its deed would seem to belong to the clause."""

from __future__ import annotations

import pytest
from tests.english.speaking import Speaker
from tests.english.test_small_texts import GAME

VERBS = """
  verb mend(card, amount: number = 1) "mend {card}[ of {amount:wound}]": card.wounds -= amount
  verb fetch(card) "take {card} back into your hand": move(card, to: you.hand)
  verb sink(card) "sink {card}": move(card, to: stock)
"""
SAID = {
    "choose c from you.board where count(you.hand) + cost > 3: mend(c)": (
        "choose a card from your board where the number of cards in your hand plus its cost is more than 3, then mend "
        "that card of a wound"
    ),
    "choose c from you.grave where any(you.hand) and count(you.hand) > cost: fetch(c)": (
        "choose a card from your grave (if you have a card in your hand) where the number of cards in your hand is "
        "more than its cost. Take that card back into your hand"
    ),
    "choose c from you.board where count(you.hand) + cost > 3: sink(c)": (
        "sink a card from your board where the number of cards in your hand plus its cost is more than 3"
    ),
    "choose c from you.grave where cost > 2: fetch(c)": (
        "take a card with cost 3 or more from your grave back into your hand"
    ),
}


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> Speaker:
    return Speaker(tmp_path_factory.mktemp("duel"), GAME.rstrip("\n") + VERBS)


@pytest.mark.parametrize("text", SAID)
def test_a_condition_ends_before_the_deed_goes_on(duel: Speaker, text: str) -> None:
    said = duel.power(f"on play_card:\n  {text}")
    assert not duel.mistakes
    assert said.removesuffix(".") == f"When this card is played, {SAID[text]}"
