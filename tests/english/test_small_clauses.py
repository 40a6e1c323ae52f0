"""Clauses of rules in conditions, filters and loops: the subject, the number and the negation of each are right."""

from __future__ import annotations

import pytest
from tests.english.speaking import Speaker

GAME = """
game: fleet
players: 2 to 4
active: active
turn: take_turn
powers_work_in: [board]
types:
  ship: {values: [sloop, frigate]}
  suit: {values: [red, black]}
  kindness: {plural: kindnesses, values: [mild, kind]}
kinds:
  card:
    attributes: {suit: {is: suit, default: red}, might: number, cost: number, quick: yes_no, suits: suits}
    memory:
      wounds: number
      leaves: {is: number, title: leaves on it}
      shot_by: {is: players, title: shot at by}
      tapped: yes_no
      host: card
      beside: cards
      seen: {is: yes_no, title: seen by all}
      marks: {is: suits, title: marked colours}
      keeper: player
      lent_by: player
zones:
  table:
    stock: {of: cards}
    market: {of: cards, row: yes}
    pile: {of: cards, see: nobody, ordered: yes}
    sea: {of: cards, ordered: yes, at: at sea}
    played: {of: cards}
  player:
    hand: {of: cards, see: owner}
    ashes: {of: cards}
    board: {of: cards, ordered: yes}
    deck: {of: cards, see: nobody, ordered: yes}
    won: {of: cards, title: cards won}
    line: {of: cards, row: yes}
    discards: {of: cards, title: discard pile}
decks:
  starter: {for: ship, size: 2, lists: {sloop: {fig: 2}, frigate: {fig: 2}}}
  bazaar: {cards: {fig: 2}}
  cards_of: {for: ship, lists: {sloop: {fig: 2}, frigate: {fig: 2}}}
  cards_below: {cards: {fig: 2}}
memory:
  table:
    wanted: name of card
    active: {is: player, title: player to move}
    led: {is: suit, title: suit led}
    target: {is: number, title: turns left}
    bid: {is: number, title: highest bid}
    bidder: player
    names: {is: suits, title: named suits}
    passes: {is: number, title: passes in a row}
  player:
    coins: number
    folded: yes_no
    shots: number
    berth: {is: cards, per: ship, title: cells}
    tricks: {is: number, title: tricks won}
    chips: {is: number, title: chips brought}
    suit: {is: suit, title: chosen suit}
    ready: {is: yes_no, title: is ready}
    feared: name of card
    favourites: names of cards
    kindred: ship
pieces:
  - {id: fig, kind: card, might: 2, cost: 1, quick: no, suits: [red]}
library: |
  step setup: nothing
  step play: nothing
  verb take_turn "take a turn": nothing
  verb act "take your actions": nothing
  verb harm(amount: number) "deal {amount:damage}": nothing
  verb find(cards) "find one of three {cards}": nothing
  rule yield_of(player, suit: suit) "the {suit} that a worker of {player} brings": 2
  verb carry(suit: suit) "bring {suit}": gain(yield_of(you, suit))
  verb sell(suit: suit) "sell one {suit}": nothing
  verb trade(suit: suit, wanted: suit) "trade {suit} for 2 {wanted}": nothing
  verb gather(suit: suit, number) "gather {number:{suit}}": nothing
  step day "a day passes": nothing
  rule fitting(card) "the top of {card} fits": card.quick
  rule is_late: the(top(pile)).quick
  rule wins(player) "whether {player} wins": player.coins > 9
  verb swing(chosen: cards) "swing the {chosen}": nothing
  rule in_line(player, heading: suit) gives cards "the cards that {player} can see in {heading}": sea
  rule partners(player) gives players "the side of {player}": [player, next(next(player))]
  rule votes(player) "the votes against {player}": count(players where ready)
  rule red_cards gives cards "red cards": sea where suit is red
  verb play_card(card) "play {card}": nothing
  verb discard(card) "discard {card}": nothing
  verb gain(number) "gain {number:coin}": nothing
  verb place(kind: ship) "place the {kind}": nothing
  verb sink(kind: ship) "sink your {kind}": nothing
  verb lay(low: number, number) "lay {number:card} of rank {low}": nothing
  verb tell(player, kind: suit) "tell {player} which cards are {kind}": nothing
  verb fire(card) "fire at {card}": nothing
  verb call(suit: suit) "call {suit}": nothing
  verb look(player) "look at the hand of {player}": nothing
  verb barter(given_card: card, taken_card: card) "barter {given_card} for {taken_card}": nothing
  verb slay(card) "slay {card}": nothing
  verb give_to(player) "give a coin to {player}": nothing
  verb hand_over(card, player) "hand {card} over to {player}": nothing
  verb fear(what: name of card) "fear {what}": nothing
  verb gamble(sides: number) gives (eyes: number) "gamble with a die of {sides} sides": nothing
  rule lies(bow: card, stern: card, kind: ship) "the {kind} can lie from {bow} to {stern}": bow.might > stern.might
  rule may_play(kind: suit) "a {kind} card may be played": led is none
  rule may_follow(kind: ship) "a {kind} may be played": passes > 1
  rule fits(card, number) "{card} fits {number}": card.might is number
  rule sunk(player, kind: ship) "the {kind} of {player} is sunk":
    not any(player.berth[kind] where player not in shot_by)
  rule all_sunk(player) "all ships of {player} are sunk": all(sunk(player, s) for each s in ships)
  rule beats(number) "it beats what was bid": number > bid
  rule nobody_left "nobody is left": passes > 3
  rule there_is "there is wind": passes > 3
  rule staying gives players "the players who have not folded": players where not folded
  rule acting gives players "the players still in": players where not folded
  rule wind_of(player) "the wind blows for {player}": player.coins > 2
  rule held(player, number) "the cards of rank {number} of {player}": count(player.hand where might is number)
  rule strength(cards) gives number "the strength of {cards}": sum(cards.might)
  rule height(suit: suit) "the height of {suit}": count(sea where suit is suit)
  rule fleet(player) gives cards "the ships of {player}": player.board
  rule in_sight(player) gives cards "the cards that {player} can see": sea where player in shot_by
  rule in_way(player) gives cards "the cards that stop {player}": sea where player in shot_by
  rule flagship gives card "the card that is on top": the(top(sea))
  rule rests(card) "the crew of {card} is at rest": card.tapped
  rule stake "the stake": 3
  rule price(card) "the price of {card}": card.cost
  rule limit(player) "the most {player} can hold": 7
  rule owes(player) "what {player} owes": 3
  rule on_top gives cards "the top card of the pile": top(pile)
  rule card_led gives cards "the card led": first(played)
  rule reach(player) gives cards "the reach of {player}": player.line
  rule near(player) gives cards "the cards near {player}": player.line
  rule side_won "one side has won": passes > 3
  rule sides_passed "both sides have passed": passes > 3
  rule hot(card) "{card} is hot": card.might > 2
  rule final_score(player): 0
"""

