"""Heading of the screen, table of the players with scores, counters and zone sizes, and final results."""

from collections.abc import Iterator, Mapping, Sequence, Set
from textwrap import wrap

from rich.console import JustifyMethod
from rich.style import Style
from rich.table import Table as Rows
from rich.text import Text

from cardwright.presentation.look import SCORE, Look
from cardwright.presentation.piece_and_player_labels import Fact
from cardwright.presentation.table_view import TableSeat, TableView, TableZone
from cardwright.query.score_sheet import rank_players
from cardwright.query.view import NOTHING
from cardwright.runtime.primitives.exact_numbers import Exact
from cardwright_tools.rich_styles_of_look import Painter
from cardwright_tools.terminal.drawing.titled_boxes import DOT, flow_items

ROOM_FOR_NAME_AND_SCORE = 16
# Widths from which on a column title can be broken inside a word. The first one that fits is used.
TITLE_WIDTHS = (60, 14, 9)
MAX_TITLE_LINES = 2
# Width to which the title of a game is shortened at most.
MIN_TITLE = 12
# Separates the title of a chart from the counted word; no title can contain it.
CHARTED = "\0"
# A row: by title, the declared word and the value.
Row = Mapping[str, tuple[str, str]]


class PlayerColumns:
    """Columns of the table of players, fixed when the table is first drawn so that they do not move.

    - `titles`, `widths`: the columns and their widths; values that appear later are listed below the table
    - `below`: values that once had no room for a column; they stay below the table
    - `most`: the limit of characters in a line of a title, 0 for none
    - `spread`: False as soon as a chart had no room in several columns; charts then stay in one
    - `apart`: True as soon as the counters of the game had no room in the heading; they then stay apart
    """

    def __init__(self) -> None:
        self.titles: list[str] | None = None
        self.widths: dict[str, int] = {}
        self.below: set[str] = set()
        self.most = 0
        self.spread = True
        self.apart = False

    def width(self, title: str, now: int) -> int:
        """Return the width of a column, which never shrinks."""
        self.widths[title] = max(now, self.widths.get(title, 0))
        return self.widths[title]

    def narrow(self, step: int) -> None:
        """Allow titles of at most `step` characters a line from now on, so that columns become narrower."""
        self.most = step
        self.widths = dict.fromkeys(self.widths, 0)

    def fold(self) -> None:
        """Put charts into a single column from now on."""
        self.spread, self.most, self.widths, self.titles = False, 0, {}, None


def draw_players_table(
    found: TableView,
    painter: Painter,
    width: int,
    shown_words: Set[str] = frozenset(),
    kept: PlayerColumns | None = None,
    counts: Sequence[Text] = (),
    lying: Set[str] = frozenset(),
) -> tuple[Rows, list[Text], list[Text]]:
    """Return the table of players with score, counters and zone sizes, followed by the lines below it.

    Values with words in `shown_words` are left out, because drawings show them. The lines below hold the `counts` of
    the game, values without a column, and temporary values. Zones in `lying` are drawn with their pieces; they are
    listed only if they have a column.
    """
    kept = PlayerColumns() if kept is None else kept
    rows = [_collect_values(seat, shown_words, kept.spread) for seat in found.seats]
    worth = _list_titles(found, rows, painter.look)
    if kept.titles is None:
        # growing lists come last, because they would move other columns
        kept.titles = sorted(_choose_columns(found, rows, worth, painter.look), key=_find_lists(found).__contains__)
    columns = kept.titles
    full = {zone.title: len(f"{zone.most}/{zone.most}") for seat in found.seats for zone in seat.zones if zone.most}
    room = width - ROOM_FOR_NAME_AND_SCORE
    for step in range(kept.most, len(TITLE_WIDTHS)):
        if step > kept.most:
            kept.narrow(step)
        widths = _measure_columns(rows, _make_headers(columns), TITLE_WIDTHS[step], kept, full)
        if sum(widths.values()) <= room and not kept.below & {*columns}:
            break
    else:
        if any(CHARTED in title for title in columns):
            kept.fold()
            return draw_players_table(found, painter, width, shown_words, kept, counts, lying)
        widths = _choose_fitting(widths, room, kept)
    shown = [title for title in columns if title in widths]
    comes = _find_temporary(found)
    words = {title: word for row in rows for title, (word, _) in row.items()}
    stays = [title for title in columns if title not in widths and words.get(title) not in comes]
    below = [*counts, *_list_below(found, rows, stays, painter, lying)]
    late = [title for title in worth if title not in {*shown, *stays}]
    return (
        _make_table(found, rows, shown, widths, painter),
        list(flow_items(Text(), below, DOT, width, "" if counts else "  ")) if below else [],
        list(_list_below(found, rows, late, painter, lying)),
    )


