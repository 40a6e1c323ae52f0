"""Folder of the records of matches, and the records in it."""

import os
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from cardwright.records.notes_chat_and_names import RecordNote
from cardwright.records.record_file import Header, Record, RecordedAnswer, RecordError, RecordWriter, read_record
from cardwright.source.atomic_write import make_private, make_private_folder
from cardwright_tools.cli.errors import FindingError, UsageError
from cardwright_tools.cli.game_arguments import choose_game

if TYPE_CHECKING:
    from cardwright import Game


def find_records_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of records: `cardwright/games` in the user's state folder."""
    chosen = environment.get("XDG_STATE_HOME", "")
    state = Path(chosen) if Path(chosen).is_absolute() else Path.home() / ".local" / "state"
    return state / "cardwright" / "games"


def list_records(game: str) -> list[Path]:
    """Return the records of a game in the folder for records, the latest first."""
    try:
        found = [path for path in find_records_folder().iterdir() if path.name.startswith(f"{game}-")]
        return sorted((path for path in found if path.suffix == ".jsonl"), key=lambda path: path.name, reverse=True)
    except OSError:
        return []


def find_record(path: Path) -> Path:
    """Return the path of a record given by its path or by its name in the records folder.

    Raises UsageError if there is none.
    """
    kept = find_records_folder() / path.name
    found = kept if path.parent == Path() and not path.exists() and kept.exists() else path
    if not found.exists():
        raise UsageError(f"there is no record `{path}`.")
    return found


def create_record(
    header: Header, answers: Sequence[RecordedAnswer], notes: Sequence[RecordNote]
) -> tuple[Path, RecordWriter]:
    """Create a record in the folder for records, named after the game and the time, and return its path.

    Raises OSError if it cannot be written.
    """
    folder = find_records_folder()
    make_private_folder(folder)
    for each in (folder.parent, folder):
        make_private(each)
    stem = f"{Path(header.game).name}-{datetime.now():%Y%m%d-%H%M%S}"
    for number in range(1, 1000):
        path = folder / (f"{stem}.jsonl" if number == 1 else f"{stem}-{number}.jsonl")
        try:
            return path, RecordWriter.create(path, header, answers, notes)
        except FileExistsError:
            continue
    raise FileExistsError(17, "too many matches began in this second", str(folder))


def shorten_record_path(path: Path) -> Path:
    """Return the shortest path that `find_record` accepts for a record: a name in the records folder if possible."""
    return Path(path.name) if path.parent == find_records_folder() else path


def open_record(path: Path) -> "tuple[Record, Game]":
    """Read a record, by path or by name in the records folder, and load its game.

    Raises FindingError for an invalid record, UsageError for a missing file.
    """
    path = find_record(path)
    try:
        record = read_record(path)
    except RecordError as error:
        raise FindingError(str(error)) from error
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}.") from error
    try:
        game = choose_game(record.header.place, record.header.sets, decks=record.header.decks)
    except UsageError as error:
        raise FindingError(f"{path}:1: {error}") from error
    if not game.min_players <= record.header.players <= game.max_players:
        raise FindingError(f"{path}:1: {game.name} is not for {record.header.players} players.")
    return record, game
