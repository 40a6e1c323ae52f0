"""What a game wants drawn: its zones and the players' things as grids, rings, rows and columns."""

from collections.abc import Iterable, Sequence

from rich.style import Style
from rich.text import Text

from cardwright.presentation.labels import counted
from cardwright.presentation.table import Piece, Table, Zone
from cardwright_tools.table.drawing.flowing import flowing
from cardwright_tools.table.drawing.grid import Cell, board, grid
from cardwright_tools.table.drawing.look import Painter
from cardwright_tools.table.drawing.ring import ring

GAP = "   "


def contents(pieces: Iterable[Piece]) -> list[str]:
    """Pieces by their labels, equal ones counted, what is hidden drawn as the backs of cards."""
    return counted(piece.back if piece.hidden else piece.label for piece in pieces)


def zone_picture(zone: Zone, title: str, painter: Painter, width: int, framed: bool) -> list[Text]:
    """A zone drawn as its game wants it, with a heading where it needs one; `framed`: with lines round things."""
    heading = painter.paint(title, "bold")
    if zone.shape == "rows":
        rows = [painter.paint(row) for row in _rows(zone)]
        if len(rows) == 1:
            return list(flowing(heading, rows, "", width))
        return [heading, *(line for row in rows for line in flowing(Text(), [row], "", width, "  "))]
    if zone.shape == "columns":
        return [heading, *in_columns(contents(zone.pieces), painter, width)]
    cells = [_cell(piece, painter) for piece in zone.pieces]
    if zone.across:
        return board(cells, painter.paint, width, zone.across, framed)
    drawn = ring(cells, painter.paint, width, framed) if zone.shape == "ring" else None
    return grid(cells, painter.paint, width, framed and zone.shape == "grid") if drawn is None else drawn


def player_pictures(found: Table, painter: Painter, width: int, framed: bool) -> list[Text]:
    """A box for each player with the lines that the game wants in it, also where they have nothing to say now."""
    if not found.told:
        return []
    cells = [
        Cell(
            Text(f"{seat.name} you" if seat.you else seat.name, Style(bold=True) + painter.seat_color(seat.number)),
            seat.lines,
        )
        for seat in found.seats
    ]
    return grid(cells, painter.paint, width, framed)


def _cell(piece: Piece, painter: Painter) -> Cell:
    if piece.hidden:
        return Cell(painter.paint(piece.back))
    here = [" ".join(piece.here)] if piece.here else []
    return Cell(painter.paint(piece.label, "bold"), (*piece.lines, *here))


def _rows(zone: Zone) -> list[str]:
    """A line a piece; what it carries stands behind it."""
    return counted(piece.back if piece.hidden else " · ".join((piece.label, *piece.lines)) for piece in zone.pieces)


def in_columns(items: Sequence[str], painter: Painter, width: int) -> list[Text]:
    """Texts in columns of equal width, read downwards."""
    widest = max(map(len, items), default=0)
    columns = max(1, (width - 2 + len(GAP)) // (widest + len(GAP)))
    rows = -(-len(items) // columns)
    lines = []
    for row in range(rows):
        cells = items[row::rows]
        line = Text("  ")
        for place, item in enumerate(cells):
            last = place + 1 == len(cells)
            line.append_text(painter.paint(item)).append("" if last else " " * (widest - len(item)) + GAP)
        lines.append(line)
    return lines
