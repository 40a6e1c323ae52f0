"""Worker processes of a command, which end with it even if it is interrupted or killed."""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import connection, resource_tracker
from multiprocessing.context import BaseContext
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from cardwright_tools.cli.errors import FindingError
from cardwright_tools.cli.signals import delay_signals, end_at_signals, keep_interrupts

R = TypeVar("R")
SECONDS_OF_TICK = 1.0


class UnderWay:
    """Work given to an executor, and its results.

    Locks that `threading` implements in Python (`Condition`, and so `Future`, `Event` and `Queue`) stay locked if
    an interrupt comes between their lines, and other threads wait for them forever. So signals are delayed while
    shared locks are used, and results arrive through a queue written in C.
    """

    def __init__(self, executor: Executor):
        self._executor = executor
        self._finished: SimpleQueue[Future[Any]] = SimpleQueue()

    def give(self, work: Callable[..., R], *arguments: Any) -> Future[R]:
        """Submit work, and return its future; `finished` reports its completion."""
        with delay_signals():
            future = self._executor.submit(work, *arguments)
            future.add_done_callback(self._finished.put)
        return future

    def finished(self, seconds: float | None = None) -> list[Future[Any]]:
        """Return the futures finished since the last call; wait for the first, at most `seconds`."""
        found = []
        try:
            found.append(self._finished.get(timeout=seconds))
            while True:
                found.append(self._finished.get_nowait())
        except Empty:
            return found

    def map(self, work: Callable[..., R], *lists: Iterable[Any], tick: Callable[[], None] | None = None) -> Iterator[R]:
        """Yield the results of some work for each item of the lists, in order; all is submitted at once.

        While it waits it calls `tick` every second; what that raises ends the work.
        """
        given = [self.give(work, *each) for each in zip(*lists, strict=True)]
        finished: set[Future[Any]] = set()
        for future in given:
            while future not in finished:
                finished.update(self.finished(None if tick is None else SECONDS_OF_TICK))
                if tick is not None:
                    tick()
            yield future.result()


@contextmanager
def start_worker_pool(
    jobs: int, context: BaseContext | None = None, make_ready: Callable[..., None] | None = None, *said: Any
) -> Iterator[UnderWay]:
    """Return a context with `jobs` processes; each begins with a call of `make_ready` with the arguments `said`.

    Raises FindingError if one of them is killed.
    """
    context = context or multiprocessing.get_context()
    if context.get_start_method() != "fork":
        _start_tracker()
    pool = ProcessPoolExecutor(jobs, context, _begin, (os.getpid(), make_ready, said))
    workers = _Workers(pool)
    try:
        with delay_signals():  # an interruption would be lost in a fork, or print a traceback
            for _ in range(jobs):
                pool.submit(int)  # starts all processes now, before there are threads
            workers.watch()
        with keep_interrupts():
            yield UnderWay(pool)
    except BrokenProcessPool as error:
        raise FindingError("a process that worked for this command was killed, perhaps for want of memory") from error
    except BaseException:
        # after Ctrl-C nothing is waited for, not even jobs in progress
        workers.end()
        raise
    finally:
        workers.leave()
        # not `with`, which would finish all waiting jobs after Ctrl-C
        pool.shutdown(cancel_futures=True)


class _Workers:
    """The processes of a pool. The first thread that ends one of them ends them all; later calls do nothing."""

    # There is no public access to them before Python 3.14.
    def __init__(self, pool: ProcessPoolExecutor) -> None:
        self._pool = pool
        self._first = threading.Lock()
        self._over = False

    def watch(self) -> None:
        """End all workers when one of them is killed, from now on."""
        ends = [process.sentinel for process in self._pool._processes.values()]
        threading.Thread(target=self._end_with_any, args=(ends,), daemon=True).start()

    def _end_with_any(self, ends: Sequence[int]) -> None:
        connection.wait(ends)
        self.end()

    def end(self) -> None:
        """Stop all workers now."""
        with self._first:
            if self._over:
                return
            self._over = True
            for process in list(self._pool._processes.values()):
                process.terminate()
            # A process that ended while it wrote a result leaves the reader waiting as long as any process could write,
            # and this one could.
            results: Any = self._pool._result_queue
            results._writer.close()

    def leave(self) -> None:
        """Let the processes end by themselves."""
        with self._first:
            self._over = True


def _start_tracker() -> None:
    """Start the resource tracker of pools in such a way that it survives Ctrl-C and a closed terminal."""
    if hasattr(signal, "SIGHUP"):
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGHUP])
        resource_tracker.ensure_running()
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(parent: int, make_ready: Callable[..., None] | None, said: tuple[Any, ...]) -> None:
    # Ctrl-C reaches all processes of the terminal: workers end at once and silently, and the parent reports it.
    end_at_signals()
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    if make_ready is not None:
        make_ready(*said)


def _end_with(parent: int) -> None:
    """End this process soon after its parent was killed, because nobody needs its results."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)
