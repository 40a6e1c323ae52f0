"""A ring of places on the screen: stops along a closed line."""

from collections.abc import Sequence

from rich.text import Text

from cardwright_tools.table.drawing.grid import Cell, Paint

# The corners of the line.
EDGE = 2
FEWEST = 3
# What a stop needs on the line beside its name.
STOP = 3
# So much longer than it must be the line between two stops may be.
MOST_SLACK = 6


def ring(cells: Sequence[Cell], paint: Paint, width: int, closed: bool = False) -> list[Text] | None:
    """The cells clockwise from the top left, in as few lines as the width allows; None where they do not fit.

    `closed`: with stops at the sides, too, even if all had room above and below.
    """
    stops = [_stop(cell, paint) for cell in cells]
    if len(stops) < FEWEST:
        return None
    for columns in range(max(2, -(-len(stops) // (3 if closed else 2))), 1, -1):
        top, right, bottom, left = _sides(stops, columns)
        across = max(_needed(top), _needed(bottom), *map(_beside, _pairs(left, right)), 0)
        if across + EDGE <= width:
            across = min(width - EDGE, across + columns * MOST_SLACK)
            lines = [_edge(top, across, "╭", "╮")]
            for said, end in _pairs(left, right):
                line = Text().append("│ ", "dim").append_text(said)
                line.append(" " * (across - said.cell_len - end.cell_len - 2))
                lines.append(line.append_text(end).append(" │", "dim"))
            return [*lines, _edge(bottom, across, "╰", "╯")]
    return None


def _needed(stops: Sequence[Text]) -> int:
    return sum(stop.cell_len + STOP for stop in stops)


def _pairs(left: Sequence[Text], right: Sequence[Text]) -> list[tuple[Text, Text]]:
    """What stands at both sides; what the left one lacks is at its bottom, where the ring closes."""
    return list(zip([*left, *[Text()] * (len(right) - len(left))], right, strict=True))


def _beside(pair: tuple[Text, Text]) -> int:
    return pair[0].cell_len + pair[1].cell_len + STOP


def _edge(stops: Sequence[Text], across: int, first: str, last: str) -> Text:
    """A side of the ring from corner to corner, the stops spread evenly over it."""
    line = Text().append(first, "dim")
    dashes = across - sum(stop.cell_len + 2 for stop in stops)
    # Half a share of the line before the first stop and after the last, a whole one between two.
    marks = [(2 * place + 1) * dashes // (2 * len(stops)) for place in range(len(stops))]
    for stop, begin, end in zip(stops, [0, *marks], marks, strict=False):
        line.append("─" * (end - begin), "dim").append(" ").append_text(stop).append(" ")
    return line.append("─" * (dashes - marks[-1] if marks else across), "dim").append(last, "dim")


def _sides(
    stops: Sequence[Text], columns: int
) -> tuple[Sequence[Text], Sequence[Text], Sequence[Text], Sequence[Text]]:
    """Top and bottom from left to right, the sides from top to bottom; the left one may be shorter by one."""
    down = max(0, -(-(len(stops) - 2 * columns) // 2))
    top, rest = stops[:columns], stops[columns:]
    right, rest = rest[:down], rest[down:]
    return top, right, rest[:columns][::-1], rest[columns:][::-1]


def _stop(cell: Cell, paint: Paint) -> Text:
    stop = cell.title.copy()
    for line in cell.lines:
        stop.append(" ").append_text(paint(line))
    return stop
