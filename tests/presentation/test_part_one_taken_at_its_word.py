"""A part one that nobody has written, taken at its word: moments, what is set aside, counts and letters."""

from __future__ import annotations

from tests.presentation.market import Market

END = "The end and the score"
PLAY = "  step play:\n    repeat until full:\n      active take_turn\n      active = next(active)\n"
FIG = "  - {id: fig, kind: card, copies: 9, colour: red, worth: 1}\n"


def test_an_early_end_is_told_with_its_step(market: Market) -> None:
    early = PLAY.replace("step play:\n", "step play:\n    shuffle(deck)\n    if full: finish\n")
    said = market.told((PLAY, early))[END]
    assert said.startswith("The game ends at step 2 of “How the game goes” if the market is full. The game ends when ")


def test_what_follows_the_last_turn_comes_before_the_end(market: Market) -> None:
    after = f"{PLAY}    for each p in players: p.coins += 1\n"
    asked = "a turn is over and the market is full"
    assert market.told()[END].startswith(f"The game ends when {asked}.")
    told = market.told((PLAY, after))
    assert told[END].startswith("The game ends after the last step of “How the game goes”.")
    assert "takes a turn, until the market is full." in told["How the game goes"]


def test_an_end_that_the_course_tells_is_not_told_again(market: Market) -> None:
    early = (
        PLAY.replace("step play:\n", "step play:\n    if full: finish\n") + "    for each p in players: p.coins += 1\n"
    )
    said = market.told((PLAY, early))[END]
    assert said.startswith("The game ends after the last step of “How the game goes”, or already at step 1. ")


def test_one_of_several_ends_is_enough(market: Market) -> None:
    several = PLAY.replace("until full", "until full or count(pile) is 3 or count(deck) is 0")
    told = market.told((PLAY, several), ("    if full: gain(2)\n", ""))
    assert "market is full" not in told["How the game goes"]
    assert told[END].startswith(
        "When a turn is over, the game ends if the market is full, there are 3 cards in the pile or the deck is empty. "
        "The market is full if"
    )


def test_only_the_last_loop_ends_the_game(market: Market) -> None:
    first = PLAY.replace("step play:\n", "step play:\n    repeat until count(pile) > 3: active show_off\n")
    said = market.told((PLAY, first))[END]
    assert said.startswith("The game ends when a turn is over and the market is full. ")


def test_a_game_of_several_parts_ends_after_the_last(market: Market) -> None:
    fair = '  step fair "a fair": shuffle(deck)\n  step play:\n    repeat 3 times: fair\n'
    assert market.told((PLAY, fair))[END].startswith("The game ends after the last fair.")


def test_a_number_that_is_not_set_is_not_said_to_be_used_up(market: Market) -> None:
    left = ("table: {active:", "table: {turns: {is: number, starts: none, title: turns left}, active:")
    steps = "    if turns is not none: turns -= 1\n    if turns is none: turns = 3\n    turns = none\n"
    said = market.told(left, ("    trade\n", f"    trade\n{steps}"))["A turn"]
    assert "If the turns left are being counted, the turns left go down by 1." in said
    assert "If the turns left are not being counted, the turns left are now 3." in said
    assert "The turns left are no longer counted." in said
    assert "there are no turns left" not in said


def test_a_number_of_the_table_is_told_as_a_quantity(market: Market) -> None:
    hints = ("table: {active:", "table: {hints: {is: number, starts: 8}, active:")
    asked = {"> 0": "there is a hint", "is 0": "no hints are left", "< 2": "there are fewer than 2 hints"}
    asked |= {"is 1": "there is exactly 1 hint"}
    for test, text in asked.items():
        said = market.told(hints, ("    trade\n", f"    trade\n    if hints {test}: hints += 1\n"))["A turn"]
        assert f"If {text}, the hints go up by 1." in said


