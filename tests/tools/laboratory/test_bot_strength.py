"""How strong the players of a run are is measured, or said to be too little to tell."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cardwright import load_game
from cardwright_tools.laboratory.games.match import MatchConfig
from cardwright_tools.laboratory.statistics.bot_strength import (
    RANDOM_PLAYERS,
    describe_strength,
    explain_players,
    measure_rung,
)

GAME = """title: Pick
players: 2
kinds: {gem: {attributes: {weight: number}}}
zones:
  table: {mine: {of: gems}}
  player: {bag: {of: gems}}
library: |
  rule final_score(player): sum(player.bag.weight)
  step setup: nothing
  step play:
    repeat 2 times:
      for each p in players:
        p choose gem from mine:
          move(gem, to: p.bag)
pieces:
"""


@pytest.fixture(name="place")
def _place(tmp_path: Path) -> Path:
    gems = "".join(f"  - {{id: gem_{n}, weight: {n * n}}}\n" for n in range(1, 9))
    (tmp_path / "game.yaml").write_text(GAME + gems, encoding="utf-8")
    return tmp_path


def test_players_are_measured_where_they_go_by_a_valuation(place: Path) -> None:
    game = load_game(place)
    table = MatchConfig(str(place), 2, ("random", "random"), 0, content=game.content_hash)
    assert describe_strength(game, table) == RANDOM_PLAYERS
    assert "`greedy` goes by the score alone" in describe_strength(game, replace(table, bots=("greedy", "random")))
    by_rule = replace(table, bots=("greedy:valuation=final_score",) * 2)
    told = describe_strength(game, by_rule)
    assert told.startswith("One `greedy:valuation=final_score` among `random` players wins ")
    assert "of 20 games" in told
    share = float(told.split("wins ")[1].split("%")[0])
    assert share > 80
    assert explain_players(game, ["mcts:9", "greedy"]).startswith("`greedy` and `mcts:9` go by the score alone")


def test_a_slow_game_is_not_waited_for(place: Path) -> None:
    game = load_game(place)
    table = MatchConfig(str(place), 2, ("greedy:valuation=final_score",) * 2, 0, content=game.content_hash)
    assert measure_rung(game, table, table.bots[0], seconds=-1.0) == (0.0, 0)
    assert measure_rung(game, table, table.bots[0], deals=3, seconds=600.0)[1] == 6
