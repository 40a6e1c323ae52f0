"""Runs of many games: kept, interrupted, killed, gone on with, and spread over processes and clusters."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.bots.test_patience import BROKEN
from tests.runs import rewritten

from cardwright import State, load_game
from cardwright.bots import make_bot
from cardwright.records.play_back import play_back
from cardwright.records.record_file import read_record
from cardwright_tools.cli.main import main
from cardwright_tools.laboratory.games.end_causes import EndCauses
from cardwright_tools.laboratory.games.match import MatchConfig, WatchedMatch, play_one
from cardwright_tools.laboratory.runs import untrusted_run_file
from cardwright_tools.laboratory.runs.run_store import RunPlan, open_store

GAME = "cargo_hold"
# seconds of play for both processes: enough to be interrupted in the middle on any machine
LONG = 3000


def simulate(*words: str | Path) -> int:
    return main(["simulate", *map(str, words)])


def rows(run: Path) -> dict[str, list[Any]]:
    """Everything in a run but how long its games took."""
    connection = sqlite3.connect(run)
    columns = "number, seed, decisions, turns, error, first, forced, longest_turn, lead_changes, ended, scores"
    found = {
        table: connection.execute(f"SELECT {columns if table == 'game' else '*'} FROM {table} ORDER BY 1, 2").fetchall()
        for table in ("run", "definition", "game", "player", "card")
    }
    connection.close()
    return found


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    """What twelve games come to when one process plays them one after the other."""
    run = tmp_path_factory.mktemp("alone") / "run.sqlite"
    assert simulate(GAME, "--bots", "random", "--games", "12", "--seed", "3", "--jobs", "1", "--out", run) == 0
    return rows(run)


def test_a_run_has_a_row_for_every_game_player_and_card(alone: dict[str, list[Any]]) -> None:
    assert [row[0] for row in alone["game"]] == list(range(12))
    assert len(alone["player"]) == 36
    assert {row[2] for row in alone["card"]} <= {row[0] for row in alone["definition"]}
    assert all(sum(row[5] for row in alone["player"] if row[0] == game) == pytest.approx(1) for game in range(12))
    said = {key: json.loads(value) for key, value in alone["run"]}
    assert (said["game"], said["games"], said["seed"], said["bots"]) == (GAME, 12, 3, ["random"] * 3)
    assert said["content"] == load_game(GAME).content_hash


@pytest.mark.parametrize("jobs", ["2", "3"])
def test_runs_do_not_depend_on_the_number_of_processes(alone: dict[str, list[Any]], jobs: str, tmp_path: Path) -> None:
    assert (
        simulate(
            GAME, "--bots", "random", "--games", "12", "--seed", "3", "--jobs", jobs, "--out", tmp_path / "run.sqlite"
        )
        == 0
    )
    assert rows(tmp_path / "run.sqlite") == alone


def test_a_run_can_be_made_longer_and_plays_only_what_is_missing(alone: dict[str, list[Any]], tmp_path: Path) -> None:
    run = tmp_path / "run.sqlite"
    assert simulate(GAME, "--bots", "random", "--games", "5", "--seed", "3", "--jobs", "1", "--out", run) == 0
    deletions = [f"DELETE FROM {table} WHERE game = 2" for table in ("player", "card")]
    rewritten(run, "DELETE FROM game WHERE number = 2", *deletions, "UPDATE game SET seconds = 12345")
    assert simulate(GAME, "--bots", "random", "--games", "12", "--seed", "3", "--jobs", "2", "--out", run) == 0
    assert rows(run) == alone
    connection = sqlite3.connect(run)
    before = connection.execute("SELECT number FROM game WHERE seconds = 12345 ORDER BY number").fetchall()
    connection.close()
    assert before == [(0,), (1,), (3,), (4,)]


def test_another_run_is_not_mixed_into_one_that_is_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = tmp_path / "run.sqlite"
    assert simulate(GAME, "--bots", "random", "--games", "1", "--jobs", "1", "--out", run) == 0
    kept = rows(run)
    for words, told in [
        (("--seed", "4"), "seed 0, not 4"),
        (("--players", "2"), "players 3, not 2"),
        (("--bots", "greedy"), "bots random,random,random, not greedy,greedy,greedy"),
    ]:
        assert simulate(GAME, "--bots", "random", "--games", "1", "--jobs", "1", "--out", run, *words) == 2
        assert told in capsys.readouterr().err
    assert rows(run) == kept


@pytest.mark.parametrize("content", [b"a text, not a database", b"SQLite format 3\0" + bytes(100)])
def test_a_file_that_is_no_run_is_refused_and_left_alone(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "thing.sqlite"
    file.write_bytes(content)
    assert simulate(GAME, "--bots", "random", "--games", "1", "--jobs", "1", "--out", file) == 2
    assert simulate("--resume", file) == 2
    assert "Traceback" not in capsys.readouterr().err
    assert file.read_bytes() == content


def test_a_database_without_tables_is_a_run_killed_before_it_began(tmp_path: Path) -> None:
    run = tmp_path / "run.sqlite"
    connection = sqlite3.connect(run)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    assert simulate(GAME, "--bots", "random", "--games", "2", "--jobs", "1", "--out", run) == 0
    assert played(run) == 2


def test_resume_wants_a_run_and_nothing_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate("--resume", tmp_path / "none.sqlite") == 2
    assert "there is no run" in capsys.readouterr().err
    assert simulate(GAME, "--resume", tmp_path / "none.sqlite") == 2
    assert simulate("--games", "3") == 2
    assert simulate(GAME, "--bots", "random", "--games", "3", "--export", "parquet") == 2


def start(run: Path) -> subprocess.Popen[str]:
    """A run of two processes that has played some of its games."""
    heed = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)"
    words = [
        "simulate",
        GAME,
        "--bots",
        "random",
        "--games",
        str(LONG),
        "--seed",
        "3",
        "--jobs",
        "2",
        "--out",
        str(run),
    ]
    process = subprocess.Popen(
        [sys.executable, "-c", f"{heed}; from cardwright_tools.cli.main import main; sys.exit(main({words}))"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while played(run) < 20:
        assert process.poll() is None, "the run ended before it could be interrupted"
        time.sleep(0.05)
    return process


def played(run: Path) -> int:
    if not run.exists():
        return 0
    connection = sqlite3.connect(run)
    try:
        return int(connection.execute("SELECT count(*) FROM game").fetchone()[0])
    except sqlite3.OperationalError:
        return 0
    finally:
        connection.close()


def session(leader: int) -> list[int]:
    """The processes that live in a session."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(words[3]) == leader and words[0] != "Z":
            found.append(int(path.parent.name))
    return found


