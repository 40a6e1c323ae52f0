"""Keeps what was drawn or laid out last under each name, as most of a table is what it was before an answer."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar, cast

T = TypeVar("T")


class Lately:
    """Of everything that has a name, the last few that were worked out, each with all that it was worked out from."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: dict[Hashable, list[tuple[object, object]]] = {}

    def get(self, name: Hashable, given: object, work_out: Callable[[], T]) -> T:
        """What is worked out from something that is given, which has to tell equal from unlike."""
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
