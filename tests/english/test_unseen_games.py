"""Kinds of sentences that readers of games which no sentence was tuned to did not understand at once."""

from __future__ import annotations

import pytest
from tests.english.speaking import Speaker

GAME = """
game: pond
players: 2 to 4
active: active
turn: take_turn
powers_work_in: [meadow]
types:
  suit: {values: [frog, bird, fish]}
  crop: {values: [corn, honey]}
kinds:
  card:
    attributes: {suit: suit, cost: number, might: number}
    memory: {owner: player, wounds: {is: number, resets: yes}, sleeping: {is: yes_no, resets: yes}}
    zones: {nest: {of: cards}}
zones:
  table: {pond: {of: cards}}
  player:
    hand: {of: cards, see: owner}
    meadow: {of: cards, at: in the meadow}
    barn: {of: cards}
    goods: {of: cards}
    pile: {of: cards, ordered: yes}
memory:
  table: {active: {is: player}, storm: {is: yes_no, title: stormy}}
  player:
    coins: number
    fame: number
    singing: yes_no
    played: {is: number, until: take_turn, title: cards played this turn}
pieces:
  - {id: sapling, name: Sapling, kind: card, suit: frog, cost: 1, might: 1, copies: 3}
library: |
  step setup: nothing
  step play: nothing
  verb take_turn "take a turn": nothing
  verb play_card(card) "play {card}": nothing
  verb gain(amount: number) "gain {amount:coin}": you.coins += amount
  verb steal(amount: number, victim: player) "steal {amount:coin} from {victim}": nothing
  verb wound(card, amount: number = 1) "deal {amount:wound} to {card}": card.wounds += amount
  verb heal(card) "heal {card} of a wound": card.wounds -= 1
  verb strengthen(card, amount: number) "give {card} {amount} more might": nothing
  verb kill(card) "kill {card}": move(card, to: card.controller.pile)
  verb pay(amount: number, to: player) "pay {amount:coin} to {to}": nothing
  verb claim(card) "claim {card}": nothing
  verb bury(card, strength: number = card.might) "bury {card}": move(card, to: pond)
  verb discard(cards) "discard {cards}": nothing
  verb turn_into(card, what: name of card) "turn {card} into {what}": create(what, to: you.meadow)
  verb summon(what: name of card) "summon {what}": create(what, to: you.meadow)
  verb become(card, what: name of card) "{card} becomes {what}": turn_into(card, what)
  verb summon_some(what: name of card, number) "summon {number} {what}":
    repeat number times: summon(what)
  verb make_new(what: name of card) "make a new {what}": summon(what)
  verb call_on(what: name of card) "call on {what}": nothing
  rule might(card) "the might of {card}", add "{card} has {add} more might": card.might
  rule nested(player) gives cards "the cards nested with {player}": c.nest for each c in player.meadow
  rule yield_of(player, what: crop) "what {player} harvests of {what}": 1
  rule can_attack(card, target: card) "{card} can attack {target}": yes
  rule cost_of(card) "the price of {card}": card.cost
  rule targets(player) gives cards "the cards {player} can reach": next(player).meadow
  rule awake(player) gives cards "the cards of {player} that are awake": player.meadow where not sleeping
  rule final_score(player): 0
"""