def whole(run: Path, alone: dict[str, list[Any]]) -> None:
    """Every game is there once and whole, and the first twelve are what they are when nobody interrupts."""
    found = rows(run)
    assert [row[0] for row in found["game"]] == sorted({row[0] for row in found["game"]})
    assert [row[0] for row in found["player"]] == [row[0] for row in found["game"] for _ in range(3)]
    first = {row[0] for row in found["game"]} & set(range(12))
    for table in ("game", "player", "card"):
        assert [row for row in found[table] if row[0] in first] == [row for row in alone[table] if row[0] in first]


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")
def test_a_killed_run_loses_no_game_leaves_no_process_and_goes_on(alone: dict[str, list[Any]], tmp_path: Path) -> None:
    run = tmp_path / "run.sqlite"
    process = start(run)
    process.kill()
    process.communicate()
    deadline = time.monotonic() + 300
    while session(process.pid):
        assert time.monotonic() < deadline, "the processes that played the games live on"
        time.sleep(0.1)
    kept = played(run)
    assert 20 <= kept < LONG
    whole(run, alone)
    shorten(run, kept + 5)
    assert simulate("--resume", run, "--jobs", "2") == 0
    assert played(run) == kept + 5
    whole(run, alone)


def shorten(run: Path, games: int) -> None:
    """Ask for fewer games than the run was to have: those that are there and a few."""
    rewritten(
        run,
        f"UPDATE run SET value = '{games}' WHERE key = 'games'",
        f"DELETE FROM card WHERE game >= {games}",
        f"DELETE FROM player WHERE game >= {games}",
        f"DELETE FROM game WHERE number >= {games}",
    )


def test_after_ctrl_c_the_games_played_are_kept_and_the_way_on_is_told(
    alone: dict[str, list[Any]], tmp_path: Path
) -> None:
    run = tmp_path / "run.sqlite"
    process = start(run)
    os.killpg(process.pid, signal.SIGINT)
    out, told = process.communicate(timeout=300)
    kept = played(run)
    assert (process.returncode, out) == (130, "")
    assert told == (
        f"{kept} of {LONG} games are in {run}; continue with: cardwright simulate --resume {run}\ninterrupted\n"
    )
    whole(run, alone)


