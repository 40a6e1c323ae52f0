"""A generated part one answers first questions: how many play, who begins, what if there are too few cards."""

from __future__ import annotations

import pytest
from tests.presentation.market import Market

BEGINS = "    active = the(first(players))\n"
LOOP = "  step play:\n    repeat until full:\n      active take_turn\n"
ROUND = f"{LOOP}      for each p in players:\n        p choose card from p.hand: move(card, to: p.stall)\n"


def test_the_number_of_players_is_told(market: Market) -> None:
    assert market.told()["How to play"].endswith("For 2 to 4 players.")
    assert market.told(("2 to 4", "3"))["How to play"].endswith("For 3 players.")


def test_who_begins_is_told_once(market: Market) -> None:
    assert market.told()["Set-up"].count("Choose a player who begins.") == 1
    assert market.told((BEGINS, ""))["Set-up"].count("Choose a player who begins.") == 1
    drawn = market.told((BEGINS, "    choose p at random from players: active = p\n"))["Set-up"]
    assert "Choose a player who begins." not in drawn
    assert "first seat" not in drawn


@pytest.mark.parametrize(
    ("direction", "players", "others"),
    [
        ("clockwise", "2 to 4", "the others follow clockwise"),
        ("anticlockwise", "2 to 4", "the others follow anticlockwise"),
        ("clockwise", "2", "the other follows"),
    ],
)
def test_the_order_of_several_players_is_told(market: Market, direction: str, players: str, others: str) -> None:
    changes = (LOOP, ROUND), ("play_order: clockwise", f"play_order: {direction}"), ("2 to 4", players)
    said = market.told(*changes)["Set-up"]
    assert said.endswith(f"nothing else is said, whoever begins the game is the first, and {others}.")
    drawn = (BEGINS, "    choose p at random from players: active = p\n")
    said = market.told(*changes, drawn)["Set-up"]
    assert "Choose a player for the whole game: where several players act" in said
    assert said.endswith(f"nothing else is said, that player is the first, and {others}.")


def test_what_happens_with_too_few_cards_is_told_where_it_can_be(market: Market) -> None:
    pile = "If there are fewer cards in the deck than you need, use all there are."
    choice = "If there are not as many as you are to choose, nothing is chosen, and nothing is done with it."
    trade = "    trade\n"
    assert "What always holds" not in market.told()
    assert "What always holds" not in market.told((trade, f"{trade}    move(top(deck), to: you.hand)\n"))
    assert market.told((trade, f"{trade}    move(top(deck, 2), to: you.hand)\n"))["What always holds"] == pile
    two = (trade, f"{trade}    choose 2 cards from you.hand: move(cards, to: pile)\n")
    assert market.told(two)["What always holds"] == choice


@pytest.mark.parametrize(("copies", "short"), [(31, True), (32, False)])
def test_a_pile_that_is_large_enough_is_not_said_to_run_short(market: Market, copies: int, short: bool) -> None:
    often = (LOOP, "  step play:\n    deal\n    repeat until full: active take_turn\n")
    deal = ("library: |\n", "library: |\n  step deal:\n    repeat 2 times:\n      for each p in players: p take(2)\n")
    take = (
        "library: |\n",
        'library: |\n  verb take(number) "take {number:card}": move(top(deck, number), to: you.hand)\n',
    )
    told = market.told(often, deal, take, ("copies: 9", f"copies: {copies}"), ("      active = next(active)\n", ""))
    assert ("What always holds" in told) == short


def test_a_pile_from_which_cards_take_can_run_short(market: Market) -> None:
    verb = '  verb draw(number) "draw {number:card}": move(top(deck, number), to: you.hand)\n'
    library = ("library: |\n", f"library: |\n{verb}  step deal:\n    for each p in players: p draw(2)\n")
    play = (LOOP, "  step play:\n    deal\n    repeat until full: active take_turn\n")
    changes = (library, play, ("copies: 9", "copies: 90"), ("      active = next(active)\n", ""))
    power = ("worth: 1}", 'worth: 1, power: "on sell: POWER"}')
    short = "fewer cards in the deck"
    for text, said in (("draw(1)", True), ("gain(1)", False)):
        told = market.told(*changes, (power[0], power[1].replace("POWER", text)))
        assert (short in told.get("What always holds", "")) == said
    often = ("    trade\n", "    trade\n    repeatedly may draw(1)\n")
    assert short in market.told(*changes, often)["What always holds"]


def test_who_can_do_nothing_misses_the_turn(market: Market) -> None:
    misses = "Whoever can do this must do so; whoever cannot misses the turn."
    alone = ("    trade\n", "    choose card from you.hand: move(card, to: pile)\n")
    lines = "hand, to: p.handed)", "handed, to: next(p).hand)"
    first = [(f"    for each p in players: move(p.{text}\n", "") for text in lines]
    assert misses not in market.told(alone)["A turn"]
    assert misses in market.told(alone, *first)["A turn"]
    called = ('take_turn "take a turn"', 'take_turn "sell a card"')
    assert "Whoever can sell a card must do so; whoever cannot" in " ".join(market.told(alone, called, *first).values())


