"""Storage of runs in SQLite, with a row for each match, player, and card of a player.

All matches of a batch are written in one transaction. Therefore a kill at any time loses no stored match and leaves
none incomplete. The tables are declared in `run_schema.sql`.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardwright.records.record_file import Header, RecordedAnswer, write_record
from cardwright.runtime.primitives.random_numbers import derive_seed
from cardwright.source.atomic_write import PRIVATE_FILE, create_private, make_private, make_private_folder, replace_file
from cardwright.source.read_with_size_limit import check_ordinary
from cardwright_tools.cli.errors import UnwrittenError, UsageError, convert_write_errors, is_disk_full, needs
from cardwright_tools.cli.signals import delay_signals
from cardwright_tools.cli.standard_output import as_typed
from cardwright_tools.laboratory.games.match import (
    SHOWN_ERRORS,
    MatchConfig,
    MatchOutcome,
    WatchedMatch,
    find_match_game,
    make_changed_error,
)
from cardwright_tools.laboratory.runs.untrusted_run_file import (
    FORMAT,
    SCHEMA,
    check_run,
    copy_tables,
    guard,
    read_table,
    seal_game,
    seal_run,
)

if TYPE_CHECKING:
    from cardwright import Game

# SQLite reports a limit on file sizes as a write error.
_NO_ROOM = ("SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_SHMSIZE", "SQLITE_IOERR_TRUNCATE")


@dataclass(frozen=True)
class RunPlan:
    """Plan of a run: the number of matches, and their configuration with the hash of the files."""

    table: MatchConfig
    games: int


class RunStore:
    """A run on disk, to which matches can be added."""

    def __init__(self, path: Path, connection: sqlite3.Connection, plan: RunPlan):
        self.path = path
        self.plan = plan
        self._connection = connection

    @property
    def crashes(self) -> Path:
        """Folder for the records of failed matches."""
        return self.path.with_suffix(".crashes")

    def missing(self) -> list[int]:
        """Return the numbers of the matches still to be played, in order."""
        played = {number for (number,) in self._connection.execute("SELECT number FROM game")}
        return [number for number in range(self.plan.games) if number not in played]

    def add(self, game: Game, outcomes: Iterable[MatchOutcome]) -> None:
        """Write matches in one transaction; existing ones stay unchanged.

        An interrupt is delayed until the matches are written.
        """
        with delay_signals(), self._connection as connection:
            for outcome in outcomes:
                _add_game(connection, self, game, outcome)

    def records(self) -> dict[int, Path]:
        """Return the paths of the records of failed matches, by number."""
        rows = self._connection.execute("SELECT number, record FROM game WHERE record IS NOT NULL")
        return {number: Path(record) for number, record in rows}

    def outcomes(self) -> list[MatchOutcome]:
        """Return all outcomes in order, without the details for reports."""
        scores: dict[int, list[float]] = {}
        winners: dict[int, list[int]] = {}
        for number, seat, score, won in self._connection.execute("SELECT game, seat, score, won FROM player"):
            scores.setdefault(number, []).append(score)
            if won:
                winners.setdefault(number, []).append(seat)
        avoided: dict[int, list[tuple[str, int]]] = {}
        for number, error, times in self._connection.execute("SELECT game, error, times FROM avoided"):
            avoided.setdefault(number, []).append((error, times))
        rows = self._connection.execute(
            "SELECT number, seed, decisions, turns, error, seconds FROM game ORDER BY number"
        )
        return [
            MatchOutcome(
                number,
                seed,
                decisions,
                turns,
                tuple(winners.get(number, ())),
                tuple(scores.get(number, ())),
                error,
                seconds,
                avoided=tuple(avoided.get(number, ())),
            )
            for number, seed, decisions, turns, error, seconds in rows
        ]


@contextmanager
def open_store(path: Path, plan: RunPlan, game: Game) -> Iterator[RunStore]:
    """Return a context with the run at `path`, new or existing; several processes may extend it at the same time.

    Raises UsageError if the file is no run, or one with another plan.
    """
    with connect(path, create=True) as connection:
        # The first process declares all tables or none; a second one waits for it.
        connection.execute("BEGIN IMMEDIATE")
        with delay_signals(), connection:
            if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                _create(connection, plan, game)
            else:
                plan = _resume(connection, path, plan)
        with suppress(sqlite3.OperationalError):  # for readers meanwhile; another writer may have requested it
            connection.execute("PRAGMA journal_mode = WAL")
        try:
            yield RunStore(path, connection, plan)
        finally:
            # Readers then need no additional files, nor room for them. Another writer may still need them.
            with suppress(sqlite3.Error):
                connection.execute("PRAGMA journal_mode = DELETE")


def _resume(connection: sqlite3.Connection, path: Path, plan: RunPlan) -> RunPlan:
    checked = check_run(connection, path)
    before = read_plan(checked, path)
    if checked is not connection:
        for name in SCHEMA:
            connection.execute(f"DROP TABLE IF EXISTS {name}")
        copy_tables(checked, connection)
    now = replace(plan.table, learned=plan.table.learned_hash)
    if before.table != now:
        alike = replace(before.table, content=now.content, learned=now.learned) == now
        if alike and before.table.content != now.content:
            raise make_changed_error(plan.table)
        raise UsageError(f"{path} holds another run: {_render_difference(before.table, now)}; choose another --out.")
    plan = replace(plan, games=max(plan.games, before.games))
    connection.execute("UPDATE run SET value = ? WHERE key = 'games'", (json.dumps(plan.games),))
    seal_run(connection)
    return plan


@contextmanager
def open_run(path: Path) -> Iterator[sqlite3.Connection]:
    """Return a context with a run opened for reading, after its validation.

    Raises UsageError if there is none, FindingError if it is damaged.
    """
    with connect(path) as connection:
        connection.execute("PRAGMA query_only = ON")
        connection.execute("BEGIN")  # what is looked at is what is read, while a run that goes on adds games
        with delay_signals():
            checked = check_run(connection, path)
        with closing(checked):
            yield checked


@contextmanager
def connect(path: Path, create: bool = False) -> Iterator[sqlite3.Connection]:
    """Return a context with a connection to a run; with `create`, the file is made if there is none.

    Raises UsageError if it cannot be opened, UnwrittenError if it cannot grow.
    """
    if not create and not path.is_file():
        raise UsageError(
            f"there is no run {path}; `cardwright simulate GAME --games N --out {as_typed(path)}` makes one."
        )
    if create and path.is_symlink():
        raise UsageError(f"{path} is a link, and nothing is written through links; name what it leads to.")
    connection = None
    try:
        if create:
            make_private_folder(path.parent)
        if path.exists():
            check_ordinary(path)
        if create:
            _make_private(path)
        connection = sqlite3.connect(path, timeout=30)
        guard(connection)
        connection.execute("PRAGMA synchronous = NORMAL")
        yield connection
    except (sqlite3.Error, OSError, UnicodeDecodeError) as error:
        if _has_no_room(error):
            if path.is_file() and not path.stat().st_size:
                path.unlink()  # there was no room even to begin
            kept = " The games that are in it are whole." if path.exists() else ""
            raise UnwrittenError(f"{path} could not be written: {error}.{kept}") from error
        raise UsageError(
            f"{path} is not a run, as `cardwright simulate GAME --games N --out FILE` writes them: {error}."
        ) from error
    finally:
        if connection is not None:
            connection.close()


def _has_no_room(error: Exception) -> bool:
    if isinstance(error, OSError):
        return is_disk_full(error)
    return getattr(error, "sqlite_errorname", None) in _NO_ROOM


def read_plan(connection: sqlite3.Connection, path: Path) -> RunPlan:
    """Return the plan of a run. Raises UsageError if the file is no run, FindingError if it is damaged."""
    table, games, _, _ = read_table(connection, path)
    return RunPlan(table, games)


def _create(connection: sqlite3.Connection, plan: RunPlan, game: Game) -> None:
    table = plan.table
    said = {
        "cardwright": FORMAT,
        "game": table.game,
        "title": game.title,
        "players": table.players,
        "bots": table.bots,
        "seed": table.seed,
        "sets": table.sets,
        "blank": table.blank,
        "content": table.content,
        "games": plan.games,
    }
    said |= {"learned": table.learned_hash} if table.learned else {}
    said |= {word: decks for word, decks in (("decks", table.decks), ("pool", table.pool)) if decks}
    cards = [(c.id, c.name, c.set, c.kind, c.copies, c.text) for c in game.card_texts() if c.set]
    for statement in SCHEMA.values():
        connection.execute(statement)
    connection.executemany("INSERT INTO run VALUES (?, ?)", [(key, json.dumps(value)) for key, value in said.items()])
    connection.executemany("INSERT INTO definition VALUES (?, ?, ?, ?, ?, ?)", cards)
    seal_run(connection)


def _render_difference(before: MatchConfig, now: MatchConfig) -> str:
    for word in ("game", "sets", "players", "bots", "seed", "blank"):
        then, here = getattr(before, word), getattr(now, word)
        if then != here:
            return f"{word} {_render_value(then)}, not {_render_value(here)}"
    if (before.decks, before.pool) != (now.decks, now.pool):
        return "it was played with other decks"
    if before.learned != now.learned:
        return "its bots went by another learned valuation, or by none"
    return "it was played another way"


def _render_value(value: object) -> str:
    return ",".join(value) or "none" if isinstance(value, tuple) else str(value)


def _add_game(connection: sqlite3.Connection, store: RunStore, game: Game, outcome: MatchOutcome) -> None:
    table, number = store.plan.table, outcome.number
    record = None
    if outcome.error is not None:
        record = str(write_crash(store.crashes, game, table, outcome))
    course = outcome.course
    row = _list_course_row(course) if course is not None else (None,) * 6
    added = connection.execute(
        f"INSERT OR IGNORE INTO game VALUES ({', '.join('?' * 13)})",
        (number, outcome.seed, outcome.decisions, outcome.turns, outcome.seconds, outcome.error, record, *row),
    )
    if not added.rowcount:
        return
    if outcome.error is None:
        _add_players(connection, table, outcome)
    avoided = [(number, error, times) for error, times in outcome.avoided[:SHOWN_ERRORS]]
    connection.executemany("INSERT INTO avoided VALUES (?, ?, ?)", avoided)
    seal_game(connection, number)


def _add_players(connection: sqlite3.Connection, table: MatchConfig, outcome: MatchOutcome) -> None:
    number, course = outcome.number, outcome.course
    share = 1 / max(1, len(outcome.winners))
    players = []
    for seat, (bot, score) in enumerate(zip(table.bots, outcome.scores, strict=True)):
        won = seat in outcome.winners
        players.append((number, seat, bot, score, int(won), share if won else 0.0))
    connection.executemany("INSERT INTO player VALUES (?, ?, ?, ?, ?, ?)", players)
    if course is not None:
        cards = [(number, c.player, c.card, c.drawn, c.parted, c.played, c.worked, c.since) for c in course.cards]
        connection.executemany("INSERT INTO card VALUES (?, ?, ?, ?, ?, ?, ?, ?)", cards)


def _list_course_row(course: WatchedMatch) -> Sequence[object]:
    scores = json.dumps(course.scores, separators=(",", ":"))
    return course.first, course.forced, course.longest_turn, course.lead_changes, str(course.ending), scores


def _make_private(path: Path) -> None:
    """Make the file of a run readable by its owner only; SQLite's files beside it get the same rights."""
    try:
        create_private(path).close()
    except FileExistsError:
        make_private(path)


