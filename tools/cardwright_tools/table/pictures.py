"""What a game wants drawn: its zones and the players' things as grids, rings, rows and columns."""

from collections.abc import Sequence

from rich.text import Text

from cardwright import PieceView, View, ZoneView
from cardwright.presentation.labels import (
    HIDDEN,
    as_they_lie,
    contents,
    counted,
    label,
    piece_lines,
    player_lines,
    words_in,
)
from cardwright.presentation.look import Picture
from cardwright_tools.table.grid import Cell, grid
from cardwright_tools.table.look import Painter, seat_color
from cardwright_tools.table.ring import ring

GAP = "   "


def zone_picture(zone: ZoneView, title: str, view: View, painter: Painter, width: int, framed: bool) -> list[Text]:
    """A zone drawn as its game wants it, with a heading where it needs one; `framed`: with lines round things."""
    picture = painter.look.pictures[zone.name]
    heading = painter.paint(title, "bold")
    if picture.shape == "rows":
        rows = _row_lines(zone, picture, painter)
        if len(rows) == 1:
            return [heading.append("  ").append_text(painter.paint(rows[0]))]
        return [heading, *(painter.paint(f"  {row}") for row in rows)]
    if picture.shape == "columns":
        return [heading, *_columns(zone, painter, width)]
    cells = [_cell(piece, zone, picture, view, painter) for piece in zone.pieces]
    if picture.shape == "ring":
        drawn = ring(cells, painter.paint, width, framed)
        return grid(cells, painter.paint, width, False) if drawn is None else drawn
    return grid(cells, painter.paint, width, framed)


def drawn_of_players(view: View, painter: Painter) -> list[Picture]:
    """The pictures with a box for each player, among what the game has."""
    owned = {zone.name for zone in view.zones if zone.owner in view.players}
    owned |= {counter.name.partition("[")[0] for counter in view.counters if counter.owner in view.players}
    return [p for word, p in painter.look.pictures.items() if p.shape == "grid" and word in owned]


def told_in_pictures(view: View, painter: Painter) -> frozenset[str]:
    """What the pictures of players tell, so that it need not be told again."""
    return frozenset(word for picture in drawn_of_players(view, painter) for word in words_in(picture.lines))


def player_pictures(view: View, painter: Painter, own: int | None, width: int, framed: bool) -> list[Text]:
    """A box for each player with the lines that the game wants in it."""
    lines: list[Text] = []
    for picture in drawn_of_players(view, painter):
        cells = []
        for seat, name in enumerate(view.players):
            title = Text(f"{name} you" if seat == own else name, f"bold {seat_color(seat)}")
            cells.append(Cell(title, tuple(player_lines(view, name, picture.lines, painter.look))))
        lines += grid(cells, painter.paint, width, framed)
    return lines


def _cell(piece: PieceView | None, zone: ZoneView, picture: Picture, view: View, painter: Painter) -> Cell:
    if piece is None:
        return Cell(Text(HIDDEN))
    lines = piece_lines(piece, picture.lines, painter.look)
    here = [c.owner for c in view.counters if picture.mark and c.name == picture.mark and c.value == piece.name]
    if here:
        lines.append(" ".join(here))
    return Cell(painter.paint(label(piece, painter.look, zone.name), "bold"), tuple(lines))


def _row_lines(zone: ZoneView, picture: Picture, painter: Painter) -> list[str]:
    """A line a piece; what it carries stands behind it."""
    rows = []
    for piece in as_they_lie(zone):
        text = HIDDEN
        if piece is not None:
            said = piece_lines(piece, picture.lines, painter.look)
            text = " · ".join([label(piece, painter.look, zone.name), *said])
        rows.append(text)
    return counted(rows)


def _columns(zone: ZoneView, painter: Painter, width: int) -> list[Text]:
    """The pieces under each other in as many columns as there is room for, read downwards."""
    return in_columns(contents(zone, painter.look), painter, width)


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
