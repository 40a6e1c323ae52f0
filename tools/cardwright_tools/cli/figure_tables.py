"""Tables of figures that fit the width, with the cells that do not fit below their row."""

import shutil
import sys
import textwrap
from collections.abc import Collection, Sequence

from cardwright_tools.cli.terminal import WIDE_FILE

GAP = "  "
BELOW = "    "


def room() -> int:
    """Return the number of characters in a line of the terminal; a file has a fixed width."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDE_FILE


def in_columns(heads: Sequence[str], rows: Sequence[Sequence[str]], words: Collection[str], width: int) -> list[str]:
    """Lay out rows in as many columns as fit into `width`; the other cells go below each row.

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
