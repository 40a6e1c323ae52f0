"""Errors in optional features, which must not end a match; each kind is reported once."""

import os
import traceback
from collections.abc import Callable
from threading import Lock

from cardwright import SlipError
from cardwright.presentation.error_isolation import disable_fault_fence, enable_fault_fence
from cardwright_tools.cli.errors import report_bug

# If set to `off`, errors are raised: our tests do this, so that isolation hides no error.
FENCE = "CARDWRIGHT_FENCE"


class Faults:
    """The errors reported by one process; `tell` is called for the first error of each kind.

    Errors of one kind have the same type and the same position in the code.
    """

    def __init__(self, tell: Callable[[Exception], None]) -> None:
        self._tell = tell
        self._reported: set[tuple[str, str, int | None]] = set()
        self._lock = Lock()

    def report(self, error: Exception) -> None:
        """Report an error, unless one of its kind was reported before."""
        last = traceback.extract_tb(error.__traceback__)[-1]
        kind = type(error).__name__, last.filename, last.lineno
        with self._lock:
            known = kind in self._reported
            self._reported.add(kind)
        if not known:
            self._tell(error)


def describe_fault(error: Exception) -> str:
    """Return the message for an error in an optional feature, with the file that has the details."""
    if isinstance(error, SlipError):
        return f"Something is not shown here, because of a mistake in the rule texts of the game: {error}."
    return f"Something is not shown here, and the match continues.\n{report_bug(error)}"


def fence_display_work(tell: Callable[[Exception], None]) -> None:
    """Let matches continue after errors in optional features; `tell` is called for the first error of each kind."""
    if os.environ.get(FENCE) == "off":
        disable_fault_fence()
    else:
        enable_fault_fence(Faults(tell).report)
