"""Worker threads for tables; the event loop only passes messages.

Jobs of one table run one after the other. Jobs of tables with the same game never run at the same time, because
generated code counts its budget per game. Lookups (`why`, the log, the rules, replays) run in one thread, within the
limits of their link and table; they work on copies of states and delay no table.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from threading import Lock
from time import monotonic, sleep, thread_time
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakKeyDictionary

from cardwright_tools.web.rate_limits import Allowance
from cardwright_tools.web.security import BusyError

if TYPE_CHECKING:
    from cardwright import Game
from collections.abc import Hashable
from typing import Generic

T = TypeVar("T")

# Number of threads, which mostly wait for each other or a disk. So many tables can be stuck before others are.
TABLE_THREADS = 32
# Limits in seconds for lookups: at once, and per second in the long run.
LINK_WORK = (3.0, 0.05)
TABLE_WORK = (5.0, 0.1)
# Limits for waiting lookups of one link, and of one table.
LINK_LOOKUPS, TABLE_LOOKUPS = 2, 4
# Maximum rest in seconds of the lookup thread after a job; it rests as long as it worked, so that answers get half of
# the time.
MAX_REST = 0.1

BUSY = "This takes long to compute, and there were too many requests. Try again in a few seconds."

_locks: "WeakKeyDictionary[Game, Lock]" = WeakKeyDictionary()
_making = Lock()


@contextmanager
def hold_game_lock(game: "Game") -> Iterator[None]:
    """Return a context that holds the lock of a game: two threads that execute its rules would share one budget."""
    with _making:
        lock = _locks.setdefault(game, Lock())
    with lock:
        yield


class Serial:
    """Queue of jobs that run one after the other, each on any thread of a pool."""

    def __init__(self) -> None:
        self._jobs: deque[tuple[Callable[[], Any], Future[Any]]] = deque()
        self._lock = Lock()
        self._running = False

    @property
    def idle(self) -> bool:
        """True if no job is running or waiting."""
        return not self._running

    def submit(self, pool: ThreadPoolExecutor, job: Callable[[], T]) -> "Future[T]":
        """Queue a job after the jobs submitted before. Raises RuntimeError after shutdown."""
        future: Future[T] = Future()
        with self._lock:
            self._jobs.append((job, future))
            if self._running:
                return future
            self._running = True
        try:
            pool.submit(self._run, pool)
        except RuntimeError:
            self._end()
            raise
        return future

    def _run(self, pool: ThreadPoolExecutor) -> None:
        job, future = self._jobs.popleft()
        if future.set_running_or_notify_cancel():
            try:
                found = job()
            except BaseException as error:  # noqa: BLE001 - it is raised where the job was submitted
                future.set_exception(error)
            else:
                future.set_result(found)
        with self._lock:
            if not self._jobs:
                self._running = False
                return
        try:
            pool.submit(self._run, pool)  # at the end of the queue, so that tables with much work let others go first
        except RuntimeError:
            self._end()

    def _end(self) -> None:
        with self._lock:
            self._running = False
            jobs, self._jobs = list(self._jobs), deque()
        for _, future in jobs:
            future.cancel()


class Share:
    """The lookups that one link or table may still request: seconds of computation, and lookups that may wait."""

    def __init__(self, work: tuple[float, float], lookups: int) -> None:
        self.allowance = Allowance(*work)
        self.most = lookups
        self.waiting = 0

    @property
    def is_spent(self) -> bool:
        """True if no more lookups are allowed now."""
        return self.waiting >= self.most or self.allowance.left <= 0


def link_share() -> Share:
    """Return a new limit for the lookups of one link."""
    return Share(LINK_WORK, LINK_LOOKUPS)


def make_lookup_limit() -> Share:
    """Return a new limit for the lookups of all links of a table together."""
    return Share(TABLE_WORK, TABLE_LOOKUPS)


class Work:
    """The threads of a server: for tables, for changed files, and for lookups."""

    def __init__(self) -> None:
        self._tables = ThreadPoolExecutor(TABLE_THREADS, "tables")
        self._files = ThreadPoolExecutor(1, "files")
        self._lookups = ThreadPoolExecutor(1, "lookups")

    def submit(self, line: Serial, job: Callable[[], T]) -> "Future[T]":
        """Queue a job of a table after the other jobs of this table."""
        return line.submit(self._tables, job)

    async def at(self, line: Serial, job: Callable[[], T]) -> T:
        """Run a job of a table, and return its result. Raises CancelledError at shutdown."""
        try:
            future = self.submit(line, job)
        except RuntimeError as error:
            raise asyncio.CancelledError from error
        return await asyncio.wrap_future(future)

    async def with_files(self, job: Callable[[], T]) -> T:
        """Run a job that reads the files of games, and return its result."""
        return await asyncio.get_running_loop().run_in_executor(self._files, job)

    async def look_up(self, job: Callable[[], T], *shares: Share) -> T:
        """Run a lookup, and return its result. Raises BusyError, without running the lookup, beyond a limit."""
        if any(share.is_spent for share in shares):
            raise BusyError(BUSY)
        for share in shares:
            share.waiting += 1
        try:
            found, seconds = await asyncio.get_running_loop().run_in_executor(self._lookups, _run_timed, job)
        finally:
            for share in shares:
                share.waiting -= 1
        for share in shares:
            share.allowance.take(seconds)
        if isinstance(found, _Failed):
            raise found.error
        return found

    def close(self) -> None:
        """Stop accepting jobs."""
        for pool in (self._files, self._lookups):
            pool.shutdown(wait=False, cancel_futures=True)
        # waiting jobs of a table are cancelled by the table
        self._tables.shutdown(wait=False)


class _Failed:
    def __init__(self, error: Exception) -> None:
        self.error = error


def _run_timed(job: Callable[[], T]) -> "tuple[T | _Failed, float]":
    """Run a job and then pause the thread; return the job's result or error, and its CPU seconds."""
    began = thread_time()
    try:
        found: T | _Failed = job()
    except Exception as error:  # noqa: BLE001 - what failed is counted, too, and raised where it was asked for
        found = _Failed(error)
    took = thread_time() - began
    sleep(min(took, MAX_REST))
    return found, took


def wait_until_idle(lines: "list[Serial]", seconds: float) -> None:
    """Wait until these queues run no job, for at most `seconds`."""
    ends = monotonic() + seconds
    while monotonic() < ends and not all(line.idle for line in lines):
        sleep(0.01)


class RecentResults(Generic[T]):
    """Cache of the results for the last `most` keys."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: dict[Hashable, T] = {}

    def get(self, key: Hashable) -> T | None:
        """Return the result for a key, or None."""
        return self._kept.get(key)

    def keep(self, key: Hashable, value: T) -> T:
        """Store a result, and return it."""
        self._kept.pop(key, None)
        self._kept[key] = value
        while len(self._kept) > self._most:
            self._kept.pop(next(iter(self._kept)), None)
        return value
