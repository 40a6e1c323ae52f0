"""View and log of a spectator, limited to the information that every player has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardwright.presentation.log.tree import NOBODY, flatten_events, render_successive_events
from cardwright.presentation.table import lay_out_view
from cardwright.presentation.table_view import TableView
from cardwright.query.log_events import Event
from cardwright.query.view import Shown, make_view

if TYPE_CHECKING:
    from cardwright.game.state import State

# So many things that happened are told. The log is looked through from its end, in stretches, for twice as many: what
# was going on where a stretch begins is found out then as it would be from the beginning.
MAX_EVENTS = 60
STRETCH = 400


def build_spectator_table(state: State) -> TableView:
    """Return the table with the information that all players have."""
    return build_common_table(state, range(state.program.players))


def build_common_table(state: State, players: Sequence[int]) -> TableView:
    """Return the table as one player sees it; for several players, only with public information.

    A hidden piece that several players know is left out, because none of them knows that the others know it.
    """
    view = make_view(state, players[0] if len(players) == 1 else NOBODY)
    return lay_out_view(state, Shown(view, {}, {}, {}), state.log_size)


def build_spectator_log(state: State) -> list[Event]:
    """Return the last public log events. The beginning of the list reveals nothing hidden."""
    players = range(state.program.players)
    since = state.log_size
    # what is going on is left out only for a player alone, who is asked; an answer is told as to everybody, at once
    end = since if len(players) == 1 else None
    events: list[Event] = []
    while since and len(events) < 2 * MAX_EVENTS:
        since = max(0, since - STRETCH)
        events = flatten_events(state.common_log(players, since, end))
    return render_successive_events(events[-MAX_EVENTS:])
