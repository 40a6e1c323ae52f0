"""The games of a run in batches, and what plays them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from cardwright_tools.laboratory.games.play import Outcome, Ready, Table

LARGEST_BATCH = 8
# Batches waiting for each process: enough that none is ever idle, few enough that Ctrl-C is prompt.
AHEAD = 3


@dataclass(frozen=True, slots=True)
class Batch:
    """Games of a table, by number; `native` ones are played in compiled C, which must be known to be possible."""

    table: Table
    numbers: Sequence[int]
    native: bool = False

    def after(self, played: int) -> "Batch | None":
        """The games left when so many are played; None when there are none."""
        return replace(self, numbers=self.numbers[played:]) if played < len(self.numbers) else None


Played = tuple[Table, list[Outcome]]
# What plays batches, those that are not through in compiled C once that is ready.
Workers = Callable[[Iterable[Batch], Ready], Iterator[Played]]


def never() -> bool:
    """Compiled C is not to play."""
    return False


def batches(table: Table, numbers: Sequence[int], jobs: int) -> Iterator[Batch]:
    """The games cut into batches: small ones when there are few, so that all processes have something to do."""
    size = max(1, min(LARGEST_BATCH, len(numbers) // (jobs * 4)))
    for first in range(0, len(numbers), size):
        yield Batch(table, numbers[first : first + size])
