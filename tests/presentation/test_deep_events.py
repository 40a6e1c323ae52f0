"""Verbs that perform themselves very often are told of like any other, however deep their events are nested."""

from __future__ import annotations

from pathlib import Path

import cardwright
from cardwright import Event
from cardwright.presentation.log.fit_to_lines import render_brief_log, render_log_within, render_tree
from cardwright.presentation.log.folding import fold_events
from cardwright.presentation.log.tree import build_log_tree, build_spectator_log, flatten_events
from cardwright.query.log_events import MAX_LEVELS

DEEP = 1100
GAME = f"""
game: dig
players: 2
active: active
turn: take_turn
kinds: {{card: {{attributes: {{}}}}}}
zones: {{table: {{deck: {{of: cards}}}}}}
memory: {{table: {{active: {{is: player}}, day: number, n: number}}}}
library: |
  step setup: nothing
  step play:
    repeat until day >= 4:
      active take_turn
      active = next(active)
  verb take_turn "take a turn":
    day += 1
    choose one:
      option "Dig": dig({DEEP})
      option "Rest": nothing
  verb dig(number) "dig {{number:foot}}":
    n += 1
    if number > 0: dig(number - 1)
  rule final_score(player) "the score": n
"""
RATTLE = """\
  verb rattle "rattle":
    let none_of_it = roll(0)
    let eyes = roll(6)
    n += none_of_it + eyes
"""


def _levels(events: list[Event]) -> int:
    levels = 0
    while events:
        levels, events = levels + 1, [below for each in events for below in each.children]
    return levels


def test_deep_events_are_told_in_full(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME)
    state = cardwright.load_game(tmp_path).new(2, seed=1)
    state.apply(0)
    events = build_log_tree(state, 0)
    told = [event.text for event in flatten_events(events)]
    assert [int(text.split()[2]) for text in told if text.endswith(("foot", "feet"))] == [*range(DEEP, -1, -1)]
    assert MAX_LEVELS <= _levels(events) <= MAX_LEVELS + 2
    assert any("digs 2 feet" in text for text in render_tree(events))
    assert render_brief_log(events, 80)
    assert len(render_log_within(events, 80, 10)) <= 10
    assert fold_events(events)
    assert build_spectator_log(state)


def test_a_die_without_sides_shows_nothing(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(
        GAME.replace(f"dig({DEEP})", "rattle").replace("  verb dig", f"{RATTLE}  verb dig")
    )
    state = cardwright.load_game(tmp_path).new(2, seed=1)
    state.apply(0)
    told = [event.text for event in flatten_events(build_log_tree(state, 0))]
    first, second, *_ = [text for text in told if "die" in text]
    assert first == "the die has at most one side"
    assert second.startswith("the die shows ")
