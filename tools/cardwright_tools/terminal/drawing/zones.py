"""What lies on the table, as one player sees it: pictures where the game asks for them, else zone after zone."""

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from rich.text import Text

from cardwright.phrases.inflection import is_any_number
from cardwright.presentation.labels import Fact, several
from cardwright.presentation.table import TablePiece, TableSeat, TableView, TableZone, pieces_of
from cardwright_tools.terminal.drawing.colours import Painter
from cardwright_tools.terminal.drawing.pictures import player_pictures, zone_picture
from cardwright_tools.terminal.drawing.text_layout import INDENT, GridCell, begun, flowing, grid

# More different things than this in one zone of somebody else are only counted.
MAX_IN_A_ROW = 16
# Stands behind what was drawn just now.
FRESH = " ✦"
# So much of what a card says stands in its box; `card NAME` tells all.
MOST_OF_A_TEXT = 110

# A mark is told by its title.
YES = "yes"
# How much room pictures may take: boxes with frames, pictures without, or words only.
FRAMED, UNFRAMED, IN_WORDS = range(3)
# How one's own cards are told: as cards, a line each with what it says, or one behind the other without.
AS_CARDS, IN_LINES, IN_A_ROW = range(3)


@dataclass(frozen=True)
class ZoneLayout:
    """How much room things may take; `cut`: no zone in words gets more than one line, however long it becomes.

    `whole`: everything that is known is told, however long it becomes. `own`: how one's own cards are told.
    """

    width: int
    depth: int = IN_WORDS
    cut: bool = False
    whole: bool = False
    own: int = IN_A_ROW

    def draws(self, zone: TableZone) -> bool:
        """Whether a zone is drawn by itself: not as a box for each player, nor as numbers among the players."""
        if self.depth == IN_WORDS or zone.shape in ("", "chart"):
            return False
        return zone.shape in ("ring", "rows") or (not self.cut if zone.shape == "columns" else zone.owner == "table")

    def tells(self, zone: TableZone) -> bool:
        """Whether a zone that would be drawn if there were room is told in words, as fully."""
        return self.depth == IN_WORDS and any(piece.lines for piece in zone.pieces)


@dataclass(frozen=True)
class ZoneBlock:
    """A zone as lines, how to tell it in one line of a width, and what it is called where not even that has room.

    One that has a place of its `own` on the screen keeps it. `short` are lines with the names of its pieces alone.
    """

    name: str
    lines: tuple[Text, ...]
    brief: Callable[[int], Text]
    own: str = ""
    short: tuple[Text, ...] = ()


def counted(found: TableView, painter: Painter, layout: ZoneLayout) -> list[Text]:
    """What is counted on the table."""
    zones = [zone for zone in found.zones if not zone.aside]
    return [painter.paint(text) for text in _counts(found, zones, layout)]


def picture_blocks(found: TableView, painter: Painter, layout: ZoneLayout) -> list[ZoneBlock]:
    """The pictures of the table, or without room for them what they show in words."""
    blocks = []
    drawn = player_pictures(found, painter, layout.width, layout.depth == FRAMED) if layout.depth < IN_WORDS else []
    if drawn:
        blocks.append(ZoneBlock("players", tuple(drawn), partial(begun, drawn), "players"))
    for zone in found.zones:
        if not zone.count or zone.hidden or zone.aside:
            continue
        if layout.tells(zone):
            blocks.append(_block(zone, zone.title, painter, layout))
        elif layout.draws(zone):
            lines = zone_picture(zone, zone.title, painter, layout.width, layout.depth == FRAMED)
            blocks.append(_block(zone, zone.title, painter, layout, lines))
    return blocks


