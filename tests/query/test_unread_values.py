"""A rule that only returns secret memory is unknown wherever its value is shown, tested or compared."""

from pathlib import Path

import pytest

from cardwright import Game, load_game
from cardwright.presentation.arrange_table import build_spectator_table, build_table
from cardwright.presentation.explain_values_and_end import explain_rule
from cardwright.presentation.question import make_question
from cardwright.presentation.unavailable_actions import list_actions_not_offered, list_unavailable_actions

GAME = """
game: wells
players: 2
active: active
turn: act
kinds:
  card: {attributes: {rank: number}}
zones:
  table: {deck: {of: cards, see: nobody, ordered: yes}, well: {of: cards}}
  player: {hand: {of: cards, see: owner}}
memory:
  table:
    active: player
    dry: {is: yes_no, secret: yes}
    depth: {is: number, secret: yes}
    last: {is: card, secret: yes}
  player:
    points: number
pieces:
  - {id: bucket, copies: 6, rank: 1}
look:
  rules: [reach]
  most: {hand: reach}
  labels: {card: "{name} {under(it)}"}
library: |
  rule final_score(player): depth
  rule is_dry: dry
  rule reach(player): depth
  rule under(card): depth
  rule lost gives card: last
  step setup:
    for each p in players: move(top(deck, 2), to: p.hand)
    active = the(first(players))
    depth = 2
    last = the(top(deck))
  step play:
    repeat 4 times:
      active act
      active = next(active)
  verb act "act":
    choose one:
      option "Draw" if dry: you.points += 1
      option "Dig" if is_dry: you.points += 1
      option "Rest": rest
      option "Wait": you.points += 1
    dig
  verb rest "rest": you.points += 2
  verb dig "dig":
    if is_dry:
      choose c from you.hand where reach(you) > 1: move(c, to: well)
"""


@pytest.fixture(name="wells")
def _wells(tmp_path: Path) -> Game:
    (tmp_path / "game.yaml").write_text(GAME)
    return load_game(tmp_path)


def test_nothing_that_is_shown_fails(wells: Game) -> None:
    state = wells.new(2, 1)
    while not state.finished:
        for player in range(2):
            build_table(state, player)
            list_unavailable_actions(state, player)
            state.score_sheet(player, player)
            assert state.view(player).counters
            for written in ("reach(P1)", "final_score(P1)", "is_dry", "lost"):
                assert explain_rule(state, written, player, player)
        build_spectator_table(state)
        assert make_question(state, state.player) is not None
        assert list_actions_not_offered(state) == []
        for text in ("Draw", "Dig", "Rest"):
            assert state.why(text, state.player)
        state.apply(0)


def test_it_is_shown_as_unknown(wells: Game) -> None:
    state = wells.new(2, 1)
    shown = {counter.owner: counter.value for counter in state.view(0).counters if counter.name == "reach()"}
    assert shown == {"P1": "?", "P2": "?"}
    assert explain_rule(state, "reach(P1)", 0, 0)[0].startswith("reach(P1) = ?:")
