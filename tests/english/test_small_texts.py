"""Small texts whose sentences were untrue or no English, with their relatives: what is said is what happens."""

from __future__ import annotations

import pytest
from tests.english.speaking import Speaker

GAME = """
game: duel
players: 2
active: active
turn: take_turn
powers_work_in: [board]
windows: [dusk]
types:
  token: {values: [bear, cat, wolf]}
  suit: {values: [red, black]}
  pattern: {values: [single, pair]}
kinds:
  card:
    attributes: {token: {is: token, default: none}, suit: {is: suit, default: red}, lining: {is: suit, default: red},
      might: number, cost: number}
    memory: {wounds: number, frozen: {is: yes_no, title: cannot attack}}
zones:
  table:
    stock: {of: cards}
  player:
    hand: {of: cards, see: owner}
    board: {of: cards, ordered: yes}
    grave: {of: cards}
    deck: {of: cards, see: nobody, ordered: yes}
    discards: {of: cards}
memory:
  table:
    active: {is: player}
    called: {is: suit, title: colour to follow}
    backwards: {is: yes_no, title: play goes backwards}
    over: {is: yes_no, title: finished}
  player: {coins: number, safe: {is: yes_no, title: is immune to attacks}}
library: |
  step setup: nothing
  step play: nothing
  verb take_turn "take a turn": nothing
  verb play_card(card) "play {card}": nothing
  verb lose(amount: number) "lose {amount:coin}": nothing
  rule force(player) "the force of {player}": sum(player.board.might)
  rule leftward "hands go left": any(stock)
  rule way(left: cards) gives number "the longest way": max(1 + way(left - c) for each c in left)
  rule allies(player) gives players "the side of {player}": [player, next(player)]
  verb discard(card) "discard {card}": nothing
  step die(card) "the death of {card}": nothing
  verb hit(victims: cards, amount: number) "deal {amount} damage to {victims}": nothing
  verb heal(victims: cards, amount: number) "restore {amount} Health to {victims}": nothing
  verb summon(what: token) "summon {what}": nothing
  verb play_pattern(kind: pattern) "play a {kind}": nothing
  verb give(victims: cards, attack: number, health: number) "give {victims} +{attack}/+{health}": nothing
  verb destroy(victims: cards) "destroy {victims}": nothing
  verb gain(number) "gain {number:coin}": nothing
  verb look_at(number) gives (seen: cards) "look at the top {number:card} of your deck": nothing
  verb sort_out "reveal the top 2 cards of your deck, trash one of them, and discard the rest": nothing
  rule enemies(player) gives cards "the enemies of {player} still alive": next(player).board where wounds < might
  rule foes(player) gives cards "the enemies of {player}": next(player).board
  rule dead gives cards "the dead": c for each p in players for each c in p.board where c.wounds > 2
  rule line(player) gives cards "the line of {player}": player.board
  rule callers(player) gives players "the partners who named the suit": players where any(hand)
  rule rank_of(player) "the rank of {player}": count(player.hand)
  rule named_it(player) "{player} named the suit": any(player.hand)
  rule final_score(player): 0
"""

