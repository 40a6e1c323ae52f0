"""The players at a glance: a row each with score, counters and how much lies in their zones."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from rich.console import JustifyMethod
from rich.table import Table as Rows
from rich.text import Text

from cardwright.presentation.labels import NOTHING
from cardwright.presentation.look import SCORE, Look
from cardwright.presentation.table import Fact, Seat, Table, Zone
from cardwright_tools.table.flowing import DOT, flowing
from cardwright_tools.table.look import Painter, seat_color

ROOM_FOR_NAME_AND_SCORE = 16
# Between the title of a chart and the word that is counted: no title can hold it.
CHARTED = "\0"
# A row: for each title the word it is declared by, and the value.
Row = Mapping[str, tuple[str, str]]


@dataclass(frozen=True)
class Detail:
    """What to tell of the players here: not what is `told` in pictures; charts `spread` over a column for each word."""

    told: Set[str] = frozenset()
    spread: bool = False


def players_table(found: Table, painter: Painter, width: int, detail: Detail = Detail()) -> list[Rows | Text]:
    """A row a player: score, counters and how many pieces are in each zone."""
    rows = [_row(seat, detail) for seat in found.seats]
    columns = _columns(rows, [seat.score for seat in found.seats], painter.look)
    headers = _headers(columns)
    room = width - ROOM_FOR_NAME_AND_SCORE
    widths = next(
        (fitting for fitting in (_widths(rows, headers, most) for most in (60, 14, 9)) if sum(fitting) <= room), None
    )
    if widths is None and detail.spread:
        return players_table(found, painter, width, Detail(detail.told))
    before = _before_score(rows, columns, painter.look)
    if widths is None:
        return list(_players_flow(found, rows, columns, before, painter, width))
    table = Rows(box=None, padding=(0, 1), pad_edge=False, header_style="dim", show_edge=False)
    table.add_column("", no_wrap=True)
    for number, ((title, header), column_width) in enumerate(zip(headers.items(), widths, strict=True)):
        if number == before:
            table.add_column(found.score, justify="right", vertical="bottom")
        justify: JustifyMethod = "left" if _wordy(rows, title) else "right"
        table.add_column(painter.paint(header), justify=justify, width=column_width - 2)
    if before >= len(columns):
        table.add_column(found.score, justify="right", vertical="bottom")
    for seat, row in zip(found.seats, rows, strict=True):
        cells = [painter.paint(row.get(title, ("", "-"))[1]) for title in columns]
        cells.insert(before, Text(seat.score, "bold"))
        table.add_row(_name(seat), *cells)
    return [table]


def _before_score(rows: Sequence[Row], columns: Sequence[str], look: Look) -> int:
    """How many columns stand before that of the scores."""
    words = {title: word for row in rows for title, (word, _) in row.items()}
    return sum(look.place(words[title]) < look.place(SCORE) for title in columns) if SCORE in look.first else 0


def _headers(columns: Sequence[str]) -> dict[str, str]:
    """What stands over each column: of a chart that is spread, its title only over the first word."""
    headers, group = {}, ""
    for title in columns:
        chart, _, word = title.partition(CHARTED)
        headers[title] = word if word and chart == group else f"{chart} {word}".rstrip()
        group = chart
    return headers


def _widths(rows: Sequence[Row], headers: Mapping[str, str], most: int) -> list[int]:
    """The width of each column with the gap after it, when titles longer than `most` may be broken between words."""
    widths = []
    for title, header in headers.items():
        values = max(len(row.get(title, ("", "-"))[1]) for row in rows)
        words = max(map(len, header.split()))
        widths.append(max(values, words, min(len(header), most)) + 2)
    return widths


def _players_flow(
    found: Table, rows: Sequence[Row], columns: Sequence[str], before: int, painter: Painter, width: int
) -> Iterator[Text]:
    """The same for a table too wide for the screen: the facts of each player one after the other."""
    for seat, row in zip(found.seats, rows, strict=True):
        kept = [row.get(title, ("", "0"))[1] not in NOTHING for title in columns]
        facts = [_told(title, row[title][1]) for title, says in zip(columns, kept, strict=True) if says]
        facts.insert(sum(kept[:before]), f"{found.score} {seat.score}")
        yield from flowing(_name(seat), [painter.paint(fact) for fact in facts], DOT, width)


def _told(title: str, value: str) -> str:
    """A title with its value: `hand 5`, `colour: technology`."""
    return f"{title} {value}" if value[:1].isdecimal() else f"{title}: {value}"


def _name(seat: Seat) -> Text:
    name = Text("▸ " if seat.turn else "  ", style="bold")
    name.append(seat.name, style=f"bold {seat_color(seat.number)}")
    return name.append(" you" if seat.you else "", style="bold")


def _row(seat: Seat, detail: Detail) -> Row:
    """What is to say about a player."""
    row: dict[str, tuple[str, str]] = {}
    shown: list[Fact | Zone] = [*seat.facts, *(zone for zone in seat.zones if not zone.aside)]
    for each in shown:
        if each.word in detail.told:
            continue
        if detail.spread and each.each and (isinstance(each, Zone) or each.chart):
            row |= {f"{each.title}{CHARTED}{word}": (each.word, number) for word, number in each.each}
        else:
            row[each.title] = each.word, _value(each)
    return row


def _value(each: Fact | Zone) -> str:
    if isinstance(each, Fact):
        return each.value
    counts = (f"{number} {word}" for word, number in each.each if number not in NOTHING)
    return str(each.count) if not each.each else ", ".join(counts) or "0"


def _columns(rows: Sequence[Row], scores: Sequence[str], look: Look) -> list[str]:
    """The titles worth a column: not those that are nothing for everybody, or just the score again."""
    words = {title: word for row in rows for title, (word, _) in row.items()}
    declared = list(dict.fromkeys(words.values()))
    kept = []
    for title in sorted(words, key=lambda title: (look.place(words[title]), declared.index(words[title]))):
        values = [row.get(title, ("", "0"))[1] for row in rows]
        if any(value not in NOTHING for value in values) and values != scores:
            kept.append(title)
    return kept


def _wordy(rows: Sequence[Row], title: str) -> bool:
    return any(not row.get(title, ("", "0"))[1].isdecimal() for row in rows)
