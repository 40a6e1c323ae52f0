"""Zones of the table as one player sees them, as drawings or as lists."""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from rich.text import Text

from cardwright.phrases.inflection import is_any_number
from cardwright.presentation.piece_and_player_labels import Fact, list_in_row, render_count
from cardwright.presentation.table_view import TablePiece, TableSeat, TableView, TableZone, map_pieces
from cardwright_tools.rich_styles_of_look import Painter
from cardwright_tools.terminal.drawing.titled_boxes import INDENT, GridCell, cut_to_first_line, flow_items, lay_out_grid
from cardwright_tools.terminal.drawing.zone_drawings import draw_players, draw_zone

# Number of different pieces in a zone of another player above which they are only counted.
MAX_IN_A_ROW = 16
# The sign after a new piece.
FRESH = " ✦"
# Limit for a card's text in its box; `card NAME` shows all of it.
MOST_OF_A_TEXT = 110

# The value of a flag, which is shown by its title alone.
YES = "yes"
# The room for pictures: boxes with frames, pictures without frames, or words only.
FRAMED, UNFRAMED, IN_WORDS = range(3)
# The forms of one's own cards: as cards, one a line with its text, or in a row without texts.
AS_CARDS, IN_LINES, IN_A_ROW = range(3)
# The arrangements of a table, from the largest to the smallest: the room for pictures, whether long zones are cut,
# whether cards have their texts, and the form of one's own cards.
ARRANGEMENTS = (
    (FRAMED, False, True, AS_CARDS),
    (FRAMED, False, True, IN_LINES),
    (FRAMED, False, True, IN_A_ROW),
    (UNFRAMED, False, True, IN_LINES),
    (UNFRAMED, False, True, IN_A_ROW),
    (UNFRAMED, True, False, IN_A_ROW),
    (IN_WORDS, True, False, IN_A_ROW),
)
# The first arrangement that leaves something out.
FIRST_CUT = 5


@dataclass(frozen=True)
class ZoneLayout:
    """Layout of zones. With `cut`, each listed zone has only one line; with `whole`, zones are listed at any length.

    `own` is the number of the form in which the viewer's own cards are shown.
    """

    width: int
    depth: int = IN_WORDS
    cut: bool = False
    whole: bool = False
    own: int = IN_A_ROW

    def draws(self, zone: TableZone) -> bool:
        """Return True if a zone is drawn by itself, and not only within the boxes or numbers of the players."""
        if self.depth == IN_WORDS or zone.shape in ("", "chart"):
            return False
        if zone.shape == "columns":
            return not self.cut
        return zone.shape in ("ring", "rows") or zone.owner == "table" or zone.across > 0

    def tells(self, zone: TableZone) -> bool:
        """Return True if a zone is listed in full because there is no room for its drawing."""
        return self.depth == IN_WORDS and any(piece.lines for piece in zone.pieces)


@dataclass(frozen=True)
class ZoneBlock:
    """A zone as lines, with a function that renders it in one line, and its name if even that does not fit.

    `own` identifies its reserved lines on the screen, if any. `short` are lines with only the names of its pieces. A
    `central` zone is one of the viewer's own or of the game, and keeps at least a line beside a long question.
    """

    name: str
    lines: tuple[Text, ...]
    brief: Callable[[int], Text]
    own: str = ""
    short: tuple[Text, ...] = ()
    central: bool = False


def render_counters(found: TableView, painter: Painter, layout: ZoneLayout) -> list[Text]:
    """Render the counters of the game and the sizes of its zones."""
    zones = [zone for zone in found.zones if not zone.aside]
    return [painter.paint(text) for text in _list_counts(found, zones, layout)]


def render_pictures(found: TableView, painter: Painter, layout: ZoneLayout) -> list[ZoneBlock]:
    """Render the drawings of the table, or their content in words if there is no room."""
    blocks = []
    drawn = draw_players(found, painter, layout.width, layout.depth == FRAMED) if layout.depth < IN_WORDS else []
    if drawn:
        blocks.append(ZoneBlock("players", tuple(drawn), partial(cut_to_first_line, drawn), "players"))
    for zone in found.zones:
        if not zone.count or zone.hidden or zone.aside:
            continue
        if layout.tells(zone):
            blocks.append(_make_block(zone, zone.title, painter, layout))
        elif layout.draws(zone):
            lines = draw_zone(zone, zone.title, painter, layout.width, layout.depth == FRAMED)
            blocks.append(_make_block(zone, zone.title, painter, layout, lines))
    return blocks