@pytest.fixture
def ctrl_c_interrupts() -> Iterator[None]:
    """Whoever began the tests may have told them to take no notice of Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("ctrl_c_interrupts")
def test_ctrl_c_in_the_middle_of_a_seal_is_an_interruption_and_the_game_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seal, armed = untrusted_run_file._seal, list[bool]()

    def interrupted(content: object) -> str:
        if armed:
            armed.clear()
            signal.raise_signal(signal.SIGINT)
        return seal(content)

    monkeypatch.setattr(untrusted_run_file, "_seal", interrupted)
    game, run = load_game(GAME), tmp_path / "run.sqlite"
    table = MatchConfig(GAME, 3, ("random",) * 3, 3, content=game.content_hash, watched=True)
    with open_store(run, RunPlan(table, 2), game) as store:
        armed.append(True)
        with pytest.raises(KeyboardInterrupt):
            store.add(game, [play_one(game, table, 0)])
    armed.append(True)
    with pytest.raises(KeyboardInterrupt), open_store(run, RunPlan(table, 2), game):
        pass
    assert [row[0] for row in rows(run)["game"]] == [0]


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")
def test_when_a_process_is_killed_the_games_played_are_kept_and_the_way_on_is_told(
    alone: dict[str, list[Any]], tmp_path: Path
) -> None:
    run = tmp_path / "run.sqlite"
    process = start(run)
    os.kill(next(pid for pid in session(process.pid) if pid != process.pid), signal.SIGKILL)
    out, told = process.communicate(timeout=300)
    assert (process.returncode, out) == (1, "")
    assert f"continue with: cardwright simulate --resume {run}" in told
    assert "a process that worked for this command was killed" in told
    whole(run, alone)


class Clumsy:
    """A bot that falls over in some games, and takes a refused option in others."""

    def __init__(self, seed: int) -> None:
        self.bot = make_bot("random", seed)

    def choose(self, state: State) -> int:
        if state.decisions == 30 and state.seed % 3 == 0:
            raise ZeroDivisionError("fell over")
        if state.decisions == 40 and state.seed % 3 == 1:
            return 10_000
        return self.bot.choose(state)


@pytest.mark.parametrize("kept", [True, False])
def test_a_game_that_fails_is_recorded_and_the_run_goes_on(
    kept: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("cardwright.bots.make_bot", lambda kind, seed: Clumsy(seed))
    monkeypatch.chdir(tmp_path)
    words = ["--out", "run.sqlite"] if kept else []
    assert simulate(GAME, "--bots", "random", "--games", "12", "--jobs", "1", "--json", *words) == 1
    summary = json.loads(capsys.readouterr().out)
    assert summary["games"] == 12
    assert summary["finished"] + len(summary["errors"]) == 12
    said = {error["error"].partition(":")[0]: error for error in summary["errors"]}
    assert set(said) == {"ZeroDivisionError", "IllegalAnswer"}
    for kind, answers in (("ZeroDivisionError", 30), ("IllegalAnswer", 41)):
        record = Path(said[kind]["record"])
        assert str(said[kind]["seed"]) in record.name
        lines = record.read_text().splitlines()
        assert len(lines) == 1 + answers
        assert json.loads(lines[0])["seed"] == said[kind]["seed"]
    main(["replay", said["ZeroDivisionError"]["record"]])
    assert "30 answers replayed" in capsys.readouterr().out
    if kept:
        assert simulate("--resume", "run.sqlite", "--jobs", "1") == 1  # what failed is not played again
        assert said["ZeroDivisionError"]["record"] in capsys.readouterr().out


def test_games_without_an_end_are_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardwright_tools.laboratory.games.match.MAX_DECISIONS", 50)
    outcome = play_one(load_game(GAME), MatchConfig(GAME, 2, ("random",) * 2, 1, watched=True), 0)
    assert outcome.error == "no end after 50 decisions"
    assert len(outcome.answers) == 51
    assert outcome.winners == ()


def test_lead_changes_count_only_who_leads_alone() -> None:
    scores = ((0, 0), (3, 0), (3, 3), (3, 4), (4, 4), (5, 4), (9, 4))
    course = WatchedMatch(0, 0, 0, scores, EndCauses((), (), ()), ())
    assert course.lead_changes == 2


def test_watching_a_game_changes_nothing_in_it() -> None:
    game = load_game(GAME)
    watched = play_one(game, MatchConfig(GAME, 3, ("random",) * 3, 1, watched=True), 5)
    blind = play_one(game, MatchConfig(GAME, 3, ("random",) * 3, 1), 5)
    assert (watched.scores, watched.decisions, watched.turns) == (blind.scores, blind.decisions, blind.turns)
    assert blind.course is None
    assert watched.course is not None
    assert watched.course.scores[-1] == watched.scores
    assert len(watched.course.scores) == watched.turns + 2  # at the first decision no turn has begun


def test_files_that_changed_after_the_run_began_are_noticed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = tmp_path / "run.sqlite"
    assert simulate(GAME, "--bots", "random", "--games", "1", "--jobs", "1", "--out", run) == 0
    rewritten(run, "UPDATE run SET value = '\"another\"' WHERE key = 'content'")
    assert simulate("--resume", run, "--games", "2") == 1
    assert "have changed since the run began" in capsys.readouterr().err
    assert simulate(GAME, "--bots", "random", "--games", "2", "--out", run) == 1
    assert "have changed since the run began" in capsys.readouterr().err


def test_parquet_files_hold_the_same_rows(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    run = tmp_path / "run.sqlite"
    assert simulate(GAME, "--bots", "random", "--games", "3", "--jobs", "1", "--out", run, "--export", "parquet") == 0
    connection = sqlite3.connect(run)
    for table in ("definition", "game", "player", "card"):
        read = parquet.read_table(tmp_path / f"run.{table}.parquet")
        kept = connection.execute(f"SELECT * FROM {table}").fetchall()
        assert [tuple(row.values()) for row in read.to_pylist()] == kept
        assert GAME in read.schema.metadata[b"cardwright"].decode()
    connection.close()


@pytest.mark.long
def test_a_game_of_a_run_is_played_again_for_its_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run, game = tmp_path / "run.sqlite", load_game(GAME)
    assert simulate(GAME, "--games", "4", "--players", "2", "--bots", "greedy,mcts:5", "--seed", "3", "--out", run) == 0
    played = rows(run)
    for number in range(4):
        assert simulate("--resume", run, "--record", str(number)) == 0
    records = sorted((tmp_path / "run.games").iterdir(), key=lambda path: int(path.stem.split("-")[2]))
    for path, (number, seed, decisions, turns, *_) in zip(records, played["game"], strict=True):
        record = read_record(path)
        state, parted = play_back(game, record)
        assert (path.stem, record.header.seed, len(record.answers)) == (f"{GAME}-2-{number}-{seed}", seed, decisions)
        assert (parted, state.finished, state.turns) == (None, True, turns)
    assert "cardwright replay" in capsys.readouterr().out
    assert simulate("--resume", run, "--record", "4") == 2
    assert rows(run) == played


def test_without_bots_the_game_is_played_by_those_who_see_what_is_good(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = tmp_path / "run.sqlite"
    assert simulate("goofspiel", "--players", "2", "--games", "1", "--jobs", "1", "--out", run) == 0
    told = capsys.readouterr()
    assert "P1    greedy" in told.out
    assert "No --bots were named, so `greedy` plays all seats. `greedy` goes by the score alone" in told.err
    assert "`cardwright train`" in told.err
    assert simulate("goofspiel", "--players", "2", "--bots", "random", "--games", "1", "--jobs", "1") == 0
    assert "No --bots" not in capsys.readouterr().err


@pytest.mark.long
def test_what_bots_avoid_because_it_breaks_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.yaml").write_text(BROKEN, encoding="utf-8")
    words = (tmp_path, "--games", "2", "--engine", "python", "--jobs", "1", "--bots")
    assert simulate(*words, "greedy", "--json") == 0
    [(message, times)] = json.loads(capsys.readouterr().out)["avoided"].items()
    assert "game.yaml, line 15" in message
    assert times > 1
    assert simulate(*words, "greedy") == 0
    assert f"  {times} times: {message}" in capsys.readouterr().out
    run = tmp_path / "run.sqlite"
    for games in ("1", "2"):
        assert simulate(*words, "greedy", "--games", games, "--out", run) == 0
    assert f"  {times} times: {message}" in capsys.readouterr().out
    for form in ("--json", "--cards"):
        assert main(["report", str(run), form]) == 0
        told = re.sub(r"[\s│]", "", capsys.readouterr().out)  # a cell breaks a long path anywhere
        assert "game.yaml,line15" in told
        assert f"{times}" in told
    for form in ("--html", "--markdown"):
        assert main(["report", str(run), form, str(page := tmp_path / f"page{form}")]) == 0
        assert "met when they looked ahead" in page.read_text(encoding="utf-8")


@pytest.mark.one_of
@pytest.mark.parametrize("engine", ["native", "python"])
@pytest.mark.parametrize("bot", ["greedy", "mcts:20"])
def test_what_bots_avoid_is_told_alike_by_both_engines(
    bot: str, engine: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """C leaves to Python what breaks; several threads do not count each other's errors."""
    (tmp_path / "game.yaml").write_text(BROKEN, encoding="utf-8")
    words = (tmp_path, "--games", "3", "--seed", "2", "--bots", bot, "--json", "--engine")
    assert simulate(*words, "python", "--jobs", "1") == 0
    told = json.loads(capsys.readouterr().out)["avoided"]
    assert simulate(*words, engine, "--jobs", "2") == 0
    assert json.loads(capsys.readouterr().out)["avoided"] == told
    assert told
