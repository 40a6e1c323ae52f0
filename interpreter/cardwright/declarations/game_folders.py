"""Folders of games, which contain a file `game.yaml` other than one of scenarios."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from cardwright.source.open_file import read_text
from cardwright.source.unsaved_buffers import unsaved_text

if TYPE_CHECKING:
    from pathlib import Path

GAME_FILE = "game.yaml"
_SCENARIOS = re.compile(r"""^(["']?)scenarios\1[ \t]*:(?=\s|\Z)""", re.MULTILINE)


def is_game_folder(folder: Path) -> bool:
    """Return whether a folder holds the rules of a game, readable or not.

    A file of scenarios can have any name, `game.yaml` too, and makes no game of its folder.
    """
    file = folder / GAME_FILE
    if not os.path.lexists(file):
        return False
    text = unsaved_text(file)
    try:
        return _SCENARIOS.search(read_text(file) if text is None else text) is None
    except (OSError, ValueError):  # told when the game is read
        return True


FOLDER = "icons"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,79}")


def own_icons(folder: Path) -> dict[str, Path]:
    """Return the icon files of the game in a folder, by name; links are ignored."""
    inside = folder / FOLDER
    if inside.is_symlink() or not inside.is_dir():
        return {}
    files = (path for path in sorted(inside.glob("*.svg")) if path.is_file() and not path.is_symlink())
    return {path.stem: path for path in files if _NAME.fullmatch(path.stem)}
