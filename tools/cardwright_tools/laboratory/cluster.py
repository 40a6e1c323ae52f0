"""Games played on a Dask cluster: one that runs already, or one started on this machine for the run."""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from cardwright_tools.cli.failure import FindingError, UsageError
from cardwright_tools.cli.terminal import remark
from cardwright_tools.laboratory.batches import AHEAD, Batch, Played, Workers
from cardwright_tools.laboratory.extra import needs
from cardwright_tools.laboratory.play import Ready
from cardwright_tools.laboratory.play_batch import play_batch

SCHEME = "dask"
SECONDS_TO_CONNECT = 10


@contextmanager
def open_cluster(address: str, jobs: int) -> Iterator[Workers]:
    """The workers of the cluster at `dask://host:port`, or (`dask`) of one with `jobs` processes on this machine.

    Raises UsageError for another kind of address, and when no scheduler answers there.
    """
    where = _scheduler(address)
    with needs("cluster"):
        import distributed
    with ExitStack() as stack:
        if where is None:
            local = distributed.LocalCluster(  # type: ignore[no-untyped-call]
                n_workers=jobs,
                threads_per_worker=1,
                processes=True,
                host="127.0.0.1",
                dashboard_address=None,
                silence_logs=50,
                security=_private(distributed),
            )
            stack.enter_context(local)
            client = stack.enter_context(distributed.Client(local))  # type: ignore[no-untyped-call]
        else:
            try:
                client = distributed.Client(where, timeout=SECONDS_TO_CONNECT)  # type: ignore[no-untyped-call]
            except (OSError, ValueError) as error:
                raise UsageError(f"no Dask scheduler answers at {address}: {error}") from error
            stack.enter_context(client)
        yield _on(client)


def _private(distributed: Any) -> Any:
    """Keys for a cluster on this machine: without, everybody with an account here could have its workers run code."""
    try:
        return distributed.Security.temporary()
    except ImportError:
        remark(
            "without the package `cryptography` other users of this machine can reach the cluster "
            "(pip install 'cardwright[cluster]')"
        )
        return None


def _scheduler(address: str) -> str | None:
    scheme, separator, place = address.partition("://")
    if scheme != SCHEME or (separator and not place):
        raise UsageError(f"`{address}` is no cluster; write `dask`, or `dask://host:port` for one that runs already.")
    return f"tcp://{place}" if separator else None


def _on(client: Any) -> Workers:
    import distributed
    from distributed.scheduler import KilledWorker

    def play(waiting: Iterable[Batch], _: Ready) -> Iterator[Played]:
        left = iter(waiting)
        cores = sum(client.nthreads().values())
        given: dict[Any, Batch] = {}

        def give(batch: Batch) -> Any:
            # not pure: Dask would otherwise take a batch it has played before from its memory
            future = client.submit(play_batch, batch, pure=False)
            given[future] = batch
            return future

        first = [give(batch) for _, batch in zip(range(max(1, cores) * AHEAD), left, strict=False)]
        completed: Any = distributed.as_completed(first)  # type: ignore[no-untyped-call]
        for future in completed:
            batch = given.pop(future)
            try:
                outcomes = future.result()
            except KilledWorker as error:
                raise FindingError("a worker of the cluster that played games was killed again and again") from error
            rest = batch.after(len(outcomes)) or next(left, None)
            if rest is not None:
                completed.add(give(rest))
            yield batch.table, outcomes

    return play