def test_a_place_with_a_plural_name_has_cards(market: Market) -> None:
    told = market.told(
        ("    pile: {of: cards, see: top}\n", "    sparks: {of: cards}\n    pile: {of: cards, see: top}\n"),
        ("    trade\n", "    trade\n    if count(sparks where worth is 1) > 3: move(sparks, to: pile)\n"),
    )["A turn"]
    assert (
        "If there are 4 or more cards with worth 1 in the sparks, move all cards from the sparks to the pile." in told
    )


def test_what_comes_back_on_top_is_set_aside(market: Market) -> None:
    refill = "    let rest = top(deck, 3)\n    move(pile, to: deck)\n    shuffle(deck)\n{}    move(rest, to: deck)\n"
    said = market.told(("    trade\n", refill.format("")))["A turn"]
    assert "Set aside the top 3 cards of the deck (the rest cards)." in said
    assert "Put the rest cards back on top of the deck." in said
    looked = market.told(("    trade\n", refill.format("    if count(deck) > 9: trade\n")))["A turn"]
    assert "Let the rest cards be the top 3 cards of the deck." in looked, "what is counted must lie there"


def test_what_is_chosen_in_secret_is_done_openly(market: Market) -> None:
    secret = "    secretly for each p in players where any(hand):\n      p choose card from p.hand: p sell(card)\n"
    said = market.told(("    trade\n", secret))["A turn"]
    chosen = "Secretly, each player who has a card in their hand chooses a card from their hand."
    assert f"{chosen} After all have chosen, each of them sells the card chosen." in said


PROGRAM = """\
  step share_out(place: number):
    let dealt = 0
    repeat 3 times:
      for each p in players:
        if dealt is place: p.coins += 1
        dealt += 1
"""


def test_a_count_of_passes_is_told_without_its_steps(market: Market) -> None:
    told = market.told(
        ("library: |\n", f"library: |\n{PROGRAM}"),
        ("    shuffle(deck)\n", "    shuffle(deck)\n    choose n at random from numbers(0, 50): share_out(n)\n"),
    )["Share out X"]
    assert "if the number of players for whom this was done before is X, that player gains a coin." in told
    assert " Y " not in told
    assert "goes up" not in told
    told = market.told(
        ("library: |\n", f"library: |\n{PROGRAM}    active.coins = dealt\n"),
        ("    shuffle(deck)\n", "    shuffle(deck)\n    choose n at random from numbers(0, 50): share_out(n)\n"),
    )["Share out X"]
    assert "Y goes up by 1." in told, "what is used afterwards is a number of its own"


def test_loops_over_numbers_and_several_chosen_numbers_are_told(market: Market) -> None:
    for body, text in (
        (
            "\n    for each n in numbers(1, 3): move(top(deck, n), to: pile)",
            "Lay out: for each number from 1 to 3, move the top cards of the deck (that many) to the pile.",
        ),
        (
            "\n    choose low from numbers(1, 3), high from numbers(2, 5): you.coins += low * high",
            "choose a number X (low) from 1 to 3 and a number Y (high) from 2 to 5",
        ),
    ):
        rule = f'  verb lay_out "lay out":{body}\n'
        said = market.told(("library: |\n", f"library: |\n{rule}"), ("    trade\n", "    lay_out\n"))["A turn"]
        assert text in said


def test_a_question_is_no_value_of_another_rule(market: Market) -> None:
    rules = '  rule raised(number, often: number) gives number "{number} raised {often} times": number + often\n'
    rules += '  rule lifts "WHAT": count(pile) + 1\n  rule stake "the stake": raised(3, lifts)\n'
    for phrase, text in (
        ("how often it is raised", "The stake is 3 raised X times (where X is how often it is raised)."),
        ("the size of the pile", "The stake is 3 raised the size of the pile times."),
    ):
        said = " ".join(
            market.told(
                ("library: |\n", f"library: |\n{rules.replace('WHAT', phrase)}"), ("gain(card.worth)", "gain(stake)")
            ).values()
        )
        assert text in said


