"""Layout of cards on a sheet of paper: how many fit, their positions, and crop marks."""

from collections.abc import Iterator
from dataclasses import dataclass

# Width and height in millimetres.
PAPERS = {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "letter": (215.9, 279.4), "legal": (215.9, 355.6)}
MIN_MARGIN = 5.0
MARK = 4.0
# Millimetres that faces are drawn beyond the cut, where there is room.
BLEED = 2.0


@dataclass(frozen=True, slots=True)
class PageGrid:
    """A grid of cards in the middle of a page, in millimetres from the lower left corner, with `gap` between cards."""

    page: tuple[float, float]
    card: tuple[float, float]
    columns: int
    rows: int
    gap: float = 0.0

    @property
    def count(self) -> int:
        """The number of cards on a full page."""
        return self.columns * self.rows

    @property
    def bleed(self) -> float:
        """Width of the margin that is printed around each card, in millimetres."""
        return self.gap / 2

    @property
    def corner(self) -> tuple[float, float]:
        """Lower left corner of all cards together."""
        return (
            (self.page[0] - self.columns * (self.card[0] + self.gap) + self.gap) / 2,
            (self.page[1] - self.rows * (self.card[1] + self.gap) + self.gap) / 2,
        )

    def place(self, number: int, mirrored: bool = False) -> tuple[float, float]:
        """Return the lower left corner of card `number`. Cards go in rows from the top left, or right if `mirrored`."""
        row, column = divmod(number, self.columns)
        if mirrored:
            column = self.columns - 1 - column
        left, bottom = self.corner
        return left + column * (self.card[0] + self.gap), bottom + (self.rows - 1 - row) * (self.card[1] + self.gap)

    def marks(self) -> Iterator[tuple[float, float, float, float]]:
        """Yield the crop marks as lines `(x, y, x, y)`, outside the cards, in line with every edge."""
        left, bottom = self.corner
        off = 1 + self.bleed
        right = left + self.columns * (self.card[0] + self.gap) - self.gap
        top = bottom + self.rows * (self.card[1] + self.gap) - self.gap
        across, up = min(MARK, left - off), min(MARK, bottom - off)
        for x in self._list_edges(left, self.card[0], self.columns):
            yield x, bottom - off, x, bottom - off - up
            yield x, top + off, x, top + off + up
        for y in self._list_edges(bottom, self.card[1], self.rows):
            yield left - off, y, left - off - across, y
            yield right + off, y, right + off + across, y

    def _list_edges(self, first: float, side: float, count: int) -> list[float]:
        starts = [first + number * (side + self.gap) for number in range(count)]
        return list(
            dict.fromkeys([*starts, *(start + side for start in starts)] if self.gap else [*starts, starts[-1] + side])
        )


def grid(page: tuple[float, float], card: tuple[float, float], bleed: float = BLEED) -> PageGrid | None:
    """Return the grid with as many cards as fit on a page, or None if none fits.

    The bleed is narrowed below `bleed` where this fits more cards on a page.
    """
    fitting = [_make_with_gap(page, card, gap) for gap in (2 * bleed, bleed, 0.0)]
    best = max(each.count for each in fitting)
    return next((each for each in fitting if each.count == best), None) if best else None


def _make_with_gap(page: tuple[float, float], card: tuple[float, float], gap: float) -> PageGrid:
    columns, rows = (
        max(0, int((side - 2 * MIN_MARGIN + gap + 1e-9) // (own + gap))) for side, own in zip(page, card, strict=True)
    )
    return PageGrid(page, card, columns, rows, gap)
