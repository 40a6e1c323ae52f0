"""Reading of ordinary files with a size limit, or of unsaved texts in their place."""

import errno
import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import BinaryIO

from cardwright.source.path_and_number_checks import resolve_path

MEBIBYTE = 1024 * 1024
# Limit for a file of a game, of cards or of scenarios, and for a sheet.
MAX_BYTES = 8 * MEBIBYTE

# These flags do not wait for the other end of a pipe that replaced the file after it was checked.
_READING = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


def check_ordinary(path: Path) -> None:
    """Raise OSError unless the path is an ordinary file.

    The error is FileNotFoundError, IsADirectoryError, or one with errno EINVAL.
    """
    _check(path.stat().st_mode, path)


def open_ordinary(path: Path) -> BinaryIO:
    """Open an ordinary file for reading. Raises OSError as `check_ordinary` does, or if reading is not allowed."""
    # checked first, because opening a device can have effects
    check_ordinary(path)
    file = open(os.open(path, _READING), "rb")  # noqa: PTH123, SIM115 - of a descriptor; the caller closes it
    try:
        _check(os.fstat(file.fileno()).st_mode, path)
    except OSError:
        file.close()
        raise
    return file


def read_ordinary(path: Path, most: int = MAX_BYTES) -> bytes:
    """Return the content of an ordinary file. Raises OSError, with errno EFBIG if it has more than `most` bytes."""
    with open_ordinary(path) as file:
        content = read_bounded(file, most)
    if len(content) > most:
        raise OSError(errno.EFBIG, f"it is larger than {most // MEBIBYTE} MiB, the limit for files", str(path))
    return content


def read_bounded(file: BinaryIO, most: int) -> bytes:
    """Return the rest of a file, but at most `most` + 1 bytes: that many mean that the file is too long.

    The file is read in parts, because a single read of `most` bytes would allocate them in advance.
    """
    parts = [file.read(min(os.fstat(file.fileno()).st_size, most) + 1)]
    while parts[-1] and (left := most + 1 - sum(map(len, parts))) > 0:
        parts.append(file.read(min(left, MEBIBYTE)))
    return parts[0] if not any(parts[1:]) else b"".join(parts)


def read_text(path: Path, errors: str = "replace", most: int = MAX_BYTES) -> str:
    """Return an ordinary file of at most `most` bytes as text, decoded as UTF-8, with `\\n` at every line end."""
    text = read_ordinary(path, most).decode("utf-8", errors)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _check(mode: int, path: Path) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "it is not an ordinary file", str(path))


# Editor buffers and trial corrections, by resolved path.
_texts: ContextVar[Mapping[Path, str] | None] = ContextVar("unsaved", default=None)


@contextmanager
def override_files(texts: Mapping[Path, str]) -> Iterator[None]:
    """Return a context in which `read_source` reads the given texts instead of the files with these paths."""
    token = _texts.set(texts)
    try:
        yield
    finally:
        _texts.reset(token)


def find_unsaved_text(path: Path) -> str | None:
    """Return the text that replaces a file in the current context, or None."""
    texts = _texts.get()
    return texts.get(resolve_path(path)) if texts else None
