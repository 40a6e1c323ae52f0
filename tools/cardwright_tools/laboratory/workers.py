"""Who plays the games of a run: this process, several on this machine, or a cluster."""

from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager

from cardwright_tools.laboratory.batches import AHEAD, Batch, Played, Workers
from cardwright_tools.laboratory.cluster import open_cluster
from cardwright_tools.laboratory.play import Outcome
from cardwright_tools.laboratory.play_batch import play_batch
from cardwright_tools.laboratory.worker_pool import worker_pool


@contextmanager
def open_workers(jobs: int, cluster: str | None = None) -> Iterator[Workers]:
    """What plays batches, `jobs` at a time, in any order; an outcome depends on its table and number alone."""
    if cluster is not None:
        with open_cluster(cluster, jobs) as workers:
            yield workers
    elif jobs == 1:
        yield _alone
    else:
        with _processes(jobs) as workers:
            yield workers


def _alone(waiting: Iterable[Batch]) -> Iterator[Played]:
    for batch in waiting:
        left: Batch | None = batch
        while left is not None:
            outcomes = play_batch(left)
            yield left.table, outcomes
            left = left.after(len(outcomes))


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
            given[pool.submit(play_batch, batch)] = batch
        if not given:
            return
        for future in wait(given, return_when=FIRST_COMPLETED).done:
            batch = given.pop(future)
            outcomes = future.result()
            if (left := batch.after(len(outcomes))) is not None:
                given[pool.submit(play_batch, left)] = left
            yield batch.table, outcomes
