"""`with the highest`, `with the lowest` and `, if any`: read, written, changed by mutation, and said in English."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import check_paths, load_game
from cardwright.formatting.formatter import format_text
from cardwright.syntax import tree as syntax
from cardwright.syntax.parser import parse
from cardwright_tools.authoring.mutations import list_mutants

GAME = """\
game: fair
powers_work_in: [stall]
kinds:
  card: {attributes: {value: number}, memory: {coins: {is: number}}}
zones:
  table: {deck: {of: cards}, row: {of: cards}}
  player: {hand: {of: cards}, stall: {of: cards}}
memory:
  player: {points: {is: number}}
library: |
  step setup: nothing
  step play: finish
  rule worth(card) "the worth of {card}": card.value + card.coins
  rule final_score(player) "the score of {player}": player.points
  verb take(card) "take {card}": move(card, to: you.hand)
pieces:
  - id: clown
    value: 2
    power: |
      after you take where any(POWER): move(POWER, to: deck)
"""


def test_the_words_alone_are_names_as_before() -> None:
    found = parse("step set_off:\n  let with = the + highest - lowest\n  the with(the)\n", "library")
    assert found.problems == ()


def test_several_stand_one_behind_the_other_after_a_condition() -> None:
    tree = parse("hand where tier > 1 with the highest rank + 1 with the lowest cost(it)", "value").tree
    assert isinstance(tree, syntax.RankedNode)
    assert tree.which == "lowest"
    assert isinstance(tree.list, syntax.RankedNode)
    assert isinstance(tree.list.list, syntax.FilterNode)


@pytest.mark.parametrize(
    "text",
    [
        "count(hand where tier > 1 with the highest rank + 1 with the lowest cost(it))",
        "(hand with the highest rank) where tier > 1",
        "(p.hand for each p in players) with the lowest rank",
        "(players with the highest coins).hand",
        "count(hand where tier is led or led is 3, if any)",
        "(hand where tier is led, if any) + hand",
        "hand where tier is led, if any with the lowest rank",
        "c.rank for each c in hand where c.rank > 2, if any",
    ],
)
def test_the_fewest_brackets_are_written(text: str) -> None:
    assert format_text(text, "value", 100) == text
    assert format_text(text.replace(" ", "  "), "value", 100) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("with the highest rank", "something is missing before `with the highest`"),
        ("hand with the highest", "something is missing at the end of this line"),
        ("hand, if any", "`, if any` does not fit here"),
        (
            "hand with the highest rank where x",
            "write the condition before `with the`, or put the list with its condition in brackets",
        ),
    ],
)
def test_what_is_out_of_place_is_told(text: str, message: str) -> None:
    assert [each.message for each in parse(text, "value").problems] == [message]


def test_mutation_takes_the_least_for_the_most() -> None:
    text = "verb take: draw(count(hand with the highest rank))\n"
    changed = {each.applied(text) for each in list_mutants(text, "library")}
    assert text.replace("highest", "lowest") in changed
    text = "verb take: draw(count(hand where tier > 1, if any))\n"
    changed = {each.applied(text) for each in list_mutants(text, "library")}
    assert {text.replace(", if any", ""), text.replace(" where tier > 1, if any", "")} <= changed


@pytest.mark.parametrize(
    ("power", "said"),
    [
        ("row with the highest value", "all cards with the highest value from the row to the deck"),
        ("row with the lowest coins", "if there is a card with the fewest coins in the row"),
        ("row with the highest worth(it)", "all cards with the highest worth from the row"),
        (
            "row where value > 2 with the lowest value",
            "with the lowest value among the cards with value 3 or more in the row",
        ),
        (
            "row with the highest value with the lowest coins",
            "with the highest value and of these those with the fewest coins",
        ),
        ("row where value > 2, if any", "all cards with value 3 or more from the row (any, if there is none)"),
        ("the(row with the highest value)", "move the card with the highest value in the row to the deck"),
        ("the(row)", "move the card in the row to the deck"),
        ("the(players.hand where value > 2)", "move the card with value 3 or more in any player's hand"),
        ("the(players where any(hand)).hand", "from the hand of the player who has a card in their hand"),
        ("the([this])", "move this card"),
        ("players.hand with the highest value - coins", "whose value minus the coins on"),
    ],
)
def test_english_says_what_is_meant(tmp_path: Path, power: str, said: str) -> None:
    path = tmp_path / "fair" / "game.yaml"
    path.parent.mkdir()
    path.write_text(GAME.replace("POWER", power), encoding="utf-8")
    assert [each.message for each in check_paths([path])[0] if each.severity == "error"] == []
    [text] = [each.text for each in load_game(path.parent).card_texts()]
    assert said in text, text


@pytest.mark.parametrize(
    ("power", "message"),
    [
        ("row with the highest controller", "a number is needed here, but this is a player"),
        ("3 with the highest value", "there is no name `value`"),
        ("row with the highest prize", "there is no name `prize`"),
        (
            "row where value > 2), if any: draw() #",
            "`, if any` belongs after the condition of a list; an event occurs only once",
        ),
    ],
)
def test_what_means_nothing_is_told(tmp_path: Path, power: str, message: str) -> None:
    path = tmp_path / "fair" / "game.yaml"
    path.parent.mkdir()
    path.write_text(GAME.replace("POWER", power), encoding="utf-8")
    assert message in {each.message for each in check_paths([path])[0]}
