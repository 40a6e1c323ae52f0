"""All that one viewer of a table may know, from which their page is drawn; nothing else goes over the wire."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardwright_tools.table.pauses import common_view

if TYPE_CHECKING:
    from cardwright import Decision, Event, Several, State, View

# So many lines of the story are shown to those who never answer.
STORY_LINES = 60
# The log is looked through in stretches of this size, until it has twice as many lines.
STRETCH = 400


@dataclass(frozen=True)
class Person:
    """Who plays a seat: what they are called, whether their page is open, and the bot in their place, if any."""

    seat: int
    player: str
    name: str
    here: bool
    bot: str | None
    owned: bool


@dataclass(frozen=True)
class Asked:
    """The question put to a viewer, under the name by which an answer tells it from others."""

    name: str
    decision: "Decision"
    several: "Several | None"


@dataclass(frozen=True)
class GameSight:
    """What a viewer may know of a game: of one seat, or (None) what all of them may."""

    seat: int | None
    view: "View"
    story: "list[Event]"
    turn: int
    winners: tuple[int, ...]
    ending: tuple[str, ...]


@dataclass(frozen=True)
class Sight:
    """What a viewer may know: of the game, of the others at the table, and what they are asked.

    `wants_back` is the seat that wants its last answer back; `may_agree` says that the viewer has not said yet whether
    it may, and `may_undo` that they have one to take back. `unsaved` tells why the game is not being saved.
    """

    title: str
    game: GameSight
    asked: Asked | None
    people: tuple[Person, ...]
    notices: tuple[str, ...]
    wants_back: int | None
    may_agree: bool
    may_undo: bool
    designer: bool
    unsaved: str | None


def game_sight(state: "State", seat: int | None) -> GameSight:
    """What a seat, or somebody who only looks on, may know of a game."""
    players = range(state.program.players)
    if seat is None:
        view = common_view([state.view(player) for player in players])
        story = _common_story(state, list(players))
    else:
        view = state.view(seat)
        story = state.log_since(state.last_answered(seat), seat)
    winners = tuple(state.winners) if state.finished else ()
    return GameSight(seat, view, story, state.turns, winners, tuple(state.ending) if state.finished else ())


def _common_story(state: "State", players: list[int]) -> "list[Event]":
    """The end of what everybody could see; where it is cut off does not depend on what they could not."""
    end = state.log_size
    since = end
    while True:
        since = max(0, since - STRETCH)
        story = state.common_log(players, since, end)
        if not since or _lines(story) >= 2 * STORY_LINES:
            return story


def _lines(events: "list[Event]") -> int:
    return sum(1 + _lines(event.children) for event in events)
