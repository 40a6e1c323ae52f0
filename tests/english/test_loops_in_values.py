"""Loops in values: each pair is told as a pair, and what is computed of each is not told of all together."""

from __future__ import annotations

import pytest
from tests.english.speaking import Speaker
from tests.english.test_small_texts import GAME

SAID = {
    "gain(count(c.suit for each c in you.hand for each d in you.board where c.might is d.might))": (
        "gain a coin for each pair of a card in your hand and a card on your board such that the card's might is "
        "the other card's might"
    ),
    "gain(count(d for each c in you.hand for each d in you.board where c.might is d.might))": (
        "gain a coin for each pair of a card in your hand and a card on your board such that the card's might is "
        "the other card's might"
    ),
    "gain(count(1 for each c in you.hand for each p in opponents))": (
        "gain a coin for each pair of a card in your hand and an opponent"
    ),
    "gain(count(1 for each p in opponents for each d in p.board))": (
        "gain a coin for each card on each opponent's board"
    ),
    "gain(count(c.might for each c in you.hand))": "gain a coin for each card in your hand",
    "gain(count(distinct(c.might for each c in you.hand for each d in you.board where c is not d)))": (
        "gain a coin for each of the different numbers among that card's might, for each card in your hand and "
        "each card on your board where that card is not the other card"
    ),
    "gain(count(distinct(c.suit for each c in you.hand)))": (
        "gain a coin for each of the different suits of each card in your hand"
    ),
    "gain(count(d for each p in opponents for each d in p.board where d.might > p.coins))": (
        "gain a coin for each card on each opponent's board whose might is more than that opponent's coins"
    ),
    "gain(sum(2 * count(p.hand) - 1 for each p in players))": (
        "gain coins equal to the sum of (1 less than twice the number of cards in that player's hand), for each player"
    ),
    "gain(sum(p.coins * count(p.hand) for each p in players))": (
        "gain coins equal to the sum of that player's coins times the number of cards in that player's hand, for "
        "each player"
    ),
    "gain(sum(count(p.hand) for each p in players))": ("gain coins equal to the number of cards in all players' hands"),
    "gain(sum(count(p.hand) / 2 rounded down for each p in players))": (
        "gain coins equal to the sum of half the number of cards in that player's hand (rounded down), for each player"
    ),
    "gain(max(count(p.hand) - p.coins for each p in opponents))": (
        "gain coins equal to the largest of (the number of cards in that opponent's hand minus that opponent's "
        "coins), for each opponent"
    ),
    "gain(max(count(p.hand) for each p in opponents))": (
        "gain coins equal to the largest number of cards in an opponent's hand"
    ),
    "gain(sum(1 for each p in opponents where count(p.hand) > 1))": (
        "gain coins equal to the number of opponents with 2 or more cards in their hand"
    ),
    "gain(sum(2 for each p in opponents))": "gain coins equal to the sum of 2, for each opponent",
    "gain(sum(c.might * c.might for each c in you.hand))": (
        "gain coins equal to the sum of that card's might times that card's might, for each card in your hand"
    ),
    "gain(sum(2 * c.might for each c in you.hand))": (
        "gain coins equal to the sum of twice the might of each card in your hand"
    ),
    "gain(sum(count(p.hand where might > p.coins) for each p in players))": (
        "gain coins equal to the sum of the number of cards in that player's hand whose might is more than that "
        "player's coins, for each player"
    ),
    "gain(sum(min(p.coins, count(p.hand)) for each p in players))": (
        "gain coins equal to the sum of the smaller of that player's coins and the number of cards in that "
        "player's hand, for each player"
    ),
    "if any(c for each c in you.hand for each d in you.board where c.might is d.might):\n    gain(1)": (
        "if there is a pair of a card in your hand and a card on your board such that the card's might is the "
        "other card's might, gain a coin"
    ),
    "if count(1 for each c in you.hand for each p in opponents where c.might > p.coins) >= 2:\n    gain(1)": (
        "if there are 2 or more pairs of a card in your hand and an opponent such that the card's might is more "
        "than that opponent's coins, gain a coin"
    ),
    "if all(count(p.hand) > p.coins for each p in opponents):\n    gain(1)": (
        "if the number of cards in that opponent's hand is more than that opponent's coins, for each opponent, "
        "gain a coin"
    ),
    "if any(count(p.hand) > p.coins for each p in opponents):\n    gain(1)": (
        "if the number of cards in that opponent's hand is more than that opponent's coins, for some opponent, "
        "gain a coin"
    ),
    "gain(min(count(p.hand where suit is red) for each p in players))": (
        "gain coins equal to the smallest number of red cards in any player's hand"
    ),
    "gain(max(count(p.hand) for each p in opponents where p.coins > 1))": (
        "gain coins equal to the largest number of cards in the hand of an opponent with 2 or more coins"
    ),
    "gain(max(count(p.board where suit is s) for each p in players for each s in suits))": (
        "gain coins equal to the largest of the number of cards of that suit on that player's board, for each "
        "player and each suit"
    ),
    "gain(max(count(p.hand) for each p in players - you))": (
        "gain coins equal to the largest number of cards in the hand of a player other than you"
    ),
}


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> Speaker:
    return Speaker(tmp_path_factory.mktemp("duel"), GAME)


@pytest.mark.parametrize("text", SAID)
def test_a_loop_says_what_belongs_together(duel: Speaker, text: str) -> None:
    said = duel.power(f"on play_card:\n  {text}")
    assert not duel.mistakes
    assert said.removesuffix(".") == f"When this card is played, {SAID[text]}"
