"""The table at a moment that a game wants looked at, as one person saw it, or all who sit at one terminal."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cardwright import View, ZoneView

if TYPE_CHECKING:
    from cardwright import Moment

# In a view of nobody in particular.
NOBODY = -1


def seen_by_all(moment: "Moment", players: Sequence[int]) -> View:
    """What one player saw at a moment, or of several only what every one of them saw."""
    views = [moment.state.view(player) for player in players]
    if len(views) == 1:
        return views[0]
    counters = tuple(each for each in views[0].counters if all(each in other.counters for other in views))
    zones = tuple(_common([view.zones[place] for view in views]) for place in range(len(views[0].zones)))
    return replace(views[0], player=NOBODY, zones=zones, counters=counters)


def _common(zones: Sequence[ZoneView]) -> ZoneView:
    """A zone with the pieces that are in all of several views of it."""
    first = zones[0]
    pieces = tuple(
        piece if piece is not None and all(piece in zone.pieces for zone in zones) else None for piece in first.pieces
    )
    return replace(first, pieces=pieces)


def ended(moment: "Moment") -> str:
    """What was over at a moment, in words."""
    return moment.word.replace("_", " ")
