"""How a training goes on: which bots play, what is tried out and not played again, and what is varied."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.tools.training.gems import lazy

from cardwright_tools.cli.main import main
from cardwright_tools.laboratory.games.match import MatchConfig
from cardwright_tools.training import training_loop
from cardwright_tools.training.evaluation import EvaluationGames


@pytest.mark.long
def test_one_kind_of_bot_plays_all_games_those_to_learn_from_and_those_to_try_out_in(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tables: list[MatchConfig] = []

    def noted(**given: Any) -> MatchConfig:
        tables.append(MatchConfig(**given))
        return tables[-1]

    monkeypatch.setattr(training_loop, "MatchConfig", noted)
    game = (folder / "game.yaml").read_text(encoding="utf-8")
    (folder / "game.yaml").write_text(lazy(game), encoding="utf-8")
    words = ["train", str(folder), "--games", "40", "--deals", "8", "--rounds", "1", "--variations", "1"]
    words += ["--without", "final_score,heavy", "--out", str(tmp_path / "games"), "--json"]
    searching = [*words, "--bots", "mcts:9"]
    assert main([*searching, "--jobs", "1"]) == 0
    first = capsys.readouterr()
    assert "40 games of mcts:9 with the game's own valuation" in first.err
    assert json.loads((tmp_path / "games" / "round-1.jsonl").read_text().splitlines()[0])["bot"] == "mcts:9"
    assert tables
    for table in tables:
        plain, told = sorted(table.bots)
        assert plain == "mcts:9"
        assert told.startswith("mcts:9:valuation=trained_valuation_")
    text = (folder / "learned.yaml").read_text(encoding="utf-8")
    assert " --bots mcts:9 --deals 8 " in text.splitlines()[0]
    assert "\n# mcts:9 with it over mcts:9 with the game's own valuation: " in text
    assert "`mcts:9:valuation=learned`" in text
    assert main([*searching, "--jobs", "2"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(first.out)
    assert main(words) == 2
    assert "holds games of another training" in capsys.readouterr().err


@pytest.mark.long
def test_a_training_that_was_broken_off_among_trials_does_not_play_them_again(
    for_more: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class BrokenOffError(BaseException):
        pass

    tables: list[MatchConfig] = []
    last = 10**9

    def noted(**given: Any) -> MatchConfig:
        if len(tables) == last:
            raise BrokenOffError
        tables.append(MatchConfig(**given))
        return tables[-1]

    monkeypatch.setattr(training_loop, "MatchConfig", noted)
    words = ["train", str(for_more), "--games", "40", "--deals", "8", "--rounds", "1", "--variations", "2"]
    words += ["--without", "final_score,heavy", "--players", "2,3", "--jobs", "1", "--json"]
    main(words)
    told, whole = capsys.readouterr().out, list(tables)
    # two seats of two, and two of three
    words, last = [*words, "--out", str(tmp_path / "games")], 12 * 5 + 4
    tables.clear()
    with pytest.raises(BrokenOffError):
        main(words)
    capsys.readouterr()
    played, last = 12 * 5 + 2, 10**9
    tables.clear()
    main(words)
    assert capsys.readouterr().out == told
    assert [(each.bots, each.seed) for each in tables] == [(each.bots, each.seed) for each in whole[played:]]
    tables.clear()
    main([*words, "--engine", "python"])
    assert capsys.readouterr().out == told
    assert not tables
    file = tmp_path / "games" / "trials.jsonl"
    text = file.read_text(encoding="utf-8")
    assert text.count("\n") > 10
    for wrong in ('"wins":-1', '"wins":999', '"wins":"1"', '"win":1'):
        file.write_text(re.sub(r'"wins":[^,]+', wrong, text, count=1), encoding="utf-8")
        assert main(words) == 2
        assert "line 2, is no game of a training" in capsys.readouterr().err
    file.write_text(text, encoding="utf-8")
    assert main([*words, "--seed", "1"]) == 2
    assert "holds games of another training" in capsys.readouterr().err


@pytest.mark.long
def test_whether_to_compile_hangs_on_all_games_that_are_tried_out_now(
    for_more: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[int, int]] = []

    def compiled(game: Any, players: int, kind: str, games: int, engines: Any) -> bool:
        told.append((players, games))
        return False

    monkeypatch.setattr(training_loop, "plays_in_c", compiled)
    words = ["train", str(for_more), "--games", "41", "--deals", "8", "--rounds", "1", "--variations", "2"]
    words += ["--without", "final_score,heavy", "--players", "2,3", "--jobs", "1"]
    words += ["--out", str(tmp_path / "games"), "--json"]
    main(words)
    fits = told[2][1] // 16
    of_trials = [(2, 16 * fits), (3, 24 * fits), (2, 16 * 3), (3, 24 * 3), (2, 16), (3, 24)]
    assert fits > 1
    assert told == [(2, 21), (3, 21), *of_trials]
    told.clear()
    main(words)
    assert not told


@pytest.mark.long
def test_what_bots_go_by_already_is_not_what_is_varied(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = (folder / "game.yaml").read_text(encoding="utf-8")
    (folder / "game.yaml").write_text(game.replace("players: 2\n", "players: 2\nvaluation: heavy\n"), encoding="utf-8")
    tried: dict[str, list[str]] = {"fits": [], "variations": [], "match": []}

    def trials(training: Any, name: str, what: str, number: int, deals: range) -> list[EvaluationGames]:
        text = training.workshop.text_of(name)
        tried[what] += [] if deals.start else [text]
        # nothing that was fitted ever wins
        return [EvaluationGames(2, len(deals) if text.count("*") == 1 else 0, 2 * len(deals))]

    monkeypatch.setattr(training_loop.Training, "_evaluate", trials)
    words = ["train", str(folder), "--games", "40", "--deals", "8", "--rounds", "1", "--variations", "3", "--jobs", "1"]
    assert main([*words, "--without", "final_score"]) == 1
    assert "No learned rule plays better" in capsys.readouterr().out
    assert len(set(tried["fits"])) == len(tried["fits"]) > 2
    assert len(set(tried["variations"])) == 4
    assert all(text.count("*") > 1 for text in (*tried["fits"], *tried["variations"], *tried["match"]))
