"""Files and folders that nobody but their owner reads: they hold the seed of a match, from which every hand follows.

On Windows, where rights are no modes, they have the rights of the folder that they lie in: the user's profile.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

PRIVATE_FILE = 0o600
PRIVATE_FOLDER = 0o700
_OTHERS = 0o077


def create_private(path: Path) -> BinaryIO:
    """Return a new file to write in, unbuffered. Raises FileExistsError when there is one."""
    return open(path, "xb", buffering=0, opener=_private)


def private_folder(folder: Path) -> None:
    """Make a folder and those above it that are missing, readable by their owner alone. Raises OSError."""
    for each in (*reversed(folder.parents), folder):
        if not each.is_dir():
            with suppress(FileExistsError):
                each.mkdir(mode=PRIVATE_FOLDER)
    folder.mkdir(exist_ok=True)  # says what is the matter with whatever lies there instead


def make_private(path: Path) -> None:
    """Take from others the rights to an ordinary file or a folder of one's own; leave whatever else there is."""
    with suppress(OSError):
        status = path.lstat()
        if status.st_mode & _OTHERS and (stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode)):
            path.chmod(stat.S_IMODE(status.st_mode) & ~_OTHERS)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, PRIVATE_FILE)
