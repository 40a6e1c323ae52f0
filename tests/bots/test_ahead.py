"""Leads are over the best of the others, or over all of them where a game says so of the rule that positions go by."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.native.bots_side_by_side import same_choices
from tests.native.differential import QUICK, no_compiler

from cardwright import Game, load_game
from cardwright.bots import make_bot
from cardwright.bots.valuation import compute_margin, compute_margins, value_by_rule
from cardwright.native.engine import Engine

# What is taken from the richest is more than what can be gained; but nobody else has anything of it.
GAME = """\
game: race
title: Race
players: 1 to 4
active: active
turn: run
kinds: {lot: {}}
zones: {table: {lots: {of: lots, see: everyone}}}
pieces:
  - {id: lot, name: Lot, kind: lot}
memory:
  table: {active: player}
  player: {coins: number}
valuation: wealth
lead_over_all: [spread, owing]
library: |
  step setup:
    for each p in players: p.coins = 2 * max(players.coins) + 10
  step play:
    repeat 3 times:
      for each p in players: p run
  verb run:
    active = you
    choose one:
      option "Gain two": you.coins += 2
      option "Take three from the richest":
        for each p in opponents where coins is max(players.coins): p.coins -= 3
      option "Rest": nothing
  rule wealth(player): player.coins
  rule spread(player): player.coins
  rule owing(player): 0 - player.coins
  rule final_score(player): player.coins
"""


@pytest.fixture(name="game")
def _game(tmp_path: Path) -> Game:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    return load_game(tmp_path)


def test_a_lead_is_over_the_best_of_the_others_or_over_the_mean_of_all(game: Game) -> None:
    state = game.new(4, 1, tracked=False)
    assert state.valuations == [10, 30, 70, 150]
    assert compute_margins(state) == [-140, -120, -80, 80]
    assert compute_margins(value_by_rule(state, "spread")) == [
        -73,
        -46,
        7,
        114,
    ]  # over 83 1/3, 76 2/3, 63 1/3 and 36 2/3, rounded down
    assert compute_margins(value_by_rule(state, "owing")) == [74, 47, -6, -113]
    for rule in ("", "wealth", "spread", "owing"):
        there = value_by_rule(state, rule)
        assert [compute_margin(there, player) for player in range(4)] == compute_margins(there)


def test_over_one_other_or_nobody_it_is_the_same(game: Game) -> None:
    assert compute_margins(value_by_rule(game.new(2, 1), "spread")) == compute_margins(game.new(2, 1)) == [-20, 20]
    assert compute_margins(value_by_rule(game.new(1, 1), "spread")) == compute_margins(game.new(1, 1)) == [10]


def test_who_is_ahead_of_all_does_not_go_for_the_best_of_them(game: Game) -> None:
    state = game.new(4, 1, tracked=False)
    for kind in ("greedy", "mcts:40:rollout=none"):
        assert make_bot(kind, 1).choose(state) == 1
        assert make_bot(f"{kind}:valuation=spread", 1).choose(state) == 0


@pytest.mark.one_of
@pytest.mark.skipif(bool(no_compiler()), reason=no_compiler() or "there is a compiler")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_it_is_the_same_in_c(game: Game, players: int) -> None:
    native = Engine(game, players, QUICK)
    kinds = [f"{kind}:valuation={rule}" for rule in ("spread", "owing") for kind in ("greedy", "mcts:9")]
    assert same_choices(native, game, [*kinds, "greedy", "mcts:9"], 9, 40)
