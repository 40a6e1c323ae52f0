"""Rate limits as token buckets that fill with time."""

from collections.abc import Hashable
from threading import Lock
from time import monotonic


class Allowance:
    """Token bucket of at most `most` tokens that gains `a_second` tokens each second; it can fall below zero."""

    def __init__(self, most: float, a_second: float) -> None:
        self._most, self._a_second = most, a_second
        self._left, self._then = most, monotonic()

    @property
    def left(self) -> float:
        """Number of tokens available now."""
        now = monotonic()
        self._left = min(self._most, self._left + (now - self._then) * self._a_second)
        self._then = now
        return self._left

    def take(self, amount: float) -> None:
        """Take tokens, even if fewer are left."""
        self._left = self.left - amount

    def allows(self, amount: float = 1.0) -> bool:
        """Take an amount and return True; if less is left, take nothing and return False."""
        if self.left < amount:
            return False
        self.take(amount)
        return True


SECONDS = 60.0
MAX_KINDS = 100


class Throttle:
    """Limit on how often events of one kind are reported; the others are counted."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._reported: dict[Hashable, tuple[float, int]] = {}
        self._lock = Lock()

    def passes(self, kind: Hashable) -> int | None:
        """Return how often events of a kind were not reported since the last report of this kind.

        Returns None if the present event must not be reported.
        """
        now = monotonic()
        with self._lock:
            then, passed_over = self._reported.pop(kind, (now - self._seconds, 0))
            if now - then < self._seconds:
                self._reported[kind] = then, passed_over + 1
                return None
            self._reported[kind] = now, 0
            while len(self._reported) > MAX_KINDS:
                self._reported.pop(next(iter(self._reported)))
            return passed_over
