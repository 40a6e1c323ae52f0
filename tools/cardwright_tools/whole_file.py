"""Writes a file whole or not at all: whoever reads it meanwhile sees the old text or the new one."""

import os
import tempfile
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Replace a file's text at once, keeping its permissions and links to it. Raises OSError, the file unchanged."""
    target = path.resolve()
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".new", dir=target.parent)
    unfinished = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
        unfinished.chmod(target.stat().st_mode & 0o7777 if target.exists() else 0o644)
        unfinished.replace(target)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
