"""The sentences of a part one that nobody has written: options, cases, counters, cards and the index."""

from __future__ import annotations

from tests.presentation.market import Market


def test_an_option_comes_before_its_condition(market: Market) -> None:
    said = market.told(('option "Show": show_off', 'option "Wait" if full: nothing'))["A turn"]
    assert "• Sell a card (only if you have a card in your hand)." in said
    assert "• Wait (only if the market is full)." in said
    assert "do nothing" not in said


def test_cases_of_a_yes_no_rule_are_told_as_what_is_needed(market: Market) -> None:
    rule = '  rule fits(card) "{card} fits":\n    card.colour is red if full\n    no if any(pile)\n    yes otherwise\n'
    said = " ".join(
        market.told(
            ("library: |\n", f"library: |\n{rule}"),
            ("card from you.hand: sell", "card from you.hand where fits(it): sell"),
        ).values()
    )
    assert "If the market is full: only if that card is a red card." in said
    assert "Otherwise, if there is a card in the pile: never." in said
    assert "Otherwise: always." in said


def test_cases_that_can_overlap_say_that_they_come_in_order(market: Market) -> None:
    rule = '  rule price(card) "the price of {card}":\n    1 if {0}\n    2 if {1}\n    3 otherwise\n'
    for asked, second in (
        (("full", "any(pile)"), "Otherwise, 2 if there is"),
        (("card.worth is 1", "card.worth is 2"), "• 2 if"),
    ):
        said = market.told(
            ("library: |\n", f"library: |\n{rule.replace('{0}', asked[0]).replace('{1}', asked[1])}"),
            ("gain(card.worth)", "gain(price(card))"),
        )["Sell a card"]
        assert second in said


def test_counters_go_up_and_down(market: Market) -> None:
    lamps = ("table: {active:", "table: {lamps: number, active:")
    for change, text in (
        ("lamps = 0", "The lamps go back to 0."),
        ("lamps += 2", "The lamps go up by 2."),
        ("lamps -= 1", "The lamps go down by 1."),
        ("lamps = min(lamps + 1, 8)", "The lamps go up by 1, but not above 8."),
        ("lamps = max(0, lamps - 1)", "The lamps go down by 1, but not below 0."),
        ("lamps = limit", "The lamps are now the room in the pile (12)."),
    ):
        assert text in market.told(lamps, ("    trade\n", f"    trade\n    {change}\n"))["A turn"]


def test_values_have_their_names(market: Market) -> None:
    share = "    let share = count(pile) - 1\n    repeat until full: you.coins += share\n    you.coins -= share\n"
    said = market.told(("    trade\n", share))["A turn"]
    assert "Let the share be the number of cards in the pile minus 1." in said
    for name in ("given", "beyond", "before_it"):
        other = share.replace("share", name)
        assert "Let X be the number of cards in the pile minus 1." in market.told(("    trade\n", other))["A turn"]


def test_players_do_what_is_theirs(market: Market) -> None:
    gather = "    for each p in players:\n      move(p.hand + p.stall, to: pile)\n      p.coins = 0\n"
    said = market.told(("    trade\n", f"    trade\n{gather}"))["A turn"]
    assert "Each player moves all cards from their hand and stall to the pile. Their coins go back to 0." in said


def test_what_is_chosen_at_random_is_told_at_once(market: Market) -> None:
    said = market.told(("active = the(first(players))", "choose p at random from players: active = p"))["Set-up"]
    assert "The player to play is chosen at random." in said
    said = market.told(
        ("active = the(first(players))", "choose p at random from players: active = p"),
        ("title: player to play", "title: player whose turn it is"),
    )["Set-up"]
    assert "A player chosen at random begins." in said


def test_a_zone_is_filled_up(market: Market) -> None:
    filled = "    move(top(deck, 6 - count(pile)), to: pile)\n"
    said = market.told(("    trade\n", f"    trade\n{filled}"))["A turn"]
    assert "Move cards from the top of the deck to the pile until it has 6 cards." in said


def test_what_needs_a_counter_again_and_again_is_told_with_as_long_as(market: Market) -> None:
    sell = "    repeatedly may choose card from you.hand where you.coins > 0: sell(card)\n"
    said = market.told(("    trade\n", sell))["A turn"]
    assert "As long as you have a coin, you may sell a card from your hand." in said


def test_the_numbers_of_cards_are_called_as_the_cards_call_them(market: Market) -> None:
    names = {11: "Jack", 12: "Queen"}
    cards = "".join(
        f"  - {{id: c{worth}{colour}, name: {names.get(worth, worth)} of {colour}, kind: card, colour: {colour}, "
        f"worth: {worth}}}\n"
        for colour in ("red", "green")
        for worth in range(2, 13)
    )
    fig = "  - {id: fig, kind: card, copies: 9, colour: red, worth: 1}\n"
    said = market.told((fig, cards))["What is in the box"]
    assert "2 to 10, 11 (Jack) and 12 (Queen)" in " ".join(said.split())


