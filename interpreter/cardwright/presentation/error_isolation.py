"""Isolation of optional output: an internal error there costs a line instead of the match."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from cardwright.query.display_limits import SkippedError, report_failures

T = TypeVar("T")
U = TypeVar("U")
Report = Callable[[Exception], None]

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
