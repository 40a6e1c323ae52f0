"""Storage of tables in files with their records and links, so that a restarted server can continue.

Each table has a file in the folder `tables` next to the records. Only its owner can read that file, so that a person
who can read a record cannot take a seat.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from cardwright.source.atomic_write import PRIVATE_FILE, make_private, make_private_folder, replace_file
from cardwright.source.read_with_size_limit import read_ordinary
from cardwright.source.trusted_disk_cache import is_only_ours
from cardwright.source.visible_control_characters import find_refused_character, format_json
from cardwright_tools.session.record_folder import find_records_folder
from cardwright_tools.web.security import RequestRefusedError, is_link
from cardwright_tools.web.tables.clock import read_time_limit

FORMAT = 1
# Who must agree to an undo: all players, those present, or nobody.
UNDO = ("everybody", "here", "nobody")
MAX_BYTES = 1_048_576
MAX_SEATS = 64


class BadTableError(Exception):
    """Error for a file that is not a valid table; the message names it."""


@dataclass(frozen=True)
class StoredSeat:
    """A seat of a stored table: its link, the person's name ("" if unknown), and its bot, if any.

    `owned` is True if a person has taken the seat; this person may undo the bot's answers. `deck` is the text of the
    deck for the next match: "" for the game's usual one, None if none was chosen.
    """

    link: str
    name: str = ""
    bot: str | None = None
    owned: bool = False
    deck: str | None = None


@dataclass(frozen=True)
class StoredAnswer:
    """An answer to a secret choice that is not in the record yet, because the match has not asked its player.

    It was given when the record had `count` answers, `own` of them by the seat. For the rest see `EarlyAnswer`.
    """

    seat: int
    own: int
    count: int
    options: tuple[int, ...]
    keys: tuple[str, ...]
    seconds: float | None
    chosen: bool


@dataclass(frozen=True)
class StoredTable:
    """A stored table: its name, its record, its seats, and the links of spectators and host.

    - `game`: the argument for loading the game
    - `record`: after a change of the game's files, a table continues in another record
    - `undo`: who has to agree to an undo
    - `chat`: False if chat is switched off
    - `title`: the name shown for the table, or ""
    - `clock`: the time limit as it is written, or ""
    - `choosing`: True until all players have chosen their decks, and the match begins
    - `early`: the answers to a secret choice that wait for the turn of their players
    """

    name: str
    record: str
    game: str
    seats: tuple[StoredSeat, ...]
    watchers: str
    host: str
    finished: bool = False
    undo: str = UNDO[0]
    chat: bool = True
    title: str = ""
    clock: str = ""
    choosing: bool = False
    early: tuple[StoredAnswer, ...] = ()


def find_tables_folder() -> Path:
    """Return the folder of the tables."""
    return find_records_folder().parent / "tables"


def store_table(table: StoredTable) -> None:
    """Write the file of a table, or replace it. Raises OSError."""
    folder = find_tables_folder()
    make_private_folder(folder)
    make_private(folder)
    with replace_file(_make_path(table.name), mode=PRIVATE_FILE) as file:
        file.write(format_json({"cardwright_table": FORMAT, **asdict(table)}, None).encode())


def delete_table(name: str) -> None:
    """Delete the file of a table; its record stays."""
    with suppress(OSError):
        _make_path(name).unlink(missing_ok=True)


def list_stored_tables() -> Iterator[StoredTable]:
    """Yield all stored tables, the latest first; invalid files are skipped.

    Files that another user owns or may write are skipped as well: that user could know the links in them, and take any
    seat.
    """
    folder = find_tables_folder()
    try:
        paths = sorted(folder.glob("*.json"), key=lambda path: path.name, reverse=True)
        paths = paths if is_only_ours(folder.stat()) else []
    except OSError:
        return
    for path in paths:
        with suppress(BadTableError, OSError):
            if is_only_ours(path.stat()):
                yield read_table(path)


def read_table(path: Path) -> StoredTable:
    """Read a table. Raises BadTableError for an invalid file, and OSError."""
    try:
        found = json.loads(read_ordinary(path, MAX_BYTES))
        table = _read_stored(found)
    except (ValueError, RecursionError, TypeError, KeyError, RequestRefusedError) as error:
        raise BadTableError(f"{path} is not a table of Cardwright.") from error
    if _make_path(table.name) != path:
        raise BadTableError(f"{path} belongs to another table.")
    return table


def _read_stored(found: Mapping[str, Any]) -> StoredTable:
    if found["cardwright_table"] != FORMAT:
        raise ValueError
    seats = tuple(_seat(each) for each in found["seats"])
    links = [found["watchers"], found["host"], *(seat.link for seat in seats)]
    name, record, game = found["name"], found["record"], found["game"]
    texts = (name, record, game, *(seat.name for seat in seats), *(seat.bot or "" for seat in seats))
    texts += tuple(seat.deck or "" for seat in seats)
    if (
        not all(isinstance(text, str) and not find_refused_character(text) for text in texts)
        or Path(record).name != record
    ):
        raise ValueError
    if len(seats) > MAX_SEATS or not all(map(is_link, links)) or len(set(links)) < len(links):
        raise ValueError
    undo = found.get("undo", UNDO[0])
    if undo not in UNDO:
        raise ValueError
    chat, title, clock = found.get("chat") is not False, found.get("title", ""), found.get("clock", "")
    if not isinstance(title, str) or find_refused_character(title):
        raise ValueError
    read_time_limit(clock)
    about = found["finished"] is True, undo, chat, title, clock, found.get("choosing") is True
    early = tuple(map(_read_answer, found.get("early", ())))
    return StoredTable(name, record, game, seats, found["watchers"], found["host"], *about, early)


def _seat(found: Mapping[str, Any]) -> StoredSeat:
    return StoredSeat(found["link"], found["name"], found["bot"], found["owned"] is True, found.get("deck"))


def _read_answer(found: Mapping[str, Any]) -> StoredAnswer:
    answer = StoredAnswer(**{**found, "options": tuple(found["options"]), "keys": tuple(found["keys"])})
    numbers = (answer.seat, answer.own, answer.count, *answer.options)
    timed = answer.seconds is None or type(answer.seconds) in (int, float)
    if not all(type(number) is int for number in numbers) or not timed or type(answer.chosen) is not bool:
        raise ValueError
    return answer


def _make_path(name: str) -> Path:
    return find_tables_folder() / f"{Path(name).name}.json"
