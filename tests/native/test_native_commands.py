"""The commands for which C plays or thinks tell the same whatever the engine, and which one it was."""

from __future__ import annotations

import argparse
import io
import json
from pathlib import Path
from typing import Any

import pytest
from maintenance import ladders
from tests.native.differential import QUICK, no_compiler

from cardwright import load_game
from cardwright.native import c_compiler
from cardwright_tools.cli.main import main
from cardwright_tools.laboratory.games import engine_choice
from cardwright_tools.laboratory.games.engine_choice import Engines
from cardwright_tools.session import bot_engine
from cardwright_tools.session.bot_engine import BotEngine

compiled = pytest.mark.skipif(bool(no_compiler()), reason=no_compiler() or "there is a compiler")


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(c_compiler, "FLAGS", QUICK)


def told(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    code = main([*words, "--json", "--jobs", "1"])
    out = capsys.readouterr().out
    assert code in (0, 1)
    found: dict[str, Any] = json.loads(out)
    return found


def without_times(found: dict[str, Any]) -> dict[str, Any]:
    rungs = [{word: value for word, value in rung.items() if word != "seconds"} for rung in found.pop("rungs", [])]
    return {word: value for word, value in found.items() if word not in ("engine", "engine_why", "seconds")} | {
        "rungs": rungs
    }


COMMANDS = {
    "stress": ("stress", "examples/low_tide", "--decisions", "60"),
    "ladder": ("ladder", "cargo_hold", "--games", "1", "--bots", "random,greedy:valuation=final_score,mcts:2"),
    "ablate": ("ablate", "cargo_hold", "--cards", "CARD", "--players", "2", "--games", "2", "--bots", "greedy"),
    "compare": (
        "compare",
        "cargo_hold",
        "--card",
        "CARD",
        "--blank",
        "--players",
        "2",
        "--games",
        "2",
        "--bots",
        "greedy",
    ),
}


@pytest.mark.long
@compiled
@pytest.mark.filterwarnings("ignore")  # of scipy, about so few games
@pytest.mark.parametrize("name", COMMANDS)
def test_what_comes_out_does_not_depend_on_the_engine(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("scipy")
    card = next(card.id for card in load_game("cargo_hold").card_texts() if card.text)
    words = [card if word == "CARD" else word for word in COMMANDS[name]]
    python, native = (told(capsys, *words, "--engine", engine) for engine in ("python", "native"))
    assert (python["engine"], native["engine"]) == ("python", "native")
    assert native["engine_why"] == "it was asked for"
    assert without_times(python) == without_times(native)


@pytest.mark.long
@compiled
def test_what_is_not_shown_is_played_on_with_further_deals(tmp_path: Path) -> None:
    pytest.importorskip("statsmodels")
    words = ["cargo_hold", "--players", "2", "--bots", "greedy,greedy", "--seconds", "1000", "--out"]
    bit, whole = tmp_path / "bit.jsonl", tmp_path / "whole.jsonl"
    assert ladders.main([*words, str(bit), "--deals", "2"]) == 0
    assert ladders.main([*words, str(bit), "--deals", "6"]) == 0
    assert [line["rung"]["games"] for line in map(json.loads, bit.read_text().splitlines())] == [4]
    assert ladders.main([*words, str(bit), "--deals", "6", "--further"]) == 0
    assert ladders.main([*words, str(whole), "--deals", "6"]) == 0
    [further], [at_once] = (list(map(json.loads, each.read_text().splitlines())) for each in (bit, whole))
    further["rung"].pop("seconds"), at_once["rung"].pop("seconds")
    assert further == at_once
    assert further["rung"]["games"] == 12


def test_what_was_learned_is_in_a_ladder_what_a_game_names_for_strong_players() -> None:
    asked = argparse.Namespace(bots=["greedy", "greedy:valuation=learned"], seed=0)
    [(step, column)] = ladders._list_rungs(load_game("ceylon"), 2, asked)
    assert (step.lower, step.upper) == ("greedy", "greedy:valuation=sought")
    assert column == ("greedy", "greedy:valuation=learned")


@pytest.mark.long
@compiled
def test_ladders_are_written_into_a_page_and_not_played_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("statsmodels")
    page, kept = tmp_path / "page.md", tmp_path / "kept.jsonl"
    page.write_text("Before.\n<!-- ladders -->\nwhat was there\n<!-- ladders end -->\nAfter.\n", encoding="utf-8")
    bots = "random,greedy,greedy:valuation=no_such_rule"
    words = ["cargo_hold", "--players", "2,99", "--bots", bots, "--deals", "3", "--out", str(kept)]
    assert ladders.main([*words, "--into", str(page)]) == 0
    assert "Cargo Hold, 2: greedy over random" in capsys.readouterr().err
    text = page.read_text(encoding="utf-8")
    assert text.startswith("Before.\n<!-- ladders -->\n\nPlayed on ")
    assert text.endswith("\n<!-- ladders end -->\nAfter.\n")
    assert "what was there" not in text
    assert "of 6" in text
    rung = told(capsys, "ladder", "cargo_hold", "--games", "3", "--bots", "random,greedy", "--engine", "native")
    assert f"{rung['rungs'][0]['share']:.1%} (" in text
    monkeypatch.setattr(ladders, "_play_rung", None)  # what is kept is not played again
    assert ladders.main(words) == 0
    assert "| Cargo Hold |" in capsys.readouterr().out
    assert ladders.main([*words, "--seed", "1", "--kept"]) == 0
    assert "| Cargo Hold |" not in capsys.readouterr().out
    (tmp_path / "other.md").write_text("Nothing here.\n", encoding="utf-8")
    assert ladders.main([*words, "--into", str(tmp_path / "other.md")]) == 1
    assert "has no line <!-- ladders -->" in capsys.readouterr().err


@pytest.mark.long
@compiled
def test_a_game_at_the_table_goes_the_same(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    seats = ("--human", "none", "--bot", "1=mcts:3", "--bot", "2=greedy")
    outs = []
    for engine in ("python", "native", "auto"):
        words = ["play", "cargo_hold", "--players", "2", "--seed", "4", "--new", "--plain", "--engine", engine]
        assert main([*words, *seats]) == 0
        outs.append(capsys.readouterr().out)
    assert outs[0] == outs[1] == outs[2]


def test_without_a_compiler_bots_think_in_python_and_one_remark_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "nowhere-to-be-found")
    state = load_game("cargo_hold").new(2, 1)
    think = BotEngine(Engines(engine_choice.AUTO))
    assert 0 <= think.choose("mcts:2", 1, state) < state.option_count
    think.close()
    assert capsys.readouterr().err.count("played in Python") == 1


@compiled
def test_what_c_cannot_follow_is_thought_about_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_engine, "PATIENCE", 60.0)
    game = load_game("cargo_hold")
    think, python = BotEngine(Engines(engine_choice.AUTO)), BotEngine()
    for state in (game.dictated(2, 1, {}), game.new(2, 1).determinise(game.new(2, 1).player, 5), game.new(2, 3)):
        assert think.choose("mcts:4", 9, state) == python.choose("mcts:4", 9, state)
    think.close()
