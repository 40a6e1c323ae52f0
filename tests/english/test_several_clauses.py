"""Several conditions behind one noun are all said of it; computed amounts stand where a number can stand."""

from __future__ import annotations

import pytest
from tests.english.speaking import Speaker

GAME = """
game: fair
players: 2 to 3
active: active
turn: take_turn
powers_work_in: [board]
types: {sort: {values: [herb, root]}}
kinds:
  card:
    attributes: {sort: {is: sort, default: none}, value: {is: number, default: 1}, rare: {is: yes_no, default: no}}
    memory: {spent: yes_no, owner: player, charges: number}
zones:
  table: {deck: {of: cards, see: nobody, ordered: yes}, row: {of: cards}, pile: {of: cards}}
  player: {hand: {of: cards, see: owner}, board: {of: cards}}
memory:
  table: {active: player, wind: sort, sort: sort, led: {is: sort, title: sort led}}
  player: {coins: {is: number, starts: 5}}
library: |
  verb take_turn "take a turn": nothing
  verb play_card(card) "play {card}": move(card, to: you.board)
  verb claim(card) "claim {card}": card.owner = you
  verb discard(cards) "discard {cards}": move(cards, to: pile)
  verb pay(amount: number, to: player) "pay {amount:coin} to {to}": you.coins -= amount
  verb gain(amount: number) "gain {amount:coin}": you.coins += amount
  rule speed(player) "the speed of {player}'s boat": 1
  rule place(player) "the place of {player}": 1
  rule limit(player) "the limit of {player}", add "{player} can keep {add} more": 1
  rule price(card) "the price of {card}", add "{card} has {add} more price", subtract "{card} is {subtract} cheaper": 1
"""

NARROWED = {
    "choose c from pile where name not in you.hand.name and name is not this.name: claim(c)": (
        "claim a card from the pile whose name is not one of the names of the cards in your hand and that is not of "
        "the same name as this card"
    ),
    "choose c from row where owner is not you and owner is not nobody: claim(c)": (
        "claim a card that an opponent owns from the row"
    ),
    "choose c from row where not rare and not spent and it not in you.board: claim(c)": (
        "claim a card from the row that is not rare and that is not spent and that is not on your board"
    ),
    "choose c from players.board where value is 1 and it not in you.board: claim(c)": (
        "claim a card with value 1 from any player's board not on your board"
    ),
    "choose c from you.hand where not (sort is herb or value > 2): claim(c)": (
        "claim a non-herb card with value 2 or less from your hand"
    ),
    "choose c from you.hand where not (rare or (spent or value is 3)): claim(c)": (
        "claim a card with value not 3 from your hand that is not rare and that is not spent"
    ),
    "choose c from you.hand where not (not rare or not value > 3): claim(c)": (
        "claim a rare card with value 4 or more from your hand"
    ),
    "choose p from players where it is not you and it is not active: p gain(1)": (
        "choose a player other than you and the active player. That player gains a coin"
    ),
    "for each s in sorts where wind is not s: wind = s": (
        "for each sort other than the wind, set the wind to that sort"
    ),
    "choose c from row where sort is wind: claim(c)": "claim a card from the row whose sort is the wind",
    "choose c from row where it.sort is led: claim(c)": "claim a card of the sort led from the row",
    "if you.coins is not 3: gain(1)": "if you do not have exactly 3 coins, gain a coin",
    "if you.coins is not 0: gain(1)": "if you have a coin, gain a coin",
    "if this.owner is not nobody: gain(1)": "if somebody owns this card, gain a coin",
    "if this.owner is nobody: gain(1)": "if nobody owns this card, gain a coin",
}
AMOUNTS = {
    "gain(-1)": "lose a coin",
    "gain(-3)": "lose 3 coins",
    "next(you) pay(next(you).coins / 2 rounded up, to: you)": (
        "the player after you pays a coin to you for every 2 of their coins (rounded up)"
    ),
    "gain(count(you.hand) / 2 rounded up)": "gain a coin for every 2 cards in your hand (rounded up)",
    "gain(max(place(p) for each p in opponents))": "gain coins equal to the largest place among your opponents",
    "gain(min(p.coins for each p in players))": "gain coins equal to the smallest number of coins among all players",
    "gain(max(opponents.coins))": "gain coins equal to the largest number of coins among your opponents",
    "gain(max(c.value for each c in you.board))": "gain coins equal to the largest value among the cards on your board",
    "choose p from opponents: modify speed(player: [you, p]) until take_turn: add 2": (
        "choose an opponent. The speed of your and that opponent's boat is increased by 2 until the end of the turn"
    ),
}
CHANGES = {
    "modify price(card: this): add 2": "This card has 2 more price",
    "modify price(card: this): add count(you.board where rare)": (
        "This card has 1 more price for each rare card on your board"
    ),
    "modify price(card: this): add 2 * count(you.board)": "This card has 2 more price for each card on your board",
    "modify price(card: this): add you.coins + 1": "This card has X more price, where X is your coins plus 1",
    "modify price(card: this): subtract count(you.hand)": "This card is 1 cheaper for each card in your hand",
    "modify limit(you): add you.coins": "You can keep X more, where X is your coins",
}


@pytest.fixture(scope="module")
def fair(tmp_path_factory: pytest.TempPathFactory) -> Speaker:
    return Speaker(tmp_path_factory.mktemp("fair"), GAME)


@pytest.mark.parametrize(("text", "said"), [*NARROWED.items(), *AMOUNTS.items()])
def test_what_is_done_to_what(fair: Speaker, text: str, said: str) -> None:
    told = fair.power(f"on play_card:\n  {text}")
    assert not fair.mistakes
    assert told.removesuffix(".") == f"When this card is played, {said}"


@pytest.mark.parametrize(("text", "said"), CHANGES.items())
def test_by_how_much_there_is_more(fair: Speaker, text: str, said: str) -> None:
    told = fair.power(text)
    assert not fair.mistakes
    assert told.removesuffix(".") == said
