"""The cookbook's recipe for a board works on large boards, in plain and tracked Python and in C."""

from pathlib import Path

import pytest
from tests.native.differential import QUICK, no_compiler
from tests.pages.test_cookbook import RECIPES, fields

from cardwright import Game, State, load_game
from cardwright.native.engine import Engine

[RECIPE] = [recipe for recipe in RECIPES if recipe.name == "A board of squares"]
# A game with squares alone, as a game has no more than 10,000 pieces: a rule says where somebody is.
HEAD = """\
game: board
players: 2
active: active
turn: take_turn
memory: {table: {active: {is: player}, fill: {is: number}}}
"""
FRAME = """\
  step setup: survey
  step play: active take_turn
  verb take_turn "take a turn":
    choose one:
      option "Everything": fill = 1
      option "Every other square": fill = 2
      option "A path": fill = 3
  rule odd(number): (number / 2 rounded up) > (number / 2 rounded down)
  rule on_path(square): odd(square.row) or square.column is bend(square.row)
  modify holds where fill is 1: set yes
  modify holds where fill is 2 and not odd(square.row + square.column): set yes
  modify holds where fill is 3 and on_path(square): set yes
  rule final_score(player): largest_area(player)
"""


def board(side: int, folder: Path) -> Game:
    """Return the game of a board of so many squares a side, with the texts of the recipe."""
    [text] = RECIPE.parts
    found = fields(text)
    bend = f"  rule bend(row: number):\n    {side} if odd(row / 2 rounded down)\n    1 otherwise\n"
    squares = "".join(
        f"  - {{id: s{row}_{column}, kind: square, row: {row}, column: {column}}}\n"
        for row in range(1, side + 1)
        for column in range(1, side + 1)
    )
    place = folder / "board"
    place.mkdir()
    parts = [HEAD, found["kinds"], found["zones"], "pieces:\n", squares, found["library"], FRAME, bend]
    (place / "game.yaml").write_text("".join(parts), encoding="utf-8")
    return load_game(place)


def areas(state: State, option: int) -> tuple[int, ...]:
    """Return the scores when an option was taken."""
    state.apply(option)
    assert state.finished
    return tuple(int(score) for score in state.scores)


@pytest.mark.parametrize("side", [20, pytest.param(100, marks=pytest.mark.long)])
def test_what_hangs_together_is_found_on_a_large_board(side: int, tmp_path: Path) -> None:
    game = board(side, tmp_path)
    # rows of odd numbers, and a square of each row between them
    expected = [side * side, 1, (side // 2) * side + side // 2]
    for tracked in (False, True):
        state = game.new(2, 1, tracked=tracked)
        assert [areas(state.clone(), option)[0] for option in range(3)] == expected
    if no_compiler():
        return
    engine = Engine(game, 2, QUICK)
    for option, largest in enumerate(expected):
        native = engine.begun(1)
        native.answer(option)
        assert native.results()[0] == [largest, largest]
