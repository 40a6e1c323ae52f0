"""Where Cardwright's own grammar, cards and games lie: beside the package once installed, else in the checkout."""

from __future__ import annotations

import os
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def data_folder(name: str) -> Path:
    """The folder `grammar`, `cards`, `games`, `examples` or `docs` that belongs to this installation."""
    installed = _PACKAGE / "_data" / name
    return installed if installed.is_dir() else _PACKAGE.parent.parent / name


def cache_folder() -> Path | None:
    """The folder for compiled games (`CARDWRIGHT_CACHE`, else the user's cache); None when it is set to nothing."""
    chosen = os.environ.get("CARDWRIGHT_CACHE")
    if chosen is not None:
        return Path(chosen) if chosen else None
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path("~/.cache").expanduser()) / "cardwright"
