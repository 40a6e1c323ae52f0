"""What lies on the table, as one player sees it: pictures where the game asks for them, else zone after zone."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace

from rich.text import Text

from cardwright import CounterView, PieceView, View, ZoneView
from cardwright.presentation.labels import HIDDEN, NOTHING, as_they_lie, label, piece_lines, several
from cardwright.presentation.look import Look
from cardwright.presentation.table import unsaid
from cardwright_tools.table.grid import Cell, grid
from cardwright_tools.table.look import Painter
from cardwright_tools.table.pictures import player_pictures, told_in_pictures, zone_picture

# More different things than this in one zone of somebody else are only counted.
MOST_IN_A_ROW = 16
BESIDE = "  │  "
INDENT = "    "
# Stands behind what was drawn just now.
FRESH = " ✦"
# So much of what a card says stands in its box; `card NAME` tells all.
MOST_OF_A_TEXT = 110

# How much room pictures may take: boxes with frames, pictures without, or words only.
FRAMED, UNFRAMED, IN_WORDS = range(3)


@dataclass(frozen=True)
class Layout:
    """How much room things may take; `cut`: no zone in words gets more than one line, however long it becomes.

    `whole`: everything that is known is told, however long it becomes. `boxes`: one's own cards are drawn as cards,
    with what `texts` say by their ids. `fresh` are the places of those that came there just now.
    """

    width: int
    depth: int = IN_WORDS
    cut: bool = False
    whole: bool = False
    boxes: bool = False
    texts: Mapping[str, str] = field(default_factory=dict)
    fresh: Set[str] = frozenset()

    def draws(self, zone: ZoneView, look: Look) -> bool:
        """Whether a zone is drawn by itself: not as a box for each player, nor as numbers among the players."""
        picture = look.pictures.get(zone.name)
        if picture is None or self.depth == IN_WORDS or picture.shape == "chart":
            return False
        return picture.shape in ("ring", "rows") or (
            not self.cut if picture.shape == "columns" else zone.owner == "table"
        )

    def tells(self, zone: ZoneView, look: Look) -> bool:
        """Whether a zone that would be drawn if there were room is told in words, as fully."""
        picture = look.pictures.get(zone.name)
        return self.depth == IN_WORDS and picture is not None and bool(picture.lines)


def picture_lines(view: View, painter: Painter, own: int | None, layout: Layout) -> list[Text]:
    """What is counted on the table, and the pictures of it."""
    zones = _of_table(view, painter.look)
    counts = _counts(view, zones, painter, layout)
    lines = list(flowing(Text(), counts, " · ", layout.width)) if counts else []
    if layout.depth < IN_WORDS:
        lines += player_pictures(view, painter, own, layout.width, layout.depth == FRAMED)
    for zone in zones:
        if not zone.count or zone.hidden:
            continue
        if layout.tells(zone, painter.look):
            lines += _zone(zone, _title(zone, painter.look), painter, layout, False)
        elif layout.draws(zone, painter.look):
            lines += zone_picture(zone, _title(zone, painter.look), view, painter, layout.width, layout.depth == FRAMED)
    return lines


def zone_lines(view: View, painter: Painter, own: int | None, layout: Layout) -> list[Text]:
    """The other zones of the table, then what lies open before the players other than `own`."""
    roomy = replace(layout, width=sys.maxsize) if layout.cut else layout
    lines = []
    for zone in _of_table(view, painter.look):
        apart = layout.draws(zone, painter.look) or layout.tells(zone, painter.look)
        if zone.count and not zone.hidden and not apart and not _is_pile(zone, painter.look, layout):
            lines += _zone(zone, _title(zone, painter.look), painter, roomy, False)
    for seat, name in enumerate(view.players):
        if seat != own:
            for zone in _worth_showing(view, name, painter, layout.depth):
                lines += _zone(zone, f"{name}'s {zone.title}", painter, roomy, False)
    return packed(lines, layout.width) if layout.cut else lines


def own_lines(view: View, painter: Painter, own: int, layout: Layout, fully: bool = True) -> list[Text]:
    """What lies in the zones of the player who looks at the screen; `fully`: with what is printed on the cards."""
    lines = []
    for zone in _worth_showing(view, view.players[own], painter, layout.depth):
        if layout.draws(zone, painter.look):
            lines += zone_picture(zone, f"Your {zone.title}", view, painter, layout.width, layout.depth == FRAMED)
        elif layout.boxes and not _holds_carriers(zone):
            lines += _boxes(zone, f"Your {zone.title}", view.players[own], painter, layout)
        else:
            lines += _zone(zone, f"Your {zone.title}", painter, layout, True, fully, view.players[own])
    return lines if fully else packed(lines, layout.width)


def _boxes(zone: ZoneView, title: str, owner: str, painter: Painter, layout: Layout) -> list[Text]:
    """A zone with its cards as cards, alike ones as one with their number."""
    head = painter.paint(title, "bold").append(f" {zone.count}", style="dim")
    said: dict[tuple[str, tuple[str, ...]], int] = {}
    for piece in as_they_lie(zone):
        if piece is None:
            key: tuple[str, tuple[str, ...]] = (HIDDEN, ())
        else:
            facts = ", ".join(_facts_of(piece, zone.owner, painter.look))
            text = " ".join(layout.texts.get(piece.id, "").split())
            short = text if len(text) <= MOST_OF_A_TEXT else f"{text[:MOST_OF_A_TEXT].rstrip()}…"
            fresh = _at(piece, zone, owner) in layout.fresh
            key = (
                f"{label(piece, painter.look, zone.name)}{FRESH if fresh else ''}",
                tuple(filter(None, (facts, short))),
            )
        said[key] = said.get(key, 0) + 1
    cells = [
        Cell(painter.paint(name if count == 1 else f"{name} ×{count}", "bold"), lines)
        for (name, lines), count in said.items()
    ]
    return [head, *grid(cells, painter.paint, layout.width, True)]


def _at(piece: PieceView, zone: ZoneView, owner: str) -> str:
    """The place of a piece on the table, as the presentation calls it."""
    place = next(number for number, each in enumerate(zone.pieces) if each is piece)
    return f"{owner}.{zone.name}:{place}"


def packed(lines: Sequence[Text], width: int) -> list[Text]:
    """Short lines joined as long as they fit beside each other."""
    joined: list[Text] = []
    for number, line in enumerate(lines):
        following = lines[number + 1] if number + 1 < len(lines) else Text()
        # What belongs to a line is indented below it.
        alone = not any(one.plain.startswith(" ") for one in (*joined[-1:], line, following))
        if joined and alone and joined[-1].cell_len + len(BESIDE) + line.cell_len <= width:
            joined[-1] = joined[-1].copy().append(BESIDE, "dim").append_text(line)
        else:
            joined.append(line)
    return joined


def flowing(head: Text, items: Sequence[Text], separator: str, width: int) -> Iterator[Text]:
    """A heading and items after it, in as many lines as they need; only an item longer than a line is broken."""
    line = head.copy()
    line.append("  " if head else "")
    fresh = True
    for number, whole in enumerate(items):
        last = number + 1 == len(items)
        item = whole
        while (at := _breaking(item, width - len(INDENT))) is not None:
            if not fresh or line.cell_len + at > width:
                yield line
                line = Text(INDENT)
            line.append_text(item[:at])
            yield line
            line, item = Text(INDENT), item[at + 1 :]
            fresh = True
        if not fresh and line.cell_len + item.cell_len + (0 if last else len(separator.rstrip())) > width:
            yield line
            line = Text(INDENT)
        line.append_text(item)
        line.append("" if last else separator)
        fresh = False
    yield line


def _breaking(item: Text, width: int) -> int | None:
    """Where to break an item that is longer than a line: behind the last comma that fits; None if it need not be."""
    if item.cell_len <= width:
        return None
    comma = item.plain.rfind(", ", 0, width)
    return comma + 1 if comma > 0 else None


def _worth_showing(view: View, owner: str, painter: Painter, depth: int) -> list[ZoneView]:
    look = painter.look
    told = look.hidden | (told_in_pictures(view, painter) if depth < IN_WORDS else frozenset())
    zones = [z for z in view.zones if z.owner == owner and z.count and not z.hidden and z.name not in told]
    return sorted(zones, key=lambda zone: look.place(zone.name))


def _of_table(view: View, look: Look) -> list[ZoneView]:
    """The zones of the table; where pieces carry others is where the game goes on, which comes first."""
    zones = [zone for zone in view.zones if zone.owner == "table" and zone.name not in look.hidden]
    return sorted(zones, key=lambda zone: (look.place(zone.name), not _holds_carriers(zone)))


def _counts(view: View, zones: Sequence[ZoneView], painter: Painter, layout: Layout) -> list[Text]:
    """The zones of which only the number of pieces can be told, and the counters of the table."""
    # Where room is scarce, of what is empty only piles are told: that a deck is used up matters.
    empty = [zone for zone in zones if not zone.count and (zone.ordered or not layout.cut)]
    counts = []
    for zone in zones:
        if zone.hidden or zone in empty:
            counts.append(f"{_title(zone, painter.look)} {zone.count}")
        elif _is_pile(zone, painter.look, layout):
            counts.append(f"{_title(zone, painter.look)} {zone.count}, {_on_top(zone, painter.look)}")
    for counter in view.counters:
        shown = counter.owner == "table" and counter.name.partition("[")[0] not in painter.look.hidden
        told = counter.name == view.turn_word and view.turn_of >= 0
        if shown and counter.value not in NOTHING and not told:
            counts.append(f"{_counter_title(counter, painter.look)} {counter.value}")
    return [painter.paint(count) for count in counts]


def _title(zone: ZoneView, look: Look) -> str:
    return look.short.get(zone.name, zone.title)


def _counter_title(counter: CounterView, look: Look) -> str:
    word, _, index = counter.name.partition("[")
    if word not in look.short:
        return counter.title
    return f"{look.short[word]} {index.rstrip(']').replace('_', ' ')}".rstrip()


def _is_pile(zone: ZoneView, look: Look, layout: Layout) -> bool:
    """Whether of a zone only the top piece is told here: what else was seen going in is found with `table`."""
    return zone.covered and zone.count > 1 and not layout.whole and zone.name not in look.pictures


def _on_top(zone: ZoneView, look: Look) -> str:
    return f"on top {grouped(replace(zone, pieces=zone.pieces[-1:]), look, _briefly)[0]}"


def _zone(
    zone: ZoneView, title: str, painter: Painter, layout: Layout, own: bool, fully: bool = False, owner: str = ""
) -> list[Text]:
    """A zone in flowing lines, or as one line a piece where pieces carry others."""
    look = painter.look
    head = painter.paint(title, "bold")
    plain = Text().append_text(head)
    plain.append(f" {zone.count}", style="dim")
    worded = look.labels.keys() & {zone.name, *_kinds(zone)} or zone.name in look.pictures
    if _holds_carriers(zone) and not worded:
        return [plain, *(painter.paint(f"  {text}") for text in grouped(zone, look, _spread_out))]
    if _is_pile(zone, look, layout):
        return [plain.append_text(painter.paint(f"  {_on_top(zone, look)}"))]
    groups = grouped(zone, look, with_attributes if fully else _briefly, layout.fresh if owner else frozenset(), owner)
    shown = groups if own or layout.whole else groups[:MOST_IN_A_ROW]
    items = [painter.paint(group) for group in shown]
    if len(groups) > len(shown):
        items.append(Text(f"{len(groups) - len(shown)} more", "dim"))
    return list(flowing(plain, items, "  " if own else ", ", layout.width))


def _kinds(zone: ZoneView) -> set[str]:
    return {piece.kind for piece in zone.pieces if piece is not None}


def _holds_carriers(zone: ZoneView) -> bool:
    return any(piece is not None and any(inner.count for inner in piece.zones) for piece in zone.pieces)


# How to word a piece that has no label, and lies in a place of this owner.
Word = Callable[[PieceView, str, Look], str]


def grouped(zone: ZoneView, look: Look, worded: Word, fresh: Set[str] = frozenset(), owner: str = "") -> list[str]:
    """The pieces of a zone in words, equal ones counted (`3 Tea`), of a pile the top one first, fresh ones marked."""
    counted: dict[tuple[str, bool], int] = {}
    for piece in as_they_lie(zone):
        if piece is None:
            text = "hidden"
        elif zone.name in look.pictures and look.pictures[zone.name].lines:
            facts = piece_lines(piece, look.pictures[zone.name].lines, look)
            text = _with_facts(label(piece, look, zone.name), facts)
        elif zone.name in look.labels or piece.kind in look.labels:
            text = label(piece, look, zone.name)
        else:
            text = worded(piece, zone.owner, look)
        key = text, piece is not None and bool(fresh) and _at(piece, zone, owner) in fresh
        counted[key] = counted.get(key, 0) + 1
    return [
        f"{count} hidden" if text == "hidden" else f"{several(count, text)}{FRESH if new else ''}"
        for (text, new), count in counted.items()
    ]


def _briefly(piece: PieceView, place: str, look: Look) -> str:
    return _with_facts(piece.name, _carried(piece, place, look))


def with_attributes(piece: PieceView, place: str, look: Look) -> str:
    """A piece with what it carries and with those attributes that its name does not say."""
    return _with_facts(piece.name, _facts_of(piece, place, look))


def _facts_of(piece: PieceView, place: str, look: Look) -> list[str]:
    """What is to be told of a piece beside its name."""
    shown = {name: value for name, value in piece.attributes.items() if name not in look.hidden}
    named = unsaid(piece)
    facts = [_attribute(name, value) for name, value in shown.items() if name in named]
    return facts + _carried(piece, place, look)


def _spread_out(piece: PieceView, place: str, look: Look) -> str:
    carried = _carried(piece, place, look)
    return f"{piece.name}  {' · '.join(carried)}" if carried else piece.name


def _with_facts(name: str, facts: Sequence[str]) -> str:
    return f"{name} ({', '.join(facts)})" if facts else name


def _attribute(name: str, value: str) -> str:
    word = name.replace("_", " ")
    if value == "yes":
        return word
    return f"{word} {value}" if value.isdecimal() else value


def _carried(piece: PieceView, place: str, look: Look) -> list[str]:
    """Whose the piece is where that is not said by where it lies, what lies on it, and its counters."""
    facts = []
    for counter in piece.counters:
        if (
            counter.value in NOTHING
            or counter.name in look.hidden
            or (counter.name == "owner" and counter.value == place)
        ):
            continue
        facts.append(counter.value if counter.name == "owner" else f"{counter.title} {counter.value}")
    zones = [f"{zone.title}: {', '.join(grouped(zone, look, _briefly))}" for zone in piece.zones if zone.count]
    return facts + zones
