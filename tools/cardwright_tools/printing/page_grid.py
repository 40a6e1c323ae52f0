"""Layout of cards on a sheet of paper, with the number that fits, positions and cut lines."""

from collections.abc import Iterator
from dataclasses import dataclass

# Width and height in millimetres.
PAPERS = {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "letter": (215.9, 279.4), "legal": (215.9, 355.6)}
MIN_MARGIN = 5.0
MARK = 4.0


@dataclass(frozen=True, slots=True)
class PageGrid:
    """Grid of cards in the middle of a page, in millimetres from the lower left corner."""

    page: tuple[float, float]
    card: tuple[float, float]
    columns: int
    rows: int

    @property
    def count(self) -> int:
        """Number of cards on a full page."""
        return self.columns * self.rows

    @property
    def corner(self) -> tuple[float, float]:
        """Lower left corner of all cards together."""
        return (
            (self.page[0] - self.columns * self.card[0]) / 2,
            (self.page[1] - self.rows * self.card[1]) / 2,
        )

    def place(self, number: int, mirrored: bool = False) -> tuple[float, float]:
        """Return the lower left corner of a card: by rows from the top left, for backs from the top right."""
        row, column = divmod(number, self.columns)
        if mirrored:
            column = self.columns - 1 - column
        left, bottom = self.corner
        return left + column * self.card[0], bottom + (self.rows - 1 - row) * self.card[1]

    def marks(self) -> Iterator[tuple[float, float, float, float]]:
        """Yield the crop marks as lines `(x, y, x, y)`, outside the cards, in line with every edge."""
        left, bottom = self.corner
        right, top = left + self.columns * self.card[0], bottom + self.rows * self.card[1]
        across, up = min(MARK, left - 1), min(MARK, bottom - 1)
        for column in range(self.columns + 1):
            x = left + column * self.card[0]
            yield x, bottom - 1, x, bottom - 1 - up
            yield x, top + 1, x, top + 1 + up
        for row in range(self.rows + 1):
            y = bottom + row * self.card[1]
            yield left - 1, y, left - 1 - across, y
            yield right + 1, y, right + 1 + across, y


def grid(page: tuple[float, float], card: tuple[float, float]) -> PageGrid | None:
    """Return the grid with as many cards as fit on a page, or None if none fits."""
    columns = int((page[0] - 2 * MIN_MARGIN) // card[0])
    rows = int((page[1] - 2 * MIN_MARGIN) // card[1])
    return PageGrid(page, card, columns, rows) if columns and rows else None
