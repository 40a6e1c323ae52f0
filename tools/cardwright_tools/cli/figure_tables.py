"""Figures in columns, as wide as there is room: what does not fit into a row stands in a line below it, never cut."""

import shutil
import sys
import textwrap
from collections.abc import Collection, Sequence

from cardwright_tools.cli.terminal import WIDE_FILE

GAP = "  "
BELOW = "    "


def room() -> int:
    """How many characters a line has: those of the terminal. A file has no width of its own."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDE_FILE


def in_columns(heads: Sequence[str], rows: Sequence[Sequence[str]], words: Collection[str], width: int) -> list[str]:
    """Lines with a column for each head, as many as fit into a width; the other figures of a row stand below it.

    The columns called in `words` are set from the left, all others, which are numbers, to the right.
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
