"""The first line of the screen, and the table of results at the end."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.table import Table
from rich.text import Text

from cardwright import View
from cardwright_tools.table.look import Painter


@dataclass(frozen=True)
class Heading:
    """What the first line of the screen says beside what is in the view."""

    title: str
    turn: int
    remark: str
    at_once: bool = False


def heading(view: View, about: Heading, painter: Painter, width: int) -> Text:
    """The first line: game, turn, and whose turn it is."""
    line = Text()
    line.append(f" {about.title} ", style="bold reverse")
    line.append(f"  turn {about.turn}" if about.turn else "")
    if about.at_once:
        line.append(" · everybody chooses at once", style="bold")
    elif view.turn_of >= 0 and not view.finished:
        name = view.players[view.turn_of]
        whose = "your turn" if view.turn_of == view.player else f"{name}'s turn"
        line.append_text(painter.paint(f" · {whose}", "bold"))
    room = width - line.cell_len - len(about.remark)
    if room > 1:
        line.append(" " * room + about.remark, style="dim")
    return line


def result_table(view: View, winners: Sequence[int], who: Sequence[str], painter: Painter) -> Table:
    """The final scores, best first, with who played each seat."""
    table = Table(box=None, padding=(0, 1), header_style="dim")
    for title, justify in (("", "left"), ("player", "left"), ("played by", "left"), (painter.look.score, "right")):
        table.add_column(title, justify="right" if justify == "right" else "left")
    order = sorted(range(len(view.players)), key=lambda seat: (seat not in winners, -(view.scores[seat] or 0)))
    for seat in order:
        won = seat in winners
        mark = Text("★ wins" if len(winners) == 1 else "★ shares the win", "bold yellow") if won else Text("")
        table.add_row(mark, painter.paint(view.players[seat]), who[seat], Text(str(view.scores[seat]), "bold"))
    return table
