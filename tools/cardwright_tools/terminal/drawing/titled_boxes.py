"""Layout of titled boxes next to each other on the screen, with or without frames."""

import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from rich.text import Text

GAP = 2
NARROWEST = 12
# Width of a frame's sides with their spaces.
FRAME = 4
# A space at which lines are not broken.
KEPT = "\u00a0"


@dataclass(frozen=True)
class GridCell:
    """Cell of a grid, with a title and lines."""

    title: Text
    lines: tuple[str, ...] = ()

    @property
    def width(self) -> int:
        """The width if no line is broken."""
        return max([self.title.cell_len, *map(len, self.lines)])


Paint = Callable[[str], Text]


def lay_out_grid(cells: Sequence[GridCell], paint: Paint, width: int, framed: bool) -> list[Text]:
    """Lay out cells, in frames if `framed`, in as few lines as the width allows.

    Long lines are broken between words.
    """
    around = FRAME if framed else 0
    gap = 1 if framed else GAP
    best: list[Text] | None = None
    for columns in range(1, len(cells) + 1):
        inner = (width - gap * (columns - 1)) // columns - around
        if inner < NARROWEST and columns > 1:
            break
        inner = min(inner, max(NARROWEST, *(cell.width for cell in cells)))
        lines = _list_rows([_wrap_cell(cell, inner) for cell in cells], paint, inner, columns, framed)
        if best is None or len(lines) < len(best):
            best = lines
    return best or []


