"""The games of a run in batches, and what plays them."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from cardwright_tools.laboratory.play import Outcome, Table

LARGEST_BATCH = 8
# Batches waiting for each process: enough that none is ever idle, few enough that Ctrl-C is prompt.
AHEAD = 3

Batch = tuple[Table, Sequence[int]]
Played = tuple[Table, list[Outcome]]
Workers = Callable[[Iterable[Batch]], Iterator[Played]]


def batches(table: Table, numbers: Sequence[int], jobs: int) -> Iterator[Batch]:
    """The games cut into batches: small ones when there are few, so that all processes have something to do."""
    size = max(1, min(LARGEST_BATCH, len(numbers) // (jobs * 4)))
    for first in range(0, len(numbers), size):
        yield table, numbers[first : first + size]
