"""The printed text of a card stands with the question that it asks or that is about it, and with what takes it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.presentation.test_question_subject import answer, ask
from tests.presentation.test_table import GAMES, moments
from tests.tools.terminal.test_table import PAINTER

from cardwright import State, load_game
from cardwright.presentation.arrange_table import build_table
from cardwright.presentation.question import make_question
from cardwright.presentation.table_view import map_pieces
from cardwright_tools.terminal.drawing.prompt_with_options import BESIDE, IN_FULL, IN_PART, NO_NOTES, Asking
from cardwright_tools.web.drawing.pieces_in_zone import find_texts_to_tell

GAME = """\
game: workshop
title: Workshop
players: 3
active: active
turn: turn
powers_work_in: [bench]
kinds:
  tool: {attributes: {weight: number}}
zones:
  table: {shelf: {of: tools, see: everyone}}
  player: {bench: {of: tools, see: everyone}, box: {of: tools, see: owner}}
memory:
  table: {active: player}
  player: {nails: number}
pieces:
  - {id: saw, name: Saw, kind: tool, weight: 2}
  - {id: awl, name: Awl, kind: tool, weight: 2}
  - id: plane
    name: Plane
    kind: tool
    weight: 3
    power: |
      after you polish:
        choose extra from numbers(1, 2): you.nails += extra
  - id: drill
    name: Drill
    kind: tool
    weight: 4
    power: |
      after you dig: you.nails += 1
library: |
  rule final_score(player) "the nails of {player}": player.nails
  step setup:
    for each t in shelf where name is plane: move(t, to: active.bench)
    for each t in shelf where name is drill: move(t, to: active.box)
  step play:
    repeat 3 times: turn
  step turn: active act
  verb act "act":
    choose one:
      option "Polish": polish
      option "Lend a tool":
        choose tool from you.box: lend(tool)
      option "Dig": dig
      option "Take the saw":
        choose t from shelf where name is saw: move(t, to: you.box)
      option "Take any": take_any
  verb polish "polish": you.nails += 1
  verb dig "dig": you.nails += 1
  verb take_any "take any tool":
    choose t from shelf: move(t, to: you.box)
  verb lend(tool) "lend {tool}":
    choose friend from opponents: move(tool, to: friend.box)
"""


def begin(folder: Path) -> State:
    (folder / "game.yaml").write_text(GAME)
    return load_game(folder).new(3, 1)


@pytest.mark.parametrize(
    ("answers", "names"),
    [
        ([], []),
        (["Polish"], ["Plane"]),  # its power asks
        (["Lend a tool: Drill"], ["Drill"]),  # the question is about it
        (["Take any"], []),  # what is asked for has no text
    ],
)
def test_the_text_of_a_card_stands_with_the_question_about_it(
    tmp_path: Path, answers: list[str], names: list[str]
) -> None:
    state = begin(tmp_path)
    for text in answers:
        choose(state, text)
    asked = ask(state)
    assert [name for name, _ in asked.card_texts] == names
    printed = {piece.name: piece.text for piece in map_pieces(build_table(state, state.player)).values()}
    assert all(text == printed[name] for name, text in asked.card_texts)


def choose(state: State, text: str) -> None:
    """Take the answer that is shown with a text."""
    state.apply(next(choice.index for choice in ask(state).choices if choice.text == text))


def test_an_action_that_takes_one_card_tells_what_is_printed_on_it(tmp_path: Path) -> None:
    notes = {choice.text: choice.note for choice in ask(begin(tmp_path)).choices}
    assert notes["Lend a tool: Drill"].startswith("After you dig")
    assert notes["Take the saw"] == notes["Dig"] == ""


def test_the_texts_of_many_cards_are_not_told_at_once(tmp_path: Path) -> None:
    asked = ask(begin(tmp_path))
    assert find_texts_to_tell(asked) == {1}
    assert find_texts_to_tell(None) == frozenset()


@pytest.mark.parametrize(("notes", "most"), [(IN_FULL, 9), (IN_PART, 2), (BESIDE, 1), (NO_NOTES, 0)])
def test_a_text_has_fewer_lines_where_there_is_less_room(tmp_path: Path, notes: str, most: int) -> None:
    state = begin(tmp_path)
    answer(state, "Polish")
    assert state.decision is not None
    lines = [line.plain for line in Asking(state, state.decision, "", PAINTER, 30, 24, True).lines(notes)]
    begun = [number for number, line in enumerate(lines) if line.startswith("   Plane: ")]
    assert len(begun) == min(most, 1)
    told = [line for line in lines if line.startswith("     ")]
    assert bool(told) == (most > 1)
    assert len(told) < max(most, 1)


@pytest.mark.one_of(4)
@pytest.mark.parametrize("game", GAMES)
def test_no_text_is_told_of_a_card_that_the_player_does_not_see(game: str) -> None:
    for state in moments(game, 40):
        asked = make_question(state, state.player)
        assert asked is not None
        seen = [piece for piece in map_pieces(build_table(state, state.player)).values() if not piece.hidden]
        printed = {piece.name: " ".join(piece.text.split()) for piece in seen}
        for name, text in asked.card_texts:
            assert printed[name] == text
