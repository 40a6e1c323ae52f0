"""Scenarios in folders, at the command line and in pytest."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.scenario_runner.harbour import GAME

from cardwright import check_paths, scenario_paths
from cardwright_tools.cli.main import main

CEYLON = Path(__file__).resolve().parents[1] / "scenarios" / "ceylon"
CONFTEST = Path(__file__).resolve().parents[1] / "conftest.py"


def test_files_are_found_in_folders(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "a.yaml").write_text("game: ceylon\nscenarios: []\n")
    (tmp_path / "cards.yaml").write_text("game: ceylon\ncards: []\n")
    assert scenario_paths([tmp_path]) == [tmp_path / "deep" / "a.yaml"]
    assert scenario_paths([tmp_path / "cards.yaml"]) == [tmp_path / "cards.yaml"]


def test_validate_checks_scenarios_without_playing_them(harbour: Path) -> None:
    file = harbour / "some.yaml"
    file.write_text("game: harbour\nplayers: 2\nscenarios:\n  - {name: it, then: [P1.coins is 5, P1.coin is 5]}\n")
    found, files = check_paths([file])
    assert [(each.span.line, each.code) for each in found] == [(4, "unknown-name")]
    assert str(file) in files


@pytest.mark.long
def test_the_command_plays_scenarios_and_tells_by_its_exit_code(harbour: Path) -> None:
    def cardwright(*words: str | Path) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "cardwright_tools.cli.main", "test", *map(str, words)]
        return subprocess.run(command, capture_output=True, text=True, cwd=harbour, check=False)

    good = cardwright(CEYLON, "--name", "six players")
    assert (good.returncode, good.stdout) == (0, "")
    assert good.stderr == "2 of 2 scenarios succeed\n"

    (harbour / "some.yaml").write_text(
        "game: harbour\nplayers: 2\nscenarios:\n"
        "  - {name: one, then: [P1.coins is 5]}\n  - {name: two, then: [P1.coins is 0]}\n"
    )
    bad = cardwright("some.yaml")
    assert bad.returncode == 1
    assert bad.stdout.startswith("some.yaml: one\nsome.yaml:4:24: error[scenario-failed]: this does not hold")
    assert bad.stderr == "1 of 2 scenarios succeed\n"

    for words in (("nowhere.yaml",), ("some.yaml", "--name", "nothing such")):
        assert cardwright(*words).returncode == 2


def test_a_mistake_of_the_game_is_told_once_and_no_scenario_is_played(
    harbour: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = harbour / "harbour" / "game.yaml"
    game.write_text(GAME.replace("you.coins += eyes", "you.coin += eyes"))
    (harbour / "some.yaml").write_text(
        "game: harbour\nplayers: 2\nscenarios:\n  - {name: one, then: [P1.coins is 0]}\n"
        "  - {name: two, then: [P1.coins is 0]}\n  - {name: three, players: 3, then: [P1.coins is 0]}\n"
    )
    assert main(["test", str(harbour / "some.yaml")]) == 1
    shown = capsys.readouterr()
    assert shown.out.count("error[") == shown.out.count("error[unknown-name]") == 1
    assert shown.err == "no scenario was played: 1 mistake in their files\n"
    (harbour / "other.yaml").write_text("game: ceylon\nplayers: 2\nscenarios:\n  - {name: one, then: [1 is 1]}\n")
    assert main(["test", str(harbour / "some.yaml"), str(harbour / "other.yaml"), "--json"]) == 1
    shown = capsys.readouterr()
    report = json.loads(shown.out)
    assert (report["played"], report["passed"], len(report["findings"])) == (1, 1, 1)
    told = "1 of 1 scenarios succeed; 3 could not be played; 1 mistake in their files\n"
    assert shown.err == told


@pytest.mark.long
def test_pytest_collects_scenarios_and_shows_failures_without_a_traceback(harbour: Path) -> None:
    tests = harbour / "tests"
    (tests / "scenarios").mkdir(parents=True)
    shutil.copy(CONFTEST, tests / "conftest.py")
    (tests / "scenarios" / "a.yaml").write_text(
        "game: ../../harbour\nplayers: 2\nscenarios:\n"
        "  - {name: good, then: [P1.coins is 0]}\n  - {name: bad, when: [{do: P1 turn}]}\n"
    )
    (tests / "scenarios" / "b.yaml").write_text("game: ceylon\nscenarios: none\n")
    (tests / "scenarios" / "cards.yaml").write_text("game: ceylon\ncards: []\n")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--continue-on-collection-errors"]
    # what the copied file imports stands beside the one it is copied from
    environment = os.environ | {"PYTHONPATH": str(CONFTEST.parents[1]), "PYTEST_ADDOPTS": ""}
    shown = subprocess.run(
        [*command, "tests"], capture_output=True, text=True, cwd=harbour, env=environment, check=False
    ).stdout
    assert "1 failed, 1 passed, 1 error" in shown
    assert "tests/scenarios/a.yaml:5:29: error[scenario-failed]: the scenario ends while P1 is asked" in shown
    assert "retire  Retire" in shown
    assert "tests/scenarios/b.yaml:2:12: error[wrong-value]" in shown
    assert "Traceback" not in shown
