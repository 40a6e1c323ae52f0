"""Validation of a run before anything in it is used, as runs also come from others.

A table must have exactly the declaration with which a run is created, and every value the type and the bounds declared
here: SQLite itself would accept a view for a table, and any text for a number. Changed values within the bounds are
detected by the checksums.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from cardwright.program_format import MAX_NUMBER
from cardwright_tools.cli.errors import FindingError, UsageError
from cardwright_tools.laboratory.games.match import MatchConfig

FORMAT = 2
# Runs of the first format have no seals; they get them when they are gone on with.
UNSEALED = 1
# What is sealed: texts (`t`) and fractions (`f`) are put down in a way that no version of SQLite changes.
PLAYED = {
    "game": (
        "number seed decisions turns seconds:f error:t record:t first forced longest_turn lead_changes ended:t scores:t"
    ),
    "player": "game seat bot:t score won share:f",
    "card": "game seat card:t drawn parted played worked since",
}
_KNOWN = {"run": "key:t value:t", "definition": 'id:t name:t "set":t kind:t copies text:t'}


def register_seals(connection: sqlite3.Connection) -> None:
    """Register the checksum functions for SQL statements of a connection.

    Signals must be delayed meanwhile (`signals_wait`), as in all functions that SQLite calls: it reports an interrupt
    in one as a failure.
    """
    connection.create_function("sealed", 1, _sealed, deterministic=True)


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


def _sealed(content: object) -> str:
    return blake2b(content if isinstance(content, bytes) else repr(content).encode(), digest_size=8).hexdigest()


def _row(columns: str) -> str:
    ways = {
        "": "quote({0})",
        "t": "typeof({0}) || hex({0})",
        "f": "typeof({0}) || CAST({0} * 1000000 AS INTEGER)",
    }
    return " || ',' || ".join(ways[way].format(name) for name, _, way in (c.partition(":") for c in columns.split()))


def _rows(table: str, columns: str, which: str, order: str) -> str:
    return (
        f"coalesce((SELECT group_concat(line, ';') FROM (SELECT {_row(columns)} AS line FROM {table} WHERE {which} "
        f"ORDER BY {order})), '')"
    )


_GAME = (
    f"sealed(CAST({_row(PLAYED['game'])} || '/' || {_rows('player', PLAYED['player'], 'player.game = number', 'seat')}"
    f" || '/' || {_rows('card', PLAYED['card'], 'card.game = number', 'seat, card')} AS BLOB))"
)
# As JSON, as all that a run says of itself.
_RUN = (
    f"json_quote(sealed(CAST({_rows('run', _KNOWN['run'], 'key <> ' + repr('seal'), 'key')} || '/' || "
    f"{_rows('definition', _KNOWN['definition'], '1', 'id')} AS BLOB)))"
)

MAX_PLAYERS = 64
MAX_GAMES = 10_000_000
# Far above what a game can come to, and small enough that sums of them are exact.
MAX_COUNT = 10**9
# Longer than the scores of the longest game, which are the longest text in a run.
MAX_LENGTH = 64 * 1024 * 1024
# Looking for damage reads all of a file; above this, what is damaged is met while it is read.
MAX_TO_LOOK_THROUGH = 64 * 1024 * 1024
# For identifiers that are looked up elsewhere, which reads them.
WORD = "typeof({0}) = 'text'"
TEXT = "typeof({0}) = 'text' AND is_sound(CAST({0} AS BLOB))"
COUNT = f"typeof({{0}}) = 'integer' AND {{0}} BETWEEN 0 AND {MAX_COUNT}"
GAME = f"typeof({{0}}) = 'integer' AND {{0}} BETWEEN 0 AND {MAX_GAMES - 1}"
WHOLE = "typeof({0}) = 'integer'"
# A score is any number that a game can come to.
SCORE = f"typeof({{0}}) = 'integer' AND {{0}} BETWEEN -{MAX_NUMBER} AND {MAX_NUMBER}"
SMALL = f"typeof({{0}}) = 'integer' AND {{0}} BETWEEN -{MAX_COUNT} AND {MAX_COUNT}"
MARK = "typeof({0}) = 'integer' AND {0} IN (0, 1)"
SHARE = "typeof({0}) IN ('real', 'integer') AND {0} BETWEEN 0 AND 1"
SECONDS = f"typeof({{0}}) IN ('real', 'integer') AND {{0}} BETWEEN 0 AND {MAX_COUNT}"
SEAT = "typeof({0}) = 'integer' AND {0} BETWEEN 0 AND :players - 1"
# Of a game that failed there is no course.
COURSE = "({0} IS NULL AND error IS NOT NULL OR {1})"


@dataclass(frozen=True)
class _TableCheck:
    """Expected table: its declaration, its key, and the conditions on its values and rows."""

    declared: str
    key: str
    values: dict[str, str]
    rows: str = "1"


TABLES = {
    "run": _TableCheck("key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID", "key", {"key": TEXT, "value": TEXT}),
    "definition": _TableCheck(
        'id TEXT PRIMARY KEY, name TEXT NOT NULL, "set" TEXT NOT NULL, kind TEXT NOT NULL, copies INTEGER NOT NULL, '
        "text TEXT NOT NULL) WITHOUT ROWID",
        "id",
        {"id": TEXT, "name": TEXT, '"set"': TEXT, "kind": TEXT, "copies": COUNT, "text": TEXT},
    ),
    "game": _TableCheck(
        "number INTEGER PRIMARY KEY, seed INTEGER NOT NULL, decisions INTEGER NOT NULL, turns INTEGER NOT NULL, "
        "seconds REAL NOT NULL, error TEXT, record TEXT, "
        "first INTEGER, forced INTEGER, longest_turn INTEGER, lead_changes INTEGER, ended TEXT, scores TEXT)",
        "number",
        {
            "number": GAME,
            "seed": WHOLE,
            "decisions": COUNT,
            "turns": COUNT,
            "seconds": SECONDS,
            "error": f"({{0}} IS NULL OR {TEXT})",
            "record": f"({{0}} IS NULL OR {TEXT})",
            "first": COURSE.format("{0}", SEAT),
            "forced": COURSE.format("{0}", f"{COUNT} AND {{0}} <= decisions"),
            "longest_turn": COURSE.format("{0}", f"{COUNT} AND {{0}} <= decisions"),
            "lead_changes": COURSE.format("{0}", COUNT),
            "ended": COURSE.format("{0}", TEXT),
            "scores": COURSE.format("{0}", TEXT),
        },
        "error IS NOT NULL OR (SELECT count(*) FROM player WHERE player.game = number) = :players",
    ),
    "player": _TableCheck(
        "game INTEGER NOT NULL, seat INTEGER NOT NULL, bot TEXT NOT NULL, score INTEGER NOT NULL, "
        "won INTEGER NOT NULL, share REAL NOT NULL, PRIMARY KEY (game, seat)) WITHOUT ROWID",
        "game",
        {
            "game": GAME,
            "seat": SEAT,
            "bot": f"{WORD} AND {{0}} = (SELECT value FROM json_each(:bots) WHERE key = seat)",
            "score": SCORE,
            "won": MARK,
            "share": SHARE,
        },
        "game IN (SELECT number FROM game WHERE error IS NULL)",
    ),
    "card": _TableCheck(
        "game INTEGER NOT NULL, seat INTEGER NOT NULL, card TEXT NOT NULL, drawn INTEGER NOT NULL, "
        "parted INTEGER NOT NULL, played INTEGER NOT NULL, worked INTEGER NOT NULL, since INTEGER NOT NULL, "
        "PRIMARY KEY (game, seat, card)) WITHOUT ROWID",
        "game",
        {
            "game": GAME,
            "seat": SEAT,
            "card": TEXT,  # it need not be among the definitions: pieces without a set are seen, too
            **dict.fromkeys(("drawn", "parted", "played", "worked"), COUNT),
            "since": SMALL,
        },
        "game IN (SELECT number FROM game WHERE error IS NULL)",
    ),
    "seal": _TableCheck(
        "game INTEGER PRIMARY KEY, seal TEXT NOT NULL)",
        "game",
        {"game": GAME, "seal": WORD},
        "game IN (SELECT number FROM game)",
    ),
}
SCHEMA = {name: f"CREATE TABLE {name} ({table.declared}" for name, table in TABLES.items()}


def guard(connection: sqlite3.Connection) -> None:
    """Restrict a connection: no code in the file runs, and no value exceeds the limits of a run."""
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_LENGTH)
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    connection.setlimit(sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH, 0)
    connection.create_function("is_sound", 1, _is_sound, deterministic=True)
    register_seals(connection)


def check_run(connection: sqlite3.Connection, path: Path) -> None:
    """Raise FindingError for the first invalid part of a run, UsageError if the file is no run."""
    found = _declared(connection, path)
    if path.stat().st_size <= MAX_TO_LOOK_THROUGH:
        [(verdict,)] = connection.execute("PRAGMA quick_check(1)").fetchmany(1)
        if verdict != "ok":
            raise FindingError(f"{path} is damaged: {_short(verdict)}.")
    _check_rows(connection, path, "run", {})
    table, _, _, version = read_table(connection, path)
    bounds = {"players": table.players, "bots": json.dumps(table.bots)}
    names = [name for name in TABLES if version > UNSEALED or name != "seal"]
    for name in names:
        _check_one(found, path, name)
    for name in names:
        _check_rows(connection, path, name, bounds)
        if name == "definition" and version > UNSEALED:
            check_run_seal(connection, path)
    if version > UNSEALED:
        check_game_seals(connection, path)


def _declared(connection: sqlite3.Connection, path: Path) -> dict[str, tuple[str, str]]:
    """Return kinds and declarations in a file by name; only a real table `run` may be read further.

    Users may add tables and views of their own to a run, but nothing that changes what is read or written.
    """
    found = {}
    for name, kind, sql, on in connection.execute(
        "SELECT name, type, sql, tbl_name FROM sqlite_master WHERE name NOT LIKE 'sqlite@_%' ESCAPE '@'"
    ):
        found[str(name)] = str(kind), str(sql)
        if kind in ("trigger", "index") and str(on).lower() in TABLES:
            raise FindingError(f"{path} has the {kind} {_short(name)} on the table `{on}`; a run has none.")
    if "run" not in found or "game" not in found:
        raise UsageError(f"{path} holds no run of `cardwright simulate`.")
    _check_one(found, path, "run")
    return found


def _check_one(found: dict[str, tuple[str, str]], path: Path, name: str) -> None:
    kind, sql = found.get(name, ("", ""))
    if not kind:
        raise FindingError(f"{path} has no table `{name}`, which every run has.")
    if kind != "table" or _plain(sql) != _plain(SCHEMA[name]):
        raise FindingError(f"{path} declares `{name}` in another way than a run does: {_short(' '.join(sql.split()))}.")


def _check_rows(connection: sqlite3.Connection, path: Path, name: str, bounds: dict[str, object]) -> None:
    """Find the first row that is not as declared, in one pass; then the invalid value in it."""
    table = TABLES[name]
    conditions = {column: f"coalesce({text.format(column)}, 0)" for column, text in table.values.items()}
    right = [*conditions.values(), f"({table.rows})"]
    row = connection.execute(
        f"SELECT {', '.join([_quote_column(table.key), *map(_quote_column, table.values), *right])} FROM {name} "
        f"WHERE NOT ({' AND '.join(right)}) LIMIT 1",
        bounds,
    ).fetchone()
    if row is None:
        return
    count = len(conditions)
    key, values, fits = row[0], row[1 : 1 + count], row[1 + count :]
    place = f"{path}, table `{name}`, {table.key} {_short(key)}"
    for column, value, is_right in zip(conditions, values, fits, strict=False):
        if not is_right:
            what = column.strip('"')
            raise FindingError(f"{place}: {what} is {_short(value)}, as it never is in a run.")
    raise FindingError(f"{place}: it does not fit the other tables.")


def _quote_column(column: str) -> str:
    """Return an SQL expression for a column that yields bytes if a text is not valid UTF-8."""
    return f"iif(typeof({column}) = 'text' AND NOT is_sound(CAST({column} AS BLOB)), CAST({column} AS BLOB), {column})"


def _is_sound(text: object) -> bool:
    if not isinstance(text, bytes):
        return False
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True


def _plain(sql: str) -> str:
    return " ".join(sql.split()).replace("( ", "(").replace(" )", ")")


def _short(value: object) -> str:
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
        raise UsageError(f"{path} holds a run in format {_short(version)}; this version reads up to format {FORMAT}.")
    for key, is_right in _FACTS.items():
        if key not in said or not is_right(said[key], said):
            raise FindingError(f"{path}, table `run`: {key} is {_short(said.get(key))}, as it never is in a run.")
    table = MatchConfig(
        said["game"],
        said["players"],
        tuple(said["bots"]),
        said["seed"],
        tuple(said["sets"]),
        tuple(said["blank"]),
        said["content"],
        watched=True,
    )
    return table, said["games"], said["title"], version


def _is_text(value: Any, _: Any) -> bool:
    # An escape in JSON can make what no text is.
    return isinstance(value, str) and not any("\ud800" <= sign <= "\udfff" for sign in value)


def _are_texts(value: Any, _: Any) -> bool:
    return isinstance(value, list) and all(_is_text(each, None) for each in value)


def _is_within(value: Any, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


_FACTS: dict[str, Callable[[Any, Any], bool]] = {
    "game": _is_text,
    "title": _is_text,
    "content": _is_text,
    "sets": _are_texts,
    "blank": _are_texts,
    "players": lambda value, _: _is_within(value, 1, MAX_PLAYERS),
    "bots": lambda value, said: _are_texts(value, said) and len(value) == said["players"],
    "seed": lambda value, _: _is_within(value, -(2**63), 2**64 - 1),
    "games": lambda value, _: _is_within(value, 1, MAX_GAMES),
}