def render_zones(found: TableView, painter: Painter, layout: ZoneLayout) -> list[ZoneBlock]:
    """Render the other zones of the game, then the open zones of the other players."""
    blocks = []
    for zone in found.zones:
        apart = zone.aside or layout.draws(zone) or layout.tells(zone)
        if zone.count and not zone.hidden and not apart and not _is_pile(zone, layout):
            blocks.append(_make_block(zone, zone.title, painter, layout, central=True))
    for seat in found.seats:
        if not seat.you:
            for zone in select_zones(seat, found, layout):
                title = f"{seat.name}'s {zone.called}"
                is_board = zone.across and layout.draws(zone)
                lines = draw_zone(zone, title, painter, layout.width, framed=False) if is_board else None
                blocks.append(_make_block(zone, title, painter, layout, lines))
    return blocks


def render_own_zones(found: TableView, painter: Painter, layout: ZoneLayout, fully: bool = True) -> list[ZoneBlock]:
    """Render the zones of the viewer; `fully` with the printed attributes of the cards."""
    blocks = []
    for zone in (zone for seat in found.seats if seat.you for zone in select_zones(seat, found, layout)):
        title = f"Your {zone.called}"
        if layout.draws(zone):
            lines = draw_zone(zone, title, painter, layout.width, layout.depth == FRAMED)
        elif layout.own != IN_A_ROW and not zone.carries:
            lines = (_draw_boxes if layout.own == AS_CARDS else _list_cards)(zone, title, painter, layout)
        else:
            lines = _list_zone(zone, title, painter, layout, True, fully)
        blocks.append(_make_block(zone, title, painter, layout, lines, True))
    return blocks


def list_lines(blocks: Iterable[ZoneBlock]) -> list[Text]:
    """Return all lines of some blocks."""
    return [line.copy() for each in blocks for line in each.lines]


def _make_block(
    zone: TableZone,
    title: str,
    painter: Painter,
    layout: ZoneLayout,
    lines: Sequence[Text] | None = None,
    central: bool = False,
) -> ZoneBlock:
    """Return the block of a zone; without `lines`, its pieces are listed."""
    lines_of_zone = _list_zone(zone, title, painter, layout, False) if lines is None else lines
    own = zone.at if zone.stays or layout.draws(zone) else ""
    in_a_line = partial(_render_in_line, zone, title, painter, layout)
    short = () if zone.shape else tuple(_list_zone(_keep_names(zone), title, painter, layout, True))
    return ZoneBlock(f"{title} {zone.count}", tuple(lines_of_zone), in_a_line, own, short, central)


def _keep_names(zone: TableZone) -> TableZone:
    """Return the zone, with each of its pieces reduced to its name."""
    called = [replace(piece, name=piece.label, lines=(), facts=(), zones=(), parts=()) for piece in zone.pieces]
    return replace(zone, pieces=tuple(called))


