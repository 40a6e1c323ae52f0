"""Events are said so that what happens is what the text says: as often, to what, while what, and in whole sentences."""

from __future__ import annotations

from itertools import product

import pytest
from tests.english.speaking import GAME, Speaker

HAPPENING = GAME + (
    '  verb buy(card, amount: number) "buy {card} for {amount:credit}": nothing\n'
    '  verb paint(card, of: colour) "paint {card} {of}": nothing\n'
    '  verb turn_over(card, of: colour) "turn {card} over, {of}": nothing\n'
    '  verb give(player, zone) "give {player} the {zone}": nothing\n'
    '  verb raid "take the top of the deck": nothing\n'
    "  step play: nothing\n"
    '  step pass_hands "all hands are passed on": nothing\n'
    '  step tide "the water is low": nothing\n'
    '  step drafting "everybody takes a card": nothing\n'
    '  step night "the night in which a card is drawn": nothing\n'
)


@pytest.fixture(scope="module")
def happening(tmp_path_factory: pytest.TempPathFactory) -> Speaker:
    return Speaker(tmp_path_factory.mktemp("happening"), HAPPENING)


# What may stand around what is replaced; whether that is then done before or after is said only if it is done once.
AROUND = [("", ""), ("draw(1)", ""), ("", "draw(1)"), ("draw(1)", "win")]
AGAIN = ["proceed", "if you.ready: proceed", "for each c in you.hand: proceed", "may proceed: nothing"]


@pytest.mark.parametrize("who", ["you", "opponents"])
@pytest.mark.parametrize("again", AGAIN)
def test_what_is_replaced_is_said_wherever_it_is_done(happening: Speaker, who: str, again: str) -> None:
    usual = "do that as usual" if who == "you" else "let that happen as usual"
    for (before, after), second in product(AROUND, (again, None)):
        deeds = [each for each in (before, "proceed", after, second) if each]
        text = happening.power(f"instead of {who} gain:" + "".join(f"\n  {deed}" for deed in deeds))
        if second is None and (before, after) in (("", ""), ("draw(1)", "win")):
            assert text.count("as usual") == 1
        elif second is None:
            assert text.count("as usual") == 0
        elif second == "proceed" and not after:
            assert f"{usual} twice" in text.lower()
        else:
            assert text.count("as usual") == 2
            assert f"{usual} again" in text.lower()


