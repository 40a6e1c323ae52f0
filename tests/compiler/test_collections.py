"""Zones in which pieces are collected by an attribute, found by what rules do with them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardwright import Game, load_game
from cardwright.presentation.arrange_table import build_table
from cardwright_tools.web.drawing.viewer_page import make_drawing
from cardwright_tools.web.drawing.viewer_state import Person
from cardwright_tools.web.replay_pages import ReplayMoment

HANABI = Path(__file__).parents[1] / "corpus" / "hanabi"
GAME = """\
game: shelves
title: Shelves
players: 2
active: active
turn: turn
types: {hue: {values: [red, blue]}}
kinds: {card: {attributes: {hue: hue, worth: number}}}
zones:
  table:
    deck: {of: cards, see: nobody, ordered: yes}
    shelf: {of: cards, see: everyone}
  player: {hand: {of: cards, see: owner}}
memory: {table: {active: player}}
pieces:
PIECES
library: |
  rule height(tint: hue) "the height of {tint}": count(shelf where COUNTED)
  rule final_score(player) "the cards on the shelf": count(shelf)
  step setup:
    for each p in players: move(top(deck, 4), to: p.hand)
  step play:
    repeat 4 times:
      turn
      active = next(active)
  step turn:
    active lay
  verb lay "lay a card":
    choose card from you.hand where worth > height(hue): move(card, to: shelf)
MORE
"""


PIECES = "\n".join(
    f"  - {{id: {hue}{worth}, name: {hue.title()} {worth}, kind: card, hue: {hue}, worth: {worth}}}"
    for hue in ("red", "blue")
    for worth in range(1, 5)
)


def read_game(folder: Path, counted: str = "hue is tint", more: str = "") -> Game:
    (folder / "game.yaml").write_text(GAME.replace("PIECES", PIECES).replace("COUNTED", counted).replace("MORE", more))
    return load_game(folder)


def find_collected(game: Game) -> dict[str, list[str]]:
    return {zone.word: [*zone.collects] for zone in game.program(2).tables.zones if zone.collects}


def test_what_is_only_counted_by_a_word_is_collected_by_it(tmp_path: Path) -> None:
    assert find_collected(read_game(tmp_path)) == {"shelf": ["hue", "red", "blue"]}
    assert find_collected(load_game(HANABI))["fireworks"][0] == "colour"


@pytest.mark.parametrize(
    ("counted", "more"),
    [
        ("worth > 1", ""),  # no word
        ("hue is red", ""),  # always the same word
        (
            "hue is tint",
            "    may choose card from shelf: move(card, to: you.hand)",
        ),  # where pieces leave it, it is a market
        ("hue is tint", "    for each c in shelf where worth is 4: move(c, to: deck)"),
    ],
)
def test_other_zones_are_not_collected(counted: str, more: str, tmp_path: Path) -> None:
    assert find_collected(read_game(tmp_path, counted, more)) == {}


def test_each_word_has_a_place_on_the_page(tmp_path: Path) -> None:
    game = read_game(tmp_path)
    state = game.new(2, seed=1)
    people = [Person(seat, f"P{seat + 1}", "", True, None, True) for seat in (0, 1)]

    def draw() -> list[str]:
        moment = ReplayMoment(0, 0, build_table(state, 0), [], "", "", ())
        drawn = make_drawing(game).past(moment, people)["table"]
        return [
            "empty" if "card empty" in place else ", ".join(re.findall('class="name unseen">([^<]*)', place))
            for place in drawn.partition('class="collection"')[2].split('class="collected"')[1:]
        ]

    assert draw() == ["empty", "empty"]
    state.apply(0)
    [laid] = [zone for zone in build_table(state, 0).zones if zone.word == "shelf"]
    assert laid.each in ((("red", "1"), ("blue", "0")), (("red", "0"), ("blue", "1")))
    assert sorted(draw()) == sorted(["empty", laid.pieces[0].name])