def _render_in_line(zone: TableZone, title: str, painter: Painter, layout: ZoneLayout, width: int) -> Text:
    """Render a zone in one line: with all facts, with names only, or with as many names as fit."""
    [first, *more] = _list_zone(zone, title, painter, replace(layout, width=sys.maxsize), False)
    line = first.append("  " if more else "") + Text("; ").join(each[len(INDENT) // 2 :] for each in more)
    if line.cell_len <= width:
        return line
    head = painter.paint(title, "bold").append(f" {zone.counted}", style="dim").append("  ")
    called = tuple(replace(piece, lines=(), labelled=bool(piece.label)) for piece in zone.pieces)
    names = group_pieces(replace(zone, pieces=called), _name)
    for kept in range(len(names), 0, -1):
        rest = f", and {len(names) - kept} more" if kept < len(names) else ""
        line = head.copy().append_text(painter.paint(", ".join(names[:kept]))).append(rest, style="dim")
        if line.cell_len <= width:
            return line
    return head[: len(head) - 2]


def _draw_boxes(zone: TableZone, title: str, painter: Painter, layout: ZoneLayout) -> list[Text]:
    """Draw the cards of a zone as boxes, equal ones counted; cards without text share a line."""
    lines, said = _separate_texts(zone, title, painter, layout)
    cells = []
    for name, facts, text, count in said:
        short = text if len(text) <= MOST_OF_A_TEXT else f"{text[:MOST_OF_A_TEXT].rstrip()}…"
        head = painter.paint(name if count == 1 else f"{name} ×{count}", "bold")
        cells.append(GridCell(head, tuple(filter(None, (facts, short)))))
    return [*lines, *lay_out_grid(cells, painter.paint, layout.width, True)]


def _list_cards(zone: TableZone, title: str, painter: Painter, layout: ZoneLayout) -> list[Text]:
    """List the cards of a zone that have text, each in one line that is cut to the width."""
    lines, said = _separate_texts(zone, title, painter, layout)
    for name, facts, text, count in said:
        line = Text(INDENT).append_text(painter.paint(name if count == 1 else f"{name} ×{count}"))
        line.append_text(painter.paint(f" ({facts})" if facts else ""))
        line.append_text(painter.paint(f"  {text}" if text else "", "dim"))
        line.truncate(layout.width, overflow="ellipsis")
        lines.append(line)
    return lines


def _separate_texts(
    zone: TableZone, title: str, painter: Painter, layout: ZoneLayout
) -> tuple[list[Text], list[tuple[str, str, str, int]]]:
    """Return lines with a zone's name and the cards without text, and the cards with text.

    A card with text is `(name, facts, text, number of equal cards)`. If any card of a row has text, all cards of the
    row are returned in this form.
    """
    speaking = tuple(piece for piece in zone.pieces if not piece.hidden and (piece.text or _list_facts(piece)))
    if zone.row and speaking:
        speaking = zone.pieces
    others = replace(zone, pieces=tuple(piece for piece in zone.pieces if piece not in speaking))
    head = painter.paint(title, "bold").append(f" {_format_size(zone)}", style="dim")
    items = [painter.paint(text) for text in group_pieces(others, _describe_piece)]
    lines = list(flow_items(head, items, "  ", layout.width)) if items else [head]
    names = [piece.unnumbered_back if piece.hidden else piece.label for piece in speaking]
    said = [
        (
            f"{name}{FRESH if piece.fresh else ''}",
            ", ".join(() if piece.hidden else _list_facts(piece)),
            " ".join(piece.text.split()),
        )
        for piece, name in zip(speaking, list_in_row(names, zone.numbered), strict=True)
    ]
    if zone.row:
        return lines, [(*each, 1) for each in said]
    return lines, [(*each, count) for each, count in Counter(said).items()]


def _format_size(zone: TableZone) -> str:
    """Return the number of pieces and, if it is known, the maximum."""
    return zone.counted


def select_zones(seat: TableSeat, found: TableView, layout: ZoneLayout) -> list[TableZone]:
    """Return the zones of a player that are to be listed.

    If room is scarce, zones that are fully described by their number of pieces are left out.
    """
    shown_elsewhere = found.shown_words if layout.depth < IN_WORDS else frozenset()
    open_zones = [zone for zone in seat.zones if zone.count and not zone.hidden and not zone.aside]
    if not layout.cut:
        return [zone for zone in open_zones if zone.word not in shown_elsewhere]
    everywhere = [piece for piece in map_pieces(found).values() if piece.id]
    return [zone for zone in open_zones if zone.word not in shown_elsewhere and not _is_number(zone, seat, everywhere)]


def _is_number(zone: TableZone, seat: TableSeat, everywhere: Sequence[TablePiece]) -> bool:
    """Return True if a zone can be shown as the number of its pieces, as if they were equal tokens.

    It makes no difference which pieces they are if all pieces of the kind are equal, or if the player determines them:
    ships of the player's colour, for example.
    """
    first, own = zone.pieces[0], {fact.value for fact in seat.facts}
    alike = [piece.id for piece in everywhere if piece.kind == first.kind]
    expected = len(set(alike)) == 1 or any(fact.value in own for fact in first.printed if not fact.is_number)
    return (
        (zone.collects or not zone.each)
        and expected
        and alike.count(first.id) > 1
        and all(
            piece.id == first.id and not (piece.hidden or piece.text or _list_facts(piece)) for piece in zone.pieces
        )
    )


def _list_counts(found: TableView, zones: Sequence[TableZone], layout: ZoneLayout) -> list[str]:
    """Return the counters of the game, and the sizes of zones whose pieces are not listed."""
    # with little room, only piles are shown when empty: an empty deck matters
    empty = [zone for zone in zones if not zone.count and (zone.ordered or not layout.cut)]
    counts = []
    for zone in zones:
        if zone.hidden or zone in empty:
            counts.append(f"{zone.title} {zone.count}")
        elif _is_pile(zone, layout):
            counts.append(f"{zone.title} {zone.count}, {_render_top(zone)}")
    facts = (fact for fact in found.facts if fact.says)
    return [*counts, *(fact.title if fact.value == YES else f"{fact.title} {fact.value}" for fact in facts)]


def _is_pile(zone: TableZone, layout: ZoneLayout) -> bool:
    """Return True if only the top piece of a pile is shown here. The command `table` shows all known pieces."""
    return zone.covered and zone.count > 1 and not layout.whole and not zone.shape


def _render_top(zone: TableZone) -> str:
    return f"on top {group_pieces(replace(zone, pieces=zone.pieces[:1]), _render_briefly)[0]}"


def _list_zone(
    zone: TableZone, title: str, painter: Painter, layout: ZoneLayout, own: bool, fully: bool = False
) -> list[Text]:
    """List a zone in running lines or, if some of its pieces carry others, in one line for each piece.

    A zone of the person's `own` is listed in full. With `fully`, each piece is described.
    """
    plain = painter.paint(title, "bold").append(f" {_format_size(zone)}", style="dim")
    if zone.carries and not zone.shape and not any(piece.labelled for piece in zone.pieces):
        lines = [painter.paint(text) for text in group_pieces(zone, _spread_out)]
        return [plain, *(part for line in lines for part in flow_items(Text(), [line], "", layout.width, "  "))]
    if _is_pile(zone, layout):
        return [plain.append_text(painter.paint(f"  {_render_top(zone)}"))]
    tell_number = zone.owner == "table" and not layout.cut
    worded = _describe_piece if fully else partial(_render_with_number, painter) if tell_number else _render_briefly
    groups = group_pieces(zone, worded, own)
    shown = groups if own or layout.whole else groups[:MAX_IN_A_ROW]
    items = [painter.paint(group) for group in shown]
    if len(groups) > len(shown):
        items.append(Text(f"{len(groups) - len(shown)} more", "dim"))
    return list(flow_items(plain, items, "  " if own else ", ", layout.width))


# A function that returns the text of a piece without a label.
Word = Callable[[TablePiece], str]


def group_pieces(zone: TableZone, worded: Word, marked: bool = False) -> list[str]:
    """Return the pieces of a zone in words, equal ones counted (`3 Tea`); `marked` marks new ones.

    A pile is listed from its top, a row piece by piece.
    """
    if zone.row:
        names = [piece.unnumbered_back if piece.hidden else _render_word_piece(piece, worded) for piece in zone.pieces]
        return [
            f"{name}{FRESH if marked and piece.fresh else ''}"
            for piece, name in zip(zone.pieces, list_in_row(names, zone.numbered), strict=True)
        ]
    counted: dict[tuple[str, bool], int] = {}
    for piece in zone.pieces:
        hidden = piece.back if piece.facts else ""
        key = hidden if piece.hidden else _render_word_piece(piece, worded), marked and piece.fresh
        counted[key] = counted.get(key, 0) + 1
    behind = is_any_number(text for text, _ in counted)
    return [
        f"{count} hidden" if not text else f"{render_count(count, text, behind=behind)}{FRESH if new else ''}"
        for (text, new), count in counted.items()
    ]


def _render_word_piece(piece: TablePiece, worded: Word) -> str:
    if piece.lines:
        return _add_facts(piece.label, piece.lines)
    return piece.label if piece.labelled else worded(piece)


def _name(piece: TablePiece) -> str:
    return piece.name


def _render_briefly(piece: TablePiece) -> str:
    return _add_facts(piece.name, _list_carried(piece))


def _render_with_number(painter: Painter, piece: TablePiece) -> str:
    """Return a piece with the number in the corner of its face, such as its cost."""
    numbers = {fact.word: fact for fact in piece.printed if fact.word in piece.unsaid and fact.is_number}
    wanted = painter.look.faces.get(piece.kind, {}).get("corner") or next(iter(numbers), "")
    number = [format_fact(numbers[wanted])] if wanted in numbers else []
    return _add_facts(piece.name, number + _list_carried(piece))


def _describe_piece(piece: TablePiece) -> str:
    """Return a piece with its contents and the attributes that its name does not imply."""
    return _add_facts(piece.name, _list_facts(piece))


def _list_facts(piece: TablePiece) -> list[str]:
    """Return the facts of a piece besides its name."""
    return [format_fact(fact) for fact in piece.printed if fact.word in piece.unsaid] + _list_carried(piece)


def _spread_out(piece: TablePiece) -> str:
    carried = _list_carried(piece)
    return f"{piece.name}  {' · '.join(carried)}" if carried else piece.name


def _add_facts(name: str, facts: Sequence[str]) -> str:
    return f"{name} ({', '.join(facts)})" if facts else name


def format_fact(fact: Fact) -> str:
    """Format a fact about a piece. Example: `load 2`, `slow`, `consumer`, `of P1`."""
    if fact.word == "owner":
        return f"of {fact.value}"
    if fact.value == YES:
        return fact.title
    return f"{fact.title} {fact.value}" if fact.is_number or fact.named else fact.value


def _list_carried(piece: TablePiece) -> list[str]:
    """Return the owner of a piece if relevant, its counters, and the pieces on it."""
    shown_facts = (fact for fact in piece.facts if fact.says)
    facts = [fact.value if fact.word == "owner" else format_fact(fact) for fact in shown_facts]
    lying = (zone for zone in piece.carried if zone.count)
    return facts + [f"{zone.called}: {', '.join(group_pieces(zone, _render_briefly))}" for zone in lying]
