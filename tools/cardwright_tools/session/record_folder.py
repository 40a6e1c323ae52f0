"""The folder of records of games played, and the records in it."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from cardwright_tools.cli.errors import UsageError

if TYPE_CHECKING:
    pass


def records_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder of records of games played: `cardwright/games` in the user's state folder."""
    chosen = environment.get("XDG_STATE_HOME", "")
    state = Path(chosen) if Path(chosen).is_absolute() else Path.home() / ".local" / "state"
    return state / "cardwright" / "games"


def recent_records(game: str) -> list[Path]:
    """The records of a game in that folder, the latest first."""
    try:
        found = [path for path in records_folder().iterdir() if path.name.startswith(f"{game}-")]
        return sorted((path for path in found if path.suffix == ".jsonl"), key=lambda path: path.name, reverse=True)
    except OSError:
        return []


def saved_game(path: Path) -> Path:
    """Where a game lies that is named by its path, or by the name alone of its record in that folder.

    Raises UsageError where nothing lies.
    """
    kept = records_folder() / path.name
    found = kept if path.parent == Path() and not path.exists() and kept.exists() else path
    if not found.exists():
        raise UsageError(f"there is no record {path}.")
    return found


def briefly(path: Path) -> Path:
    """The least by which `saved_game` finds a record: its name alone, if it lies in that folder."""
    return Path(path.name) if path.parent == records_folder() else path
