"""Cancellation of long computations: they regularly check whether their result is still wanted."""

from __future__ import annotations

import signal
import sys
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import FrameType


class Ended(Exception):
    """Signal that a computation was cancelled because its result is no longer wanted."""


class Stop:
    """A signal that any thread can set once to cancel computations; compiled C reads the same memory."""

    def __init__(self) -> None:
        self._word = array("i", [0])

    def end(self) -> None:
        """Cancel the computations that use this signal; each ends within a second."""
        self._word[0] = 1

    @property
    def said(self) -> bool:
        """True if the computations were cancelled."""
        return self._word[0] != 0

    @property
    def address(self) -> int:
        """The address of a C `int` that is non-zero if the signal was set; valid while this object exists."""
        return self._word.buffer_info()[0]


_heeded: ContextVar[Stop | None] = ContextVar("stop", default=None)


def find_stop_signal() -> Stop | None:
    """Return the stop signal of this thread, or None."""
    return _heeded.get()


def check_stop_signal() -> None:
    """Raise Ended if the stop signal of this thread was set."""
    stop = _heeded.get()
    if stop is not None and stop.said:
        raise Ended


@contextmanager
def use_stop_signal(stop: Stop) -> Iterator[None]:
    """Return a context in which computations of this thread stop when `stop` is set."""
    before = _heeded.set(stop)
    try:
        yield
    finally:
        _heeded.reset(before)


class TimeLimitError(BaseException):
    """Error for a computation that exceeded its time limit.

    Derives from BaseException, so that no `except Exception` on the way catches it.
    """


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Return a context that raises TimeLimitError if its code computes longer than `seconds` (no limit on Windows).

    Processor time of the process counts, so that the limit is the same on a busy machine. An error raised in a
    finalizer is lost, so it is raised once more in each further second.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TimeLimitError

    def pass_on(lost: sys.UnraisableHookArgs) -> None:
        if lost.exc_type is not TimeLimitError:
            hook(lost)

    before, hook = signal.signal(signal.SIGPROF, stop), sys.unraisablehook
    sys.unraisablehook = pass_on
    signal.setitimer(signal.ITIMER_PROF, seconds, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        sys.unraisablehook = hook