def lay_out_board(cells: Sequence[GridCell], paint: Paint, width: int, across: int, framed: bool) -> list[Text]:
    """Lay out cells in rows of `across`; narrow cells lose their frames.

    A cell without a frame takes as few lines as possible: a screen of 24 lines shows a board of 8 rows.
    """
    framed = framed and (width + 1) // across - 1 - FRAME >= NARROWEST // 2
    if not framed:
        cells = _pack_titles(cells, paint, (width - GAP * (across - 1)) // across)
    gap, around = (1, FRAME) if framed else (GAP, 0)
    inner = max(1, min((width - gap * (across - 1)) // across - around, max(cell.width for cell in cells)))
    return _list_rows([_wrap_cell(cell, inner) for cell in cells], paint, inner, across, framed)


def lay_out_hexes(rows: Iterable[Sequence[GridCell | int]], paint: Paint, width: int, across: int) -> list[Text]:
    """Lay out the rows of a board of hexagons; numbers are empty halves of cells, and `across` counts halves."""
    listed = [list(row) for row in rows]
    room = max(1, 2 * width // across - GAP)
    packed = iter(_pack_titles([each for row in listed for each in row if not isinstance(each, int)], paint, room))
    filled = [[each if isinstance(each, int) else _wrap_cell(next(packed), room) for each in row] for row in listed]
    inner = min(room, max(each.width for row in filled for each in row if not isinstance(each, int)))
    lines: list[Text] = []
    for row in filled:
        height = max((len(each.lines) for each in row if not isinstance(each, int)), default=0)
        blocks = [
            [Text(" " * (each * (inner + GAP) // 2))] * (height + 1)
            if isinstance(each, int)
            else [line.append(" " * GAP) for line in block(each, paint, inner, height, False)]
            for each in row
        ]
        for parts in zip(*blocks, strict=True):
            lines.append(Text().join(parts))
            lines[-1].rstrip()
    return lines


def _pack_titles(cells: Sequence[GridCell], paint: Paint, room: int) -> Sequence[GridCell]:
    """Append the first lines of cells to their titles: as many as fit, and equally many for each cell."""
    for many in range(max(len(cell.lines) for cell in cells), 0, -1):
        packed = [_move_first_lines(cell, many, paint) for cell in cells]
        if all(cell.title.cell_len <= room for cell in packed):
            return packed
    return cells


def _move_first_lines(cell: GridCell, many: int, paint: Paint) -> GridCell:
    title = cell.title.copy()
    for line in filter(None, cell.lines[:many]):
        title.append(" ").append_text(paint(line))
    return GridCell(title, cell.lines[many:])


def _list_rows(cells: Sequence[GridCell], paint: Paint, inner: int, columns: int, framed: bool) -> list[Text]:
    lines: list[Text] = []
    for start in range(0, len(cells), columns):
        row = cells[start : start + columns]
        height = max(len(cell.lines) for cell in row)
        blocks = [block(cell, paint, inner, height, framed) for cell in row]
        lines += [Text(" " if framed else " " * GAP).join(parts) for parts in zip(*blocks, strict=True)]
    return lines


def block(cell: GridCell, paint: Paint, inner: int, height: int, framed: bool) -> list[Text]:
    """Render one cell as lines of equal width, with `inner` columns of content."""
    title = cell.title.copy()
    title.truncate(inner, overflow="ellipsis")
    content = [paint(line) for line in (*cell.lines, *[""] * (height - len(cell.lines)))]
    for line in content:
        line.truncate(inner, overflow="ellipsis")
    if not framed:
        return [_pad(title, inner), *(_pad(line, inner) for line in content)]
    top = Text().append("╭ ", "dim").append_text(title)
    top.append(f"{' ' if title.cell_len < inner else '─'}{'─' * (inner - title.cell_len)}╮", "dim")
    lines = [top]
    for line in content:
        lines.append(Text().append("│ ", "dim").append_text(_pad(line, inner)).append(" │", "dim"))
    return [*lines, Text(f"╰{'─' * (inner + 2)}╯", "dim")]


def _pad(line: Text, width: int) -> Text:
    line.pad_right(max(0, width - line.cell_len))
    return line


def _wrap_cell(cell: GridCell, width: int) -> GridCell:
    """Wrap the lines of a cell, if possible at commas."""
    lines: list[str] = []
    for line in cell.lines:
        things = (thing.replace(" ", KEPT) if len(thing) < width else thing for thing in line.split(", "))
        broken = textwrap.wrap(", ".join(things), width, break_on_hyphens=False)
        lines += [part.replace(KEPT, " ") for part in broken]
    return GridCell(cell.title, tuple(lines))


BESIDE = "  │  "
INDENT = "    "
# The separator of facts; at the end of a line it moves to the next line.
DOT = " · "
# The sign after a shortened line.
CUT = " …"


def mark_continued(lines: Sequence[Text], width: int) -> list[Text]:
    """Return the lines, with a sign at the end of the last line that says that the text continues."""
    ended = [line.copy() for line in lines]
    for line in ended[-1:]:
        line.rstrip()
        line.truncate(width - len(CUT))
        line.append(CUT, "dim")
    return ended


def cut_to_first_line(lines: Sequence[Text], width: int) -> Text:
    """Return the first line, with a sign if more text follows."""
    [first] = mark_continued(lines[:1], width) if len(lines) > 1 else [lines[0].copy()]
    first.truncate(width, overflow="ellipsis")
    return first


def cut_to_last_lines(lines: Sequence[str], most: int) -> list[str]:
    """Return the last `most` lines, with a sign at the start if earlier lines were dropped."""
    return [*lines] if len(lines) <= most else [f"… {lines[-most].strip()}", *lines[len(lines) - most + 1 :]]


def pack_lines(groups: Sequence[Sequence[Text]], width: int) -> list[Text]:
    """Return the lines of all groups in order; groups of one line share a line if both fit in `width`.

    A group of several lines (a heading with an indented list, a row of frames) stays as it is.
    """
    joined: list[Text] = []
    open_ended = False  # whether the last line is a whole group, beside which another has room
    for group in groups:
        single = len(group) == 1 and not group[0].plain.startswith(" ")
        if single and open_ended and joined[-1].cell_len + len(BESIDE) + group[0].cell_len <= width:
            joined[-1] = joined[-1].copy().append(BESIDE, "dim").append_text(group[0])
        else:
            joined += group
        open_ended = single
    return joined


def flow_items(head: Text, items: Sequence[Text], separator: str, width: int, first: str = "") -> Iterator[Text]:
    """Yield a heading with its items in lines; an item is broken only if it is longer than a line.

    Further lines are indented; `first` comes before the first item.
    """
    line = Text(first).append_text(head)
    line.append("  " if head.plain.strip() else "")
    bullet = separator.strip() == DOT.strip()
    begun = fresh = True
    for number, whole in enumerate(items):
        last = number + 1 == len(items)
        item = whole
        while item:
            room = width - line.cell_len - (0 if last or bullet else len(separator.rstrip()))
            if item.cell_len <= room:
                break
            if not fresh or (begun and head.plain.strip() and item.cell_len <= width - len(INDENT)):
                yield _strip_separator(line, separator if bullet and not fresh else "")
                line, fresh, begun = Text(INDENT + DOT.lstrip() if bullet and not fresh else INDENT), True, False
                continue
            end, then = _find_break(item, width - line.cell_len)
            yield line.append_text(item[:end])
            line, item, begun = Text(INDENT), item[then:], False
        line.append_text(item)
        line.append("" if last else separator)
        fresh = False
    yield line


def _strip_separator(line: Text, separator: str) -> Text:
    """Return a line without the separator and blanks at its end."""
    ended = line[: len(line) - len(separator)] if separator else line
    ended.rstrip()
    return ended


def _find_break(item: Text, width: int) -> tuple[int, int]:
    """Return where to break an item that is too long: the end of the first part, and the start of the second.

    The item is broken after a comma if possible, otherwise at a blank.
    """
    comma = item.plain.rfind(", ", 0, width)
    if comma > 0:
        return comma + 1, comma + 2
    blank = item.plain.rfind(" ", 1, width + 1)
    return (blank, blank + 1) if blank > 0 else (max(1, width), max(1, width))