def _make_table(
    found: TableView, rows: Sequence[Row], shown: Sequence[str], widths: Mapping[str, int], painter: Painter
) -> Rows:
    before = _count_before_score(rows, shown, painter.look) if found.keeps_score else -1
    growing = _find_lists(found)
    table = Rows(box=None, padding=(0, 1), pad_edge=False, header_style="dim", show_edge=False)
    table.add_column("", no_wrap=True)
    for number, (title, header) in enumerate(_make_headers(shown).items()):
        if number == before:
            table.add_column(found.score, justify="right", vertical="bottom")
        justify: JustifyMethod = "left" if title in growing or _is_wordy(rows, title) else "right"
        table.add_column(painter.paint(header), justify=justify, width=widths[title] - 2)
    if before >= len(shown):
        table.add_column(found.score, justify="right", vertical="bottom")
    for seat, row in zip(found.seats, rows, strict=True):
        cells = [painter.paint(row.get(title, ("", "-"))[1]) for title in shown]
        if found.keeps_score:
            cells.insert(before, Text(seat.score, "bold"))
        table.add_row(_name(seat, painter), *cells)
    return table


def _choose_fitting(widths: Mapping[str, int], room: int, kept: PlayerColumns) -> dict[str, int]:
    """Return the columns that fit, with their widths, in order; from now on, the others stay below the table."""
    found = {}
    for title, width in widths.items():
        if title not in kept.below and width <= room:
            found[title] = width
            room -= width
        else:
            kept.below.add(title)
    return found


def _list_below(
    found: TableView, rows: Sequence[Row], titles: Sequence[str], painter: Painter, lying: Set[str]
) -> Iterator[Text]:
    """Yield, per player, the values that have no column, except empty values and zones in `lying`, which are drawn."""
    for seat, row in zip(found.seats, rows, strict=True):
        listed = {zone.title for zone in seat.zones if zone.at in lying}
        there = [title for title in titles if title not in listed and row.get(title, ("", "0"))[1] not in NOTHING]
        facts = [_format_fact(title, row[title][1]) for title in there]
        if facts:
            marks = all(row[title][1] == "yes" for title in there)
            whose = ("You" if marks else "Your") if seat.you else seat.name
            yield Text.assemble(
                (whose, Style(bold=True) + painter.seat_color(seat.number)), " ", painter.paint(", ".join(facts))
            )


def _count_before_score(rows: Sequence[Row], columns: Sequence[str], look: Look) -> int:
    """Return the number of columns before the score."""
    words = {title: word for row in rows for title, (word, _) in row.items()}
    return sum(look.place(words[title]) < look.place(SCORE) for title in columns) if SCORE in look.first else 0


def _make_headers(columns: Sequence[str]) -> dict[str, str]:
    """Return the header of each column. The title of a chart in several columns is above the first of them."""
    headers, group = {}, ""
    for title in columns:
        chart, _, word = title.partition(CHARTED)
        headers[title] = word if word and chart == group else f"{chart} {word}".rstrip()
        group = chart
    return headers


def _measure_columns(
    rows: Sequence[Row], headers: Mapping[str, str], most: int, kept: PlayerColumns, full: Mapping[str, int]
) -> dict[str, int]:
    """Return the width of each column, gap included; titles longer than `most` may be broken.

    `full` has the widths that some columns reserve for their values from the start.
    """
    widths = {}
    for title, header in headers.items():
        values = max(full.get(title, 0), *(len(row.get(title, ("", "-"))[1]) for row in rows))
        words = max(map(len, header.split()))
        title_width = max(words, min(len(header), most))
        while len(wrap(header, title_width)) > MAX_TITLE_LINES:
            title_width += 1
        widths[title] = kept.width(title, max(values, title_width) + 2)
    return widths


def _format_fact(title: str, value: str) -> str:
    """Format a title with its value. Example: `hand 5`, `colour: technology`."""
    title = title.replace(CHARTED, " ")
    return f"{title} {value}" if value.removeprefix("-")[:1].isdecimal() else f"{title}: {value}"


def _name(seat: TableSeat, painter: Painter) -> Text:
    name = Text("▸ " if seat.turn else "  ", style="bold")
    name.append(seat.name, style=Style(bold=True) + painter.seat_color(seat.number))
    return name.append(" you" if seat.you else "", style="bold")


