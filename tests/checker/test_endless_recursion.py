"""Verbs and steps that perform themselves: reported where nothing can end it, allowed where something can."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import check_paths

GAME = """game: cycles
players: 2
active: active
kinds: {card: {plural: cards, attributes: {w: number}}}
zones: {table: {deck: {of: cards, see: everyone}}}
memory: {table: {active: player, n: number}, player: {gone: yes_no, points: number}}
OUT
library: |
  step setup: n = 3
  step play: active c
  rule final_score(player): player.points
TEXT
pieces:
  - id: card
    copies: 3
    w: 1POWER
"""
ENDLESS = {
    "itself": "verb c: c",
    "with another argument": "verb c: d(3)\n  verb d(number):\n    n += number\n    d(number - 1)",
    "each other": "verb c: d\n  verb d: you c",
    "after a loop": "verb c:\n    for each x in deck: n += x.w\n    c",
    "after a loop with an end": "verb c:\n    repeat until n > 3: n += 1\n    c",
    "in both branches": "verb c:\n    if n > 1: d\n    else: c\n  verb d:\n    if n > 2: c\n    else: d",
    "with a result": "verb c:\n    let m = d\n    n = m\n  step d gives (m: number):\n    let k = d\n    m = k",
    "behind what returns": "verb c:\n    d\n    c\n  verb d:\n    if n > 2: n -= 1",
    "chance decides nothing": "verb c:\n    let m = roll(6)\n    n = m\n    c",
}
ENDING = {
    "a condition": "verb c:\n    if n > 0:\n      n -= 1\n      c",
    "one branch": "verb c:\n    if n > 0: c\n    else: n = 1",
    "a requirement": "verb c:\n    require n > 0\n    n -= 1\n    c",
    "a requirement of another": "verb c: d\n  verb d:\n    require n > 0\n    n -= 1\n    c",
    "a loop": "verb c:\n    for each x in deck where w > n: c",
    "a decision": 'verb c:\n    choose one:\n      option "On": n += 1\n      option "Out": finish\n    c',
    "may": "verb c:\n    you may c",
    "a pick": "verb c:\n    choose x from deck: n += x.w\n    c",
    "finish": "verb c:\n    d\n    c\n  verb d:\n    if n > 3: finish",
    "somebody who may be nobody": "verb c:\n    active c",
}


def found(folder: Path, text: str, power: str = "", out: str = "") -> list[str]:
    written = GAME.replace("TEXT", "  " + text).replace("POWER", power).replace("OUT\n", out)
    (folder / "game.yaml").write_text(written, encoding="utf-8")
    told, _ = check_paths([str(folder)])
    return [each.message for each in told if each.severity == "error"]


@pytest.mark.parametrize("text", ENDLESS.values(), ids=ENDLESS)
def test_what_performs_itself_with_no_way_out_is_an_error(text: str, tmp_path: Path) -> None:
    told = found(tmp_path, text)
    assert told
    assert all("never ends: it performs" in each for each in told)


@pytest.mark.parametrize("text", ENDING.values(), ids=ENDING)
def test_what_has_a_way_out_is_allowed(text: str, tmp_path: Path) -> None:
    assert not found(tmp_path, text)


def test_powers_and_players_who_go_out_are_ways_out(tmp_path: Path) -> None:
    assert not found(
        tmp_path, "verb c: c\n  verb gain: you.points += 1", power='\n    power: "instead of player c: player gain"'
    )
    assert not found(tmp_path, "verb c:\n    you.gone = yes\n    c", out="out: gone\n")
    assert found(tmp_path, "verb c:\n    n += 1\n    c", out="out: gone\n")
