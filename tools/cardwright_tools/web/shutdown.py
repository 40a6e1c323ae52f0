"""Shutdown of the server within two seconds of a signal, even while its threads work."""

import faulthandler
import os
import signal
import threading
from contextlib import suppress
from types import FrameType

import uvicorn

from cardwright_tools.cli.errors import STOPPED

# Seconds after a signal until the process is ended as it is: every answer was in its record before it was confirmed,
# and a record without its digest is a record still. The last is for code that never lets another thread go on.
MAX_ENDING = 1.7
LAST_RESORT = 1.9


class EndingServer(uvicorn.Server):
    """Server that does not wait for threads that never end."""

    _ending = False

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Start the shutdown."""
        super().handle_exit(sig, frame)
        if not self._ending:
            self._ending = True
            _end_at_last(sig)


def _end_at_last(sig: int) -> None:
    """Exit the process after a while, if it is still running."""
    timer = threading.Timer(MAX_ENDING, _end_now, [sig])
    timer.daemon = True
    timer.start()
    with suppress(OSError, RuntimeError, ValueError):
        silent = open(os.devnull, "w")  # noqa: PTH123, SIM115 - open until the process ends
        faulthandler.dump_traceback_later(LAST_RESORT, exit=True, file=silent)


def _end_now(sig: int) -> None:
    os._exit(130 if sig == signal.SIGINT else STOPPED + sig)
