"""What somebody sees who has no seat: only what every player sees, and what happened as all of them saw it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cardwright.inspect.events import Event
from cardwright.inspect.view import CounterView, Shown, View, ZoneView
from cardwright.presentation.story import NOBODY, Story, flattened, grown
from cardwright.presentation.table import Table, laid_out

if TYPE_CHECKING:
    from cardwright.playing.state import State

# So many things that happened are told. The log is looked through from its end, in stretches, for twice as many: what
# was going on where a stretch begins is found out then as it would be from the beginning.
TOLD = 60
STRETCH = 400


def onlookers_table(state: State) -> Table:
    """The table as somebody sees it who may know only what all players know."""
    return common_table(state, range(state.program.players))


def common_table(state: State, players: Sequence[int]) -> Table:
    """The table as one player sees it, or of several only what every one of them sees."""
    view = common_view([state.view(player) for player in players])
    return laid_out(state, Shown(view, {}, {}, {}), state.log_size)


def onlookers_story(state: State) -> Story:
    """The end of what everybody could see happen; where it begins does not depend on what they could not see."""
    players = range(state.program.players)
    since = end = state.log_size
    events: list[Event] = []
    while since and len(events) < 2 * TOLD:
        since = max(0, since - STRETCH)
        events = flattened(state.common_log(players, since, end))
    return Story(grown(events[-TOLD:]))


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
    marks = tuple(_marks_at(zones, place) for place in range(len(pieces))) if first.ordered else ()
    return replace(first, pieces=pieces, marks=marks if any(marks) else ())


def _marks_at(zones: Sequence[ZoneView], place: int) -> tuple[CounterView, ...]:
    """The marks at a place that all see, be it with the piece they are on or without."""
    hidden = [zone.marks[place] if zone.marks else () for zone in zones if zone.pieces[place] is None]
    seen = [piece.counters for zone in zones if (piece := zone.pieces[place]) is not None]
    told = [{(mark.name, mark.value) for mark in marks} for marks in (*hidden, *seen)]
    return tuple(mark for mark in hidden[0] if all((mark.name, mark.value) in each for each in told)) if hidden else ()
