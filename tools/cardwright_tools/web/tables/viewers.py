"""Viewers of a table, with their pages, their browsers, and the decisions that are prepared for them."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cardwright import SlipError
from cardwright.presentation.question import make_question as put_question
from cardwright.presentation.repeat_answers import PlayerAutoAnswers
from cardwright.records.notes_chat_and_names import NAME, NOTE, SAID
from cardwright_tools.cli.standard_output import print_note
from cardwright_tools.web.rate_limits import Allowance
from cardwright_tools.web.security import report_server_bug
from cardwright_tools.web.tables.work_threads import Share, link_share

if TYPE_CHECKING:
    from cardwright import State
    from cardwright.presentation.log.earlier_log import EarlierLog
    from cardwright.presentation.question import Question
    from cardwright.presentation.table_view import TableView
    from cardwright.query.log_events import Event
    from cardwright_tools.web.drawing.viewer_state import Asked, DrawnPage, MatchView

# Limits for the messages of the pages of one link: at once, and a second in the long run.
AT_ONCE = 40
A_SECOND = 10.0
# Limits for stored changes by one link: at once, and a second in the long run.
RARE = {
    "note": (10.0, 0.3),
    "say": (10.0, 0.3),
    "undo": (20.0, 0.2),
    "call": (6.0, 0.2),
    "bot": (10.0, 0.3),
    "again": (6.0, 0.2),
}
# Limits for the texts of one link in a match, and for the letters of each kind.
MAX_TEXTS, MAX_LETTERS = {NOTE: 200, SAID: 300, NAME: 40}, 100_000
# Number of further messages that are refused with an answer; after that the page is closed.
PATIENCE = 200


@dataclass(eq=False)
class Browser:
    """An open page, and the event loop that serves it; `stale` is True while the page is out of date."""

    stale: asyncio.Event = field(default_factory=asyncio.Event)
    loop: asyncio.AbstractEventLoop | None = None

    def mark_stale(self) -> None:
        """Set `stale`, from any thread."""
        if self.loop is None:
            self.stale.set()
            return
        with suppress(RuntimeError):  # the loop is closed, and the page with it
            self.loop.call_soon_threadsafe(self.stale.set)


@dataclass(eq=False)
class Viewer:
    """A viewer of a table: a seat, or all spectators if `seat` is None.

    - `parts`: the parts of the viewer's page as HTML, by name
    - `drawn`: the page as it was last rendered
    - `questions`: the number of the seat's decisions so far, from which they get their names
    - `asked`: identifies the last of these decisions
    - `notices`: notices that the viewer has not confirmed
    - `answered`: identifies the viewer's last answer
    - `earlier`: the log before that answer, from `log`
    - `saw`: a moment with the state that is shown, and the view of the match at that moment
    - `before`: the table as the viewer saw it at that answer
    - `heeded`: the replies to the last messages, by the ids that the pages gave the messages
    - `pace`, `share`, `rare`: limits on the messages, lookups and file writes of all pages of the link
    - `texts`, `letters`: counts of notes, names and lines of chat
    - `refused`: the number of messages beyond the limit
    """

    link: str
    seat: int | None
    parts: dict[str, str] = field(default_factory=dict)
    browsers: set[Browser] = field(default_factory=set)
    notices: list[str] = field(default_factory=list)
    questions: int = 0
    asked: object = None
    since: float = 0.0
    drawn: DrawnPage | None = None
    answered: tuple[object, int] | None = None
    earlier: list[Event] = field(default_factory=list)
    log: EarlierLog | None = None
    saw: tuple[object, MatchView] | None = None
    before: TableView | None = None
    heeded: dict[str, dict[str, Any]] = field(default_factory=dict)
    pace: Allowance = field(default_factory=lambda: Allowance(AT_ONCE, A_SECOND))
    share: Share = field(default_factory=link_share)
    rare: dict[str, Allowance] = field(
        default_factory=lambda: {action: Allowance(*pace) for action, pace in RARE.items()}
    )
    texts: Counter[str] = field(default_factory=Counter)
    letters: Counter[str] = field(default_factory=Counter)
    refused: Allowance = field(default_factory=lambda: Allowance(PATIENCE, A_SECOND))

    def show(self, parts: dict[str, str]) -> None:
        """Set the current parts of the page, and notify the browsers if they have changed."""
        if parts == self.parts:
            return
        self.parts = parts
        for browser in tuple(self.browsers):
            browser.mark_stale()


@dataclass(eq=False)
class SeatViewer(Viewer):
    """A player's seat: the person's name, and the bot that plays it, if any.

    `owned` is True if a person has taken the seat; a bot there is only a substitute. `put` is the last prompt, and
    `looked_ahead` is True if the consequences of its options were computed, or are being computed. `given` is the
    number of the person's recorded answers at the last prompt. `deck` is the text of the deck for the next match:
    "" for the game's usual one, None if none was chosen.
    """

    name: str = ""
    bot: str | None = None
    owned: bool = False
    deck: str | None = None
    put: Asked | None = None
    looked_ahead: bool = False
    given: int = 0
    auto_answers: PlayerAutoAnswers = field(default_factory=PlayerAutoAnswers)

    @property
    def here(self) -> bool:
        """True if somebody has the seat's page open."""
        return bool(self.browsers)


@dataclass(frozen=True)
class BotsTurn:
    """A bot's turn: a copy of the state, the kind of the bot, its seed, and the moment to which the turn belongs."""

    state: State
    kind: str
    seed: int
    moment: object


@dataclass(frozen=True)
class LookAhead:
    """A decision whose consequences are not computed yet: its seat, its name, and a copy of the state."""

    seat: SeatViewer
    name: str
    state: State

    def found(self) -> Question | None:
        """Return the prompt with the consequences of its options; None if it is no longer the current prompt."""
        if self.seat.put is None or self.seat.put.name != self.name:
            return None
        return put_question(self.state, self.state.player)


UNSAVED = "this match is not being saved; the reason has been reported to the operator of the server"
SLIP = (
    "This is not possible: the rules of the game have a mistake there. It has been reported to the operator of the "
    "server."
)


class Troubles:
    """Reports that a match cannot be saved; only the first is printed until saving succeeds again."""

    def __init__(self) -> None:
        self._is_warned = False

    def unsaved(self, why: str | None) -> str | None:
        """Return the notice that saving fails for the reason `why`, and print `why` once; None if `why` is None."""
        if why is not None and not self._is_warned:
            print_note(why)
        self._is_warned = why is not None
        return UNSAVED if self._is_warned else None


def report_omission(error: Exception) -> None:
    """Report an error that caused a part of a page to be left out."""
    if isinstance(error, SlipError):
        print_note(f"a part of a page is missing because of a mistake in the rule texts of its game: {error}")
    else:
        report_server_bug(error)


def report_game_error(error: Exception) -> str:
    """Report a runtime error of the game after an answer, and return the message for the player."""
    print_note(str(error))
    return SLIP
