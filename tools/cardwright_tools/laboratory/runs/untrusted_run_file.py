"""Validation of a run file before any of its content is used, because runs may come from other people.

First, the tables must have exactly the declarations with which a run is created, because SQLite itself would accept a
view in place of a table. Then SQLite checks types, bounds and references. Values that were changed within their bounds
are found by the checksums.
"""

import json
import re
import sqlite3
from collections.abc import Callable, Iterable
from hashlib import blake2b
from pathlib import Path
from typing import Any

from cardwright.declarations.readers.player_deck_files import MAX_DECK_BYTES
from cardwright.source.visible_control_characters import find_refused_character
from cardwright_tools.cli.deck_arguments import MAX_POOL
from cardwright_tools.cli.errors import FindingError, UsageError
from cardwright_tools.laboratory.games.match import MatchConfig

FORMAT = 5
# Format 1 has no checksums, formats before 3 have no bounds, and in formats before 5 all scores are whole. They are
# converted for reading.
UNSEALED = 1
# The first format with each table that is not in format 1.
_SINCE = {"seal": 2, "avoided": 4}
# The columns in a checksum. Texts (`t`), fractions (`f`) and numbers that may be fractions (`n`) are written in a form
# that all versions of SQLite share.
PLAYED = {
    "game": (
        "number seed decisions turns seconds:f error:t record:t first forced longest_turn lead_changes ended:t scores:t"
    ),
    "player": "game seat bot:t score:n won share:f",
    "card": "game seat card:t drawn parted played worked since",
    "avoided": "game error:t times",
}
_KNOWN = {"run": "key:t value:t", "definition": 'id:t name:t "set":t kind:t copies text:t'}


def register_seals(connection: sqlite3.Connection) -> None:
    """Register the checksum functions for SQL statements of a connection.

    Signals must be delayed while SQLite calls them (`delay_signals`), because SQLite reports an interrupt in a function
    as a failure.
    """
    connection.create_function("sealed", 1, _seal, deterministic=True)


def seal_game(connection: sqlite3.Connection, number: int) -> None:
    """Store the checksum of a match."""
    connection.execute(f"INSERT INTO seal SELECT number, {_GAME} FROM game WHERE number = ?", (number,))


def seal_games(connection: sqlite3.Connection) -> None:
    """Store the checksums of all matches."""
    connection.execute("DELETE FROM seal")
    connection.execute(f"INSERT INTO seal SELECT number, {_GAME} FROM game")


def seal_run(connection: sqlite3.Connection) -> None:
    """Store the checksum of a run's description and its cards."""
    connection.execute("DELETE FROM run WHERE key = 'seal'")
    connection.execute(f"INSERT INTO run SELECT 'seal', {_RUN}")


def check_run_seal(connection: sqlite3.Connection, path: Path) -> None:
    """Raise FindingError if a run's description or cards do not match their checksum."""
    [(kept, now)] = connection.execute(f"SELECT (SELECT value FROM run WHERE key = 'seal'), {_RUN}").fetchall()
    if kept != now:
        raise FindingError(f"{path}, tables `run` and `definition`: one of them was changed after the run was begun.")


def check_game_seals(connection: sqlite3.Connection, path: Path) -> None:
    """Raise FindingError for the first match that does not match its checksum."""
    row = connection.execute(
        f"SELECT number FROM game LEFT JOIN seal ON seal.game = number WHERE seal.seal IS NOT {_GAME} LIMIT 1"
    ).fetchone()
    if row is not None:
        raise FindingError(
            f"{path}, tables `game`, `player`, `card` and `seal`: game {row[0]} was changed after it had been played."
        )


def _seal(content: object) -> str:
    return blake2b(content if isinstance(content, bytes) else repr(content).encode(), digest_size=8).hexdigest()


def _join(columns: str) -> str:
    ways = {"": "quote({0})", "t": "typeof({0}) || hex({0})", "f": "typeof({0}) || CAST({0} * 1000000 AS INTEGER)"}
    ways["n"] = f"iif(typeof({{0}}) = 'real', {ways['f']}, {ways['']})"
    return " || ',' || ".join(ways[way].format(name) for name, _, way in (c.partition(":") for c in columns.split()))


def _join_rows(table: str, columns: str, which: str, order: str) -> str:
    return (
        f"coalesce((SELECT group_concat(line, ';') FROM (SELECT {_join(columns)} AS line FROM {table} WHERE {which} "
        f"ORDER BY {order})), '')"
    )


