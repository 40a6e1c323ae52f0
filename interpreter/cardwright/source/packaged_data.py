"""Locations of the packaged grammar, cards, games, examples and docs."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def find_data_folder(name: str) -> Path:
    """Return the path of the folder `grammar`, `cards`, `games`, `examples` or `docs`.

    The folder is in the installed package or, without an installation, in the checkout.
    """
    installed = _PACKAGE / "_data" / name
    return installed if installed.is_dir() else _PACKAGE.parent.parent / name
