"""Parts that are compiled apart fit together: whatever one of them declares, one of them defines."""

from __future__ import annotations

import os
from itertools import product
from pathlib import Path

import pytest
from tests.fuzz.test_whole_games import LARGE
from tests.fuzz.whole_games import Bench, input_of
from tests.native.definitions import amiss
from tests.native.differential import QUICK, no_compiler

from cardwright import CardwrightError, load_game
from cardwright.native.c_compiler import build_library, find_compiler
from cardwright.native.compiled_game import print_program

# The games themselves are compiled, and so linked, by others.
COUNT = int(os.environ.get("FUZZ_INPUTS", "4"))

# What a small game has, or lacks, that code is called for by number; in each of them one line of a list.
FILE = """\
game: small
players: 2
active: active
turn: take_turn
powers_work_in: [board]
windows: [w]
kinds:
  card:
    attributes: {{rank: number}}
zones:
  table:
    deck: {{of: cards, see: nobody, ordered: yes}}
  player:
    board: {{of: cards, see: everyone}}
memory:
  table:
    active: player
  player:
    points: number
library: |
  step setup:
    shuffle(deck)
    for each p in players: move(top(deck, 1), to: p.board)
  step play:
    repeat 4 times:
      active take_turn
      active = next(active)
  verb take_turn "take a turn":
{before}    choose one:
      option "Take": gain(1)
      option "Pass": nothing
  verb gain(number) "gain {{number}}": you.points += number
  rule final_score(player): player.points + bonus(player)
  rule bonus(player): 0
{rules}"""
CARDS = """\
game: small
set: base
cards:
  - id: one
    rank: 1
    copies: 3
{power}"""
BEFORE = ("", "    window(w)\n")
RULES = ("", "  rule winners: players where it.points > 1\n")
POWERS = (
    "",
    "modify bonus(you): add 1",
    "offer w: you gain(2)",
    "offer w once per take_turn: you gain(2)",
    "after you gain: you gain(1)",
    "after you gain where you.points > 2: you gain(1)",
    "instead of you gain: nothing",
)


def written(folder: Path, before: str, rules: str, power: str) -> Path:
    (folder / "cards" / "base").mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_text(FILE.format(before=before, rules=rules))
    told = f"    power: |\n      {power}\n" if power else ""
    (folder / "cards" / "base" / "cards.yaml").write_text(CARDS.format(power=told))
    return folder


def test_whatever_is_declared_is_defined_once(tmp_path: Path) -> None:
    found = {}
    for number, (before, power) in enumerate(product(BEFORE, POWERS)):
        rules = RULES[number % 2]
        code = load_game(written(tmp_path / "small", before, rules, power)).whole.native_code(2)
        assert code is not None
        assert "refused" not in code
        found[before, rules, power] = amiss(code)
    assert {shape: names for shape, names in found.items() if names} == {}


@pytest.mark.long
def test_so_it_is_in_what_is_made_of_games(tmp_path: Path) -> None:
    bench, tried = Bench(tmp_path, 0), 0
    # What takes long is left out: the shape of a game counts here, not its size.
    for number in range(COUNT):
        made = input_of(bench.worlds, number, 0)
        if made.world.name in LARGE:
            continue
        try:
            game = load_game(bench.lay_out(made))
            code = game.native_code(game.min_players) or {"refused": ""}
        except CardwrightError:
            continue
        tried += "refused" not in code
        assert amiss(code) == [], made.told
    assert tried


@pytest.mark.long
@pytest.mark.skipif(bool(no_compiler()), reason=no_compiler() or "there is a compiler")
def test_a_window_in_which_nothing_can_be_offered_is_linked(tmp_path: Path) -> None:
    game = load_game(written(tmp_path / "small", "", "", "modify bonus(you): add 1"))
    code = game.native_code(2)
    assert code is not None
    content, _ = build_library(
        print_program(game.program(2).tables, code, True), find_compiler(), (*QUICK, "-Wl,-z,defs")
    )
    assert content
