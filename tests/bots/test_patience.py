"""A bot does not go round in circles for ever, also where it is made anew for every answer, as at a table."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.native.differential import QUICK, no_compiler

from cardwright import Game, State, load_game
from cardwright.bots import make_bot
from cardwright.bots.lookahead import MAX_SLIPS, SlipCount, take_avoided_errors
from cardwright.bots.native_bots import Follower
from cardwright.bots.repetition_guard import MAX_OPTIONS_TRIED
from cardwright.native.engine import Engine
from cardwright.runtime.errors import SlipError

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


# What is multiplied is beyond the largest number.
BROKEN = """\
game: broken
players: 2
kinds: {card: {}}
zones: {table: {deck: {of: cards}}}
memory:
  table: {much: number}
  player: {points: number}
library: |
  rule final_score(player): player.points
  step setup: much = 999999999999
  step play:
    repeat 2 times:
      for each p in players:
        p choose one:
          option "Count": p.points = much * much
          option "Wait": nothing
pieces:
  - {id: card}
"""


@pytest.mark.parametrize("kind", ["greedy", "mcts:60"])
def test_after_some_errors_of_the_game_a_bot_thinks_no_further(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An endless rule takes seconds until it is given up, so that a hundred of them would be no end of thinking."""
    slips: list[None] = []
    add = SlipCount.add

    def counted(count: SlipCount, error: SlipError) -> None:
        slips.append(None)
        add(count, error)

    monkeypatch.setattr(SlipCount, "add", counted)
    (tmp_path / "game.yaml").write_text(BROKEN)
    state = load_game(tmp_path).new(2, 1)
    take_avoided_errors()
    assert make_bot(kind, 0).choose(state) == 1
    assert 0 < len(slips) <= MAX_SLIPS
    [(message, times)] = take_avoided_errors().items()
    assert times == len(slips)
    assert "game.yaml, line" in message
    assert take_avoided_errors() == {}
