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
    return common_view([moment.state.view(player) for player in players])


def common_view(views: Sequence[View]) -> View:
    """What is in every one of several views of the same table, as somebody sees it who is none of these players."""
    first = views[0]
    if len(views) == 1:
        return first
    return replace(
        first,
        player=NOBODY,
        zones=tuple(_common([view.zones[place] for view in views]) for place in range(len(first.zones))),
        counters=tuple(each for each in first.counters if all(each in other.counters for other in views)),
        scores=tuple(_known_to_all(scores) for scores in zip(*(view.scores for view in views), strict=True)),
        certain=tuple(_known_to_all(scores) for scores in zip(*(view.certain for view in views), strict=True)),
        waiting_for=first.waiting_for if first.finished else None,
    )


def _known_to_all(scores: Sequence[int | None]) -> int | None:
    return scores[0] if all(score == scores[0] for score in scores) else None


def _common(zones: Sequence[ZoneView]) -> ZoneView:
    """A zone with the pieces that are in all of several views of it."""
    first = zones[0]
    pieces = tuple(
        piece if piece is not None and all(piece in zone.pieces for zone in zones) else None for piece in first.pieces
    )
    if not first.ordered:  # between which others a hidden one lies tells of it
        pieces = tuple(sorted(pieces, key=lambda piece: piece is None))
    return replace(first, pieces=pieces)


def ended(moment: "Moment") -> str:
    """What was over at a moment, in words."""
    return moment.word.replace("_", " ")
