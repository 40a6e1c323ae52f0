"""Short lines of a question: its subject, and the counters its player pays with."""

from __future__ import annotations

from pathlib import Path

from cardwright import Game, State, load_game
from cardwright.presentation.question import Question, make_question
from cardwright.presentation.question_subject import address_event

GAME = """\
game: auction
title: Auction
players: 3
active: active
turn: turn
powers_work_in: [kept]
kinds:
  lot: {attributes: {worth: number}}
zones:
  table: {shelf: {of: lots, see: everyone}}
  player: {kept: {of: lots, see: everyone}}
memory:
  table: {active: player}
  player: {coins: {is: number, starts: 7}, fame: number, wishes: number}
pieces:
  - {id: vase, name: Old Vase, kind: lot, worth: 3}
  - {id: urn, name: Urn, kind: lot, worth: 1}
  - {id: cup, name: Cup, kind: lot, worth: 1}
  - {id: jug, name: Jug, kind: lot, worth: 1}
  - id: bell
    name: Bell
    kind: lot
    worth: 2
    power: |
      after you sell:
        choose boon from numbers(0, 2): you.fame += boon
library: |
  rule final_score(player) "the coins of {player}": player.coins
  step setup: nothing
  step play:
    repeat 5 times:
      turn
      active = next(active)
  step turn:
    active hold
  verb hold "hold an auction":
    choose lot from shelf: sell(lot)
  verb sell(lot) "put {lot} up for sale":
    choose price from numbers(0, you.coins): you.coins -= price
    choose one:
      option "boast": you.fame += 1
      option "keep quiet": you.wishes += 0
    move(lot, to: you.kept)
"""


def read_auction(folder: Path) -> Game:
    """Return the game above."""
    (folder / "game.yaml").write_text(GAME)
    return load_game(folder)


def answer(state: State, *texts: str) -> None:
    for text in texts:
        assert state.decision is not None
        state.apply(next(each.index for each in state.decision.options if each.text == text))


def ask(state: State) -> Question:
    question = make_question(state, state.player)
    assert question is not None
    return question


def test_the_subject_is_the_innermost_event_that_names_a_piece(tmp_path: Path) -> None:
    state = read_auction(tmp_path).new(3, 1)
    first = ask(state)
    assert (first.asking, first.subject) == ("", "")  # the question says itself what it is for
    answer(state, "Old Vase")
    asked = ask(state)
    assert (asked.asking, asked.subject) == ("", "you put Old Vase up for sale")
    # what limits the bid is told, and nothing else
    assert asked.means == (("coins", "7"),)


def test_counters_that_options_change_are_told(tmp_path: Path) -> None:
    state = read_auction(tmp_path).new(3, 1)
    answer(state, "Old Vase", "3")
    assert ask(state).means == (("fame", "0"),)


def test_the_card_that_asks_is_told_where_it_can_be_seen(tmp_path: Path) -> None:
    state = read_auction(tmp_path).new(3, 1)
    answer(state, "Bell", "0")
    assert ask(state).asking == ""
    answer(state, "keep quiet")
    assert ask(state).asking == "Bell"


def test_an_event_is_addressed_to_the_player() -> None:
    assert address_event("P1 offers Tea to P3", "P1") == "you offer Tea to P3"
    assert address_event("P1 discards 1 card from their hand", "P1") == "you discard 1 card from your hand"
    assert address_event("P3 leads a turn", "P1") == "P3 leads a turn"
