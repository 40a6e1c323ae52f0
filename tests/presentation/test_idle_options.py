"""Options that change nothing say so; others never do, however little they change."""

from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.presentation.answers.consequences import COMES_TO_NOTHING
from cardwright.presentation.question import DOES_NOTHING, make_question

GAME = """\
game: idle
players: 2
active: active
turn: act
kinds: {card: {attributes: {worth: number}, memory: {marks: number}}}
zones:
  table: {deck: {of: cards, ordered: yes, see: everyone}, heap: {of: cards}, stack_: {of: cards, ordered: yes}}
  player: {hand: {of: cards}}
memory:
  table: {active: {is: player}, round: number}
  player: {coins: {is: number, starts: 5}, seen: cards}
library: |
  step setup:
    for each p in players: move(top(deck, 1), to: p.hand)
  step play:
    repeat 5 times:
      active act
      active = next(active)
  verb act:
    let found = 0
    choose one:
      option "Wait": nothing
      option "Tried":
        BODY
    if found > 0: gain(found)
  verb gain(number): you.coins += number
  verb idle:
    if you.coins > 100: gain(1)
  rule price(player): 1
  rule final_score(player): player.coins + price(player)
pieces:
  - {id: fern, worth: 1, copies: 4}
"""
NOTHING = [
    "if you.coins > 100: gain(1)",
    "for each c in you.hand where worth > 100: move(c, to: heap)",
    "may pay_all",
    "repeat 0 times: gain(1)",
    "repeat until you.coins < 100: gain(1)",
    "move(you.hand where worth > 100, to: heap)",
    "gain(0)",
    "idle",
    "modify price until players act: add 1",
    "found = 0",
    "you.coins = 5",
]
SOMETHING = [
    "gain(1)",
    "found = 1",
    "round += 1",
    "move(top(deck), to: heap)",
    "for each c in top(deck): c.marks += 1",
    "you.seen += top(deck)",
    "next(you) gain(1)",
    "modify price until players idle: add 1",
    "shuffle(deck)",
    "if you.coins < 100: gain(1)",
]


@pytest.mark.parametrize(
    ("body", "idle"), [*((each, True) for each in NOTHING), *((each, False) for each in SOMETHING)]
)
def test_an_option_says_that_it_changes_nothing_exactly_if_that_is_certain(
    tmp_path: Path, body: str, idle: bool
) -> None:
    verb = "  verb pay_all:\n    require you.coins > 100\n    you.coins = 0\n"
    (tmp_path / "game.yaml").write_text(GAME.replace("BODY", body).replace("  verb idle:", f"{verb}  verb idle:"))
    state = load_game(tmp_path).new(2, 1)
    asked = make_question(state, state.player)
    assert asked is not None
    said = {choice.text: [each.text for each in choice.leads] for choice in asked.choices}
    assert said["Wait"] == [DOES_NOTHING]
    assert (COMES_TO_NOTHING in said["Tried"]) is idle
