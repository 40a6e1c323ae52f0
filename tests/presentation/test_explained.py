"""What can be asked about the numbers of a game, and how it may be called."""

from pathlib import Path

import pytest

from cardwright import CannotExplain, load_game
from cardwright.presentation.arrange_table import build_table
from cardwright.presentation.explain_values_and_end import explain_rule, list_explainable_rules
from cardwright.presentation.rulebook.rule_text_sections import find_unpublished_rules

BOXES = """players: 2
kinds: {card: {attributes: {worth: number}, memory: {entry: number}}}
pieces: [{id: ones, name: The Ones, worth: 1}, {id: pairs, worth: 2, copies: 2}]
zones: {table: {sheet: {of: cards}}}
library: |
  rule final_score(player): 0
  rule value(card) "the value of {card}": card.worth + card.entry
  rule plain(card): card.worth + card.entry
  step setup:
    for each b in sheet:
      if count(sheet where entry > 0) is 2: b.entry = 5
      else: b.entry = 0 + 1
  step play:
    for each p in players:
      p choose n from numbers(1, 2): nothing
"""
ASKED = {
    "value(ones)": "the value of The Ones: 2",
    "value(The Ones)": "the value of The Ones: 2",
    "value(pairs)": "the value of Pairs: 3",
    "value(pairs#1)": "the value of Pairs #1: 3",
    "value(pairs#2)": "the value of Pairs #2: 7",
    "plain(pairs#2)": "plain(pairs#2) = 7",
}
GAMES = ("bush_pilots", "cargo_hold", "cargo_noir", "ceylon", "import_export")


@pytest.mark.parametrize("asked", ASKED)
def test_a_piece_is_asked_for_by_name_or_copy_and_called_by_its_name(asked: str, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(BOXES, encoding="utf-8")
    state = load_game(tmp_path).new(2, 1)
    assert explain_rule(state, asked, 0)[0] == ASKED[asked]
    for other in ("pairs#3", "pairs#0", "pairs#", "ones#x"):
        with pytest.raises(CannotExplain):
            explain_rule(state, f"value({other})", 0)


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
