"""Isolation of optional output: an internal error in it costs a line, but not the match."""

import os
import traceback
from collections.abc import Callable
from threading import Lock
from typing import TypeVar

from cardwright.query.display_budgets import SkippedError, report_failures

T = TypeVar("T")
U = TypeVar("U")
Report = Callable[[Exception], None]

# If set to `off`, errors are raised: our tests do this, so that isolation hides no error.
FENCE = "CARDWRIGHT_FENCE"
# The reporter of exceptions; if there is none, they are raised.
_reports: list[Report] = []


def enable_fault_fence(report: Report) -> None:
    """Make `run_optional` pass exceptions to `report` from now on, instead of raising them."""
    _reports[:] = [report]
    report_failures(report)


def disable_fault_fence() -> None:
    """Make `run_optional` raise exceptions from now on, as at the start of a program."""
    _reports.clear()
    report_failures(None)


def run_optional(work_out: Callable[[], T], instead: U, passed_on: tuple[type[Exception], ...] = ()) -> T | U:
    """Return the result of `work_out`; if it raises an exception, report the exception and return `instead`.

    Used for output that players can do without, such as consequences, log lines and highlights. Exceptions of the types
    `passed_on` are raised, and all exceptions are raised if the fence is disabled.
    """
    try:
        return work_out()
    except SkippedError:
        return instead
    except passed_on:
        raise
    except Exception as error:
        if not _reports:
            raise
        _reports[0](error)
        return instead


class Faults:
    """The errors reported by one process; `tell` is called for the first error of each kind.

    Two errors are of one kind if they have the same type and the same position in the code. Errors that were never
    raised, as that of a limit that something optional reached, have their text instead of a position.
    """

    def __init__(self, tell: Report) -> None:
        self._tell = tell
        self._reported: set[tuple[str, str, int | None]] = set()
        self._lock = Lock()

    def report(self, error: Exception) -> None:
        """Report an error, unless one of its kind was reported before."""
        frames = traceback.extract_tb(error.__traceback__)
        kind = type(error).__name__, *((frames[-1].filename, frames[-1].lineno) if frames else (str(error), None))
        with self._lock:
            known = kind in self._reported
            self._reported.add(kind)
        if not known:
            self._tell(error)


def fence_display_work(tell: Report) -> None:
    """Let matches continue after errors in optional output; `tell` is called for the first error of each kind."""
    if os.environ.get(FENCE) == "off":
        disable_fault_fence()
    else:
        enable_fault_fence(Faults(tell).report)
