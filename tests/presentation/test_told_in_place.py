"""A generated part one tells what is short where it is used, and the order of turns as people tell it."""

from __future__ import annotations

import pytest
from tests.presentation.market import Market

from cardwright.presentation.rulebook.part_one.wording import name_neighbours

LIBRARY = "library: |\n"
TRADE = "    trade\n"
LOOP = "    repeat until full:\n"


def test_a_count_that_is_used_once_is_told_in_its_place(market: Market) -> None:
    rule = '  rule shown(c: colour) "the show of {c}": count(pile where colour is c)\n'
    used = (TRADE, f"{TRADE}    you.coins += shown(red)\n")
    once = market.told((LIBRARY, LIBRARY + rule), used)["A turn"]
    assert "Gain a coin for each red card in the pile." in once
    assert "show of" not in once
    twice = market.told((LIBRARY, LIBRARY + rule), (TRADE, f"{TRADE}    you.coins += shown(red) - shown(blue)\n"))[
        "A turn"
    ]
    assert "The show of a colour is the number of cards of that colour in the pile." in twice


def test_what_reads_an_argument_twice_keeps_its_definition(market: Market) -> None:
    rule = '  rule both(number) "both of {number}": max(number, number)\n'
    said = market.told((LIBRARY, LIBRARY + rule), (TRADE, f"{TRADE}    you.coins += both(count(pile) + 1)\n"))["A turn"]
    assert "Both of X" in said


def test_the_item_of_a_filter_is_not_taken_for_another(market: Market) -> None:
    rule = '  rule like(c: card) "those like {c}": count(pile where colour is c.colour)\n'
    pick = f"{TRADE}    if any(you.hand where like(it) > 1): shuffle(deck)\n"
    assert "those like" in market.told((LIBRARY, LIBRARY + rule), (TRADE, pick))["A turn"].casefold()


def test_a_change_of_a_counter_is_told_in_place_of_its_call(market: Market) -> None:
    lamps = ("table: {active:", "table: {lamps: number, active:")
    step = (LIBRARY, f'{LIBRARY}  step brighter "more light": lamps = min(lamps + 1, limit)\n')
    for often, named in ((1, False), (2, False), (3, True)):
        said = market.told(lamps, step, (TRADE, TRADE + "    brighter\n" * often))["A turn"]
        assert ("ore light" in said) == named
        assert ("The lamps go up by 1, but not above 12." in said) != named


def test_an_option_with_a_title_tells_what_it_changes(market: Market) -> None:
    verb = (LIBRARY, f'{LIBRARY}  verb rest "rest": you.coins += 3\n')
    show = '      option "Show": show_off\n'
    titled = market.told(verb, (show, f'{show}      option "Rest": rest\n'))["Trade"]
    assert "Rest: gain 3 coins." in titled
    untitled = market.told(verb, (show, f"{show}      option if full: rest\n"))["Trade"]
    assert "• Rest (only if the market is full)." in untitled


def test_what_cards_mention_keeps_its_definition(market: Market) -> None:
    verb = (LIBRARY, f'{LIBRARY}  verb rest "rest": you.coins += 3\n')
    power = ("colour: red, worth: 1}", 'colour: red, worth: 1, power: "after you rest: you.coins += 1"}')
    called = (TRADE, f"{TRADE}    rest\n")
    assert "Rest: gain 3 coins." not in market.told(verb, called)["A turn"]
    assert "rest" in market.told(verb, called, power)["A turn"].casefold()


@pytest.mark.parametrize(("verb", "told"), [("draw", False), ("take", False), ("gain", True)])
def test_drawing_needs_no_definition(market: Market, verb: str, told: bool) -> None:
    text = f'  verb {verb}_some(number) "{verb} {{number:card}}": move(top(deck, number), to: you.hand)\n'
    said = market.told((LIBRARY, LIBRARY + text), (TRADE, f"{TRADE}    {verb}_some(2)\n"))["A turn"]
    assert (f"To {verb} X cards, move" in said) == told
    other = ("pile: {of: cards, see: top}", "pile: {of: cards, see: nobody, ordered: yes}")
    assert (
        "To draw X cards, move"
        in market.told(other, (LIBRARY, LIBRARY + text.replace(verb, "draw")), (TRADE, f"{TRADE}    draw_some(2)\n"))[
            "A turn"
        ]
    )


LEFT = ("table: {active:", "table: {left: {is: number, starts: none, title: turns left}, active:")
LOWER = "    if left is not none: left -= 1\n"
BEGIN = "    if not any(deck) and left is none: left = count(players)\n"
MOVES = "    for each p in players: move(p.hand, to: p.handed)\n"


