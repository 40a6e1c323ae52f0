"""Work under way in other threads or processes, waited for so that Ctrl-C may come at any moment."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from cardwright_tools.cli.stopping import signals_wait

R = TypeVar("R")


class UnderWay:
    """What an executor was given to do.

    What `threading` locks in lines of Python (`Condition`, and so `Future`, `Event` and `Queue`) stays locked for ever
    when an interruption comes between them, and whoever works waits for it for ever. So signals wait while anything of
    the kind is touched that others touch, too; what is done comes through a queue written in C.
    """

    def __init__(self, executor: Executor):
        self._executor = executor
        self._finished: SimpleQueue[Future[Any]] = SimpleQueue()

    def give(self, work: Callable[..., R], *arguments: Any) -> Future[R]:
        """Have something done; `finished` tells when it is."""
        with signals_wait():
            future = self._executor.submit(work, *arguments)
            future.add_done_callback(self._finished.put)
        return future

    def finished(self, seconds: float | None = None) -> list[Future[Any]]:
        """What was finished since this was asked last. It waits for the first, but no longer than so many seconds."""
        found = []
        try:
            found.append(self._finished.get(timeout=seconds))
            while True:
                found.append(self._finished.get_nowait())
        except Empty:
            return found

    def map(self, work: Callable[..., R], *lists: Iterable[Any]) -> Iterator[R]:
        """What some work comes to for each of the lists' items, in their order; all is given at once."""
        given = [self.give(work, *each) for each in zip(*lists, strict=True)]
        finished: set[Future[Any]] = set()
        for future in given:
            while future not in finished:
                finished.update(self.finished())
            yield future.result()
