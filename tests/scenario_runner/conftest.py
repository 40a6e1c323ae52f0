"""The harbour, in a folder of its own."""

from pathlib import Path

import pytest
from tests.scenario_runner.harbour import GAME


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    folder = tmp_path / "harbour"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME)
    return tmp_path
