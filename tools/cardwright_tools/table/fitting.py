"""How the table fits a screen: zones in all their lines, else in one line each, else counted by their names."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import RenderableType
from rich.text import Text

from cardwright_tools.table.flowing import flowing, packed
from cardwright_tools.table.zones import Block, lines_of

# Stands before what is told by its name alone, and behind it.
LEFT_OUT, SEEN_WITH = "… ", ": type `table`"


@dataclass(frozen=True)
class Parts:
    """The table from top to bottom: heading and players, pictures, other zones, and what is one's own.

    Where zones are `cut` what is one's own comes before them, so that it keeps its place whatever there is room for;
    where it `shrinks` pictures are told in words, and in fewer as there is less room. `above` is how many lines the top
    takes.
    """

    top: list[RenderableType]
    above: int
    pictures: list[Block]
    zones: list[Block]
    own: list[Block]
    width: int
    cut: bool = False
    shrinks: bool = False

    @property
    def lines(self) -> int:
        """How many lines all of it takes."""
        gap = not self.cut and bool(self.own)
        zones = packed(lines_of(self.zones), self.width) if self.cut else lines_of(self.zones)
        return self.above + len(lines_of(self.pictures)) + len(lines_of(self.own)) + len(zones) + gap

    @property
    def least(self) -> int:
        """How many lines it takes in its shortest form that leaves out no picture, and nothing of one's own."""
        if not self.cut:
            return self.lines
        if self.shrinks:
            return self.above + bool(self.pictures or self.zones or self.own)
        own = packed(lines_of(self.own), self.width)
        return self.above + len(lines_of(self.pictures)) + len(own) + bool(self.zones)

    def within(self, most: int) -> list[RenderableType]:
        """All of it in so many lines, or in its shortest form if that takes more."""
        room = most - self.above
        pictures, own = lines_of(self.pictures), packed(lines_of(self.own), self.width)
        if not self.cut:
            own = [Text(""), *lines_of(self.own)] if self.own else []
            zones = fitted([], self.zones, room - len(pictures) - len(own), self.width, beside=False)
            lines = [*pictures, *zones, *own]
        elif not self.shrinks:
            lines = [*pictures, *own, *fitted([], self.zones, room - len(pictures) - len(own), self.width)]
        else:
            others = bool(self.pictures or self.zones)
            if room > len(own):
                lines = [*own, *fitted(self.pictures, self.zones, room - len(own), self.width)]
            elif room > others:
                own = fitted([], self.own, room - others, self.width)
                lines = [*own, *fitted(self.pictures, self.zones, room - len(own), self.width)]
            else:
                lines = fitted([], [*self.own, *self.pictures, *self.zones], room, self.width)
        for line in lines:
            line.truncate(self.width, overflow="ellipsis")
        return [*self.top, *lines]


def fitted(first: Sequence[Block], others: Sequence[Block], room: int, width: int, beside: bool = True) -> list[Text]:
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
        lines = [*lines_of(blocks[:whole]), *(each.brief(width) for each in blocks[whole:kept])]
        lines = packed(lines, width) if beside else lines
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
