"""Colours of a page: classes for the words and cards of a game."""

from __future__ import annotations

from pathlib import Path

from cardwright import load_game
from cardwright_tools.web.drawing.game_style_sheet import Colours

GAME = """\
game: inks
players: 1
active: active
types: {suit: {values: [sun, moon]}}
kinds: {card: {attributes: {suit: suit}}}
zones: {table: {deck: {of: cards}}}
memory: {table: {active: {is: player}}}
pieces:
  - {id: day, name: Day, suit: sun}
  - {id: night, name: Night, suit: moon}
look:
  colors: {sun: yellow}
  inks: {moon: "#102030"}
library: |
  step setup: nothing
  step play: nothing
  rule final_score(player): 0
"""


def test_words_have_a_class_also_if_only_print_gives_them_a_colour(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME)
    colours = Colours(load_game(tmp_path))
    sun, moon = colours.of_word("sun"), colours.of_word("Moon")
    assert sun
    assert moon
    assert sun == colours.named("yellow")
    assert f".{moon} {{ --colour: #102030; --ink: #ffffff; }}" in colours.sheet()
