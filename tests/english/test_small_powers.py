"""Small powers, one form of the language each, and what is printed of them."""

from __future__ import annotations

import pytest
from tests.english.speaking import Speaker, english

__all__ = ["english"]

SMALL = {
    "on completion: draw(1)": "When this card is completed, draw a card.",
    "on completion: draw(2)": "When this card is completed, draw 2 cards.",
    "on completion: draw(count(you.goods))": "When this card is completed, draw a card for each of your goods.",
    "on completion: gain(2 * count(you.hand where good is illegal))": (
        "When this card is completed, gain 2 credits for each illegal card in your hand."
    ),
    "on completion: gain(you.credits)": "When this card is completed, gain credits equal to your credits.",
    "on completion: gain(max(2, count(you.hand)))": (
        "When this card is completed, gain a credit for each card in your hand (at least 2 credits)."
    ),
    "on completion where count(deck) is 0: win": "When this card is completed, if the deck is empty, win the game.",
    "on completion: move(top(deck, 3), to: you.goods)": (
        "When this card is completed, move the top 3 cards of the deck to your goods."
    ),
    "on completion: opponents lose(2, to: you)": "When this card is completed, each opponent loses 2 credits to you.",
    "on completion:\n  repeatedly may pay(2): draw(1)": (
        "When this card is completed, any number of times, you may pay 2 credits to draw a card."
    ),
    "on completion:\n  choose up to 2 cs from you.hand: discard(cs)": (
        "When this card is completed, discard up to 2 cards from your hand."
    ),
    "on completion:\n  choose up to 2 cs from you.hand:\n    discard(cs)\n    gain(1)": (
        "When this card is completed, discard up to 2 cards from your hand and gain a credit."
    ),
    "on completion:\n  choose up to 2 cs from you.hand:\n    discard(cs)\n    gain(1)\n  else: gain(3)": (
        "When this card is completed, discard up to 2 cards from your hand. If you do, gain a credit. "
        "If you do not, gain 3 credits."
    ),
    "on completion:\n  choose any number of cs from you.goods where good is grey: discard(cs)": (
        "When this card is completed, discard any number of your grey goods."
    ),
    "on completion:\n  choose any number of cs from you.hand: discard(cs)": (
        "When this card is completed, discard any number of cards from your hand."
    ),
    "modify fits(container: you.goods) where container.good is grey: set no": ("Your grey goods do not fit a slot."),
    "modify fits(container: you.hand) where container is not this: set yes": (
        "The cards in your hand (other than this one) also fit a slot."
    ),
    "on completion:\n  choose c at random from you.hand: discard(c)": (
        "When this card is completed, discard a random card from your hand."
    ),
    "on completion:\n  for each p in opponents where credits >= 4: p lose(2)": (
        "When this card is completed, each opponent with 4 or more credits loses 2 credits."
    ),
    "on completion:\n  for each p in players:\n    p choose one:\n      option: p gain(2)\n      option: p draw(1)": (
        "When this card is completed, each player gains 2 credits or draws a card."
    ),
    "on completion:\n  for each p in opponents:\n    p may pay(6, to: you):\n      p draw(1)\n      stop": (
        "When this card is completed, each opponent in turn may pay 6 credits to you. If they do, they draw "
        "a card; no further opponent may do so."
    ),
    "on completion:\n  for each p in opponents:\n    p draw(1)\n    if p.ready: stop": (
        "When this card is completed, for each opponent in turn, that player draws a card; if that player is "
        "ready, no further opponent does so."
    ),
    "on completion:\n  for each p in opponents:\n    repeatedly may pay(2):\n      draw(1)\n      if you.ready: stop": (
        "When this card is completed, for each opponent in turn: any number of times, you may pay 2 credits; if you "
        "do (draw a card; if you are ready, this ends)."
    ),
    "on completion:\n  may choose c from you.hand: discard([c])": (
        "When this card is completed, you may discard a card from your hand."
    ),
    "on completion:\n  for each c in you.hand:\n    choose s from open_slots(you) where fits(c, it): load([c], s)": (
        "When this card is completed, load each card in your hand into one of your open slots that it fits."
    ),
    "on completion:\n  may choose one:\n    option: gain(2)\n    option: draw(1)": (
        "When this card is completed, you may gain 2 credits or draw a card."
    ),
    "on completion:\n  if you.ready: win\n  else if count(you.goods) > 3: gain(2)\n  else: draw(1)": (
        "When this card is completed, if you are ready, win the game. Otherwise, if you have 4 or more goods, gain 2 "
        "credits. Otherwise, draw a card."
    ),
    "on completion:\n  let n = count(you.hand)\n  if n > 5: lose(n)": (
        "When this card is completed, if the number of cards in your hand is more than 5, lose that many credits."
    ),
    "on completion:\n  choose p from opponents where goods_count(it, luxury) > goods_count(you, luxury): p lose(4)": (
        "When this card is completed, choose an opponent whose number of luxury goods is more than your number of "
        "luxury goods. That opponent loses 4 credits."
    ),
    "before opponents draw where number >= 3: win": "Before an opponent draws 3 or more cards, win the game.",
    "after players gain once per turn: gain(2)": (
        "Once per turn, after any player gains one or more credits, gain 2 credits."
    ),
    "instead of you draw twice per turn:\n  may gain(2): nothing\n  else: proceed": (
        "Twice per turn, instead of drawing cards, you may gain 2 credits."
    ),
    # who hands on all they have hands on what came to them before
    "on completion:\n  for each p in players: move(p.hand, to: next(p).hand)": (
        "When this card is completed, for each player in turn, move all cards from that player's hand to the hand of "
        "the player after that player."
    ),
    "on completion:\n  for each p in opponents: p move(p.hand, to: next(p).hand)": (
        "When this card is completed, each opponent in turn moves all cards from their hand to the hand of the player "
        "after them."
    ),
    "on completion:\n  for each p in players: move(p.hand, to: discard_pile)": (
        "When this card is completed, for each player, move all cards from that player's hand to the discard pile."
    ),
    # an empty list that makes a list of a place is nothing to be told
    "on completion: discard([] + [])": "When this card is completed, discard nothing.",
    "on completion:\n  let mine = you.hand + []\n  draw(2)\n  discard(mine)": (
        "When this card is completed, note all cards in your hand, draw 2 cards and discard the noted cards."
    ),
    # what cannot be done is what was said last, and not all before it
    "on completion:\n  draw(1)\n  choose c from you.goods: discard([c])\n  else: gain(1)": (
        "When this card is completed, draw a card. Discard one of your goods. If you cannot, gain a credit."
    ),
    # in the order in which changes apply, however they are written
    "modify ship_capacity(you):\n  cap 9\n  multiply 2\n  add 1\n  set 4": (
        "The capacity of your ships is 4, is increased by 1 and is doubled (but at most 9)."
    ),
    # what a condition is about is mentioned before it
    "modify payout where size > player.credits: add 1": (
        "The pay of each player for containers is increased by 1 while that size is more than that player's credits."
    ),
    "instead of opponents draw: nothing": ("When an opponent would draw cards, that does not happen."),
    "forbid opponents pirate where source is you.hand": (
        "Opponents cannot pirate a container if that source is your hand."
    ),
    "on completion:\n  choose min(2, count(you.goods)) cs from you.goods: discard(cs)": (
        "When this card is completed, discard 2 of your goods (or all, if there are fewer)."
    ),
    "on completion:\n  choose min(goods_room(you), count(you.hand)) cs from you.hand: discard(cs)": (
        "When this card is completed, discard as many cards from your hand as your free goods places (or all, if there "
        "are fewer)."
    ),
    "on completion:\n  choose s from sea: empties(s)": (
        "When this card is completed, choose a ship in the sea. That ship comes home if empty."
    ),
    "modify accepts(slot) where slot.controller is you and slot.card is this: set yes": (
        "Your slots of this card accept containers of any colour."
    ),
    "on completion where you.ready:\n  draw(1)\n  may gain(2)": (
        "When this card is completed, if you are ready, draw a card, then you may gain 2 credits."
    ),
    "on completion:\n  if you.ready: draw(1)\n  gain(2)": (
        "When this card is completed, if you are ready, draw a card. Gain 2 credits."
    ),
    "on completion where you.ready:\n  may pay(2): nothing\n  else: lose(4)": (
        "When this card is completed, if you are ready, you may pay 2 credits. If you do not, lose 4 credits."
    ),
    "on completion:\n  choose c from you.hand:\n    discard(c)\n    draw(1)": (
        "When this card is completed, discard a card from your hand. If you do, draw a card."
    ),
    "on completion:\n  choose up to 2 cs from opponents.hand: move(cs, to: you.hand)": (
        "When this card is completed, move up to 2 cards from opponents' hands to your hand."
    ),
    (
        "on completion:\n  choose c from opponents.hand, d from you.hand:\n    let strength = c.tier\n"
        "    discard([c, d])\n    gain(strength)\n    draw(1)"
    ): (
        "When this card is completed, choose a card from an opponent's hand and a card from your hand. Note the first "
        "card's tier, discard the first card and the second card, then gain that many credits. If you do, draw a card."
    ),
    "on completion:\n  choose c from you.hand: discard(c)\n  draw(1)": (
        "When this card is completed, discard a card from your hand and draw a card."
    ),
    "on completion:\n  choose p from opponents: p lose(2)\n  draw(1)": (
        "When this card is completed, choose an opponent. That opponent loses 2 credits. Draw a card."
    ),
    "on completion:\n  for each c in you.hand: discard(c)\n  gain(2)": (
        "When this card is completed, discard each card in your hand and gain 2 credits."
    ),
    "instead of you draw where you.ready: gain(2)": (
        "When you would draw cards and you are ready, gain 2 credits instead."
    ),
    "instead of you draw:\n  if you.ready: gain(2)": "Instead of drawing cards, if you are ready, gain 2 credits.",
    "instead of you draw:\n  may gain(2): nothing": (
        "Instead of drawing cards, you may gain 2 credits. If you do not, nothing happens."
    ),
    "on completion:\n  may choose c from you.hand, s from open_slots(you) where fits(c, it):\n    pay(2)\n"
    "    load([c], s)": (
        "When this card is completed, you may pay 2 credits to load a card from your hand into one of "
        "your open slots that it fits."
    ),
    "on completion:\n  may pay(2):\n    choose c from you.hand: discard([c])": (
        "When this card is completed, you may pay 2 credits. If you do, discard a card from your hand."
    ),
    "on completion:\n  choose s from sea, c from s.hold: add_good(c)": (
        "When this card is completed, add a card from the hold of a ship in the sea to your goods."
    ),
    "on completion:\n  choose a from you.hand, b from you.hand where it is not a: discard([a, b])": (
        "When this card is completed, choose a card from your hand and another card from your hand, then discard the "
        "first card and the second card."
    ),
    "on completion:\n  choose a from you.hand, p from opponents, b from you.hand where good is luxury and it is not a:"
    "\n    move(a, to: p.hand)\n    discard(b)": (
        "When this card is completed, choose a card from your hand, an opponent and a luxury card from your hand other "
        "than that card. Move the first card to that opponent's hand and discard the second card."
    ),
    "on completion:\n  choose g from colours, 2 cs from you.hand where good is g: discard(cs)": (
        "When this card is completed, discard 2 cards of one colour from your hand (or none, if there are fewer)."
    ),
    "on completion:\n  choose n from numbers(1, 3): draw(n)": ("When this card is completed, draw 1 to 3 cards."),
    "on completion:\n  choose n from numbers(1, 3):\n    draw(n)\n    lose(n)": (
        "When this card is completed, draw 1 to 3 cards and lose that many credits."
    ),
    "on completion:\n  for each p in players:\n    p choose c from p.goods: p add_good(c)": (
        "When this card is completed, each player adds one of their goods to their goods."
    ),
    "on completion:\n  opponents choose one:\n    option: lose(4)\n    option:\n      draw(1)\n      win": (
        "When this card is completed, each opponent chooses one they can do:\n"
        "• You lose 4 credits.\n"
        "• You draw a card and win the game."
    ),
    "on completion:\n  choose 2 cs from you.hand, d from supply_island:\n    move(cs, to: supply_island)\n"
    "    move(d, to: you.hand)": (
        "When this card is completed, choose 2 cards from your hand and a card from the supply island "
        "(or none, if there are fewer). Move those cards to the supply island and move the other card to your hand."
    ),
    "on completion: lose(you.credits)": "When this card is completed, lose all your credits.",
    "on completion:\n  choose p from opponents: gain(p.credits)": (
        "When this card is completed, choose an opponent and gain credits equal to that opponent's credits."
    ),
    "on completion:\n  choose p from opponents: p lose(you.credits)": (
        "When this card is completed, choose an opponent. That opponent loses credits equal to your credits."
    ),
    "on completion:\n  for each p in opponents: p lose(p.credits)": (
        "When this card is completed, each opponent loses all their credits."
    ),
    "on completion:\n  let a = roll(6)\n  let b = roll(6)\n  let c = roll(4)\n  gain(a + b)\n  gain(c)": (
        "When this card is completed, roll a die, roll a die and roll a die with 4 sides. Gain credits equal to the "
        "first number rolled plus the second number rolled and gain credits equal to the third number rolled."
    ),
    "on completion:\n  let a = flip_coin\n  let b = flip_coin\n  if a and not b: gain(1)": (
        "When this card is completed, flip a coin and flip a coin. If the first coin shows heads and the second coin "
        "shows tails, gain a credit."
    ),
    "on completion: lose(min(4, you.credits))": ("When this card is completed, lose all your credits (up to 4)."),
    "on completion: gain(3 * import_count(you, pirate))": (
        "When this card is completed, gain 3 credits for each of your pirate imports."
    ),
    "on completion: gain(2 * sum(import_count(p, pirate) for each p in players))": (
        "When this card is completed, gain 2 credits for each pirate import of all players."
    ),
    "on completion: leader = you": ("When this card is completed, you are now the leader."),
    "on completion: you.pirated -= 1": ("When this card is completed, lose a pirate action this turn."),
    "on completion: leader = nobody": ("When this card is completed, nobody is the leader any more."),
    "on completion where leader is not nobody: draw": (
        "When this card is completed, if somebody is the leader, draw a card."
    ),
    "on completion where leader is nobody: draw": "When this card is completed, if nobody is the leader, draw a card.",
    "on completion: opponents pass_hand": ("When this card is completed, each opponent passes their hand on."),
    "on completion: pass_hand": ("When this card is completed, pass your hand on."),
    "instead of you draw:\n  gain(2)\n  proceed": ("Before you draw cards, gain 2 credits."),
    "instead of opponents draw:\n  proceed\n  gain(2)": ("After an opponent draws cards, gain 2 credits."),
    "instead of you draw:\n  choose one:\n    option: proceed\n    option:\n      pay(2)\n      win": (
        "Instead of drawing cards, you may pay 2 credits and win the game."
    ),
    "instead of opponents draw where you.ready: gain(2)": (
        "When an opponent would draw cards and you are ready, gain 2 credits instead."
    ),
    "before opponents draw where player.credits > 3 and you.ready: player lose(1)": (
        "Before an opponent with 4 or more credits draws one or more cards, if you are ready, that player "
        "loses a credit."
    ),
    "after you contract where card is not this: draw(1)": (
        "After you contract a card (other than this one), draw a card."
    ),
    "after you contract where card is not this and card in supply_island: draw(1)": (
        "After you contract a card (other than this one) on the supply island, draw a card."
    ),
    "after you discard where any(cards where good is grey): gain(1)": (
        "After you discard cards that include a grey card, gain a credit."
    ),
    "after you discard where this not in cards: gain(1)": (
        "After you discard cards that do not include this card, gain a credit."
    ),
    "before you draw where any(opponents where credits > 3):\n  for each p in opponents where credits > 3: p lose(1)": (
        "Before you draw one or more cards, if any opponent has 4 or more credits, each such opponent loses a credit."
    ),
    "after you draw where number is 1: gain(1)\nafter you draw where number >= 2: gain(3)": (
        "After you draw cards:\n• 1: gain a credit.\n• 2 or more: gain 3 credits."
    ),
    "after you draw where number >= 1: gain(1)\nafter you draw where number >= 2: gain(3)": (
        "After you draw 1 or more cards, gain a credit.\nAfter you draw 2 or more cards, gain 3 credits."
    ),
    "after you draw where you.ready: gain(1)\nbefore turn where you.ready: gain(1)": (
        "After you draw one or more cards or before each turn, if you are ready, gain a credit."
    ),
    "after you draw once per turn: gain(1)\nbefore turn once per turn: gain(1)": (
        "Once per turn, after you draw one or more cards, gain a credit.\nOnce per turn, before a turn, gain a credit."
    ),
    "on completion where you.ready:\n  may gain(2)\n  may draw(1)": (
        "When this card is completed, if you are ready, you may gain 2 credits; whether or not you do, you "
        "may draw a card."
    ),
    "modify import_targets(you): add [deck]\nmodify import_targets(you): add p.hand for each p in players": (
        "Your import targets also include the deck and all players' hands."
    ),
    "modify bonus(you): add 2": ("You score 2 extra points."),
    "modify bonus(you): add count(you.goods)": ("You score an extra point for each of your goods."),
    "modify bonus(you): subtract 2": ("Your bonus is reduced by 2."),
    "modify goods_count where of is not grey: add 1": (
        "The number of goods of each colour other than grey of each player is increased by 1."
    ),
    "on completion:\n  choose up to 2 cs from you.hand:\n    for each c in cs: add_good(c)": (
        "When this card is completed, add up to 2 cards from your hand, one by one, to your goods."
    ),
    "modify goods_limit(you): add 2": "Your goods limit is increased by 2.",
    "modify goods_limit(opponents): subtract 1": ("The goods limit of each opponent is reduced by 1."),
    "modify goods_limit(you): cap 8": "Your goods limit is at most 8.",
    "modify imports_limit(you): set no_limit": "You have no imports limit.",
    "modify fits(container: this): set no": "This card does not fit a slot.",
    "modify goods_limit(you): add you.fields[luxury]": "Your goods limit is increased by your luxury fields.",
}


@pytest.mark.parametrize("text", SMALL)
def test_small_powers(english: Speaker, text: str) -> None:
    assert english.power(text) == SMALL[text]
