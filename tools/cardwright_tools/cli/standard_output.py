"""The only module that writes to stdout and stderr; it handles pipes, colours and control characters.

Text from a file or a database may contain control characters. All output of the tools goes through this module or
through the console in `rich_console.py`, and both replace control characters by visible signs.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import textwrap
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from cardwright.source.visible_control_characters import escape_all_but_styles, escape_controls, format_json
from cardwright_tools.cli.errors import FindingError

if TYPE_CHECKING:
    from rich.console import Console

WIDE_FILE = 160
# Clears the screen and its scrollback, so that the next player at this terminal cannot scroll up.
WIPE = "\x1b[H\x1b[2J\x1b[3J"
GAP = "  "
BELOW = "    "


def print_lines(text: str = "", styled: bool = False) -> None:
    """Print lines of the result; if the reader is gone (`| head`), the lines are dropped.

    A `styled` text keeps its colours; its parts must be safe already.
    """
    _write(sys.stdout, text, styled)


def print_json(value: object) -> None:
    """Print a result as JSON."""
    _write(sys.stdout, format_json(value), styled=False)


def print_unchanged(content: str) -> None:
    """Print the content of a file to stdout unchanged.

    Raises FindingError if it contains control characters: a visible sign in their place would change the file.
    """
    shown = escape_controls(content)
    if shown != content:
        line = next(n for n, (a, b) in enumerate(zip(shown.split("\n"), content.split("\n"), strict=True), 1) if a != b)
        raise FindingError(f"the output contains a control character for terminals in line {line}.")
    _write(sys.stdout, content.removesuffix("\n"), styled=False)


def print_note(text: str, styled: bool = False) -> None:
    """Print a line to stderr that is not part of the result; `styled` text may have colours."""
    _write(sys.stderr, text, styled)


def clear_screen() -> None:
    """Clear the screen and its scrollback."""
    sys.stdout.write(WIPE)
    sys.stdout.flush()


def shorten_path(path: str) -> str:
    """Return a path relative to the current folder, if it lies below."""
    here = Path.cwd()
    return Path(path).relative_to(here).as_posix() if Path(path).is_relative_to(here) else path


def as_typed(path: Path) -> str:
    """Return a path as typed into a shell, quoted, with `~` for the home folder."""
    quoted = shlex.quote(str(path))
    home = f"{Path.home()}{os.sep}"
    return f"~{os.sep}{quoted.removeprefix(home)}" if quoted.startswith(home) else quoted


def shows_colour(stream: TextIO) -> bool:
    """Return True if `stream` shows colours and the user has not disabled them (NO_COLOR, TERM=dumb)."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()


def open_tables_console() -> Console:
    """Return the console for tables on stdout. In files, lines are wide so that no text is cut off."""
    from cardwright_tools.cli.rich_console import OneConsole

    console = OneConsole(no_color=not shows_colour(sys.stdout))
    if not sys.stdout.isatty():
        console.width = WIDE_FILE
    return console


def _write(stream: TextIO, text: str, styled: bool) -> None:
    print(escape_all_but_styles(text) if styled else escape_controls(text), file=stream)


def measure_width() -> int:
    """Return the number of characters in a line of the terminal; a file has a fixed width."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDE_FILE


def lay_out_columns(
    heads: Sequence[str], rows: Sequence[Sequence[str]], words: Collection[str], width: int
) -> list[str]:
    """Lay out rows in as many columns as fit into `width`; the cells of further columns are printed below each row.

    Columns whose heads are in `words` are aligned left, all others right.
    """
    sizes = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    shown, wide = 1, sizes[0]
    while shown < len(sizes) and (wide := wide + len(GAP) + sizes[shown]) <= width:
        shown += 1

    def line(cells: Sequence[str]) -> str:
        columns = list(zip(heads, sizes, cells, strict=True))[:shown]
        return GAP.join(c.ljust(size) if head in words else c.rjust(size) for head, size, c in columns).rstrip()

    lines = [line(heads)]
    for row in rows:
        lines.append(line(row))
        others = ", ".join(f"{head.lower()} {cell}" for head, cell in list(zip(heads, row, strict=True))[shown:])
        lines += textwrap.wrap(others, max(width, 20), initial_indent=BELOW, subsequent_indent=BELOW)
    return lines


@contextmanager
def show_progress(games: int, already: int = 0, what: str = "games") -> Iterator[Callable[[int], None]]:
    """Return a context with a progress bar on stderr, if that is a terminal; the bar counts `games` up.

    `what` names the counted things. The context yields a function that advances the bar.
    """
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TimeRemainingColumn
    from rich.text import Text

    from cardwright_tools.cli.rich_console import OneConsole

    class Rate(ProgressColumn):
        """Matches per second, over the last seconds."""

        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:,.1f}/s" if task.speed else "")

    columns = (BarColumn(), MofNCompleteColumn(), what, Rate(), TimeRemainingColumn(), "left")
    # Results also go to stdout; on the same terminal they are written above the bar.
    to_both = sys.stdout.isatty()
    with Progress(*columns, console=OneConsole(stderr=True), transient=True, redirect_stdout=to_both) as bar:
        task = bar.add_task("", total=games, completed=already)
        yield lambda count: bar.advance(task, count)
