"""Decks that players bring, in runs: one for a seat, or a pool from which the seats draw in every match."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.language.test_brought_decks import GAME, WATER

from cardwright.records.record_file import read_record
from cardwright_tools.cli.errors import FindingError
from cardwright_tools.cli.main import main
from cardwright_tools.laboratory.games.match import MatchConfig
from cardwright_tools.laboratory.runs.run_store import open_run, read_plan
from cardwright_tools.laboratory.statistics.deck_results import tally_decks
from cardwright_tools.session.record_folder import open_record

BLAZE = "name: Blaze\ncards: {spark: 2, flame: 2, stone: 2}\n"
BOTS = ["--players", "2", "--bots", "random"]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with the game `bringers` and, in `pool`, decks for it; it is the current folder."""
    for name, text in {"bringers/game.yaml": GAME, "pool/tide.yaml": WATER, "pool/blaze.yaml": BLAZE}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


def _simulate(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    capsys.readouterr()
    assert main(["simulate", *words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return {key: value for key, value in found.items() if "second" not in key}


@pytest.mark.long
def test_the_same_seed_draws_the_same_decks_with_any_number_of_jobs(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["bringers", "--games", "12", "--pool", "pool", *BOTS]
    alone = _simulate(capsys, *words, "--jobs", "1")
    assert alone == _simulate(capsys, *words, "--jobs", "2")
    decks = alone["decks"]
    assert isinstance(decks, dict)
    assert list(decks) == ["blaze", "tide"]
    assert sum(deck["drawn"] for deck in decks.values()) == 24
    assert min(deck["drawn"] for deck in decks.values()) > 4


def test_a_run_keeps_its_decks_and_replays_with_them(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["bringers", "--games", "6", "--deck", "1=pool/tide.yaml", "--pool", "pool", *BOTS, "--out", "r.sqlite"]
    before = _simulate(capsys, *words)
    (here / "pool" / "tide.yaml").write_text(WATER.replace("2", "1", 1), encoding="utf-8")
    assert main(["simulate", *words]) == 2
    assert "played with other decks" in capsys.readouterr().err
    assert _simulate(capsys, "--resume", "r.sqlite")["wins"] == before["wins"]
    with open_run(Path("r.sqlite")) as connection:
        table = read_plan(connection, Path("r.sqlite")).table
    assert table.decks == (("P1", WATER),)
    assert table.pool == (("blaze", BLAZE), ("tide", WATER))
    assert {tuple(table.draw(number)) for number in range(6)} == {(None, 0), (None, 1)}
    for number in range(6):
        assert main(["simulate", "--resume", "r.sqlite", "--record", str(number)]) == 0
        [path] = Path("r.games").glob(f"*-2-{number}-*.jsonl")
        drawn = table.draw(number)[1]
        assert drawn is not None
        assert dict(read_record(path).header.decks) == {"P1": WATER, "P2": table.pool[drawn][1]}
        _, game = open_record(path)
        assert [deck.text for deck in game.decks] == [WATER, table.pool[drawn][1]]


def test_a_deck_of_a_pool_that_is_not_legal_is_refused_where_it_is_wrong(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "pool" / "bad.yaml").write_text("cards: {drop: 3, wvae: 1}\n", encoding="utf-8")
    (here / "pool" / "few.yaml").write_text("cards: {drop: 1}\n", encoding="utf-8")
    assert main(["simulate", "bringers", "--games", "2", "--pool", "pool", *BOTS]) != 0
    told = capsys.readouterr()
    for start in ("pool/bad.yaml:1:15: ", "pool/bad.yaml:1:18: ", "pool/few.yaml:1:8: "):
        assert start in told.out + told.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--pool", "nowhere"], "cannot be read"),
        (["--pool", "bringers/decks"], "no file of a deck"),
        (["--pool", "pool", "--engine", "native"], "decks are drawn from a pool"),
        (["--deck", "3=pool/tide.yaml"], "there is no seat 3"),
        (["--deck", "1=pool/tide.yaml", "--deck", "1=pool/blaze.yaml"], "given two decks"),
    ],
)
def test_decks_that_cannot_be_used_are_refused(
    here: Path, capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    (here / "bringers" / "decks").mkdir()
    assert main(["simulate", "bringers", "--games", "2", *BOTS, *words]) != 0
    assert message in capsys.readouterr().err


def test_decks_in_a_run_that_are_none_are_refused(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "bringers", "--games", "1", *BOTS, "--pool", "pool", "--out", "whole.sqlite"]) == 0
    for key, value in (
        ("decks", [["P3", WATER]]),
        ("decks", [["P1", WATER], ["P1", WATER]]),
        ("decks", {"P1": WATER}),
        ("pool", [["tide", "\ud800"]]),
        ("pool", [["tide\x1b", WATER]]),
        ("pool", [["tide", WATER, "more"]]),
        ("pool", [["tide", "#" * 70_000]]),
    ):
        shutil.copy("whole.sqlite", "changed.sqlite")
        with closing(sqlite3.connect("changed.sqlite")) as connection, connection:
            connection.execute("INSERT OR REPLACE INTO run VALUES (?, ?)", (key, json.dumps(value)))
        with pytest.raises(FindingError, match="as it never is in a run"), open_run(Path("changed.sqlite")):
            pass


def test_each_seat_counts_for_the_deck_that_it_drew() -> None:
    table = MatchConfig("", 2, ("random",) * 2, 0, pool=(("a", ""), ("b", "")), decks=())
    results = [(number, seat, 10 * number, seat == 0) for number in range(40) for seat in range(2)]
    drawn = [table.draw(number) for number in range(40)]
    first, second = tally_decks(table, results)
    assert first.drawn == sum(each.count(0) for each in drawn)
    assert second.won == sum(each[0] == 1 for each in drawn)
    assert first.scores == [10 * number for number, each in enumerate(drawn) for deck in each if deck == 0]


@pytest.mark.parametrize(
    "words",
    [
        ["bench", "bringers", "--seconds", "0.01", "--deck", "1=pool/tide.yaml"],
        ["stress", "bringers", "--games", "1", "--deck", "2=pool/tide.yaml"],
        ["ladder", "bringers", "--bots", "random,random", "--games", "1", "--pool", "pool", "--jobs", "1"],
    ],
)
@pytest.mark.long
def test_other_commands_take_decks(here: Path, capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    assert main([*words, "--json"]) in (0, 1)
    assert json.loads(capsys.readouterr().out)
    shutil.rmtree("pool")
    assert main(words) == 2
    assert "cannot be read" in capsys.readouterr().err
