"""Whether a player had a choice among hidden cards is in nobody else's log: forced choices look like others."""

import pytest

from cardwright import load_game
from cardwright.presentation.log.fit_to_lines import render_brief_log
from cardwright.presentation.log.tree import render_log_events

GAME = """
game: trail
players: 3
active: active
types:
  suit: {values: [red, blue]}
kinds:
  card: {attributes: {suit: suit, value: number}}
zones:
  table: {deck: {of: cards, see: nobody, ordered: yes}}
  player: {hand: {of: cards, see: owner}, played: {of: cards}}
memory:
  table: {active: player, led: {is: suit, title: suit led}, heat: number}
  player: {points: number}
pieces:
  - {id: king, kind: card, suit: red, value: 9}
  - {id: low_red, kind: card, suit: red, value: 1}
  - {id: other, kind: card, suit: SUIT, value: 1}
library: |
  step setup:
    active = the(players where seat is 1)
    move(deck where value is 9, to: active.hand)
    move(deck, to: next(active).hand)
  step play:
    active lead
    next(active) follow
    led = none
    heat = 0
    active rest
  verb lead "lead":
    choose card from you.hand: play_card(card)
  verb follow "follow":
    choose card from you.hand where suit is led: play_card(card)
  verb play_card(card) "play {card}":
    if led is none: led = card.suit
    heat += card.value
    move(card, to: you.played)
  verb rest "rest":
    choose n from numbers(1, 3): you.points += n
  rule final_score(player) "the score of {player}": player.points
"""


@pytest.mark.parametrize("viewer", [0, 2])
def test_a_change_is_told_before_a_choice_whether_or_not_it_is_forced(
    tmp_path_factory: pytest.TempPathFactory, viewer: int
) -> None:
    told = []
    for suit in ("red", "blue"):
        folder = tmp_path_factory.mktemp("trail")
        (folder / "game.yaml").write_text(GAME.replace("SUIT", suit), encoding="utf-8")
        state = load_game(folder).new(3, seed=5)
        asked = []
        while state.decision is not None and "1" not in [option.key for option in state.decision.options]:
            asked.append(state.player)
            state.apply(next(option for option in state.decision.options if option.key in ("king", "low_red")))
        assert (1 in asked) == (suit == "red")
        told.append(render_brief_log(render_log_events(state.visible_log(viewer)), 200))
    assert told[0] == told[1]
    assert any("suit led none → red" in line for line in told[0])
