"""Warnings about files that look like part of a game, but are unreadable or have a wrong name."""

import os
import re
from collections.abc import Collection, Iterator
from pathlib import Path

from cardwright.declarations.file_kinds import WRONG_FILE, is_scenarios
from cardwright.source import diagnostic_codes
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.positions import Span

YAML = ".yaml"
# Suffixes and prefixes of backup files.
_BACKUP = re.compile(r"(?:~|\.(?:bak|old|orig|rej|save|tmp|swp)|\.\d+)$", re.IGNORECASE)
_WORD = re.compile(r"\.ya?ml\b", re.IGNORECASE)


def find_unreadable_folders(folder: Path, links: Collection[str] = ()) -> Iterator[tuple[Path, str]]:
    """Yield (path, reason) for the folder if it cannot be listed, and for each broken link among `links`."""
    try:
        os.scandir(folder).close()
    except OSError as error:
        yield folder, _explain_unread(error)
        return
    for path in (folder / name for name in sorted(links)):
        if path.is_symlink() and not path.exists():
            yield path, "this link leads nowhere"


def _explain_unread(error: OSError) -> str:
    return f"this folder cannot be read: {(error.strerror or str(error)).lower()}"


def report_unreadable(path: Path, why: str) -> Diagnostic:
    """Return an error about an unreadable folder or link."""
    return Diagnostic(
        diagnostic_codes.UNREADABLE_FILE, why, Span.start_of(path.as_posix()), "remove it, or make it readable"
    )


def find_stray_files(folder: Path) -> Iterator[Diagnostic]:
    """Yield a warning for each file in or below a folder that looks like a file of a game but is not read."""
    unread: list[OSError] = []
    for place, folders, names in os.walk(folder, onerror=unread.append):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = Path(place, name)
            if not name.startswith(".") and (found := _check_file_name(path)):
                yield found
    for error in unread:
        yield report_unreadable(Path(error.filename), _explain_unread(error))


def _check_file_name(path: Path) -> Diagnostic | None:
    """Return a diagnostic if a file is ignored only because of its name; else None."""
    name = path.name
    if not _WORD.search(name) or name.endswith(YAML):
        return None
    stem = _WORD.split(name.lstrip("#"))[0] or "cards"
    if name.lower().endswith((".yaml", ".yml")):
        if is_scenarios(path):  # scenarios are read with any suffix
            return None
        ending = name[name.rindex(".") :]
        message = f"this file is not read, because it ends in `{ending}`"
        return Diagnostic(WRONG_FILE, message, Span.start_of(path.as_posix()), f"rename it to `{stem}{YAML}`")
    if _BACKUP.search(name) or name.startswith("#"):
        message, label = f"this copy of `{stem}{YAML}` is not read", "move it out of the game's folder"
        return Diagnostic(WRONG_FILE, message, Span.start_of(path.as_posix()), label, severity="warning")
    message = "this file is not read, because its name does not end in `.yaml`"
    return Diagnostic(WRONG_FILE, message, Span.start_of(path.as_posix()), f"rename it to `{stem}{YAML}`")
