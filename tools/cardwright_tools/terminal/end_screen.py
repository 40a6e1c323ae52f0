"""End of a match on the screen, with its reason, the scores and the winners."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from rich.console import RenderableType
from rich.text import Text

from cardwright.phrases.inflection import count_noun
from cardwright.presentation.explain_values_and_end import explain_end, name_winners
from cardwright.presentation.table_view import TableView
from cardwright_tools.rich_styles_of_look import Painter
from cardwright_tools.session.score_breakdown_table import format_score_sheet, score_sheet_within
from cardwright_tools.session.session import Session
from cardwright_tools.terminal.drawing.drawn_or_listed_zones import (
    ZoneLayout,
    list_lines,
    render_own_zones,
    render_zones,
)
from cardwright_tools.terminal.drawing.heading_and_player_table import draw_result_table
from cardwright_tools.terminal.terminal_io import Terminal

# Minimum number of lines for the events before the end, however long the score sheet is.
MIN_NEWS = 3
# Separates the events, the score sheet and the result.
GAP = Text("")


def render_ending(
    session: Session,
    found: TableView,
    who: Sequence[str],
    painter: Painter,
    terminal: Terminal,
    head: Sequence[RenderableType],
    news: Callable[[int], Sequence[RenderableType]],
    remarks: Sequence[RenderableType],
) -> list[RenderableType]:
    """Render the end of a match below its `head`; `news(lines)` renders the last log events in that many lines.

    The winners with their scores, below the `remarks`, are always visible, however small the screen is; all other parts
    are shortened.
    """
    state = session.state
    lasted = f"The game is over after {count_noun(state.turns, 'turn')} and {count_noun(state.decisions, 'decision')}"
    why = explain_end(state)
    over = Text(f"{lasted}{f': {why}' if why else ''}. {name_winners(found)}", "bold")
    result: list[RenderableType] = [*remarks, over, draw_result_table(found, state.scores, who, painter)]
    # one line stays free for input
    room = terminal.height - 1 - terminal.lines_of([*head, GAP, *result])
    sheet = render_scores(session, found, painter, terminal, max(0, room - MIN_NEWS - 2))
    led = news(max(1, room - (len(sheet) + 1 if sheet else 0) - 1))
    shown: list[RenderableType] = [*head]
    for part in (led, sheet, result):
        shown += [GAP, *part] if part else []
    over_long = terminal.lines_of(shown) - (terminal.height - 1)
    if over_long > 0 and terminal.redraws:
        # empty lines go first, then the lines above the result
        shown = [part for part in shown if part is not GAP]
        over_long = terminal.lines_of(shown) - (terminal.height - 1)
        shown = shown[max(0, min(over_long, len(shown) - len(result))) :]
    return shown


def render_scores(session: Session, found: TableView, painter: Painter, terminal: Terminal, room: int) -> list[Text]:
    """Render the breakdown of the scores in `room` lines, or the players' zones if no score has a breakdown."""
    redraws = terminal.redraws
    sheet = score_sheet_within(session.state, room) if redraws else format_score_sheet(session.state)
    if sheet or not room:
        return [painter.paint(line) for line in sheet]
    layout = ZoneLayout(terminal.width, cut=True)
    others = render_zones(replace(found, zones=()), painter, layout)
    lines = list_lines([*render_own_zones(found, painter, layout, False), *others])
    for line in lines:
        line.truncate(layout.width, overflow="ellipsis")
    return lines[:room] if redraws else lines
