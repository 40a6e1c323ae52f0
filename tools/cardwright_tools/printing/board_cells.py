"""Cells of the spaces of a board: in the rows of a grid, or along a ring."""

from collections.abc import Sequence
from dataclasses import dataclass

# Number of columns of a ring of zones, on a wide and on a narrow page.
WIDE, NARROW = 7, 3
# A wide ring has two rows, and one more from each of these numbers of places on, so that there is room within it.
RING_ROWS = (8, 12)

Place = tuple[int, int]


@dataclass(frozen=True)
class RingCell:
    """A cell of a ring, which runs along the edge of a grid.

    Its (column, row), counted from 1, is `wide` on a wide page and `narrow` on a narrow one. `joins` are the sides on
    which the next cell lies, on a wide and on a narrow page: `r`, `d`, `l` or `u`.
    """

    wide: tuple[int, int]
    narrow: tuple[int, int]
    joins: tuple[str, str] = ("", "")

    @property
    def place(self) -> str:
        """The style classes that say where the cell is."""
        (wide, high), (narrow, deep), (one, other) = self.wide, self.narrow, self.joins
        return f"wx{wide} wy{high} nx{narrow} ny{deep} wj{one} nj{other}"


def lay_out_rows(count: int, across: int) -> list[Place]:
    """Return the (column, row) of `count` positions that fill rows of `across` one after the other."""
    return [(place % across + 1, place // across + 1) for place in range(count)]


def lay_out_ring(count: int) -> list[RingCell]:
    """Return the grid cells of `count` positions around a ring, clockwise from the top left."""
    rows = 2 + sum(count >= least for least in RING_ROWS)
    wide, narrow = _list_edge(count, min(WIDE, -(-(count - 2 * (rows - 2)) // 2))), _list_edge(count, NARROW)
    joins = zip(_list_joins(wide), _list_joins(narrow), strict=True)
    return [RingCell(one, other, sides) for one, other, sides in zip(wide, narrow, joins, strict=True)]


def _list_edge(count: int, most: int) -> list[tuple[int, int]]:
    columns = max(2, min(most, -(-count // 2)))
    down = max(0, -(-(count - 2 * columns) // 2))
    rows = down + 2
    top = [(column, 1) for column in range(1, columns + 1)]
    right = [(columns, row) for row in range(2, rows)]
    bottom = [(column, rows) for column in range(columns, 0, -1)]
    left = [(1, row) for row in range(rows - 1, 1, -1)]
    return [*top, *right, *bottom, *left][:count] if count >= 2 else [(1, 1)] * count


def _list_joins(cells: Sequence[tuple[int, int]]) -> list[str]:
    """Return for each cell of a ring on which side the next one lies, or "" if it lies apart."""
    sides = {(1, 0): "r", (0, 1): "d", (-1, 0): "l", (0, -1): "u"}
    after = [*cells[1:], *cells[:1]]
    return [sides.get((x - column, y - row), "") for (column, row), (x, y) in zip(cells, after, strict=True)]
