"""Fixtures of tests about the cache: its folder, and a small game."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.tools.terminal.test_reload import CARDS, GAME

from cardwright.source.trusted_disk_cache import cache_folder


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where entries of the cache lie, in a folder of this test."""
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path / "cache"))
    found = cache_folder()
    assert found is not None
    return found


@pytest.fixture
def stall(tmp_path: Path) -> Path:
    """A small game."""
    place = tmp_path / "stall"
    (place / "cards" / "base").mkdir(parents=True)
    (place / "game.yaml").write_text(GAME, encoding="utf-8")
    (place / "cards" / "base" / "cards.yaml").write_text(CARDS, encoding="utf-8")
    return place
