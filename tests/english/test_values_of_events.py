"""Texts about an event: values that only its verb knows, cards other than this one, and targets."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import load_game

GAME = """
game: fair
players: 2
active: active
turn: take_turn
powers_work_in: [board]
kinds:
  card: {attributes: {value: number, rare: {is: yes_no, default: no}}, memory: {spent: yes_no, naps: number}}
  stand: {zones: {crew: {of: cards}}}
pieces:
  - {id: booth, kind: stand, each_player: {stands: 2}}
zones:
  table: {deck: {of: cards, see: nobody, ordered: yes}, pile: {of: cards}, shed: {of: stands}}
  player:
    hand: {of: cards, see: owner}
    board: {of: cards}
    stands: {of: stands}
    traps: {of: cards, see: face}
memory: {table: {active: player}, player: {coins: number}}
library: |
  step setup: active = the(first(players))
  step play: active take_turn
  verb take_turn "take a turn":
    may choose card from you.hand: play_card(card)
    may choose card from you.board: bury(card)
    may choose card from crew_of(you): hire(card, 2)
    may choose card from you.board: shout(card)
    may choose card from you.board: use_up(card)
    may choose card from you.board: wake(card)
  verb play_card(card) "play {card}": move(card, to: you.board)
  verb bury(card, strength: number = card.value, holder: player = card.controller) "bury {card}": move(card, to: pile)
  verb wake(card, naps: number = card.naps) "wake {card}": card.naps = 0
  verb hire(card, fee: number = card.value) "hire {card}": you.coins -= fee
  verb shout(card, volume: number = 2) "shout at {card}": nothing
  verb use_up(card) "use up {card}": card.spent = yes
  verb gain(amount: number) "gain {amount:coin}": you.coins += amount
  verb discard(cards) "discard {cards}": move(cards, to: pile)
  rule crew_of(player) gives cards "the crew of {player}": s.crew for each s in player.stands
  rule price(card) "the price of {card}": card.value
  rule final_score(player): player.coins
"""

# A power and, behind ">", its text.
SAID = """
# the value of a parameter that every call leaves to its default
before you bury: gain(strength)
> Before you bury a card, gain coins equal to that card's value.

before you bury where strength > 1: gain(1)
> Before you bury a card, if that card's value is more than 1, gain a coin.

after you shout where card is not this: gain(volume)
> After you shout at another card, gain 2 coins.

# that of one which calls give, or which the event can change
after players bury where holder is you: gain(1)
> After a card is buried, if that holder is you, gain a coin.

after you wake: gain(naps)
> After you wake a card (this one included), gain coins equal to the naps.

after you hire where card is not this: gain(fee)
> After you hire another card, gain coins equal to the fee.

# cards of zones that a rule collects, except this one
forbid players use_up(card: crew_of(you)) where card is not this
> No player can use up another card of your crew.

before players use_up where card in crew_of(you) and card is not this: gain(1)
> Before any player uses up another card of your crew, gain a coin.

# a zone that is mentioned twice, of which different cards are counted
modify price(card: you.board where spent or rare): add count(you.board where spent)
> The price of each card on your board that is spent or is rare is increased by 1 for each spent card on your board.

forbid players use_up where card in you.board and not card.rare and count(you.board where rare) > 1
> No player can use up a card on your board that is not rare if you have 2 or more rare cards on your board.

# a zone in which cards can lie face down
in traps, hand:
  after players bury: gain(1)
> While this card is face up and one of your traps or in your hand, after a card is buried, gain a coin.

# targets without which a card cannot be played
on play_card choose 2 cs from you.hand where it is not this: discard(cs)
> To play this card, choose 2 other cards from your hand. Then discard those cards.

on play_card:
  choose 2 cs from you.hand: discard(cs)
> When this card is played, discard 2 cards from your hand (or none, if there are fewer).
"""
CASES = {
    "\n".join(line for line in block.split("\n") if line[:1] not in "#>"): " ".join(
        line.removeprefix("> ") for line in block.split("\n") if line.startswith("> ")
    )
    for block in SAID.strip().split("\n\n")
}


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The texts of all powers, each on a card of its own, so that all calls of the game are known."""
    folder: Path = tmp_path_factory.mktemp("fair") / "fair"
    (folder / "cards" / "base").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME)
    cards = "".join(
        f"  - id: c{number}\n    value: 1\n    power: |\n" + "".join(f"      {line}\n" for line in power.split("\n"))
        for number, power in enumerate(CASES)
    )
    (folder / "cards" / "base" / "cards.yaml").write_text(f"game: fair\nset: base\ncards:\n{cards}")
    told = {card.id: card.text for card in load_game(folder).card_texts()}
    return {power: told[f"c{number}"] for number, power in enumerate(CASES)}


@pytest.mark.parametrize("power", CASES)
def test_a_text_is_true_of_the_event(texts: dict[str, str], power: str) -> None:
    assert texts[power] == CASES[power]