SAID = {
    "instead of you gain:\n  proceed\n  proceed": "Instead of gaining credits, do that as usual twice.",
    "instead of opponents gain:\n  proceed\n  proceed\n  proceed": (
        "When an opponent would gain credits, let that happen as usual 3 times instead."
    ),
    "instead of you gain:\n  proceed\n  draw(1)\n  proceed": (
        "Instead of gaining credits, do that as usual, draw a card and do that as usual again."
    ),
    # words behind a comma that can be any
    "on turn_over: gain(2)": "When this card is turned over, gain 2 credits.",
    "after you turn_over: gain(2)": "After you turn a card over, gain 2 credits.",
    # what is not known of what goes on
    "instead of you pay where during(buy): gain(2)": (
        "When you would pay credits while somebody is buying a card for credits, gain 2 credits instead."
    ),
    "after you draw where during(load): gain(2)": (
        "After you draw one or more cards while somebody is loading containers, gain 2 credits."
    ),
    "after you draw where during(paint): gain(2)": (
        "After you draw one or more cards while somebody is painting a card any colour, gain 2 credits."
    ),
    "after you draw where during(give): gain(2)": (
        "After you draw one or more cards while somebody is giving a player a zone, gain 2 credits."
    ),
    "after you draw where during(contract_actions): gain(2)": (
        "After you draw one or more cards during a contract action, gain 2 credits."
    ),
    "after you draw where during(raid): gain(2)": (
        "After you draw one or more cards while somebody is taking the top of the deck, gain 2 credits."
    ),
    # whoever does not require some may do it with none
    "after you lose: gain(1)": "After you lose any number of credits, gain a credit.",
    "after you discard: gain(1)": "After you discard any number of cards, gain a credit.",
    "after you lose where amount > 0: gain(1)": "After you lose 1 or more credits, gain a credit.",
    "after you lose:\n  gain(3)\n  lose(amount)": "After you lose X credits, gain 3 credits and lose X credits.",
    "after you draw once per play: gain(1)": "Once per game, after you draw one or more cards, gain a credit.",
    "on completion:\n  if during(buy): draw(1)": (
        "When this card is completed, if this is during buying a card for credits, draw a card."
    ),
    "after you draw where during(sell): gain(2)": (
        "After you draw one or more cards while somebody is selling a card, gain 2 credits."
    ),
    # steps that are whole sentences
    "after tide: gain(1)": "After the water is low, gain a credit.",
    "before drafting: gain(1)": "Before everybody takes a card, gain a credit.",
    "forbid pass_hands": "All hands cannot be passed on.",
    "forbid tide where you.ready": "The water cannot be low if you are ready.",
    "forbid empties": "A ship cannot come home if empty.",
    "forbid night": "The night in which a card is drawn cannot happen.",
    "instead of pass_hands: gain(1)": "When all hands would be passed on, gain a credit instead.",
    "instead of drafting: gain(1)": "When everybody would take a card, gain a credit instead.",
    "instead of empties: gain(1)": "When a ship would come home if empty, gain a credit instead.",
    "instead of night: gain(1)": "Instead of the night in which a card is drawn, gain a credit.",
    "instead of pass_hands:\n  may pay(2): nothing\n  else: proceed": (
        "When all hands would be passed on, you may pay 2 credits to prevent that."
    ),
    "after you draw once per pass_hands: gain(1)": (
        "Once each time all hands are passed on, after you draw one or more cards, gain a credit."
    ),
    "after you draw where not during(pass_hands): gain(1)": (
        "After you draw one or more cards (not while all hands are passed on), gain a credit."
    ),
    "on completion:\n  if during(empties): gain(1)": (
        "When this card is completed, if this is while a ship comes home if empty, gain a credit."
    ),
    "on completion: night": "When this card is completed, the night in which a card is drawn happens.",
    "on completion: modify goods_limit(you) until pass_hands: add 1": (
        "When this card is completed, your goods limit is increased by 1 until all hands are passed on."
    ),
    # numbers
    "after opponents draw where number > 1: gain(1)": "After an opponent draws 2 or more cards, gain a credit.",
    "after opponents draw where number is 1: gain(1)": "After an opponent draws exactly 1 card, gain a credit.",
    "after opponents draw where number <= 1: gain(1)": "After an opponent draws 1 or fewer cards, gain a credit.",
    # whose the number is with which another one's is compared
    "on completion:\n  choose c from you.hand, d from you.goods where tier < c.tier: discard([d])": (
        "When this card is completed, choose a card from your hand and one of your goods whose tier is less than the "
        "first card's tier, then discard that good."
    ),
    "after you sell where any(you.hand where tier < card.tier): gain(1)": (
        "After you sell a card, if you have a card in your hand whose tier is less than that card's tier, gain a "
        "credit."
    ),
    "on completion where any(you.hand where tier > this.tier): gain(1)": (
        "When this card is completed, if you have a card in your hand whose tier is more than this card's tier, gain a "
        "credit."
    ),
    "modify slots_needed(card: you.goods): add count(you.hand where tier < card.tier)": (
        "The number of containers each of your goods needs is increased by 1 for each card in your hand whose tier is "
        "less than that card's tier."
    ),
    # of the best the best, and of these again
    "on completion:\n  for each p in players with the highest credits with the highest goods_count(it, grey) with the "
    "lowest count(hand): p draw(1)": (
        "When this card is completed, each player with the most credits and of these with the highest number of "
        "grey goods, and of these with the fewest cards in their hand draws a card."
    ),
}


@pytest.mark.parametrize("text", SAID)
def test_events(happening: Speaker, text: str) -> None:
    assert happening.power(text) == SAID[text]
