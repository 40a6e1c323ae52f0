"""Drawings of zones and of players' pieces as grids, rings, rows and columns."""

from collections.abc import Sequence
from dataclasses import replace

from rich.style import Style
from rich.text import Text

from cardwright.presentation.look import HEXES, list_rows_of_board
from cardwright.presentation.table_view import TablePiece, TableView, TableZone, list_contents
from cardwright_tools.rich_styles_of_look import Painter
from cardwright_tools.terminal.drawing.titled_boxes import (
    GridCell,
    Paint,
    flow_items,
    lay_out_board,
    lay_out_grid,
    lay_out_hexes,
)

# Width of the corners of the line.
EDGE = 2
MIN_PIECES = 3
# Width of a stop on the line, without its name.
STOP = 3
# Limit for the extra length of the line between two stops.
MAX_SLACK = 6


def draw_ring(cells: Sequence[GridCell], paint: Paint, width: int, closed: bool = False) -> list[Text] | None:
    """Draw cells clockwise from the top left in as few lines as possible; return None if they do not fit.

    With `closed`, cells are put at the sides even if all would fit into the rows at the top and the bottom.
    """
    stops = [_stop(cell, paint) for cell in cells]
    if len(stops) < MIN_PIECES:
        return None
    for columns in range(max(2, -(-len(stops) // (3 if closed else 2))), 1, -1):
        top, right, bottom, left = _split_sides(stops, columns)
        across = max(_measure_needed(top), _measure_needed(bottom), *map(_measure_pair, _pair_sides(left, right)), 0)
        if across + EDGE <= width:
            across = min(width - EDGE, across + columns * MAX_SLACK)
            lines = [_draw_edge(top, across, "╭", "╮")]
            for said, end in _pair_sides(left, right):
                line = Text().append("│ ", "dim").append_text(said)
                line.append(" " * (across - said.cell_len - end.cell_len - 2))
                lines.append(line.append_text(end).append(" │", "dim"))
            return [*lines, _draw_edge(bottom, across, "╰", "╯")]
    return None


def _measure_needed(stops: Sequence[Text]) -> int:
    return sum(stop.cell_len + STOP for stop in stops)


def _pair_sides(left: Sequence[Text], right: Sequence[Text]) -> list[tuple[Text, Text]]:
    """Join the left and the right side of a ring line by line; the left side may lack its last cell."""
    return list(zip([*left, *[Text()] * (len(right) - len(left))], right, strict=True))


def _measure_pair(pair: tuple[Text, Text]) -> int:
    return pair[0].cell_len + pair[1].cell_len + STOP


def _draw_edge(stops: Sequence[Text], across: int, first: str, last: str) -> Text:
    """Draw one side of the ring from the corner `first` to the corner `last`, with its cells spread."""
    line = Text().append(first, "dim")
    dashes = across - sum(stop.cell_len + 2 for stop in stops)
    # Half a unit of the line before the first stop and after the last, a whole one between two.
    marks = [(2 * place + 1) * dashes // (2 * len(stops)) for place in range(len(stops))]
    for stop, begin, end in zip(stops, [0, *marks], marks, strict=False):
        line.append("─" * (end - begin), "dim").append(" ").append_text(stop).append(" ")
    return line.append("─" * (dashes - marks[-1] if marks else across), "dim").append(last, "dim")


def _split_sides(
    stops: Sequence[Text], columns: int
) -> tuple[Sequence[Text], Sequence[Text], Sequence[Text], Sequence[Text]]:
    """Split the cells of a ring into top and bottom (left to right) and sides (downwards).

    The left side may have one cell less than the right.
    """
    down = max(0, -(-(len(stops) - 2 * columns) // 2))
    top, rest = stops[:columns], stops[columns:]
    right, rest = rest[:down], rest[down:]
    return top, right, rest[:columns][::-1], rest[columns:][::-1]


def _stop(cell: GridCell, paint: Paint) -> Text:
    stop = cell.title.copy()
    for line in cell.lines:
        stop.append(" ").append_text(paint(line))
    return stop


GAP = "   "


def draw_zone(zone: TableZone, title: str, painter: Painter, width: int, framed: bool) -> list[Text]:
    """Draw a zone in the shape that its game declares, with a heading if needed; `framed` adds borders."""
    heading = painter.paint(title, "bold")
    if zone.shape == "rows":
        rows = [painter.paint(row) for row in _list_pieces(zone)]
        if len(rows) == 1:
            return list(flow_items(heading, rows, "", width))
        return [heading, *(line for row in rows for line in flow_items(Text(), [row], "", width, "  "))]
    if zone.shape == "columns":
        return [heading, *lay_out_columns(_list_pieces(zone), painter, width)]
    cells = [
        _make_cell(piece, painter, number if zone.numbered else 0) for number, piece in enumerate(zone.pieces, start=1)
    ]
    if zone.across:
        above = [heading] if zone.owner != "table" else []  # without frames, because each player has one
        if zone.shape == HEXES:
            hexes = list_rows_of_board(cells, zone.cells, 2)
            return [*above, *lay_out_hexes(hexes, painter.paint, width, zone.across)]
        blank = GridCell(Text())
        placed = [each for row in list_rows_of_board(cells, zone.cells, 1) for each in row]
        cells = [cell for each in placed for cell in ([blank] * each if isinstance(each, int) else [each])]
        return [*above, *lay_out_board(cells, painter.paint, width, zone.across, framed and not above)]
    drawn = draw_ring(cells, painter.paint, width, framed) if zone.shape == "ring" else None
    return lay_out_grid(cells, painter.paint, width, framed and zone.shape == "grid") if drawn is None else drawn


def draw_players(found: TableView, painter: Painter, width: int, framed: bool) -> list[Text]:
    """Draw a box for each player with the lines that the game declares. Empty boxes are drawn too."""
    if not found.shown_words:
        return []
    cells = [
        GridCell(
            Text(f"{seat.name} you" if seat.you else seat.name, Style(bold=True) + painter.seat_color(seat.number)),
            seat.lines,
        )
        for seat in found.seats
    ]
    return lay_out_grid(cells, painter.paint, width, framed)


def _make_cell(piece: TablePiece, painter: Painter, number: int) -> GridCell:
    """Return the cell of a piece, with its position in a row if `number` is not 0."""
    before = f"{number}: " if number else ""
    if piece.hidden:
        return GridCell(painter.paint(f"{before}{piece.unnumbered_back}" if number else piece.back))
    here = [" ".join(piece.here)] if piece.here else []
    return GridCell(painter.paint(f"{before}{piece.label}", "bold"), (*piece.lines, *here))


def _list_pieces(zone: TableZone) -> list[str]:
    """Return a line for each piece, with its lines and the pieces on it."""
    lines = [[line for line in each.lines if line != each.label] for each in zone.pieces]
    labels = [" · ".join((each.label, *more)) for each, more in zip(zone.pieces, lines, strict=True)]
    pieces = [replace(each, label=label) for each, label in zip(zone.pieces, labels, strict=True)]
    return list_contents(replace(zone, pieces=tuple(pieces)))


def lay_out_columns(items: Sequence[str], painter: Painter, width: int) -> list[Text]:
    """Lay out texts in columns of equal width, read downwards."""
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
