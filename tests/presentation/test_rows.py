"""Zones whose order matters: each piece on its own, from the first place on, wherever the zone is shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardwright import State, load_game
from cardwright.game.loaded_game import find_game
from cardwright.presentation.arrange_table import build_table
from cardwright.presentation.log.fit_to_lines import render_tree
from cardwright.presentation.log.tree import render_log_events
from cardwright.presentation.look import Look
from cardwright.presentation.table_view import TableZone, list_contents
from cardwright_tools.rich_styles_of_look import Painter
from cardwright_tools.terminal.drawing.drawn_or_listed_zones import ARRANGEMENTS, ZoneLayout, render_zones
from cardwright_tools.web.drawing.pieces_in_zone import stack_pieces
from cardwright_tools.web.drawing.viewer_page import make_drawing
from cardwright_tools.web.drawing.viewer_state import Person
from cardwright_tools.web.replay_pages import ReplayMoment

GAME = """
game: line_up
title: Line up
players: 2
active: active
kinds: {card: {attributes: {size: {is: number}}}}
zones:
  table:
    box: {of: cards}
    line: {of: cards, ordered: yes}
    pile: {of: cards, see: top}
  player:
    row: {of: cards, ordered: yes}
memory: {table: {active: {is: player}}}
pieces:
  - {id: ant, kind: card, copies: 2, size: 1}
  - {id: bee, kind: card, size: 2}
library: |
  rule final_score(player) "the score of {player}": 0
  verb lay(n: number) "lay a card": move(the(first(box where size is n)), to: line)
  step setup:
    active = the(first(players))
    active lay(1)
    active lay(2)
    active lay(1)
  step play: finish
"""
SIZES = {"Ant": " (size 1)", "Bee": " (size 2)"}  # where there is room
ROW = ["Ant", "Bee", "Ant"]
NUMBERED = ["1: Ant", "2: Bee", "3: Ant"]
DECLARED = ("line: {of: cards, ordered: yes}", "line: {of: cards, row: yes}")
POSITION = ('player}": 0', 'player}": sum(c.position for each c in line)')
NEIGHBOURS = ('player}": 0', 'player}": sum(count(c.neighbours) for each c in line)')
PLACE = ("to: line)", "to: line, at: 9)")
PEOPLE = [Person(seat, f"P{seat + 1}", "", True, None, True) for seat in (0, 1)]
PRIVATE = ("line: {of: cards", "line: {of: cards, see: nobody")


def _start(tmp_path: Path, *changes: tuple[str, str]) -> State:
    text = GAME
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (tmp_path / "line_up").mkdir()
    (tmp_path / "line_up" / "game.yaml").write_text(text, encoding="utf-8")
    return load_game(tmp_path / "line_up").new(players=2, seed=1)


def _zone(state: State, word: str = "line") -> TableZone:
    table = build_table(state, 0)
    return next(zone for zone in (*table.zones, *table.seats[0].zones) if zone.word == word)


@pytest.mark.parametrize(
    ("changes", "shown"),
    [
        ((), ["2 Ant", "Bee"]),
        ((DECLARED,), ROW),
        ((NEIGHBOURS,), ROW),
        ((POSITION,), NUMBERED),
        ((DECLARED, POSITION), NUMBERED),
        ((PLACE,), NUMBERED),
    ],
)
def test_pieces_of_a_row_stand_one_by_one(
    tmp_path: Path, changes: tuple[tuple[str, str], ...], shown: list[str]
) -> None:
    state = _start(tmp_path, *changes)
    zone, table, painter = _zone(state), build_table(state, 0), Painter(Look({}))
    assert list_contents(zone) == shown
    for depth, cut, _, own in ARRANGEMENTS:
        blocks = render_zones(table, painter, ZoneLayout(80, depth, cut, own=own))
        worded = shown if cut else [each + SIZES[each[-3:]] for each in shown]
        assert [block.brief(80).plain for block in blocks] == [f"line 3  {', '.join(worded)}"]
    numbers = [stack.number for stack in stack_pieces(zone, {}, False)]
    assert numbers == ([1, 2, 3] if shown is NUMBERED else [0, 0, 0])
    page = make_drawing(find_game(state)).past(ReplayMoment(0, 0, table, [], "", "", ()), PEOPLE)["table"]
    found = re.findall(r'class="nth"[^>]*>(\d+)|<span class="name unseen">(\w+)', page)
    # the number stands before the face of each card
    assert [number or name for number, name in found] == (
        ["1", "Ant", "2", "Bee", "3", "Ant"] if shown is NUMBERED else ["Ant", "Bee", "Ant"]
    )


def test_two_pieces_of_a_row_that_change_places_are_told_with_them(tmp_path: Path) -> None:
    swapped = ("    active lay(1)\n  step play", "    active lay(1)\n    active turn_round\n  step play")
    verb = (
        "  step setup:",
        '  verb turn_round "turn the line round": swap(the(first(line)), with: the(top(line)))\n  step setup:',
    )
    state = _start(tmp_path, POSITION, verb, swapped)
    told = render_tree(render_log_events(state.log_since(0, 0)))
    assert told[-3:] == ["P1 turns the line round", "├─ Ant → place 1 of the line", "└─ Ant → place 3 of the line"]


def test_only_a_pile_is_shown_from_its_top(tmp_path: Path) -> None:
    state = _start(tmp_path, POSITION, PRIVATE, ("to: line)", "to: pile)"))
    assert list_contents(_zone(state, "pile")) == ["2 Ant", "Bee"]
    assert not _zone(state, "pile").row


@pytest.mark.parametrize(
    ("zone", "told"),
    [
        ("box: {of: cards}", []),
        ("box: {of: cards, ordered: yes}", ["└─ Ant, Bee: moved within the box"]),
    ],
)
def test_a_card_that_stays_is_not_told_to_have_moved(tmp_path: Path, zone: str, told: list[str]) -> None:
    turn = '  verb turn "turn the box over": move(box, to: box)\n  step setup:\n    the(first(players)) turn\n'
    once = ("    active lay(1)\n    active lay(2)\n    active lay(1)\n", "")
    state = _start(tmp_path, ("box: {of: cards}", zone), ("copies: 2,", "copies: 1,"), ("  step setup:\n", turn), once)
    lines = render_tree(render_log_events(state.log_since(0, 0), 0))
    assert lines[: len(told) + 1] == ["P1 turns the box over", *told]
