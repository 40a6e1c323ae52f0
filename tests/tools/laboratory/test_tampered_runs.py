"""Runs that somebody or something wrote into: refused at their place, or the report of the run as it was played."""

from __future__ import annotations

import random
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.every_command import UNWANTED
from tests.runs import rewritten

import cardwright_tools
from cardwright.state_slots_and_table_rows import MAX_NUMBER
from cardwright_tools.cli.errors import FindingError, UsageError
from cardwright_tools.cli.main import main
from cardwright_tools.laboratory.runs.run_store import open_run
from cardwright_tools.laboratory.runs.untrusted_run_file import FORMAT, SCHEMA, register_seals, seal_run

GAME = "cargo_hold"
DECLARED = sqlite3.connect(":memory:")
DECLARED.executescript(";".join(SCHEMA.values()))
COLUMNS = [(table, found[1]) for table in SCHEMA for found in DECLARED.execute(f"PRAGMA table_info({table})")]
# What a column is changed to, as SQL: kinds of value it never has, and others that it could have had.
NONSENSE = [
    "NULL",
    "-1",
    "9223372036854775807",
    "-9223372036854775808",
    "1.5",
    "9e999",
    "-9e999",
    "'text'",
    "''",
    "'7'",
    "x'0001ff'",
    "CAST(x'41ff42' AS TEXT)",
    "CAST(x'4100420a' AS TEXT)",
    "'A' || char(27) || ']52;c;QQ==' || char(7) || char(8238)",
    "hex(zeroblob(100000))",
    "json_quote('\\ud800')",
    "'[' || replace(hex(zeroblob(3000)), '0', '[')",
    "'1e999'",
    "'99999999999999999999999999'",
]
# What a message names, where it is not the table itself or that of the games.
PLACES = {
    "run": "`(run|player)`|damaged|no run|in format",
    "definition": "`definition`|damaged",
    **dict.fromkeys(("game", "player", "card", "avoided", "seal"), "`(game|player|card|avoided|seal)`|damaged"),
}
CONTROLS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of a few games of three, one of them failed."""
    run = tmp_path_factory.mktemp("tampered") / "run.sqlite"
    assert (
        main(["simulate", GAME, "--bots", "random", "--games", "6", "--seed", "3", "--jobs", "1", "--out", str(run)])
        == 0
    )
    rewritten(
        run,
        "DELETE FROM player WHERE game = 2",
        "DELETE FROM card WHERE game = 2",
        "UPDATE game SET error = 'fell over', record = 'x.jsonl', first = NULL, forced = NULL, longest_turn = NULL, "
        "lead_changes = NULL, ended = NULL, scores = NULL WHERE number = 2",
        "INSERT INTO avoided VALUES (1, 'a number is too large', 4), (1, 'game.yaml, line 3: no end', 2)",
    )
    return run


@contextmanager
def loosened(run: Path) -> Iterator[sqlite3.Connection]:
    """A run that takes any value in any column, declared as before when it is closed."""
    connection = sqlite3.connect(run, isolation_level=None)
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("PRAGMA writable_schema = ON")
    kept = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    for name, sql in kept:
        loose = re.sub(r"(?<!IS) NOT NULL|STRICT(, )?|\b(INTEGER|TEXT|REAL)\b(?! PRIMARY)", "", sql)
        connection.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (loose, name))
    connection.close()
    connection = sqlite3.connect(run, isolation_level=None)
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("PRAGMA ignore_check_constraints = ON")
    yield connection
    connection.execute("PRAGMA writable_schema = ON")
    for name, sql in kept:
        connection.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (sql, name))
    connection.close()


def changed(run: Path, table: str, column: str, value: str) -> bool:
    """Change one value of one row, of those in which that is possible and changes anything; whether there is one."""
    with loosened(run) as connection:
        rows = connection.execute(f"SELECT * FROM {table}")
        of = " AND ".join(f'"{name}" IS ?' for name, *_ in rows.description)
        name = column
        order = random.Random(f"{table} {column} {value}")  # of chance, and the same in every run
        for row in order.sample(found := rows.fetchall(), len(found)):
            try:
                done = connection.execute(
                    f'UPDATE {table} SET "{name}" = {value} WHERE {of} AND "{name}" IS NOT {value}', row
                )
            except sqlite3.Error:  # what even a loose table does not take there, such as a number another row has
                continue
            if done.rowcount > 0:
                return True
        return False


def refusal(run: Path) -> str | None:
    """Why a run is not read, in the words of the door that all readers of runs go through; None when it is."""
    try:
        with open_run(run):
            return None
    except (UsageError, FindingError) as error:
        return str(error)


@pytest.mark.one_of(6)
@pytest.mark.parametrize(("table", "column"), COLUMNS, ids=str)
def test_no_change_of_a_column_goes_unnoticed(table: str, column: str, played: Path, tmp_path: Path) -> None:
    tried = 0
    name = column
    likely = [f'"{name}" || 1', f'"{name}" + 1', f'"{name}" - 1', f'upper("{name}")', f'"{name}" * 1.5']
    for value in NONSENSE[COLUMNS.index((table, column)) % 2 :: 2] + likely:
        run = Path(shutil.copy(played, tmp_path / "run.sqlite"))
        if not changed(run, table, column, value):
            continue
        tried += 1
        told = refusal(run)
        assert told is not None, value
        assert re.search(PLACES[table], told), (value, told)
        assert len(told.replace(str(run), "")) < 200
    assert tried >= 2  # a number of a game that is nought, or has neighbours, cannot be changed in every way


# Somebody who seals what they wrote is believed, if it could be; what it shows is their word.
@pytest.mark.one_of(6)
@pytest.mark.parametrize(("table", "column"), COLUMNS, ids=str)
def test_who_seals_nonsense_gets_no_traceback_and_no_terminal(
    table: str, column: str, played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for value in NONSENSE[COLUMNS.index((table, column)) % 3 :: 3]:
        run = Path(shutil.copy(played, tmp_path / "run.sqlite"))
        if not changed(run, table, column, value):
            continue
        try:
            rewritten(run)
        except sqlite3.Error:
            continue
        if refusal(run) is None:
            ended(capsys, "report", run)
            ended(capsys, "simulate", "--resume", run, "--games", "6", "--jobs", "1")


def ended(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str, str]:
    """How a command ended, which was neither in a traceback nor in a character that steers the terminal."""
    code = main([str(word) for word in words])
    out, err = capsys.readouterr()
    assert not UNWANTED.search(out + err), err
    assert not CONTROLS.search(out + err), err
    assert code in (0, 1, 2), err
    return code, out, err


def test_every_reader_of_runs_goes_through_that_door() -> None:
    root = Path(cardwright_tools.__file__).parent
    texts = {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in root.rglob("*.py")}
    found = {word: [n for n, text in texts.items() if word in text] for word in ("sqlite3.connect(", " connect(")}
    # The pairs and the export read what their own command has opened as a store just before; the validation converts
    # runs of older formats into a temporary file.
    assert {word: sorted(names) for word, names in found.items()} == {
        "sqlite3.connect(": ["laboratory/runs/run_store.py", "laboratory/runs/untrusted_run_file.py"],
        " connect(": [
            "laboratory/runs/run_store.py",
            "laboratory/statistics/compare_versions_by_seed.py",
        ],
    }


@pytest.mark.long
def test_no_flipped_bit_becomes_a_figure(played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Anywhere in the file: refused, or the same report."""
    chance = random.Random(11)
    content = played.read_bytes()
    told = ended(capsys, "report", played, "--json")
    refused = 0
    for number in range(150):
        damaged = bytearray(content)
        if number % 10:
            damaged[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        else:
            del damaged[chance.randrange(len(content)) :]
        run = tmp_path / "run.sqlite"
        run.write_bytes(damaged)
        if refusal(run) is not None:
            refused += 1
        else:
            assert ended(capsys, "report", run, "--json") == told
        for path in tmp_path.iterdir():
            path.unlink()
    assert refused > 50


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("DROP TABLE player", "no table `player`"),
        ("DROP TABLE definition", "no table `definition`"),
        ("DROP TABLE seal", "no table `seal`"),
        ("DROP TABLE run", "holds no run"),
        ("ALTER TABLE game ADD COLUMN more INTEGER", "declares `game` in another way"),
        ("ALTER TABLE card RENAME COLUMN since TO until", "declares `card` in another way"),
        ("CREATE TRIGGER t AFTER INSERT ON game BEGIN DELETE FROM player; END", "has the trigger 't'"),
        ("CREATE INDEX i ON player (won)", "has the index 'i'"),
        ("DELETE FROM player WHERE game = 1", "game 1 was changed"),
        ("DELETE FROM card WHERE game = 1", "game 1 was changed"),
        ("DELETE FROM game WHERE number = 1", "a row belongs to no row of the table `game`"),
        ("DELETE FROM seal WHERE game = 1", "game 1 was changed"),
        ("DROP TABLE avoided", "no table `avoided`"),
        ("DELETE FROM avoided WHERE game = 1", "game 1 was changed"),
        ("DELETE FROM run WHERE key = 'players'", "players is None"),
        ("INSERT INTO game (number, seed, decisions, turns, seconds, error) VALUES (9, 1, 1, 1, 1, 'x')", "game 9 was"),
    ],
)
def test_tables_are_those_of_a_run(statement: str, named: str, played: Path, tmp_path: Path) -> None:
    run = Path(shutil.copy(played, tmp_path / "run.sqlite"))
    connection = sqlite3.connect(run, isolation_level=None)
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute(statement)
    connection.close()
    assert named in (refusal(run) or "")