# Each statement, with what a card says when it is played.
SAID = {
    "choose a from sea, b from sea where lies(a, it, sloop): barter(a, b)": (
        "choose a card from the sea and a card from the sea to which the sloop can lie from the "
        "first card. Barter the first card for the second card"
    ),
    "choose k from ships where may_follow(it): place(k)": "place a ship of your choice that may be played",
    "choose k from suits where may_play(it): call(k)": "call a suit of your choice where a card of it may be played",
    "for each k in ships where sunk(you, it): gain(1)": "for each ship, if that ship of yours is sunk, gain a coin",
    "gain(count(ships where sunk(you, it)))": "gain a coin for each ship where that ship of yours is sunk",
    "if all(sunk(you, k) for each k in ships): gain(1)": "if each ship of yours is sunk, gain a coin",
    "if any(sunk(you, k) for each k in ships): gain(1)": "if a ship of yours is sunk, gain a coin",
    "if any(players where all_sunk(it)): gain(1)": (
        "if there is a player for whom all their ships are sunk, gain a coin"
    ),
    "if not any(opponents where all_sunk(it)): gain(1)": (
        "if there are no opponents for whom all their ships are sunk, gain a coin"
    ),
    "choose c from sea where you not in shot_by: fire(c)": "fire at a card from the sea that is not shot at by you",
    "choose c from sea where you in shot_by: fire(c)": "fire at a card from the sea that is shot at by you",
    # the other attribute with such a word is told by the adjective
    "if red in this.suits: gain(1)": "if this card's suits include red, gain a coin",
    "choose c from sea where red in suits: fire(c)": "fire at a card from the sea whose suits include red",
    "choose c from sea where suit is red: fire(c)": "fire at a red card from the sea",
    "this.shot_by += you": "this card is now shot at by you",
    "choose n from numbers(1, 5) where beats(it): gain(n)": (
        "choose a number from 1 to 5 where it beats what was bid, then gain that many coins"
    ),
    "if beats(you.coins): gain(1)": "if it beats what was bid, gain a coin",
    "if nobody_left: gain(1)": "if nobody is left, gain a coin",
    "if not nobody_left: gain(1)": "if somebody is left, gain a coin",
    "if there_is: gain(1)": "if there is wind, gain a coin",
    "if not there_is: gain(1)": "if there is no wind, gain a coin",
    "if count(staying) is 1: gain(1)": "if there is exactly 1 player who has not folded, gain a coin",
    "if count(acting) is 1: gain(1)": "if there is exactly 1 player still in, gain a coin",
    "if count(staying) > 1: gain(1)": "if there are 2 or more players who have not folded, gain a coin",
    "for each p in staying: p gain(1)": "each player who has not folded gains a coin",
    "if all(held(you, n) >= 2 for each n in numbers(3, 5)): gain(1)": (
        "if for each number from 3 to 5, you have 2 or more cards of rank that number, gain a coin"
    ),
    "if all(count(you.hand where might is n) <= 3 for each n in numbers(3, 15)): gain(1)": (
        "if for each number from 3 to 15, you have 3 or fewer cards in your hand whose might is that number, "
        "gain a coin"
    ),
    "if any(held(you, n) >= 2 for each n in numbers(3, 5)): gain(1)": (
        "if for some number from 3 to 5, you have 2 or more cards of rank that number, gain a coin"
    ),
    "let p = the(players with the highest strength(it.hand + sea))\n  p gain(1)": (
        "the player for whom the strength of all cards in their hand and the sea is the highest gains a coin"
    ),
    "gain(strength(you.hand + sea))": "gain coins equal to the strength of all cards in your hand and the sea",
    "if target is 0: gain(1)": "if there are no turns left, gain a coin",
    "you.tricks += 1": "add 1 to your tricks won",
    "for each p in players: p.tricks = 0": "for each player, set that player's tricks won to 0",
    "for each p in players: p.folded = no": "each player is no longer folded",
    "choose p from opponents, k from suits where any(p.hand where suit is k): tell(p, k)": (
        "choose an opponent and a suit where that opponent has a card of that suit in their hand. Tell that "
        "opponent which cards are that suit"
    ),
    'choose one:\n    option for each k in ships where may_follow(k): place(k)\n    option "Stop": nothing': (
        "choose one:\n• Place a ship of your choice that may be played.\n• Do nothing"
    ),
    "for each k in ships: sink(k)": "sink each ship of yours",
    "for each p in players:\n    for each k in ships: p place(k)": "for each player, that player places each ship",
    "for each n in numbers(2, 4): lay(n, 1)": "for each number from 2 to 4, lay a card of rank that number",
    "if red not in this.marks: gain(1)": "if this card's marked colours do not include red, gain a coin",
    "choose k from suits where it not in this.marks: call(k)": (
        "call a suit of your choice that is not one of this card's marked colours"
    ),
    "for each p in players:\n    p choose k from suits: p call(k)": "each player calls a suit of their choice",
    "choose p from opponents:\n    p may choose k from ships where may_follow(it): p place(k)": (
        "choose an opponent, then that opponent may place a ship of their choice that may be played"
    ),
    "for each p in players where nobody_left and there_is: p gain(1)": (
        "each player (if nobody is left and there is wind) gains a coin"
    ),
    "names = []": "clear the named suits",
    "you.suit = this.suit": "set your chosen suit to this card's suit",
    "if you.suit is none: gain(1)": "if you have no chosen suit, gain a coin",
    "choose c from you.hand where suit is you.suit: discard(c)": "discard a card of your chosen suit from your hand",
    "if you.chips >= 3: gain(1)": "if you have 3 or more chips brought, gain a coin",
    "if you.chips >= stake: gain(1)": "if your chips brought are at least the stake, gain a coin",
    "if next(you).chips < you.chips: gain(1)": "if the player after you has fewer chips brought than you, gain a coin",
    "for each p in players where p.chips > stake: p gain(1)": (
        "each player whose chips brought are more than the stake gains a coin"
    ),
    "you.ready = yes": "you are now ready",
    "if not you.ready: gain(1)": "if you are not ready, gain a coin",
    "for each p in players: p.ready = no": "each player is no longer ready",
    "choose s from distinct(next(you).hand.suit): call(s)": (
        "call one of the different suits of the cards in the hand of the player after you"
    ),
    "if all(p.folded for each p in opponents): gain(1)": "if each opponent is folded, gain a coin",
    "repeat until passes is 2: gain(1)": "keep gaining a coin until the number of passes in a row is 2",
    "repeat until not any(you.hand): gain(1)": "as long as you have a card in your hand, keep gaining a coin",
    "repeat until all(p.folded for each p in acting) or count(staying) is 1: gain(1)": (
        "keep gaining a coin until each player still in is folded or there is exactly 1 player who has not folded"
    ),
    "if passes is 2 and bidder is not nobody or bid is 3: gain(1)": (
        "if the number of passes in a row is 2 and somebody is the bidder, or the highest bid is 3, gain a coin"
    ),
    # names, decks, rows and durations
    "choose what at random from starter(you.kindred): create(what, to: you.deck)": (
        "create a random card of the starter for your kindred ship in your deck"
    ),
    "choose what from cards_of(sloop): create(what, to: you.hand)": (
        "create a card of sloop of your choice in your hand"
    ),
    "for each what in cards_below: create(what, to: you.deck)": "create each card below in your deck",
    "choose what from bazaar: create(what, to: you.hand)": "create a card of the bazaar of your choice in your hand",
    "for each what in bazaar: create(what, to: market)": (
        "create each card of the bazaar at the right end of the market"
    ),
    "create(wanted, to: you.hand)": "create a card with the wanted name in your hand",
    "create(you.feared, to: next(you).line)": (
        "create a card with your feared name at the right end of the line of the player after you"
    ),
    "choose what from names of cards where cost <= 2: create(what, to: you.hand)": (
        "create a card of your choice with cost 2 or less in your hand"
    ),
    "choose what from names of cards where suit is red and cost > 2: fear(what)": (
        "fear the name of a red card of your choice with cost 3 or more"
    ),
    "let what = the(names of cards with the highest cost)\n  create(what, to: you.hand)": (
        "create a card with the highest cost in your hand"
    ),
    "choose what from you.discards.name: create(what, to: you.hand)": (
        "create a card with one of the names of the cards in your discard pile in your hand"
    ),
    "choose what from names of cards where it not in you.hand.name: create(what, to: you.hand)": (
        "create a card of your choice whose name is not one of the names of the cards in your hand"
    ),
    "choose c from market where name is you.feared: discard(c)": "discard a card from the market with your feared name",
    "if any(you.line where name is wanted): gain(1)": (
        "if you have a card in your line with the wanted name, gain a coin"
    ),
    "if wanted is none: gain(1)": "if there is no wanted name, gain a coin",
    "wanted = this.name": "set the wanted name to this card's name",
    "let left = [sloop, frigate]\n  for each p in players:\n    p choose b at random from left: p.kindred = b": (
        "note these ships: sloop and frigate. Each player chooses one of those ships at random and sets "
        "their kindred ship to that ship"
    ),
    "move(this, to: you.line)": "move this card to the right end of your line",
    "move(this, to: you.line, at: 1)": "move this card to the left end of your line",
    "move(this, to: you.line, at: 2)": "move this card to position 2 of your line",
    "move(this, to: pile, at: 1)": "move this card to position 1 of the pile",
    "move(this, to: you.line, at: this.position + 1)": (
        "move this card to your line, to the position after this card's position"
    ),
    "choose c from you.line: move(this, to: you.line, at: c.position)": (
        "choose a card from your line, then move this card to your line, to that card's position"
    ),
    "choose n from numbers(1, count(you.line) + 1): move(this, to: you.line, at: n)": (
        "move this card to your line, to a position from 1 to the number of cards in your line plus 1"
    ),
    "move(this, to: you.line, at: you.coins)": "move this card to your line, to the position equal to your coins",
    "put_under(this, to: you.line)": "put this card at the left end of your line",
    "move(top(you.line), to: you.hand)": "move the rightmost card of your line to your hand",
    "move(first(you.line, 2), to: you.hand)": "move the leftmost 2 cards of your line to your hand",
    "move(top(pile), to: market)": "move the top card of the pile to the right end of the market",
    "choose c from next(you).line where position is this.position: discard(c)": (
        "discard a card from the line of the player after you in the same position as this card"
    ),
    "choose c from you.line where position <= 2: discard(c)": "discard a card from your line in position 2 or less",
    "gain(max(you.line.position))": "gain coins equal to the largest position among the cards in your line",
    "gain(min(you.line.might))": "gain coins equal to the smallest might among the cards in your line",
    "choose c from next(you).line: lose_powers(c) until you take_turn or players slay(c)": (
        "choose a card from the line of the player after you. That card loses its power until the end of "
        "your turn or until that card is slain"
    ),
    "choose c from you.line, d from you.line where it is not c: swap(c, with: d)": (
        "swap a card from your line with another card from your line"
    ),
    "choose c from you.line, d from you.line where it is not c: swap(d, with: c)": (
        "choose a card from your line and another card from your line, then swap the second card with the first card"
    ),
    "you.coins += roll(6)": "roll a die and add the result to your coins",
    "you.coins += gamble(6)": "gamble with a die of 6 sides and add the result to your coins",
    "stop(take_turn)": "end the turn at once",
    "stop(play_card)": "break off playing a card",
    "vanish(you.line where might > 2)": "take all cards with might 3 or more from your line out of the game",
    # a clause with a subject of its own, and one whose argument contains a verb
    "choose c from in_sight(you): discard(c)": "discard a card that you can see",
    "choose c from in_way(you): discard(c)": "discard a card that stops you",
    "if not rests(flagship): gain(1)": "if the crew of the card that is on top is not at rest, gain a coin",
    "if rests(flagship): gain(1)": "if the crew of the card that is on top is at rest, gain a coin",
    # rules that are clauses, the same twice, one of several zones
    "if wind_of(you): gain(1)": "if the wind blows for you, gain a coin",
    "if not wind_of(you): gain(1)": "if the wind does not blow for you, gain a coin",
    "choose p from opponents where wind_of(it): p gain(1)": (
        "choose an opponent that the wind blows for. That opponent gains a coin"
    ),
    "choose c from you.hand + market where cost <= you.coins: discard(c)": (
        "discard a card from your hand or the market whose cost is at most your coins"
    ),
    "choose c from sea where might > 2 and position is this.position: discard(c)": (
        "discard a card with might 3 or more from the sea in the same position as this card"
    ),
    "for each p in opponents: p look(p)": "each opponent looks at their hand",
    "choose p from opponents: p give_to(p)": "choose an opponent. That opponent gives a coin to themselves",
    "for each p in opponents:\n    choose c from you.board: hand_over(c, p)": (
        "for each opponent, hand a card from your board over to that player"
    ),
    "choose c from you.board where cost > 2: become_power(c, onto: this)": (
        "replace this card's power with a copy of the power of a card with cost 3 or more from your board"
    ),
    "this.lent_by = you": "this card is now lent by you",
    "if this.lent_by is nobody: gain(1)": "if this card is not lent by anybody, gain a coin",
    # lists that a rule or memory calls by a singular noun, narrowed by a condition
    "if any(on_top where hot(it)): gain(1)": "if the top card of the pile is hot, gain a coin",
    "for each c in on_top: discard(c)": "discard the top card of the pile",
    "if any(reach(you) where might > 2 and not quick): gain(1)": (
        "if there is a card of your reach with might 3 or more that is not quick, gain a coin"
    ),
    "if not any(reach(you) where hot(it)): gain(1)": "if there are no cards of your reach that are hot, gain a coin",
    "choose c from reach(you) where might > 2: discard(c)": "discard a card of your reach with might 3 or more",
    "for each c in reach(you) where might > 2: slay(c)": "slay each card of your reach with might 3 or more",
    "gain(count(reach(you) where hot(it)))": "gain a coin for each card of your reach that is hot",
    "choose c from near(you) where might > 2: discard(c)": "discard a card near you with might 3 or more",
    "if any(this.beside where not hot(it)): gain(1)": (
        "if there is a card of this card's beside that is not hot, gain a coin"
    ),
    "discard(the(reach(you)))": "discard the only card of your reach",
    "if the(card_led).suit is this.suit: gain(1)": "if the card led's suit is this card's suit, gain a coin",
    "this.lent_by gain(1)": "whoever this card is lent by gains a coin",
    # a list without some items
    "for each c in you.line - this where hot(it): discard(c)": "discard each other card in your line that is hot",
    "gain(count(you.hand - you.board))": "gain a coin for each card in your hand not on your board",
    "choose up to 2 cs from you.hand: move(you.hand - cs, to: pile)": (
        "choose up to 2 cards from your hand and "
        "move all cards from your hand that are not among those cards to the pile"
    ),
    "choose p from players - you: p gain(1)": "choose a player other than you. That player gains a coin",
    # clauses without a player or piece, and their opposites
    "if side_won: gain(1)": "if one side has won, gain a coin",
    "if not side_won: gain(1)": "if no side has won, gain a coin",
    "if sides_passed: gain(1)": "if both sides have passed, gain a coin",
    "if not sides_passed: gain(1)": "if not both sides have passed, gain a coin",
    "player choose k from suits: player call(k)": "you call a suit of your choice",
    "choose n from numbers(3, 15) where held(you, it) >= 2: gain(n)": (
        "choose a number from 3 to 15 for which you have 2 or more cards of rank that number and gain that many coins"
    ),
    # what is measured has no plural
    "harm(1)": "deal 1 damage",
    "harm(3)": "deal 3 damage",
    "harm(0)": "deal no damage",
    "harm(2 * count(you.hand))": "deal 2 damage for each card in your hand",
    "harm(you.coins)": "deal damage equal to your coins",
    "choose n from numbers(1, 3): harm(n)": "deal 1 to 3 damage",
    # a number before a list, and alternatives with two subjects
    "find(red_cards)": "find one of three red cards",
    "find(sea where might > 2)": "find one of three cards with might 3 or more from the sea",
    "choose c from sea where quick or might >= 4: discard(c)": (
        "discard a card from the sea that is quick or whose might is 4 or more"
    ),
    "choose c from sea where might >= 4 or hot(it): discard(c)": (
        "discard a card from the sea whose might is 4 or more or that is hot"
    ),
    "choose c from sea where quick or tapped: discard(c)": "discard a card from the sea that is quick or is tapped",
    "choose p from opponents where folded or p.coins > 3: p gain(1)": (
        "choose an opponent who is folded or has 4 or more coins. That opponent gains a coin"
    ),
    "move(sea where suit is red or might > 3, to: pile)": (
        "move all cards from the sea that are red cards or whose might is more than 3 to the pile"
    ),
    "choose p from opponents where (folded or p.coins > 3) and p.tricks > 2: p gain(1)": (
        "choose an opponent with 3 or more tricks won who is folded or has 4 or more coins. That opponent gains a coin"
    ),
    # lists joined from several, conditions of which one has alternatives, groups of players
    "choose c from (in_line(you, s) for each s in suits): discard(c)": "discard a card that you can see in any suit",
    "if any(in_line(you, s) for each s in suits): gain(1)": (
        "if there is a card that you can see in any suit, gain a coin"
    ),
    "for each c in (in_sight(p) for each p in opponents): discard(c)": "discard each card that any opponent can see",
    "if (you.ready or you.folded) and you.coins > 2: gain(1)": (
        "if you are ready or you are folded, and you have 3 or more coins, gain a coin"
    ),
    "for each p in players - partners(you): p gain(1)": "each player who is not one of your side gains a coin",
    "for each p in partners(you): p gain(1)": "each player of your side gains a coin",
    "if you in partners(next(you)): gain(1)": "if you are one of the side of the player after you, gain a coin",
    # words of a type behind a number and before a clause
    "choose s from suits: sell(s)": "sell one suit of your choice",
    "sell(this.suit)": "sell one of this card's suit",
    "choose s from suits, t from suits where it is not s: trade(s, t)": (
        "trade a suit of your choice for 2 of another suit of your choice"
    ),
    "gain(yield_of(you, this.suit))": "gain coins equal to this card's suit that a worker of yours brings",
    "gather(red, 2)": "gather 2 reds",
    "gather(this.suit, 2)": "gather 2 of this card's suit",
    "for each s in suits where height(it) is 0: gather(s, 2)": (
        "for each suit, if the height of that suit is 0, gather 2 of that suit"
    ),
    "choose up to 2 cs from you.hand where leaves is 0: move(cs, to: pile)": (
        "move up to 2 cards with no leaves on them from your hand to the pile"
    ),
    "choose c from sea where suit is you.suit or you.coins > 2: discard(c)": (
        "discard a card from the sea where its suit is your chosen suit or you have 3 or more coins"
    ),
    "swing(red_cards)": "swing the red cards",
    "gain(count(this.suits where it is red))": "gain a coin for each of this card's suits that are red",
    "gain(count(numbers(1, 6) where it is you.coins))": "gain a coin for each number from 1 to 6 that is your coins",
    "let some = first(red_cards, 2) + (sea where suit is black)\n  swing(some)": (
        "swing the first 2 of the red cards and the black cards at sea"
    ),
    "choose c from you.won: discard(c)": "discard one of your cards won",
    "for each p in players with the highest votes(it): p gain(1)": (
        "each player for whom the votes against them are the highest gains a coin"
    ),
    "stop(act)": "break off taking your actions",
    "if any(you.ashes): gain(1)": "if you have ashes, gain a coin",
    "choose c from you.ashes: discard(c)": "discard one of your ashes",
    "choose c from you.hand where fitting(it): discard(c)": "discard a card from your hand whose top fits",
    "if not fitting(this): gain(1)": "if this card's top does not fit, gain a coin",
    "if is_late: gain(1)": "if it is late, gain a coin",
    "if not is_late: gain(1)": "if it is not late, gain a coin",
    "if this.quick is wins(you): gain(1)": "if this card is quick exactly when you win, gain a coin",
    "if this.quick is not (you.coins > 2): gain(1)": (
        "if either this card is quick or you have 3 or more coins, but not both, gain a coin"
    ),
    "if wins(you): gain(1)": "if you win, gain a coin",
    "if not wins(you): gain(1)": "if you do not win, gain a coin",
    "let some = players where coins > 2\n  if count(some) is 1: the(some) gain(1)": (
        "if there is exactly 1 player with 3 or more coins, the only one of those players gains a coin"
    ),
}


@pytest.fixture(scope="module")
def fleet(tmp_path_factory: pytest.TempPathFactory) -> Speaker:
    return Speaker(tmp_path_factory.mktemp("fleet"), GAME)


@pytest.mark.parametrize("text", SAID)
def test_a_clause_is_said_of_the_right_one(fleet: Speaker, text: str) -> None:
    said = fleet.power(f"on play_card:\n  {text}")
    assert not fleet.mistakes
    assert said.removesuffix(".") == f"When this card is played, {SAID[text]}"


STOPPED = "make whoever is taking their actions stop at once."


@pytest.mark.parametrize(
    ("power", "said"),
    [
        ("after you play_card once per day: gain(1)", "Once per day, after you play a card, gain a coin."),
        ("after opponents play_card: stop(act)", f"After an opponent plays a card, {STOPPED}"),
        ("after you play_card: stop(act)", "After you play a card, break off taking your actions."),
        ("after players play_card: stop(act)", f"After any player plays a card, {STOPPED}"),
    ],
)
def test_what_is_stopped_belongs_to_whoever_does_it(fleet: Speaker, power: str, said: str) -> None:
    assert fleet.power(power) == said
