"""Memo of the last few results per key, since most of a table is unchanged between two answers."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar, cast

T = TypeVar("T")


class ResultMemo:
    """A memo of the last `most` results per name, each with its input."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: dict[Hashable, list[tuple[object, object]]] = {}

    def get(self, name: Hashable, given: object, work_out: Callable[[], T]) -> T:
        """Return the result for an input, calling `work_out` only if the input is not in the memo.

        Inputs are compared by equality.
        """
        kept = self._kept.setdefault(name, [])
        for place, (before, found) in enumerate(kept):
            if before == given:
                if place:
                    kept.insert(0, kept.pop(place))
                return cast("T", found)
        made = work_out()
        kept.insert(0, (given, made))
        del kept[self._most :]
        return made
