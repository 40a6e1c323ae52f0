"""Search for shared card files, `cards/NAME.yaml`, from which any game can use kinds and cards."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from cardwright.declarations.game_folders import is_game_folder
from cardwright.source.open_file import read_text
from cardwright.source.package_paths import data_folder
from cardwright.source.unsaved_buffers import unsaved_text

CARDS = "cards"
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,79}")


def shared_near(folder: Path, cards: Path | None) -> dict[str, Path]:
    """Return all shared card files that a game could use, by name; its sets are in `cards`.

    They lie in the folder of the sets, in the folder `cards` next to `games`, or are shipped with Cardwright; the
    first one counts. Links are ignored, so that no name leads out of these folders.
    """
    around = [] if cards is None else [cards, cards.parent]
    around = [place for place in around if place.name == CARDS]
    if folder.absolute().parent.name == "games":
        around.append(folder.parent.parent / CARDS if folder.parent.name else folder.absolute().parent.parent / CARDS)
    found: dict[str, Path] = {}
    for place in (*around, data_folder(CARDS)):
        for path in sorted(place.glob("*.yaml")):
            if _NAME.fullmatch(path.stem) and path.is_file() and not path.is_symlink():
                found.setdefault(path.stem, path)
    return found


def shared_files(folder: Path, cards: Path | None, files: Iterable[Path]) -> dict[str, Path]:
    """Return the shared card files that the files of a game name, even if only in a comment."""
    near = shared_near(folder, cards)
    if not near:
        return {}
    words = re.compile(rf"\b(?:{'|'.join(near)})\b")
    named = {found.group() for path in files for found in words.finditer(_text(path))}
    return {name: path for name, path in near.items() if name in named}


def is_shared(path: Path) -> bool:
    """Return True if a file lies in the folder `cards` of a game or of several games."""
    folder = path.absolute().parent
    return folder.name == CARDS and (is_game_folder(folder.parent) or (folder.parent / "games").is_dir())


def _text(path: Path) -> str:
    shown = unsaved_text(path)
    if shown is not None:
        return shown
    try:
        return read_text(path)
    except (OSError, ValueError):  # told when the file is read
        return ""
