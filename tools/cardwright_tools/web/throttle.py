"""Tells something of one kind once a minute, however often it happens."""

from collections.abc import Hashable
from threading import Lock
from time import monotonic

SECONDS = 60.0
MAX_KINDS = 100


class Throttle:
    """Of each kind of event when it was last told, and how often it happened since."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._told: dict[Hashable, tuple[float, int]] = {}
        self._lock = Lock()

    def passes(self, kind: Hashable) -> int | None:
        """Return how often a kind was passed over since it was told last, if it is to be told now; else None."""
        now = monotonic()
        with self._lock:
            then, passed_over = self._told.pop(kind, (now - self._seconds, 0))
            if now - then < self._seconds:
                self._told[kind] = then, passed_over + 1
                return None
            self._told[kind] = now, 0
            while len(self._told) > MAX_KINDS:
                self._told.pop(next(iter(self._told)))
            return passed_over
