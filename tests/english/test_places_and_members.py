"""Places on boards, what belongs to an item, and lists with one certain member, as strict readers wanted them."""

from __future__ import annotations

import pytest
from tests.english.speaking import Speaker

GAME = """
game: quarry
players: 2 to 4
active: active
turn: take_turn
powers_work_in: [sheet]
types:
  stone: {values: [flint, chalk]}
kinds:
  card:
    attributes: {stone: stone, cost: number, first_prize: number}
    memory: {owner: player, level: number, cracks: number}
    zones: {crew: {of: cards}}
    parts: {edges: edge}
  edge: {part_of: card, zones: {standing: {of: reeves}}}
  square: {attributes: {row: number, column: number}, zones: {ground: {of: cards}}}
  reeve: {attributes: {good: stone}, memory: {owner: player}}
zones:
  table:
    valley: {of: squares}
    pit: {of: squares, title: lower table}
    deck: {of: cards, ordered: yes, see: nobody}
  player:
    hand: {of: cards, see: owner}
    sheet: {of: cards}
    shelf: {of: cards, at: behind the shelf}
memory:
  table: {active: {is: player}}
  player: {coins: number, target: {is: player}, wanted: {is: stones, title: wanted stones}}
pieces:
  - {id: adit, name: Adit, kind: card, stone: flint, cost: 1, first_prize: 2}
library: |
  step setup: nothing
  step play: nothing
  verb take_turn "take a turn": nothing
  verb play_card(card) "play {card}": nothing
  verb gain(amount: number) "gain {amount:coin}": you.coins += amount
  verb draw(number) "draw {number:card}": move(top(deck, number), to: you.hand)
  verb discard_one "discard a card":
    choose c from you.hand: move(c, to: deck)
  verb tidy "tidy your sheet":
    choose c from you.hand: move(c, to: you.sheet)
  verb look_at(cards) "look at {cards}": show(cards, to: you)
  verb take(card) "take {card}": nothing
  verb take_all(cards) "take {cards}": nothing
  verb call(reeve) "call {reeve} home": nothing
  rule boat_of(player) "the card of {player}": player.sheet where cost > 0
  rule for_sale "what is for sale": deck where cost > 0
  rule near(square, other: square) "{square} is near {other}": yes
  rule price(card) "the price of {card}": 1
  rule worth(player) "the worth of {player}": player.coins / 2
  rule guarded(player) "{player} is guarded": yes
  rule rank(card) "the rank of {card}": 1
"""

SAID = {
    # on a board, and where the author says so
    "on play_card:\n  choose c from you.sheet: take(c)": "take a card from your sheet",
    "in sheet:\n  on play_card: gain(1)": "while this card is on your sheet",
    "on play_card: gain(count(you.sheet where cost > 2))": "for each card with cost 3 or more on your sheet",
    "on play_card: gain(count(pit))": "gain a coin for each square on the lower table",
    "on play_card: gain(count(you.shelf))": "gain a coin for each card behind your shelf",
    "on play_card: gain(count(valley))": "gain a coin for each square in the valley",
    # what lies on the squares of a board lies on the board
    "on play_card:\n  choose c from valley.ground: take(c)": "take a card in the valley",
    "on play_card:\n  choose r from valley.ground.edges.standing: call(r)": (
        "call a reeve standing on an edge of a card in the valley home"
    ),
    "on play_card:\n  choose r from this.edges.standing where owner is you: call(r)": (
        "call a reeve you own standing on one of this card's edges home"
    ),
    # what is printed is a feature, what changes is told in a clause
    "on play_card:\n  choose c from you.sheet where cost is 2: take(c)": "take a card with cost 2 from your sheet",
    "on play_card:\n  choose c from you.sheet where level is 2: take(c)": "from your sheet whose level is 2",
    "on play_card:\n  choose c from you.sheet where level > 2: take(c)": (
        "take a card from your sheet whose level is 3 or more"
    ),
    "on play_card:\n  choose c from you.sheet where cracks > 1: take(c)": "take a card with 2 or more cracks from your",
    "on play_card:\n  choose c from you.sheet where first_prize > 2: take(c)": "whose first prize is 3 or more",
    # what belongs to an item
    "on play_card:\n  choose c from you.sheet where this in crew: take(c)": "whose crew includes this card",
    "on play_card:\n  choose c from you.sheet where this not in crew: take(c)": "whose crew does not include this card",
    "on play_card:\n  choose p from opponents where flint in wanted: gain(1)": "whose wanted stones include flint",
    "on play_card where flint in you.wanted: gain(1)": "if your wanted stones include flint",
    # lists with one certain member
    "on play_card where count(boat_of(you) where cracks > 1) > 0: gain(1)": "if your card has 2 or more cracks on it",
    "on play_card where count(boat_of(you) where cracks > 1) is 0: gain(1)": "if your card has 1 or fewer cracks on it",
    "on play_card where any(boat_of(you) where level > 1): gain(1)": "if your card's level is more than 1",
    "modify guarded where player is you.target: set no": "your target is not guarded",
    "modify guarded where any(players where it is player and you.target is it): set no": "your target is not guarded",
    "modify worth where player is you.target: add 1": "your target's worth is increased by 1",
    # what only brings something is no price
    "on play_card:\n  may draw(1): discard_one": "you may draw a card. if you do, discard a card",
    "on play_card:\n  may discard_one: draw(1)": "you may discard a card to draw a card",
    "on play_card:\n  may tidy: draw(1)": "you may tidy your sheet to draw a card",
    "on play_card:\n  may gain(1): discard_one": "you may gain a coin. if you do, discard a card",
    # a whole place is looked at, a clause has no noun, an item is among those that a clause tells
    "on play_card: look_at(you.hand)": "look at your hand",
    "on play_card: take_all(you.hand)": "take all cards from your hand",
    "on play_card:\n  choose c from for_sale: take(c)": "take a card from what is for sale",
    "on play_card:\n  choose up to 2 cs from for_sale: take_all(cs)": "take up to 2 cards from what is for sale",
    "after players play_card where card in connected(this, by: crew): gain(1)": (
        "after any player plays a card connected with this card (going from each card to the cards in its crew), gain"
    ),
    # a condition that is a sentence comes before the deed
    "on play_card:\n  for each c in you.sheet where rank(this) > price(c): take(c)": (
        "for each card on your sheet, if this card's rank is more than that card's price, take that card"
    ),
    # shares
    "on play_card: gain(count(you.hand) / 2 rounded down)": "gain a coin for every 2 cards in your hand",
    "modify worth(you): add count(you.hand) / 2": "increased by half the number of cards in your hand (not rounded)",
    "modify worth(you): add count(you.hand) / 3": "increased by a third of the number of cards in your hand (not",
    "modify worth(you): add you.coins / 4": "increased by a quarter of your coins (not rounded)",
    "modify worth(you): add count(distinct(you.hand.stone)) / 3": "a third of the number of different stones",
}


@pytest.fixture(scope="module")
def quarry(tmp_path_factory: pytest.TempPathFactory) -> Speaker:
    return Speaker(tmp_path_factory.mktemp("quarry"), GAME)


@pytest.mark.parametrize(("text", "said"), SAID.items())
def test_a_text_reads_at_once(quarry: Speaker, text: str, said: str) -> None:
    told = quarry.power(text)
    assert not quarry.mistakes
    assert said in told.lower()
