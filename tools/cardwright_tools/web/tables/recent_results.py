"""Memo of the last few results by key, oldest dropped first."""

from collections.abc import Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Recent(Generic[T]):
    """Memo of the results of the last `most` keys."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: dict[Hashable, T] = {}

    def get(self, key: Hashable) -> T | None:
        """Return the result for a key, or None."""
        return self._kept.get(key)

    def keep(self, key: Hashable, value: T) -> T:
        """Store a result, and return it."""
        self._kept.pop(key, None)
        self._kept[key] = value
        while len(self._kept) > self._most:
            self._kept.pop(next(iter(self._kept)), None)
        return value