_GAME = (
    f"sealed(CAST({_join(PLAYED['game'])} || '/' || "
    f"{_join_rows('player', PLAYED['player'], 'player.game = number', 'seat')}"
    f" || '/' || {_join_rows('card', PLAYED['card'], 'card.game = number', 'seat, card')}"
    # empty if there are none, as in older formats
    " || coalesce('/' || "
    f"nullif({_join_rows('avoided', PLAYED['avoided'], 'avoided.game = number', 'error')}, ''), '') AS BLOB))"
)
# As JSON, like everything that a run says about itself.
_RUN = (
    f"json_quote(sealed(CAST({_join_rows('run', _KNOWN['run'], 'key <> ' + repr('seal'), 'key')} || '/' || "
    f"{_join_rows('definition', _KNOWN['definition'], '1', 'id')} AS BLOB)))"
)

MAX_PLAYERS = 64
MAX_GAMES = 10_000_000
# Limit for a text in a run. The scores of the longest match are shorter.
MAX_LENGTH = 64 * 1024 * 1024
_DECLARED = (Path(__file__).parent / "run_schema.sql").read_text(encoding="utf-8")
SCHEMA = {found[1]: found[0] for found in re.finditer(r"CREATE TABLE (\w+) \(.*?\n\)[^;]*", _DECLARED, re.DOTALL)}


def guard(connection: sqlite3.Connection) -> None:
    """Make a connection safe for other people's files: no code in a file is run, and values are limited in size."""
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_LENGTH)
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    connection.setlimit(sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH, 0)
    register_seals(connection)


def check_run(connection: sqlite3.Connection, path: Path) -> sqlite3.Connection:
    """Return a connection for reading a valid run: `connection`, or a copy converted from an older format.

    Raises FindingError for the first invalid part of a run, UsageError if the file is no run.
    """
    found = _read_declarations(connection, path)
    table, _, _, version = read_table(connection, path)
    if version < FORMAT:
        connection = _convert_format(connection, path, version)
    for name, statement in SCHEMA.items() if version == FORMAT else ():
        if _render_plain(found[name]) != _render_plain(statement):
            shown = _shorten(" ".join(found[name].split()))
            raise FindingError(f"{path} declares `{name}` in another way than a run does: {shown}.")
    check_run_seal(connection, path)
    check_game_seals(connection, path)
    for verdict in connection.execute("PRAGMA quick_check(1)").fetchall():
        if verdict != ("ok",):
            raise FindingError(f"{path} is damaged: {_shorten(verdict[0])}.")
    for name, _, parent, _ in connection.execute("PRAGMA foreign_key_check"):
        raise FindingError(f"{path}, table `{name}`: a row belongs to no row of the table `{parent}`.")
    bounds = {"players": table.players, "bots": json.dumps(table.bots)}
    for name, key, condition in _BOUNDS:
        for (number,) in connection.execute(f"SELECT {key} FROM {name} WHERE {condition} LIMIT 1", bounds):
            raise FindingError(f"{path}, table `{name}`, {key} {number}: it does not fit the players of the run.")
    return connection


# Bounds that depend on the run.
_BOUNDS = (
    ("game", "number", "first >= :players"),
    ("player", "game", "seat >= :players OR bot IS NOT (SELECT value FROM json_each(:bots) WHERE key = seat)"),
    ("game", "number", "(SELECT count(*) FROM player WHERE player.game = number) <> iif(error IS NULL, :players, 0)"),
)


def _read_declarations(connection: sqlite3.Connection, path: Path) -> dict[str, str]:
    """Return the declarations of the tables and views of a run, by name.

    Raises FindingError if a table of the laboratory is missing, is a view, or has triggers or indices. Users may add
    tables and views of their own to a run, if these do not change the rows that are read or written.
    """
    found = {}
    for name, kind, sql, on in connection.execute(
        "SELECT name, type, sql, tbl_name FROM sqlite_master WHERE name NOT LIKE 'sqlite@_%' ESCAPE '@'"
    ):
        found[str(name)] = str(kind), str(sql)
        if kind in ("trigger", "index") and str(on).lower() in SCHEMA:
            raise FindingError(f"{path} has the {kind} {_shorten(name)} on the table `{on}`; a run has none.")
    if "run" not in found or "game" not in found:
        raise UsageError(f"{path} holds no run of `cardwright simulate`.")
    version = read_table(connection, path)[3]
    for name in SCHEMA:
        if (name in found) < (version >= _SINCE.get(name, 0)):
            raise FindingError(f"{path} has no table `{name}`, which every run has.")
        if (name in found) > (version >= _SINCE.get(name, 0)):
            raise FindingError(f"{path} has a table `{name}`, a name that this version needs; rename it.")
        if found.get(name, ("table",))[0] != "table":
            raise FindingError(f"{path} declares `{name}` in another way than a run does: as a {found[name][0]}.")
    return {name: sql for name, (_, sql) in found.items()}


