"""Where Cardwright's own grammar, cards and games lie: beside the package once installed, else in the checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def data_folder(name: str) -> Path:
    """The folder `grammar`, `cards`, `games`, `examples` or `docs` that belongs to this installation."""
    installed = _PACKAGE / "_data" / name
    return installed if installed.is_dir() else _PACKAGE.parent.parent / name
