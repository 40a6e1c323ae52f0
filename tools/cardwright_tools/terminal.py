"""Results on stdout, remarks on stderr, and respect for pipes and colour settings."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console

WIDE_FILE = 160


def say(text: str = "") -> None:
    """Print a line of the result. When the reader has gone (`| head`), the command goes on in silence."""
    _write(sys.stdout, text)


def remark(text: str) -> None:
    """Print a line that is not part of the result."""
    _write(sys.stderr, text)


def nearby(path: str) -> str:
    """A path as seen from here, if it lies here or below."""
    here = Path.cwd()
    return Path(path).relative_to(here).as_posix() if Path(path).is_relative_to(here) else path


def finish_output() -> None:
    """Flush stdout while a reader that has gone can still be passed over in silence."""
    if sys.stdout.closed:  # a language server closes its end of the conversation itself
        return
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _silence(sys.stdout)


def colored(stream: TextIO) -> bool:
    """Whether `stream` shows colours and the caller has not refused them (NO_COLOR, TERM=dumb)."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()


def tables_console() -> "Console":
    """Where tables are printed on stdout. A file has no width of its own, and tables are not to be cut off in it."""
    from rich.console import Console

    console = Console(no_color=not colored(sys.stdout), highlight=False)
    if not sys.stdout.isatty():
        console.width = WIDE_FILE
    return console


def tolerate_narrow_encodings() -> None:
    """Write characters that the terminal's encoding lacks as escapes instead of failing on them."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _write(stream: TextIO, text: str) -> None:
    try:
        print(text, file=stream)
    except BrokenPipeError:
        _silence(stream)


def _silence(stream: TextIO) -> None:
    # The interpreter flushes once more at exit: what is still buffered must have somewhere to go.
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
