"""What set off the end of a game is told: by the texts that set a mark, and not only by the mark that all ends have."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from cardwright import Game, load_game
from cardwright_tools.laboratory.games.match import MatchConfig, play_one

GAME = """title: Wells
players: 2
turn: turn
kinds: {stone: {}}
zones: {table: {heap: {of: stones, see: everyone}}}
memory:
  table: {closing: {is: yes_no, title: closing, starts: no}, dry: number, told: yes_no}
  player: {water: number, spoken: yes_no}
library: |
  rule final_score(player): player.water
  step setup: nothing
  step play:
    repeat until closing:
      for each p in players: p turn
      dry_out
    last_words
  step last_words:
    told = yes
    finish
  step dry_out:
    dry += 1
    if dry > 3: close_down
  step close_down: closing = yes
  verb fill "fill up":
    you.water += 1
    if you.water > 2: close_down
  verb turn "take a turn":
    you.spoken = yes
    choose one:
      option "Fill": fill
      option "Wait": nothing
pieces: [{id: pebble}]
"""


@pytest.fixture(name="wells", scope="module")
def _wells(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = tmp_path_factory.mktemp("games") / "wells"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    return load_game(folder)


def endings(game: Game) -> Counter[str]:
    table = MatchConfig(game.name, 2, ("random", "random"), 1, watched=True)
    courses = [play_one(game, table, number).course for number in range(30)]
    return Counter(str(course.ending) for course in courses if course is not None)


def test_a_mark_tells_what_set_it(wells: Game) -> None:
    found = endings(wells)
    assert found.total() == 30
    by_both = {"closing (fill > close_down)", "closing (dry_out > close_down)"}
    assert {part for ending in found for part in ending.split("; ") if part.startswith("closing")} == by_both
    # what a turn sets is told by it; what the end itself sets is told by the texts that end the game
    assert {part for ending in found for part in ending.split("; ")[2:]} == {"told", "spoken (play > turn)"}


@pytest.mark.parametrize("active", [True, False])
def test_who_begins_is_who_takes_the_first_turn(active: bool, tmp_path: Path) -> None:
    text = GAME.replace("step setup: nothing", "step setup:\n    for each p in players: p fill_or_not")
    text = text.replace(
        "  verb turn ", "  verb fill_or_not:\n    choose one:\n      option: fill\n      option: nothing\n  verb turn "
    )
    text = text.replace(
        "      for each p in players: p turn",
        "      choose first at random from players:\n        first turn\n        next(first) turn",
    )
    if active:
        text = text.replace("turn: turn", "turn: turn\nactive: active").replace(
            "table: {closing", "table: {active: player, closing"
        )
        text = text.replace("        first turn", "        active = first\n        first turn")
    folder = tmp_path / "wells"
    folder.mkdir()
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    game = load_game(folder)
    table = MatchConfig(game.name, 2, ("random", "random"), 1, watched=True)
    watched = [play_one(game, table, number).course for number in range(12)]
    assert {each.first for each in watched if each is not None} == {0, 1}
