"""Limits on the computation of values that are only for display, such as scores during a game."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from weakref import WeakKeyDictionary

from cardwright.runtime.errors import RunawayError, SlipError
from cardwright.runtime.primitives.execution_budget import DISPLAY, MAX_DISPLAY_ITEMS

# Number of times that a value is skipped: after the first failure, and at most.
FIRST_SKIPS, MAX_SKIPS = 64, 65_536
# By function or program: how many times it is still skipped, and the number at the last failure.
_skips: WeakKeyDictionary[object, tuple[int, int]] = WeakKeyDictionary()
_failed = threading.local()
_reports: list[Callable[[Exception], None]] = []


class SkippedError(SlipError):
    """Error for a displayed value that is skipped because it took too long before."""


def report_failures(report: Callable[[Exception], None] | None) -> None:
    """Set the function that is called with each error of a displayed value that took too long; None for no function."""
    _reports[:] = [] if report is None else [report]


@contextmanager
def limit_display_work(of: object = None, most: int | None = None) -> Iterator[None]:
    """Return a context that limits computations inside it to `most` items of lists; nested limits share the items.

    `of` is the function or program whose failures are remembered, or None. Raises SkippedError while `of` is skipped
    because of earlier failures, and RunawayError if the limit is exceeded.
    """
    inside = DISPLAY.left is not None
    if of is not None and _is_skipped(of):
        raise SkippedError("this took too long before, and is skipped for now")
    if DISPLAY.left is not None and DISPLAY.left <= 0:
        raise SkippedError("something else took too long")
    if not inside:
        DISPLAY.left = MAX_DISPLAY_ITEMS if most is None else most
        _failed.error = RunawayError((), (), "something that is only shown takes too long")
    try:
        yield
    except RunawayError as error:
        _failed.error = error
        _note_failure(of)
        raise
    else:
        if DISPLAY.left is not None and DISPLAY.left <= 0:
            _note_failure(of)
        elif of is not None:
            _skips.pop(of, None)
    finally:
        if not inside:
            DISPLAY.left = None


def _note_failure(of: object) -> None:
    """Record that a displayed value failed, so that it is skipped for some time, and report the error."""
    if of is not None:
        _, before = _skips.get(of, (0, 0))
        times = min(2 * before, MAX_SKIPS) or FIRST_SKIPS
        _skips[of] = times, times
        for report in _reports:
            report(_failed.error)


def _is_skipped(of: object) -> bool:
    """Return True if a displayed value must be skipped this time."""
    left, times = _skips.get(of, (0, 0))
    if left:
        _skips[of] = left - 1, times
    return left > 0
