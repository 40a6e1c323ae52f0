"""Seals: a checksum of each game of a run, so that what was changed since it was played does not become a figure.

A seal is no signature: it shows damage and edits, not somebody who seals anew what they changed.
"""

import sqlite3
from hashlib import blake2b
from pathlib import Path

from cardwright_tools.cli.failure import FindingError

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
    """Let the statements of a connection ask for seals.

    Signals must wait meanwhile (`signals_wait`), as for all functions that SQLite calls: it tells an interruption in
    one as a failure.
    """
    connection.create_function("sealed", 1, _sealed, deterministic=True)


def seal_game(connection: sqlite3.Connection, number: int) -> None:
    """Seal a game as it is."""
    connection.execute(f"INSERT INTO seal SELECT number, {_GAME} FROM game WHERE number = ?", (number,))


def seal_games(connection: sqlite3.Connection) -> None:
    """Seal all games as they are."""
    connection.execute("DELETE FROM seal")
    connection.execute(f"INSERT INTO seal SELECT number, {_GAME} FROM game")


def seal_run(connection: sqlite3.Connection) -> None:
    """Seal what a run says of itself and of its cards as it is."""
    connection.execute("DELETE FROM run WHERE key = 'seal'")
    connection.execute(f"INSERT INTO run SELECT 'seal', {_RUN}")


def check_run_seal(connection: sqlite3.Connection, path: Path) -> None:
    """Raise FindingError when what a run says of itself and of its cards is not as it was sealed."""
    [(kept, now)] = connection.execute(f"SELECT (SELECT value FROM run WHERE key = 'seal'), {_RUN}").fetchall()
    if kept != now:
        raise FindingError(f"{path}, tables `run` and `definition`: one of them was changed after the run was begun.")


def check_game_seals(connection: sqlite3.Connection, path: Path) -> None:
    """Raise FindingError for the first game that is not as it was sealed."""
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