def zone_blocks(found: TableView, painter: Painter, layout: ZoneLayout) -> list[ZoneBlock]:
    """The other zones of the table, then what lies open before the players other than the viewer."""
    blocks = []
    for zone in found.zones:
        apart = zone.aside or layout.draws(zone) or layout.tells(zone)
        if zone.count and not zone.hidden and not apart and not _is_pile(zone, layout):
            blocks.append(_block(zone, zone.title, painter, layout))
    for seat in found.seats:
        if not seat.you:
            for zone in worth_showing(seat, found, layout):
                blocks.append(_block(zone, f"{seat.name}'s {zone.called}", painter, layout))
    return blocks


def own_blocks(found: TableView, painter: Painter, layout: ZoneLayout, fully: bool = True) -> list[ZoneBlock]:
    """What lies in the zones of the player who looks at the screen; `fully`: with what is printed on the cards."""
    blocks = []
    for zone in (zone for seat in found.seats if seat.you for zone in worth_showing(seat, found, layout)):
        title = f"Your {zone.called}"
        if layout.draws(zone):
            lines = zone_picture(zone, title, painter, layout.width, layout.depth == FRAMED)
        elif layout.own != IN_A_ROW and not zone.carries:
            lines = (_boxes if layout.own == AS_CARDS else _listed)(zone, title, painter, layout)
        else:
            lines = _zone(zone, title, painter, layout, True, fully)
        blocks.append(_block(zone, title, painter, layout, lines))
    return blocks


def lines_of(blocks: Iterable[ZoneBlock]) -> list[Text]:
    """All lines of some blocks."""
    return [line.copy() for each in blocks for line in each.lines]


def _block(
    zone: TableZone, title: str, painter: Painter, layout: ZoneLayout, lines: Sequence[Text] | None = None
) -> ZoneBlock:
    """A zone with its lines, told in words where none are given."""
    told = _zone(zone, title, painter, layout, False) if lines is None else lines
    own = zone.at if zone.stays or layout.draws(zone) else ""
    in_a_line = partial(_in_a_line, zone, title, painter, layout)
    short = () if zone.shape else tuple(_zone(_of_names(zone), title, painter, layout, True))
    return ZoneBlock(f"{title} {zone.count}", tuple(told), in_a_line, own, short)


def _of_names(zone: TableZone) -> TableZone:
    """A zone with pieces of which nothing is told but what they are called."""
    called = [replace(piece, name=piece.label, lines=(), facts=(), zones=(), parts=()) for piece in zone.pieces]
    return replace(zone, pieces=tuple(called))


