"""Layout of cards on sheets of paper: where cards of several sizes lie, and crop marks."""

from collections.abc import Iterator
from dataclasses import dataclass

# Width and height in millimetres.
PAPERS = {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "letter": (215.9, 279.4), "legal": (215.9, 355.6)}
# Printers at home leave this much of the paper blank at every edge.
MIN_MARGIN = 5.0
# The height of the two lines at the bottom of a sheet that say what lies on it.
WORDS = 3.6
# The length of crop marks, and their distance from the bleed.
MARK, MIN_MARK, CLEAR = 4.0, 1.5, 0.2
# What a row or column of cards needs at its ends for crop marks.
ENDS = 2 * (CLEAR + MIN_MARK)
# Millimetres that faces are drawn beyond the cut, and the least of that where this fits more cards on a page.
BLEED, MIN_BLEED = 2.0, 1.0
GAPS = (2 * BLEED, 3.0, 2 * MIN_BLEED)

Size = tuple[float, float]


@dataclass(frozen=True, slots=True)
class PageGrid:
    """A grid of cards on a page, in millimetres from the lower left corner, with `gap` between cards.

    - `card`: width and height of a card as it lies on the page
    - `turned`: if cards lie on their side, with their upper edge at the right
    - `low`, `left`: the edges of the lowest row and of the first column; None for a grid in the middle of the page
    - `mark`: the length of crop marks above and below, and of all if `left` is given
    """

    page: Size
    card: Size
    columns: int
    rows: int
    gap: float = 0.0
    turned: bool = False
    low: float | None = None
    left: float | None = None
    mark: float = MARK

    @property
    def count(self) -> int:
        """The number of cards in a full grid."""
        return self.columns * self.rows

    @property
    def bleed(self) -> float:
        """Width of the margin that is printed around each card, in millimetres."""
        return self.gap / 2

    @property
    def corner(self) -> Size:
        """Lower left corner of all cards together."""
        middle = (self.page[1] - self.rows * (self.card[1] + self.gap) + self.gap) / 2
        centred = (self.page[0] - self.columns * (self.card[0] + self.gap) + self.gap) / 2
        return centred if self.left is None else self.left, middle if self.low is None else self.low

    def place(self, number: int, mirrored: bool = False) -> Size:
        """Return the lower left corner of card `number`, in rows from the top left; `mirrored` is behind the page."""
        row, column = divmod(number, self.columns)
        left, bottom = self.corner
        x = left + column * (self.card[0] + self.gap)
        return self.page[0] - x - self.card[0] if mirrored else x, bottom + (self.rows - 1 - row) * (
            self.card[1] + self.gap
        )

    def marks(self) -> Iterator[tuple[float, float, float, float]]:
        """Yield the crop marks as lines `(x, y, x, y)`, outside the cards, in line with every edge."""
        left, bottom = self.corner
        off = CLEAR + self.bleed
        right = left + self.columns * (self.card[0] + self.gap) - self.gap
        top = bottom + self.rows * (self.card[1] + self.gap) - self.gap
        across = min(MARK if self.left is None else self.mark, left - off - MIN_MARGIN)
        down, up = (min(self.mark, each - off - MIN_MARGIN) for each in (bottom, self.page[1] - top))
        for x in self._list_edges(left, self.card[0], self.columns):
            yield from [(x, bottom - off, x, bottom - off - down)] if down > 0 else []
            yield from [(x, top + off, x, top + off + up)] if up > 0 else []
        for y in self._list_edges(bottom, self.card[1], self.rows) if across > 0 else ():
            yield left - off, y, left - off - across, y
            yield right + off, y, right + off + across, y

    def _list_edges(self, first: float, side: float, count: int) -> list[float]:
        starts = [first + number * (side + self.gap) for number in range(count)]
        return list(
            dict.fromkeys([*starts, *(start + side for start in starts)] if self.gap else [*starts, starts[-1] + side])
        )


def list_grids(page: Size, card: Size) -> list[PageGrid]:
    """Return the fullest grid of a page with upright cards, and that with cards on their side if it has more.

    The bleed is narrowed where this fits more cards on a page. A card that leaves no room for crop marks has none. The
    list is empty if no card fits.
    """
    upright, turned = (
        max((_make_with_gap(page, lying, gap, lying != card) for gap in GAPS), key=lambda each: each.count)
        for lying in (card, card[::-1])
    )
    if upright.count or turned.count:
        return [each for each in (upright, turned) if each.count > (upright.count if each is turned else 0)]
    columns, rows = (int((side - 2 * MIN_MARGIN) // own) for side, own in zip(page, card, strict=True))
    return [PageGrid(page, card, columns, rows)] if columns > 0 and rows > 0 else []


def _make_with_gap(page: Size, card: Size, gap: float, turned: bool) -> PageGrid:
    room = page[0] - 2 * MIN_MARGIN - ENDS, page[1] - 2 * MIN_MARGIN - WORDS - ENDS
    columns, rows = (int((side + 1e-9) // (own + gap)) for side, own in zip(room, card, strict=True))
    return PageGrid(page, card, columns, rows, gap, turned)
