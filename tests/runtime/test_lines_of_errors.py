"""Errors in play name the line of the text that they come from, in both variants, and no class of Python."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardwright import SlipError, load_game
from cardwright_tools.cli.main import main

HEAD = """players: 2
kinds: {card: {}}
zones: {table: {row: {of: cards}}}
memory: {table: {much: {is: number, starts: 4000}}}
library: |
  rule final_score(player): 0
  step setup: nothing
  step play:
    repeat 3 times:
      for each p in players:
"""
# What each player does, and texts of which the last line fails before they begin.
FIRST = {
    "a choice": ("p turn", "choose m from numbers(1, much): nothing"),
    "a choice with more below": ("p turn", "choose m from numbers(1, much):\n      much = m\n      much = much + 1"),
    "a call": ("p turn", "p_pay(count(numbers(1, much)))"),
    "a requirement": ("p turn", "require count(numbers(1, much)) > 1"),
    "what may be done": ("p may turn", "choose m from numbers(1, much): nothing"),
    "what is offered": (
        'p choose one:\n          option "A": p turn\n          option "B": nothing',
        "choose m from numbers(1, much): nothing",
    ),
}


@pytest.mark.parametrize("case", FIRST)
def test_what_must_hold_before_a_text_begins_fails_in_its_own_line(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    call, body = FIRST[case]
    text = f"{HEAD}        {call}\n  verb p_pay(amount: number): much = amount\n  verb turn:\n    "
    (tmp_path / "game.yaml").write_text(text + body + "\n", encoding="utf-8")
    line = f"game.yaml, line {len(text.splitlines())}: "
    for tracked in (False, True):
        with pytest.raises(SlipError, match=line):
            load_game(tmp_path).new(2, 1, tracked).apply(0)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path.parent / "state"))
    words = ["simulate", str(tmp_path), "--games", "1", "--bots", "random", "--jobs", "1", "--no-learning", "--json"]
    assert main(words) == 1
    error = json.loads(capsys.readouterr().out)["errors"][0]
    assert line in error["error"]
    assert error["error"].startswith("a list of 4,000 numbers is too long")
    assert Path(error["record"]).is_file()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.yaml"]
