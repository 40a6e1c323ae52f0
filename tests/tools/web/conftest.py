"""Records and tables of these tests lie in a folder of their own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.tools.web.stalls import a_hall, stall

from cardwright import Game
from cardwright_tools.web.hall import Hall


@pytest.fixture(autouse=True)
def state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "cardwright"


@pytest.fixture(scope="session")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return stall(tmp_path_factory.mktemp("games") / "stall")


@pytest.fixture
def hall(state_folder: Path) -> Iterator[Hall]:
    with a_hall() as found:
        yield found
