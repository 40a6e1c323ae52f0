"""Undo requests at a table, and the seats that have agreed to them."""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from cardwright_tools.session.session import Session
from cardwright_tools.web.security import RequestRefusedError
from cardwright_tools.web.tables.browser_answers import TAKEN_BACK, describe_undo, preview_undo
from cardwright_tools.web.tables.viewers import SeatViewer, Viewer

if TYPE_CHECKING:
    pass


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
        if self.session.chosen_last(seat.seat) is None:
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
        place = None if self.wants_back is None else self.session.chosen_last(self.wants_back)
        if place is None or self.designer or self.undo == "nobody":
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
        if self.session.undo(asker):
            self._forget_moment()
            self.session.state.take_moments()
            self._give_automatic_answers()
            for viewer, text in said:
                self.notice(text, viewer, instead=f"P{asker + 1} {TAKEN_BACK}")

    def _forget_wish(self) -> None:
        self.wants_back = None
        self._agreed = set()
