"""Games on a Dask cluster of several processes: the same as at home."""

from __future__ import annotations

import http.client
import importlib.util
import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from tests.native.differential import no_compiler

from cardwright_tools.cli.main import main
from cardwright_tools.laboratory.games import dask_cluster as lab_cluster
from cardwright_tools.laboratory.games.batch import is_never_ready, split_into_batches
from cardwright_tools.laboratory.games.dask_cluster import open_cluster
from cardwright_tools.laboratory.games.match import MatchConfig, open_game, play_one

distributed = pytest.importorskip("distributed")
WITHOUT_KEYS = (
    "without the package `cryptography` other users of this machine can reach the cluster "
    "(pip install 'cardwright[cluster]')\n"
)
WORDS = ["cargo_hold", "--bots", "random", "--games", "40", "--seed", "3"]


def rows(run: Path) -> dict[str, list[Any]]:
    """Everything in a run but how long its games took."""
    games = "number, seed, decisions, turns, error, first, forced, longest_turn, lead_changes, ended, scores"
    connection = sqlite3.connect(run)
    found = {
        "game": connection.execute(f"SELECT {games} FROM game ORDER BY number").fetchall(),
        "player": connection.execute("SELECT * FROM player ORDER BY game, seat").fetchall(),
        "card": connection.execute("SELECT * FROM card ORDER BY game, seat, card").fetchall(),
    }
    connection.close()
    return found


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    run = tmp_path_factory.mktemp("alone") / "run.sqlite"
    assert main(["simulate", *WORDS, "--jobs", "1", "--out", str(run)]) == 0
    return rows(run)


@pytest.fixture
def scheduler() -> Iterator[str]:
    """The address of a cluster of three processes that runs already."""
    starts = (
        "import sys, distributed\n"
        "if __name__ == '__main__':\n"
        "    with distributed.LocalCluster(n_workers=3, threads_per_worker=1, dashboard_address=None) as cluster:\n"
        "        print(cluster.scheduler_address, flush=True)\n"
        "        sys.stdin.read()\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", starts],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    yield process.stdout.readline().strip().removeprefix("tcp://")
    process.communicate("", timeout=300)


def on_cluster(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cardwright_tools.cli.main", "simulate", *WORDS, *words]
    return subprocess.run(command, capture_output=True, text=True, env=os.environ, check=False, timeout=120)


@pytest.mark.long
def test_a_cluster_started_for_the_run_plays_the_same_games(alone: dict[str, list[Any]], tmp_path: Path) -> None:
    run = tmp_path / "run.sqlite"
    result = on_cluster("--cluster", "dask", "--jobs", "2", "--out", str(run))
    told = "" if importlib.util.find_spec("cryptography") else WITHOUT_KEYS
    assert (result.returncode, result.stderr) == (0, told)
    assert rows(run) == alone


@pytest.mark.long
def test_a_cluster_started_for_the_run_takes_orders_from_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever can reach a scheduler without keys, on the same machine, can have it run code."""
    pytest.importorskip("cryptography", reason="without it there are no keys, which the command tells")
    started: list[Any] = []
    local = distributed.LocalCluster

    def start(**words: Any) -> Any:
        started.append(local(**words))
        return started[0]

    monkeypatch.setattr(distributed, "LocalCluster", start)
    with open_cluster("dask", 1):
        address = started[0].scheduler_address
        assert address.startswith("tls://127.0.0.1:")
        with pytest.raises(OSError, match=r".*"):
            distributed.Client(address.replace("tls:", "tcp:"), timeout=3)


def pages_told() -> list[str]:
    """The paths under which this process and its children tell browsers something, on whatever port of this machine."""
    psutil = pytest.importorskip("psutil")
    told, own = [], psutil.Process()
    for process in (own, *own.children(recursive=True)):
        for each in process.net_connections():
            if each.status == psutil.CONN_LISTEN:
                asked = http.client.HTTPConnection("127.0.0.1", each.laddr.port, timeout=300)
                with closing(asked), suppress(OSError, ValueError, http.client.HTTPException):
                    asked.request("GET", "/sitemap.json")
                    told += json.loads(asked.getresponse().read())["paths"]
    return told


@pytest.mark.long
def test_a_cluster_started_for_the_run_tells_browsers_nothing() -> None:
    with open_cluster("dask", 1) as play:
        table = MatchConfig("kuhn_poker", 2, ("random", "random"), 5)
        assert [*play(split_into_batches(table, range(2), 1), is_never_ready)]
        assert set(pages_told()) <= {"/sitemap.json"}


def test_without_keys_the_command_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def none() -> None:
        raise ImportError("cryptography")

    monkeypatch.setattr(distributed.Security, "temporary", none)
    assert lab_cluster._make_security(distributed) is None
    assert capsys.readouterr().err == WITHOUT_KEYS


@pytest.mark.long
def test_a_cluster_that_runs_already_plays_the_same_games(
    alone: dict[str, list[Any]], tmp_path: Path, scheduler: str
) -> None:
    run = tmp_path / "run.sqlite"
    result = on_cluster("--cluster", f"dask://{scheduler}", "--out", str(run))
    assert (result.returncode, result.stderr) == (0, "")
    assert rows(run) == alone


@pytest.mark.long
def test_on_a_cluster_c_plays_the_same_games(alone: dict[str, list[Any]], tmp_path: Path) -> None:
    if no_compiler():
        pytest.skip(no_compiler())
    run = tmp_path / "run.sqlite"
    result = on_cluster("--cluster", "dask", "--jobs", "2", "--engine", "native", "--json", "--out", str(run))
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["engine"] == "native"
    assert rows(run) == alone


@pytest.mark.long
def test_nothing_is_lost_with_a_worker_that_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Any] = []
    local = distributed.LocalCluster

    def start(**words: Any) -> Any:
        started.append(local(**words))
        return started[0]

    monkeypatch.setattr(distributed, "LocalCluster", start)
    table = MatchConfig(game="cargo_hold", players=2, bots=("random", "random"), seed=3, content="")
    found: dict[int, int] = {}
    with open_cluster("dask", 2) as play:
        for _, outcomes in play(split_into_batches(table, range(60), 2), is_never_ready):
            if not found:
                os.kill(next(iter(started[0].workers.values())).pid, signal.SIGKILL)
            assert not found.keys() & {each.number for each in outcomes}
            found |= {each.number: each.decisions for each in outcomes}
    game = open_game(table)
    assert found == {number: play_one(game, table, number).decisions for number in range(60)}


@pytest.mark.parametrize("address", ["dusk", "dask://", "spark://host:1"])
def test_an_address_that_is_none_is_refused(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", *WORDS, "--cluster", address]) == 2
    assert "is no cluster" in capsys.readouterr().err


def test_a_scheduler_that_does_not_answer_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("cardwright_tools.laboratory.games.dask_cluster.SECONDS_TO_CONNECT", 0.5)
    assert main(["simulate", *WORDS, "--cluster", "dask://127.0.0.1:1"]) == 2
    assert "no Dask scheduler answers" in capsys.readouterr().err
