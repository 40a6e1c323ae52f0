"""The game that tests of generated rulebooks change."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.presentation.market import Market


@pytest.fixture
def market(tmp_path: Path) -> Market:
    folder = tmp_path / "market"
    folder.mkdir()
    return Market(folder)
