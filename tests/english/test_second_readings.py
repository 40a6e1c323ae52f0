"""Texts that strict readers could take in two ways, or that were no English: each has one reading now."""

from __future__ import annotations

import pytest
from tests.english.speaking import Speaker
from tests.english.test_small_texts import GAME

MARKET = GAME.replace(
    "  rule final_score",
    """  verb take(suit, number) "take {number} {suit}": nothing
  verb turn_again(card) "turn {card} once more": nothing
  verb fetch(what: name of card) "fetch a new {what}": nothing
  verb attack(card) "attack with {card}": nothing
  verb toss(card) "toss {card}": move(card, to: stock)
  rule final_score""",
).replace("library:", "pieces:\n  - {id: rat, name: Rat, kind: card, might: 1, cost: 1}\nlibrary:")

SAID = {
    # a number that is computed stands behind what it counts
    "on play_card: hit(you.board, count(you.hand))": (
        "When this card is played, deal damage to all cards from your board equal to the number of cards in your hand."
    ),
    "on play_card: hit(you.board, -2)": "When this card is played, deal minus 2 damage to all cards from your board.",
    "on play_card: take(red, 1 + this.wounds)": (
        "When this card is played, take red equal to 1 plus the number of wounds on this card."
    ),
    "on play_card:\n  choose n from numbers(1, you.coins): take(red, n)": (
        "When this card is played, choose a number from 1 to your coins and take that much red."
    ),
    "on play_card:\n  choose n from numbers(1, 3): hit(you.board, n)": (
        "When this card is played, deal 1 to 3 damage to all cards from your board."
    ),
    # of several words, one is taken
    "on play_card:\n  choose s from suits: take(s, 2)": "When this card is played, take 2 of one suit of your choice.",
    "on play_card:\n  choose s from [red, black]: take(s, 2)": "When this card is played, take 2 red or 2 black.",
    "after you take where number > 2: gain(1)": "After you take 3 or more of any suit, gain a coin.",
    # the event that does not begin, and whoever is stopped
    "before opponents attack:\n  gain(1)\n  stop(attack)": (
        "Before an opponent attacks with a card, gain a coin and stop that player from attacking with that card "
        "this time."
    ),
    "after opponents play_card: stop(attack)": (
        "After an opponent plays a card, make whoever is attacking with a card stop at once."
    ),
    "instead of opponents attack:\n  you may discard(this): player gain(1)\n  else: proceed": (
        "When an opponent would attack with a card, you may discard this card. If you do, that player gains a coin "
        "instead."
    ),
    # two things of one noun
    "on play_card:\n  choose c from you.board:\n    hit([c], 2)\n    if any(you.hand where suit is red): hit([c], 2)": (
        "When this card is played, deal 2 damage to a card from your board. If you have a red card in your hand, deal "
        "2 damage to the chosen card."
    ),
    # players who are not you are opponents
    "after players gain where player is not you and player.coins > 3: gain(1)": (
        "After an opponent gains any number of coins, if that player has 4 or more coins, gain a coin."
    ),
    "on play_card:\n  if you.coins > 2: gain(1)\n  else: nothing": (
        "When this card is played, if you have 3 or more coins, gain a coin."
    ),
    # what is repeated
    "on play_card:\n  repeat 2 times: fetch(rat)": "When this card is played, fetch 2 new Rat cards.",
    "on play_card:\n  repeat until you.coins > 5: gain(1)": (
        "When this card is played, keep gaining a coin until you have 6 or more coins."
    ),
    "on play_card:\n  repeat until not any(you.hand): gain(1)": (
        "When this card is played, as long as you have a card in your hand, keep gaining a coin."
    ),
    # words behind a condition
    "on play_card:\n  choose c from you.board where frozen: turn_again(c)": (
        "When this card is played, choose a card from your board that cannot attack and turn that card once more."
    ),
    # times
    "before you toss(card: this): modify force(you) until you take_turn: add 1": (
        "From just before you toss this card until the end of your turn, your force is increased by 1."
    ),
    "on play_card: modify force(you) until opponents take_turn: add 1": (
        "When this card is played, your force is increased by 1 until the end of your opponent's turn."
    ),
    "modify force(you):\n  add 1\n  cap 4": "Your force is increased by 1 (but at most 4).",
    "on play_card: show(you.deck, to: you)": "When this card is played, look at your deck.",
    "on play_card:\n  for each c in you.board: lose_powers(c)": (
        "When this card is played, each card on your board loses its power."
    ),
}


@pytest.fixture(scope="module")
def market(tmp_path_factory: pytest.TempPathFactory) -> Speaker:
    return Speaker(tmp_path_factory.mktemp("market"), MARKET)


@pytest.mark.parametrize("power", SAID)
def test_a_text_has_one_reading(market: Speaker, power: str) -> None:
    text = market.power(power)
    assert not market.mistakes
    assert text == SAID[power]
