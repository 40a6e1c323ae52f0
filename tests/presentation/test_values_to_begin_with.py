"""Memory of pieces and players is shown at the value it begins with, if that value says something."""

from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.presentation.arrange_table import build_table
from cardwright.presentation.piece_and_player_labels import Fact

GAME = """game: pit
players: 2
active: active
types: {ware: {values: [tin, clay]}, mood: {values: [calm, cross]}}
kinds:
  mine: {memory: {MEMORY}}
zones: {table: {county: {of: mines}}}
memory:
  table: {active: player}
  player: {coins: number, stock: {is: number, per: ware, starts: STARTS}}
LOOK
library: |
  step setup: nothing
  step play:
    repeat until active.coins > 3:
      for each p in players:
        p choose one:
          option "Dig":
            p.coins += 1
  rule final_score(player): player.coins + sum(player.stock[w] for each w in wares) + sum(county.depth)
pieces: [{id: red_mine, kind: mine}]
"""
LINES = 'look: {draw: {county: {as: rows, lines: ["{name}", "depth {depth}, mood {mood}"]}}}'
LABELS = 'look: {labels: {mine: "{name} {depth|mood}"}}'


@pytest.mark.parametrize(
    ("memory", "look", "facts", "lines"),
    [
        ("depth: {is: number, starts: 7}", "", {"depth": "7"}, ()),
        ("depth: {is: number, starts: -7}", "", {"depth": "-7"}, ()),
        ("depth: number", "", {}, ()),
        ("depth: number, mood: {is: mood, starts: cross}", "", {}, ()),
        ("depth: number, mood: {is: mood, starts: cross}", LABELS, {"mood": "cross"}, ()),
        ("depth: number, mood: {is: mood, starts: calm}", LABELS, {"mood": "calm"}, ()),
        ("depth: number, owner: player", LABELS.replace("mood", "owner"), {}, ()),
        (
            "depth: {is: number, starts: 2}, mood: {is: mood, starts: calm}",
            LINES,
            {"depth": "2", "mood": "calm"},
            ("Red Mine", "depth 2, mood calm"),
        ),
    ],
)
def test_memory_of_a_piece_is_shown_before_it_changes(
    tmp_path: Path, memory: str, look: str, facts: dict[str, str], lines: tuple[str, ...]
) -> None:
    text = GAME.replace("MEMORY", memory).replace("LOOK", look).replace("STARTS", "0")
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    [piece] = build_table(load_game(tmp_path).new(2, 1), 0).zones[0].pieces
    assert {fact.word: fact.value for fact in piece.facts if fact.says} == facts
    assert piece.lines == lines


@pytest.mark.parametrize(("starts", "shown"), [("0", "0"), ("3", "3 tin, 3 clay")])
def test_memory_by_words_is_shown_before_it_changes(tmp_path: Path, starts: str, shown: str) -> None:
    text = GAME.replace("MEMORY", "depth: number").replace("LOOK", "").replace("STARTS", starts)
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    found = build_table(load_game(tmp_path).new(2, 1), 0)
    stock: list[Fact] = [fact for seat in found.seats for fact in seat.facts if fact.word == "stock" and fact.says]
    assert [fact.value for fact in stock] == ([shown, shown] if starts != "0" else [])
