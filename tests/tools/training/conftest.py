"""A small game in a folder, for two or for more."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.tools.training.gems import GAME, lazy


@pytest.fixture(name="folder")
def _folder(tmp_path: Path) -> Path:
    folder = tmp_path / "gems"
    folder.mkdir()
    gems = "".join(f"  - {{id: gem_{n}, weight: {n}, clear: {'yes' if n % 2 else 'no'}}}\n" for n in range(1, 10))
    (folder / "game.yaml").write_text(GAME + gems, encoding="utf-8")
    return folder


@pytest.fixture(name="for_more")
def _for_more(folder: Path) -> Path:
    """The same game for two or three, whose bots never take a gem if nobody tells them better."""
    file = folder / "game.yaml"
    gems = "".join(f"  - {{id: gem_{n}, weight: {n}, clear: no}}\n" for n in range(10, 14))
    game = file.read_text(encoding="utf-8").replace("players: 2", "players: 2 to 3") + gems
    file.write_text(lazy(game), encoding="utf-8")
    return folder
