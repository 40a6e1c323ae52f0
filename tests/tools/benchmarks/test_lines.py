"""`cardwright bench --profile`: the lines of an author's files that take the time, and whose they are."""

from __future__ import annotations

import json
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from cardwright import Game, load_game
from cardwright.runtime.errors import file_of
from cardwright_tools.benchmarks.game_line_profiler import (
    Looks,
    Profile,
    find_generated_frames,
    format_profile,
    read_looks,
)
from cardwright_tools.cli.main import main

ROOT = Path(__file__).parents[3]
SLOW = "    repeat 3 times:\n      let spare = sum(count(deck where it is not c) for each c in deck)\n"
CHOOSING = """\
game: chooser
title: Chooser
players: 2
active: active
turn: act
kinds:
  card: {attributes: {value: {is: number}}}
zones:
  table:
    deck: {of: cards, see: nobody, ordered: yes}
  player:
    hand: {of: cards, see: owner}
    board: {of: cards}
memory:
  table:
    active: {is: player}
pieces: [{id: mint, copies: 60, value: 1}]
library: |
  rule final_score(player): 0
  verb lay(card): move(card, to: you.board)
  verb act:
    choose a from you.hand where sum(it.value for each b in you.hand) > 3, c from you.hand where it is not a:
      lay(c)
  step setup:
    for each p in players: move(top(deck, 20), to: p.hand)
  step play:
    repeat 9 times:
      active act
      active = next(active)
"""


@contextmanager
def every_line() -> Iterator[Looks]:
    """Inside, look once at each line of generated code that runs: the same on any machine."""
    looks: Looks = Counter()
    filename = file_of("plain")

    def trace(frame: FrameType, event: str, arg: Any) -> Any:
        if frame.f_code.co_filename != filename:
            return None
        if event == "line":
            looks[find_generated_frames(frame)] += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield looks
    finally:
        sys.settrace(before)


def profile(game: Game, players: int, decisions: int) -> Profile:
    return read_looks(game, players, lambda done: done >= decisions, every_line)


def test_the_line_that_takes_the_time_comes_first(tmp_path: Path) -> None:
    place = tmp_path / "ceylon"
    shutil.copytree(ROOT / "games" / "ceylon", place)
    shutil.copytree(ROOT / "cards" / "ceylon", place / "cards")
    rules = place / "game.yaml"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace("  step setup:\n", f"  step setup:\n{SLOW}", 1), encoding="utf-8")
    found = profile(load_game(place), 3, 1)
    first = found.lines[0]
    assert (first.path, first.owner) == (rules.as_posix(), "setup")
    assert first.text in SLOW
    assert first.share > 2 * max(line.share for line in found.lines if line.text not in SLOW)
    assert rules.read_text(encoding="utf-8").splitlines()[first.line - 1].strip() == first.text


@pytest.mark.long
def test_every_share_belongs_to_a_line_that_is_there() -> None:
    game = load_game("import_export")
    found = profile(game, 2, 30)
    assert found.looks > 10
    assert found.decisions > 10
    assert sum(line.share for line in found.lines) + found.around == pytest.approx(1)
    cards = {definition.name for definition in game.program(2).tables.definitions}
    for line in found.lines:
        there = Path(line.path).read_text(encoding="utf-8").splitlines()[line.line - 1]
        assert line.text.split()[0] in there
        assert (line.owner in cards) == ("/cards/" in Path(line.path).resolve().as_posix())
    table = format_profile(found)
    assert table[1].split() == ["TIME", "PLACE", "OF", "LINE"]
    assert "around them" in table[-1]


def test_it_is_told_to_programs_and_not_together_with_engines(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "ceylon", "--profile", "--players", "2", "--seconds", "0.2", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["profiles"][0]
    assert (told["game"], told["players"]) == ("ceylon", 2)
    assert all(set(line) == {"path", "line", "owner", "text", "share"} for line in told["lines"])
    assert main(["bench", "ceylon", "--profile", "--engines"]) == 2


def test_the_time_of_a_choice_is_that_of_its_own_line(tmp_path: Path) -> None:
    rules = tmp_path / "chooser" / "game.yaml"
    rules.parent.mkdir()
    rules.write_text(CHOOSING, encoding="utf-8")
    found = {line.text.split()[0]: line for line in profile(load_game(rules.parent), 2, 10).lines}
    choosing, calling = found["choose"], found["active"]
    assert choosing.owner == "act"
    assert choosing.share > 2 * calling.share
