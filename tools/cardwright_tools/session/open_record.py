"""Record with its game, or the reason why it cannot be opened."""

from pathlib import Path
from typing import TYPE_CHECKING

from cardwright.records.record_file import Record, RecordError, read_record
from cardwright_tools.cli.errors import FindingError, UsageError
from cardwright_tools.cli.game_arguments import choose_game
from cardwright_tools.session.record_folder import saved_game

if TYPE_CHECKING:
    from cardwright import Game


def read_played(path: Path) -> "tuple[Record, Game]":
    """Read a record, by path or by name in the records folder, and load its game.

    Raises FindingError for an invalid record, UsageError for a missing file.
    """
    path = saved_game(path)
    try:
        record = read_record(path)
    except RecordError as error:
        raise FindingError(str(error)) from error
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}.") from error
    try:
        game = choose_game(record.header.place, record.header.sets)
    except UsageError as error:
        raise FindingError(f"{path}:1: {error}") from error
    if not game.min_players <= record.header.players <= game.max_players:
        raise FindingError(f"{path}:1: {game.name} is not for {record.header.players} players.")
    return record, game