def test_a_rule_without_a_phrase_names_its_many_parameters(market: Market) -> None:
    rule = "  rule worth_of(kind: number, rank: number, rest: number):\n    100 * kind + 10 * rank + rest\n"
    rule += '  rule price(card) "the price of {card}":\n    let twos = twice(card.worth)\n'
    rule += "    worth_of(1, twos, 0) if twos > 4\n    worth_of(0, twos, 1) otherwise\n"
    rule += '  rule twice(number) "{number} counted twice": 2 * number\n'
    said = " ".join(
        market.told(("library: |\n", f"library: |\n{rule}"), ("gain(card.worth)", "gain(price(card))")).values()
    )
    assert "The worth of (kind 1, rank the twos, rest 0)" in said
    assert said.count("where the twos are that card's worth counted twice") == 1


def test_what_a_player_learns_is_no_definition_of_a_verb(market: Market) -> None:
    known = ("memory: {seen_by: {is: players}}", "memory: {KNOWN, seen_by: {is: players}}")
    hint = '  verb hint(shade: colour) "point out what is {shade}":\n    you.coins -= 1\n'
    hint += "    for each c in you.hand where colour is shade: c.told = shade\n"
    changes = (("library: |\n", f"library: |\n{hint}"), ("    trade\n", "    choose c from colours: hint(c)\n"))
    for seen, text in (
        (", also_see: owner", "lose a coin; you learn which are all cards of that colour in your hand."),
        ("", "To point out"),
    ):
        memory = known[1].replace("KNOWN", f"told: {{is: colour, resets: yes{seen}}}")
        assert text in market.told((known[0], memory), *changes)["A turn"]


def test_the_words_of_cards_that_name_none_are_told(market: Market) -> None:
    cards = "".join(
        f"  - {{id: c{n}, name: Kiosk {n}, kind: card, copies: {1 + n % 2}, worth: {n}, "
        f"{'colour: red, ' if n % 5 == 0 else ''}{'lasting: yes, ' if n in (1, 2) else ''}"
        f"power: 'on sell: gain({n})'}}\n"
        for n in range(1, 40)
    )
    said = market.told(
        (FIG, cards),
        (
            "{colour: colour, worth: number}",
            "{colour: {is: colour, default: blue}, worth: number, lasting: {is: yes_no, default: no}}",
        ),
        ("    shuffle(deck)\n", "    move(deck where lasting, to: pile)\n    shuffle(deck)\n"),
    )
    assert "other" not in said["What is in the box"]
    assert "blue " in said["What is in the box"]
    assert "Lasting cards: Kiosk 1 and Kiosk 2." in said["What is in the box"]
    assert "1 Kiosk 2 blue 2 yes" in said["All cards"]


def test_it_is_told_where_cards_and_counters_begin(market: Market) -> None:
    assert "begin in" not in market.told()["Set-up"], "what is shuffled first"
    placed = market.told(("    shuffle(deck)\n", "    move(top(deck), to: pile)\n    shuffle(deck)\n"))["Set-up"]
    assert placed.startswith("All cards begin in the deck.")
    days = ("table: {active:", "table: {days: number, nights: {is: number, starts: 2}, weeks: number, active:")
    asked = ("until full:", "until full or days > 3 or nights > 3:")
    assert market.told(days, asked)["Set-up"].startswith("The days start at 0 and the nights at 2.")
    begun = market.told(("copies: 9,", "copies: 9, each_player: {stall: 2},"))["Set-up"]
    assert "All other cards begin in the deck." in begun


def test_only_verbs_of_cards_that_are_shown_are_explained(market: Market) -> None:
    verbs = '  verb burn(card) "burn {card}":\n    move(card, to: pile)\n    you.coins -= 1\n'
    verbs += '  verb hide "hide yourself":\n    shuffle(deck)\n    you.coins -= 2\n'
    cards = "".join(
        f"  - {{id: c{n}, name: Kiosk {n}, kind: card, colour: red, worth: {n}, "
        f"power: 'on sell: {'burn(this)' if n > 38 else 'hide'}'}}\n"
        for n in range(1, 40)
    )
    said = market.told((FIG, cards), ("library: |\n", f"library: |\n{verbs}"))["Some of the cards"]
    assert "To burn a card, move that card to the pile; lose a coin." in said
    assert "hide" not in said.casefold()