def write_crash(folder: Path, game: Game, table: MatchConfig, outcome: MatchOutcome) -> Path:
    """Write the record of a failed match into a folder; `cardwright replay` of this record leads to the failure."""
    return write_game(folder, game, table, outcome.number, outcome.answers)


def _list_recorded_answers(game: Game, players: int, seed: int, options: Iterable[int]) -> Iterator[RecordedAnswer]:
    """Yield the recorded answers of a match, up to the first that cannot be given."""
    state = None
    with suppress(Exception):
        state = game.new(players, seed, tracked=False)
    for option in options:
        yield RecordedAnswer(option, seat=None if state is None or state.finished else state.player)
        try:
            if state is not None:
                state.apply(option)
        except Exception:  # noqa: BLE001 - whatever it failed of is in the run
            state = None


def write_game(folder: Path, game: Game, table: MatchConfig, number: int, answers: Iterable[int]) -> Path:
    """Write the record of match `number` of a run, from its answers, into a folder."""
    seed = derive_seed(table.seed, number)
    path = folder / f"{game.name}-{table.players}-{number}-{seed}.jsonl"
    game = find_match_game(game, table, number)
    with convert_write_errors(path):
        make_private_folder(folder)
        write_record(
            path, Header.of(game, table.players, seed), [*_list_recorded_answers(game, table.players, seed, answers)]
        )
    return path


