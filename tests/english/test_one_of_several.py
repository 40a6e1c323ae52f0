"""What stands for one of several in an event or a rule is one of them wherever it is spoken of again."""

from __future__ import annotations

from itertools import product

import pytest
from tests.english.speaking import GAME, Speaker

LISTS = GAME + (
    '  verb give(card, to: player) "give {card} to {to}": nothing\n'
    '  verb rob(victim: player, amount: number) "rob {victim} of {amount:credit}":\n'
    "    require amount > 0\n    nothing\n"
    '  verb paint(card, of: colour) "paint {card} {of}": nothing\n'
    '  rule value(card) "the value of {card}": card.tier\n'
    '  rule debt(player) "the debt of {player}": 0\n'
)
# How a list is given, and what it is called as one; what must not be said of one of them again.
SEVERAL = {
    "you.goods": "one of your goods",
    "opponents.goods": "an opponent's good",
    "you.goods where good is luxury": "one of your luxury goods",
    "[first(you.goods), first(you.hand)]": "the first of your goods or the first card of your hand",
    "you.hand": "a card in your hand",
}
EVENTS = ["after players", "before opponents", "instead of opponents", "after you"]
# What is done with the one, and what must be said of that.
USES = {
    "discard([card])": "discard that card",
    "gain(card.tier)": "gain credits equal to that card's tier",
    "gain(value(card))": "gain credits equal to that card's value",
    "move(card, to: deck)": "move that card to the deck",
}


@pytest.fixture(scope="module")
def lists(tmp_path_factory: pytest.TempPathFactory) -> Speaker:
    return Speaker(tmp_path_factory.mktemp("lists"), LISTS)


@pytest.mark.parametrize("event", EVENTS)
def test_what_an_event_was_done_to_is_one_card(lists: Speaker, event: str) -> None:
    for (several, one), (use, told) in product(SEVERAL.items(), USES.items()):
        text = lists.power(f"{event} give(card: {several}): {use}")
        assert one in text
        assert told in text


@pytest.mark.parametrize("several", SEVERAL)
def test_a_rule_that_is_changed_for_each_of_several_is_changed_by_what_that_one_has(
    lists: Speaker, several: str
) -> None:
    text = lists.power(f"modify value(card: {several}): add card.tier")
    assert text.startswith("The value of each ")
    assert text.endswith(" is increased by its tier.")


SAID = {
    "modify debt(player: opponents where ready): add player.credits": (
        "The debt of each ready opponent is increased by that player's credits."
    ),
    "modify debt(player: [next(you), previous(you)]): add player.credits": (
        "The debt of each of the player after you and the player before you is increased by that player's credits."
    ),
    "modify value(card: you.goods) where card.tier > 2: add card.tier": (
        "The value of each of your goods with tier 3 or more is increased by its tier."
    ),
    "on completion: modify value(card: you.goods) until turn: add 1": (
        "When this card is completed, the value of each of your goods is increased by 1 until the end of the turn."
    ),
    # several of a rule that is yes or no are all of them
    "modify fits(container: you.goods, slot: open_slots(you)): set yes": "Your goods also fit one of your open slots.",
    "modify can_contract(player: opponents): set no": "Opponents cannot contract a card.",
    "on completion:\n  choose 2 cs from you.hand: modify fits(container: cs) until turn: set yes": (
        "When this card is completed, choose 2 cards from your hand (or none, if there are fewer). Those cards also "
        "fit a slot until the end of the turn."
    ),
    # numbers and words of which one is meant
    "after opponents pay(amount: [2, 3]): gain(amount)": (
        "After an opponent pays 2 or 3 credits, gain that many credits."
    ),
    "after opponents paint(of: [luxury, grey]): draw(goods_count(you, of))": (
        "After an opponent paints a card luxury or grey, draw cards equal to your number of goods of that colour."
    ),
    "forbid opponents pay(amount: [2, 3])": "Opponents cannot pay 2 or 3 credits.",
    # what a condition says of who or what it must be, as if it was given
    "after opponents rob where victim is you: gain(1)": (
        "After an opponent robs you of one or more credits, gain a credit."
    ),
    "forbid opponents rob where victim is you": "Opponents cannot rob you of credits.",
    "instead of players give where to is next(you) and card is this: gain(1)": (
        "When this card would be given to the player after you, gain a credit instead."
    ),
    "modify debt where player is you: add 1": "Your debt is increased by 1.",
    "modify value where card is this: add 2": "This card's value is increased by 2.",
    # one of two players, and another one beside them
    "after you pay(to: opponents): to lose(1)": (
        "After you pay one or more credits to an opponent, that opponent loses a credit."
    ),
    "after players pay(to: [next(you), previous(you)]): to pay(1)": (
        "After any player pays one or more credits to the player after you or the player before you, the second player "
        "pays a credit."
    ),
    "after opponents pay(to: opponents) where player.ready: to pay(1, to: player)": (
        "After an opponent pays one or more credits to an opponent, if the first player is ready, the second player "
        "pays a credit to the first player."
    ),
    "after opponents pay where to.credits > player.credits: player lose(1)": (
        "After an opponent pays one or more credits to a player with more credits than that player, the first "
        "player loses a credit."
    ),
    "after opponents rob(victim: [next(you), you]): victim lose(1)": (
        "After an opponent robs the player after you or you of one or more credits, that victim loses a credit."
    ),
}


@pytest.mark.parametrize("text", SAID)
def test_one_of_several(lists: Speaker, text: str) -> None:
    assert lists.power(text) == SAID[text]
