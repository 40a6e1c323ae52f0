"""Part one of a rulebook that nobody has written: it is told as a person tells it, from the game."""

from __future__ import annotations

import re

from tests.presentation.market import Market


def test_part_one_tells_the_game_in_the_order_of_play(market: Market) -> None:
    assert list(market.told()) == [
        "How to play",
        "What is in the box",
        "Set-up",
        "How the game goes",
        "A turn",
        "Sell a card",
        "Row points",
        "The end and the score",
        "Where it is told",
    ]


def test_set_up_is_told_by_the_number_of_players(market: Market) -> None:
    deal = "Deal cards from the deck to each player: 6 with 2 players, 5 with 3 players and 4 with 4 players."
    said = market.told()["Set-up"]
    assert deal in said
    assert "Choose a player who begins." in said
    assert "The size of a hand" not in said
    drawn = market.told(("    trade\n", "    move(top(deck, hand_size), to: you.hand)\n"))["Set-up"]
    assert deal in drawn
    assert "The size of a hand 6 5 4" in drawn, "the turn needs it as well"


def test_counters_that_do_not_start_at_0_are_told(market: Market) -> None:
    assert "begins with" not in market.told()["Set-up"]
    said = market.told(
        ("player: {coins: number}", "player: {coins: {is: number, starts: 3}}"),
        ("table: {active:", "table: {lamps: {is: number, starts: 8}, active:"),
    )["Set-up"]
    assert said.startswith("Each player begins with 3 coins. The lamps start at 8.")


def test_one_of_what_players_begin_with_is_told_as_one(market: Market) -> None:
    said = market.told(("player: {coins: number}", "player: {coins: {is: number, starts: 1}}"))["Set-up"]
    assert said.startswith("Each player begins with 1 coin. ")


def test_the_turn_goes_round_in_a_direction(market: Market) -> None:
    round_ = "Going round clockwise, one player after the other takes a turn"
    told = market.told()["How the game goes"]
    assert told.startswith(f"{round_}, until the game ends (see “The end and the score”).")
    other = market.told(("clockwise", "anticlockwise"))
    assert other["How the game goes"].startswith("Going round anticlockwise, ")
    assert "the player on their right" in other["A turn"]
    assert "One player after the other takes" in market.told(("2 to 4", "2"))["How the game goes"]
    assert "clockwise" not in market.told(("2 to 4", "2"))["How the game goes"]


def test_hands_are_passed_on_at_once(market: Market) -> None:
    said = market.told()
    assert (
        "Each player hands all cards of their hand to the player on their left, all at the same time." in said["A turn"]
    )
    assert "handed" not in " ".join(said.values()).replace("hands", "")
    assert (
        "handed" in market.told(('"trade":\n', '"trade":\n    move(top(deck), to: you.handed)\n'))["What is in the box"]
    )


def test_notes_that_nothing_reads_are_left_out(market: Market) -> None:
    assert "seen by" not in " ".join(market.told().values())
    read = market.told(("card from you.hand: sell(card)", "card from you.hand where seen_by is []: sell(card)"))
    assert "seen by" in read["Sell a card"]


def test_what_is_short_is_told_where_it_is_met_first_and_once(market: Market) -> None:
    said = " ".join(market.told().values())
    assert said.count("To gain X coins") <= 1
    assert (
        said.count("The market is full if the number of cards in the pile is more than the room in the pile (12).") == 1
    )
    assert "To show your stall, move a card from your hand to your stall." in said


def test_the_score_is_a_table(market: Market) -> None:
    said = market.told()["The end and the score"]
    assert "your coins as many points" in said
    assert "the number of cards in your hand minus as many points" in said
    assert "your stall points the row points of the number of cards in your stall" in said


def test_a_game_without_an_end_of_its_own_ends_with_its_course(market: Market) -> None:
    said = market.told(("repeat until full:", "repeat 3 times:"))["The end and the score"]
    assert said.startswith("The game ends after the last step of “How the game goes”.")


def test_cards_that_differ_in_one_attribute_share_a_row(market: Market) -> None:
    cards = "".join(
        f"  - {{id: {name}_{worth}, kind: card, copies: {1 if worth == 5 else 2}, colour: {name}, worth: {worth}}}\n"
        for name in ("red", "green", "blue")
        for worth in range(1, 6)
    )
    said = market.told(("  - {id: fig, kind: card, copies: 9, colour: red, worth: 1}\n", cards))["What is in the box"]
    assert "red, green and blue 1 to 4 2 24" in said
    assert "red, green and blue 5 1 3" in said


