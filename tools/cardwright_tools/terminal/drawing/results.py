"""First line of the screen, and the table of results at the end."""

from collections.abc import Sequence

from rich.table import Table as Rows
from rich.text import Text

from cardwright.presentation.table import TableSeat, TableView
from cardwright_tools.terminal.drawing.colours import Painter


def heading(found: TableView, remark: str, painter: Painter, width: int, counts: Sequence[Text] = ()) -> Text:
    """Return the first line of the screen: game, turn, current player, and counters if they fit."""
    line = Text()
    line.append(f" {found.game} ", style="bold reverse")
    told = [Text(f"turn {found.turn}")] if found.turn else []
    if found.everybody:
        told.append(Text("everybody chooses at once", style="bold"))
    elif found.turn_of >= 0:
        whose = "your turn" if found.turn_of == found.viewer else f"{found.seats[found.turn_of].name}'s turn"
        told.append(painter.paint(whose, "bold"))
    for place, each in enumerate((*told, *counts)):
        line.append(" · " if place else "  ").append_text(each)
    room = width - line.cell_len - len(remark)
    if room > 1:
        line.append(" " * room + remark, style="dim")
    return line


def result_table(found: TableView, scores: Sequence[int], who: Sequence[str], painter: Painter) -> Rows:
    """Return the table of final scores, best first, with the person or bot of each seat."""
    table = Rows(box=None, padding=(0, 1), header_style="dim")
    for title, justify in (("", "left"), ("player", "left"), ("played by", "left"), (found.score, "right")):
        table.add_column(title, justify="right" if justify == "right" else "left")

    def rank(seat: TableSeat) -> tuple[bool, int]:
        return seat.number not in found.winners, -scores[seat.number]

    for seat in sorted(found.seats, key=rank):
        won = seat.number in found.winners
        mark = Text("★ wins" if len(found.winners) == 1 else "★ shares the win", "bold yellow") if won else Text("")
        table.add_row(mark, painter.paint(seat.name), who[seat.number], Text(str(scores[seat.number]), "bold"))
    return table
