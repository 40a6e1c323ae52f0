"""Isolation of optional output, in which an internal error costs a line and does not end a match."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
U = TypeVar("U")
Report = Callable[[Exception], None]

# The reporter of exceptions; if there is none, they are raised.
_reports: list[Report] = []


def enable_fault_fence(report: Report) -> None:
    """Report faults from now on to `report`, in place of raising them."""
    _reports[:] = [report]


def disable_fault_fence() -> None:
    """Raise faults from now on: for tests, and for programs that did not ask for a fence."""
    _reports.clear()


def run_optional(work_out: Callable[[], T], instead: U, passed_on: tuple[type[Exception], ...] = ()) -> T | U:
    """Return the result of `work_out`, or `instead` after reporting an exception.

    For output that a player can do without, such as consequences, log lines and highlights. Exceptions of the types
    `passed_on` are raised. If no reporter is set by `enable_fault_fence`, all exceptions are raised.
    """
    if not _reports:
        return work_out()
    try:
        return work_out()
    except passed_on:
        raise
    except Exception as error:  # noqa: BLE001 - the fence: whatever is wrong with a comfort, the game goes on
        _reports[0](error)
        return instead