TABLES = ("definition", "game", "player", "card", "avoided")
ROWS = 100_000


def export(run: Path) -> list[Path]:
    """Write `RUN.game.parquet` and the like next to `run`, with its plan as metadata; return the paths."""
    with needs("parquet"):
        import pyarrow
        from pyarrow import parquet
    written = []
    with connect(run) as connection:
        about = {"cardwright": json.dumps(dict(connection.execute("SELECT key, value FROM run").fetchall()))}
        for table in TABLES:
            schema = _make_schema(pyarrow, connection, table).with_metadata(about)
            path = run.with_suffix(f".{table}.parquet")
            with (
                convert_write_errors(path),
                replace_file(path, mode=PRIVATE_FILE) as file,
                parquet.ParquetWriter(file, schema) as writer,
            ):
                rows = connection.execute(f"SELECT * FROM {table}")
                while some := rows.fetchmany(ROWS):
                    columns = zip(zip(*some, strict=True), schema, strict=True)
                    arrays = [pyarrow.array(column, field.type) for column, field in columns]
                    writer.write_table(pyarrow.Table.from_arrays(arrays, schema=schema))
            written.append(path)
    return written


def _make_schema(pyarrow: Any, connection: sqlite3.Connection, table: str) -> Any:
    types = {"INTEGER": pyarrow.int64(), "REAL": pyarrow.float64(), "TEXT": pyarrow.string()}
    real = connection.execute("SELECT 1 FROM player WHERE typeof(score) = 'real' LIMIT 1").fetchone()
    types["ANY"] = types["REAL" if real else "INTEGER"]
    columns = connection.execute(f"PRAGMA table_info({table})")
    return pyarrow.schema([(name, types[kind]) for _, name, kind, *_ in columns])
