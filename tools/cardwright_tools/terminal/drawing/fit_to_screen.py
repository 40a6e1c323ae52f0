"""How the table fits a screen: what has a place keeps it, and what is left gets shorter, down to its name."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from rich.console import RenderableType
from rich.text import Text

from cardwright_tools.terminal.drawing.text_layout import broken_off, flowing, packed
from cardwright_tools.terminal.drawing.zones import ZoneBlock, lines_of

# Stands before what is told by its name alone, and behind it.
LEFT_OUT, SEEN_WITH = "… ", ": type `table`"
# So many screens in a row a place has empty lines before it gives them back.
PATIENCE = 10


@dataclass(frozen=True)
class ScreenParts:
    """The table from top to bottom: heading and players, what has places, and others, pictures told in words first.

    `above` is how many lines the top takes, `order` is that of the places.
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
        """How many lines all of it takes."""
        return self.above + len(self.below)

    @property
    def below(self) -> list[Text]:
        """All below the top, in full."""
        kept = sorted(self.kept, key=lambda block: self.order.index(block.own))
        return lines_of([*kept, *self.pictures, *self.others])


@dataclass(frozen=True)
class ScreenPlaces:
    """Where things stand on the screen of one person: places grow as long as there is room, and seldom get smaller.

    So things seldom move: where something above them needs more lines, or gives back those that it has not needed for
    long, or that a question has no room without. `heights` are those of places by what they are for, `idle` is on how
    many screens they had empty lines, `named` is what is said where nothing lies now; `size` is how many lines the
    table takes.
    """

    heights: dict[str, int] = field(default_factory=dict)
    named: dict[str, str] = field(default_factory=dict)
    above: int = 0
    size: int = 0
    idle: dict[str, int] = field(default_factory=dict)

    def grown(self, parts: ScreenParts, most: int, usual: int) -> "ScreenPlaces":
        """The places as all of the table needs them: in `most` lines, and in `usual` ones with what has no place."""
        used, idle = self._used(parts), {}
        above, heights = max(self.above, parts.above), {}
        for own, height in self.heights.items():
            idle[own] = self.idle.get(own, 0) + 1 if used[own] < height else 0
            heights[own] = used[own] if idle[own] > PATIENCE else height
        room = most - above - sum(heights.values()) - bool(parts.pictures or parts.others)
        # everything has a line before anything has more
        for whole in (False, True):
            for block in parts.kept:
                more = min((len(block.lines) if whole else 1) - heights.get(block.own, 0), room)
                if more > 0:
                    heights[block.own] = heights.get(block.own, 0) + more
                    room -= more
        named = self.named | {block.own: block.name.rpartition(" ")[0] for block in parts.kept}
        fixed = above + sum(heights.values())
        rest = len(packed(_groups(parts, heights), parts.width))
        size = max(self.size, fixed + min(rest, max(bool(rest), usual - fixed)))
        return ScreenPlaces(heights, named, above, size, idle)

    def giving_way(self, parts: ScreenParts) -> Iterator[tuple["ScreenPlaces", int]]:
        """The places, and how many lines the table takes at least: first as it is, then with less and less.

        First what has no place is told in one line, then empty lines are given back, and then pieces are told by their
        names alone.
        """
        least = bool(parts.pictures or parts.others)
        yield self, self.size
        yield self, self.fixed + least
        tight = replace(self, heights=self._used(parts), above=parts.above, idle={})
        yield tight, tight.fixed + least
        saved = sum(max(0, tight.heights.get(b.own, 0) - len(b.short)) for b in parts.kept if b.short)
        if saved:
            yield tight, tight.fixed - saved + least

    def _used(self, parts: ScreenParts) -> dict[str, int]:
        """How many lines of each place something stands in now."""
        blocks = {block.own: block for block in parts.kept}
        return {
            own: min(height, len(blocks[own].lines) if own in blocks else bool(self.named[own]))
            for own, height in self.heights.items()
        }

    @property
    def fixed(self) -> int:
        """How many lines are for what has a place."""
        return self.above + sum(self.heights.values())

    def lines(self, parts: ScreenParts, size: int) -> list[RenderableType]:
        """The table in so many lines: what has no place gets shorter where there are fewer, and then is left out.

        Where even what has a place has no room, what says most of its pieces tells their names alone.
        """
        blocks = {block.own: block for block in parts.kept}
        order = sorted(self.heights, key=parts.order.index)
        lines = [Text("")] * (self.above - parts.above)
        told = {own: self._in_place(own, blocks.get(own), parts.width) for own in order}
        room = size - parts.above - len(lines)
        for own in reversed(order):
            if (over := sum(map(len, told.values())) - room) > 0 and own in blocks:
                told[own] = _shorter(told[own], blocks[own].short, over)
        lines += [line for own in order for line in told[own]]
        others = _placeless(parts, self.heights)
        room = size - parts.above - len(lines)
        if others or parts.pictures:
            lines += fitted(parts.pictures, others, room, parts.width)
        lines = [line.copy() for line in lines] + [Text("")] * (size - parts.above - len(lines))
        for line in lines:
            line.truncate(parts.width, overflow="ellipsis")
        room = max(0, size - parts.above)
        if len(lines) > room:
            lines = [line for line in lines if line.plain.strip()]
        return [*parts.top, *(lines if len(lines) <= room else broken_off(lines[:room], parts.width))]

    def whole(self, parts: ScreenParts) -> int:
        """How many lines the table would take with all that has no place."""
        return self.fixed + len(packed(_groups(parts, self.heights), parts.width))

    def _in_place(self, own: str, block: ZoneBlock | None, width: int) -> list[Text]:
        """What has a place, no longer than that; where nothing lies there now, its name."""
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
            lines = broken_off(block.lines[:height], width)
        return [*lines, *[Text("")] * (height - len(lines))]


