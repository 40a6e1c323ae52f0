"""Limits of values that are worked out only to be shown, such as scores during a game.

What is worked out for one question may take a part of what an execution of the game may. What took more is not tried
again at once, as it would cost as much at every question: it is skipped, after each failure twice as often.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from weakref import WeakKeyDictionary

from cardwright.runtime.errors import RunawayError, SlipError
from cardwright.runtime.primitives.execution_budget import DISPLAY, MAX_DISPLAY_ITEMS

# How often a value is skipped after its first failure, and at most.
FIRST_SKIPS, MAX_SKIPS = 64, 65_536
# By function or program: how often it is skipped yet, and how often it was to be skipped.
_skips: WeakKeyDictionary[object, tuple[int, int]] = WeakKeyDictionary()
_failed = threading.local()
_reports: list[Callable[[Exception], None]] = []


class SkippedError(SlipError):
    """Raised for a displayed value that is skipped, as it took too long before."""


def report_failures(report: Callable[[Exception], None] | None) -> None:
    """Call `report` with each further error of a displayed value that took too long; None for no report."""
    _reports[:] = [] if report is None else [report]


@contextmanager
def limit_display_work(of: object = None, most: int | None = None) -> Iterator[None]:
    """Limit what is worked out inside to `most` items of lists; a limit inside another one shares its items.

    `of` is the function or program whose failures are remembered, or None. Raises SkippedError while it is skipped
    because of earlier failures, and RunawayError if more is needed than allowed.
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
    """Skip a displayed value the next times, and report why it failed."""
    if of is not None:
        _, before = _skips.get(of, (0, 0))
        times = min(2 * before, MAX_SKIPS) or FIRST_SKIPS
        _skips[of] = times, times
        for report in _reports:
            report(_failed.error)


def _is_skipped(of: object) -> bool:
    """Return True if a displayed value is skipped once more."""
    left, times = _skips.get(of, (0, 0))
    if left:
        _skips[of] = left - 1, times
    return left > 0
