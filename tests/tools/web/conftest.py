"""Records and tables of these tests lie in a folder of their own; a browser and a server serve all tests of a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest
from tests.tools.web.stalls import a_hall, stall, without_collector

from cardwright import Game, load_game
from cardwright_tools.web.drawing.viewer_page import make_drawing
from cardwright_tools.web.rate_limits import Throttle
from cardwright_tools.web.server import Server
from cardwright_tools.web.tables.registry import TableRegistry
from cardwright_tools.web.tables.table import Table

if TYPE_CHECKING:
    from selenium import webdriver


@pytest.fixture(autouse=True)
def state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "cardwright"


@pytest.fixture(autouse=True)
def untold(monkeypatch: pytest.MonkeyPatch) -> None:
    """No bug was told yet, whatever the test before told within the same minute."""
    monkeypatch.setattr("cardwright_tools.web.security._bugs", Throttle())


@pytest.fixture(scope="session")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return stall(tmp_path_factory.mktemp("games") / "stall")


@pytest.fixture
def registry(state_folder: Path) -> Iterator[TableRegistry]:
    with a_hall() as found:
        yield found


@pytest.fixture(scope="module")
def desk() -> Iterator[webdriver.Chrome]:
    from tests.tools.web.browser import browser  # only tests that need one have what drives it

    with browser() as driver:
        yield driver


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("served")


@pytest.fixture(scope="module")
def running(folder: Path) -> Iterator[tuple[TableRegistry, Server]]:
    """A server in a thread; only what is killed needs a process of its own."""
    stall(folder / "stall")
    with pytest.MonkeyPatch.context() as patch, without_collector():
        patch.setenv("XDG_STATE_HOME", str(folder / "state"))
        registry = TableRegistry(make_drawing)
        found = Server(registry, "127.0.0.1", 0)
        thread = Thread(target=found.run)
        thread.start()
        yield registry, found
        found.stop()
        thread.join()


@pytest.fixture
def served_table(
    running: tuple[TableRegistry, Server], folder: Path, desk: webdriver.Chrome, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Table]:
    """A table of the server that runs."""
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
    yield running[0].new_table(load_game(folder / "stall"), 2, 7, {})
    desk.get("about:blank")


@pytest.fixture
def seat(running: tuple[TableRegistry, Server], served_table: Table) -> str:
    """The address of the first seat."""
    return f"{running[1].base}t/{served_table.seats[0].link}"
