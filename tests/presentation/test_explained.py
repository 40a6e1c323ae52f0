"""What can be asked about the numbers of a game, and how it may be called."""

import pytest

from cardwright import CannotExplain, load_game
from cardwright.presentation.arrange_table import build_table
from cardwright.presentation.explain_values_and_end import explain_rule, list_explainable_rules
from cardwright.presentation.rulebook.rule_text_sections import find_unpublished_rules

GAMES = ("bush_pilots", "cargo_hold", "cargo_noir", "ceylon", "import_export")


@pytest.mark.parametrize("name", GAMES)
def test_a_number_is_asked_for_by_what_the_table_calls_it(name: str) -> None:
    game = load_game(name)
    state = game.new(game.max_players, 1)
    found = build_table(state, 0)
    asked = {found.score: "final_score"}
    rules = {rule.word for rule in state.program.tables.rules} - find_unpublished_rules(game)
    asked |= {fact.title: fact.word for seat in found.seats for fact in seat.facts if fact.word in rules}
    for title, rule in asked.items():
        assert explain_rule(state, f"{title}(P2)", 0) == explain_rule(state, f"{rule}(P2)", 0)
        assert explain_rule(state, title.upper(), 0) == explain_rule(state, f"{rule}(P1)", 0)
        assert explain_rule(state, title, None, 1) == explain_rule(state, f"{rule}(P2)", None)


@pytest.mark.parametrize("name", GAMES)
def test_a_refusal_lists_what_can_be_asked_and_nothing_else_is_answered(name: str) -> None:
    game = load_game(name)
    state, untold = game.new(2, 1), find_unpublished_rules(game)
    listed = {written.partition("(")[0] for written, _ in list_explainable_rules(state, 0, untold)}
    for word in ("nonsense", *(word for word in untold)):
        with pytest.raises(CannotExplain) as refused:
            explain_rule(state, f"{word}(P1)", 0)
        assert {*str(refused.value).rpartition("the rules are: ")[2].split(", ")} == listed


@pytest.mark.parametrize("name", GAMES)
def test_what_can_be_asked_is_told_in_words_about_it(name: str) -> None:
    game = load_game(name)
    state = game.new(2, 1)
    for written, called in list_explainable_rules(state, 0, find_unpublished_rules(game)):
        assert called
        assert called.split()[0] not in ("it", "that", "they"), written


def test_words_that_point_to_something_told_before_are_not_told_alone() -> None:
    game = load_game("import_export")
    asked = dict(list_explainable_rules(game.new(2, 1), 0))
    assert asked["first_piracy(P1)"] == "first piracy"
    assert asked["ship_owner(<zone>)"] == "ship owner"
    assert asked["most_containers(P1)"].startswith("P1 has more containers on P1's ships")
    assert asked["winners"] == "winners"
    assert explain_rule(game.new(2, 1), "first piracy", 0)[0].startswith("first piracy (P1): ")
