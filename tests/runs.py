"""Runs of the laboratory that somebody else wrote into."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from cardwright_tools.laboratory.runs.untrusted_run_file import register_seals, seal_games, seal_run


def rewritten(run: Path, *statements: str, sealed: bool = True) -> None:
    """Change a run by statements of SQL, and seal it anew as only who means to deceive (or a test) does."""
    connection = sqlite3.connect(run)
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("PRAGMA ignore_check_constraints = ON")
    register_seals(connection)
    with connection:
        for statement in statements:
            connection.execute(statement)
        if sealed:
            seal_games(connection)
            seal_run(connection)
    connection.close()
