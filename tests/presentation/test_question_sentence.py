"""Answers that say what they do."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.presentation.test_question import EXAMPLES, first

from cardwright import State, load_game
from cardwright.presentation.answers.consequences import ENDS_TURN, Consequence, make_change
from cardwright.presentation.answers.option_echoes import say_once
from cardwright.presentation.answers.option_list import OptionLine
from cardwright.presentation.question import Question, make_question

GAME = """\
game: bazaar
title: Bazaar
players: 2
active: active
turn: act
kinds: {card: {}}
zones:
  table: {pile: {of: cards}}
  player: {hand: {of: cards, see: owner}, shown: {of: cards}}
memory:
  table: {active: {is: player}}
  player: {points: {is: number}, coins: {is: number, starts: 9}}
library: |
  rule final_score(player): player.points
  step setup:
    active = the(first(players))
    for each p in players: move(first(pile, 4), to: p.hand)
  step play:
    repeat 3 times: active act
  verb act "act":
ASKED
  verb lay(card) "lay {card}": move(card, to: you.shown)
  verb hand_in "hand the shown cards in":
    you.points += count(you.shown)
    move(you.shown, to: pile)
  verb pay(number) "pay {number} coins": you.coins -= number
"""
CARDS = "game: bazaar\nset: base\ncards:\n" + "".join(f"  - {{id: c{n}, name: C{n}}}\n" for n in range(9))


def _ask(folder: Path, asked: str) -> tuple[State, Question]:
    (folder / "cards" / "base").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME.replace("ASKED", asked))
    (folder / "cards" / "base" / "cards.yaml").write_text(CARDS)
    state = load_game(folder).new(2, 1)
    question = make_question(state, state.player)
    assert question is not None
    return state, question


DECLINING = (
    ("    repeatedly may choose card from you.hand: lay(card)", ["Pass", ""]),
    ("    repeatedly may choose card from you.hand: lay(card)\n    hand_in",
        ["Done", "hand the shown cards in"]),
    ("    may choose card from you.hand: lay(card)\n    hand_in", ["None", ""]),
    ("    may hand_in\n    pay(1)", ["No", ""]),
    ("    may choose other from opponents: other pay(1)\n    pay(1)", ["Nobody", ""]),
    ("    may choose one:\n      option \"A\": pay(1)\n      option \"B\": hand_in\n    pay(1)", ["None of these", ""]),
    ("    if you.coins > 0:\n      repeatedly may choose c from you.hand: lay(c)\n    pay(1)",
        ["Done", "pay 1 coins"]),
    ("    may choose card from you.hand: lay(card)\n    let n = 2", ["Pass", ""]),
)  # fmt: skip


@pytest.mark.parametrize(("asked", "declined"), DECLINING)
def test_an_answer_is_called_pass_only_if_nothing_follows(asked: str, declined: list[str], tmp_path: Path) -> None:
    state, question = _ask(tmp_path / "bazaar", asked)
    decline = question.choices[-1]
    assert decline.declines
    assert [decline.text, decline.leads[0].text if declined[1] else ""] == declined
    assert state.decision is not None
    assert state.decision.options[-1].text == declined[0]
    assert decline.ends == ("Done laying" if declined[0] == "Done" else "")


def test_what_an_answer_brings_comes_before_what_it_costs(tmp_path: Path) -> None:
    buys = '    choose one:\n      option "Buy": win\n      option "Wait": pay(1)\n'
    verb = '  verb win "win":\n    you.coins -= 3\n    you.points += 2'
    _, question = _ask(tmp_path / "bazaar", buys + verb)
    leads = question.choices[0].leads
    assert [(lead.text, lead.way) for lead in leads[-2:]] == [("points +2", "more"), ("coins -3", "")]


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ((-2, -2), "costs 2 coins"),
        ((-1, -1), "costs 1 coin"),
        ((-3, -1), "costs 1 to 3 coins"),
        ((-3, 0), "costs up to 3 coins"),
        ((-1, 2), "coins -1 to +2"),
        ((2, 2), "coins +2"),
    ],
)
def test_what_is_paid_is_told_as_a_cost(change: tuple[int, int], text: str) -> None:
    assert make_change("coins", *change, pays=True).text == text


def test_who_declines_pays_nothing() -> None:
    """The coins that the end of a turn takes are no price of the answer that ends it, and every turn takes them."""
    guildhall = next(path for path in EXAMPLES if path.endswith("guildhall"))
    asked = first(guildhall, "You may choose a card for sale", lambda each: each.choices[-1].declines)
    assert [lead.text for lead in asked.choices[-1].leads] == [ENDS_TURN]
    asked = first(guildhall, "", lambda each: any(lead.text == "costs 1 deed" for lead in each.choices[0].leads))
    assert not any("costs" in lead.text for choice in asked.choices if choice.declines for lead in choice.leads)


def test_only_a_loss_of_the_own_score_is_shown_as_one() -> None:
    ways = [
        make_change("points", -2, -2, scores=True).way,
        make_change("coins", -2, -2).way,
        make_change("P2: points", 2, 2, others=True).way,
        make_change("coins", -1, 2).way,
        make_change("coins", 0, 2).way,
    ]
    assert ways == ["less", "", "", "", "more"]


def test_what_all_answers_bring_is_said_once() -> None:
    hand, points = make_change("hand", -2, -2), make_change("points", 1, 1)
    given = [("a", (hand, points), False), ("b", (hand,), False), ("c", (), True)]
    lines = [OptionLine(n, key, key, key, leads=leads, declines=out) for n, (key, leads, out) in enumerate(given)]
    shorter, common = say_once(lines)
    assert [line.leads for line in shorter] == [(points,), (), ()]
    assert common == (hand,)
    words = [OptionLine(n, key, key, key, leads=(Consequence("draw a card"),)) for n, key in enumerate("ab")]
    assert say_once(words) == (tuple(words), ())
    assert say_once(lines[:1]) == (tuple(lines[:1]), ())
