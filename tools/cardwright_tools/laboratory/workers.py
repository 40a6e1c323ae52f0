"""Who plays the games of a run: this process, several on this machine, or a cluster."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager

from cardwright_tools.laboratory.play import Outcome, Table, play_batch
from cardwright_tools.laboratory.worker_pool import worker_pool

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


@contextmanager
def open_workers(jobs: int, cluster: str | None = None) -> Iterator[Workers]:
    """What plays batches, `jobs` at a time, in any order; an outcome depends on its table and number alone."""
    if cluster is not None:
        from cardwright_tools.laboratory.cluster import open_cluster

        with open_cluster(cluster, jobs) as workers:
            yield workers
    elif jobs == 1:
        yield _alone
    else:
        with _processes(jobs) as workers:
            yield workers


def _alone(waiting: Iterable[Batch]) -> Iterator[Played]:
    for table, numbers in waiting:
        while numbers:
            outcomes = play_batch(table, numbers)
            yield table, outcomes
            numbers = numbers[len(outcomes) :]


@contextmanager
def _processes(jobs: int) -> Iterator[Workers]:
    with worker_pool(jobs) as pool:

        def play(waiting: Iterable[Batch]) -> Iterator[Played]:
            return _in_flight(pool, iter(waiting), jobs * AHEAD)

        yield play


def _in_flight(pool: ProcessPoolExecutor, waiting: Iterator[Batch], ahead: int) -> Iterator[Played]:
    given: dict[Future[list[Outcome]], Batch] = {}
    while True:
        while len(given) < ahead and (batch := next(waiting, None)) is not None:
            given[pool.submit(play_batch, *batch)] = batch
        if not given:
            return
        for future in wait(given, return_when=FIRST_COMPLETED).done:
            table, numbers = given.pop(future)
            outcomes = future.result()
            if left := numbers[len(outcomes) :]:
                given[pool.submit(play_batch, table, left)] = (table, left)
            yield table, outcomes
