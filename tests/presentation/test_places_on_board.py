"""Columns and rows of boards: declared, and found where a game declares nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.presentation.arrange_table import build_table
from cardwright.presentation.look import Look, list_rows_of_board
from cardwright.presentation.table_view import TableZone
from cardwright_tools.printing.boards import list_boards

GAME = """\
game: spots
title: Spots
players: 2
types: {side: {values: [left, right]}}
kinds:
  spot:
    attributes: {ATTRIBUTES}
    memory:
      holder: {is: player}
      beside: {is: spot, per: side}
  card: {attributes: {worth: number}}
zones:
  table:
    board: {of: spots}
    deck: {of: cards, see: nobody, ordered: yes}
memory: {player: {at: spot, gold: number}}
pieces:
  - {id: card, kind: card, worth: 1, copies: 9}
SPOTS
LOOK
library: |
  step setup:
    survey
  step survey:
    for each s in board: s.beside[left] = the(first(board))
  step play:
    for each p in players:
      p take
  verb take "take a spot":
    choose spot from board where holder is nobody: spot.holder = you
  rule final_score(player) "the spots of {player}": count(board where holder is player)
"""
SQUARE = [(1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2), (1, 3), (2, 3), (3, 3)]
AXIAL = [(1, 1), (3, 1), (5, 1), (2, 2), (4, 2), (6, 2), (3, 3), (5, 3), (7, 3)]
PLUS = [(2, 1), (1, 2), (2, 2), (3, 2), (2, 3)]


def board_of(folder: Path, attributes: str, spots: list[str], look: str = "") -> TableZone:
    written = "\n".join(f"  - {{id: spot{n}, kind: spot{each}}}" for n, each in enumerate(spots))
    text = GAME.replace("{ATTRIBUTES}", f"{{{attributes}}}").replace("SPOTS", written).replace("LOOK", look)
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    table = build_table(load_game(folder).new(2, 1), 0)
    return next(zone for zone in table.zones if zone.word == "board")


def spots_at(one: str, other: str, cells: list[tuple[int, int]]) -> list[str]:
    return [f", {one}: {column}, {other}: {row}" for column, row in cells]


@pytest.mark.parametrize(
    ("attributes", "spots", "look", "shape", "cells"),
    [
        ("row: number, column: number", spots_at("column", "row", SQUARE), "", "grid", SQUARE),
        ("x: number, y: number", spots_at("x", "y", SQUARE[::-1]), "", "grid", SQUARE),
        ("north: number, east: number", spots_at("east", "north", SQUARE), "", "grid", SQUARE),
        ("file: number, rank: number", spots_at("file", "rank", PLUS), "", "grid", PLUS),
        ("q: number, r: number", spots_at("q", "r", SQUARE), "", "hexes", AXIAL),
        ("hue: side", [", hue: left"] * 9, "", "grid", SQUARE),
        # what is no board: pieces of which two lie in one place, numbers that are no places, too few
        ("x: number, y: number", spots_at("x", "y", [*SQUARE, (1, 1)]), "", "", []),
        ("x: number, y: number", spots_at("x", "y", [(1, 1), (40, 2), (3, 90), (7, 7)]), "", "", []),
        ("toll: number", [f", toll: {n}" for n in range(9)], "", "", []),
        ("hue: side", [", hue: left"] * 8, "", "", []),
        # declared
        (
            "a: number, b: number",
            spots_at("a", "b", PLUS),
            "look: {draw: {board: {as: grid, at: [a, b]}}}",
            "grid",
            PLUS,
        ),
        (
            *("a: number, b: number", spots_at("a", "b", [(0, -1), (1, -1), (0, 0)])),
            *("look: {draw: {board: {as: grid, at: [a, b], upwards: yes}}}", "grid", [(1, 1), (1, 2), (2, 2)]),
        ),
        (
            *("hue: side", [", hue: left"] * 5, "look: {draw: {board: {as: hexes, across: 2}}}"),
            *("hexes", [(1, 1), (3, 1), (2, 2), (4, 2), (1, 3)]),
        ),
        # links that the look mentions are told
        (
            *("a: number, b: number", spots_at("a", "b", PLUS)),
            *('look: {draw: {board: {as: grid, at: [a, b], lines: ["{beside}"]}}}', "grid", PLUS),
        ),
        ("x: number, y: number", spots_at("x", "y", SQUARE), "look: {draw: {board: rows}}", "rows", []),
    ],
)
def test_a_board_has_its_columns_and_rows(
    attributes: str, spots: list[str], look: str, shape: str, cells: list[tuple[int, int]], tmp_path: Path
) -> None:
    zone = board_of(tmp_path, attributes, spots, look)
    assert (zone.shape, list(zone.cells)) == (shape, cells)
    assert bool(zone.across) == bool(cells)
    if cells:
        # places are told by where they are, and links between them by nothing
        told = {fact.word for piece in zone.pieces for fact in piece.facts if fact.says}
        assert (told == {"beside"}) == ("across" in look or "beside" in look)
        assert not {"x", "y", "row", "column", "q", "r"} & {word for piece in zone.pieces for word in piece.unsaid}
        (printed,) = list_boards(load_game(tmp_path), [], "a4")
        assert (list(printed.cells), printed.hexes) == (cells, shape == "hexes")


@pytest.mark.parametrize(
    ("words", "values", "turns"),
    [
        ((), {"way": "5"}, 1),
        ((), {"way": "-1"}, 3),
        (("up", "quarter_left"), {"way": "Quarter left"}, 1),
        (("no", "yes"), {"way": "no"}, 0),
        (("no", "yes"), {"way": "yes"}, 1),
        (("up", "right", "down", "left"), {"way": "left"}, 3),
        ((), {"way": "a hidden value"}, 0),
        (("up", "right"), {}, 0),
    ],
)
def test_a_piece_lies_turned_by_quarters(words: tuple[str, ...], values: dict[str, str], turns: int) -> None:
    look = Look({"turned": {"tile": ("way", words)}})
    assert [look.count_quarter_turns(kind, values) for kind in ("tile", "card")] == [turns, 0]


def test_empty_places_of_a_board_are_kept() -> None:
    cells = [(2, 1), (1, 3), (4, 3)]
    assert [*list_rows_of_board("abc", cells, 1)] == [[1, "a", 2], [4], ["b", 2, "c"]]
    assert [*list_rows_of_board("abc", cells, 2)] == [[1, "a", 2], [5], ["b", 1, "c"]]
