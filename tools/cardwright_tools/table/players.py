"""The players at a glance: a row each with score, counters and how much lies in their zones."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from rich.console import JustifyMethod
from rich.table import Table
from rich.text import Text

from cardwright import View, ZoneView
from cardwright.presentation.labels import NOTHING, score
from cardwright.presentation.look import SCORE, Look
from cardwright_tools.table.look import Painter, seat_color
from cardwright_tools.table.zones import flowing

ROOM_FOR_NAME_AND_SCORE = 16
# Between the title of a chart and the word that is counted: no title can hold it.
CHARTED = "\0"


@dataclass(frozen=True)
class Detail:
    """What to tell of the players here: not what is `told` in pictures; charts `spread` over a column for each word."""

    told: Set[str] = frozenset()
    spread: bool = False


def players_table(
    view: View, painter: Painter, own: int | None, width: int, detail: Detail = Detail()
) -> list[Table | Text]:
    """A row a player: score, counters and how many pieces are in each zone; `own` is whom to call you."""
    rows = [_facts(view, name, painter.look, detail) for name in view.players]
    scores = [score(view, seat) for seat in range(len(view.players))]
    columns = _columns(rows, scores, painter.look)
    headers = _headers(columns)
    room = width - ROOM_FOR_NAME_AND_SCORE
    widths = next(
        (found for found in (_widths(rows, headers, most) for most in (60, 14, 9)) if sum(found) <= room), None
    )
    if widths is None and detail.spread:
        return players_table(view, painter, own, width, Detail(detail.told))
    if widths is None:
        return list(_players_flow(view, rows, columns, painter, own, width))
    table = Table(box=None, padding=(0, 1), pad_edge=False, header_style="dim", show_edge=False)
    table.add_column("", no_wrap=True)
    before = _before_score(rows, columns, painter.look)
    for number, ((title, header), column_width) in enumerate(zip(headers.items(), widths, strict=True)):
        if number == before:
            table.add_column(painter.look.score, justify="right", vertical="bottom")
        justify: JustifyMethod = "left" if _wordy(rows, title) else "right"
        table.add_column(painter.paint(header), justify=justify, width=column_width - 2)
    if before >= len(columns):
        table.add_column(painter.look.score, justify="right", vertical="bottom")
    for seat, row in enumerate(rows):
        cells = [painter.paint(row.get(title, ("", "-"))[1]) for title in columns]
        cells.insert(before, Text(scores[seat], "bold"))
        table.add_row(_seat(view, seat, own), *cells)
    return [table]


def _before_score(rows: Sequence[dict[str, tuple[str, str]]], columns: Sequence[str], look: Look) -> int:
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


def _widths(rows: Sequence[dict[str, tuple[str, str]]], headers: Mapping[str, str], most: int) -> list[int]:
    """The width of each column with the gap after it, when titles longer than `most` may be broken between words."""
    widths = []
    for title, header in headers.items():
        values = max(len(row.get(title, ("", "-"))[1]) for row in rows)
        words = max(map(len, header.split()))
        widths.append(max(values, words, min(len(header), most)) + 2)
    return widths


def _players_flow(
    view: View,
    rows: Sequence[dict[str, tuple[str, str]]],
    columns: Sequence[str],
    painter: Painter,
    own: int | None,
    width: int,
) -> Iterator[Text]:
    """The same for a table too wide for the screen: the facts of each player one after the other."""
    place = _before_score(rows, columns, painter.look)
    for seat, row in enumerate(rows):
        facts = [_told(title, row[title][1]) for title in columns if row.get(title, ("", "0"))[1] not in NOTHING]
        before = sum(row.get(title, ("", "0"))[1] not in NOTHING for title in columns[:place])
        facts.insert(before, f"{painter.look.score} {score(view, seat)}")
        yield from flowing(_seat(view, seat, own), [painter.paint(fact) for fact in facts], " · ", width)


def _told(title: str, value: str) -> str:
    """A title with its value: `hand 5`, `colour: technology`."""
    return f"{title} {value}" if value[:1].isdecimal() else f"{title}: {value}"


def _seat(view: View, seat: int, own: int | None) -> Text:
    name = Text("▸ " if seat == view.turn_of and not view.finished else "  ", style="bold")
    name.append(view.players[seat], style=f"bold {seat_color(seat)}")
    name.append(" you" if seat == own else "", style="bold")
    return name


def _facts(view: View, owner: str, look: Look, detail: Detail) -> dict[str, tuple[str, str]]:
    """What is to say about a player: for each title the word it is declared by, and the value."""
    facts: dict[str, tuple[str, str]] = {}
    for counter in view.counters:
        word, _, index = counter.name.partition("[")
        if counter.owner != owner or word in look.hidden or word in detail.told:
            continue
        if index:
            name = index.rstrip("]")
            title = look.short.get(word) or counter.title.removesuffix(" " + name.replace("_", " "))
            facts |= _counted(facts, title, word, {name: int(counter.value)}, _is_spread(look, word, detail))
        else:
            facts[look.short.get(word, counter.title)] = (word, counter.value)
    for zone in view.zones:
        if zone.owner != owner or zone.name in look.hidden or zone.name in detail.told:
            continue
        title = look.short.get(zone.name, zone.title)
        picture = look.pictures.get(zone.name)
        if picture is None or picture.shape != "chart" or zone.hidden:
            facts[title] = (zone.name, str(zone.count))
        else:
            counts = _by_attribute(zone, picture.by, picture.words)
            facts |= _counted(facts, title, zone.name, counts, detail.spread)
    return facts


def _is_spread(look: Look, word: str, detail: Detail) -> bool:
    picture = look.pictures.get(word)
    return detail.spread and picture is not None and picture.shape == "chart"


def _by_attribute(zone: ZoneView, by: str, words: Sequence[str]) -> dict[str, int]:
    """How many pieces there are for each value of an attribute, in the order of its type."""
    values = [piece.attributes[by].replace(" ", "_") for piece in zone.pieces if piece is not None]
    return {word: values.count(word) for word in (words or sorted(set(values))) if word in values}


def _counted(
    facts: Mapping[str, tuple[str, str]], title: str, word: str, counts: Mapping[str, int], spread: bool
) -> dict[str, tuple[str, str]]:
    """Counts by words as facts: one for each word, or one for all of them after those that are there already."""
    spoken = {name.replace("_", " "): count for name, count in counts.items()}
    if spread:
        return {f"{title}{CHARTED}{name}": (word, str(count)) for name, count in spoken.items()}
    said = [facts[title][1]] if title in facts else []
    return {title: (word, ", ".join([*said, *(f"{count} {name}" for name, count in spoken.items())]) or "0")}


def _columns(rows: Sequence[dict[str, tuple[str, str]]], scores: Sequence[str], look: Look) -> list[str]:
    """The titles worth a column: not those that are nothing for everybody, or just the score again."""
    words = {title: word for row in rows for title, (word, _) in row.items()}
    declared = list(dict.fromkeys(words.values()))
    kept = []
    for title in sorted(
        words, key=lambda t: (look.place(words[t]), declared.index(words[t]), _in_chart(t, words[t], look))
    ):
        values = [row.get(title, ("", "0"))[1] for row in rows]
        if any(value not in NOTHING for value in values) and values != list(scores):
            kept.append(title)
    return kept


def _in_chart(title: str, word: str, look: Look) -> int:
    """Where a column of a chart stands among the others of it."""
    _, _, name = title.partition(CHARTED)
    order = [each.replace("_", " ") for each in look.pictures[word].words] if name and word in look.pictures else []
    return order.index(name) if name in order else 0


def _wordy(rows: Sequence[dict[str, tuple[str, str]]], title: str) -> bool:
    return any(not row.get(title, ("", "0"))[1].isdecimal() for row in rows)