# Each statement, with what a card says when it is played.
SAID = {
    # what is lost is no more than there is
    "you.coins -= min(count(you.hand), you.coins)": "lose a coin for each card in your hand (at most down to 0)",
    "you.coins -= min(you.coins, 2)": "lose 2 coins (at most down to 0)",
    # of several loops, which item belongs to which is said
    "gain(sum(c.cost for each p in opponents for each c in p.board where p.coins > 2))": (
        "gain coins equal to the sum of the cost of each card on the board of each opponent with 3 or more coins"
    ),
    "gain(max(count(p.board where suit is s) for each p in players for each s in suits))": (
        "gain coins equal to the largest of the number of cards of that suit on that player's board, for each player "
        "and each suit"
    ),
    "gain(count(1 for each c in you.board for each d in you.hand where c.suit is d.suit))": (
        "gain a coin for each pair of a card on your board and a card in your hand such that the card's suit is the "
        "other card's suit"
    ),
    "if any(c.suit is d.suit for each c in you.board for each d in you.hand): gain(2)": (
        "if there is a pair of a card on your board and a card in your hand such that the card's suit is the other "
        "card's suit, gain 2 coins"
    ),
    "if not any(c for each c in you.hand for each p in players where p.coins < c.cost): gain(2)": (
        "if there is no pair of a card in your hand and a player such that the player's coins are less than that "
        "card's cost, gain 2 coins"
    ),
    "if all(p.coins < c.cost for each p in opponents for each c in p.board): gain(2)": (
        "if that opponent's coins are less than that card's cost, for each opponent and each card on that opponent's "
        "board, gain 2 coins"
    ),
    # an attribute is named if its type is that of another
    "gain(count(you.board where lining is red))": "gain a coin for each card on your board whose lining is red",
    "gain(count(you.board where suit is red))": "gain a coin for each red card on your board",
    "choose c from you.board:\n    choose d from you.hand where lining is c.suit: discard(d)": (
        "choose a card from your board, then discard a card from your hand whose lining is that card's suit"
    ),
    # what a phrase does not mention, and what is rounded, counted or owned
    "gain(way(you.board))": "gain coins equal to the longest way (for your board)",
    "gain(5 - you.coins / 2 rounded down)": "gain coins equal to 5 minus (half of your coins (rounded down))",
    "gain(-(6 / you.coins rounded down))": "gain coins equal to minus (6 divided by your coins (rounded down))",
    "gain(you.coins - you.coins / 3 rounded up)": (
        "gain coins equal to your coins minus (your coins divided by 3 (rounded up))"
    ),
    "gain(count(you.hand) - you.coins)": "gain coins equal to the number of cards in your hand minus your coins",
    "modify force(you) until take_turn: add count(you.hand)": (
        "your force is increased by 1 for each card in your hand (counted now) until the end of the turn"
    ),
    "modify force(you) until take_turn: add 2": "your force is increased by 2 until the end of the turn",
    "for each p in allies(next(you)): p gain(1)": "each player of your opponent's side gains a coin",
    "if not leftward: gain(1)": "if hands do not go left, gain a coin",
    # lists that are noted in turn
    "let firsts = players with the highest coins\n  let others = players with the highest rank_of(it)\n  "
    "for each p in firsts: p gain(1)\n  for each p in others: p gain(1)": (
        "note all players with the highest rank (the others). Each player with the most coins gains a coin. "
        "Each of the others gains a coin"
    ),
    # having no word counts as one
    "gain(count(distinct(you.hand.token)))": (
        "gain a coin for each of the different tokens of the cards in your hand (no token counts as one)"
    ),
    "gain(count(distinct(you.hand.suit)))": "gain a coin for each of the different suits of the cards in your hand",
    "gain(count(distinct((you.hand where token is not none).token)))": (
        "gain a coin for each of the different tokens of the cards with a token in your hand"
    ),
    # chance is never left out
    "choose c at random from enemies(you): hit(c, 1)": "deal 1 damage to one of your enemies still alive (at random)",
    "choose c at random from foes(you): hit(c, 1)": "deal 1 damage to one of your enemies (at random)",
    "choose c at random from dead: hit(c, 1)": "deal 1 damage to a card of the dead (at random)",
    "choose c at random from you.hand: discard(c)": "discard a random card from your hand",
    "choose c at random from top(you.deck, 3): discard(c)": "discard one of the top 3 cards of your deck (at random)",
    "choose t at random from [bear, cat]: summon(t)": "summon bear or cat (at random)",
    "choose t at random from tokens: summon(t)": "summon a random token",
    "choose n at random from numbers(1, 3): gain(n)": "choose a number from 1 to 3 at random and gain that many coins",
    "choose t from [bear, cat] where it not in you.board.token: summon(t)": (
        "summon one of bear and cat that are not among the tokens of the cards on your board"
    ),
    # a list with a name in the singular is told as several, and each of them
    # the order of play counts where the first is meant
    "for each p in first(clockwise(next(you)) where any(hand)): p gain(1)": (
        "the first of the players who have a card in their hand (starting with your opponent) gains a coin"
    ),
    "for each c in dead: move(c, to: stock)": "move each card of the dead to the stock",
    "for each c in line(you): c.wounds = 0": "for each card of your line, remove all wounds from that card",
    "let d = dead\n  destroy(d)\n  hit(d, 1)": "destroy the dead and deal 1 damage to those cards",
    # the sides of a die
    "let eyes = roll(2)\n  gain(eyes)": "roll a die with 2 sides and gain that many coins",
    "let eyes = roll(6)\n  gain(eyes)": "roll a die and gain that many coins",
    # signs before numbers
    "give(this, -1, 0)": "give this card -1/+0",
    "give(this, 2, -you.coins)": "give this card +2/-X, where X is your coins",
    "give(this, you.coins, count(you.hand))": (
        "give this card +X/+Y, where X is your coins and Y is the number of cards in your hand"
    ),
    # a piece is named once, as another one may lie at its place by then
    "for each c in top(you.deck):\n    discard(c)\n    if c.cost > 1: play_card(c)": (
        "discard the top card of your deck. If that card's cost is more than 1, play that card"
    ),
    "for each c in top(you.deck):\n    move(c, to: stock)\n    called = c.suit": (
        "move the top card of your deck to the stock and set the colour to follow to that card's suit"
    ),
    # articles
    "let seen = look_at(1)\n  for each c in seen where cost > 2: discard(c)": (
        "look at the top card of your deck. If that card's cost is more than 2, discard that card"
    ),
    "let seen = look_at(3)\n  for each c in seen: discard(c)": (
        "look at the top 3 cards of your deck and discard each of those cards"
    ),
    "choose p from patterns: play_pattern(p)": "play a pattern of your choice",
    "play_pattern(single)": "play a single",
    # verbs
    "opponents sort_out": (
        "each opponent reveals the top 2 cards of their deck, trashes one of them, and discards the rest"
    ),
    "let w = the(callers(you) with the lowest rank_of(it))\n  w gain(1)": (
        "the partner with the lowest rank among the partners who named the suit gains a coin"
    ),
    "if named_it(you): gain(1)": "if you named the suit, gain a coin",
    "if not named_it(you): gain(1)": "if you have not named the suit, gain a coin",
    # any and none of several places
    "if any(you.hand + you.discards): gain(1)": "if there is a card in your hand or your discards, gain a coin",
    "if not any(you.hand + you.discards): gain(1)": "if there are no cards in your hand or your discards, gain a coin",
    "if any(players.hand): gain(1)": "if there is a card in any player's hand, gain a coin",
    "if not any(players.hand): gain(1)": "if all players' hands are empty, gain a coin",
    "if not any(opponents.board where wounds > 1): gain(1)": (
        "if there are no cards with 2 or more wounds on any opponent's board, gain a coin"
    ),
    # titles of a yes or no that are adjectives, clauses or predicates
    "backwards = not backwards": "reverse whether play goes backwards",
    "backwards = yes": "from now on, play goes backwards",
    "if not backwards: gain(1)": "if play does not go backwards, gain a coin",
    "over = yes": "the game is now finished",
    "you.safe = yes": "you are now immune to attacks",
    "if not you.safe: gain(1)": "if you are not immune to attacks, gain a coin",
    "this.frozen = yes": "from now on, this card cannot attack",
    "if any(you.board where frozen): gain(1)": "if you have a card on your board that cannot attack, gain a coin",
    # a title that is no noun
    "active = next(active)": "the active player's opponent is now the active player",
    'choose one:\n    option "Pass": nothing\n    option "Two coins": gain(2)': (
        "choose one:\n• Do nothing.\n• Gain 2 coins"
    ),
}

