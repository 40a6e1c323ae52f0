"""References, parameters and clauses that could be taken in two ways: `that card` after another card was mentioned."""

from __future__ import annotations

import pytest
from tests.english.speaking import Speaker

GAME = """
game: fair
players: 2 to 4
active: active
turn: take_turn
powers_work_in: [board]
types:
  hue: {values: [red, blue]}
kinds:
  card: {attributes: {hue: hue, value: number}, memory: {tired: yes_no}}
zones:
  table:
    deck: {of: cards, see: nobody, ordered: yes}
    pile: {of: cards}
    market: {of: cards}
  player:
    hand: {of: cards, see: owner}
    board: {of: cards}
memory:
  table: {active: {is: player}, king: {is: player}}
  player: {coins: number}
library: |
  step play: active take_turn
  verb take_turn "take a turn": nothing
  verb play_card(card) "play {card}": move(card, to: you.board)
  verb draw(number) "draw {number:card}": move(top(deck, number), to: you.hand)
  verb discard(cards) "discard {cards}": move(cards, to: pile)
  verb toss(card) "toss {card}": move(card, to: pile)
  verb gain(amount: number) "gain {amount:coin}": you.coins += amount
  verb lose(amount: number) "lose {amount:coin}": you.coins -= amount
  verb sell(card, buyer: player) "sell {card} to {buyer}": move(card, to: buyer.board)
  verb attack(card) "attack with {card}": nothing
  verb nap(card) "put {card} to sleep": card.tired = yes
  verb bring(cards) "bring {cards} back": move(cards, to: you.hand)
  verb sing "have everybody sing": nothing
  verb lay(card, host: card) "lay {card} on {host}": nothing
  rule wage(player) "the wage of {player}": 2
  rule price(card) "the price of {card}": card.value
  rule aimable(card) "you can aim at {card}": yes
  rule near(card) gives cards "the neighbours of {card}": []
"""

