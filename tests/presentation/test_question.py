"""What a question tells: what it is for, what its answers lead to, and what tells one from another."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.presentation.test_table import CORPUS, GAMES, moments

from cardwright import Decision, load_game
from cardwright.presentation.question import Question, make_question
from cardwright.presentation.values_for_questions import (
    SAYS_LITTLE,
    list_context,
    move_cause_to_prompt,
    narrow_prompt,
    shorten_purpose,
)

EXAMPLES = sorted(str(path.parent) for path in (Path(__file__).parents[2] / "examples").glob("*/game.yaml"))
CASES = Path(__file__).parents[1] / "cases"
DUEL = next(path for path in EXAMPLES if path.endswith("forge_and_fen"))


def questions(
    game: str, prompt: str = "", count: int = 400, seeds: range = range(3, 9), ahead: bool = True
) -> Iterator[Question]:
    """What is asked in some random games in which a question begins so; `ahead`: with what choices lead to."""
    for seed in seeds:
        for state in moments(game, count, seed):
            site = state.program.tables.sites[state.site]
            if site.prompt.startswith(prompt):
                asked = make_question(state, state.player, with_consequences=ahead)
                assert asked is not None
                yield asked


def first(game: str, prompt: str, wanted: Callable[[Question], bool] = lambda each: True) -> Question:
    """The first question of some random games that is as wanted."""
    return next(asked for asked in questions(game, prompt) if wanted(asked))


def test_what_is_told_about_a_question_is_only_what_is_new() -> None:
    context = (("p", "P2"), ("given", "nothing"), ("card", "Soap"), ("wanted", "2 tea"), ("most", "3"))
    assert list_context(Decision(0, "What to do with Soap?", (), None, False, context)) == [
        ("wanted", "2 tea"),
        ("most", "3"),
    ]


def test_what_a_text_notes_for_itself_and_who_is_asked_are_not_told() -> None:
    context = (("met", "0"), ("late", "no"), ("rival", "P1"), ("amount", "2"), ("cs", "Soap"), ("tally", "2"))
    decision = Decision(0, "What is it aimed at?", (), None, False, context)
    told = list_context(decision, ["P2 aims 2 damage"], "cs", {"amount": "2"})
    assert told == [("you chose", "Soap"), ("tally", "2")]


@pytest.mark.long
@pytest.mark.parametrize("game", [*GAMES, *EXAMPLES])
def test_what_a_question_is_for_is_what_is_done_or_a_whole_sentence(game: str) -> None:
    for asked in questions(game, count=150, seeds=range(3, 4), ahead=False):
        assert not re.match(r"to (?:P\d|[Tt]hat|the|those|an?|if|you|your|their|it|its)\b", asked.aim), asked.aim
        # of what is picked there is one, which has no number
        assert not re.search(r"\bthe (?:second|third) \w+", asked.aim), asked.aim
        assert not any(value.casefold() in ("yes", "no") for _, value in asked.about), asked.about


@pytest.mark.parametrize(
    ("prompt", "things", "deeds", "said"),
    [
        ("Choose a card, or do something else", True, True, "Choose a card, or do something else"),
        ("Choose a card, or do something else", True, False, "Choose a card"),
        ("Choose a card, or do something else", False, True, "Choose one"),
        ("You may choose a card, or do something else", False, True, "You may choose one"),
        ("What now?", True, False, "What now?"),
    ],
)
def test_a_question_speaks_only_of_what_is_offered(prompt: str, things: bool, deeds: bool, said: str) -> None:
    assert narrow_prompt(prompt, things, deeds) == said


def test_something_else_is_spoken_of_where_it_is_offered() -> None:
    asked = [*questions(str(CORPUS / "uno"), "Choose", 100, range(3, 5), ahead=False)]
    either = [any(choice.at == "" for choice in each.choices) for each in asked if each.prompt.endswith(" to play")]
    assert either
    assert not any(either)  # who can play a card cannot draw one
    assert not any("something else" in each.prompt for each in asked)
    asked = [*questions(str(CORPUS / "holdem"), "Choose", 60, range(3, 5), ahead=False)]
    assert any("something else" in each.prompt for each in asked)


def test_what_a_pick_is_for_is_not_told_where_nothing_can_be_picked() -> None:
    asked = [*questions(str(CASES / "falling_columns"), "Choose", 60, range(3, 5), ahead=False)]
    moves = [each for each in asked if any("Turn a card" in choice.text for choice in each.choices)]
    told = {any("Column" in choice.text for choice in each.choices): each.prompt for each in moves}
    assert told[True] == "Choose a column to take a card from, or do something else"
    assert "take a card" not in told[False]


@pytest.mark.parametrize("name", ["dou_dizhu", "hanabi", "liars_dice", "battleship", "holdem"])
def test_what_a_question_is_for_points_once_at_what_is_picked(name: str) -> None:
    for asked in questions(str(CORPUS / name), count=60, seeds=range(3, 5), ahead=False):
        said = f"{asked.prompt} {asked.aim}"
        assert not re.search(r"\b(?:an?|the) that\b|\bthe many\b|\b(\w+) that \1\b", said), said


def test_what_meets_an_attack_is_asked_for_by_what_it_is_for() -> None:
    asked = first(DUEL, "You may choose a card from your field")
    assert re.fullmatch(r"You may choose a card from your field to meet [A-Z].* with", asked.prompt)
    assert re.fullmatch(r"P\d leads [A-Z].* against the other hearth", asked.otherwise)
    assert not asked.about


def test_a_note_that_points_back_stands_behind_what_it_points_at() -> None:
    asked = first("cargo_noir", "Choose one", lambda each: each.choices[0].text == "Casino" and len(each.choices) == 3)
    told = {choice.text: [lead.text for lead in choice.leads] for choice in asked.choices}
    assert told["Port"] == ["bid some coins in a port"]
    assert "send a ship to the Casino" not in told["Casino"]


def test_a_pick_says_what_is_done_with_what_is_picked_and_which_number_asks_for_it() -> None:
    asked = first("ceylon", "Choose {many}", lambda each: each.causes[-1].endswith("ends the turn"))
    assert re.fullmatch(r"Choose (?:a card|\d cards) from your hand to discard", asked.prompt)
    assert ("your hand limit", "7") in asked.about


def test_of_one_that_is_picked_where_it_could_be_more_is_spoken_as_of_one() -> None:
    asked = first("ceylon", "Choose {many}", lambda each: each.prompt.startswith("Choose a card "))
    assert (asked.prompt, asked.purpose) == ("Choose a card from your hand to discard", "")


@pytest.mark.long
def test_what_is_picked_later_is_told_as_what_it_will_be_picked_from() -> None:
    said = {
        (row.prompt, found.then)
        for game in ("import_export", "bush_pilots", "cargo_noir", "cargo_hold")
        for program in [load_game(game).program(3)]
        for row, found in ((program.tables.sites[n], each) for n, each in program.tables.sentences.purposes.items())
    }
    assert (
        "You may choose a card from your hand",
        "contract that card on a ship in your harbour with a contract action",
    ) in said
    assert ("Choose an open port", "bid some coins in that port") in said
    assert ("You may choose an opponent", "raid that opponent with 1 or more cards from your hand") in said
    assert ("Choose an opponent", "steal a card from that opponent's hold") in said
    assert ("Choose a card from your hand", "play that card and lead an action") in said


def test_of_what_is_put_somewhere_in_any_order_one_goes_next() -> None:
    program = load_game(Path(__file__).parents[1] / "language" / "leftovers").program(2)
    said = {found.then for found in program.tables.sentences.purposes.values()}
    assert {"move that card to the deck next", "put that card at the bottom of the deck next"} <= said


def test_what_a_deed_was_given_is_called_by_its_name() -> None:
    taking = first("import_export", "Choose {many} cards from that place")
    assert re.match(r"Choose \d cards from \w+ Ship's containers", taking.prompt)
    shot = first("cargo_hold", "Choose one of that player's firepower cards in the raid")
    assert re.fullmatch(r"Choose one of P\d's firepower cards in the raid to discard", shot.prompt)


def test_a_purpose_is_told_without_what_may_come_of_it_in_its_turn() -> None:
    asked = first("ceylon", "Choose 1 or more cards from your hand")
    assert re.fullmatch(r"Choose 1 or more cards from your hand to offer to P\d", asked.prompt)
    assert (
        shorten_purpose("reveal that card; if it is red, draw a card") == "reveal that card; if it is red, draw a card"
    )
    assert shorten_purpose("answer with that card (strength its rank (at most 13))") == "answer with that card"
    assert shorten_purpose("answer with that card (strength 4)") == "answer with that card (strength 4)"
    worked_out = "gain credits equal to 10 times (their salads divided by 3 (rounded down))"
    assert shorten_purpose(worked_out) == worked_out


def test_what_comes_of_passing_is_said() -> None:
    asked = first("ceylon", "You may discard a Wind card")
    other = asked.causes[-1].split()[0]
    assert f"{other} sends pirates against P{asked.player + 1}" in asked.causes
    assert asked.otherwise == f"move a random card from your hand to {other}'s hand"


DECLINING = """players: 2
kinds: {card: {}}
zones: {table: {row: {of: cards}}}
memory: {table: {kept: number}}
library: |
  step setup: nothing
  step play:
    for each p in players: p take_turn
  verb keep(number): kept = number
  verb take_turn:
CHOICE
  rule final_score(player): 0
"""


@pytest.mark.parametrize(
    ("choice", "answers", "otherwise"),
    [
        ("choose n from numbers(1, 3): keep(n)\n    else: keep(9)", [], ""),
        ("may choose n from numbers(1, 3): keep(n)\n    else: keep(9)", [], "keep 9"),
        ("choose any number of ns from numbers(1, 3): keep(count(ns))\n    else: keep(9)", [0], ""),
    ],
)
def test_what_comes_of_passing_is_said_only_where_one_can_pass(
    choice: str, answers: list[int], otherwise: str, tmp_path: Path
) -> None:
    text = DECLINING.replace("CHOICE", f"    {choice}")
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    state = load_game(tmp_path).new(2, 1)
    for answer in answers:
        state.apply(answer)
    asked = make_question(state, 0)
    assert asked is not None
    assert asked.otherwise == otherwise


def test_what_was_chosen_on_the_way_is_said() -> None:
    asked = first("ceylon", "You may choose a sort")
    assert re.fullmatch(r"P\d makes P\d an offer", asked.causes[-3])
    assert re.fullmatch(r"P\d offers .+ to P\d", asked.causes[-2])


def test_a_secret_answer_is_called_one() -> None:
    asked = first("import_export", "Choose a number of credits")
    assert asked.secret
    assert asked.prompt == "Choose a number of credits as your bid"


def test_a_purpose_tells_deeds_and_not_what_is_remembered_for_them() -> None:
    said = {
        each.then
        for game in ("import_export", "bush_pilots", "ceylon")
        for each in load_game(game).program(3).tables.sentences.purposes.values()
    }
    assert "fly that card" in said
    assert "those are your Clippers pledged" in said
    assert not [each for each in said if "subtract" in each]


def test_an_answer_tells_where_it_leads() -> None:
    ways = {"Clockwise", "Anticlockwise"}

    def reached(each: Question) -> list[list[str]]:
        return [[lead.text for lead in choice.leads if lead.text.startswith("airstrip ")] for choice in each.choices]

    asked = first(
        "bush_pilots",
        "Choose one",
        lambda each: {choice.text for choice in each.choices} == ways and all(reached(each)),
    )
    here, there = reached(asked)
    assert len(here) == len(there) == 1
    assert here != there


def test_points_stand_beside_what_brings_them() -> None:
    def scores(each: Question) -> bool:
        return any(lead.text.startswith("points +") for choice in each.choices for lead in choice.leads)

    for prompt in ("You may choose a crop", "Choose a number of goods cards"):
        assert scores(first("ceylon", prompt, scores))


@pytest.mark.long
def test_what_the_condition_reads_comes_first() -> None:
    asked = first(
        "import_export",
        "Choose a card from your hand",
        lambda each: each.prompt.endswith(" to play, and lead an action"),
    )
    assert {choice.facts[0].word for choice in asked.choices if choice.facts} == {"action"}
    loading = first("import_export", "You may choose a card", lambda each: " to load into" in each.prompt)
    assert {choice.facts[0].word for choice in loading.choices if choice.facts} <= {"good"}


def test_a_place_that_can_be_chosen_says_what_lies_there() -> None:
    asked = first("import_export", "Choose one of your pirate sources")
    ship = next(choice for choice in asked.choices if choice.text.endswith("'s containers"))
    assert [fact.title for fact in ship.facts] == ["owner", "containers"]
    assert ship.facts[0].value


@pytest.mark.long
def test_no_two_choices_look_the_same() -> None:
    for game in GAMES:
        for asked in questions(game, "", 20, range(4, 5)):
            if not asked.several:
                told = [(choice.text, choice.facts, choice.group, str(choice.leads)) for choice in asked.choices]
                assert len(told) == len(set(told)), (game, asked.prompt, told)


def test_to_decline_is_no_matter_of_what_an_option_is_called() -> None:
    state = load_game("ceylon").new(3, 3)
    asked = make_question(state, state.player)
    assert asked is not None
    assert [choice.declines for choice in asked.choices] == [choice.label == "0" for choice in asked.choices]


def every_question(seeds: range = range(3, 4)) -> Iterator[Question]:
    """What is asked in some random games of all kinds, the first three times at each place of the rules in each."""
    for game in GAMES:
        for seed in seeds:
            times: Counter[int] = Counter()
            for state in moments(game, 200, seed):
                times[state.site] += 1
                asked = make_question(state, state.player, with_consequences=False) if times[state.site] <= 3 else None
                yield from (asked,) if asked is not None else ()


def test_what_the_deeds_above_a_question_say_is_not_said_again() -> None:
    context = (("partner", "P2"), ("wanted", "2 tea"), ("other", "P20"))
    decision = Decision(0, "Choose cards", (), None, False, context)
    assert list_context(decision, ["P1 offers cards to P2"]) == [("wanted", "2 tea"), ("other", "P20")]


@pytest.mark.long
def test_no_question_speaks_of_this_card_without_its_name_or_of_names_within_a_text() -> None:
    told = list(every_question())
    assert any(asked.prompt.startswith("You may play ") for asked in told)
    for asked in told:
        for text in (asked.prompt, *(choice.text for choice in asked.choices)):
            assert "this card" not in text.casefold(), text
        # `taken = [c]` and the like: where the text puts what is picked is no purpose
        assert not re.search(r"\bset (?:those|them)\b", f"{asked.prompt} {asked.purpose}"), asked.prompt
        assert "you chose" not in dict(asked.about) or not dict(asked.about)["you chose"].isdecimal()


def test_a_number_is_not_told_again_beside_itself() -> None:
    bids = first("cargo_noir", "Choose a number of coins", lambda each: len(each.choices) > 2)
    assert not any(lead.text.startswith("coins -") for choice in bids.choices for lead in choice.leads)


def test_what_an_option_does_names_what_was_settled_before() -> None:
    resolved = first("cargo_noir", "Choose one", lambda each: any(c.text == "Abandon" for c in each.choices))
    raised = resolved.choices[0].leads[0].text
    assert raised.startswith("put some coins on ")
    assert "that ship" not in raised


def test_the_one_player_who_was_settled_before_is_called_by_name() -> None:
    asked = first(
        "bush_pilots",
        "Choose one",
        lambda each: any(choice.text == "Hand" for choice in each.choices),
    )
    lead = next(choice.leads[0].text for choice in asked.choices if choice.text == "Hand")
    assert re.fullmatch(r"P\d discards a card from their hand", lead)


@pytest.mark.long
def test_of_a_piece_is_said_only_what_its_name_does_not_say() -> None:
    for asked in questions("cargo_noir", "You may choose a cargo token", 200, range(3, 5)):
        for choice in asked.choices:
            assert all(fact.value.casefold() != choice.text.casefold() for fact in choice.facts), choice


def test_what_the_game_offers_at_any_time_says_what_it_does_and_stands_behind_the_cards() -> None:
    def has_both(each: Question) -> bool:
        offered = [choice for choice in each.choices if not choice.declines]
        return len({bool(choice.at) for choice in offered}) == 2

    asked = first("import_export", "You may use", has_both)
    assert asked.prompt == "You may use a card or do something else"
    *cards, own = [choice for choice in asked.choices if not choice.declines]
    assert all(choice.at for choice in cards)
    assert all(choice.leads[0].text == choice.note.partition("you may ")[2].partition(".")[0] for choice in cards)
    assert own.text == "Discard contracts from one of your ships"
    assert own.note.startswith("Makes room on a ship for other contracts.")
    assert [choice.label for choice in asked.choices] == [*(str(n) for n in range(1, len(cards) + 2)), "0"]


def test_what_the_game_alone_offers_is_not_used_but_done() -> None:
    alone = first("import_export", "You may use", lambda each: not any(choice.at for choice in each.choices))
    assert alone.prompt == "You may discard contracts from one of your ships"
    cards = first("import_export", "You may use", lambda each: all(c.at or c.declines for c in each.choices))
    offered = [choice.text for choice in cards.choices if not choice.declines]
    assert cards.prompt == (f"You may use {offered[0]}" if len(offered) == 1 else "Which of these do you use, if any?")


@pytest.mark.long
def test_who_has_picked_something_is_not_told_that_they_may() -> None:
    for game, prompt in (("ceylon", "Choose a number of goods"), ("import_export", "Choose a ship in your harbour")):
        assert not any(choice.declines for choice in first(game, prompt).choices)
    for game in GAMES:
        for asked in questions(game, "You may choose", 80, range(3, 4), ahead=False):
            assert asked.passing or asked.picked or any(choice.declines for choice in asked.choices), asked


def test_an_option_says_what_it_will_ask_for() -> None:
    asked = first("bush_pilots", "You may choose one", lambda each: any(c.text == "Send a pilot" for c in each.choices))
    told = {choice.text: choice.leads[0].text for choice in asked.choices if choice.leads}
    assert told["Send a pilot"] == "send a card from your hand after an opponent"


def test_what_all_options_cost_in_cards_is_told_once() -> None:
    asked = first("ceylon", "Choose a crop", lambda each: "found a plantation" in each.prompt and len(each.choices) > 1)
    assert not any("hand -4" in [lead.text for lead in choice.leads] for choice in asked.choices)
    assert ("whichever you choose", "hand -4") in asked.about


def test_a_deed_that_says_what_is_asked_is_the_question() -> None:
    assert move_cause_to_prompt("Choose the debt", ["P1 chooses the debt target"], "P1") == (
        "Choose the debt target",
        (),
    )
    assert move_cause_to_prompt("Choose a card", ["P1 draws 2 cards"], "P1") == ("Choose a card", ("P1 draws 2 cards",))


def test_an_offer_says_what_one_would_give_and_what_was_shown_for_it() -> None:
    asked = first("ceylon", "Give ", lambda each: len(each.choices) == 2)
    cards = r"(?:an? [a-z]+ card|\d+ [a-z]+ cards)"
    assert re.fullmatch(rf"Give {cards}(?:(?:,| and) {cards})* to P\d for the cards you were shown\?", asked.prompt)
    assert dict(asked.about)["shown to you"]
    assert [each.action for each in asked.not_now][:1] == ["Accept"]
    assert "wanted" not in dict(asked.about)


def test_what_is_asked_again_and_again_is_done_with_once_it_was_answered() -> None:
    for asked in questions("ceylon", "You may choose a sort", 150, range(3, 5)):
        assert asked.choices[-1].text == ("Done" if dict(asked.about).get("wanted") else "Pass")
        assert asked.prompt == "You may choose a sort to add to what is wanted"


def test_what_the_author_says_of_a_deed_stands_beside_the_option() -> None:
    # the option names the one place that it can be done at: `Official: Port`
    asked = first("ceylon", "You may choose one", lambda each: any(c.text.startswith("Official") for c in each.choices))
    notes = {choice.text.partition(":")[0]: choice.note for choice in asked.choices}
    assert notes["Official"].startswith("Whoever alone has the most officials")
    assert notes["Pass"] == ""
    ways = {choice.text: choice.note for choice in first("cargo_noir", "Choose one").choices}
    assert ways["Casino"].startswith("A ship that was sent there brings")


def test_of_the_words_that_a_pick_goes_by_is_told_what_the_author_says() -> None:
    asked = questions("import_export", "Choose", ahead=False)
    led = next(each for each in asked if each.prompt == "Choose a card from your hand to play, and lead an action")
    said = dict(led.words)
    assert set(said) <= {"contract", "load", "import", "pirate", "supply"}
    assert len(said) > 1
    assert said["load"].startswith("Puts a card from your hand as a container")
    # a card is contracted for its tier, whatever its action is
    asked = questions("import_export", "You may choose", ahead=False)
    assert not next(each for each in asked if " to contract on a ship" in each.prompt).words


def test_a_question_that_says_nothing_by_itself_names_the_deed_in_which_it_is_asked() -> None:
    for prompt, cause, is_turn, asked in (
        ("Choose one", "P2 places their Paper", False, "How do you place your Paper?"),
        ("Choose one", "P2 takes a turn", True, "What do you do in your turn?"),
        ("You may choose one", "P2 builds", False, "You may build"),
        ("Choose one", "P1 fights P2", False, "P1 fights P2: what do you do?"),
        ("You may choose one", "P1 fights P2", False, "P1 fights P2: what do you do, if anything?"),
        ("You may do that as usual", "P2 sells Soap", False, "You may sell Soap as usual"),
        ("You may do that as usual", "P1 sells Soap", False, "You may let this happen: P1 sells Soap"),
    ):
        assert move_cause_to_prompt(prompt, ["a day", cause], "P2", is_turn) == (asked, ("a day",))
    assert move_cause_to_prompt("Choose a card", ["P2 draws"], "P2") == ("Choose a card", ("P2 draws",))
    assert all(asked.prompt not in SAYS_LITTLE for asked in questions("bush_pilots", "Choose one", 150, range(3, 4)))


def test_players_are_offered_as_they_sit_whatever_the_order_of_play() -> None:
    offered = [
        [choice.at for choice in asked.choices if not choice.declines]
        for asked in questions("cargo_hold", "You may choose an opponent", 150, range(3, 6), ahead=False)
    ]
    assert any(len(each) > 1 for each in offered)
    assert all(each == sorted(each) for each in offered)


@pytest.mark.long
def test_numbers_are_told_of_cards_that_all_have_the_same() -> None:
    raids = questions("cargo_hold", "Choose 1 or more cards from your hand", 250, range(3, 6), ahead=False)
    armed = [choice for asked in raids for choice in asked.choices if any(f.word == "defence" for f in choice.facts)]
    assert armed
    assert all(any(fact.word == "attack" for fact in choice.facts) for choice in armed)


def test_what_the_question_says_is_not_told_beside_it() -> None:
    asked = first("bush_pilots", "Choose one", lambda each: each.prompt.startswith("How do you damage P"))
    assert "rival" not in dict(asked.about)


def test_an_ability_of_the_game_asks_without_a_piece(tmp_path: Path) -> None:
    """Its frame keeps a piece that is none, which nobody can recognise."""
    (tmp_path / "game.yaml").write_text(
        "game: own\nplayers: 2\nactive: active\nturn: take_turn\nkinds: {card: {}}\npieces: [{id: ant, copies: 2}]\n"
        "zones: {table: {deck: {of: cards}}}\nmemory: {table: {active: player}, player: {points: number}}\n"
        "library: |\n  step setup: nothing\n  step play: active take_turn\n"
        '  verb take_turn "take a turn": rest\n'
        '  verb rest "rest": nothing\n'
        "  after players rest once per take_turn:\n    player may:\n      player.points = 1\n"
        "  rule final_score(player): player.points\n",
        encoding="utf-8",
    )
    state = load_game(tmp_path).new(2, 1)
    asked = make_question(state, state.player)
    assert asked is not None
    assert len(asked.choices) == 2