def _shorter(lines: list[Text], short: Sequence[Text], by: int) -> list[Text]:
    """What has a place in some lines less, at most, if the names of its pieces take so many less."""
    if not 0 < len(short) < len(lines):
        return lines
    return [*short, *[Text("")] * (len(lines) - by - len(short))]


def _placeless(parts: ScreenParts, heights: dict[str, int]) -> list[ZoneBlock]:
    """What has no place, or could get none."""
    return [*(block for block in parts.kept if block.own not in heights), *parts.others]


def _groups(parts: ScreenParts, heights: dict[str, int]) -> list[tuple[Text, ...]]:
    """Return the lines of each block without a place, pictures first."""
    return [block.lines for block in (*parts.pictures, *_placeless(parts, heights))]


def fitted(
    first: Sequence[ZoneBlock], others: Sequence[ZoneBlock], room: int, width: int, beside: bool = True
) -> list[Text]:
    """Zones in so many lines, with a line at least: nothing vanishes without a word.

    The last ones get shorter before the others: a line each, then their names in one line; those that come `first` only
    once all others are told by their names. `beside`: short lines are joined.
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
        lines = packed(groups, width) if beside else [line.copy() for group in groups for line in group]
        if len(lines) + (kept < every) <= room:
            break
    return [*lines, *_named([each.name for each in blocks[kept:]], max(1, room - len(lines)), width)]


def _named(names: Sequence[str], most: int, width: int) -> list[Text]:
    """The names of what has no room, in so many lines; those without room in them are counted."""
    lines: list[Text] = []
    for told in range(len(names), 0, -1):
        more = [f"{len(names) - told} more"] if told < len(names) else []
        items = [Text(each) for each in (*names[:told], *more)]
        items[-1].append(SEEN_WITH)
        lines = list(flowing(Text(), items, ", ", width, LEFT_OUT))
        if len(lines) <= most:
            break
    for line in lines:
        line.stylize("dim")
    return lines[:most]
