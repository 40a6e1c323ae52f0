"""A rulebook says what a word means so that it cannot be read in two ways, in sentences that somebody would print."""

import re
from pathlib import Path

import pytest
from tests.presentation.test_table import GAMES

from cardwright import load_game
from cardwright.presentation.rulebook.assemble_rulebook import write_rulebook
from cardwright_tools.printing.rulebook_text_and_markdown import render_lines

MARKET = """\
game: market
title: Market
players: 2 to 4
kinds:
  card: {plural: cards, attributes: {good: good, worth: number}}
  stall: {plural: stalls, attributes: {}}
types:
  good: {values: [silk, salt]}
zones:
  table:
    deck: {of: cards, see: nobody, ordered: yes}
    pile: {of: cards, see: everyone}
  player:
    hand: {of: cards, see: owner}
memory:
  table:
    judge: {is: player}
    offers: {is: number, title: offers made}
  player:
    coins: {is: number}
    folded: {is: yes_no}
    wishes: {is: goods}
pieces:
  - {id: bale, good: silk, worth: 2, copies: 9}
  - {id: sack, good: salt, worth: 1, copies: 9}
library: |
  rule final_score(player) "the coins of {player}": player.coins
  rule fee "the fee of the market": 3
  rule stock(player, of: good) "the {of} cards of {player}": count(player.hand where good is of)
  rule clipped(number): max(1, min(9, number))
  rule nearer(player, rival: player) "{player} is nearer than {rival}": player.coins < rival.coins
  rule more_of(of: good, other: good) "the cards of {of} beyond those of {other}":
    count(deck where good is of) - count(deck where good is other)
  rule well_off(player) "{player} is well off": player.coins > 3 and count(player.hand) > 0
  rule price(card, late: yes_no) "the price of {card}":
    card.worth if late
    2 * card.worth otherwise
  rule all_have(goods) "there is enough of each of {goods}": all(count(deck where good is g) > 2 for each g in goods)

  rule can_offer(player) "{player} can offer": offers < count(player.hand)
  rule champion gives players "the player who has everything": players where coins > 99

  step setup:
    judge = next(judge)
  step play:
    tidy
    for each p in players: p draw(fee)
    finish
  step tidy:
    if count(deck) is 0: move(pile, to: deck)
  verb draw(number) "draw {number:card}":
    repeat number times:
      tidy
      move(top(deck), to: you.hand)
  verb raid(victim: player) "raid {victim}":
    for each p in clockwise(victim) where it is not you:
      if any(p.hand) and p.coins > 2:
        p.coins -= 2
        p.folded = yes
        p draw(1)
    victim draw(2)
  verb judged "let the judge choose":
    judge choose one:
      option "Draw" if count(deck) > 0: judge draw(1)
      option "Pay": judge.coins -= 1
  verb swap(given_card: card, taken_card: card) "swap {given_card} for {taken_card}":
    move(given_card, to: taken_card.controller.hand)
    move(taken_card, to: you.hand)
  verb sell(card, late: yes_no = no) "sell {card}":
    you.coins += price(card, late)
    move(card, to: pile)
  verb hurry(card) "sell {card} in a hurry": sell(card, late: yes)
  verb ask(limit: number) "ask for goods":
    choose up to limit gs from goods: you.wishes = gs
  verb beg "beg": ask(3)
  verb check_all "see who is left":
    if not any(players.folded): draw(1)
    else if all(players.folded): draw(2)
    if count(you.wishes) is 0: draw(1)
  verb judge_all "judge everybody":
    for each p in players: p.folded = p.coins < 1
    if not any(champion): offers += 1
    if 0 < count(deck):
      if you in champion: draw(1)
  verb bargain "bargain":
    may choose
        g from goods,
        asked from numbers(0, count(you.hand where good is g)),
        bid from numbers(count(you.hand where good is not g), count(deck where good is g)):
      you.coins += asked - bid
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the sections of the market say, by their titles; what is a rule, each on a line of its own."""
    folder: Path = tmp_path_factory.mktemp("market")
    (folder / "game.yaml").write_text(MARKET, encoding="utf-8")
    book = write_rulebook(load_game(folder))
    return {each.title: " ".join(" ".join(render_lines([each], 400)).split()) for each in book.sections}


