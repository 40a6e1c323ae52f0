"""Records and tables of these tests lie in a folder of their own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.tools.web.stalls import a_hall, stall

from cardwright import Game
from cardwright_tools.web.garbage import Garbage
from cardwright_tools.web.hall import Hall


@pytest.fixture(autouse=True)
def state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "cardwright"


@pytest.fixture(autouse=True)
def looking(monkeypatch: pytest.MonkeyPatch) -> list[Garbage]:
    """What would look for garbage, and does not: it would take seconds for all that a process of tests holds."""
    begun: list[Garbage] = []
    monkeypatch.setattr(Garbage, "begin", lambda made: begun.append(made))  # noqa: PLW0108 - a method takes who it is of
    return begun


@pytest.fixture(scope="session")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return stall(tmp_path_factory.mktemp("games") / "stall")


@pytest.fixture
def hall(state_folder: Path) -> Iterator[Hall]:
    with a_hall() as found:
        yield found