def test_zones_are_told_as_a_person_tells_them(market: Market) -> None:
    assert (
        market.told()["What is in the box"]
        .split("Each player has ")[1]
        .startswith("a hand (which only they may look at) and a stall (open to all). ")
    )
    one = market.told(
        ("    pile: {of: cards, see: top}\n", "    pile: {of: cards, see: top, title: cards played}\n"),
        ("    deck: {of: cards, see: nobody, ordered: yes}\n", ""),
        ("    shuffle(deck)\n", ""),
        ("top(deck, hand_size)", "top(pile, hand_size)"),
    )["What is in the box"]
    assert "On the table are the cards played (of which only the top card is seen)." in one


def test_a_zone_with_a_plural_title_is_told_in_the_plural(market: Market) -> None:
    box, setup = (
        market.told(
            ("stall: {of: cards, see: everyone}", "stall: {of: cards, row: yes, title: cards for sale}"),
            ("copies: 9,", "copies: 9, each_player: {stall: 2},"),
        )[title]
        for title in ("What is in the box", "Set-up")
    )
    assert "The cards for sale of each player are a row: the cards lie side by side" in box
    assert setup.startswith("Each player begins with 2 cards for sale.")


def test_titles_are_told_without_an_article_of_their_own(market: Market) -> None:
    told = market.told(
        ("pile: {of: cards, see: top}", "pile: {of: cards, see: top, title: the shelf}"),
        ("stall: {of: cards, see: everyone}", "stall: {of: cards, see: everyone, title: a booth}"),
        ("coins: number", "coins: {is: number, title: the coins}"),
        ("    attributes: {colour", "    title: the ware\n    attributes: {colour"),
    )
    assert "a hand (which only they may look at) and a booth (open to all)" in told["What is in the box"]
    assert "the shelf (of which only the top ware is seen)" in told["What is in the box"]
    assert not [text for text in told.values() if re.search(r"\b(?:the|an?|your|'s) (?:the|an?)\b", text)]


def test_a_game_for_one_has_no_winner(market: Market) -> None:
    said = market.told(("players: 2 to 4", "players: 1"))["How to play"]
    assert said == "You play for the highest score you can reach. For 1 player."


def test_a_game_without_pieces_has_no_box(market: Market) -> None:
    said = market.told(("pieces:\n  - {id: fig, kind: card, copies: 9, colour: red, worth: 1}\n", ""))
    assert "What is in the box" not in said
    assert "Set-up" in said


def test_alternatives_come_after_what_else_is_required(market: Market) -> None:
    said = market.told(
        (
            'trade "trade":\n',
            'trade "trade":\n    require (you.coins > 3 and full) or count(pile) is 2\n    require any(you.hand)\n',
        )
    )["A turn"]
    assert (
        "To trade (only if you have a card in your hand, and either you have 4 or more coins and the market is full, "
        "or there are exactly 2 cards in the pile), choose one:"
    ) in said


def test_cards_without_copies_are_told_of_only_where_there_are_some(market: Market) -> None:
    fig = "  - {id: fig, kind: card, copies: 9, colour: red, worth: 1}\n"
    nut = "  - {id: nut, kind: card, copies: 0, colour: red, worth: 2}\n"
    zero = "The cards with the number 0 come into the game only where they are created."
    assert zero not in market.told()["What is in the box"]
    assert zero in market.told((fig, fig + nut))["What is in the box"]


def test_cards_that_are_only_for_what_is_created_are_told_apart(market: Market) -> None:
    fig = "  - {id: fig, kind: card, copies: 9, colour: red, worth: 1}\n"
    nut = "  - {id: nut, kind: card, copies: 0, colour: red, worth: 2}\n"
    trade = 'verb trade "trade":\n'
    create = (trade, f"{trade}    create(nut, to: you.hand)\n    create(fig, to: you.hand)\n")
    said = market.told((fig, fig + nut), create)["What is in the box"]
    assert "Of these, 4 Nut are there only to be created in play." in said
    assert "Besides these, as many Fig and Nut as needed can be created in play." in said


