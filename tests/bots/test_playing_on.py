"""Where a search plays on, somebody who may leave something does so, unless something else looks better at once."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from cardwright import Game, load_game
from cardwright.bots import make_bot
from cardwright.bots.rollout_policies import STEPS, at_a_glance, play_out
from cardwright.state_slots_and_table_rows import ROLLOUTS

# Of twelve stones one is worth taking, and only three are tried.
GAME = """game: quarry
players: 2
active: active
kinds: {stone: {attributes: {worth: number}}}
zones:
  table: {pit: {of: stones, see: everyone}}
  player: {sack: {of: stones, see: everyone}}
memory:
  table: {active: player}
  player: {points: number, digs: number}
library: |
  step setup:
    for each p in players: p.points = 0
  step play:
    for each p in players:
      active = p
      p dig
  verb dig:
    ASK stone from pit:
      you.digs += 1
      you.points += stone.worth
  rule final_score(player): player.points
"""


def quarry(folder: Path, text: str, others: int) -> Game:
    """A game with twelve stones, all but one of which are worth so much."""
    (folder / "cards" / "base").mkdir(parents=True)
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    stones = "".join(f"  - {{id: stone_{n}, worth: {3 if n == 5 else others}}}\n" for n in range(12))
    (folder / "cards" / "base" / "stones.yaml").write_text(f"game: quarry\ncards:\n{stones}", encoding="utf-8")
    return load_game(folder)


def found_by(folder: Path, ask: str, others: int) -> set[tuple[int, int]]:
    """How often somebody dug, and for what, over many tries of one decision, where other stones are worth so much."""
    game, found = quarry(folder, GAME.replace("ASK", ask), others), set()
    for seed in range(60):
        state = game.new(2, seed, tracked=False)
        told = at_a_glance(state, Random(seed)).view(0).counters
        digs, points = (next(c.plain for c in told if (c.owner, c.name) == ("P1", word)) for word in ("digs", "points"))
        found.add((digs, points))
    return found


@pytest.mark.parametrize(
    ("ask", "others", "expected"),
    [
        ("you may choose", -2, {(0, 0), (1, 3)}),  # never the harm that alone was tried
        ("you may choose", 0, {(0, 0), (1, 3)}),
        ("choose", -2, {(1, -2), (1, 3)}),
        ("repeatedly may choose", -2, {(0, 0), (1, -2), (1, 3)}),
    ],
)
def test_who_may_leave_it_is_not_made_to_do_harm(
    tmp_path: Path, ask: str, others: int, expected: set[tuple[int, int]]
) -> None:
    assert found_by(tmp_path / "quarry", ask, others) == expected


# Whoever digs twice is ruined by it, which shows at the end of the turn alone.
DEEP = (
    GAME.replace("p dig", "p dig_twice").replace("ASK stone", "you may choose stone")
    + """
  verb dig_twice:
    you dig
    you dig
    if you.digs is 2: you.points -= 9
"""
)


def test_a_game_says_how_searches_play_on_in_it(tmp_path: Path) -> None:
    # with the score alone a search plays on until it has changed, whatever comes before
    valued = DEEP.replace("active: active", "active: active\nvaluation: final_score")
    untold = quarry(tmp_path / "untold", valued, 1)
    told = quarry(tmp_path / "told", valued.replace("active: active", "active: active\nrollout: none"), 1)

    def chosen(game: Game, kind: str) -> list[int]:
        return [make_bot(kind, seed).choose(game.new(2, seed, tracked=False)) for seed in range(25)]

    assert chosen(told, "mcts:20") == chosen(untold, "mcts:20:rollout=none")
    assert chosen(told, "mcts:20:rollout=quick") == chosen(untold, "mcts:20")
    assert chosen(told, "mcts:20") != chosen(untold, "mcts:20")


def test_every_way_to_play_on_that_can_be_named_is_known() -> None:
    assert tuple(STEPS) == ROLLOUTS


def test_a_search_can_play_on_to_the_end_of_a_turn(tmp_path: Path) -> None:
    game = quarry(tmp_path / "game", DEEP, 1)
    state, chance = game.new(2, 3, tracked=False), Random(3)
    seen = set()
    while not state.finished:
        mover = state.player
        end = play_out(state.clone(), "turn", 0, Random(1), mover)
        assert end.finished or end.player != mover
        assert play_out(state, "turn", 0, Random(1), 1 - mover) is state  # the turn is over already
        seen.add(end.decisions - state.decisions)
        state.apply(chance.randrange(state.option_count))
    assert len(seen) > 1
