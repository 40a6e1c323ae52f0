"""All that one viewer of a table may know, from which their page is drawn; nothing else goes over the wire."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardwright.presentation.comfort import comfort
from cardwright.presentation.lately import Lately
from cardwright.presentation.onlookers import onlookers_story, onlookers_table
from cardwright.presentation.story import Story, earlier_story, story
from cardwright.presentation.table import Table, table
from cardwright_tools.table.drawing.score_sheet import Sheet, sheet_of

if TYPE_CHECKING:
    from cardwright import State
    from cardwright.presentation.question import Question


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
    """The question put to a viewer, under the name by which an answer tells it from others.

    `standing` is the key of the answer that may be made to stand; "" if none is offered.
    """

    name: str
    question: "Question"
    standing: str = ""


@dataclass(frozen=True)
class Awaited:
    """A seat whose person has to agree to something, and whether they are here."""

    seat: int
    here: bool


@dataclass(frozen=True)
class GameSight:
    """What a viewer may know of a game: of one seat, or (None) what all of them may.

    `story` is what happened since a seat answered last, `earlier` what happened before that. Of a game that is over
    `sheet` says what the scores are added up from.
    """

    seat: int | None
    table: Table
    story: Story
    earlier: Story
    sheet: Sheet | None = None


@dataclass(frozen=True)
class Sight:
    """What a viewer may know: of the game, of the others at the table, and what they are asked.

    `wants_back` is the seat that wants its last answer back; `may_agree` says that the viewer has not said yet whether
    it may, and `may_undo` that they have one to take back. `unsaved` tells why the game is not being saved,
    `edition` how often its text has changed. `standing` are the answers that are given for the viewer, in words;
    `would_go` is what would be taken back, and `awaited`, for who wants that, are those who have still to agree.
    """

    game: GameSight
    asked: Asked | None
    people: tuple[Person, ...]
    notices: tuple[str, ...]
    wants_back: int | None
    may_agree: bool
    may_undo: bool
    designer: bool
    unsaved: str | None
    edition: int
    standing: tuple[str, ...] = ()
    would_go: Story | None = None
    awaited: "tuple[Awaited, ...]" = ()


@dataclass(frozen=True)
class Drawn:
    """What was drawn of a sight, part by part, and what drew it."""

    sight: Sight
    parts: dict[str, str]
    by: object


def game_sight(
    state: "State", seat: int | None, earlier: Story | None = None, lately: Lately | None = None
) -> GameSight:
    """What a seat, or somebody who only looks on, may know of a game; `earlier` where that is known already."""
    nothing = Story(())
    sheet = comfort(lambda: sheet_of(state), None) if state.finished else None
    if seat is None:
        told = comfort(lambda: onlookers_story(state), nothing)
        return GameSight(None, onlookers_table(state), told, nothing, sheet)
    before = comfort(lambda: earlier_story(state, seat), nothing) if earlier is None else earlier
    told = comfort(lambda: story(state, seat), nothing)
    return GameSight(seat, table(state, seat, lately=lately), told, before, sheet)
