"""Stops what takes too long."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TooLong(BaseException):
    """Something took more time than it was given; no `except Exception` on the way is to take it for another error."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Stop what runs meanwhile after some seconds by raising TooLong, where the system can (not on Windows)."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TooLong

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
