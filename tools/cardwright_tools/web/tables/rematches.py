"""Rematches: further matches of the same game by the same people at the same table."""

from __future__ import annotations

from abc import abstractmethod
from contextlib import nullcontext
from typing import TYPE_CHECKING

from cardwright import secret_seed
from cardwright.records.notes_chat_and_names import NAME
from cardwright_tools.session.session import Session
from cardwright_tools.web.replay_pages import IncrementalLog, ReplayCache
from cardwright_tools.web.security import RequestRefusedError
from cardwright_tools.web.tables.names_notes_and_chat import TableTalk
from cardwright_tools.web.tables.viewers import SeatViewer, Viewer
from cardwright_tools.web.tables.work_threads import hold_game_lock

if TYPE_CHECKING:
    from cardwright import Game
    from cardwright_tools.web.drawing.viewer_state import PageDrawer


class Rematches(TableTalk):
    """The part of a table that starts another match when all persons present have asked for it.

    `again` are the seats that have asked; `stepping` are those whose persons are looking at the replay of the match.
    """

    again: frozenset[int]
    stepping: frozenset[int]
    past: ReplayCache
    growing: IncrementalLog
    draw: PageDrawer
    # The game with the decks chosen for the next match, with the renderer of its pages; None: as in this match.
    next_game: tuple[Game, PageDrawer] | None

    @abstractmethod
    def _forget_moment(self) -> None: ...

    @abstractmethod
    def _give_automatic_answers(self) -> None: ...

    def wish_again(self, seat: SeatViewer, at_once: bool = False) -> None:
        """Ask for another match, which starts when all persons at the table or at its replay have asked.

        With `at_once`, the match starts without waiting for those at the replay. Raises RequestRefusedError during a
        match, and if the next match cannot be recorded.
        """
        if not self.session.state.finished:
            raise RequestRefusedError("This match is not over.")
        self.again |= {self.seats.index(seat)}
        if not [number for number in self.find_reluctant() if self.seats[number].here or not at_once]:
            self._begin_again()

    def step_through(self, viewer: Viewer) -> None:
        """Record that a person looks at the replay of the finished match, until the person comes back to the table."""
        if isinstance(viewer, SeatViewer) and viewer.bot is None and self.session.state.finished:
            self.stepping |= {self.seats.index(viewer)}

    def find_reluctant(self) -> list[int]:
        """Return the seats of the persons, at the table or at its replay, who have not asked for another match."""
        return [
            number
            for number, seat in enumerate(self.seats)
            if (seat.here or number in self.stepping) and seat.bot is None and number not in self.again
        ]

    def _begin_again(self) -> None:
        """Replace the match by a new one with its own record. The old record stays, and all links stay valid."""
        old = self.session
        game, draw = self.next_game or (old.game, self.draw)
        # the lock of the present game is held by whoever changes the table
        with nullcontext() if game is old.game else hold_game_lock(game):
            session = Session(game, old.header.players, secret_seed())
        session.begin_record()
        if session.path is None:
            raise RequestRefusedError("The next match cannot be saved, so it does not begin.")
        session.edition = old.edition
        old.on_record = lambda: None
        old.close()
        self.session, self.draw, self.next_game = session, draw, None
        session.on_record = self.keep
        for number, seat in enumerate(self.seats):
            if seat.name:
                session.note(seat.name, number, NAME)
        self.past, self.growing, self.stepping = ReplayCache(), IncrementalLog(), frozenset()
        self.count_texts()
        self._forget_moment()
        self.keep()
        self._give_automatic_answers()
