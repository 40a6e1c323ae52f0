"""Workers that play the matches of a run: this process, several processes, or a cluster."""

from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing.sharedctypes import RawValue
from typing import Any

from cardwright_tools.laboratory.games.batch import (
    BATCHES_PER_CORE,
    Batch,
    Played,
    Workers,
    play_batch,
    share_readiness,
)
from cardwright_tools.laboratory.games.dask_cluster import open_cluster
from cardwright_tools.laboratory.games.match import MatchOutcome, Ready
from cardwright_tools.worker_pool import UnderWay, start_worker_pool

# Seconds between two checks whether compiled C is ready.
LOOK = 0.2


@contextmanager
def open_workers(jobs: int, cluster: str | None = None) -> Iterator[Workers]:
    """Return a context with a function that plays batches in any order, `jobs` at a time.

    The outcomes do not depend on `jobs` or `cluster`.
    """
    if cluster is not None:
        with open_cluster(cluster, jobs) as workers:
            yield workers
    elif jobs == 1:
        yield _work_alone
    else:
        with _list_processes(jobs) as workers:
            yield workers


def _work_alone(waiting: Iterable[Batch], ready: Ready) -> Iterator[Played]:
    for batch in waiting:
        left: Batch | None = batch
        while left is not None:
            left = replace(left, native=left.native or ready())
            outcomes = play_batch(left, ready)
            yield left.table, outcomes
            left = left.after(len(outcomes))


@contextmanager
def _list_processes(jobs: int) -> Iterator[Workers]:
    stop = RawValue("b", 0)
    with start_worker_pool(jobs, None, share_readiness, stop) as pool:

        def play(waiting: Iterable[Batch], ready: Ready) -> Iterator[Played]:
            stop.value = ready()
            return _work_in_pool(pool, iter(waiting), jobs * BATCHES_PER_CORE, ready, stop)

        yield play


def _work_in_pool(
    pool: UnderWay, waiting: Iterator[Batch], waiting_batches: int, ready: Ready, stop: Any
) -> Iterator[Played]:
    given: dict[Future[list[MatchOutcome]], Batch] = {}

    def give(batch: Batch) -> None:
        batch = replace(batch, native=batch.native or bool(stop.value))
        given[pool.give(play_batch, batch)] = batch

    while True:
        while len(given) < waiting_batches and (batch := next(waiting, None)) is not None:
            give(batch)
        if not given:
            return
        done = pool.finished(LOOK)
        stop.value = ready()
        for future in done:
            batch = given.pop(future)
            outcomes = future.result()
            if (left := batch.after(len(outcomes))) is not None:
                give(left)
            yield batch.table, outcomes
