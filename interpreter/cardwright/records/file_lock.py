"""Lock of a record during play, so that two processes never write to the same file.

The operating system locks the record itself, whichever link leads to it. The lock ends with its process, and does not
hinder readers. A file beside the record names the process, but only for messages. Libraries such as filelock lock a
second file, which a copy, a link or a deletion circumvents, and do not report which process holds it.
"""

import json
import os
import socket
import sys
import time
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from cardwright.source.atomic_write import PRIVATE_FILE, replace_file
from cardwright.source.path_and_number_checks import resolve_path
from cardwright.source.read_with_size_limit import open_ordinary, read_ordinary

# An offset behind the end of any record, because on Windows others cannot read a locked part.
_BEYOND = 1 << 40
_MAX_BYTES = 4096


class HeldError(Exception):
    """Error for a record that another process is playing; the message names the process."""


class RecordLock:
    """The lock of a record, which is held until it is released or this process ends."""

    def __init__(self, path: Path, file: BinaryIO):
        """Lock an open file. Raises HeldError, or OSError where files cannot be locked."""
        if not _try_lock(file):
            raise HeldError(f"{path} is being played{_describe_holder(path)}")
        self._holder_file = _make_lock_path(path)
        # only information: the record is locked even if this file cannot be written
        with suppress(OSError), replace_file(self._holder_file, durable=False, mode=PRIVATE_FILE) as holder:
            now = datetime.now().astimezone().isoformat(" ", "seconds")
            holder.write(json.dumps({"pid": os.getpid(), "host": socket.gethostname(), "since": now}).encode())

    def release(self) -> None:
        """Remove the file that names the holder. The lock itself ends when the record is closed."""
        with suppress(OSError):
            self._holder_file.unlink()


def is_held(path: Path) -> bool:
    """Return True if a process is playing this record now. False also means that this cannot be determined."""
    try:
        with open_ordinary(path) as file:
            _lock(file)
    except (BlockingIOError, PermissionError):
        return os.access(path, os.R_OK)
    except OSError:
        return False
    return False


def _try_lock(file: BinaryIO) -> bool:
    """Try to lock a file for a short time, because a process that only tests the lock holds it briefly."""
    for _ in range(4):
        with suppress(BlockingIOError, PermissionError):
            _lock(file)
            return True
        time.sleep(0.02)
    return False


def _make_lock_path(path: Path) -> Path:
    real = resolve_path(path)
    return real.with_name(f".{real.name}.lock")


def _describe_holder(path: Path) -> str:
    try:
        holder = json.loads(read_ordinary(_make_lock_path(path), _MAX_BYTES))
        pid, host, since = holder["pid"], holder["host"], holder["since"]
    except (OSError, ValueError, RecursionError, TypeError, KeyError):
        return " by another process"
    return f" by process {pid} on {host} since {since}"


if sys.platform == "win32":
    import msvcrt

    def _lock(file: BinaryIO) -> None:
        here = file.tell()
        file.seek(_BEYOND)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        finally:
            file.seek(here)

else:
    import fcntl

    def _lock(file: BinaryIO) -> None:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