ABILITIES = {
    "after opponents lose where count(player.hand) is 0: gain(1)": (
        "After an opponent loses any number of coins, if that player's hand is empty, gain a coin."
    ),
    "before opponents lose where count(player.hand) is 0: gain(1)": (
        "Before an opponent with no cards in their hand loses any number of coins, gain a coin."
    ),
    "on play_card choose t from opponents.board:\n  discard(t)\n  gain(1)": (
        "To play this card, choose a card from an opponent's board. Then discard that card and gain a coin."
    ),
    "offer dusk:\n  discard(this)\n  gain(1)": "At dusk, you may discard this card and gain a coin.",
    "offer dusk:\n  discard(this)\n  opponents lose(2)": (
        "At dusk, you may discard this card. If you do, each opponent loses 2 coins."
    ),
    "offer dusk:\n  opponents lose(2)\n  gain(1)": (
        "At dusk, you may do this: each opponent loses 2 coins; gain a coin."
    ),
    "instead of you lose: gain(1)": "When you would lose coins, gain a coin instead.",
    "instead of you lose: opponents lose(1)": "When you would lose coins, each opponent loses a coin instead.",
    "on die: gain(1)": "On this card's death, gain a coin.",
    "in grave:\n  on die: gain(1)": "While this card is in your grave, on this card's death, gain a coin.",
    "instead of you heal: hit(victims, amount)": (
        "When you would restore Health to victims, deal that much damage to those victims instead."
    ),
}


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> Speaker:
    return Speaker(tmp_path_factory.mktemp("duel"), GAME)


@pytest.mark.parametrize("text", SAID)
def test_a_statement_says_what_it_does(duel: Speaker, text: str) -> None:
    said = duel.power(f"on play_card:\n  {text}")
    assert not duel.mistakes
    assert said.removesuffix(".") == f"When this card is played, {SAID[text]}"


@pytest.mark.parametrize("text", ABILITIES)
def test_an_ability_says_when_it_happens(duel: Speaker, text: str) -> None:
    assert duel.power(text) == ABILITIES[text]
    assert not duel.mistakes
