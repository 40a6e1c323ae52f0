"""What makes a text clear at once: whether a card counts itself, where things are, which condition belongs to what."""

from __future__ import annotations

import pytest
from tests.english.speaking import GAME, Speaker, power

from cardwright.checker.typed_tree import WrittenNode
from cardwright.declarations.value_types import piece

CLEAR = GAME.replace("    sea: {of: ships}", "    sea: {of: ships, at: at sea}").replace(
    "    zones: {kept: {of: cards}}", "    zones: {kept: {of: cards, title: cards on it}}"
) + (
    '  rule good_types gives colours "good types": colours where it is not grey\n'
    '  rule luck(player) "the luck of {player}", add "at dawn {player} finds {add:extra coin}[ if {if}]": 0\n'
    '  rule havens(player) gives zones "the havens of {player}", add "{player} may also land on {add}": []\n'
    '  rule callings(player) gives actions "the callings of {player}", add "{player} may be called to {add}": []\n'
    '  rule heirs(player) gives zones "the heirs of {player}", add "{player} gets {add}, too": []\n'
    '  rule stock(player, of: colour) "the {of} stock of {player}",\n'
    '        add "{player} counts as having {add:extra {of} good}":\n'
    "    0\n"
    '  rule late(card, cards) "{card} is late": yes\n'
    '  verb ship_out(card, later: cards = []) "ship out {card}": praise(card)\n'
    '  verb praise(card) "praise {card}": nothing\n'
    '  verb send_away(card) "send {card} away": tuck(card)\n'
    '  verb tuck(card) "tuck {card}": move(card, to: discard_pile)\n'
    '  verb forfeit(amount: number) "pay or forfeit {amount:credit}": nothing\n'
    '  verb fetch(given: cards, taken: card) "swap {given} for {taken}": nothing\n'
    '  verb send_with(ship, cards) "send {ship} off[ with {cards}]": nothing\n'
    '  rule fine(card) "the fine of {card}": 1\n'
    '  rule wares_of(player) gives cards "the wares of {player}": player.goods\n'
    '  rule moored(player) gives zones "the ships at anchor of {player}": [player.hand]\n'
    '  rule is_late(card) "{card} is praised at the end of the night": no\n'
    '  rule songs(player) "the songs of {player}", add "{add:time} per night, {player} may sing": 0\n'
    '  verb auction(card, price: number = 4) "auction {card} for {price:credit}": nothing\n'
    '  verb praise_from_hand(card) "praise {card} from your hand": nothing\n'
    '  verb grab(card) "grab {card} and keep it": nothing\n'
    '  step dawn "dawn": nothing\n'
    '  rule matching(one: card, other: card) "{one} and {other} match": one.good is other.good\n'
    '  verb strip(victim: player, number, colour) "strip {victim} of {number} {colour}": nothing\n'
    '  rule suits(cards) "they belong together": count(cards) > 1\n'
    '  rule near(one: card, other: card) "{one} and {other} are side by side": one.good is other.good\n'
)


@pytest.fixture(scope="module")
def clear(tmp_path_factory: pytest.TempPathFactory) -> Speaker:
    return Speaker(tmp_path_factory.mktemp("clear"), CLEAR)


def of_soap(speaker: Speaker, text: str) -> str:
    """What Soap would say, a consumer card that works among the completed shipments."""
    tree, unit = power(text), speaker._unit(text)
    speaker.checker.abilities.check(tree.abilities, unit, piece("card"), 0, frozenset())
    soap = next(each for each in speaker.checker.game.pieces if each.id == "soap")
    return speaker.english.power(WrittenNode(tree, unit.values, piece("card")), soap)


ITSELF = {
    # it counts itself: the verb leaves it where it is, and it is such a card
    "after you ship_out: draw(1)": "After you ship out a card (this one included), draw a card.",
    "after players ship_out where card.good is consumer: draw(1)": (
        "After any player ships out a consumer card (this one included), draw a card."
    ),
    "on completion: gain(2 * count(you.completed where good is consumer))": (
        "When this card is completed, gain 2 credits for each of your completed consumer shipments (this one included)."
    ),
    "after you ship_out(card: cards): draw(1)": "After you ship out a card (this one included), draw a card.",
    "after you ship_out(card: you.completed): draw(1)": (
        "After you ship out one of your completed shipments (this one included), draw a card."
    ),
    # it does not, or nobody knows
    "after you ship_out(card: wares_of(next(you))): draw(1)": (
        "After you ship out one of the wares of the player after you, draw a card."
    ),
    "after you ship_out where card.good is luxury: draw(1)": "After you ship out a luxury card, draw a card.",
    "after you ship_out where card is not this: draw(1)": ("After you ship out another card, draw a card."),
    "after you ship_out where late(card, later): draw(1)": ("After you ship out a card that is late, draw a card."),
    "after opponents ship_out: draw(1)": "After an opponent ships out a card, draw a card.",
    "before you ship_out: draw(1)": "Before you ship out a card, draw a card.",
    "after you send_away: draw(1)": "After you send a card away, draw a card.",
    "on completion: gain(2 * count(you.completed where good is luxury))": (
        "When this card is completed, gain 2 credits for each of your completed luxury shipments."
    ),
    "on completion: gain(2 * count(you.goods))": "When this card is completed, gain 2 credits for each of your goods.",
    "in hand:\n  offer planning: gain(2 * count(you.completed))": (
        "While this card is in your hand, during planning, you may gain 2 credits for each of your completed shipments."
    ),
}


