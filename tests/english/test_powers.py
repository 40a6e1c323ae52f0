"""The rules text of powers is what a designer would print on the card."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from tests.english.speaking import Speaker, english, wordless
from tests.properties import trees

from cardwright.checker.typed_tree import WrittenNode
from cardwright.english.statements.prompts import render_option_title, render_prompt
from cardwright.syntax import tree as syntax

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
        "While there is a card on the supply island, your import targets also include the supply island.\n"
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
        "At any time while this card is in your hand, you may contract it on a ship in your harbor "
        "on which you can contract it."
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
    "lumber": ("After an opponent draws one or more cards (unless this card makes them do so), you may draw a card."),
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
        "When this card is completed, you may contract this card on a ship in your harbor on which you can contract it."
    ),
    "helicopter": (
        "After you contract a luxury card, put 4 credits on this card.\n"
        "You score extra points equal to the number of credits on this card."
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
        "You score extra points equal to the number of credits on this card."
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
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


@pytest.mark.long
@TREES
@given(tree=trees.TREES["power"])
def test_any_power_has_a_text(english: Speaker, tree: syntax.PowerNode) -> None:
    text = english.english.power(WrittenNode(tree, {}))
    assert text.strip()
    assert not [sign for sign in text if ord(sign) < 32 and sign != "\n"]
    for node in syntax.walk(tree):
        scope = english.english.scope(WrittenNode(node, {}))
        if isinstance(node, syntax.ChooseNode):
            assert all(render_prompt(node, place, scope) for place in range(len(node.picks)))
        elif isinstance(node, syntax.ChooseOneNode | syntax.MayNode):
            assert render_prompt(node, 0, scope)
        elif isinstance(node, syntax.BodyNode):
            assert render_option_title(node, None, scope)


def test_a_name_that_is_given_twice_is_said(english: Speaker) -> None:
    text = "on completion where any(p.ready and p.ready for each p in players for each p in opponents): win"
    assert_printable(english.power(text))