@pytest.mark.one_of
@pytest.mark.parametrize("game", ["import_export", "cargo_noir", "ceylon", "bush_pilots"])
def test_what_other_games_write_is_read(game: str, tmp_path: Path) -> None:
    """Such as pieces that are in no set."""
    run = tmp_path / "run.sqlite"
    assert main(["simulate", game, "--bots", "random", "--games", "1", "--jobs", "1", "--out", str(run)]) == 0
    assert refusal(run) is None


def test_a_view_is_no_table(played: Path, tmp_path: Path) -> None:
    run = Path(shutil.copy(played, tmp_path / "run.sqlite"))
    connection = sqlite3.connect(run, isolation_level=None)
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("ALTER TABLE player RENAME TO kept")
    connection.execute("CREATE VIEW player AS SELECT * FROM kept")
    connection.close()
    assert "declares `player` in another way" in (refusal(run) or "")


def test_tables_of_ones_own_do_no_harm(played: Path, tmp_path: Path) -> None:
    run = Path(shutil.copy(played, tmp_path / "run.sqlite"))
    connection = sqlite3.connect(run, isolation_level=None)
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("CREATE TABLE mine (a)")
    connection.execute("CREATE VIEW best AS SELECT max(score) FROM player")
    connection.execute("ANALYZE")
    connection.close()
    assert refusal(run) is None


