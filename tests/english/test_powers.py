"""The rules text of powers is what a designer would print on the card."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from tests.english.speaking import Speaker, english, wordless
from tests.properties import trees

from cardwright.checker.ir import Written
from cardwright.english.deeds.sites import option, prompt
from cardwright.syntax import tree as s

__all__ = ["english", "wordless"]

STUDY = yaml.safe_load((Path(__file__).parents[1] / "properties" / "study.yaml").read_text(encoding="utf-8"))["power"]

# Powers of the study as they would be printed.
PRINTED = {
    "stolen_research": (
        "When this card is completed, choose an opponent and one of that opponent's completed technology "
        "shipments. Move that technology shipment to your completed shipments and move this card to that "
        "opponent's completed shipments. Complete that technology shipment."
    ),
    "apples": (
        "When this card is completed, move an agriculture card from your hand to your completed shipments "
        "and complete that card."
    ),
    "stretch_goals": (
        "When this card is completed, starting with you, each player draws a card, gains 2 credits and "
        "imports a container from a ship at sea for free. Then you take an action of your choice, twice "
        "(the same or another each time)."
    ),
    "delayed_game": (
        "When this card is completed, each opponent loses 10 credits. Put a charge on this card.\n"
        "Before you lead a turn, if this card has a charge on it, remove all charges from this card and "
        "lead a turn."
    ),
    "mini_van": (
        "The places you may pirate also include the deck, all opponents' hands, the holds of all ships "
        "in all opponents' harbors and the contents of the slots of the contracts of all ships in all "
        "opponents' harbors."
    ),
    "dark_flight_games": (
        "While there is a card in the supply island, your import targets also include the supply island.\n"
        "While you are the leader, you are the receiver of a bid for the supply island."
    ),
    "segways": (
        "At any time, you may choose one:\n"
        "• Add this card to your imports.\n"
        "• Add this card to your goods.\n"
        "• Load this card into one of your open slots that it fits."
    ),
    "iceland_water": "At any time, you may sell an agriculture card from your hand for 2 credits.",
    "lutefisk": (
        "At any time while this card is in your hand, you may contract it on a ship in your "
        "harbor that you can contract it on."
    ),
    "railguns": (
        "When this card is completed, each opponent chooses one they can do:\n"
        "• If they have 4 or more credits, they lose 4 credits to you.\n"
        "• They move one of their completed shipments to your completed shipments.\n"
        "• You take 2 of their goods (their choice) as goods.\n"
        "If they can do none of these, they choose one they can do:\n"
        "• They lose 4 credits to you.\n"
        "• You take all their goods as goods."
    ),
    "dyson_vacuums": (
        "When this card is completed, each opponent chooses one they can do:\n"
        "• If they have a card in their hand, they move all cards from their hand to your hand.\n"
        "• You take one of their luxury goods (their choice) as goods."
    ),
    "shotguns": (
        "Once per turn, after you take a pirate action, each opponent with a pirate action this turn chooses "
        "one they can do:\n"
        "• If they have 2 or more credits, they lose 2 credits to you.\n"
        "• They move 2 cards from their hand to your hand.\n"
        "If they can do neither, they lose 2 credits to you."
    ),
    "paper": "After you complete a consumer card, you may import a container from a ship at sea for free.",
    "cannons": "Your number of pirate imports is increased by 1 for each pirate import of your opponents.",
    "refrigerators": "Your number of load imports is increased by 1 for every 2 of your technology goods.",
    "ferraris": ("Your number of goods of each colour other than grey is increased by 1."),
    "aeroponics": ("Ships you own with exactly 1 card in their hold also go home."),
    "tablets": ("The capacity of your ships is 8.\nYour pay for 8 or more containers is 18."),
    "fake_dvds": "After an opponent spends 4 or more credits, gain 2 credits.",
    "lumber": (
        "After an opponent draws one or more cards (unless they do so because of this card), you may draw a card."
    ),
    "nanobots": "After you draw one or more cards, take a load action.",
    "satellite": "After you sail a ship, you may draw a card. Then load a container.",
    "shoes": "After you complete a card, you may draw a card.",
    "cell_phones": (
        "Instead of loading a container, you may draw a card and load the drawn card into one of your "
        "open slots that it fits."
    ),
    "rolls_royce": (
        "When this card is completed, choose a card name and draw a card. If the drawn card has that name, "
        "win the game."
    ),
    "bamboo": (
        "When this card is completed, you may contract this card on a ship in your harbor that you can contract it on."
    ),
    "helicopter": (
        "After you contract a luxury card, put 4 credits on this card.\n"
        "You score extra points equal to the credits on this card."
    ),
    "can_openers": "You cannot end the game.",
    "generators": ("The slots of technology cards you own accept containers of any colour."),
    "televisions": ("Technology containers also fit a slot you own."),
    "laptops": (
        "After you complete a shipment, if there is a technology card among the cargo and those "
        "contracts do not include this card, draw 2 cards."
    ),
    "playstations": (
        "The number of containers you may load with a load action is increased by 1 for every 2 of your "
        "technology goods."
    ),
    "almonds": (
        "When this card is completed, if you have 18 or fewer credits, gain 8 credits. Otherwise, gain 4 credits."
    ),
    "hawaiian_salt": (
        "When this card is completed, reveal all opponents' hands and move all agriculture cards from all "
        "opponents' hands to your hand. Gain 2 credits for each of those cards."
    ),
    "flamethrowers": (
        "When this card is completed, choose a side at random. If that side is heads, each opponent "
        "loses 4 credits to you. Otherwise, lose 2 credits to each opponent."
    ),
    "shower_heads": (
        "When this card is completed, choose a colour other than grey and draw 2 cards. If the drawn "
        "cards include a card of that colour, gain 8 credits."
    ),
    "stem_cells": (
        "When you would load a container during a pirate action and you have a free goods place, you may pay "
        "2 credits to add that container to your goods instead."
    ),
    "beer": "When this card is completed, you may sell this card for 6 credits.",
    "dino_bones": (
        "When this card is completed, starting with you, each player moves one of their goods to the supply "
        "island. Then you add a card from the supply island to your goods, twice."
    ),
    "soy_sauce": (
        "When this card is completed, if you have a contract import, you may gain 2 credits for each of "
        "those imports and take those imports as goods."
    ),
    "rope": (
        "Once per turn, during planning, if you are the leader, you may choose a card from your hand and "
        "a card from the supply island. Then move the first card to the supply island and move the second "
        "card to your hand."
    ),
    "telescopes": (
        "At any time, you may discard 1 or more of your technology goods and gain 4 credits for each of those goods."
    ),
    "mri_machines": "The number of credits that ends the game is 70.",
    "flash_drives": "After you collect pay, you may move one of the cargo to your hand.",
    "scotch_whisky": "Your used goods places are reduced by 1 for every 2 of your luxury goods.",
    "board_games": "While you have a completed shipment of each colour other than grey, you have no imports limit.",
    "sauna": "Your majority points are doubled.",
    "ivory": "Your prize for most illegal goods is 6.",
    "cologne": (
        "At the final declarations, choose an action and set the credits on this card to 4 times the number "
        "of your imports of that action.\n"
        "You score extra points equal to the credits on this card."
    ),
    "whole_wheat": (
        "After you load one or more containers, for each agriculture container among them, gain 2 credits or "
        "draw 2 cards."
    ),
    "pistols": "After an opponent completes an illegal card, that player loses 2 credits to you.",
    "cannabis": (
        "After an opponent imports from a target during an import round, if the taken cards include an "
        "illegal card, that player loses 2 credits to you."
    ),
    "pants": "Your import fee is 4.",
    "protractors": (
        "After an opponent imports from a target, if there is a ship whose hold is that target, you may "
        "import a card from that target."
    ),
    "exclusive_cards": (
        "When this card is completed, you may pay 30 credits. If you do, choose a colour other than grey and "
        "draw a card; if the drawn card is of that colour, gain 50 credits."
    ),
}


@pytest.mark.parametrize("name", PRINTED)
def test_a_power_reads_like_a_card(english: Speaker, name: str) -> None:
    assert english.power(STUDY[name]) == PRINTED[name]


SMALL = {
    "on completion: draw(1)": "When this card is completed, draw a card.",
    "on completion: draw(2)": "When this card is completed, draw 2 cards.",
    "on completion: draw(count(you.goods))": "When this card is completed, draw a card for each of your goods.",
    "on completion: gain(2 * count(you.hand where good is illegal))": (
        "When this card is completed, gain 2 credits for each illegal card in your hand."
    ),
    "on completion: gain(you.credits)": "When this card is completed, gain all your credits.",
    "on completion: gain(max(2, count(you.hand)))": (
        "When this card is completed, gain credits equal to the larger of 2 and the number of cards in your hand."
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
    "on completion:\n  let mine = you.hand + []\n  draw(2)\n  discard(mine)": (
        "When this card is completed, note all cards in your hand, draw 2 cards and discard those cards."
    ),
    # what cannot be done is what was said last, and not all before it
    "on completion:\n  draw(1)\n  choose c from you.goods: discard([c])\n  else: gain(1)": (
        "When this card is completed, draw a card. Discard one of your goods. If you cannot, gain a credit."
    ),
    # in the order in which changes apply, however they are written
    "modify ship_capacity(you):\n  cap 9\n  multiply 2\n  add 1\n  set 4": (
        "The capacity of your ships is 4, the capacity of your ships is increased by 1, the capacity of your ships is "
        "doubled and the capacity of your ships is at most 9."
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
        "When this card is completed, discard 2 cards of one colour from your hand."
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
        "When this card is completed, choose 2 cards from your hand and a card from the supply island. "
        "Move those cards to the supply island and move the other card to your hand."
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
        "After you contract a card (other than this one) in the supply island, draw a card."
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
        "After you draw one or more cards or before a turn, if you are ready, gain a credit."
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


@pytest.mark.parametrize("name", STUDY)
def test_every_power_of_the_study_is_said(english: Speaker, wordless: Speaker, name: str) -> None:
    for speaker in (english, wordless):
        text = speaker.power(STUDY[name])
        assert_printable(text)


def assert_printable(text: str) -> None:
    for line in text.split("\n"):
        assert line == line.strip()
        assert line.endswith((".", "!", "?", ":"))
    assert text.endswith((".", "!", "?"))
    assert "  " not in text
    assert all(sign == "\n" or sign.isprintable() for sign in text)


TREES = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


@TREES
@given(tree=trees.TREES["power"])
def test_any_power_has_a_text(english: Speaker, tree: s.Power) -> None:
    text = english.english.power(Written(tree, {}))
    assert text.strip()
    assert not [sign for sign in text if ord(sign) < 32 and sign != "\n"]
    for node in s.walk(tree):
        scope = english.english.scope(Written(node, {}))
        if isinstance(node, s.Choose):
            assert all(prompt(node, place, scope) for place in range(len(node.picks)))
        elif isinstance(node, s.ChooseOne | s.May):
            assert prompt(node, 0, scope)
        elif isinstance(node, s.Body):
            assert option(node, None, scope)


def test_a_name_that_is_given_twice_is_said(english: Speaker) -> None:
    text = "on completion where any(p.ready and p.ready for each p in players for each p in opponents): win"
    assert_printable(english.power(text))
