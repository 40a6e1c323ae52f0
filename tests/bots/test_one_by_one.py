"""Where pieces are chosen one by one, bots look at what many of them bring together: each alone would bring nothing."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.native.differential import QUICK, no_compiler

from cardwright import Game, load_game
from cardwright.bots import make_bot
from cardwright.bots.lookahead import ROUNDS, Lookahead
from cardwright.native.engine import Engine
from cardwright_tools.laboratory.games.match import MatchConfig, play_one
from cardwright_tools.laboratory.games.native_match import play_native

GAME = """game: harvest
players: 2
active: active
kinds: {crop: {attributes: {rank: number}}}
zones:
  table: {sold: {of: crops, see: everyone}}
  player: {field: {of: crops, see: everyone}, cart: {of: crops, see: everyone}}
memory:
  table: {active: player}
  player: {points: number}
library: |
  step setup:
    for each p in players:
      move(first(sold, NUMBER), to: p.field)
  step play:
    for each p in players:
      active = p
      p harvest
  verb harvest:
    repeatedly may choose crop from you.field: move(crop, to: you.cart)
    if count(you.cart) >= NUMBER: you.points += 10
    you.points -= count(you.cart)
    move(you.cart, to: sold)
  rule final_score(player): player.points
"""
MANY = 9


@pytest.fixture
def harvest(tmp_path: Path) -> Game:
    return written(tmp_path, MANY)


def written(folder: Path, many: int) -> Game:
    """A game in which so many crops that are taken together bring ten points, and each of them costs one."""
    place = folder / f"harvest{many}"
    (place / "cards" / "base").mkdir(parents=True)
    (place / "game.yaml").write_text(GAME.replace("NUMBER", str(many)), encoding="utf-8")
    crops = "".join(f"  - {{id: crop_{number}, rank: {number}}}\n" for number in range(2 * many))
    (place / "cards" / "base" / "crops.yaml").write_text(f"game: harvest\ncards:\n{crops}", encoding="utf-8")
    return load_game(place)


def test_greedy_hands_in_many_that_bring_something_together(harvest: Game) -> None:
    state, bot = harvest.new(2, 3, tracked=False), make_bot("greedy", 1)
    while not state.finished:
        state.apply(bot.choose(state))
    assert state.scores == [10 - MANY, 10 - MANY]


def test_it_takes_none_where_they_bring_nothing(tmp_path: Path) -> None:
    state, bot = written(tmp_path, 12).new(2, 3, tracked=False), make_bot("greedy", 1)
    while not state.finished:
        state.apply(bot.choose(state))
    assert state.scores == [0, 0]


def test_a_line_goes_on_for_a_number_of_rounds(tmp_path: Path) -> None:
    near, far = (written(tmp_path, many).new(2, 3, tracked=False) for many in (MANY, ROUNDS + 3))
    assert max(Lookahead(near, Random(1), 0).worths()) == 10 - MANY
    assert max(Lookahead(far, Random(1), 0).worths()) <= 0


@pytest.mark.long
@pytest.mark.skipif(bool(no_compiler()), reason=no_compiler() or "there is a compiler")
def test_compiled_c_goes_on_alike(harvest: Game) -> None:
    table = MatchConfig(str(harvest.folder), 2, ("greedy", "greedy"), 5)
    [[native]] = list(play_native(Engine(harvest, 2, QUICK), harvest, table, [0], 1))
    python = play_one(harvest, table, 0)
    assert (native.scores, native.answers) == (python.scores, python.answers)
