"""`such that`: read, written, changed by mutation, and said in English."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.formatting.formatter import format_text
from cardwright.syntax import tree as syntax
from cardwright.syntax.parser import parse
from cardwright_tools.authoring.mutations import list_mutants

GAME = """\
game: fair
powers_work_in: [stall]
types: {colour: {values: [red, blue]}}
kinds:
  card: {attributes: {value: number, colour: colour}}
zones:
  table: {deck: {of: cards}, row: {of: cards}}
  player: {hand: {of: cards}, stall: {of: cards}}
memory:
  player: {points: {is: number}}
library: |
  step setup: nothing
  step play: finish
  rule worth(cs: cards) "the worth of {cs}": sum(cs.value)
  rule final_score(player) "the score of {player}": player.points
  verb take(card) "take {card}": move(card, to: you.hand)
pieces:
  - id: clown
    value: 2
    colour: red
    power: |
      after you take:
        choose any number of cs from you.hand such that POWER: move(cs, to: deck)
"""


def test_the_words_alone_are_names_as_before() -> None:
    found = parse("step set_off:\n  let such = that\n  the such(that)\n", "library")
    assert found.problems == ()


def test_it_belongs_to_the_pick_before() -> None:
    text = "verb v:\n  choose 2 a from x where p such that q and r, c from y, up to 3 b from z such that s: nothing\n"
    tree = parse(text, "library").tree
    assert isinstance(tree, syntax.LibraryNode)
    choose = next(node for node in syntax.walk(tree) if isinstance(node, syntax.ChooseNode))
    assert [pick.such_that for pick in choose.picks] == [
        syntax.LogicNode("and", syntax.NameNode("q"), syntax.NameNode("r")),
        None,
        syntax.NameNode("s"),
    ]
    assert choose.picks[0].where == syntax.NameNode("p")
    assert format_text(text, "library") == text


def test_long_ones_are_broken_and_read_again() -> None:
    text = (
        "verb v:\n  choose any number of wonderful_cards from you.hand + you.stall where value > 1 such that "
        "sum(wonderful_cards.value) <= you.points + 3 and count(distinct(wonderful_cards.colour)) is 1: nothing\n"
    )
    written = format_text(text, "library")
    assert written.count("\n") > 3
    assert format_text(written, "library") == written
    assert parse(written, "library").tree == parse(text, "library").tree


def test_without_it_is_a_change_that_a_test_should_notice() -> None:
    text = "after you take:\n  choose 2 cs from hand where value > 1 such that sum(cs.value) is 3: move(cs, to: deck)\n"
    changed = {each.applied(text) for each in list_mutants(text) if each.what == "a condition dropped"}
    assert changed == {text.replace(" such that sum(cs.value) is 3", ""), text.replace(" where value > 1", "")}


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("sum(cs.value) <= 3", "any number of cards from your hand whose values add up to at most 3"),
        ("sum(cs.value) is you.points", "any number of cards from your hand whose values add up to your points"),
        ("count(distinct(cs.colour)) is 1", "any number of cards from your hand that all have the same colour"),
        ("count(distinct(cs.colour)) is count(cs)", "any number of cards from your hand whose colours all differ"),
        ("count(distinct(cs.colour)) > 1", "any number of cards from your hand of 2 or more different colours"),
        ("worth(cs) > 4", "any number of cards from your hand, such that the worth of those cards is more than 4"),
        ("count(cs) is 2 or count(cs) >= 4", "such that there are 2 of them or there are 4 or more of them"),
        ("this in cs", "any number of cards from your hand, such that those cards include this card"),
    ],
)
def test_english(tmp_path: Path, asked: str, said: str) -> None:
    (tmp_path / "game.yaml").write_text(GAME.replace("POWER", asked))
    (card,) = load_game(str(tmp_path)).card_texts(["clown"])
    assert said in " ".join(card.text.split())
