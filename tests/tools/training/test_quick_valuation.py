"""In a game without a valuation bots learn one, say so, keep it, and go by it in every command and both engines."""

from __future__ import annotations

import json
from argparse import Namespace
from contextlib import nullcontext
from pathlib import Path
from signal import SIGTERM
from typing import Any

import pytest
from tests.native.differential import no_compiler

from cardwright import load_game
from cardwright_tools.cli.main import main
from cardwright_tools.cli.signals import Stopped
from cardwright_tools.session.bot_engine import BotEngine
from cardwright_tools.training import parallel_games
from cardwright_tools.training.from_nothing import quick_valuation

pytest.importorskip("numpy")
pytestmark = pytest.mark.skipif(bool(no_compiler()), reason=no_compiler() or "there is a compiler")

# What is planted counts at the end alone, further ahead than a bot that knows the score looks.
GARDEN = """title: Garden
players: 2
turn: turn
kinds: {tool: {attributes: {}}}
zones: {table: {shed: {of: tools, see: everyone}}}
pieces: [{id: rake, name: Rake, kind: tool}]
memory:
  player: {seeds: number, naps: number, points: number}
library: |
  rule final_score(player): player.points
  step setup: nothing
  step play:
    repeat 40 times:
      for each p in players: p turn
    for each p in players: p.points = p.seeds
  verb turn:
    choose one:
      option "Nap": you.naps += 1
      option "Plant": you.seeds += 1
"""


@pytest.fixture(name="garden")
def _garden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The game in a folder, for bots that learn quickly and keep what they learn in a folder of their own."""
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv(quick_valuation.VARIABLE, "")
    for name, value in (("ROUNDS", 2), ("FIRST_GAMES", 16), ("OPTIONS", 4000), ("TITLE_DEALS", 4), ("FINAL_DEALS", 4)):
        monkeypatch.setattr(quick_valuation, name, value)
    folder = tmp_path / "garden"
    folder.mkdir()
    (folder / "game.yaml").write_text(GARDEN, encoding="utf-8")
    return folder


def simulated(folder: Path, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[list[float], str]:
    """The mean scores of some games, and what was said beside."""
    assert main(["simulate", str(folder), "--games", "4", "--jobs", "1", "--json", *more]) == 0
    told = capsys.readouterr()
    return json.loads(told.out)["mean_scores"], told.err


@pytest.mark.long
def test_bots_learn_once_say_so_and_can_be_kept_from_it(garden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scores, said = simulated(garden, capsys)
    assert "Garden names no valuation, so bots learn what is good in it" in said
    assert "Bots go by what they learned of Garden by themselves: 100% of 8 games" in said
    assert min(scores) == 40
    again, said = simulated(garden, capsys, "--bots", "greedy,greedy")
    assert "so bots learn" not in said
    assert "Bots go by what they learned" in said
    assert again == scores
    alone, said = simulated(garden, capsys, "--no-learning")
    assert "Bots go by what they learned" not in said
    assert "goes by the score alone" in said
    assert max(alone) < 39
    elsewhere = garden.parent / "versions" / "garden"  # as `compare` makes copies
    elsewhere.mkdir(parents=True)
    (elsewhere / "game.yaml").write_text(GARDEN, encoding="utf-8")
    assert "so bots learn" not in simulated(elsewhere, capsys)[1]
    (garden / "game.yaml").write_text(GARDEN.replace("40 times", "35 times"), encoding="utf-8")
    _, said = simulated(garden, capsys, "--no-learning")
    game = load_game(garden)
    assert quick_valuation.load_with_learned(game, 2) is not None  # at a table what was learned of earlier files fits
    assert _planted(BotEngine(), game, 20) == 20


def _planted(engine: BotEngine, game: Any, turns: int) -> int:
    """How often the first player plants in so many turns of a match at a table."""
    state = game.new(2, 7)
    for number in range(2 * turns):
        state.apply(engine.choose("greedy", number, state))
    return int(next(each.plain for each in state.view(0).counters if (each.owner, each.name) == ("P1", "seeds")))


def test_without_the_libraries_bots_go_by_the_score_and_say_why(
    garden: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quick_valuation, "LIBRARIES", ("json", "numpy_by_another_name"))
    _, said = simulated(garden, capsys)
    assert "Bots go by the score alone: learning needs numpy_by_another_name, which is not installed" in said


# Seconds of a match and of its first decision, and what becomes of a minute of learning.
PACES = {
    "short matches": (0.01, "Bots go by what they learned of Garden by themselves: 100% of 8 games"),
    "a round and no more": (0.8, "Bots go by what they learned of Garden by themselves: 100% of 8 games"),
    "no whole round": (1.3, "Bots go by what they learned of Garden by themselves: 100% of 8 games"),
    "too few to learn from": (50.0, "Bots go by the score alone: 60 seconds were not enough to learn it"),
    "none that ends": (1e9, "Bots go by the score alone: 60 seconds were not enough to learn it"),
}


@pytest.mark.long
@pytest.mark.parametrize("pace", PACES)
def test_learning_ends_in_time_with_what_there_is(garden: Path, pace: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds, told = PACES[pace]
    now, play = 1000.0, parallel_games.play_arena_game

    def take_time(*asked: Any) -> Any:
        nonlocal now
        now += seconds
        return play(*asked)

    monkeypatch.setattr(parallel_games, "play_arena_game", take_time)
    found = quick_valuation.train_into_cache(load_game(garden), 2, 1, parallel_games.LearningLimit(60.0, lambda: now))
    assert found is not None
    assert found[1].startswith(told)
    assert now - 1000 <= 60 + seconds


@pytest.mark.long
@pytest.mark.parametrize(("interrupt", "goes_on"), [(KeyboardInterrupt(), True), (Stopped(SIGTERM), False)])
def test_an_interrupt_begins_the_match(
    garden: Path,
    interrupt: KeyboardInterrupt,
    goes_on: bool,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def learn(*_: object) -> None:
        raise interrupt

    monkeypatch.setattr(quick_valuation, "_train", learn)
    with nullcontext() if goes_on else pytest.raises(Stopped):
        quick_valuation.train_for_table(Namespace(), load_game(garden), 2, ["greedy"])
    said = capsys.readouterr().err
    assert "60 seconds at most, once for these files (Ctrl-C: play at once)" in " ".join(said.split())
    assert ("Bots go by the score alone: learning was interrupted." in said) is goes_on


@pytest.mark.long
def test_both_engines_and_a_run_that_goes_on_go_by_it(
    garden: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds = ("--bots", "greedy,mcts:20")
    scores, _ = simulated(garden, capsys, *kinds, "--engine", "native")
    assert simulated(garden, capsys, *kinds, "--engine", "python")[0] == scores
    assert simulated(garden, capsys, *kinds, "--engine", "python", "--jobs", "2")[0] == scores
    run = str(tmp_path / "run.sqlite")
    simulated(garden, capsys, *kinds, "--out", run)
    assert main(["simulate", "--resume", run, "--games", "6", "--jobs", "1"]) == 0
    assert "Bots go by what they learned" in capsys.readouterr().err
    monkeypatch.setattr(quick_valuation, "find_learned", lambda *_: "")
    assert main(["simulate", "--resume", run, "--games", "8"]) == 1
    assert "learned otherwise here" in capsys.readouterr().err
    # the same command without learning is another run
    assert main(["simulate", str(garden), "--games", "4", *kinds, "--out", run, "--no-learning"]) == 2
    assert "another learned valuation" in capsys.readouterr().err
