"""The table as one player sees it, drawn from a view: who has what, the zones, and what lies in them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rich.console import JustifyMethod
from rich.table import Table
from rich.text import Text

from cardwright import PieceView, View, ZoneView
from cardwright_tools.play_look import Look, Painter, seat_color

NOTHING = ("0", "no", "none", "nobody")
# More different things than this in one zone of somebody else are only counted.
MOST_IN_A_ROW = 16
ROOM_FOR_NAME_AND_SCORE = 16


@dataclass(frozen=True)
class Heading:
    """What the first line of the screen says beside what is in the view."""

    title: str
    turn: int
    remark: str


def heading(view: View, about: Heading, painter: Painter, width: int) -> Text:
    """The first line: game, turn, and whose turn it is."""
    line = Text()
    line.append(f" {about.title} ", style="bold reverse")
    line.append(f"  turn {about.turn}" if about.turn else "")
    if view.turn_of >= 0 and not view.finished:
        name = view.players[view.turn_of]
        whose = "your turn" if view.turn_of == view.player else f"{name}'s turn"
        line.append_text(painter.paint(f" · {whose}", "bold"))
    room = width - line.cell_len - len(about.remark)
    if room > 1:
        line.append(" " * room + about.remark, style="dim")
    return line


# ---------------------------------------------------------------- the players


def players_table(view: View, painter: Painter, own: int | None, width: int) -> list[Table | Text]:
    """A row a player: score, counters and how many pieces are in each zone; `own` is whom to call you."""
    rows = [_facts(view, name, painter.look) for name in view.players]
    scores = [str(score) for score in view.scores]
    columns = _columns(rows, scores, painter.look)
    room = width - ROOM_FOR_NAME_AND_SCORE
    widths = next(
        (found for found in (_widths(rows, columns, most) for most in (60, 14, 9)) if sum(found) <= room), None
    )
    if widths is None:
        return list(_players_flow(view, rows, columns, painter, own, width))
    table = Table(box=None, padding=(0, 1), pad_edge=False, header_style="dim", show_edge=False)
    table.add_column("", no_wrap=True)
    table.add_column("score", justify="right", vertical="bottom")
    for title, column_width in zip(columns, widths, strict=True):
        justify: JustifyMethod = "left" if _wordy(rows, title) else "right"
        table.add_column(painter.paint(title), justify=justify, width=column_width - 2)
    for seat, row in enumerate(rows):
        cells = [painter.paint(row.get(title, ("", "-"))[1]) for title in columns]
        table.add_row(_seat(view, seat, own), Text(scores[seat], "bold"), *cells)
    return [table]


def _widths(rows: Sequence[dict[str, tuple[str, str]]], columns: Sequence[str], most: int) -> list[int]:
    """The width of each column with the gap after it, when titles longer than `most` may be broken between words."""
    widths = []
    for title in columns:
        values = max(len(row.get(title, ("", "-"))[1]) for row in rows)
        words = max(map(len, title.split()))
        widths.append(max(values, words, min(len(title), most)) + 2)
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
    for seat, row in enumerate(rows):
        facts = [f"score {view.scores[seat]}"]
        facts += [f"{title} {row[title][1]}" for title in columns if row.get(title, ("", "0"))[1] not in NOTHING]
        yield from flowing(_seat(view, seat, own), [painter.paint(fact) for fact in facts], " · ", width)


def _seat(view: View, seat: int, own: int | None) -> Text:
    name = Text("▸ " if seat == view.turn_of and not view.finished else "  ", style="bold")
    name.append(view.players[seat], style=f"bold {seat_color(seat)}")
    name.append(" you" if seat == own else "", style="bold")
    return name


def _facts(view: View, owner: str, look: Look) -> dict[str, tuple[str, str]]:
    """What is to say about a player: for each title the word it is declared by, and the value."""
    facts: dict[str, tuple[str, str]] = {}
    for counter in view.counters:
        word, _, index = counter.name.partition("[")
        if counter.owner != owner or word in look.hidden:
            continue
        if not index:
            facts[counter.title] = (word, counter.value)
            continue
        title = counter.title.removesuffix(" " + index.rstrip("]").replace("_", " "))
        counted = f"{counter.value} {index.rstrip(']').replace('_', ' ')}"
        facts[title] = (word, f"{facts[title][1]}, {counted}" if title in facts else counted)
    for zone in view.zones:
        if zone.owner == owner and zone.name not in look.hidden:
            facts[zone.title] = (zone.name, str(zone.count))
    return facts


def _columns(rows: Sequence[dict[str, tuple[str, str]]], scores: Sequence[str], look: Look) -> list[str]:
    """The titles worth a column: not those that are nothing for everybody, or just the score again."""
    words = {title: word for row in rows for title, (word, _) in row.items()}
    kept = []
    for title in sorted(words, key=lambda title: look.place(words[title])):
        values = [row.get(title, ("", "0"))[1] for row in rows]
        if any(value not in NOTHING for value in values) and values != list(scores):
            kept.append(title)
    return kept


def _wordy(rows: Sequence[dict[str, tuple[str, str]]], title: str) -> bool:
    return any(not row.get(title, ("", "0"))[1].isdecimal() for row in rows)


# ---------------------------------------------------------------- the zones


def zone_lines(view: View, painter: Painter, own: int | None, width: int) -> list[Text]:
    """The zones and counters of the table, then what lies open before the players other than `own`."""
    lines = _table_lines(view, painter, width)
    for seat, name in enumerate(view.players):
        if seat != own:
            for zone in _worth_showing(view, name, painter.look):
                lines += _zone(zone, f"{name}'s {zone.title}", painter, width, False)
    return lines


def own_lines(view: View, painter: Painter, own: int, width: int, fully: bool = True) -> list[Text]:
    """What lies in the zones of the player who looks at the screen; `fully`: with what is printed on the cards."""
    lines = []
    for zone in _worth_showing(view, view.players[own], painter.look):
        lines += _zone(zone, f"Your {zone.title}", painter, width, True, fully)
    return lines


def flowing(head: Text, items: Sequence[Text], separator: str, width: int) -> Iterator[Text]:
    """A heading and items after it, in as many lines as they need; no item is broken that fits into a line."""
    line = head.copy()
    line.append("  " if head else "")
    fresh = True
    for number, item in enumerate(items):
        last = number + 1 == len(items)
        if not fresh and line.cell_len + item.cell_len + (0 if last else len(separator.rstrip())) > width:
            yield line
            line = Text("    ")
        line.append_text(item)
        line.append("" if last else separator)
        fresh = False
    yield line


def _worth_showing(view: View, owner: str, look: Look) -> list[ZoneView]:
    zones = [z for z in view.zones if z.owner == owner and z.count and not z.hidden and z.name not in look.hidden]
    return sorted(zones, key=lambda zone: look.place(zone.name))


def _table_lines(view: View, painter: Painter, width: int) -> list[Text]:
    look = painter.look
    zones = [zone for zone in view.zones if zone.owner == "table" and zone.name not in look.hidden]
    # Where pieces carry others is where the game goes on: that comes first unless the game says otherwise.
    zones.sort(key=lambda zone: (look.place(zone.name), not _holds_carriers(zone)))
    counts = [f"{zone.title} {zone.count}" for zone in zones if zone.hidden or not zone.count]
    whose = view.players[view.turn_of] if view.turn_of >= 0 else None
    for counter in view.counters:
        shown = counter.owner == "table" and counter.name.partition("[")[0] not in look.hidden
        if shown and counter.value not in NOTHING and counter.value != whose:
            counts.append(f"{counter.title} {counter.value}")
    lines = list(flowing(Text(), [painter.paint(count) for count in counts], " · ", width)) if counts else []
    for zone in zones:
        if zone.count and not zone.hidden:
            lines += _zone(zone, zone.title, painter, width, False)
    return lines


def _zone(zone: ZoneView, title: str, painter: Painter, width: int, own: bool, fully: bool = False) -> list[Text]:
    """A zone in flowing lines, or as one line a piece where pieces carry others."""
    head = painter.paint(title, "bold")
    plain = Text().append_text(head)
    plain.append(f" {zone.count}", style="dim")
    if _holds_carriers(zone):
        return [plain, *(painter.paint(f"  {text}") for text in grouped(zone, _spread_out))]
    groups = grouped(zone, with_attributes if fully else _briefly)
    shown = groups if own else groups[:MOST_IN_A_ROW]
    items = [painter.paint(group) for group in shown]
    if len(groups) > len(shown):
        items.append(Text(f"{len(groups) - len(shown)} more", "dim"))
    return list(flowing(plain, items, "  " if own else ", ", width))


def _holds_carriers(zone: ZoneView) -> bool:
    return any(piece is not None and any(inner.count for inner in piece.zones) for piece in zone.pieces)


def grouped(zone: ZoneView, worded: Callable[[PieceView, str], str]) -> list[str]:
    """The pieces of a zone in words, equal ones counted (`3 Tea`); the top one first where they are ordered."""
    pieces = zone.pieces[::-1] if zone.ordered else zone.pieces
    counted: dict[str, int] = {}
    for piece in pieces:
        text = "hidden" if piece is None else worded(piece, zone.owner)
        counted[text] = counted.get(text, 0) + 1
    return [text if count == 1 and text != "hidden" else f"{count} {text}" for text, count in counted.items()]


def _briefly(piece: PieceView, place: str) -> str:
    return _with_facts(piece.name, _carried(piece, place))


def with_attributes(piece: PieceView, place: str) -> str:
    """A piece with what it carries and with those attributes that its name does not say."""
    facts = [_attribute(name, value) for name, value in piece.attributes.items() if _says_more(piece, value)]
    return _with_facts(piece.name, facts + _carried(piece, place))


def _spread_out(piece: PieceView, place: str) -> str:
    carried = _carried(piece, place)
    return f"{piece.name}  {' · '.join(carried)}" if carried else piece.name


def _with_facts(name: str, facts: Sequence[str]) -> str:
    return f"{name} ({', '.join(facts)})" if facts else name


def _attribute(name: str, value: str) -> str:
    word = name.replace("_", " ")
    if value == "yes":
        return word
    return f"{word} {value}" if value.isdecimal() else value


def _says_more(piece: PieceView, value: str) -> bool:
    return value not in NOTHING and value.casefold() not in piece.name.casefold()


def _carried(piece: PieceView, place: str) -> list[str]:
    """Whose the piece is where that is not said by where it lies, what lies on it, and its counters."""
    facts = []
    for counter in piece.counters:
        if counter.value in NOTHING or (counter.name == "owner" and counter.value == place):
            continue
        facts.append(counter.value if counter.name == "owner" else f"{counter.title} {counter.value}")
    zones = [f"{zone.title}: {', '.join(grouped(zone, _briefly))}" for zone in piece.zones if zone.count]
    return facts + zones


# ---------------------------------------------------------------- the end


def result_table(view: View, winners: Sequence[int], who: Sequence[str], painter: Painter) -> Table:
    """The final scores, best first, with who played each seat."""
    table = Table(box=None, padding=(0, 1), header_style="dim")
    for title, justify in (("", "left"), ("player", "left"), ("played by", "left"), ("score", "right")):
        table.add_column(title, justify="right" if justify == "right" else "left")
    order = sorted(range(len(view.players)), key=lambda seat: (seat not in winners, -view.scores[seat]))
    for seat in order:
        won = seat in winners
        mark = Text("★ wins" if len(winners) == 1 else "★ shares the win", "bold yellow") if won else Text("")
        table.add_row(mark, painter.paint(view.players[seat]), who[seat], Text(str(view.scores[seat]), "bold"))
    return table