def _in_a_line(zone: TableZone, title: str, painter: Painter, layout: ZoneLayout, width: int) -> Text:
    """A zone in one line: with all that is told of its pieces, else their names, else as many of them as fit."""
    [first, *more] = _zone(zone, title, painter, replace(layout, width=sys.maxsize), False)
    line = first.append("  " if more else "") + Text("; ").join(each[len(INDENT) // 2 :] for each in more)
    if line.cell_len <= width:
        return line
    head = painter.paint(title, "bold").append(f" {zone.counted}", style="dim").append("  ")
    names = grouped([replace(piece, lines=(), labelled=bool(piece.label)) for piece in zone.pieces], _name)
    for kept in range(len(names), 0, -1):
        rest = f", and {len(names) - kept} more" if kept < len(names) else ""
        line = head.copy().append_text(painter.paint(", ".join(names[:kept]))).append(rest, style="dim")
        if line.cell_len <= width:
            return line
    return head[: len(head) - 2]


def _boxes(zone: TableZone, title: str, painter: Painter, layout: ZoneLayout) -> list[Text]:
    """A zone with its cards as cards, alike ones as one with their number; those that say nothing in a line."""
    lines, said = _speaking(zone, title, painter, layout)
    cells = []
    for (name, facts, text), count in said.items():
        short = text if len(text) <= MOST_OF_A_TEXT else f"{text[:MOST_OF_A_TEXT].rstrip()}…"
        head = painter.paint(name if count == 1 else f"{name} ×{count}", "bold")
        cells.append(GridCell(head, tuple(filter(None, (facts, short)))))
    return [*lines, *grid(cells, painter.paint, layout.width, True)]


def _listed(zone: TableZone, title: str, painter: Painter, layout: ZoneLayout) -> list[Text]:
    """A zone with a line for each card that says something, as much of it as fits."""
    lines, said = _speaking(zone, title, painter, layout)
    for (name, facts, text), count in said.items():
        line = Text(INDENT).append_text(painter.paint(name if count == 1 else f"{name} ×{count}"))
        line.append_text(painter.paint(f" ({facts})" if facts else ""))
        line.append_text(painter.paint(f"  {text}" if text else "", "dim"))
        line.truncate(layout.width, overflow="ellipsis")
        lines.append(line)
    return lines


def _speaking(
    zone: TableZone, title: str, painter: Painter, layout: ZoneLayout
) -> tuple[list[Text], dict[tuple[str, str, str], int]]:
    """The lines a zone begins with, its name and the cards that say nothing, and by name, facts and text the others."""
    speaking = tuple(piece for piece in zone.pieces if not piece.hidden and (piece.text or _facts(piece)))
    others = tuple(piece for piece in zone.pieces if piece not in speaking)
    head = painter.paint(title, "bold").append(f" {_held(zone)}", style="dim")
    items = [painter.paint(text) for text in grouped(others, _fully)]
    lines = list(flowing(head, items, "  ", layout.width)) if items else [head]
    said: dict[tuple[str, str, str], int] = {}
    for piece in speaking:
        name = f"{piece.label}{FRESH if piece.fresh else ''}"
        key = name, ", ".join(_facts(piece)), " ".join(piece.text.split())
        said[key] = said.get(key, 0) + 1
    return lines, said


def _held(zone: TableZone) -> str:
    """How many there are, and how many there can be, where that is known."""
    return zone.counted


def worth_showing(seat: TableSeat, found: TableView, layout: ZoneLayout) -> list[TableZone]:
    """The zones of a player to tell of; where room is scarce not those of which their number, told above, says all."""
    told = found.told if layout.depth < IN_WORDS else frozenset()
    open_zones = [zone for zone in seat.zones if zone.count and not zone.hidden and not zone.aside]
    if not layout.cut:
        return [zone for zone in open_zones if zone.word not in told]
    everywhere = [piece for piece in pieces_of(found).values() if piece.id]
    return [zone for zone in open_zones if zone.word not in told and not _is_number(zone, seat, everywhere)]


def _is_number(zone: TableZone, seat: TableSeat, everywhere: Sequence[TablePiece]) -> bool:
    """Whether of what lies in a zone only the number can be of interest: copies of one thing that says nothing.

    Which it is says nothing where all of the kind are alike, or where it is that of the player, as their ships are.
    """
    first, own = zone.pieces[0], {fact.value for fact in seat.facts}
    alike = [piece.id for piece in everywhere if piece.kind == first.kind]
    expected = len(set(alike)) == 1 or any(fact.value in own for fact in first.printed if not fact.value.isdecimal())
    return (
        not zone.each
        and expected
        and alike.count(first.id) > 1
        and all(piece.id == first.id and not (piece.hidden or piece.text or _facts(piece)) for piece in zone.pieces)
    )


def _counts(found: TableView, zones: Sequence[TableZone], layout: ZoneLayout) -> list[str]:
    """The zones of which only the number of pieces can be told, and the counters of the table."""
    # Where room is scarce, of what is empty only piles are told: that a deck is used up matters.
    empty = [zone for zone in zones if not zone.count and (zone.ordered or not layout.cut)]
    counts = []
    for zone in zones:
        if zone.hidden or zone in empty:
            counts.append(f"{zone.title} {zone.count}")
        elif _is_pile(zone, layout):
            counts.append(f"{zone.title} {zone.count}, {_on_top(zone)}")
    facts = (fact for fact in found.facts if fact.says)
    return [*counts, *(fact.title if fact.value == YES else f"{fact.title} {fact.value}" for fact in facts)]


def _is_pile(zone: TableZone, layout: ZoneLayout) -> bool:
    """Whether of a zone only the top piece is told here: what else was seen going in is found with `table`."""
    return zone.covered and zone.count > 1 and not layout.whole and not zone.shape


def _on_top(zone: TableZone) -> str:
    return f"on top {grouped(zone.pieces[:1], _briefly)[0]}"


def _zone(
    zone: TableZone, title: str, painter: Painter, layout: ZoneLayout, own: bool, fully: bool = False
) -> list[Text]:
    """A zone in flowing lines, or as one line a piece where pieces carry others."""
    plain = painter.paint(title, "bold").append(f" {_held(zone)}", style="dim")
    if zone.carries and not zone.shape and not any(piece.labelled for piece in zone.pieces):
        lines = [painter.paint(text) for text in grouped(zone.pieces, _spread_out)]
        return [plain, *(part for line in lines for part in flowing(Text(), [line], "", layout.width, "  "))]
    if _is_pile(zone, layout):
        return [plain.append_text(painter.paint(f"  {_on_top(zone)}"))]
    groups = grouped(zone.pieces, _fully if fully else _briefly, own)
    shown = groups if own or layout.whole else groups[:MAX_IN_A_ROW]
    items = [painter.paint(group) for group in shown]
    if len(groups) > len(shown):
        items.append(Text(f"{len(groups) - len(shown)} more", "dim"))
    return list(flowing(plain, items, "  " if own else ", ", layout.width))


# How to word a piece that has no label.
Word = Callable[[TablePiece], str]


def grouped(pieces: Sequence[TablePiece], worded: Word, marked: bool = False) -> list[str]:
    """Pieces in words, equal ones counted (`3 Tea`), of a pile the top one first; fresh ones `marked`."""
    counted: dict[tuple[str, bool], int] = {}
    for piece in pieces:
        if piece.hidden:
            text = piece.back if piece.facts else ""
        elif piece.lines:
            text = _with_facts(piece.label, piece.lines)
        else:
            text = piece.label if piece.labelled else worded(piece)
        key = text, marked and piece.fresh
        counted[key] = counted.get(key, 0) + 1
    behind = is_any_number(text for text, _ in counted)
    return [
        f"{count} hidden" if not text else f"{several(count, text, behind=behind)}{FRESH if new else ''}"
        for (text, new), count in counted.items()
    ]


def _name(piece: TablePiece) -> str:
    return piece.name


def _briefly(piece: TablePiece) -> str:
    return _with_facts(piece.name, _carried(piece))


def _fully(piece: TablePiece) -> str:
    """A piece with what it carries and with those attributes that its name does not say."""
    return _with_facts(piece.name, _facts(piece))


def _facts(piece: TablePiece) -> list[str]:
    """What is to be told of a piece beside its name."""
    return [said(fact) for fact in piece.printed if fact.word in piece.unsaid] + _carried(piece)


def _spread_out(piece: TablePiece) -> str:
    carried = _carried(piece)
    return f"{piece.name}  {' · '.join(carried)}" if carried else piece.name


def _with_facts(name: str, facts: Sequence[str]) -> str:
    return f"{name} ({', '.join(facts)})" if facts else name


def said(fact: Fact) -> str:
    """What is to be known of a piece, in words: `load 2`, `slow`, `consumer`, `of P1`."""
    if fact.word == "owner":
        return f"of {fact.value}"
    if fact.value == YES:
        return fact.title
    return f"{fact.title} {fact.value}" if fact.value.isdecimal() else fact.value


def _carried(piece: TablePiece) -> list[str]:
    """Whose the piece is where that is to be told, its counters, and what lies on it."""
    told = (fact for fact in piece.facts if fact.says)
    facts = [fact.value if fact.word == "owner" else f"{fact.title} {fact.value}" for fact in told]
    lying = (zone for zone in piece.carried if zone.count)
    return facts + [f"{zone.called}: {', '.join(grouped(zone.pieces, _briefly))}" for zone in lying]
