"""All that one viewer of a table may know, from which their page is drawn; nothing else goes over the wire."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from cardwright.presentation.fault_fence import comfort
from cardwright.presentation.log.tree import LogEvent, Story, earlier_story, story
from cardwright.presentation.memo import Lately
from cardwright.presentation.spectators import onlookers_story, onlookers_table
from cardwright.presentation.table import TableView, table
from cardwright_tools.session.score_table import ScoreSheet, sheet_of

if TYPE_CHECKING:
    from cardwright import State
    from cardwright.presentation.question import Question
    from cardwright_tools.web.replay_pages import ReplayMoment


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
    question: Question
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
    table: TableView
    story: Story
    earlier: Story
    sheet: ScoreSheet | None = None


@dataclass(frozen=True)
class ViewerState:
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
    awaited: tuple[Awaited, ...] = ()


@dataclass(frozen=True)
class DrawnPage:
    """What was drawn of a sight, part by part, and what drew it."""

    sight: ViewerState
    parts: dict[str, str]
    by: object


def game_sight(state: State, seat: int | None, earlier: Story | None = None, lately: Lately | None = None) -> GameSight:
    """What a seat, or somebody who only looks on, may know of a game; `earlier` where that is known already."""
    nothing = Story(())
    sheet = comfort(lambda: sheet_of(state), None) if state.finished else None
    if seat is None:
        told = comfort(lambda: onlookers_story(state), nothing)
        return GameSight(None, onlookers_table(state), told, nothing, sheet)
    before = comfort(lambda: earlier_story(state, seat), nothing) if earlier is None else earlier
    told = comfort(lambda: story(state, seat), nothing)
    return GameSight(seat, table(state, seat, lately=lately), told, before, sheet)


# So many of the deeds that led to a change are told.
DEEDS = 3


def changes(state: State, seat: int | None, owner: int | None, word: str) -> list[str]:
    """The changes of a counter of a player, or (None) of the table, as far as a seat, or (None) everybody, saw them."""
    told = onlookers_story(state) if seat is None else story(state, seat, 0)
    return list(_found(told.lines, owner, word, ()))


def _found(lines: Iterable[LogEvent], owner: int | None, word: str, deeds: Sequence[str]) -> Iterator[str]:
    for line in lines:
        within = (*deeds, line.text)
        for count in line.counts:
            if (count.player, count.word) == (owner, word):
                which = f"{count.index} " if count.index else ""
                yield f"{which}{count.before} → {count.after}   {' › '.join(within[-DEEDS:])}"
        yield from _found(line.lines, owner, word, within)


class PageDrawer(Protocol):
    """What draws the pages of a game: the parts of one for what somebody may know, the colours, the faces of cards."""

    goal: str

    def __call__(
        self, sight: ViewerState, before: DrawnPage | None = None, lately: Lately | None = None
    ) -> dict[str, str]:
        """The parts of a page, by name, as HTML; what was drawn of the same before, or lately, is not drawn again."""

    def sheet(self) -> str:
        """The style sheet with the game's colours."""

    def faces(self, link: str) -> str:
        """The faces of all cards, for the page that a link leads to."""

    def picture(self, card: str) -> bytes | None:
        """The picture of a card as JPEG, if it has one."""

    def icons(self) -> str:
        """The drawings of the game's icons."""

    def rules(self) -> str:
        """The rulebook; it takes a while the first time."""

    def log(self, told: Story) -> str:
        """What happened."""

    def past(self, moment: ReplayMoment, people: Sequence[Person]) -> dict[str, str]:
        """A moment of a finished game."""
