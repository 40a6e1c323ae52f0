"""A folder in which every command has something to work on."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.every_command import prepare


@pytest.fixture(scope="module", name="ready")
def _ready(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ready")
    prepare(folder)
    return folder


@pytest.fixture(name="here")
def _here(ready: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, where the test works."""
    shutil.copytree(ready, tmp_path / "work", symlinks=True)
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "work"
