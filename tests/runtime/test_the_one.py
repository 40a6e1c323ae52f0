"""`the` of a list in which there is not one is told with its place, and leaves the game as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import NotOneError, load_game

GAME = """game: lone
players: 2
kinds: {card: {attributes: {rank: number}}}
zones:
  table:
    deck: {of: cards, see: nobody, ordered: yes}
    row: {of: cards, see: everyone}
memory:
  player: {points: number}
library: |
  step setup: move(top(deck), to: row)
  step play:
    repeat 6 times:
      for each p in players: p act
  rule final_score(player): player.points + only_rank
  rule only_rank:
    0 if count(row) > 2
    the(row).rank otherwise
  verb act:
    choose one:
      option "Draw": move(top(deck), to: row)
      option "One": you.points += the(row).rank
      option "Two": the(players with the highest points) take
  verb take:
    you.points += the(
      [1, 2] where it > 2)
pieces:
"""
CARDS = "".join(f"  - {{id: card_{number}, rank: {number}}}\n" for number in range(12))


@pytest.mark.parametrize("tracked", [False, True])
def test_none_and_several_are_told_with_their_place(tracked: bool, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME + CARDS, encoding="utf-8")
    state = load_game(tmp_path).new(2, 5, tracked)
    state.apply(1)
    before = state.digest()
    for option, count, line in ((1, 2, 22), (2, 0, 25)):
        once = state.clone()
        if option == 1:
            once.apply(0)
            with pytest.raises(NotOneError, match="line 18: ") as found:
                once.scores  # noqa: B018
            assert found.value.count == 2
        kept = once.digest()
        with pytest.raises(NotOneError) as told:
            once.apply(option)
        assert (told.value.count, told.value.place.split(":")[0]) == (count, f"{tmp_path / 'game.yaml'}, line {line}")
        assert once.digest() == kept
        once.apply(0)
        assert once.digest() != kept
    assert state.digest() == before
