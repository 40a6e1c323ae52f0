"""An event whose only consequence says the same is told once, in the log and above a question."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.presentation.test_question_subject import answer, ask

from cardwright import State, load_game
from cardwright.presentation.log.tree import build_log_tree, build_spectator_log

GAME = """\
game: raids
title: Raids
players: 2
active: active
turn: turn
kinds:
  disc: {attributes: {worth: number}}
pieces:
  - {id: disc, name: Disc, kind: disc, worth: 1, copies: 2}
zones:
  table: {board: {of: discs, see: everyone}}
memory:
  table: {active: player}
  player: {coins: {is: number, starts: 7}, discs: number}
library: |
  rule final_score(player): player.coins
  step setup: nothing
  step play:
    repeat 3 times:
      active turn
      active = next(active)
  verb turn "lay a disc":
    choose place from numbers(1, 3): lay(place)
  verb lay(place: number) "lay a disc on {place}":
    you.discs += 1
    if place is 2: lose(next(you))
    if place is 3: sell(next(you))
  verb lose(winner: player) "lose the raid to {winner}": winner win
  verb win "win the raid":
    choose boon from numbers(1, 2): gain(boon)
  verb gain(boon: number) "gain {boon:coin}": you.coins += boon
  verb sell(buyer: player) "sell to {buyer}": buyer refuse
  verb refuse "refuse the sale": you.coins -= 1
"""


@pytest.fixture
def state(tmp_path: Path) -> State:
    (tmp_path / "game.yaml").write_text(GAME)
    return load_game(tmp_path).new(2, 1)


@pytest.mark.parametrize("viewer", [None, 0, 1])
@pytest.mark.parametrize(
    ("answers", "told"),
    [
        # the only consequence says all that the event says
        (["1"], ["P1 lays a disc on 1"]),
        # the winner wins what the loser loses to them
        (["2", "2"], ["P1 lays a disc on 2", "P1 loses the raid to P2", "P2 gains 2 coins"]),
        # what answers an offer is no other side of it
        (["3"], ["P1 lays a disc on 3", "P1 sells to P2", "P2 refuses the sale"]),
    ],
)
def test_the_log_tells_once(state: State, viewer: int | None, answers: list[str], told: list[str]) -> None:
    answer(state, *answers)
    events = build_spectator_log(state) if viewer is None else build_log_tree(state, viewer, 0)
    found: list[str] = []
    while events and len(found) < len(told):
        found.append(events[0].text)
        events = events[0].children
    assert (found, events) == (told, [])


def test_causes_of_a_question_tell_once(state: State) -> None:
    answer(state, "2")
    assert ask(state).causes == ("P1 lays a disc on 2", "P1 loses the raid to P2")
