"""Cards of several sizes on as few sheets as possible."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod

from cardwright_tools.printing.page_grid import ENDS, MARK, MIN_MARGIN, MIN_MARK, WORDS, PageGrid, Size, list_grids

# Limit for the ways of turning cards on their side that are tried.
MAX_WAYS = 64


@dataclass(slots=True)
class _Block:
    """Rows of cards of a size, and blocks in the free end of its last row, with their distance from its first card."""

    size: Size
    grid: PageGrid
    count: int
    inside: list[tuple["_Block", float]] = field(default_factory=list)

    def nest(self, size: Size, laid: PageGrid, count: int) -> bool:
        """Put all of some cards into the free end of the last row, if they fit there; return True if they do."""
        pitch, last = self.grid.card[0] + self.grid.gap, self.count - (self.grid.rows - 1) * self.grid.columns
        taken = sum(each.grid.columns * (each.grid.card[0] + each.grid.gap) + ENDS for each, _ in self.inside)
        start = last * pitch + taken
        columns = int((self.grid.columns * pitch - start - ENDS + 1e-9) // (laid.card[0] + laid.gap))
        rows = int((self.grid.card[1] + self.grid.gap - ENDS + 1e-9) // (laid.card[1] + laid.gap))
        if columns < 1 or count > columns * rows:
            return False
        rows = -(-count // columns)
        columns = -(-count // rows)
        self.inside.append((_Block(size, replace(laid, columns=columns, rows=rows), count), start + ENDS / 2))
        return True


@dataclass(slots=True)
class _Page:
    free: float
    blocks: list[_Block] = field(default_factory=list)


def share_pages(page: Size, counts: Mapping[Size, int]) -> list[list[tuple[Size, PageGrid, int]]]:
    """Return the grids on each of as few pages as possible, with the size and the number of their cards.

    `counts` has the number of cards of each size; each fits on the page.
    """
    grids = [list_grids(page, size) for size in counts]
    if prod(map(len, grids)) > MAX_WAYS:
        grids = [[max(each, key=lambda one: one.count)] for each in grids]
    ways = (_pack(page, dict(zip(counts, way, strict=True)), counts) for way in product(*grids))
    return [list(_place(page, each)) for each in min(ways, key=len)]


def _pack(page: Size, grids: Mapping[Size, PageGrid], counts: Mapping[Size, int]) -> list[_Page]:
    """Return pages with rows of cards, the highest rows first; what remains of a size goes beside other cards."""
    pages: list[_Page] = []
    for size in sorted(grids, key=lambda each: -grids[each].card[1]):
        laid, rest = grids[size], counts[size]
        row = laid.card[1] + laid.gap
        while rest and not any(block.nest(size, laid, rest) for each in pages for block in each.blocks):
            onto = next((each for each in pages if each.free - ENDS + 1e-9 >= row), None)
            if onto is None:
                pages.append(onto := _Page(page[1] - 2 * MIN_MARGIN - WORDS))
            rows = min(-(-rest // laid.columns), int((onto.free - ENDS + 1e-9) // row) if onto.blocks else laid.rows)
            count = min(rest, rows * laid.columns)
            onto.blocks.append(_Block(size, replace(laid, rows=rows), count))
            onto.free -= rows * row + ENDS
            rest -= count
    return pages


def _place(page: Size, packed: _Page) -> Iterator[tuple[Size, PageGrid, int]]:
    """Yield the grids of a page in their places, the first at the top, in the middle of the room for all of them."""
    ends, top = max(0.0, packed.free) / (2 * len(packed.blocks)), page[1] - MIN_MARGIN
    for block in packed.blocks:
        laid = block.grid
        if not block.inside:
            laid = replace(laid, columns=min(laid.columns, block.count))
        # without room for crop marks, a card stays in the middle of its page
        if packed.free > -ENDS / 2:
            top -= ends + ENDS / 2 + laid.rows * (laid.card[1] + laid.gap)
            laid = replace(laid, low=top + laid.bleed, mark=min(MARK, MIN_MARK + ends))
            top -= ends + ENDS / 2
        yield block.size, laid, block.count
        left, bottom = laid.corner
        for inner, start in block.inside:
            own = inner.grid
            high = own.rows * (own.card[1] + own.gap) - own.gap
            low = bottom + (laid.card[1] - high) / 2
            yield (
                inner.size,
                replace(own, left=left + start + own.bleed - laid.bleed, low=low, mark=MIN_MARK),
                inner.count,
            )