def test_a_summary_stands_for_what_the_author_does_not_say(market: Market) -> None:
    summary = ("players: 2 to 4\n", "players: 2 to 4\nsummary: Sell figs.\n")
    about = ("library: |\n", "about: {game: Figs are sold.}\nlibrary: |\n")
    assert market.told(summary)["How to play"].startswith("Sell figs. ")
    assert market.told(summary, about)["How to play"].startswith("Figs are sold. ")


SCORE = "player.coins + stall_points(player) - count(player.hand)"
WINS = "You win if your hand is empty; all others lose."


@pytest.mark.parametrize(
    ("cases", "until", "text"),
    [
        (("1 if not any(player.hand)", "-1 otherwise"), "any(players where not any(hand))", WINS),
        (("1 if not any(player.hand)", "-1 otherwise"), "", f"{WINS} If nobody does, all share the win."),
        (("0 if player is active", "1 otherwise"), "", "You lose if you are the player to play; all others win."),
        (("0 if any(player.hand)", "1 otherwise"), "", "all others win. If all do, they share the win."),
    ],
)
def test_who_wins_by_a_few_fixed_values_is_told_at_once(
    market: Market, cases: tuple[str, str], until: str, text: str
) -> None:
    score = (f" {SCORE}", "".join(f"\n    {case}" for case in cases))
    ends = [("repeat until full", f"repeat until {until}")] if until else []
    told = market.told(score, *ends)
    assert text in told["How to play"]
    assert "score" not in told["The end and the score"]


@pytest.mark.parametrize(
    ("second", "players", "drawn"),
    [
        ("player.coins < next(player).coins", "2", True),
        ("player.coins < 3", "2", False),
        ("player.coins < next(player).coins", "2 to 4", False),
    ],
)
def test_a_draw_is_told_where_one_wins_what_the_other_loses(
    market: Market, second: str, players: str, drawn: bool
) -> None:
    cases = f"\n    1 if player.coins > next(player).coins\n    -1 if {second}\n    0 otherwise"
    told = market.told((f" {SCORE}", cases), ("2 to 4", players))
    text = "You win if you have more coins than your opponent, and lose if "
    assert (text in told["How to play"]) == drawn
    assert ("otherwise it is a draw." in told["How to play"]) == drawn
    assert ("your score" in told["The end and the score"]) != drawn


def test_those_who_play_together_are_no_opponents(market: Market) -> None:
    score = "player.coins + stall_points(player) - count(player.hand)"
    pick = "    trade\n    choose friend from opponents, c from friend.hand: move(c, to: pile)\n"
    together = market.told((score, "count(pile)"), ("    trade\n", pick))["A turn"]
    assert "Move a card from another player's hand to the pile." in together
    assert "opponent" not in together
    assert "Move a card from an opponent's hand to the pile." in market.told(("    trade\n", pick))["A turn"]


def test_what_no_rule_asks_for_is_said_to_be_so(market: Market) -> None:
    assert "No rule asks for the colour of a card." in market.told()["What is in the box"]
    red = ("    trade\n", "    trade\n    if any(you.hand where colour is red): you.coins += 1\n")
    assert "No rule asks" not in market.told(red)["What is in the box"]


def test_as_many_of_each_are_told_in_a_sentence(market: Market) -> None:
    figs = "".join(f"  - {{id: n{n}, name: '{n}', kind: card, copies: 4, worth: {n}}}\n" for n in (1, 2, 3))
    fig = "  - {id: fig, kind: card, copies: 9, colour: red, worth: 1}\n"
    said = market.told((fig, figs), ("{colour: colour, worth: number}", "{worth: number}"))["What is in the box"]
    assert said.startswith("12 cards: 4 each of 1, 2 and 3.")


def test_a_counter_does_not_fall_below_0(market: Market) -> None:
    taken = ("    trade\n", "    trade\n    you.coins -= min(2, you.coins)\n")
    assert "(never below 0)" in market.told(taken)["A turn"]


def test_what_is_counted_is_told(market: Market) -> None:
    days = ("table: {active:", "table: {days: number, last_day: number, active:")
    passing = ("    trade\n", "    trade\n    days += 1\n    last_day = days\n")
    said = market.told(days, passing)
    assert "You need something with which to count the days and each player's coins." in said["What is in the box"]
    assert "days A turn" in said["Where it is told"]


def test_a_step_that_only_names_a_part_leads_to_its_section(market: Market) -> None:
    count = '  step great_count "the great count":\n' + "".join(
        f"    for each p in players: p.coins += {n}\n" for n in (1, 2)
    )
    count += "    shuffle(deck)\n    for each p in players: p.coins += 3\n    shuffle(deck)\n"
    told = market.told(("library: |\n", f"library: |\n{count}"), ("    trade\n", "    trade\n    great_count\n"))
    assert "Next comes the great count (see there)." in told["A turn"]
    assert "The great count" in told