@pytest.mark.parametrize("text", ITSELF)
def test_whether_a_card_counts_itself(clear: Speaker, text: str) -> None:
    assert of_soap(clear, text) == ITSELF[text]


SAID = {
    # where things are
    "on completion:\n  choose s from sea, c from s.hold: discard([c])": (
        "When this card is completed, discard a card from the hold of a ship at sea."
    ),
    "on completion where any(this.kept): discard(this.kept)": (
        "When this card is completed, if there is a card on it, discard all cards on this card."
    ),
    "on completion:\n  reveal(opponents.hand)": "When this card is completed, reveal all opponents' hands.",
    # which condition belongs to what
    "modify luck(you) where you.ready: add 2": "At dawn you find 2 extra coins if you are ready.",
    "modify luck(you): add 2": "At dawn you find 2 extra coins.",
    "after you draw where you.ready: gain(1)\nafter you win where you.ready: gain(1)": (
        "After you draw one or more cards or after you win the game, if you are ready, gain a credit."
    ),
    "on completion:\n  may draw(1)\n  may gain(1)": (
        "When this card is completed, you may draw a card; whether or not you do, you may gain a credit."
    ),
    "in hand:\n  modify slots_needed(this): set 1": (
        "While this card is in your hand, the number of containers this card needs is 1."
    ),
    "in hand:\n  modify goes_home(ship: first(sea)): set no\n  modify fine(this): set 3": (
        "While this card is in your hand, the first ship of the sea does not go home.\n"
        "While this card is in your hand, its fine is 3."
    ),
    "in hand:\n  on completion: draw(1)": "While this card is in your hand, when it is completed, draw a card.",
    'on completion:\n  choose one:\n    option "Rest": opponents lose(2)\n    option "Work": opponents draw(1)': (
        "When this card is completed, choose one:\n• Each opponent loses 2 credits.\n• Each opponent draws a card."
    ),
    "offer planning where you.ready: gain(1)": "During planning, if you are ready, you may gain a credit.",
    "instead of opponents contract:\n  may pay(2): nothing\n  else: proceed": (
        "When an opponent would contract a card, you may pay 2 credits to prevent that "
        "(what they spent on the attempt stays spent)."
    ),
    # declining is told wherever the words do not say it
    "instead of opponents contract:\n  may pay(2): draw(1)\n  else: proceed": (
        "When an opponent would contract a card, you may pay 2 credits to draw a card. If you do, that does not happen."
    ),
    "instead of opponents contract:\n  you may pay(2): nothing\n  else: proceed": (
        "When an opponent would contract a card, you may pay 2 credits to prevent that "
        "(what they spent on the attempt stays spent)."
    ),
    "instead of opponents contract:\n  gain(1)\n  may pay(2): draw(1)\n  else: proceed": (
        "When an opponent would contract a card, this happens instead: gain a credit. You may pay 2 credits to draw a "
        "card. If you do not, let that happen as usual."
    ),
    "instead of you draw:\n  if you.ready:\n    may pay(2): gain(3)\n    else: proceed": (
        "Instead of drawing cards, if you are ready, you may pay 2 credits to gain 3 credits; "
        "if you do not, do that as usual."
    ),
    # two things together have one verb
    "after you praise where near(card, this): draw(1)": (
        "After you praise a card such that it and this card are side by side, draw a card."
    ),
    "after you praise where not matching(card, this): draw(1)": (
        "After you praise a card such that it and this card do not match, draw a card."
    ),
    "forbid opponents praise where near(card, this)": (
        "Opponents cannot praise a card such that it and this card are side by side."
    ),
    "on completion:\n  choose any number of cs from you.hand such that suits(cs): discard(cs)": (
        "When this card is completed, choose any number of cards from your hand, such that they belong together, then "
        "discard those cards."
    ),
    "on completion:\n  choose any number of cs from you.hand such that not suits(cs): discard(cs)": (
        "When this card is completed, choose any number of cards from your hand, such that they do not belong "
        "together, then discard those cards."
    ),
    "forbid opponents strip(victim: you)": "Opponents cannot strip you of any colour.",
    # a pile is listed from its bottom
    "on completion: move(first(deck), to: you.hand)": (
        "When this card is completed, move the bottom card of the deck to your hand."
    ),
    "on completion: move(last(deck, 2), to: you.hand)": (
        "When this card is completed, move the top 2 cards of the deck to your hand."
    ),
    "on completion:\n  choose c from you.hand where matching(it, this): praise(c)": (
        "When this card is completed, praise a card from your hand such that it and this card match."
    ),
    "on completion:\n  for each c in you.hand: grab(c)": (
        "When this card is completed, for each card in your hand, grab that card and keep it."
    ),
    # what is meant by a word
    "on completion:\n  choose g from good_types:\n    let found = draw(2)\n    if any(found where good is g): win": (
        "When this card is completed, choose a good type and draw 2 cards. If the drawn cards include a card of that "
        "type, win the game."
    ),
    "modify stock(you) where of in good_types: add 1": "You count as having an extra good of each good type.",
    "modify stock(you, luxury): add count(you.hand)": (
        "You count as having an extra luxury good for each card in your hand."
    ),
    "modify havens(you): add [deck, supply_island]": "You may also land on the deck or the supply island.",
    "modify heirs(you): add [deck, supply_island]": "You get the deck and the supply island, too.",
    "after opponents forfeit where amount >= 4: draw(1)": (
        "After an opponent pays or forfeits 4 or more credits, draw a card."
    ),
    "after you send_with where any(cards where good is luxury): draw(1)": (
        "After you send a ship off with a luxury card, draw a card."
    ),
    "after dawn: draw(1)": "At dawn, draw a card.",
    # whose doing it is that something happens
    "after you draw where not caused_by(this): praise(this)": (
        "After you draw one or more cards (unless this card makes you do so), praise this card."
    ),
    "after opponents draw where caused_by(this): praise(this)": (
        "After an opponent draws one or more cards (if this card makes them do so), praise this card."
    ),
    "before dawn where not caused_by(this): draw(1)": (
        "Before dawn (unless this card makes that happen), draw a card."
    ),
    "before dawn: draw(1)": "Before dawn, draw a card.",
    "on completion:\n  let queue = c for each c in you.hand\n"
    "  repeatedly may choose c from queue where it in you.hand: discard([c])": (
        "When this card is completed, any number of times, you may discard one of the cards now in your hand "
        "(if still there)."
    ),
    "on completion: gain(2 * (count(you.hand) / 2 rounded up))": (
        "When this card is completed, gain 2 credits for every 2 cards in your hand (rounded up)."
    ),
    # where the card must be is not said again, nor when something is done to it
    "in hand:\n  instead of opponents contract:\n    may: praise_from_hand(this)\n    else: proceed": (
        "When an opponent would contract a card, you may praise this card from your hand to prevent that "
        "(what they spent on the attempt stays spent)."
    ),
    "in hand:\n  after you draw: praise_from_hand(this)": (
        "After you draw one or more cards, praise this card from your hand."
    ),
    "in hand:\n  after you draw:\n    draw(1)\n    if you.ready: praise_from_hand(this)": (
        "While this card is in your hand, after you draw one or more cards, draw a card. If you are ready, praise this "
        "card from your hand."
    ),
    "in hand:\n  offer anytime: praise(this)": "At any time while this card is in your hand, you may praise it.",
    "modify is_late(card: this): set yes\non praise: draw(1)": "At the end of the night, draw a card.",
    "modify is_late(card: this): set no\non praise: draw(1)": (
        "This card is not praised at the end of the night.\nWhen this card is praised, draw a card."
    ),
    "modify is_late(card: this) where you.ready: set yes\non praise: draw(1)": (
        "While you are ready, this card is praised at the end of the night.\nWhen this card is praised, draw a card."
    ),
    # what is not given is what the verb takes then
    "on completion: auction(this)": "When this card is completed, auction this card for 4 credits.",
    "on completion: auction(this, price: 2)": "When this card is completed, auction this card for 2 credits.",
    "modify songs(you): add 1": "Once per night, you may sing.",
    "modify songs(you): add 2": "Twice per night, you may sing.",
    # what may be any of several words is chosen, what several triggers ask is asked at each of them
    "modify callings(you): add [load, contract]": "You may be called to load or contract (your choice).",
    "modify callings(you): add [load]": "You may be called to load.",
    "modify havens(you): add p.hand for each p in opponents": "You may also land on an opponent's hand.",
    "modify havens(you): add moored(p) for each p in opponents": "You may also land on an opponent's ships at anchor.",
    "after you ship_out where count(you.hand) > 2: draw(1)\nafter you praise where count(you.hand) > 2: draw(1)\n"
    "before dawn where count(you.hand) > 2: draw(1)": (
        "Draw a card if you have 3 or more cards in your hand. This is checked after you ship out a card, after you "
        "praise a card and before dawn."
    ),
    "on completion:\n  repeat 2 times:\n    choose c from you.hand: discard([c])": (
        "When this card is completed, discard a card from your hand, twice."
    ),
    "modify accepts(slot, of: luxury) where slot.controller is you: set yes": (
        "Your slots also accept luxury containers."
    ),
    "modify accepts(slot) where slot.card.good is luxury and slot.controller is you: set yes": (
        "The slots of your luxury cards accept containers of any colour."
    ),
}


@pytest.mark.parametrize("text", SAID)
def test_what_is_meant(clear: Speaker, text: str) -> None:
    assert clear.power(text) == SAID[text]
