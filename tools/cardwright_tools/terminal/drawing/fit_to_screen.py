"""Fitting of the table to the screen: some zones keep their number of lines, all others are shortened."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from rich.console import RenderableType
from rich.text import Text

from cardwright_tools.terminal.drawing.drawn_or_listed_zones import ZoneBlock, list_lines
from cardwright_tools.terminal.drawing.titled_boxes import flow_items, mark_continued, pack_lines

# Texts before and after zones that are shown by name only.
LEFT_OUT, SEEN_WITH = "… ", ": type `table`"
# Number of screens for which a zone keeps empty lines.
PATIENCE = 10
# Limits for the lines that a central zone keeps beside a long question, and all of them.
CENTRAL_LINES, ALL_CENTRAL_LINES = 2, 4


@dataclass(frozen=True)
class ScreenParts:
    """The parts of the table: heading and players (`top`), zones with reserved lines (`kept`), and the others.

    `above` is the number of lines of the top, and `order` is the order of the zones with reserved lines.
    """

    top: list[RenderableType]
    above: int
    kept: list[ZoneBlock]
    pictures: list[ZoneBlock]
    others: list[ZoneBlock]
    order: tuple[str, ...]
    width: int

    @property
    def lines(self) -> int:
        """Total number of lines."""
        return self.above + len(self.below)

    @property
    def below(self) -> list[Text]:
        """All lines of the table below the heading and the players."""
        kept = sorted(self.kept, key=lambda block: self.order.index(block.own))
        return list_lines([*kept, *self.pictures, *self.others])


@dataclass(frozen=True)
class ReservedLines:
    """The number of lines reserved for each zone on a person's screen, so that zones seldom move.

    - `heights`: the number of lines, by zone. It grows while there is room; it shrinks only if the lines were empty for
      long, if a part above needs lines, or if the prompt would have no room
    - `idle`: by zone, the number of screens on which it had empty lines
    - `named`: by zone, the text that is shown if it is empty
    - `size`: the number of lines of the table
    """

    heights: dict[str, int] = field(default_factory=dict)
    named: dict[str, str] = field(default_factory=dict)
    above: int = 0
    size: int = 0
    idle: dict[str, int] = field(default_factory=dict)

    def grown(self, parts: ScreenParts, most: int, usual: int) -> "ReservedLines":
        """Return the heights for a table of at most `most` lines, preferably `usual` ones."""
        used, idle = self._count_used_lines(parts), {}
        above, heights = max(self.above, parts.above), {}
        for own, height in self.heights.items():
            idle[own] = self.idle.get(own, 0) + 1 if used[own] < height else 0
            heights[own] = used[own] if idle[own] > PATIENCE else height
        room = most - above - sum(heights.values()) - bool(parts.pictures or parts.others)
        # everything gets a line before anything gets more
        for whole in (False, True):
            for block in parts.kept:
                more = min((len(block.lines) if whole else 1) - heights.get(block.own, 0), room)
                if more > 0:
                    heights[block.own] = heights.get(block.own, 0) + more
                    room -= more
        named = self.named | {block.own: block.name.rpartition(" ")[0] for block in parts.kept}
        fixed = above + sum(heights.values())
        rest = len(pack_lines(_list_unreserved_lines(parts, heights), parts.width))
        needed = max(bool(rest), _count_central_lines(_list_unreserved(parts, heights)))
        size = max(self.size, fixed + min(rest, max(needed, usual - fixed)))
        return ReservedLines(heights, named, above, size, idle)

    def giving_way(self, parts: ScreenParts) -> Iterator[tuple["ReservedLines", int]]:
        """Yield ever smaller arrangements of the table, each with the smallest number of lines that it needs.

        First, zones without reserved lines shrink: central ones to a few lines, the others to one together. Then empty
        reserved lines are given up. At last, only the names of pieces are shown.
        """
        yield self, self.size
        yield self, self.least(parts)
        tight = replace(self, heights=self._count_used_lines(parts), above=parts.above, idle={})
        yield tight, tight.least(parts)
        saved = sum(max(0, tight.heights.get(b.own, 0) - len(b.short)) for b in parts.kept if b.short)
        if saved:
            yield tight, tight.least(parts) - saved

    def least(self, parts: ScreenParts) -> int:
        """Return the number of lines with some for central zones, and one for all other zones without lines."""
        unreserved = _list_unreserved(parts, self.heights)
        others = bool(parts.pictures) or not all(block.central for block in unreserved)
        return min(self.size, self.fixed + _count_central_lines(unreserved) + others)

    def _count_used_lines(self, parts: ScreenParts) -> dict[str, int]:
        """Return the number of non-empty lines of each reserved zone."""
        blocks = {block.own: block for block in parts.kept}
        return {
            own: min(height, len(blocks[own].lines) if own in blocks else bool(self.named[own]))
            for own, height in self.heights.items()
        }

    @property
    def fixed(self) -> int:
        """Number of reserved lines."""
        return self.above + sum(self.heights.values())

    def lines(self, parts: ScreenParts, size: int) -> list[RenderableType]:
        """Return the table in `size` lines; zones without reserved lines are shortened first, and then left out.

        If even zones with reserved lines have no room, the largest of them shows only the names of its pieces.
        """
        blocks = {block.own: block for block in parts.kept}
        order = sorted(self.heights, key=parts.order.index)
        lines = [Text("")] * (self.above - parts.above)
        lines_of = {own: self._render_reserved(own, blocks.get(own), parts.width) for own in order}
        room = size - parts.above - len(lines)
        for own in reversed(order):
            if (over := sum(map(len, lines_of.values())) - room) > 0 and own in blocks:
                lines_of[own] = _shorten(lines_of[own], blocks[own].short, over)
        lines += [line for own in order for line in lines_of[own]]
        others = _list_unreserved(parts, self.heights)
        room = size - parts.above - len(lines)
        if others or parts.pictures:
            lines += fit_blocks(parts.pictures, others, room, parts.width)
        lines = [line.copy() for line in lines] + [Text("")] * (size - parts.above - len(lines))
        for line in lines:
            line.truncate(parts.width, overflow="ellipsis")
        room = max(0, size - parts.above)
        if len(lines) > room:
            lines = [line for line in lines if line.plain.strip()]
        return [*parts.top, *(lines if len(lines) <= room else mark_continued(lines[:room], parts.width))]

    def whole(self, parts: ScreenParts) -> int:
        """Return the number of lines of the table if zones without reserved lines are shown in full."""
        return self.fixed + len(pack_lines(_list_unreserved_lines(parts, self.heights), parts.width))

    def _render_reserved(self, own: str, block: ZoneBlock | None, width: int) -> list[Text]:
        """Render the zone `own` in its reserved lines.

        `block` is None for an empty zone, which shows its name.
        """
        height = self.heights[own]
        if block is None:
            lines = [Text(f"{self.named[own]} 0", "dim")] if self.named[own] else []
        elif len(block.lines) <= height:
            lines = list(block.lines)
        elif height == 1:
            lines = [block.brief(width)]
        elif 0 < len(block.short) <= height:
            lines = list(block.short)
        else:
            lines = mark_continued(block.lines[:height], width)
        return [*lines, *[Text("")] * (height - len(lines))]


def _shorten(lines: list[Text], short: Sequence[Text], by: int) -> list[Text]:
    """Return the shorter of two lists of a zone's lines: `lines`, or `short` with only the names of its pieces.

    Blank lines are added to `short`, so that the result is `by` lines shorter than `lines`.
    """
    if not 0 < len(short) < len(lines):
        return lines
    return [*short, *[Text("")] * (len(lines) - by - len(short))]


def _list_unreserved(parts: ScreenParts, heights: dict[str, int]) -> list[ZoneBlock]:
    """Return the blocks of zones without reserved lines."""
    return [*(block for block in parts.kept if block.own not in heights), *parts.others]


def _count_central_lines(blocks: Sequence[ZoneBlock]) -> int:
    """Return the number of lines that central zones keep."""
    return min(sum(min(len(block.lines), CENTRAL_LINES) for block in blocks if block.central), ALL_CENTRAL_LINES)


def _list_unreserved_lines(parts: ScreenParts, heights: dict[str, int]) -> list[tuple[Text, ...]]:
    """Return the lines of each unreserved block, drawings first."""
    return [block.lines for block in (*parts.pictures, *_list_unreserved(parts, heights))]


def fit_blocks(
    first: Sequence[ZoneBlock], others: Sequence[ZoneBlock], room: int, width: int, beside: bool = True
) -> list[Text]:
    """Return zones in `room` lines; each keeps at least one line, or its name.

    The last zones are shortened first: to one line each, then to their names in a common line. Zones in `first` are
    shortened after all others. With `beside`, short lines may share a line.
    """

    every = len(first) + len(others)
    forms = [
        *((whole, every) for whole in range(every, len(first) - 1, -1)),
        *((len(first), kept) for kept in range(every - 1, len(first) - 1, -1)),
        *((whole, len(first)) for whole in range(len(first) - 1, -1, -1)),
        *((0, kept) for kept in range(len(first) - 1, -1, -1)),
    ]
    blocks = [*first, *others]
    lines: list[Text] = []
    for whole, kept in forms:
        groups = [*(each.lines for each in blocks[:whole]), *((each.brief(width),) for each in blocks[whole:kept])]
        lines = pack_lines(groups, width) if beside else [line.copy() for group in groups for line in group]
        if len(lines) + (kept < every) <= room:
            break
    return [*lines, *_list_left_out([each.name for each in blocks[kept:]], max(1, room - len(lines)), width)]


def _list_left_out(names: Sequence[str], most: int, width: int) -> list[Text]:
    """Return lines with the names of zones that have no room; if some names do not fit, these are counted."""
    lines: list[Text] = []
    for count in range(len(names), 0, -1):
        more = [f"{len(names) - count} more"] if count < len(names) else []
        items = [Text(each) for each in (*names[:count], *more)]
        items[-1].append(SEEN_WITH)
        lines = list(flow_items(Text(), items, ", ", width, LEFT_OUT))
        if len(lines) <= most:
            break
    for line in lines:
        line.stylize("dim")
    return lines[:most]
