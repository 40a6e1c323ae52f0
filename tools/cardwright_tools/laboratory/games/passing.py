"""Which pieces went through a zone between two decisions: the answer is given once more, and watched."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, SupportsIndex

if TYPE_CHECKING:
    from cardwright import State

# Of pieces, the slots of the zones that it is asked of each of them whether it went through.
Wanted = Mapping[int, frozenset[int]]


def passed(before: State, option: int, wanted: Wanted, places: range) -> Iterator[int]:
    """Of these pieces, those that come into one of their zones while an answer is worked out, however shortly.

    The slots `places`, if there are any, tell where the first pieces lie.
    """
    twin = before.clone()
    watched = twin.slots = _Watched(twin.slots)
    twin.apply(option)
    for piece, zones in wanted.items():
        lay = watched.set_to.get(places[piece], ()) if piece < len(places) else ()
        if not zones.isdisjoint(lay) or any(watched.noted(zone, piece) for zone in zones):
            yield piece


class _Watched(list[Any]):
    """The slots of a state, noting all that they are set to."""

    def __init__(self, slots: list[Any]) -> None:
        super().__init__(slots)
        self.set_to: dict[int, list[Any]] = {}

    def __setitem__(self, place: SupportsIndex | slice, value: Any) -> None:
        if not isinstance(place, slice):
            self.set_to.setdefault(int(place), []).append(value)
        super().__setitem__(place, value)

    def noted(self, zone: int, piece: int) -> bool:
        """Whether a zone held a piece after it was set."""
        return any(
            content >> piece & 1 if isinstance(content, int) else piece in content
            for content in self.set_to.get(zone, ())
        )
