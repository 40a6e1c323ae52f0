"""Things beside each other on the screen: boxes with a title and some lines each, or the same without the frames."""

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.text import Text

GAP = 2
NARROWEST = 12
# The sides of a frame with the blanks inside them.
FRAME = 4
# Stands for a blank at which no line is broken.
KEPT = "\u00a0"


@dataclass(frozen=True)
class Cell:
    """A thing with what is to say about it."""

    title: Text
    lines: tuple[str, ...] = ()

    @property
    def width(self) -> int:
        """Columns without any line broken."""
        return max([self.title.cell_len, *map(len, self.lines)])


Paint = Callable[[str], Text]


def grid(cells: Sequence[Cell], paint: Paint, width: int, framed: bool) -> list[Text]:
    """The cells in as few lines as their width allows; what is too long is broken between words."""
    around = FRAME if framed else 0
    gap = 1 if framed else GAP
    best: list[Text] | None = None
    for columns in range(1, len(cells) + 1):
        inner = (width - gap * (columns - 1)) // columns - around
        if inner < NARROWEST and columns > 1:
            break
        inner = min(inner, max(NARROWEST, *(cell.width for cell in cells)))
        lines = _rows([_broken(cell, inner) for cell in cells], paint, inner, columns, framed)
        if best is None or len(lines) < len(best):
            best = lines
    return best or []


def board(cells: Sequence[Cell], paint: Paint, width: int, across: int, framed: bool) -> list[Text]:
    """The cells in rows of so many, however little room that leaves to each; the frames go first.

    Without frames a cell takes as few lines as it has room for: a screen of 24 lines shows a board of 8 rows.
    """
    framed = framed and (width + 1) // across - 1 - FRAME >= NARROWEST // 2
    if not framed:
        cells = _packed(cells, paint, (width - GAP * (across - 1)) // across)
    gap, around = (1, FRAME) if framed else (GAP, 0)
    inner = max(1, min((width - gap * (across - 1)) // across - around, max(cell.width for cell in cells)))
    return _rows([_broken(cell, inner) for cell in cells], paint, inner, across, framed)


def _packed(cells: Sequence[Cell], paint: Paint, room: int) -> Sequence[Cell]:
    """Cells with as many of their first lines behind their titles as have room there in all of them."""
    for many in range(max(len(cell.lines) for cell in cells), 0, -1):
        packed = [_with_first(cell, many, paint) for cell in cells]
        if all(cell.title.cell_len <= room for cell in packed):
            return packed
    return cells


def _with_first(cell: Cell, many: int, paint: Paint) -> Cell:
    title = cell.title.copy()
    for line in filter(None, cell.lines[:many]):
        title.append(" ").append_text(paint(line))
    return Cell(title, cell.lines[many:])


def _rows(cells: Sequence[Cell], paint: Paint, inner: int, columns: int, framed: bool) -> list[Text]:
    lines: list[Text] = []
    for start in range(0, len(cells), columns):
        row = cells[start : start + columns]
        height = max(len(cell.lines) for cell in row)
        blocks = [block(cell, paint, inner, height, framed) for cell in row]
        lines += [Text(" " if framed else " " * GAP).join(parts) for parts in zip(*blocks, strict=True)]
    return lines


def block(cell: Cell, paint: Paint, inner: int, height: int, framed: bool) -> list[Text]:
    """One cell as lines of equal width, `inner` columns of them for what it says."""
    title = cell.title.copy()
    title.truncate(inner, overflow="ellipsis")
    content = [paint(line) for line in (*cell.lines, *[""] * (height - len(cell.lines)))]
    for line in content:
        line.truncate(inner, overflow="ellipsis")
    if not framed:
        return [_padded(title, inner), *(_padded(line, inner) for line in content)]
    top = Text().append("╭ ", "dim").append_text(title)
    top.append(f"{' ' if title.cell_len < inner else '─'}{'─' * (inner - title.cell_len)}╮", "dim")
    lines = [top]
    for line in content:
        lines.append(Text().append("│ ", "dim").append_text(_padded(line, inner)).append(" │", "dim"))
    return [*lines, Text(f"╰{'─' * (inner + 2)}╯", "dim")]


def _padded(line: Text, width: int) -> Text:
    line.pad_right(max(0, width - line.cell_len))
    return line


def _broken(cell: Cell, width: int) -> Cell:
    """The cell with its lines broken between things (at commas) rather than inside of them."""
    lines: list[str] = []
    for line in cell.lines:
        things = (thing.replace(" ", KEPT) if len(thing) < width else thing for thing in line.split(", "))
        broken = textwrap.wrap(", ".join(things), width, break_on_hyphens=False)
        lines += [part.replace(KEPT, " ") for part in broken]
    return Cell(cell.title, tuple(lines))
