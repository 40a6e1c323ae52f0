"""Checks of paths and numbers that users and programs pass in."""

import os
from collections.abc import Iterable
from operator import index
from pathlib import Path

Paths = str | Path | Iterable[str | Path]
# Limit for a file name in bytes: most systems allow 255, and temporary files have longer names than their files.
MAX_NAME_BYTES = 223
MAX_PATH_BYTES = 4000
NOT_UTF8 = "is not UTF-8, or is in a folder whose name is not; choose another name"


def explain_bad_path(path: str) -> str | None:
    """Return the reason why a path cannot be used, as the end of a sentence, or None if it can.

    Paths are stored in records and messages, which are UTF-8, so a path must be valid UTF-8 as well.
    """
    if "\0" in path:
        return "contains a NUL byte"
    if _is_too_long(path):
        return "is longer than the name of a file or folder can be"
    if not is_utf8(path):
        return NOT_UTF8
    try:
        leads_to = os.path.realpath(path)
    except OSError as error:
        return f"leads nowhere: {error.strerror}"
    if _is_too_long(leads_to):
        return "is a link to a name longer than the name of a file or folder can be"
    return None if is_utf8(leads_to) else NOT_UTF8


def resolve_path(path: str | Path) -> Path:
    """Return the absolute path with all links resolved; a link to itself is returned unchanged.

    (`Path.resolve` raises RuntimeError for such a link.)
    """
    return Path(os.path.realpath(path))


def is_utf8(path: str) -> bool:
    """Return True if a path is valid UTF-8, so that it can be printed and read back."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_too_long(path: str) -> bool:
    written = path.encode("utf-8", "surrogatepass")
    return len(written) > MAX_PATH_BYTES or max(map(len, written.split(os.sep.encode()))) > MAX_NAME_BYTES


def as_paths(given: Paths) -> list[Path]:
    """Return one or several paths, each given as text or Path, as a list."""
    return [Path(path) for path in ([given] if isinstance(given, str | Path) else given)]


MAX_SHOWN_LENGTH = 60


def format_value(value: object) -> str:
    """Return the `repr` of a value, shortened, or the name of its type if `repr` fails."""
    try:
        text = ascii(value)
    except (ValueError, RecursionError):
        return f"a very large {type(value).__name__}"
    return text if len(text) <= MAX_SHOWN_LENGTH else f"{text[: MAX_SHOWN_LENGTH - 3]}..."


def convert_whole_number(value: object, what: str) -> int:
    """Return an integer of any library, such as NumPy, as a Python `int`.

    Other integer types can overflow, and are saved differently. Raises TypeError for any other value, booleans
    included; the message says that `what` was expected.
    """
    if type(value) is int:
        return value
    try:
        if not isinstance(value, bool):
            return index(value)  # type: ignore[arg-type]  # the type is what this checks
    except TypeError:
        pass
    raise TypeError(f"{what} must be a whole number, not {format_value(value)}")


def is_natural(number: object) -> bool:
    """Return True for an integer of at least 0 that is not a boolean."""
    return isinstance(number, int) and not isinstance(number, bool) and number >= 0