def test_a_deck_is_called_by_its_name_and_word(market: Market) -> None:
    decks = "decks:\n  NAME: {for: colour, lists: {red: {fig: 2}, green: {fig: 1}, blue: {fig: 1}}}\nmemory:"
    for name, called in (("basket", "basket for red"), ("cards_of", "cards of red"), ("sold_from", "sold from red")):
        said = market.told(("memory:\n  table: {active", f"{decks.replace('NAME', name)}\n  table: {{active"))
        assert f"The {called}: 2 × Fig." in said["What is in the box"]


def test_a_row_says_which_end_is_its_first_position(market: Market) -> None:
    assert "is a row" not in market.told()["What is in the box"]
    said = market.told(("stall: {of: cards, see: everyone}", "stall: {of: cards, row: yes}"))
    assert "The stall of each player is a row" in said["What is in the box"]
    assert "counted from position 1 at the left end" in said["What is in the box"]
    assert "move a card from your hand to the right end of your stall" in " ".join(said.values())


def test_cards_of_decks_are_no_stock(market: Market) -> None:
    decks = "decks:\n  basket: {cards: {fig: 2, nut: 3}}\nmemory:"
    nut = "library: |\n  step stock_up:\n    for each what in basket: create(what, to: pile)\n"
    said = market.told(
        ("memory:\n  table: {active", f"{decks}\n  table: {{active"),
        ("library: |\n", f"  - {{id: nut, kind: card, copies: 0, colour: green, worth: 2}}\n{nut}"),
        ("    shuffle(deck)\n", "    shuffle(deck)\n    stock_up\n"),
    )
    assert "The basket: 2 × Fig and 3 × Nut." in said["What is in the box"]
    assert "12 Nut" in said["What is in the box"], "as many as four players can need"
    assert "with the number 0" not in said["What is in the box"]
    assert "reate each card of the basket in the pile" in " ".join(said.values())


def test_a_score_of_one_value_is_told(market: Market) -> None:
    whole = "player.coins + stall_points(player) - count(player.hand)"
    told = market.told((whole, "2 * player.coins + 1"))
    assert "your coins 2 points for each" in told["The end and the score"]
    assert "Your score is twice your coins." in market.told((whole, "2 * player.coins"))["The end and the score"]
    told = market.told((whole, "player.coins"))
    assert told["How to play"].startswith("Whoever has the most coins when the game ends wins; equals share the win.")
    assert "score" not in told["The end and the score"]


def test_what_others_have_is_not_explained_as_yours(market: Market) -> None:
    whole = "player.coins + stall_points(player) - count(player.hand)"
    said = market.told((whole, "stall_points(next(player)) - stall_points(player)"))["The end and the score"]
    assert "minus your stall points the row points of the number of cards in your stall" in said
    assert said.count("the number of cards in your stall") == 1


def test_a_counter_that_is_set_and_parts_that_come_again_are_told_plainly(market: Market) -> None:
    fair = '  step fair "a fair": nothing\n  step play:\n    repeat 3 times: fair\n    repeat until full:\n'
    said = market.told(
        ("  step play:\n    repeat until full:\n", fair),
        ('"take a turn":\n', '"take a turn":\n    you.coins = 1\n'),
    )
    assert "There are 3 fairs." in said["How the game goes"]
    assert "You now have 1 coin." in said["A turn"]


def test_what_the_game_itself_allows_is_told_and_explained(market: Market) -> None:
    rule = '  rule rich(player) "{player} is rich": player.coins > 9\n  verb boast "boast": you.coins -= 1\n'
    said = market.told(("library: |\n", f"library: |\n{rule}  after players gain where rich(player): player boast\n"))
    assert (
        "After any player gains any number of coins, if that player is rich, that player boasts"
        in said["What always holds"]
    )
    assert said["What always holds"].count("To boast, lose a coin.") == 1
    assert "A player is rich if that player has 10 or more coins." in said["What always holds"]


def test_nobody_wins_where_a_rule_of_winners_gives_no_player(market: Market) -> None:
    rule = "  rule winners gives players:\n    players if full\n    [] otherwise\n"
    said = market.told(("library: |\n", f"library: |\n{rule}"))["How to play"]
    assert "all players win; otherwise, nobody wins." in said


