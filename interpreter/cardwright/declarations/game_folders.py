"""Folders of games, which contain a file `game.yaml`, and of icons and shared card files."""

import os
import re
from collections.abc import Iterable
from pathlib import Path

from cardwright.source.packaged_data import find_data_folder
from cardwright.source.read_with_size_limit import find_unsaved_text, read_text

GAME_FILE = "game.yaml"
ICON_FOLDER = "icons"
CARD_FOLDER = "cards"
# The folder of a game with decks that lie ready for players to bring.
DECK_FOLDER = "decks"
_ICON_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,79}")
_SHARED_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,79}")
_SCENARIOS = re.compile(r"""^(["']?)scenarios\1[ \t]*:(?=\s|\Z)""", re.MULTILINE)


def is_game_folder(folder: Path) -> bool:
    """Return True if a folder contains the game file, readable or not.

    A file of scenarios called `game.yaml` does not count.
    """
    file = folder / GAME_FILE
    if not os.path.lexists(file):
        return False
    text = find_unsaved_text(file)
    try:
        return _SCENARIOS.search(read_text(file) if text is None else text) is None
    except (OSError, ValueError):  # reported when the game is read
        return True


def find_icons(folder: Path) -> dict[str, Path]:
    """Return the icon files of the game in a folder, by name; links are ignored."""
    inside = folder / ICON_FOLDER
    if inside.is_symlink() or not inside.is_dir():
        return {}
    files = (path for path in sorted(inside.glob("*.svg")) if path.is_file() and not path.is_symlink())
    return {path.stem: path for path in files if _ICON_NAME.fullmatch(path.stem)}


def list_deck_files(folder: Path) -> list[Path]:
    """Return the files of decks in a folder, by name; links are left out."""
    return sorted(path for path in folder.glob("*.yaml") if path.is_file() and not path.is_symlink())


def find_available_shared_files(folder: Path, cards: Path | None) -> dict[str, Path]:
    """Return the shared card files that are available to a game, by name.

    They are searched in the folder of the game's sets (`cards`), in the folder `cards` next to `games`, and among the
    files shipped with Cardwright; the first file of a name counts. Links are ignored, so that no name leads out of
    these folders.
    """
    around = [] if cards is None else [cards, cards.parent]
    around = [place for place in around if place.name == CARD_FOLDER]
    if folder.absolute().parent.name == "games":
        around.append(
            folder.parent.parent / CARD_FOLDER if folder.parent.name else folder.absolute().parent.parent / CARD_FOLDER
        )
    found: dict[str, Path] = {}
    for place in (*around, find_data_folder(CARD_FOLDER)):
        for path in sorted(place.glob("*.yaml")):
            if _SHARED_NAME.fullmatch(path.stem) and path.is_file() and not path.is_symlink():
                found.setdefault(path.stem, path)
    return found


def find_used_shared_files(folder: Path, cards: Path | None, files: Iterable[Path]) -> dict[str, Path]:
    """Return the shared card files that the game's files mention, even if only in a comment."""
    near = find_available_shared_files(folder, cards)
    if not near:
        return {}
    words = re.compile(rf"\b(?:{'|'.join(near)})\b")
    named = {found.group() for path in files for found in words.finditer(_render_text(path))}
    return {name: path for name, path in near.items() if name in named}


def is_shared(path: Path) -> bool:
    """Return True if a file lies in the folder `cards` of a game or of several games."""
    folder = path.absolute().parent
    return folder.name == CARD_FOLDER and (is_game_folder(folder.parent) or (folder.parent / "games").is_dir())


def _render_text(path: Path) -> str:
    shown = find_unsaved_text(path)
    if shown is not None:
        return shown
    try:
        return read_text(path)
    except (OSError, ValueError):  # reported when the file is read
        return ""
