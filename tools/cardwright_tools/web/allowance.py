"""Allowances: how much somebody may still ask for, as a token bucket that fills as time passes."""

from time import monotonic


class Allowance:
    """A token bucket of at most `most`, which fills by `a_second`. What is taken late may leave it below zero."""

    def __init__(self, most: float, a_second: float) -> None:
        self._most, self._a_second = most, a_second
        self._left, self._then = most, monotonic()

    @property
    def left(self) -> float:
        """How much is left now."""
        now = monotonic()
        self._left = min(self._most, self._left + (now - self._then) * self._a_second)
        self._then = now
        return self._left

    def take(self, amount: float) -> None:
        """Take what was used, however much is left."""
        self._left = self.left - amount

    def allows(self, amount: float = 1.0) -> bool:
        """Take an amount and return True, or return False if less is left."""
        if self.left < amount:
            return False
        self.take(amount)
        return True
