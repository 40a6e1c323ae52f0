"""Atomic writing of files: readers see the old or the new content; a link is never written through."""

import errno
import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO


@contextmanager
def replace_file(path: Path, durable: bool = True, mode: int | None = None) -> Iterator[BinaryIO]:
    """Open a file for writing. It replaces `path` when the block ends without an error.

    Its permissions are `mode`, else those of the old file, else the default. If `durable`, the content is on the disk
    before the old file is replaced. Raises OSError if the path is a link, a read-only file or no ordinary file, or if
    writing fails; the old file is then unchanged.
    """
    unfinished = path.with_name(f".{os.urandom(12).hex()}.new")
    try:
        old = read_mode(path)
        mode = old if mode is None else mode
        # a given mode is never exceeded, also before the first byte
        opener = None if mode is None else _open_for_owner
        with open(unfinished, "xb", opener=opener) as file:
            if mode is not None:
                unfinished.chmod(mode)
            yield file
            file.flush()
            if durable:
                os.fsync(file.fileno())
        unfinished.replace(path)
    except BaseException as error:
        unfinished.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename in (None, str(unfinished)):
            error.filename = str(path)  # the error names the file that was to be written, also for a full disk
        raise


def write_whole(path: Path, content: str | bytes, mode: int | None = None) -> None:
    """Write a text (as UTF-8) or bytes to a file, replacing the old content as `replace_file` does."""
    write_all({path: content}, mode)


def write_all(contents: Mapping[Path, str | bytes], mode: int | None = None) -> None:
    """Write several files; none of them is replaced before the content of all is on the disk."""
    with ExitStack() as written:
        for path, content in contents.items():
            file = written.enter_context(replace_file(path, mode=mode))
            file.write(content.encode("utf-8") if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())


def write_new(path: Path, content: str | bytes) -> None:
    """Write a file that does not exist yet. Raises FileExistsError if the path exists, also as a broken link."""
    file = path.open("xb")
    try:
        with file:
            file.write(content.encode("utf-8") if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
    except BaseException as error:
        path.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename is None:
            error.filename = str(path)
        raise


def _open_for_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def read_mode(path: Path) -> int | None:
    """Return the permissions of a file that is to be replaced, or None if it does not exist.

    Raises OSError if it cannot be replaced.
    """
    try:
        status = path.lstat()
    except FileNotFoundError:
        return None
    if stat.S_ISLNK(status.st_mode):
        said = f"it is a link to {path.readlink()}, and Cardwright does not write through links"
        raise OSError(errno.ELOOP, said, str(path))
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it is not an ordinary file", str(path))
    if not os.access(path, os.W_OK):
        raise OSError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    return stat.S_IMODE(status.st_mode) & 0o777


PRIVATE_FILE = 0o600
PRIVATE_FOLDER = 0o700
_OTHERS = 0o077


def create_private(path: Path) -> BinaryIO:
    """Create a file that only its owner can read; return it open for writing, unbuffered.

    Raises FileExistsError if the path exists.
    """
    return open(path, "xb", buffering=0, opener=_open_private)


def make_private_folder(folder: Path) -> None:
    """Make a folder and the missing folders above it, readable by their owner only. Raises OSError."""
    for each in (*reversed(folder.parents), folder):
        if not each.is_dir():
            with suppress(FileExistsError):
                each.mkdir(mode=PRIVATE_FOLDER)
    folder.mkdir(exist_ok=True)  # raises an error that says what lies there instead


def make_private(path: Path) -> None:
    """Remove the access of other users to an ordinary file or folder of this user; leave anything else unchanged."""
    with suppress(OSError):
        status = path.lstat()
        if status.st_mode & _OTHERS and (stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode)):
            path.chmod(stat.S_IMODE(status.st_mode) & ~_OTHERS)


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, PRIVATE_FILE)