def _collect_values(seat: TableSeat, shown_words: Set[str], spread: bool) -> Row:
    """Return the values to display for a player; if `spread`, with one entry for each column of a chart."""
    row: dict[str, tuple[str, str]] = {}
    shown: list[Fact | TableZone] = [*seat.facts, *(zone for zone in seat.zones if not zone.aside)]
    for each in shown:
        if each.word in shown_words:
            continue
        if spread and each.each and (isinstance(each, TableZone) or each.chart):
            row |= {f"{each.title}{CHARTED}{word}": (each.word, number) for word, number in each.each}
        else:
            row[each.title] = each.word, _render_value(each)
    return row


def _render_value(each: Fact | TableZone) -> str:
    if isinstance(each, Fact):
        return each.value
    # pieces that lie open are shown below, one by one
    return f"{each.count}/{each.most}" if each.most else str(each.count)


def _list_titles(found: TableView, rows: Sequence[Row], look: Look) -> list[str]:
    """Return the titles of columns for the players' values, in the order of the look.

    Titles of values that repeat the score are left out. `rows` has the values of each player by title.
    """
    words = {title: word for row in rows for title, (word, _) in row.items()}
    declared = list(dict.fromkeys(words.values()))
    kept = [title for title in words if words[title] not in found.doubled]
    return sorted(kept, key=lambda title: (look.place(words[title]), declared.index(words[title])))


def _choose_columns(found: TableView, rows: Sequence[Row], titles: Sequence[str], look: Look) -> list[str]:
    """Return the titles that get a column: permanent values, and temporary ones that a player has now."""
    late = _find_temporary(found)
    each = {title: [row[title] for row in rows if title in row] for title in titles}
    return [
        title for title, cells in each.items() if any(word not in late or value not in NOTHING for word, value in cells)
    ]


def _find_temporary(found: TableView) -> set[str]:
    """Return the words of values that exist only at times."""
    late = {fact.word for seat in found.seats for fact in seat.facts if fact.late}
    return late | {zone.word for seat in found.seats for zone in seat.zones if not zone.stays}


def _find_lists(found: TableView) -> set[str]:
    """Return the titles of values that are lists, such as `2 tea, 1 rubber`."""
    return {fact.title for seat in found.seats for fact in seat.facts if fact.each}


def _is_wordy(rows: Sequence[Row], title: str) -> bool:
    return any(not row.get(title, ("", "0"))[1].replace("/", "").isdecimal() for row in rows)


def draw_heading(found: TableView, remark: str, painter: Painter, width: int, counts: Sequence[Text] = ()) -> Text:
    """Return the first line of the screen: game, turn, current player, and counters if they fit.

    A long title is shortened, so that turn and player are on the same line.
    """
    parts = [Text(f"turn {found.turn}")] if found.turn else []
    if found.everybody:
        parts.append(Text("all players choose at once", style="bold"))
    elif found.turn_of >= 0:
        seat = found.seats[found.turn_of]
        whose = "your turn" if seat.number == found.viewer else f"{seat.name}'s turn"
        whose += f", {seat.led}" if seat.led else ""
        parts.append(painter.paint(whose, "bold"))
    title = Text(f" {found.game} ", style="bold reverse")
    title.truncate(max(MIN_TITLE, width - sum(len(" · ") + part.cell_len for part in parts)), overflow="ellipsis")
    line = Text().append_text(title)
    for place, each in enumerate((*parts, *counts)):
        line.append(" · " if place else "  ").append_text(each)
    room = width - line.cell_len - len(remark)
    if room > 1:
        line.append(" " * room + remark, style="dim")
    return line


def draw_result_table(found: TableView, scores: Sequence[Exact], who: Sequence[str], painter: Painter) -> Rows:
    """Return the table of final scores, best first, with the person or bot of each seat."""
    table = Rows(box=None, padding=(0, 1), header_style="dim")
    for title, justify in (("", "left"), ("player", "left"), ("played by", "left"), (found.score, "right")):
        table.add_column(title, justify="right" if justify == "right" else "left")

    for player in rank_players(scores, found.winners):
        seat = found.seats[player]
        won = seat.number in found.winners
        level = len(found.winners) == len(found.seats) > 1 and len(set(scores)) == 1
        wins = "★ wins" if len(found.winners) == 1 else "★ shares the win"
        mark = Text(wins, "bold yellow") if won and not level else Text("")
        table.add_row(mark, painter.paint(seat.name), who[seat.number], Text(str(scores[seat.number]), "bold"))
    return table
