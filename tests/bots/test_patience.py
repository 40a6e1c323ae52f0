"""A bot does not go round in circles for ever, also where it is made anew for every answer, as at a table."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.native.differential import QUICK, no_compiler

from cardwright import Game, State, load_game
from cardwright.bots import make_bot
from cardwright.bots.native_bots import Follower
from cardwright.bots.repetition_guard import MAX_OPTIONS_TRIED
from cardwright.native.engine import Engine

# To fidget once more always looks better than to go on.
FIDGET = """\
game: fidget
players: 2
active: active
turn: turn
kinds: {card: {}}
zones: {table: {deck: {of: cards}}}
memory:
  table: {active: player}
  player: {fidgets: number}
library: |
  rule final_score(player): player.fidgets
  step setup: nothing
  step play:
    repeat 4 times:
      active turn
      active = next(active)
  verb turn "take a turn":
    repeatedly may fidget
  verb fidget "fidget": you.fidgets += 1
pieces:
  - {id: card}
"""
Choose = Callable[[int, State], int]


def anew(kind: str, game: Game) -> Choose:
    return lambda seed, state: make_bot(kind, seed).choose(state)


def anew_in_c(kind: str, game: Game) -> Choose:
    follower = Follower(Engine(game, 2, QUICK))
    return lambda seed, state: follower.choose(kind, seed, state)


def one_for_all(kind: str, game: Game) -> Choose:
    bots = [make_bot(kind, seat) for seat in range(2)]
    return lambda _, state: bots[state.player].choose(state)


@pytest.mark.one_of
@pytest.mark.parametrize(
    "made",
    [anew, pytest.param(anew_in_c, marks=pytest.mark.skipif(bool(no_compiler()), reason=no_compiler())), one_for_all],
)
def test_who_is_asked_the_same_too_often_in_a_turn_goes_on(made: Callable[[str, Game], Choose], tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(FIDGET)
    game = load_game(tmp_path)
    state, choose = game.new(2, 1), made("greedy", game)
    turns: list[int] = []
    while not state.finished and state.decisions < 8 * MAX_OPTIONS_TRIED:
        turns.append(state.turns)
        state.apply(choose(state.decisions, state))
    assert state.finished
    assert [turns.count(turn) for turn in sorted(set(turns))] == [MAX_OPTIONS_TRIED + 1] * 4
