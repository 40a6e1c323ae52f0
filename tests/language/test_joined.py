"""Lists of pieces that are joined have each piece once, in whatever form a program of the game keeps them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.native.differential import QUICK, no_compiler, same_state

from cardwright import Game, load_game
from cardwright.native.engine import Engine

GAME = """\
game: joined
players: 2
kinds: {card: {}}
zones:
  table: {stock: {of: cards}, row: {of: cards, ordered: yes}}
  player: {hand: {of: cards, see: owner}}
memory: {player: {done: number}}
library: |
  rule final_score(player): player.done
  rule all_stock gives cards: stock
  rule all_row gives cards: row
  rule twice(these: cards) gives cards: these + these
  rule both(these: cards, those: cards) gives cards: these + those
  rule cased(player) gives cards:
    stock if player.done > 5
    stock + stock otherwise
  step setup:
    for each p in players: move(first(stock, 1), to: p.hand)
    move(first(stock, 2), to: row)
  step play:
    for each p in players: p act
    finish
  verb act:
    choose one:
OPTIONS
pieces:
  - {id: card, copies: 7}
"""
# There are 3 cards in the stock, 2 in the row, and one in each hand.
COUNTS = {
    "stock + stock": 3,
    "row + row": 2,
    "stock + row + stock": 5,
    "row + first(row)": 2,
    "first(stock) + stock": 3,
    "first(stock) + first(stock)": 1,
    "all_stock + all_stock": 3,
    "all_row + all_row": 2,
    "all_stock + stock": 3,
    "twice(stock)": 3,
    "twice(row)": 2,
    "twice(all_stock)": 3,
    "both(stock, all_stock)": 3,
    "both(all_row, stock + row)": 5,
    "cased(you)": 3,
    "cased(you) + all_stock": 3,
    "((stock where it not in row) for each p in players)": 3,
    "(all_stock for each p in players)": 3,
    "(twice(p.hand) for each p in players)": 2,
    "(p.hand + row for each p in players)": 4,
    "(all_row for each n in numbers(1, 3))": 2,
    "(stock where it not in row) + stock": 3,
    # what is no piece is in a list as often as it is put there
    "[1, 2] + [2]": 3,
    "players + players": 4,
}


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder: Path = tmp_path_factory.mktemp("joined")
    options = (f'      option "form {n}": you.done = count({form})' for n, form in enumerate(COUNTS))
    (folder / "game.yaml").write_text(GAME.replace("OPTIONS", "\n".join(options)), encoding="utf-8")
    return load_game(folder)


@pytest.fixture(scope="module")
def engine(game: Game) -> Engine | None:
    return None if no_compiler() else Engine(game, 2, QUICK)


@pytest.mark.parametrize("form", COUNTS)
def test_each_piece_is_there_once_in_every_program(game: Game, engine: Engine | None, form: str) -> None:
    answer = list(COUNTS).index(form)
    plain, tracked = game.new(2, 1, tracked=False), game.new(2, 1)
    for state in (plain, tracked):
        for _ in range(2):
            state.apply(answer)
        assert state.scores == [COUNTS[form]] * 2
    if engine is not None:
        native = engine.begun(1)
        for _ in range(2):
            native.answer(answer)
        same_state(engine, native, plain)
