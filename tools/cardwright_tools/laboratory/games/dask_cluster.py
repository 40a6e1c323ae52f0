"""Matches on a Dask cluster, either a running one or one started on this machine."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from itertools import islice
from typing import Any, TypeVar

from cardwright_tools.cli.errors import FindingError, UsageError, needs
from cardwright_tools.cli.standard_output import print_note
from cardwright_tools.laboratory.games.batch import BATCHES_PER_CORE, Batch, Played, Workers, play_batch
from cardwright_tools.laboratory.games.match import Ready

T = TypeVar("T")
R = TypeVar("R")

SCHEME = "dask"
SECONDS_TO_CONNECT = 10
# Dask's scheduler and workers would open web pages without a dashboard too, with data of the run for everybody.
NO_PAGES: dict[str, list[str]] = {"distributed.scheduler.http.routes": [], "distributed.worker.http.routes": []}


@contextmanager
def open_cluster(address: str, jobs: int) -> Iterator[Workers]:
    """Return a context with the function of `make_cluster_workers` for a cluster.

    The function plays batches, in C where workers can compile.
    """
    with open_client(address, jobs) as client:
        yield make_cluster_workers(client)


@contextmanager
def open_client(address: str, jobs: int) -> Iterator[Any]:
    """Return a context with a client of the cluster at `dask://host:port`, or of a local cluster (`dask`).

    A local cluster has `jobs` processes. Raises UsageError for another kind of address, and if no scheduler answers.
    """
    where = _render_scheduler(address)
    with needs("cluster"):
        import dask.config
        import distributed
    with ExitStack() as stack:
        if where is None:
            stack.enter_context(dask.config.set(NO_PAGES))
            local = distributed.LocalCluster(  # type: ignore[no-untyped-call]
                n_workers=jobs,
                threads_per_worker=1,
                processes=True,
                host="127.0.0.1",
                dashboard_address=None,
                silence_logs=50,
                security=_make_security(distributed),
            )
            stack.enter_context(local)
            client = stack.enter_context(distributed.Client(local))  # type: ignore[no-untyped-call]
        else:
            try:
                client = distributed.Client(where, timeout=SECONDS_TO_CONNECT)  # type: ignore[no-untyped-call]
            except (OSError, ValueError) as error:
                raise UsageError(f"no Dask scheduler answers at {address}: {error}") from error
            stack.enter_context(client)
        yield client


def is_elsewhere(address: str) -> bool:
    """Return True if an address names a running cluster, which may use other machines."""
    return _render_scheduler(address) is not None


def _make_security(distributed: Any) -> Any:
    """Return keys for a local cluster, or None if the package for keys is missing.

    The keys keep other users of the machine from running code on the cluster.
    """
    try:
        return distributed.Security.temporary()
    except ImportError:
        print_note(
            "without the package `cryptography` other users of this machine can reach the cluster "
            "(pip install 'cardwright[cluster]')"
        )
        return None


def _render_scheduler(address: str) -> str | None:
    scheme, separator, place = address.partition("://")
    if scheme != SCHEME or (separator and not place):
        raise UsageError(f"`{address}` is no cluster; write `dask`, or `dask://host:port` for one that runs already.")
    return f"tcp://{place}" if separator else None


def make_cluster_workers(client: Any) -> Workers:
    """Return a function that plays batches on a cluster."""

    def play(waiting: Iterable[Batch], ready: Ready) -> Iterator[Played]:
        def given(batch: Batch) -> Batch:
            return replace(batch, native=batch.native or ready())

        for batch, outcomes, again in _collect_results(client, play_batch, waiting, given):
            if (rest := batch.after(len(outcomes))) is not None:
                again(rest)
            yield batch.table, outcomes

    return play


def map_on_cluster(client: Any, work: Callable[[T], R], waiting: Iterable[T]) -> Iterator[R]:
    """Yield the result of `work` for each waiting item, in any order, computed on a cluster."""
    return (result for _, result, _ in _collect_results(client, work, waiting, lambda one: one))


def _collect_results(
    client: Any, work: Callable[[T], R], waiting: Iterable[T], given: Callable[[T], T]
) -> Iterator[tuple[T, R, Callable[[T], None]]]:
    """Yield (item, result, again) for the items in `waiting`; calling `again` with an item submits that as well.

    `given` converts an item to what `work` takes. The items of a worker that died are submitted again.
    """
    import distributed
    from distributed.scheduler import KilledWorker

    left = iter(waiting)
    cores = sum(client.nthreads().values())
    under_way: dict[Any, T] = {}

    def give(one: T) -> Any:
        # not pure: Dask would otherwise return earlier results
        future = client.submit(work, given(one), pure=False)
        under_way[future] = one
        return future

    first = [give(one) for _, one in zip(range(max(1, cores) * BATCHES_PER_CORE), left, strict=False)]
    completed: Any = distributed.as_completed(first)  # type: ignore[no-untyped-call]
    for future in completed:
        one = under_way.pop(future)
        try:
            result = future.result()
        except KilledWorker as error:
            raise FindingError("a worker of the cluster that played games was killed again and again") from error
        more: list[T] = []
        yield one, result, more.append
        more += [] if more else list(islice(left, 1))
        for each in more:
            completed.add(give(each))
