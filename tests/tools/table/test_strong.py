"""The strongest bot that answers soon enough: a kind in numbers, by how quick this machine is."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import cardwright
from cardwright.playing.state import State
from cardwright_tools.cli.main import main
from cardwright_tools.laboratory.engines import Engines
from cardwright_tools.table import strong
from cardwright_tools.table.thinking import Thinking


@pytest.mark.parametrize(
    ("quick_up_to", "kind"), [(0, "mcts:50"), (50, "mcts:50"), (500, "mcts:500"), (10**6, "mcts:10000")]
)
def test_as_many_simulations_as_fit_into_the_time(
    quick_up_to: int, kind: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = 0.0

    def choose(self: Thinking, kind: str, seed: int, state: State) -> int:
        nonlocal now
        assert state.option_count > 1
        now += strong.SECONDS * 2 * (int(kind.partition(":")[2]) > quick_up_to)
        return 0

    monkeypatch.setattr(Thinking, "choose", choose)
    monkeypatch.setattr(time, "perf_counter", lambda: now)
    found = strong.named({0: "greedy", 2: "strong"}, cardwright.load_game("cargo_hold"), 3, Engines("python"))
    assert found == {0: "greedy", 2: kind}
    assert f"`strong` is `{kind}` here." in capsys.readouterr().err


def test_it_sits_at_a_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(strong, "within", lambda *_: 2)
    monkeypatch.chdir(tmp_path)
    words = ["--human", "none", "--bot", "1=strong", "--bot", "2=random", "--players", "2", "--seed", "1", "--new"]
    assert main(["play", "cargo_hold", *words, "--engine", "python"]) == 0
    assert "`strong` is `mcts:2` here." in capsys.readouterr().err