# Blocks of a power and, behind ">", its text.
SAID = """
# a list, and another list in between
on play_card:
  let drawn = top(deck, 3)
  move(drawn, to: you.hand)
  choose 2 cs from market: move(cs, to: you.hand)
  discard(drawn)
> When this card is played, note the top 3 cards of the deck, move the noted cards to your hand and move 2 cards
> from the market to your hand (or none, if there are fewer). Discard the noted cards.

on play_card:
  let mine = you.hand where hue is red
  move(next(you).hand, to: you.hand)
  move(mine, to: next(you).hand)
> When this card is played, note all red cards in your hand and move all cards from the hand of the player after
> you to your hand. Move the noted cards to the hand of the player after you.

on play_card:
  choose 2 cs from market:
    move(cs, to: you.hand)
    move(top(deck, 2), to: you.hand)
    discard(cs)
> When this card is played, move 2 cards from the market to your hand, move the top 2 cards of the deck to your
> hand and discard the chosen cards (or none, if there are fewer).

on play_card:
  choose 2 cs from you.hand:
    choose 2 ds from market: move(ds, to: you.hand)
    discard(cs)
> When this card is played, choose 2 cards from your hand (or none, if there are fewer). Move 2 cards from the
> market to your hand (or none, if there are fewer). Discard the cards chosen first.

on play_card:
  let cs = you.hand where hue is red
  draw(1)
  discard(cs)
> When this card is played, note all red cards in your hand, draw a card and discard those cards.

# a card, and another in between: drawn, taken, asked for, chosen
on play_card:
  choose c from market:
    move(c, to: you.hand)
    draw(1)
    toss(c)
> When this card is played, move a card from the market to your hand, draw a card and toss the chosen card.

on play_card:
  choose c from market:
    move(c, to: you.hand)
    draw(2)
    toss(c)
> When this card is played, move a card from the market to your hand, draw 2 cards and toss that card.

on play_card:
  choose c from market:
    toss(this)
    toss(c)
> When this card is played, choose a card from the market, toss this card and toss that card.

on play_card:
  let d = the(top(deck, 1))
  move(d, to: you.hand)
  choose c from market: toss(c)
  toss(d)
> When this card is played, note the top card of the deck, move the noted card to your hand and toss a card from
> the market. Toss the noted card.

on play_card:
  choose c from you.hand:
    if any(you.board): move(the(first(you.board)), to: pile)
    toss(c)
> When this card is played, choose a card from your hand. If you have a card on your board, move the first card of
> your board to the pile. Toss the chosen card.

on play_card:
  choose c from market:
    move(c, to: you.hand)
    choose d from you.hand: toss(d)
    toss(c)
> When this card is played, move a card from the market to your hand, toss a card from your hand and toss the
> first card.

on play_card:
  choose c from you.hand, d from market:
    toss(c)
    draw(1)
    toss(d)
> When this card is played, choose a card from your hand and a card from the market. Toss the first card, draw a
> card and toss the second card.

on play_card:
  choose c from you.hand:
    toss(c)
    choose d from market where value > c.value: toss(d)
    gain(c.value)
> When this card is played, toss a card from your hand, then toss a card from the market whose value is more than
> the first card's value. Gain coins equal to the first card's value.

# loops
on play_card:
  for each c in you.board:
    draw(1)
    toss(c)
> When this card is played, for each card on your board, draw a card and toss the card in question.

on play_card:
  choose c from you.hand:
    for each d in market: toss(d)
    toss(c)
> When this card is played, choose a card from your hand, toss each card in the market and toss the chosen card.

on play_card:
  choose c from you.hand:
    for each d in near(c): toss(d)
    toss(c)
> When this card is played, choose a card from your hand, toss each of that card's neighbours and toss that card.

on play_card:
  for each p in opponents:
    choose q from players: q gain(1)
    p gain(1)
> When this card is played, for each opponent, choose any player; that player gains a coin; that opponent gains a
> coin.

# players
on play_card:
  choose p from players:
    next(you) gain(1)
    p gain(1)
> When this card is played, choose any player. The player after you gains a coin. The chosen player gains a coin.

on play_card:
  choose p from opponents:
    opponents gain(1)
    p lose(1)
> When this card is played, choose an opponent. Each opponent gains a coin. That opponent loses a coin.

# what an event was about
after opponents play_card:
  draw(1)
  toss(card)
> After an opponent plays a card, draw a card and toss the card in question.

after opponents play_card:
  gain(1)
  toss(card)
> After an opponent plays a card, gain a coin and toss that card.

after opponents play_card:
  choose p from players: p gain(1)
  player lose(1)
> After an opponent plays a card, choose any player. That player gains a coin. That opponent loses a coin.

after opponents sell:
  buyer gain(1)
  player lose(1)
> After an opponent sells a card to a buyer, that buyer gains a coin. That opponent loses a coin.

after opponents toss:
  may choose c from market where value > card.value: move(c, to: you.hand)
  else: move(card, to: you.hand)
> After an opponent tosses a card, you may move a card from the market whose value is more than that card's value
> to your hand. If you do not, move that card to your hand.

instead of opponents toss:
  move(the(top(deck, 1)), to: pile)
  player play_card(card)
> When an opponent would toss a card, move the top card of the deck to the pile, and that player plays the
> card in question instead.

after opponents discard:
  draw(2)
  move(cards, to: you.hand)
> After an opponent discards any number of cards, draw 2 cards and move the cards in question to your hand.

# items of a list that was chosen first
on play_card:
  choose 2 cs from you.hand, d from cs: toss(d)
> When this card is played, choose 2 cards from your hand and one of those cards (or none, if there are fewer).
> Toss that card.

on play_card:
  choose 2 cs from you.hand, d from market: toss(d)
> When this card is played, choose 2 cards from your hand and a card from the market (or none, if there are
> fewer). Toss the other card.

on play_card:
  choose 2 cs from you.hand, d from cs, e from cs where it is not d:
    toss(d)
    nap(e)
> When this card is played, choose 2 cards from your hand, one of those cards and another of those cards (or none,
> if there are fewer). Toss the first card and put the second card to sleep.

# parameters that an event only lists, and computed numbers
after players sell(card, buyer): gain(1)
> After a card is sold to a buyer, gain a coin.

after players sell(card, buyer: you): gain(1)
> After a card is sold to you, gain a coin.

instead of opponents sell(card, buyer) where buyer is not you: gain(1)
> When an opponent would sell a card to a buyer other than you, gain a coin instead.

forbid players sell(card, buyer) where buyer is king
> No card can be sold to the king.

after opponents lose(amount): gain(amount)
> After an opponent loses any number of coins, gain that many coins.

after you gain where amount is you.coins: draw(1)
> After you gain coins equal to your coins, draw a card.

after you gain where amount is count(you.hand): draw(1)
> After you gain a coin for each card in your hand, draw a card.

after you gain where amount > you.coins: draw(1)
> After you gain any number of coins, if that amount is more than your coins, draw a card.

forbid opponents gain where amount is you.coins
> Opponents cannot gain coins equal to your coins.

after you gain where amount > 2: draw(1)
> After you gain 3 or more coins, draw a card.

# clauses that would seem to belong to what is next to them
on play_card:
  choose c from you.board where aimable(it): bring([c])
> When this card is played, choose a card from your board that you can aim at and bring that card back.

on play_card:
  choose c from next(you).board where has_power(it): toss(c)
> When this card is played, toss a card with a power from the board of the player after you.

on play_card:
  for each c in opponents.board where has_power(it): lose_powers(c)
> When this card is played, each card with a power on each opponent's board loses its power.

on play_card:
  sing
  draw(2)
> When this card is played, have everybody sing. Draw 2 cards.

on lay: nap(host)
> When this card is laid on a host, put that host to sleep.

on lay: gain(1)
> When this card is laid, gain a coin.

# other than this one
modify price where card in you.board and card is not this and card.hue is this.hue: add 1
> The price of each other card of the same hue as this card on your board is increased by 1.

modify price where card in you.board and card is not this: add 1
> The price of each card (other than this one) on your board is increased by 1.

after you toss where card is not this and card.hue is this.hue: gain(1)
> After you toss another card of the same hue as this card, gain a coin.

# numbers
modify wage(you):
  subtract 1
  raise 0
> Your wage is reduced by 1 (but at least 0).

modify wage(you):
  add 2
  cap 5
> Your wage is increased by 2 (but at most 5).

on play_card:
  choose n from numbers(1, min(3, you.coins)): gain(n)
> When this card is played, choose a number from 1 to 3 (at most your coins) and gain that many coins.

on play_card:
  choose n from numbers(0, min(you.coins, 4)): lose(n)
> When this card is played, choose a number from 0 to 4 (at most your coins) and lose that many coins.

on play_card:
  gain(count(distinct(you.board.hue)) / 2 rounded down)
> When this card is played, gain a coin for every 2 different hues of the cards on your board.

# the same mark of two
on play_card:
  for each c in you.board where tired is not this.tired: toss(c)
> When this card is played, toss each card on your board that is tired if this card is not (and is not if this card is).

on play_card:
  for each c in you.board where tired is this.tired: toss(c)
> When this card is played, toss each card on your board that is tired if this card is (and is not if this card is not).

# a condition at the end of the last branch
on play_card:
  if you.coins > 2: draw(1)
  else:
    let heads = flip_coin
    if heads: gain(1)
> When this card is played, if you have 3 or more coins, draw a card. Otherwise, flip a coin and, if the coin
> shows heads, gain a coin.

on play_card:
  if you.coins > 2: draw(1)
  else:
    gain(1)
    if any(you.hand): lose(1)
    else: draw(1)
> When this card is played, if you have 3 or more coins, draw a card. Otherwise, gain a coin; if you have a card
> in your hand, lose a coin; otherwise, draw a card.
"""


def _read_cases() -> dict[str, str]:
    blocks = [block for block in SAID.strip().split("\n\n") if block]
    cases = {}
    for block in blocks:
        lines = [line for line in block.split("\n") if not line.startswith("# ")]
        told = [line.removeprefix("> ") for line in lines if line.startswith("> ")]
        cases["\n".join(line for line in lines if not line.startswith("> "))] = " ".join(told)
    return cases


CASES = _read_cases()


@pytest.fixture(scope="module")
def fair(tmp_path_factory: pytest.TempPathFactory) -> Speaker:
    return Speaker(tmp_path_factory.mktemp("fair"), GAME)


@pytest.mark.parametrize("power", CASES)
def test_a_text_means_one_thing(fair: Speaker, power: str) -> None:
    text = fair.power(power)
    assert not fair.mistakes
    assert text == CASES[power]
