"""Labels that ask rules: they show what is the case now, to each viewer what that viewer can know."""

from __future__ import annotations

import pytest

from cardwright import Game, check_paths, load_game
from cardwright.presentation.arrange_table import build_open_table, build_table
from cardwright.presentation.piece_and_player_labels import HIDDEN
from cardwright.presentation.question import make_question
from cardwright.presentation.table_view import list_contents, list_zones
from cardwright_tools.web.drawing.viewer_page import make_drawing
from cardwright_tools.web.drawing.viewer_state import Person
from cardwright_tools.web.replay_pages import ReplayMoment

GAME = """
game: ranks
title: Ranks
players: 2
active: active
powers_work_in: [board]
kinds:
  card: {attributes: {force: number}}
zones:
  table:
    box: {of: cards, see: nobody}
  player:
    hand: {of: cards, see: owner}
    board: {of: cards, at: on the board}
memory: {table: {active: {is: player}}}
pieces:
  - {id: ant, copies: 4, force: 0}
  - {id: drum, force: 1, power: "modify strength(card: you.board): add 1"}
  - {id: axe, force: 4}
look:
  labels: {card: "{name} {strength(it)}/{strength(it):●}{brave(it): }"}
  draw:
    board: {as: rows, lines: ["{name}", "against {threat(it)}", "{boss(it)}"]}
    hand: {as: grid, lines: ["{total(it)} in all, {held(it)} in hand"]}
library: |
  rule final_score(player): total(player)
  rule strength(card) "the strength of {card}": card.force
  rule brave(card): strength(card) > 1
  rule boss(card) gives player: card.controller
  rule threat(card) "the threat to {card}": max(strength(c) for each c in next(card.controller).hand)
  rule total(player) "the total of {player}": sum(strength(c) for each c in player.board)
  rule held(player) "the strength that {player} holds": sum(strength(c) for each c in player.hand)
  verb take(n: number) "take a card": move(first(box where force is n), to: you.hand)
  verb lay(n: number) "lay a card": move(first(box where force is n), to: you.board)
  verb lay_more(card) "lay {card}": move(card, to: you.board)
  verb think(card) "think about {card}":
    choose one "Lay {card} to your {total(you):point}?":
      option "Lay": lay_more(card)
      option "Wait": nothing
  step setup:
    active = the(first(players))
    active lay(0)
    active lay(0)
    next(active) lay(0)
    active take(4)
    next(active) take(0)
  step play:
    active choose c from active.hand: active think(c)
    active lay(1)
    active choose p from players: p draw_none
  verb draw_none "do nothing": nothing
"""


@pytest.fixture(scope="module")
def ranks(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = tmp_path_factory.mktemp("asked") / "ranks"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    assert not check_paths([folder])[0]
    return load_game(folder)


def test_labels_and_lines_show_current_values(ranks: Game) -> None:
    state = ranks.new(2, seed=1)
    zones = {zone.at: zone for zone in list_zones(build_table(state, 0))}
    assert list_contents(zones["P1.board"]) == ["2 Ant 0/"]
    assert list_contents(zones["P1.hand"]) == ["Axe 4/●●●●brave"]
    assert list_contents(zones["P2.hand"]) == [HIDDEN]
    asked = make_question(state, 0)
    assert asked is not None
    assert asked.prompt.startswith("Lay Axe to your 0 points?")
    state.apply(0)
    # the drum makes everything on that board stronger, and equal labels are counted
    zones = {zone.at: zone for zone in list_zones(build_table(state, 0))}
    assert list_contents(zones["P1.board"]) == ["2 Ant 1/●", "Drum 2/●●brave", "Axe 5/●●●●●brave"]
    assert list_contents(zones["P2.board"]) == ["Ant 0/"]


def test_a_label_tells_nobody_what_is_hidden(ranks: Game) -> None:
    state = ranks.new(2, seed=1)
    mine, theirs = build_table(state, 0), build_table(state, 1)
    seen = {zone.at: zone.pieces for zone in list_zones(mine)}
    # the threat to what P1 has depends on the hand of P2, which P1 cannot see
    assert seen["P1.board"][0].lines == ("Ant", "against ?", "P1")
    assert seen["P2.board"][0].lines == ("Ant", "against 4", "P2")
    assert [seat.lines for seat in mine.seats] == [("0 in all, 4 in hand",), ("0 in all, ? in hand",)]
    assert [seat.lines for seat in theirs.seats] == [("0 in all, ? in hand",), ("0 in all, 0 in hand",)]
    assert [seat.lines for seat in build_table(state, -1).seats] == [("0 in all, ? in hand",)] * 2
    assert build_open_table(state, 1).seats[0].lines == ("0 in all, 4 in hand",)


def test_a_browser_shows_the_values_beside_the_faces(ranks: Game) -> None:
    state = ranks.new(2, seed=1)
    people = [Person(seat, f"P{seat + 1}", "", True, None, True) for seat in (0, 1)]
    parts = make_drawing(ranks).past(ReplayMoment(0, 0, build_table(state, 1), [], "", "", ()), people)
    page = parts["table"] + parts["own"]
    assert '<span class="what">threat</span> <b>?</b>' in page
