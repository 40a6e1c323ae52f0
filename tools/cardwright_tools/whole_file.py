"""Writes a file whole or not at all: whoever reads it meanwhile sees what it held before or all that is new."""

import os
from pathlib import Path


def write_whole(path: Path, content: str | bytes) -> None:
    """Replace a file's content at once, keeping its permissions and links to it. Raises OSError, the file unchanged."""
    target = path.resolve()
    unfinished = target.with_name(f".{target.name}.{os.urandom(4).hex()}.new")
    try:
        with unfinished.open("xb") as file:
            if target.exists():
                unfinished.chmod(target.stat().st_mode & 0o7777)
            file.write(content.encode("utf-8") if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(target)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
