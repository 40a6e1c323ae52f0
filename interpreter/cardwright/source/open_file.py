"""Reads ordinary files, and no more of them than fits: never a pipe that nobody fills, or a device without an end."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

MEBIBYTE = 1024 * 1024
# A file of a game, of cards or of scenarios, and a sheet.
MAX_BYTES = 8 * MEBIBYTE

# A pipe that takes the place of a file after it was looked at is opened without waiting for its other end.
_READING = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


def check_ordinary(path: Path) -> None:
    """Raise OSError for what is no ordinary file, or leads to none: FileNotFoundError, IsADirectoryError, or EINVAL."""
    _check(path.stat().st_mode, path)


def open_ordinary(path: Path) -> BinaryIO:
    """An ordinary file opened for reading. Raises OSError as `check_ordinary` does, or when it may not be read."""
    # Looked at first, because opening a device can have effects of its own.
    check_ordinary(path)
    file = open(os.open(path, _READING), "rb")  # noqa: PTH123, SIM115 - of a descriptor; the caller closes it
    try:
        _check(os.fstat(file.fileno()).st_mode, path)
    except OSError:
        file.close()
        raise
    return file


def read_ordinary(path: Path, most: int = MAX_BYTES) -> bytes:
    """The content of an ordinary file of at most so many bytes. Raises OSError, EFBIG for one that is longer."""
    with open_ordinary(path) as file:
        content = read_bounded(file, most)
    if len(content) > most:
        raise OSError(errno.EFBIG, f"it is larger than {most // MEBIBYTE} MiB, the most that is read", str(path))
    return content


def read_bounded(file: BinaryIO, most: int) -> bytes:
    """Return what is left of a file, of a longer one `most` bytes and one more, in memory of about that size.

    A read of so many bytes would ask for memory for all of them beforehand.
    """
    parts = [file.read(min(os.fstat(file.fileno()).st_size, most) + 1)]
    while parts[-1] and (left := most + 1 - sum(map(len, parts))) > 0:
        parts.append(file.read(min(left, MEBIBYTE)))
    return parts[0] if not any(parts[1:]) else b"".join(parts)


def read_text(path: Path, errors: str = "replace", most: int = MAX_BYTES) -> str:
    """The same as text in UTF-8, with every end of a line as `\\n`."""
    text = read_ordinary(path, most).decode("utf-8", errors)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _check(mode: int, path: Path) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "it is no ordinary file", str(path))
