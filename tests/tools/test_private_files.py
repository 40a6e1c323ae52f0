"""Whatever holds a seed is for its owner alone: records, tables, runs and what lies beside them while they grow."""

from __future__ import annotations

import json
import os
import sqlite3
import stat
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.tools.web.stalls import a_hall, stall

from cardwright_tools.cli.main import main
from cardwright_tools.commands.laboratory.stress import _write_faults
from cardwright_tools.laboratory.games.match import MatchConfig
from cardwright_tools.laboratory.runs.run_store import connect, write_game
from cardwright_tools.laboratory.stress_games import Fault, StressRun
from cardwright_tools.session.record_folder import find_records_folder
from cardwright_tools.session.session import Session

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")


@pytest.fixture(autouse=True)
def open_to_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A user whose new files everybody may read and write."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    before = os.umask(0)
    yield
    os.umask(before)


def open_to_others(folder: Path) -> list[str]:
    """What in a folder others may read."""
    return [str(path) for path in folder.rglob("*") if stat.S_IMODE(path.lstat().st_mode) & 0o077]


def test_a_game_and_what_lies_beside_it(tmp_path: Path) -> None:
    session = Session(stall(tmp_path / "stall"), 2, 7)
    session.answer(0, True)
    assert len([*find_records_folder().iterdir()]) == 2  # the lock says who plays
    assert not open_to_others(tmp_path / "state")
    session.save(tmp_path / "mine.jsonl")
    assert stat.S_IMODE((tmp_path / "mine.jsonl").stat().st_mode) == 0o600
    session.close()


def test_folders_of_older_versions_are_closed(tmp_path: Path) -> None:
    find_records_folder().mkdir(parents=True)
    session = Session(stall(tmp_path / "stall"), 2, 7)
    session.answer(0, True)
    session.close()
    assert not open_to_others(find_records_folder().parent)
    assert stat.S_IMODE(find_records_folder().parent.stat().st_mode) == 0o700


def test_a_table(tmp_path: Path) -> None:
    with a_hall() as registry:
        registry.new_table(stall(tmp_path / "stall"), 2, 7, {})
        assert not open_to_others(tmp_path / "state")


def test_a_run_and_what_sqlite_keeps_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "runs" / "run.sqlite"
    with connect(path, create=True) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE game (seed INTEGER)")
        connection.execute("INSERT INTO game VALUES (1)")
        assert len([*path.parent.iterdir()]) == 3
        assert not open_to_others(tmp_path)
    with connect(path, create=True) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.isolation_level = None
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO game VALUES (2)")
        assert len([*path.parent.iterdir()]) == 2
        assert not open_to_others(tmp_path)


def test_an_older_run_is_closed_when_it_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "run.sqlite"
    sqlite3.connect(path).close()
    path.chmod(0o644)
    with connect(path, create=True):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


COMMANDS = {
    "simulate": [
        "simulate",
        "stall",
        "--bots",
        "random",
        "--games",
        "3",
        "--players",
        "2",
        "--out",
        "made/run.sqlite",
        "--jobs",
        "1",
    ],
    "train": [
        "train",
        "stall",
        "--players",
        "2",
        "--games",
        "6",
        "--deals",
        "2",
        "--rounds",
        "1",
        "--out",
        "made/kept",
    ],
    "compare": ["compare", "stall", "other", "--games", "3", "--players", "2", "--out", "made/both"],
}


@pytest.mark.one_of
@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_what_the_laboratory_writes(words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stall(tmp_path / "stall")
    stall(tmp_path / "other")
    cards = tmp_path / "other" / "cards" / "base" / "cards.yaml"
    cards.write_text(cards.read_text().replace("worth: 3", "worth: 4"))
    monkeypatch.chdir(tmp_path)
    code = main(words)
    found = [path for path in (tmp_path / "made").rglob("*") if path.is_file()] if (tmp_path / "made").exists() else []
    assert found, code
    assert not open_to_others(tmp_path / "made")


def test_a_record_of_a_run_and_of_what_stress_found(tmp_path: Path) -> None:
    game = stall(tmp_path / "stall")
    table = MatchConfig(str(tmp_path / "stall"), 2, ("random", "random"), 5)
    path = write_game(tmp_path / "crashes", game, table, 1, [0, 0])
    assert json.loads(path.read_text().splitlines()[0])["seed"]
    assert not open_to_others(path.parent)
    of_three = write_game(path.parent, game, replace(table, players=3, bots=("random",) * 3), 1, [0, 0])
    assert path != of_three, "a run with more players has records of its own"
    fault = Fault(StressRun(2, 5, (), 3, tracked=True), "error", "details", (0, 0))
    [kept] = _write_faults([fault], "stall", (), (), tmp_path / "stress")
    assert json.loads(kept.read_text())["run"]["seed"] == 5
    assert not open_to_others(kept.parent)
