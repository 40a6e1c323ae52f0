"""Checks of output paths before a command computes anything, and the writing of pages."""

import argparse
import errno
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from cardwright.source.atomic_write import read_mode, write_whole
from cardwright_tools.cli import option_types as cli_values
from cardwright_tools.cli.errors import UsageError, convert_write_errors
from cardwright_tools.cli.standard_output import print_note

READ = (cli_values.path, cli_values.place)
FILES = (cli_values.page, cli_values.own_file, cli_values.run)
# Types of options whose folder is created, with all its parents.
MADE = (cli_values.run, cli_values.folder)
WRITTEN = (*FILES, cli_values.folder)
# The beginnings of files that are not overwritten: runs, and records of matches.
KEPT = {"a run": re.compile(rb"SQLite format 3\0"), "a record": re.compile(rb'\{\s*"cardwright')}
MAX_HEAD_LENGTH = 64


def check_outputs(actions: Sequence[argparse.Action], arguments: argparse.Namespace) -> None:
    """Raise UsageError for an output path that cannot be written, is also an input, or is a file of another program."""
    read = [Path(value) for action, value in _list_given_paths(actions, arguments) if action.type in READ]
    taken: dict[str, str] = {}
    for action, value in _list_given_paths(actions, arguments):
        if action.type not in WRITTEN:
            continue
        path, name = Path(value), action.option_strings[0]
        if (other := taken.setdefault(os.path.realpath(path), name)) != name:
            raise UsageError(f"{other} and {name} name the same file, {path}.")
        if any(_is_same(path, each) for each in read):
            raise UsageError(f"this command reads {path}, so {name} cannot overwrite it; choose another file.")
        if action.type is cli_values.page and (what := find_protected_file(path)):
            raise UsageError(f"{path} is {what}, so {name} cannot overwrite it; choose another file.")
        _check_place(path, action.type in FILES, action.type in MADE)


def find_protected_file(path: Path) -> str | None:
    """Return the description of a file that must not be replaced, or None if the path can be written."""
    from cardwright.declarations.file_kinds import find_file_kind
    from cardwright.declarations.find_game_files import RELEASED_LIST

    if not path.is_file():
        return None
    if path.name == RELEASED_LIST or (path.suffix in (".yaml", ".yml") and find_file_kind(path) is not None):
        return "a file of a game"
    with convert_write_errors(path), path.open("rb") as file:
        head = file.read(MAX_HEAD_LENGTH)
    return next((what for what, begin in KEPT.items() if begin.match(head)), None)


def _list_given_paths(
    actions: Iterable[argparse.Action], arguments: argparse.Namespace
) -> Iterator[tuple[argparse.Action, str | Path]]:
    """Yield each path that was given on the command line, one by one; defaults are left out."""
    for action in actions:
        value = getattr(arguments, action.dest, None)
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, str | Path) and each != action.default:
                yield action, each


def _is_same(path: Path, other: Path) -> bool:
    try:
        return path.samefile(other)
    except OSError:  # one of them does not exist
        return False


def _check_place(path: Path, is_file: bool, made: bool) -> None:
    """Raise UsageError if no file (`is_file`) or folder can be created at a path, UnwrittenError if the disk is full.

    With `made`, missing folders above the path are created by the command.
    """
    with convert_write_errors(path):
        if path.is_dir() and is_file:
            raise IsADirectoryError(errno.EISDIR, "it is a folder; name a file", str(path))
        if path.exists() and not is_file and not path.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, "it is a file; name a folder", str(path))
        if is_file:
            read_mode(path)
        folder = path.parent if is_file else path
        while made and not folder.exists() and folder != folder.parent:
            folder = folder.parent
        if not folder.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, f"there is no folder {folder}", str(path))
        _test_creation(folder, path)


def _test_creation(folder: Path, path: Path) -> None:
    """Create and remove a nameless file in a folder, to test whether files can be created.

    Raises OSError for `path`.
    """
    import tempfile

    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


# Names of devices in Windows, with any suffix. A game with such a file could not be unpacked or checked out there.
DEVICES = frozenset(
    (
        *("con", "prn", "aux", "nul", "conin$", "conout$", "clock$"),
        *(f"{port}{sign}" for port in ("com", "lpt") for sign in "0123456789¹²³"),
    )
)


def find_name_error(name: str, folder: Path, planned: Iterable[str] = ()) -> str | None:
    """Return why a file name does not work on all systems, or None.

    A name does not work if it differs only in capital letters from another name in the folder, or from a `planned`
    name.
    """
    if name.partition(".")[0].casefold() in DEVICES:
        return f"`{name}` is the name of a device on Windows"
    if name.endswith((".", " ")):
        return f"`{name}` ends in {'a dot' if name.endswith('.') else 'a blank'}, which Windows removes"
    names = sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []
    other = next((one for one in (*names, *planned) if one != name and one.casefold() == name.casefold()), None)
    return (
        (f"`{name}` differs from `{other}` only in capital letters, which many systems do not distinguish")
        if other
        else None
    )


def write_page(path: Path, text: str) -> None:
    """Write a whole page or nothing. Raises UnwrittenError, or UsageError for a bad path."""
    with convert_write_errors(path):
        write_whole(path, text)
    print_note(f"written: {path}")
