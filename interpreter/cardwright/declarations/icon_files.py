"""Finds the icons of a game: SVG files in the folder `icons` beside its rules."""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = "icons"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,79}")


def own_icons(folder: Path) -> dict[str, Path]:
    """The files of icons of the game in a folder, by their names; links are none of them."""
    inside = folder / FOLDER
    if inside.is_symlink() or not inside.is_dir():
        return {}
    files = (path for path in sorted(inside.glob("*.svg")) if path.is_file() and not path.is_symlink())
    return {path.stem: path for path in files if _NAME.fullmatch(path.stem)}