def test_a_number_that_is_not_known_is_called_by_a_letter(told: dict[str, str]) -> None:
    assert "Do this X times: a) If the deck is empty" in told["Draw X cards"]
    assert "The clipped X: the larger of 1 and the smaller of 9 and X." in told["What depends on what"]


def test_a_step_that_nobody_named_is_told_in_its_place(told: dict[str, str]) -> None:
    assert "Tidy" not in told
    assert "If the deck is empty, move all cards from the pile to the deck." in told["The course of the game"]


def test_a_number_with_a_name_stands_before_its_name(told: dict[str, str]) -> None:
    assert "Each player draws 3 cards (the fee of the market)." in told["The course of the game"]


def test_those_of_a_loop_are_not_taken_for_the_one_of_the_deed(told: dict[str, str]) -> None:
    raid = told["Raid a player"]
    assert "for each player other than you, if they have a card in their hand and have 3 or more coins:" in raid
    assert "They lose 2 coins." in raid
    assert "They are now folded." in raid
    assert raid.endswith("That player draws 2 cards.")


def test_roles_of_one_sort_are_told_apart(told: dict[str, str]) -> None:
    rules = told["What depends on what"]
    assert "The cards of a good of a player: the number of cards of that good in that player's hand." in rules
    assert "A player is nearer than another player: if that player has fewer coins than the other player" in rules
    assert "The cards of a good beyond those of another good" in rules
    assert "minus the number of cards of that other good in the deck" in rules
    swap = told["Swap a given card for a taken card"]
    assert "Move the given card to the taken card's controller's hand." in swap


def test_what_a_deed_is_given_beside_its_phrase_is_said(told: dict[str, str]) -> None:
    assert told["Sell a card in a hurry"].endswith("Sell that card (late).")
    assert "Whether late: as chosen or named in Sell a card in a hurry." in told["Sell a card"]
    assert "Ask for goods (the limit: 3)." in told["Beg"]
    assert "if late" in told["What depends on what"]


def test_conditions_read_as_english(told: dict[str, str]) -> None:
    rules, check = told["What depends on what"], told["See who is left"]
    assert "A player is well off: if that player has 4 or more coins and has a card in their hand." in rules
    assert "if there are 3 or more cards of each of those goods in the deck." in rules
    assert "If no player is folded, draw a card. Otherwise, if each player is folded, draw 2 cards." in check
    assert "If you have no wishes, draw a card." in check
    assert "The judge chooses one they can do" in told["Let the judge choose"]


def test_marks_and_counters_read_as_english(told: dict[str, str]) -> None:
    judged = told["Judge everybody"]
    assert (
        "that player is now folded if that player has no coins, and otherwise that player is no longer folded."
        in judged
    )
    assert "If there is no player who has everything, add 1 to the offers made." in judged
    assert "If there is a card in the deck and you are the player who has everything, draw a card." in judged
    assert "A player can offer: if the offers made are less than the number of cards" in told["What depends on what"]


def test_a_choice_of_several_things_is_a_list(told: dict[str, str]) -> None:
    assert "You may choose: a) A good. b) A number from 0 to the number of cards of that good" in told["Bargain"]


@pytest.mark.one_of(3)
@pytest.mark.parametrize("game", GAMES)
def test_no_rulebook_speaks_like_a_machine(game: str) -> None:
    text = "\n".join(render_lines(write_rulebook(load_game(game)).sections, 10_000))
    for wrong in (
        r"\bfor every of\b",
        r"\banother (?:that|this|an?)\b",
        r"(?<!of )\bthem (?!is\b)(?:\w+s|may|can|must|took)\b",
        r"\b(?!that|had|very)([a-z']{4,}) \1\b",
        r"\bthat that\b",
        r"\bthat answer\b",
        r"\bone it can do\b",
        r"\b(?:if|are|there is) no of\b",
        r"\bsome number\b",
        r"\b(?:those|that) (\w+) and (?:those|that) \1\b(?! (?:is|are|has|have)\b)",
        r"\bis not one of each\b",
        r"\bwindow may be used\b",
        r"\bthere is a \w+s (?:since|of)\b",
        r"\bin the [(,.]",
    ):
        assert re.findall(f".*{wrong}.*", text) == [], wrong
