"""What is said at the table reads as somebody would say it."""

import re

import pytest
from tests.presentation.test_table import moments

from cardwright import load_game
from cardwright.phrases.log_phrases import name_rule, render_log_phrase
from cardwright.presentation.arrange_table import build_table
from cardwright.presentation.log.tree import flatten_events
from cardwright.presentation.piece_and_player_labels import count_labels, join_labels, order_pieces, render_count
from cardwright.runtime.decision import describe_options
from cardwright.state_slots_and_table_rows import PASS


@pytest.mark.parametrize(
    ("count", "name", "said"),
    [
        (1, "Black ship", "Black ship"),
        (3, "Black ship", "3 Black ships"),
        (3, "Tea", "3 Tea"),
        (2, "Big Cat", "2 Big Cat"),
        (2, "a → b", "2 a → b"),
        (1, "4", "4"),
    ],
)
def test_several_of_one_name(count: int, name: str, said: str) -> None:
    assert render_count(count, name) == said


def test_among_names_that_are_numbers_counts_stand_behind() -> None:
    assert count_labels(["4", "3", "4", "Big Jack", "Big Jack"]) == ["4 ×2", "3", "Big Jack ×2"]
    assert join_labels([("2 of Clubs", True), ("2 of Clubs", True), ("a card", False), ("a card", False)]) == (
        "2 of Clubs ×2, 2 cards"
    )
    assert count_labels(["Jack", "Jack"]) == ["2 Jack"]


def test_several_of_what_has_no_name() -> None:
    assert render_count(2, "a card", known=False) == "2 cards"


def test_an_option_that_its_author_calls_pass_declines_nothing() -> None:
    program = load_game("ceylon").program(3)
    site = program.tables.sites[0]._replace(base="option", titles=["Pass", "Go"], blanks=[])
    options = describe_options(program.naming, site, [0, 1, PASS], {}, {})
    assert [(option.text, option.declines) for option in options] == [("Pass", False), ("Go", False), ("Pass", True)]


def test_a_zone_whose_title_has_an_article_gets_no_second_one() -> None:
    state = load_game("ceylon").new(3, 1)
    tables = state.program.tables
    kept = tables.zones[0]
    try:
        tables.zones[0] = kept._replace(title="the pile")
        assert state.program.naming.zone(tables.zones_from) == "the pile"
    finally:
        tables.zones[0] = kept


def test_what_the_look_counts_by_a_rule_stands_beside_each_player() -> None:
    state = load_game("bush_pilots").new(3, 3)
    facts = {fact.title: fact.value for fact in build_table(state, 0).seats[0].facts}
    assert facts["SHIPPING"] == "2"
    assert name_rule("hand_limit", "the hand limit of {player}") == "hand limit"
    assert name_rule("hand_limit", "") == "hand limit"


def test_a_chain_is_shown_as_the_rules_go_through_it_and_a_pile_from_its_top() -> None:
    for state in moments("bush_pilots", 300, 5):
        view = state.view(state.player)
        chains = [zone for zone in view.zones if zone.name == "chain" and zone.count > 1]
        if chains:
            assert order_pieces(chains[0]) == chains[0].pieces
            return
    raise AssertionError


def test_a_list_is_named_and_a_nothing_is_explained() -> None:
    state = load_game("bush_pilots").new(3, 3)
    assert state.why("team(P1)", 0)[0].startswith("team(P1) = ")
    assert not state.why("team(P1)", 0)[0].endswith("= 1")
    assert state.why("final_score(P1)", 0) == [
        "final_score(P1) = 0",
        "  that is: count(player.hold)",
        "  hold of P1: 0",
    ]


def test_the_article_before_what_is_filled_in_fits_it() -> None:
    for crop, said in (("indigo", "founds an indigo plantation"), ("tea", "founds a tea plantation")):
        assert render_log_phrase("found_plantation", "found a {crop} plantation", {"crop": crop}) == said


def test_two_verbs_of_one_doer_are_said_of_the_same_person() -> None:
    assert render_log_phrase("collect", "turn up and cash in the delivery", {}) == "turns up and cashes in the delivery"


def test_a_number_that_is_chosen_is_told_with_what_it_is() -> None:
    for game, said in (("import_export", "credits"), ("cargo_hold", "(debt)")):
        texts = [event.text for event in flatten_events(moments(game, 60)[-1].log)]
        chosen = [text for text in texts if re.fullmatch(r"P\d chooses \d+( .*)?", text)]
        assert chosen
        assert all(text.endswith(f" {said}") for text in chosen)