def test_turns_that_are_left_are_everybodys_last_turn(market: Market) -> None:
    ends = (LOOP, "    repeat until full or left is 0:\n")
    told = market.told(LEFT, ends, (MOVES, LOWER + MOVES), (TRADE, TRADE + BEGIN))
    begun = "the last turns begin, unless they have begun: each player has one more, and then the game ends."
    assert f"If the deck is empty, {begun}" in told["A turn"]
    assert "the market is full or everybody has had their last turn" in told["The end and the score"]
    assert "turns left" not in " ".join(told.values())


@pytest.mark.parametrize(
    ("lower", "begin", "ends"),
    [
        (LOWER, BEGIN, "full or left is 1"),
        (LOWER, BEGIN.replace("count(players)", "2"), "full or left is 0"),
        (LOWER.replace("-= 1", "-= 2"), BEGIN, "full or left is 0"),
        (LOWER, f"{BEGIN}    if left is 3: shuffle(deck)\n", "full or left is 0"),
    ],
)
def test_another_count_is_told_as_it_is(market: Market, lower: str, begin: str, ends: str) -> None:
    told = market.told(LEFT, (LOOP, f"    repeat until {ends}:\n"), (MOVES, lower + MOVES), (TRADE, TRADE + begin))
    assert "last turn" not in " ".join(told.values())
    assert "urns left" in told["A turn"]


FLAG = ("table: {active:", "table: {backwards: {is: yes_no, title: play goes backwards}, active:")
RULE = '  rule follower(player) gives player "the player after {player}":\n    previous(player) if backwards\n'
PASS = ("      active = next(active)\n", "      active = follower(active)\n")


def test_the_next_player_depends_on_the_direction(market: Market) -> None:
    rule = (LIBRARY, f"{LIBRARY}{RULE}    next(player) otherwise\n")
    turned = (TRADE, f"{TRADE}    if full: backwards = not backwards\n    active = follower(active)\n")
    said = " ".join(market.told(FLAG, rule, PASS, turned).values())
    assert "If the market is full, play goes round the other way from now on." in said
    assert "The turn passes to the next player." in said
    assert "The next player is the player on the left, or on the right while play goes backwards." in said
    other = ("play_order: clockwise", "play_order: anticlockwise")
    said = " ".join(market.told(FLAG, rule, PASS, turned, other).values())
    assert "The next player is the player on the right, or on the left while play goes backwards." in said


def test_a_rule_on_others_than_the_next_player_keeps_its_name(market: Market) -> None:
    rule = (LIBRARY, f"{LIBRARY}{RULE}    next(player) otherwise\n")
    pay = (TRADE, f"{TRADE}    follower(you).coins += 1\n    active = follower(active)\n")
    said = " ".join(market.told(FLAG, rule, PASS, pay).values())
    assert "The next player is" not in said
    assert "The player after a player" in said


def test_branches_for_the_words_of_one_thing_are_a_list(market: Market) -> None:
    branches = "".join(
        f"    {'else ' if place else ''}if you.stall_colour is {word}: gain({place + 1})\n"
        for place, word in enumerate(("red", "green", "blue"))
    )
    memory = ("player: {coins: number}", "player: {coins: number, stall_colour: colour}")
    said = market.told(memory, (TRADE, TRADE + branches))["A turn"]
    assert "What happens depends on your stall colour: • Red: gain a coin. • Green: gain 2 coins. • Blue:" in said
    mixed = branches.replace("you.stall_colour is green", "full")
    assert "depends on" not in market.told(memory, (TRADE, TRADE + mixed))["A turn"]
    again = market.told(memory, (TRADE, TRADE + branches), ("    gain(card.worth)\n", branches))
    assert "What happens depends on your stall colour (see “" in " ".join(again.values())


@pytest.mark.parametrize(
    ("long", "short"),
    [
        (
            "cells whose row is at least the bow's row and whose row is at most 6 and whose column is 2",
            "cells whose row is from the bow's row to 6 and whose column is 2",
        ),
        ("cells whose row is at least 2 and whose column is at most 6", None),
        (
            "sunk if that player's cells do not include a cell that is not shot at by you",
            "sunk if all of that player's cells are shot at by you",
        ),
        (
            "there are no players for whom there is a square where they can lay",
            "no player has a square where they can lay",
        ),
    ],
)
def test_roundabout_words_become_short(long: str, short: str | None) -> None:
    assert name_neighbours(long) == (short or long)