def test_what_only_repeats_its_name_is_not_explained(market: Market) -> None:
    for phrase, body, explained in (
        ("take {number:further coin}", "you.coins += number", False),
        ("take {number:gift}", "you.coins += number", True),
        ("spend {number:further coin}", "you.coins -= number", True),
    ):
        verb = f'  verb get(number) "{phrase}": {body}\n'
        said = market.told(
            ("library: |\n", f"library: |\n{verb}"), ("    trade\n", "    trade\n    get(2)\n    get(2)\n")
        )["A turn"]
        assert (" X " in said) == explained, phrase


def test_a_part_that_is_one_of_a_kind_is_there(market: Market) -> None:
    storm = '  step storm "a storm more": shuffle(deck)\n'
    said = market.told(
        ("library: |\n", f"library: |\n{storm}"), ("    if full: gain(2)\n", "    if full: storm\n    storm\n")
    )["Sell a card"]
    assert "If the market is full, there is a storm more." in said
    assert "takes place" not in said


def test_a_choice_on_which_another_depends_comes_first(market: Market) -> None:
    ask = (
        '  rule worths gives numbers: numbers(1, 5)\n  verb ask(friend: player, number) "ask {friend} for {number}":\n'
    )
    ask += "    you.coins -= number\n"
    choice = "    choose p from opponents, n from worths where any(p.hand where worth is n): ask(p, n)\n"
    said = market.told(("library: |\n", f"library: |\n{ask}"), ("    trade\n", choice))["A turn"]
    chosen = "hoose an opponent and the worth of a card in that opponent's hand"
    assert said.index(chosen) < said.index("sk that opponent for that worth")


def test_tables_side_by_side_are_called_by_their_rows(market: Market) -> None:
    rows = "{red: [1], green: [2], blue: [3]}"
    tables = f"tables:\n  width: {{roles: {{colour: colour}}, values: {rows}}}\n"
    tables += f"  height: {{roles: {{colour: colour}}, values: {rows}}}\n"
    told = market.told(("tables:\n", tables), ("gain(card.worth)", "gain(width(card.colour) + height(card.colour))"))
    assert told["Colours"].startswith("colour width height ")


def test_an_index_lists_words_as_one_looks_them_up(market: Market) -> None:
    rule = '  rule price(card, player) "the price of {card} for {player}": card.worth + player.coins\n'
    rule += '  verb ask "ask what is cheap": you.coins -= 1\n'
    index = market.told(
        ("library: |\n", f"library: |\n{rule}"),
        ("gain(card.worth)", "gain(price(card, you))"),
        ("    trade\n", "    trade\n    ask\n"),
    )["Where it is told"]
    assert "price of a card Sell a card" in index
    assert "for a player" not in index
    assert "what is cheap" not in index
    assert "Gain" not in index, "it is mentioned, and explained nowhere"
    assert "hand" not in index.replace("size of a hand", "")


def test_a_table_that_is_shown_is_not_told_again(market: Market) -> None:
    score = ("stall_points(player) - count", "row_points(count(player.stall)) - count")
    said = market.told(score)
    assert "as the table “Row points” says (beyond 3: 6)" in said[END]
    assert "1: 1" not in said[END]
    assert "1 2 3" in said["Row points"]


def test_a_thing_among_those_of_a_phrase_is_told_with_the_phrase(market: Market) -> None:
    rule = '  rule cheap gives cards "what is cheap": pile + deck\n'
    buy = "    may choose card from cheap where worth < you.coins: sell(card)\n"
    said = market.told(("library: |\n", f"library: |\n{rule}"), ("    trade\n", f"    trade\n{buy}"))["A turn"]
    assert "sell a card that is cheap" in said
    assert "among what" not in said
