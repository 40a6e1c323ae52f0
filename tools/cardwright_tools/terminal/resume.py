"""Offer to continue the last unfinished match when a game is started again."""

from argparse import Namespace
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from cardwright.phrases.inflection import count_noun
from cardwright.records.file_lock import is_held
from cardwright.records.record_file import Header, Record, RecordError, read_record
from cardwright_tools.session.record_folder import list_records
from cardwright_tools.terminal.terminal_io import LeaveError, Terminal

if TYPE_CHECKING:
    from cardwright import Game

YES, NO = ("", "y", "yes"), ("n", "no", "new")


def offer_resume(game: "Game", arguments: Namespace, terminal: Terminal) -> Path | None:
    """Return the record of an unfinished match of the game if the person agrees to continue it, else None.

    The person is not asked if a seed or a new match is requested, if no person plays, or if the terminal is not
    interactive. Raises LeaveError at the end of input.
    """
    nobody = arguments.human is not None and not arguments.human
    if arguments.new or arguments.seed is not None or nobody or not terminal.interactive:
        return None
    found = find_unfinished(game, arguments.players)
    if found is None:
        return None
    path, record = found
    written = datetime.fromtimestamp(path.stat().st_mtime)
    players = count_noun(record.header.players, "player")
    answers = count_noun(len(record.answers), "answer")
    message = f"A match of {game.title} is unfinished: {players}, {answers}, {written:%d %b %H:%M}."
    if record.header.content != game.content_hash:
        message += "\nIts rules or cards have changed since; answers that still fit are repeated."
    answer = "?"
    while answer.casefold() not in (*YES, *NO):
        typed = terminal.read(f"{message}\nContinue it? Enter for yes, n for a new match: ")
        if typed is None:
            raise LeaveError
        answer = typed
    return path if answer.casefold() in YES else None


def find_unfinished(game: "Game", players: int | None) -> tuple[Path, Record] | None:
    """Return the latest record of a game; None if it is finished, open elsewhere, or played with other sets."""
    found = next(_list_resumable(game.name), None)
    if found is None:
        return None
    _, record = found
    header = record.header
    here = Header.of(game, header.players, header.seed)
    # A changed copy of a game in another folder is another game.
    same = (header.game, header.sets) == (here.game, here.sets)
    same = same and (header.folder == here.folder or header.content == here.content)
    wanted = same and not record.finished and record.answers and players in (None, header.players)
    return found if wanted else None


def _list_resumable(name: str) -> Iterator[tuple[Path, Record]]:
    """Yield the records of a game that can be continued, the latest first."""
    for path in list_records(name):
        with suppress(RecordError, OSError):
            if not is_held(path):
                yield path, read_record(path)
