"""A text that a verb was given waits with it for an answer: the state has a digest and is the same when loaded."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.native.differential import QUICK, no_compiler, play_both

from cardwright import load_game
from cardwright.native.engine import Engine

GAME = """
game: hall
players: 2
kinds: {card: {}}
zones:
  table: {deck: {of: cards, ordered: yes}}
memory:
  player: {points: number}
pieces: [{id: fig, copies: 4}]
library: |
  step setup: nothing
  step play:
    for each p in players: p call("Ahoy")
  verb call(words: text) "call {words}":
    choose one:
      option "Loud": you.points += 2
      option "Low": you.points += 1
    answer(words)
  verb answer(words: text) "answer {words}": you.points += 1
  rule final_score(player): player.points
"""


def test_a_state_in_which_a_text_waits_has_a_digest(tmp_path: Path) -> None:
    folder = tmp_path / "hall"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    game = load_game(str(folder))
    for tracked in (False, True):
        state = game.new(2, seed=1, tracked=tracked)
        assert state.digest() == game.new(2, seed=1, tracked=tracked).digest()
        state.apply(0)
        state.apply(1)
        assert [*state.scores] == [3, 2]


@pytest.mark.skipif(bool(no_compiler()), reason=no_compiler() or "there is a compiler")
def test_it_goes_to_c_and_back(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME.replace("game: hall", f"game: {tmp_path.name}"), encoding="utf-8")
    game = load_game(str(tmp_path))
    assert play_both(Engine(game, 2, QUICK), game, 1, 1).states > 2
