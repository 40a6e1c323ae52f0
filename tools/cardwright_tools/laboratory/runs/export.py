"""The tables of a run as Parquet files, one a table, for other programs."""

import json
import sqlite3
from pathlib import Path
from typing import Any

from cardwright.source.private_file import PRIVATE_FILE
from cardwright.source.whole_file import whole_file
from cardwright_tools.cli.failure import writing
from cardwright_tools.laboratory.extra import needs
from cardwright_tools.laboratory.runs.store import connected

TABLES = ("definition", "game", "player", "card")
ROWS = 100_000


def export(run: Path) -> list[Path]:
    """Write `RUN.game.parquet` and the like beside `run`, with what the run was as their metadata; what was written."""
    with needs("parquet"):
        import pyarrow
        from pyarrow import parquet
    written = []
    with connected(run) as connection:
        about = {"cardwright": json.dumps(dict(connection.execute("SELECT key, value FROM run").fetchall()))}
        for table in TABLES:
            schema = _schema(pyarrow, connection, table).with_metadata(about)
            path = run.with_suffix(f".{table}.parquet")
            with (
                writing(path),
                whole_file(path, mode=PRIVATE_FILE) as file,
                parquet.ParquetWriter(file, schema) as writer,
            ):
                rows = connection.execute(f"SELECT * FROM {table}")
                while some := rows.fetchmany(ROWS):
                    columns = zip(zip(*some, strict=True), schema, strict=True)
                    arrays = [pyarrow.array(column, field.type) for column, field in columns]
                    writer.write_table(pyarrow.Table.from_arrays(arrays, schema=schema))
            written.append(path)
    return written


def _schema(pyarrow: Any, connection: sqlite3.Connection, table: str) -> Any:
    types = {"INTEGER": pyarrow.int64(), "REAL": pyarrow.float64(), "TEXT": pyarrow.string()}
    columns = connection.execute(f"PRAGMA table_info({table})")
    return pyarrow.schema([(name, types[kind]) for _, name, kind, *_ in columns])