# Each statement, with what a card says when it is played.
SAID = {
    # what is compared with what, and who has the most of it
    "choose c from opponents.meadow with the highest might: kill(c)": (
        "kill a card with the highest might from opponents' meadows"
    ),
    "choose c from next(you).meadow with the lowest might: kill(c)": (
        "kill a card with the lowest might from the meadow of the player after you"
    ),
    "for each p in opponents:\n    for each c in p.meadow with the highest might: wound(c)": (
        "for each opponent, deal a wound to each card with the highest might in that player's meadow"
    ),
    "for each p in opponents: p discard(p.hand with the highest cost)": (
        "each opponent discards all cards with the highest cost from their hand"
    ),
    "choose c from opponents.meadow where suit is frog and not sleeping with the highest cost: kill(c)": (
        "kill a card with the highest cost among the frog cards in opponents' meadows that are not sleeping"
    ),
    "for each c in targets(you) with the highest might: wound(c)": (
        "deal a wound to each card with the highest might among the cards you can reach"
    ),
    "choose p from players where coins > 2 with the highest fame: p gain(1)": (
        "choose a player with the highest fame among the players with 3 or more coins. That player gains a coin"
    ),
    "gain(sum((opponents.meadow with the highest cost).might))": (
        "gain coins equal to the sum of the might of each card with the highest cost in opponents' meadows"
    ),
    # a value stands before the zone, and other clauses stand apart from each other
    "discard(you.meadow where cost < 3)": "discard all cards with cost 2 or less from your meadow",
    "gain(2 * count(opponents.meadow where wounds > 0) + 1)": (
        "gain coins equal to twice (the number of cards with a wound in all opponents' meadows) plus 1"
    ),
    "choose c from awake(you) where not can_attack(it, this) and wounds is 0: kill(c)": (
        "kill a card with no wounds among your cards that are awake that cannot attack this card"
    ),
    "choose c from you.hand where cost <= you.coins and suit is not this.suit: discard([c])": (
        "discard a card from your hand whose cost is at most your coins and that is not of the same suit as this card"
    ),
    "choose a from you.meadow, b from next(you).meadow where might(it) < might(a): kill(b)": (
        "choose a card from your meadow and a card from the meadow of the player after you whose might is less than "
        "the first card's might. Kill the second card"
    ),
    # what is done is not said behind a clause
    "choose c from you.meadow: heal(c)": "heal a card from your meadow of a wound",
    "choose c from you.meadow where wounds > 0: heal(c)": (
        "choose a card with a wound from your meadow and heal that card of a wound"
    ),
    "choose c from you.meadow where can_attack(it, this): heal(c)": (
        "choose a card from your meadow that can attack this card and heal that card of a wound"
    ),
    "choose c from you.meadow with the highest cost: heal(c)": (
        "choose a card with the highest cost from your meadow and heal that card of a wound"
    ),
    "choose c from you.meadow where can_attack(it, this): strengthen(c, 2)": (
        "choose a card from your meadow that can attack this card and give that card 2 more might"
    ),
    # conditions that exclude something
    "choose c from pond where owner is not you and owner is not nobody: claim(c)": (
        "claim a card that an opponent owns from the pond"
    ),
    "choose c from you.hand where not (suit is frog or cost > 2): discard([c])": (
        "discard a non-frog card with cost 2 or less from your hand"
    ),
    "choose p from players where it is not you and it is not active: p gain(1)": (
        "choose a player other than you and the active player. That player gains a coin"
    ),
    "discard(you.meadow where not sleeping and it not in you.barn)": (
        "discard all cards from your meadow that are not sleeping and that are not in your barn"
    ),
    # whole zones are chosen, not cards in them
    "choose z from (p.pile for each p in players) where count(it) > 2: shuffle(z)": (
        "shuffle any player's pile with 3 or more cards in it"
    ),
    "choose z from (p.hand for each p in opponents) where any(it):\n    choose c from z: discard([c])": (
        "choose an opponent's hand that is not empty and discard a card from that hand"
    ),
    "choose z from (p.barn for each p in players) where any(it where suit is frog): move(z, to: pond)": (
        "move all cards from any player's barn with a frog card in it to the pond"
    ),
    "choose z from (p.goods for each p in players) where count(it) is 0: move(pond, to: z)": (
        "move all cards from the pond to any player's set of goods that is empty"
    ),
    "for each z in (p.pile for each p in players) where count(z) > 3: shuffle(z)": (
        "shuffle each player's pile with 4 or more cards in it"
    ),
    "for each z in (p.pile for each p in opponents):\n    choose c from z: discard([c])": (
        "for each opponent's pile, discard a card from that pile"
    ),
    "gain(max(count(z) for each z in (p.barn for each p in players)))": (
        "gain coins equal to the largest number of cards in each player's barn"
    ),
    # a new piece has an article, unless the phrase has one
    "turn_into(this, sapling)": "turn this card into a Sapling",
    "become(this, sapling)": "this card becomes a Sapling",
    "summon(sapling)": "summon a Sapling",
    "summon_some(sapling, 3)": "summon 3 Sapling cards",
    "summon_some(sapling, 1)": "summon 1 Sapling",
    "make_new(sapling)": "make a new Sapling",
    "call_on(sapling)": "call on Sapling",
    # several conditions
    "if you.singing and you.coins > 3 and storm: gain(3)": (
        "if you are singing, you have 4 or more coins and the game is stormy, gain 3 coins"
    ),
    "if you.singing and you.coins > 3 and any(you.hand): gain(3)": (
        "if you are singing, have 4 or more coins and have a card in your hand, gain 3 coins"
    ),
    "if you.singing or you.coins > 3 or storm: gain(3)": (
        "if you are singing, you have 4 or more coins or the game is stormy, gain 3 coins"
    ),
    "for each p in opponents where p.singing is not you.singing: p gain(1)": (
        "each opponent who is singing if you are not (and is not if you are) gains a coin"
    ),
    "if you.singing is not next(you).singing: gain(1)": (
        "if exactly one of you and the player after you is singing, gain a coin"
    ),
    "if you.played >= 2: gain(1)": "if you have played 2 or more cards this turn, gain a coin",
    "if top(you.pile).suit is frog: gain(1)": "if the top card of your pile is a frog card, gain a coin",
    # numbers
    "you.played += 2": "add 2 to your cards played this turn",
    "gain(min(3, 2 * count(you.meadow)))": ("gain 2 coins for each card in your meadow (at most 3 coins)"),
    "for each p in opponents: steal(min(3, p.coins), p)": (
        "for each opponent, steal 3 coins (at most that player's coins) from that player"
    ),
    "wound(this, -1)": "deal minus 1 wound to this card",
    "choose p from opponents: p pay(p.coins / 2 rounded up, to: you)": (
        "choose an opponent. That opponent pays a coin to you for every 2 of their coins (rounded up)"
    ),
    "gain(max(c.might for each c in you.meadow))": (
        "gain coins equal to the largest might among the cards in your meadow"
    ),
}
POWERS = {
    "modify yield_of(you): add 1": "What you harvest of each crop is increased by 1.",
    "modify might(you.meadow with the lowest cost): add 2": (
        "Each card with the lowest cost in your meadow has 2 more might."
    ),
    "modify might(this): add count(you.meadow where suit is frog)": (
        "This card has 1 more might for each frog card in your meadow."
    ),
    "modify cost_of(you.meadow where sleeping or might > 2): add count(you.meadow where sleeping)": (
        "The price of each card in your meadow that is sleeping or whose might is more than 2 is increased by 1 for "
        "each sleeping card in your meadow."
    ),
    "forbid players bury(card: nested(you)) where card is not this": (
        "No card nested with you (other than this one) can be buried."
    ),
    "after you bury(card: nested(you)): gain(strength)": (
        "After you bury a card nested with you, gain coins equal to the strength."
    ),
    "on play_card choose 2 cs from you.hand where it is not this: discard(cs)": (
        "To play this card, choose 2 other cards from your hand. Then discard those cards."
    ),
    "modify might(opponents.meadow where wounds > 0): subtract 1": (
        "The might of each card with a wound in each opponent's meadow is reduced by 1."
    ),
    # what is forbidden to somebody or against somebody, and above an amount
    "forbid players steal where player is you or victim is you": (
        "You cannot steal coins from a victim, and no player can steal coins from you."
    ),
    "forbid opponents gain where amount > 2": "Opponents cannot gain 3 or more coins (not even in part).",
    # what is done instead, and what is asked when an event is over
    "instead of you gain where amount > 2: gain(amount + 1)": (
        "When you would gain 3 or more coins, gain that many coins plus 1 instead."
    ),
    "after opponents heal where card.wounds is 0 and card.cost > 2: gain(1)": (
        "After an opponent heals a card with cost 3 or more of a wound, if it has no wounds on it, gain a coin."
    ),
    "before opponents heal where card.wounds is 1: gain(1)": (
        "Before an opponent heals a card with exactly 1 wound of a wound, gain a coin."
    ),
    "after you summon(what) where what is sapling: gain(1)": "After you summon a Sapling, gain a coin.",
}


@pytest.fixture(scope="module")
def pond(tmp_path_factory: pytest.TempPathFactory) -> Speaker:
    return Speaker(tmp_path_factory.mktemp("pond"), GAME)


@pytest.mark.parametrize("text", SAID)
def test_a_statement_is_clear_at_once(pond: Speaker, text: str) -> None:
    said = pond.power(f"on play_card:\n  {text}")
    assert not pond.mistakes
    assert said.removesuffix(".") == f"When this card is played, {SAID[text]}"


@pytest.mark.parametrize("text", POWERS)
def test_a_power_is_clear_at_once(pond: Speaker, text: str) -> None:
    assert pond.power(text) == POWERS[text]
    assert not pond.mistakes