@pytest.mark.parametrize("content", [b"", b"x", b"SQLite format 3\0", bytes(4096), b"a text\n" * 999])
def test_what_is_no_database_is_told_so(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = tmp_path / "run.sqlite"
    run.write_bytes(content)
    for words in (("report", run), ("simulate", "--resume", run)):
        code, out, err = ended(capsys, *words)
        assert (code, out) == (2, "")
        assert str(run) in err
        assert run.read_bytes() == content


# How a run was declared before the third format.
LOOSE = {
    "run": "key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "definition": 'id TEXT PRIMARY KEY, name TEXT NOT NULL, "set" TEXT NOT NULL, kind TEXT NOT NULL, '
    "copies INTEGER NOT NULL, text TEXT NOT NULL) WITHOUT ROWID",
    "game": "number INTEGER PRIMARY KEY, seed INTEGER NOT NULL, decisions INTEGER NOT NULL, turns INTEGER NOT NULL, "
    "seconds REAL NOT NULL, error TEXT, record TEXT, first INTEGER, forced INTEGER, longest_turn INTEGER, "
    "lead_changes INTEGER, ended TEXT, scores TEXT)",
    "player": "game INTEGER NOT NULL, seat INTEGER NOT NULL, bot TEXT NOT NULL, score INTEGER NOT NULL, "
    "won INTEGER NOT NULL, share REAL NOT NULL, PRIMARY KEY (game, seat)) WITHOUT ROWID",
    "card": "game INTEGER NOT NULL, seat INTEGER NOT NULL, card TEXT NOT NULL, drawn INTEGER NOT NULL, "
    "parted INTEGER NOT NULL, played INTEGER NOT NULL, worked INTEGER NOT NULL, since INTEGER NOT NULL, "
    "PRIMARY KEY (game, seat, card)) WITHOUT ROWID",
    "seal": "game INTEGER PRIMARY KEY, seal TEXT NOT NULL)",
}


def made_older(run: Path, version: int, *statements: str) -> None:
    """Bring a run back to what an older format was, changed by statements; the first had no seals."""
    rewritten(run, "DELETE FROM avoided")
    connection = sqlite3.connect(run, isolation_level=None)
    connection.execute("PRAGMA synchronous = OFF")
    register_seals(connection)
    if version < 4:
        connection.execute("DROP TABLE avoided")
    for table, declared in LOOSE.items() if version < 3 else ():
        connection.execute(f"ALTER TABLE {table} RENAME TO new_{table}")
        connection.execute(f"CREATE TABLE {table} ({declared}")
        connection.execute(f"INSERT INTO {table} SELECT * FROM new_{table}")
    for table in reversed(LOOSE) if version < 3 else ():
        connection.execute(f"DROP TABLE new_{table}")
    connection.execute("UPDATE run SET value = ? WHERE key = 'cardwright'", (str(version),))
    seal_run(connection)
    if version == 1:
        connection.execute("DROP TABLE seal")
        connection.execute("DELETE FROM run WHERE key = 'seal'")
    for statement in statements:
        connection.execute(statement)
    connection.close()


@pytest.mark.parametrize("version", range(1, FORMAT))
def test_runs_of_older_formats_are_read_and_converted_when_gone_on_with(
    version: int, played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Path(shutil.copy(played, tmp_path / "run.sqlite"))
    rewritten(run, "DELETE FROM avoided")
    told = ended(capsys, "report", run, "--json")
    made_older(run, version)
    before = run.read_bytes()
    assert ended(capsys, "report", run, "--json") == told
    assert run.read_bytes() == before
    assert ended(capsys, "simulate", "--resume", run, "--games", "8", "--jobs", "1")[0] == 1  # one game failed
    connection = sqlite3.connect(run, isolation_level=None)
    connection.execute("PRAGMA synchronous = OFF")
    assert connection.execute("SELECT count(*) FROM seal").fetchone() == (8,)
    assert connection.execute("SELECT value FROM run WHERE key = 'cardwright'").fetchone() == (str(FORMAT),)
    with pytest.raises(sqlite3.IntegrityError):
        connection.execute("UPDATE game SET turns = -1")
    connection.execute("UPDATE player SET score = score + 1 WHERE game = 3 AND seat = 0")
    connection.close()
    assert "game 3 was changed" in (refusal(run) or "")


@pytest.mark.parametrize(
    ("version", "statement", "named"),
    [
        (1, "UPDATE game SET turns = -1 WHERE number = 1", "CHECK constraint failed: turns BETWEEN"),
        (1, "UPDATE player SET score = 'ten' WHERE game = 1", "CHECK constraint failed: typeof(score) IN"),
        (1, "UPDATE player SET bot = 'mcts' WHERE game = 1", "`player`, game 1: it does not fit"),
        (1, "DELETE FROM player WHERE game = 1", "`card`: a row belongs to no row of the table `player`"),
        (1, "DROP TABLE definition", "no table `definition`"),
        (2, "UPDATE game SET turns = turns + 1 WHERE number = 1", "game 1 was changed"),
        (2, "DROP TABLE seal", "no table `seal`"),
        (3, "DROP TABLE seal", "no table `seal`"),
        (3, "CREATE TABLE avoided (mine)", "a table `avoided`, a name that this version needs; rename it"),
    ],
)
def test_damage_of_runs_of_older_formats_is_found(
    version: int, statement: str, named: str, played: Path, tmp_path: Path
) -> None:
    run = Path(shutil.copy(played, tmp_path / "run.sqlite"))
    made_older(run, version, statement)
    assert named in (refusal(run) or "")


@pytest.mark.long
def test_two_who_begin_one_run_both_play_it(tmp_path: Path) -> None:
    for number in range(3):
        run = tmp_path / f"{number}.sqlite"
        words = ["simulate", GAME, "--bots", "random", "--games", "40", "--seed", "3", "--jobs", "1", "--out", str(run)]
        both = [
            subprocess.Popen(
                [sys.executable, "-m", "cardwright_tools.cli.main", *words],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
            )
            for _ in range(2)
        ]
        told = [process.communicate(timeout=120)[1] for process in both]
        assert ([process.returncode for process in both], told) == ([0, 0], ["", ""])
        assert refusal(run) is None
        connection = sqlite3.connect(run)
        assert connection.execute("SELECT count(*), max(number) FROM game").fetchone() == (40, 39)
        connection.close()


def test_scores_as_large_as_a_game_allows_are_reported(tmp_path: Path) -> None:
    run = tmp_path / "run.sqlite"
    assert (
        main(
            [
                "simulate",
                "goofspiel",
                "--bots",
                "random",
                "--games",
                "4",
                "--players",
                "2",
                "--jobs",
                "1",
                "--out",
                str(run),
            ]
        )
        == 0
    )
    rewritten(run, f"UPDATE player SET score = {MAX_NUMBER} WHERE seat = 0")
    assert main(["report", str(run)]) == 0
    rewritten(run, f"UPDATE player SET score = {MAX_NUMBER + 1} WHERE seat = 0")
    assert main(["report", str(run)]) != 0
