"""Positions on the table of what a question and its options are about."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.presentation.test_question_subject import answer, ask, read_auction

from cardwright import State, load_game
from cardwright.presentation.arrange_table import build_table
from cardwright.presentation.question_subject import add_positions
from cardwright.presentation.table_view import TablePiece

GAME = """\
game: harbour
title: Harbour
players: 2
active: active
turn: turn
types: {job: {values: [pilot, cargo, coin]}}
kinds:
  card: {attributes: {job: job}}
  boat: {}
zones:
  table: {dock: {of: boats, see: everyone}, heap: {of: cards, see: nobody, ordered: yes}}
  player: {hand: {of: cards, see: owner}, home: {of: boats, see: everyone}}
memory: {table: {active: player}, player: {coins: number}}
pieces:
  - {id: owl, name: Owl, kind: card, job: pilot}
  - {id: wren, name: Wren, kind: card, job: pilot}
  - {id: oil, name: Oil, kind: card, job: cargo}
  - {id: tea, name: Tea, kind: card, job: cargo}
  - {id: gin, name: Gin, kind: card, job: cargo}
  - {id: mark, name: Mark, kind: card, job: coin}
  - {id: tub, name: Tub, kind: boat}
library: |
  rule final_score(player): player.coins
  step setup:
    for each c in heap where name is not gin: move(c, to: active.hand)
    move(dock, to: active.home)
  step play:
    repeat 3 times: turn
  step turn:
    active act
  verb act "act":
    choose one:
      option "Pour the Oil away": you.coins += 1
      option "Send a pilot":
        choose sent from you.hand where job is pilot: move(sent, to: heap)
      option "Decline":
        choose lost from you.hand: move(lost, to: heap)
      option "Set out": move(you.home, to: dock)
      option "Draw": move(top(heap), to: you.hand)
      option "Earn a coin":
        you.coins += 1
        choose spent from you.hand where job is coin: move(spent, to: heap)
      option "Count":
        choose counted from jobs: you.coins += count(you.hand where job is counted)
"""


def read_harbour(folder: Path) -> State:
    """Return a match of the game above."""
    (folder / "game.yaml").write_text(GAME)
    return load_game(folder).new(2, 1)


def test_an_option_is_about_what_it_names_asks_for_or_moves(tmp_path: Path) -> None:
    state = read_harbour(tmp_path)
    hand = {piece.name: f"P1.hand:{place}" for place, piece in enumerate(_hand(state))}
    found = {choice.text: choice.targets for choice in ask(state).choices}
    assert found == {
        "Pour the Oil away": (hand["Oil"],),
        # the next choice is from cards of that sort; one of any cards is nothing that "Decline" says
        "Send a pilot": (hand["Owl"], hand["Wren"]),
        "Decline": (),
        "Set out": ("P1.home:0",),
        "Draw": ("heap",),
        # coins are a counter, too
        "Earn a coin": (),
        "Count": (),
    }


def test_a_word_is_about_the_cards_in_hand_on_which_it_is_printed(tmp_path: Path) -> None:
    state = read_harbour(tmp_path)
    hand = {piece.name: f"P1.hand:{place}" for place, piece in enumerate(_hand(state))}
    answer(state, "Count")
    found = {choice.text: choice.targets for choice in ask(state).choices}
    assert found == {"pilot": (hand["Owl"], hand["Wren"]), "cargo": (hand["Oil"], hand["Tea"]), "coin": (hand["Mark"],)}


def _hand(state: State) -> list[TablePiece]:
    seat = build_table(state, 0).seats[0]
    return [piece for zone in seat.zones if zone.word == "hand" for piece in zone.pieces]


def test_a_question_is_about_the_pieces_of_its_event(tmp_path: Path) -> None:
    state = read_auction(tmp_path).new(3, 1)
    first = ask(state)
    assert first.about_at == ()
    vase = next(choice.at for choice in first.choices if choice.text == "Old Vase")
    answer(state, "Old Vase")
    assert ask(state).about_at == (vase,)


TRACK = """\
game: track
title: Track
players: 2
active: active
turn: turn
kinds: {space: {attributes: {hour: number}}}
zones: {table: {ring: {of: spaces, see: everyone}}}
memory: {table: {active: player}, player: {at: {is: space}, seen: {is: space}}}
pieces:
  - {id: east, name: East, kind: space, hour: 1}
  - {id: south, name: South, kind: space, hour: 2}
  - {id: west, name: West, kind: space, hour: 3}
library: |
  rule final_score(player): player.at.hour
  step setup:
    for each p in players: p.at = the(ring where name is east)
  step play:
    repeat 3 times: turn
  step turn:
    active act
  verb act "act":
    choose one:
      option "Clockwise": you.at = the(ring where name is south)
      option "Anticlockwise": you.at = the(ring where name is west)
      option "Wait": nothing
"""


def test_an_option_is_about_the_place_where_a_pawn_goes(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(TRACK)
    state = load_game(tmp_path).new(2, 1)
    found = {choice.text: choice.targets for choice in ask(state).choices}
    assert found == {"Clockwise": ("ring:1",), "Anticlockwise": ("ring:2",), "Wait": ()}


def test_an_option_is_about_no_place_that_its_player_does_not_know(tmp_path: Path) -> None:
    game = TRACK.replace("seen: {is: space}", "seen: {is: space, see: nobody}")
    (tmp_path / "game.yaml").write_text(game.replace("you.at = the(ring where name is west)", "you.seen = you.at"))
    state = load_game(tmp_path).new(2, 1)
    choices = [replace(choice, targets=()) for choice in ask(state).choices]
    found = {choice.text: choice.targets for choice in add_positions(state, choices, tries=True)}
    assert found == {"Clockwise": ("ring:1",), "Anticlockwise": (), "Wait": ()}