SIDE_BY_SIDE = (
    ("    memory: {seen_by: {is: players}}", "    memory: {seen_by: {is: players}, beside: {is: card}}"),
    ("memory:\n  table: {active", "look: {hide: [beside]}\nmemory:\n  table: {active"),
    (
        "    shuffle(deck)\n",
        "    for each c in deck:\n      for each d in deck where worth > c.worth: c.beside = d\n    shuffle(deck)\n",
    ),
    ("    if full: gain(2)\n", "    if card.beside is not none: gain(3)\n"),
)


def test_hidden_memory_that_only_set_up_sets_is_left_out(market: Market) -> None:
    told = market.told(*SIDE_BY_SIDE)
    assert "beside" not in told["Set-up"]
    assert "beside" in told["Sell a card"]
    assert "beside" in market.told(*SIDE_BY_SIDE, ("look: {hide: [beside]}", "look: {hide: [active]}"))["Set-up"]


def test_long_rules_and_their_tables_are_told(market: Market) -> None:
    cases = "\n".join(f"    {n} if count(pile) is {n} and count(deck) is {n + 1}" for n in range(20))
    long = (
        'in the pile": 12',
        f'in the pile":\n{cases}\n    row_points(count(deck)) otherwise',
    )
    apart = ("player.coins + stall_points(player)", "player.coins")
    told = market.told(long, apart)
    assert "19 if there are exactly 19 cards in the pile and" in told["Sell a card"]
    assert "Row points" in told
    assert "Row points" not in market.told(apart)


def test_words_that_nothing_else_lists_are_told(market: Market) -> None:
    season = ("types:\n", "types:\n  season: {values: [spring, autumn]}\n")
    now = ("active: {is: player", "season: {is: season}, active: {is: player")
    changed = ("    trade\n", "    trade\n    season = autumn\n")
    said = market.told(season, now, changed)["What is in the box"]
    assert "The seasons are spring and autumn." in said
    assert "colours are" not in said, "the table of cards has them"
    assert "seasons" not in market.told(season)["What is in the box"], "nothing speaks of them"


def test_what_is_noted_of_pieces_and_kept_secret_is_told(market: Market) -> None:
    noted = ("memory: {seen_by: {is: players}}", "memory: {seen_by: {is: players}, worn: yes_no, guest: {is: player}}")
    kept = ("player: {coins: number}", "player: {coins: number, wish: {is: colour, secret: yes}}")
    changes = "    for each c in you.stall: c.worn = yes\n    for each c in you.stall where worn: c.guest = you\n"
    changes += "    choose c from colours: you.wish = c\n"
    changes += "    if any(you.stall where guest is you and colour is you.wish): trade\n"
    said = market.told(noted, kept, ("    trade\n", f"    trade\n{changes}"))["What is in the box"]
    assert "For each card, note whether it is worn and which player is its guest." in said
    assert "Each player's wish is secret: only that player knows it." in said


def test_what_answers_a_secret_is_no_mere_note(market: Market) -> None:
    kept = ("player: {coins: number}", "player: {coins: number, wish: {is: colour, secret: yes}}")
    asked = "    choose c from colours: you.wish = c\n    for each c in you.stall:\n      if ASKED: c.seen_by += you\n"
    for condition, told in (("c.colour is you.wish", True), ("c.worth > 1", False)):
        changes = asked.replace("ASKED", condition)
        said = market.told(kept, ("    trade\n", f"    trade\n{changes}"))["A turn"]
        assert ("seen by you" in said) == told


def test_one_piece_of_each_combination_needs_no_table(market: Market) -> None:
    squares = '  - {each: {colour: colours, worth: 1 to 5}, id: "{colour}_{worth}", name: "{Colour} {worth}"}\n'
    said = market.told(("  - {id: fig, kind: card, copies: 9, colour: red, worth: 1}\n", squares))["What is in the box"]
    assert said.startswith("15 cards: one for each colour (red, green and blue) and worth (1 to 5).")


def test_the_index_has_words_and_no_sentences(market: Market) -> None:
    index = market.told()["Where it is told"]
    assert "room in the pile" in index
    assert not any(each in index for each in ("Gain X coins", "the market is full", "The market is full"))


def test_it_is_told_what_it_means_to_be_out_of_the_game(market: Market) -> None:
    mark = ("player: {coins: number}", "player: {coins: number, gone: yes_no}")
    said = market.told(("active: active\n", "active: active\nout: gone\n"), mark)
    assert said["The end and the score"].startswith("Whoever is gone is out of the game")
