"""Failures of commands: wrong usage, findings, unwritten files, and bugs with a report."""

import errno
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from cardwright.source.visible_control_characters import escape_controls

OK = 0
FINDINGS = 1
USAGE = 2
OUR_BUG = 3
UNWRITTEN = 4
INTERRUPTED = 130
# Exit code of a command ended by a signal, to which the signal's number is added, as in shells.
STOPPED = 128
# The text of Python's error if no folder accepts temporary files; its number varies.
NO_PASSING_FILES = "No usable temporary directory"
_NO_ROOM = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EFBIG))


class UsageError(Exception):
    """Error for a command that was used wrongly; the message tells the user what to change."""


class FindingError(Exception):
    """Error for a fault that a command found in its input; the message describes the fault."""


class UnwrittenError(Exception):
    """Error for a file that could not be written because the disk is full.

    The message names the file and says what was saved.
    """


def is_disk_full(error: OSError) -> bool:
    """Return True if a write failed because the disk, the user's quota or the file is full."""
    return error.errno in _NO_ROOM or NO_PASSING_FILES in str(error)


def suggest_nearest(word: str, candidates: list[str]) -> str:
    """Return ` Did you mean ...?` with the candidate spelled most like a word, or "" if none is similar."""
    from cardwright.source.diagnostics import suggest

    found = suggest(word, candidates)
    return f" Did you mean `{found}`?" if found else ""


def check_there(paths: Iterable[Path]) -> None:
    """Raise UsageError if one of the paths does not exist or cannot be read."""
    for path in paths:
        try:
            there = path.exists()
        except OSError as error:
            raise UsageError(f"{path} cannot be read: {error.strerror}.") from error
        if not there and path.is_symlink():
            raise UsageError(f"the link {path} leads nowhere.")
        if not there:
            raise UsageError(f"there is no file or folder {path}.")


@contextmanager
def convert_write_errors(path: Path, failure: type[UsageError] | type[FindingError] = UsageError) -> Iterator[None]:
    """Return a context in which errors of writing become UnwrittenError if the disk is full, else `failure`.

    The default of `failure` suits a path that the user chose badly. The message names the file of the error, else
    `path`.
    """
    try:
        yield
    except OSError as error:
        name = error.filename or path
        if is_disk_full(error):
            raise UnwrittenError(f"{name} could not be written: {error.strerror}.") from error
        raise failure(f"{name} cannot be written: {error.strerror or error}.") from error


def report_bug(error: Exception) -> str:
    """Write the traceback of `error` to a new file; return a short message that names this file.

    With CARDWRIGHT_DEBUG=1 in the environment, the message is the traceback itself.
    """
    # imported here, because commands without errors do not need them
    import tempfile
    import traceback

    details = "".join(traceback.format_exception(error))
    if os.environ.get("CARDWRIGHT_DEBUG") == "1":
        return details.rstrip()
    said = f"{type(error).__name__}: {error}".splitlines()[0]
    headline = f"cardwright: this is a bug in Cardwright, not in your files: {said[:200]}"
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="cardwright-bug-", suffix=".txt", delete=False, encoding="utf-8", errors="backslashreplace"
        ) as file:
            # The text can quote files, and is displayed in a terminal.
            file.write(escape_controls(f"command: {sys.argv}\npython: {sys.version}\n\n{details}"))
    except OSError as problem:
        return f"{headline}\nThe details could not be written ({problem}); run again with CARDWRIGHT_DEBUG=1."
    return f"{headline}\nThe details are in {file.name}"


def describe_game_error(error: Exception) -> str:
    """Return an error in a match as a message; only one that is not the author's has the name of its class."""
    from cardwright import SlipError

    return str(error) if isinstance(error, SlipError) else f"{type(error).__name__}: {error}"


def describe_fault(error: Exception) -> str:
    """Return the message for an error in optional output, with the file that has the details."""
    from cardwright import SlipError

    if isinstance(error, SlipError):
        return f"Something is not shown here, because of a mistake in the rule texts of the game: {error}."
    return f"Something is not shown here, and the match continues.\n{report_bug(error)}"


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Return a context for imports of an optional extra. Raises UsageError if a library is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0].startswith("cardwright"):
            raise
        raise UsageError(
            f"this needs {error.name}, which is not installed: pip install 'cardwright[{extra}]'"
        ) from error
