"""Events as card texts tell them: in the passive where nobody is meant, by the edge of a turn."""

from __future__ import annotations

import pytest
from tests.english.speaking import Speaker

GAME = """
game: yard
players: 2
active: active
turn: take_turn
powers_work_in: [yard]
types:
  sort: {values: [beast, tool]}
kinds:
  card:
    attributes: {sort: {is: sort, default: beast}, cost: number}
    memory: {wounds: number}
zones:
  table:
    pile: {of: cards}
  player:
    hand: {of: cards, see: owner}
    yard: {of: cards}
memory:
  table:
    active: player
  player:
    coins: number
pieces:
  - {id: fig, kind: card, cost: 1}
library: |
  step setup: nothing
  step play: nothing
  verb take_turn "take a turn":
    begin
    muster
    end
  verb begin "begin your turn": nothing
  verb muster "begin your watch": you.coins += 1
  verb end "end your turn": nothing
  verb attack(card) "attack with {card}": card.wounds += 1
  verb bury(card) "bury {card}": move(card, to: pile)
  verb hurt(card, amount: number) "deal {amount} damage to {card}": card.wounds += amount
  verb hand_over(card) "give {card} from your hand": move(card, to: pile)
  verb lay(card, under: card) "lay {card} on {under}": move(card, to: you.yard)
  verb gain(number) "gain {number:coin}": you.coins += number
  verb count_up "sum up":
    let found = players.hand + []
    if you.coins > 2: found = players.yard + []
    for each c in found: c.controller bury(c)
  rule for_sale gives cards "the cards for sale": pile
  rule laid_by(player) gives cards "the cards laid by {player}": player.yard
  rule may_play(card, player) "{player} may play {card}": no
  rule final_score(player) "the coins of {player}": player.coins
"""


@pytest.fixture(scope="module")
def yard(tmp_path_factory: pytest.TempPathFactory) -> Speaker:
    return Speaker(tmp_path_factory.mktemp("yard"), GAME)


@pytest.mark.parametrize(
    ("power", "said"),
    [
        # what anybody does to a piece
        ("before players bury(card: this): gain(1)", "Before this card is buried, gain a coin."),
        ("after players bury where card.sort is tool: gain(1)", "After a tool card is buried, gain a coin."),
        ("instead of players bury(card: this): gain(1)", "When this card would be buried, gain a coin instead."),
        ("forbid players bury(card: this)", "This card cannot be buried."),
        ("forbid players bury where card.sort is tool", "No tool card can be buried."),
        ("after players lay(under: this): gain(1)", "After a card is laid on this card, gain a coin."),
        # ... but not if the text is about who does it, or speaks to them
        (
            "after players bury(card: this): player gain(1)",
            "After any player buries this card, that player gains a coin.",
        ),
        (
            "after players hand_over(card: this): gain(1)",
            "After any player gives this card from their hand, gain a coin.",
        ),
        ("after opponents bury(card: this): gain(1)", "After an opponent buries this card, gain a coin."),
        # moments that verbs without a body mark
        ("after you begin: gain(1)", "At the start of your turn, gain a coin."),
        ("after you end: gain(1)", "At the end of your turn, gain a coin."),
        ("after opponents begin: gain(1)", "At the start of an opponent's turn, gain a coin."),
        ("before you begin: gain(1)", "Before you begin your turn, gain a coin."),
        ("after you muster: gain(1)", "After you begin your watch, gain a coin."),
        # two actors in what happens instead
        (
            "instead of opponents hurt(card: this) where amount >= 2:\n  bury(this)\n  player gain(1)",
            (
                "When an opponent would deal 2 or more damage to this card, bury this card, and that player gains a "
                "coin instead."
            ),
        ),
        (
            "before opponents attack:\n  gain(1)\n  stop(attack)",
            (
                "Before an opponent attacks with a card, gain a coin and stop that player from attacking with that "
                "card this time."
            ),
        ),
        (
            "after you muster: modify may_play(player: you) until take_turn: set yes",
            "After you begin your watch, you may play any card until the end of the turn.",
        ),
        (
            "on lay:\n  choose c from for_sale where cost <= this.cost: bury(c)",
            "When this card is laid, bury a card for sale whose cost is at most this card's cost.",
        ),
        (
            "on lay:\n  choose c from laid_by(you) where c.sort is tool: bury(c)",
            "When this card is laid, bury a tool card laid by you.",
        ),
    ],
)
def test_an_event_is_told_as_on_a_card(yard: Speaker, power: str, said: str) -> None:
    assert yard.power(power) == said


def test_a_value_that_is_changed_later_is_noted_where_it_is_set(yard: Speaker) -> None:
    changed = "if you.coins > 2: found = laid_by(you) + []"
    power = f"on lay:\n  let found = for_sale + []\n  {changed}\n  for each c in found: bury(c)"
    assert yard.power(power) == (
        "When this card is laid, note the cards for sale. If you have 3 or more coins, set those cards to the cards "
        "laid by you. Bury each of those cards."
    )
