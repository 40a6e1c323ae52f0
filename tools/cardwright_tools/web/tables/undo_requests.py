"""Undo requests at a table, and the seats that have agreed to them."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from cardwright.presentation.log.folding import fold_briefly
from cardwright.presentation.log.tree import NOBODY, find_answer_of_anyone, render_log_events
from cardwright.query.log_events import Event
from cardwright_tools.session.session import Session
from cardwright_tools.web.security import RequestRefusedError
from cardwright_tools.web.tables.viewers import SeatViewer, Viewer

# The notice of an undo, after the player's name. It replaces an earlier notice of the same player.
TAKEN_BACK = "has taken back an answer"


class UndoRequests(ABC):
    """The part of a table that handles undo; `undo` says who must agree: "everybody", "here" or "nobody".

    `wants_back` is the seat that requests an undo. With `designer`, nobody needs to agree.
    """

    session: Session
    seats: list[SeatViewer]
    designer: bool
    undo: str
    wants_back: int | None
    _agreed: set[int]

    @property
    @abstractmethod
    def viewers(self) -> list[Viewer]:
        """All seats, and the spectators."""

    @abstractmethod
    def keep(self) -> None:
        """Write the table's file."""

    @abstractmethod
    def notice(self, text: str, viewer: Viewer | None = None, instead: str | None = None) -> None:
        """Send a notice to a viewer, or to everybody.

        The notice replaces earlier notices that contain the text `instead`, by default those that are equal.
        """

    @abstractmethod
    def _forget_moment(self) -> None: ...

    @abstractmethod
    def _give_automatic_answers(self) -> None: ...

    def wish_back(self, seat: SeatViewer) -> None:
        """Request the undo of a seat's last answer and all later answers.

        The answers are undone once the other people at the table agree.
        """
        if self.session.chosen_last(seat.seat) is None and seat.seat not in self.session.early:
            raise RequestRefusedError("You have no answer to undo.")
        self.wants_back, self._agreed = seat.seat, {seat.seat if seat.seat is not None else -1}
        self._take_back_if_agreed()

    def agree(self, seat: SeatViewer, agreed: bool) -> None:
        """Reply to an undo request of another seat, or withdraw one's own request (`agreed` is False)."""
        if self.wants_back is None or seat.seat is None:
            raise RequestRefusedError("There is no undo request.")
        if not agreed:
            asker = self.seats[self.wants_back]
            self._forget_wish()
            if asker is not seat:
                self.notice("The others do not agree to the undo.", asker)
            return
        self._agreed.add(seat.seat)
        self._take_back_if_agreed()

    def undecided(self) -> list[SeatViewer]:
        """Return the seats that still have to agree to an undo; their persons may be absent."""
        if self.wants_back is None or self.designer or self.undo == "nobody":
            return []
        secretly = self.session.answered_secretly(self.wants_back)
        place = len(self.session.steps) if secretly else self.session.chosen_last(self.wants_back)
        if place is None:
            return []
        # an answer of a person remains theirs even if a bot plays for them now
        given = zip(self.session.steps[place:], self.session.answers[place:], strict=False)
        theirs = {step.player for step, answer in given if answer.seconds is not None}
        return [
            seat
            for number, seat in enumerate(self.seats)
            if number not in self._agreed
            and (seat.here or (seat.owned and self.undo == "everybody"))
            and (seat.bot is None or (seat.owned and number in theirs and self.undo == "everybody"))
        ]

    def let_undo(self, asked: str) -> None:
        """Set who must agree to an undo: "everybody", the persons who are "here", or "nobody"."""
        self.undo = asked
        self.keep()
        if self.wants_back is not None:
            self._take_back_if_agreed()

    def _take_back_if_agreed(self) -> None:
        if self.undecided():
            return
        asker = self.wants_back
        self._forget_wish()
        if asker is None:
            return
        said = [(each, describe_undo(asker, preview_undo(self.session, asker, each.seat))) for each in self.viewers]
        secretly = self.session.answered_secretly(asker)
        if secretly:
            self.session.take_back_secretly(asker)
        if secretly or self.session.undo(asker):
            self._forget_moment()
            self.session.state.take_moments()
            self._give_automatic_answers()
            for viewer, text in said:
                self.notice(text, viewer, instead=f"P{asker + 1} {TAKEN_BACK}")

    def _forget_wish(self) -> None:
        self.wants_back = None
        self._agreed = set()


def preview_undo(session: Session, asker: int, viewer: int | None) -> list[Event]:
    """Return the log that an undo by `asker` removes, as the seat `viewer` (None: everybody) has seen it.

    From a secret choice in progress nobody has seen anything but their own answer, which stays.
    """
    place = session.chosen_last(asker)
    if place is None or session.answered_secretly(asker):
        return []
    state = session.state
    players = range(state.program.players) if viewer is None else (viewer,)
    events = state.common_log(players, find_answer_of_anyone(state, len(session.steps) - place), state.log_size)
    return render_log_events(events, NOBODY if viewer is None else viewer)


def describe_undo(asker: int, story: Sequence[Event]) -> str:
    """Return the notice of an undo, which names the undone answer as far as the viewer saw that answer."""
    lines = [each.line for each in fold_briefly(story)]
    # the end of a pick says less than the picks themselves
    doing = (line for line in lines if line.answer is None or not line.answer.declines)
    which = next((line.text for line in doing), lines[0].text if lines else "")
    return f"P{asker + 1} {TAKEN_BACK}{': ' if which else ''}{which}."
