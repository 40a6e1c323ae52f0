"""Marks of cards without a declared look: figures for number words, centred in their circle and in all corners."""

from __future__ import annotations

import re
from math import hypot
from pathlib import Path

import pytest

from cardwright import load_game
from cardwright_tools.faces.draw_face import draw_face
from cardwright_tools.faces.font_metrics import text_width
from cardwright_tools.faces.model import Face, faces
from cardwright_tools.faces.short_marks import TALL, abbreviate, draw_in_circle
from cardwright_tools.faces.svg_pen import Pen

TEXT = re.compile(r'<text x="([-\d.]+)" y="([-\d.]+)" font-size="([-\d.]+)"[^>]*>([^<]*)</text>')
TURNED = re.compile(r'<g transform="rotate\(180 [^>]*>(.*?)</g>')
# The presets with corners, each with the field of a card that it suits.
PRESETS = ("poker_text", "emblem", "landscape", "square", "tile", "mini")
GAME = """\
game: plain
title: Plain
players: 2
active: active
turn: turn
types:
  colour: {values: [red, blue]}
  face: {values: [two, skip, draw_two]}
kinds:
  numbered: {plural: numbereds, attributes: {colour: colour, rank: number}}
  worded: {plural: wordeds, attributes: {colour: colour, face: face}}
  named: {plural: nameds, attributes: {}}
zones:
  table:
    deck: {of: numbereds, see: nobody, ordered: yes}
    stock: {of: wordeds, see: nobody, ordered: yes}
    rest: {of: nameds, see: nobody, ordered: yes}
  player: {hand: {of: numbereds, see: owner}, fist: {of: wordeds, see: owner}, palm: {of: nameds, see: owner}}
memory: {table: {active: player}}
LOOKpieces:
  - {id: red_3, name: Red 3, kind: numbered, colour: red, rank: 3}
  - {id: red_two, name: Red two, kind: worded, colour: red, face: two}
  - {id: red_skip, name: Red skip, kind: worded, colour: red, face: skip}
  - {id: blue_draw, name: Blue draw two, kind: worded, colour: blue, face: draw_two}
  - {id: green_tea, name: Green Tea, kind: named}
library: |
  rule final_score(player) "nothing": 0
  step setup: nothing
  step play: turn
  step turn: nothing
"""


def faces_of(folder: Path, look: str = "") -> dict[str, Face]:
    (folder / "game.yaml").write_text(GAME.replace("LOOK", look))
    game = load_game(folder)
    return {face.id: face for face in faces(game, game.card_texts())}


@pytest.mark.parametrize(
    ("words", "mark"),
    [
        ("zero", "0"),
        ("Nine", "9"),
        ("skip", "skip"),
        ("jack", "jack"),
        ("draw two", "D2"),
        ("wild draw four", "WD4"),
        ("counterclockwise", "C"),
    ],
)
def test_words_become_marks_of_corners(words: str, mark: str) -> None:
    assert abbreviate(words) == mark


@pytest.mark.parametrize("words", ["0", "10", "W", "skip", "reverse", "ace", "draw 2", "wild draw 4", "counter 12 yes"])
@pytest.mark.parametrize("radius", [3.0, 14.0, 22.0])
def test_words_lie_in_the_middle_of_their_circle_and_never_reach_its_line(words: str, radius: float) -> None:
    pen = Pen(60, 60)
    draw_in_circle(pen, words, (30, 30), radius, "#000000")
    lines = [(float(x), float(y), float(size), said) for x, y, size, said in TEXT.findall("".join(pen.parts))]
    assert [said for *_, said in lines] in ([words], words.split())
    for x, y, size, said in lines:
        wide = text_width(said, size, True)
        assert x + wide / 2 == pytest.approx(30, abs=0.02)
        capital = said.isupper() or said.isdecimal()
        tall = TALL if capital or re.search("[bdfhklt]", said) else 0.53
        for right in (x, x + wide):
            assert hypot(right - 30, y - size * tall - 30) < radius * 0.95
            assert hypot(right - 30, y - 30) < radius * 0.95
    if len(lines) == 1 and words.isdecimal():
        _, y, size, _ = lines[0]
        assert y - size * TALL / 2 == pytest.approx(30, abs=0.02)
        assert size > radius * 0.9


def test_a_card_with_a_number_and_a_colour_shows_the_number_large_and_the_colour_in_the_corner(tmp_path: Path) -> None:
    found = faces_of(tmp_path)
    card = found["red_3"]
    assert (card.layout, card.initial, card.corner.value, card.corner.letter) == ("emblem", "3", "3", "R")
    shown = TEXT.findall("".join(draw_face(card).pen.parts))
    by_size = sorted(((float(size), said) for _, _, size, said in shown), reverse=True)
    assert by_size[0][1] == "3"
    assert [said for _, said in by_size].count("R") == 2
    assert {each: found[each].corner.value for each in ("red_two", "red_skip", "blue_draw", "green_tea")} == {
        "red_two": "2",
        "red_skip": "skip",
        "blue_draw": "D2",
        "green_tea": "GT",
    }


@pytest.mark.parametrize("preset", PRESETS)
def test_two_opposite_corners_carry_the_mark_of_every_card(preset: str, tmp_path: Path) -> None:
    look = "look: {faces: {numbered: {as: PRESET}, worded: {as: PRESET}, named: {as: PRESET}}}\n"
    for face in faces_of(tmp_path, look.replace("PRESET", preset)).values():
        drawn = draw_face(face)
        parts = "".join(drawn.pen.parts)
        turned = TEXT.findall("".join(TURNED.findall(parts)))
        assert [said for *_, said in turned] == [face.corner.value], face.id
        upper = TEXT.findall(TURNED.sub("", parts))
        assert any(said == face.corner.value and float(x) < 12 and float(y) < 14 for x, y, _, said in upper), face.id
        assert not drawn.cut