def _convert_format(old: sqlite3.Connection, path: Path, version: int) -> sqlite3.Connection:
    """Return a temporary copy of a run of an older format, converted to the present one."""
    new = sqlite3.connect("")
    guard(new)
    try:
        copy_tables(old, new, [name for name in SCHEMA if version >= _SINCE.get(name, 0)])
    except sqlite3.IntegrityError as error:
        raise FindingError(f"{path} is damaged: {_shorten(str(error))}.") from error
    if version > UNSEALED:
        check_run_seal(new, path)
    else:
        seal_games(new)
    new.execute("UPDATE run SET value = ? WHERE key = 'cardwright'", (json.dumps(FORMAT),))
    seal_run(new)
    return new


def copy_tables(old: sqlite3.Connection, new: sqlite3.Connection, filled: Iterable[str] = tuple(SCHEMA)) -> None:
    """Create the tables of a run in `new`, and copy the rows of the tables `filled` from `old`.

    Raises IntegrityError for a row that the present format does not allow.
    """
    for name, statement in SCHEMA.items():
        new.execute(statement)
        if name in filled:
            columns = [f'"{column}"' for _, column, *_ in new.execute(f"PRAGMA table_info({name})")]
            rows = old.execute(f"SELECT {', '.join(columns)} FROM {name}")
            new.executemany(f"INSERT INTO {name} VALUES ({', '.join('?' * len(columns))})", rows)


def _render_plain(sql: str) -> str:
    return " ".join(sql.split()).replace("( ", "(").replace(" )", ")")


def _shorten(value: object) -> str:
    """Shorten a value for a message; control characters are replaced when it is printed."""
    if isinstance(value, bytes):
        return f"{value[:20]!r} ({len(value)} bytes)"
    text = f"'{value}'" if isinstance(value, str) else repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def read_table(connection: sqlite3.Connection, path: Path) -> tuple[MatchConfig, int, str, int]:
    """Return the configuration of a run, its planned number of matches, the game's title, and the format.

    Raises UsageError if there is no run, or one of another version; FindingError for a damaged one.
    """
    try:
        said = {key: json.loads(value) for key, value in connection.execute("SELECT key, value FROM run")}
        version = said["cardwright"]
    except (sqlite3.Error, KeyError, TypeError, ValueError, RecursionError) as error:
        raise UsageError(f"{path} holds no run of `cardwright simulate`.") from error
    if type(version) is not int or not UNSEALED <= version <= FORMAT:
        raise UsageError(f"{path} holds a run in format {_shorten(version)}; this version reads up to format {FORMAT}.")
    said = {"learned": "", "decks": [], "pool": []} | said
    for key, is_right in _FACTS.items():
        if key not in said or not is_right(said[key], said):
            raise FindingError(f"{path}, table `run`: {key} is {_shorten(said.get(key))}, as it never is in a run.")
    table = MatchConfig(
        said["game"],
        said["players"],
        tuple(said["bots"]),
        said["seed"],
        tuple(said["sets"]),
        tuple(said["blank"]),
        said["content"],
        watched=True,
        learned=said["learned"],
        decks=tuple(map(tuple, said["decks"])),
        pool=tuple(map(tuple, said["pool"])),
    )
    return table, said["games"], said["title"], version


def _is_text(value: Any, _: Any) -> bool:
    # An escape in JSON can stand for half a character, which is no text.
    return isinstance(value, str) and not any("\ud800" <= sign <= "\udfff" for sign in value)


def _are_texts(value: Any, _: Any) -> bool:
    return isinstance(value, list) and all(_is_text(each, None) for each in value)


def _is_within(value: Any, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def _are_decks(value: Any, _: Any) -> bool:
    """Return True if a value is a list of decks: pairs of a seat or name and the deck's text."""
    return (
        isinstance(value, list)
        and len(value) <= MAX_POOL
        and all(_are_texts(each, None) and len(each) == 2 and len(each[1]) <= MAX_DECK_BYTES for each in value)
        and not any(find_refused_character(text) for each in value for text in each)
        and len({name for name, _ in value}) == len(value)
    )


def _are_seated(value: Any, said: Any) -> bool:
    """Return True if a value is a list of decks for seats of the run.

    The number of players in `said`, the fields of the run, must have been checked before.
    """
    return _are_decks(value, said) and {seat for seat, _ in value} <= {f"P{n + 1}" for n in range(said["players"])}


_FACTS: dict[str, Callable[[Any, Any], bool]] = {
    "game": _is_text,
    "title": _is_text,
    "content": _is_text,
    "learned": _is_text,
    "sets": _are_texts,
    "blank": _are_texts,
    "players": lambda value, _: _is_within(value, 1, MAX_PLAYERS),
    "bots": lambda value, said: _are_texts(value, said) and len(value) == said["players"],
    "decks": _are_seated,
    "pool": _are_decks,
    "seed": lambda value, _: _is_within(value, -(2**63), 2**64 - 1),
    "games": lambda value, _: _is_within(value, 1, MAX_GAMES),
}
