"""Cancellation of work in another thread, which polls whether its result is still wanted."""

from __future__ import annotations

import signal
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import FrameType


class Ended(Exception):
    """The computation was cancelled, because its result is no longer needed."""


class Stop:
    """Said once, from any thread, it ends the thinking that heeds it; compiled code reads the same word."""

    def __init__(self) -> None:
        self._word = array("i", [0])

    def end(self) -> None:
        """Let thinking end; it is heard within a second."""
        self._word[0] = 1

    @property
    def said(self) -> bool:
        """True once the work is to end."""
        return self._word[0] != 0

    @property
    def address(self) -> int:
        """Address of a C `int`, non-zero once the work is to end; valid while this object lives."""
        return self._word.buffer_info()[0]


_heeded: ContextVar[Stop | None] = ContextVar("stop", default=None)


def find_stop_signal() -> Stop | None:
    """Return the stop signal of this thread, if any."""
    return _heeded.get()


def check_stop_signal() -> None:
    """Raise Ended if thinking in this thread is to end."""
    stop = _heeded.get()
    if stop is not None and stop.said:
        raise Ended


@contextmanager
def use_stop_signal(stop: Stop) -> Iterator[None]:
    """Let thinking in this thread heed a stop meanwhile."""
    before = _heeded.set(stop)
    try:
        yield
    finally:
        _heeded.reset(before)


class TimeLimitError(BaseException):
    """Something took more time than it was given; no `except Exception` on the way is to take it for another error."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Stop the block after some seconds by raising TooLong, where the system can (not on Windows)."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TimeLimitError

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
