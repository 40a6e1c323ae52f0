"""A file of what was played in a training, a line each behind what they are of, so that none is played again."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cardwright.source.ordinary_file import read_ordinary
from cardwright.source.private_file import PRIVATE_FILE
from cardwright.source.whole_file import write_whole
from cardwright_tools.cli.failure import UsageError

MOST_BYTES = 1 << 28


class KeptLines:
    """The lines of such a file, and those to be added; each is JSON."""

    def __init__(self, path: Path, identity: dict[str, Any], take: Callable[[Any], None], at_once: int) -> None:
        """Read what is there: `take` takes each line, and raises ValueError, KeyError or TypeError for a wrong one.

        So many new lines as are to be written `at_once` are lost at worst. Raises UsageError for a file of another
        training, or with a line that is not taken; and OSError.
        """
        self._path, self._at_once = path, at_once
        self._lines = [json.dumps(identity, sort_keys=True)]
        self._new = 0
        if not path.exists():
            return
        first, *lines = read_ordinary(path, MOST_BYTES).decode("utf-8", "replace").splitlines() or [""]
        if first != self._lines[0]:
            raise UsageError(f"{path} holds games of another training; name another folder with --out.")
        for place, line in enumerate(lines, start=2):
            try:
                take(json.loads(line))
            except (ValueError, KeyError, TypeError, RecursionError) as error:
                raise UsageError(f"{path}, line {place}, is no game of a training.") from error
        self._lines += lines

    def add(self, said: dict[str, Any]) -> None:
        """Add a line; some later it is in the file. Raises OSError."""
        self._lines.append(json.dumps(said, separators=(",", ":")))
        self._new += 1
        if self._new >= self._at_once:
            self.keep()

    def keep(self) -> None:
        """Write down all lines. Raises OSError, the file as it was."""
        if self._new:
            write_whole(self._path, "\n".join(self._lines) + "\n", PRIVATE_FILE)
            self._new = 0


def whole(value: object) -> int:
    """A whole number of a line. Raises ValueError for anything else."""
    if type(value) is not int:
        raise ValueError
    return value