def test_a_card_is_called_by_its_name(market: Market) -> None:
    def told(copies: str) -> str:
        return market.told(
            ("copies: 9, ", copies), ("card from you.hand: sell", "card from you.hand where name is fig: sell")
        )["A turn"]

    assert "sell the Fig from your hand" in told("")
    assert "sell a Fig card from your hand" in told("copies: 9, ")


def test_a_part_that_is_repeated_is_told(market: Market) -> None:
    day = '  step day "a day":\n    shuffle(deck)\n    move(top(deck), to: pile)\n'
    day += "  step play:\n    repeat until full: day\n"
    told = market.told(
        ("  step play:\n    repeat until full:\n      active take_turn\n      active = next(active)\n", day)
    )
    assert "One day follows another, until the game ends (see “The end and the score”)." in told["How the game goes"]
    assert "Move the top card of the deck to the pile." in told["A day"]


def test_a_rule_worked_out_from_itself_is_told(market: Market) -> None:
    rule = '  rule double(number) gives number "{number} doubled":\n    1 if number is 0\n'
    rule += "    2 * double(number - 1) otherwise\n"
    said = " ".join(
        market.told(("library: |\n", f"library: |\n{rule}"), ("gain(card.worth)", "gain(double(card.worth))")).values()
    )
    assert "X doubled: • 1 if X is 0. • Twice (X minus 1) doubled otherwise." in said


def test_a_verb_that_cards_explain_says_so(market: Market) -> None:
    work = '  verb work(card) "put {card} to work": nothing\n'
    said = market.told(
        ("library: |\n", f"library: |\n{work}"),
        ("    gain(card.worth)\n", "    work(card)\n"),
        ("colour: red, worth: 1}", "colour: red, worth: 1, power: 'on work: gain(1)'}"),
    )["Sell a card"]
    assert "To put a card to work, do what it says." in said


def test_a_verb_about_pieces_without_powers_is_explained_by_others(market: Market) -> None:
    said = market.told(
        ("library: |\n", 'library: |\n  verb shove(tray) "shove {tray}": nothing\n'),
        ("kinds:\n", "kinds:\n  tray: {}\n"),
        ("pieces:\n", "pieces:\n  - {id: tray, kind: tray}\n"),
        ("    pile: {of: cards, see: top}\n", "    pile: {of: cards, see: top}\n    rack: {of: trays}\n"),
        ("    gain(card.worth)\n", "    gain(card.worth)\n    for each tray in rack: shove(tray)\n"),
        ("colour: red, worth: 1}", 'colour: red, worth: 1, power: "in stall:\\n  after players shove: gain(1)"}'),
    )
    assert "Shove a tray: what happens then is said by cards." in " ".join(said.values())


def test_the_index_leads_to_where_a_word_is_explained(market: Market) -> None:
    said = market.told(
        ("active = next(active)", "active = next(active)\n      active pass"),
        ('verb trade "trade":', 'verb pass "pass": you.coins += 1\n  verb trade "trade":'),
    )
    assert "Trade A turn" in said["Where it is told"]
    assert "Pass How the game goes" in said["Where it is told"], "and not where the turn passes"
    assert "Show your stall A turn" in said["Where it is told"]


def test_counters_of_a_turn_are_told_as_such(market: Market) -> None:
    said = market.told(("player: {coins: number}", "player: {coins: {is: number, until: take_turn}}"))
    assert "Each player's coins are counted only until the end of the turn." in said["What is in the box"]


def test_nothing_is_told_by_an_empty_section(market: Market) -> None:
    hands = "    for each p in players: move(p.hand, to: p.handed)\n"
    passed = "    for each p in players: move(p.handed, to: next(p).hand)\n"
    said = market.told(("    trade\n", "    nothing\n"), (f"{hands}{passed}", ""))["A turn"]
    assert "Nothing happens here unless a card says so." in said


def test_a_long_index_is_set_in_two_columns(market: Market) -> None:
    counters = "".join(f", lamps_{each}: number" for each in "abcdefghijklmnop")
    changes = "".join(f"    lamps_{each} += 1\n" for each in "abcdefghijklmnop")
    said = market.told(("table: {active", f"table: {{{counters[2:]}, active"), ("    trade\n", f"    trade\n{changes}"))
    assert said["Where it is told"].startswith("word see word see")
    assert all(f"lamps {each}" in said["Where it is told"] for each in "abcdefghijklmnop")


def test_many_named_cards_are_listed_one_by_one(market: Market) -> None:
    fig = "  - {id: fig, kind: card, copies: 9, colour: red, worth: 1}\n"
    many = "".join(
        f"  - {{id: k{each}, name: Kiosk {chr(65 + each % 26) * (1 + each // 26)}x, kind: card, colour: red, "
        f"worth: {each}, power: 'on sell: gain(1)'}}\n"
        for each in range(31)
    )
    assert "All cards" not in market.told()
    said = market.told((fig, many))
    assert "1 Kiosk Bx red 1" in said["All cards"]
    assert "Kiosk" in said["Some of the cards"], "a few of them are shown"
