"""Decks at a table: chosen by each player before a match begins."""

from __future__ import annotations

import secrets
from abc import abstractmethod
from typing import TYPE_CHECKING

from cardwright_tools.cli.deck_arguments import Decks
from cardwright_tools.web.tables.rematches import Rematches
from cardwright_tools.web.tables.viewers import SeatViewer

if TYPE_CHECKING:
    from cardwright import Game
    from cardwright.game.deck_files import ReadyDeck
    from cardwright_tools.web.drawing.viewer_state import PageDrawer


class DeckChoices(Rematches):
    """The part of a table that keeps the decks of its players.

    `choosing` is True until each seat has a bot or a deck; until then, the match waits. Nobody else learns what a
    person has chosen.
    """

    choosing: bool
    _stuck: bool

    @abstractmethod
    def sit(self, seat: SeatViewer) -> None: ...

    @property
    def _waits(self) -> bool:
        """True if no decision is to be answered: the match cannot continue, or its decks are still being chosen."""
        return self._stuck or self.choosing

    def choose_deck(self, seat: SeatViewer, text: str) -> None:
        """Set the deck of a seat for the next match; "" is the game's usual one."""
        seat.deck = text
        self.sit(seat)
        self.keep()

    def restore_decks(self, decks: Decks) -> None:
        """Give each seat for which no deck was stored its deck of the present match again."""
        for name, text in () if self.choosing else decks:
            seat = self.seats[int(name[1:]) - 1]
            seat.deck = text if seat.deck is None else seat.deck

    def find_undecided(self) -> list[int]:
        """Return the seats whose persons must still choose a deck; [] if decks are not being chosen."""
        chosen = (seat.deck is not None or seat.bot is not None for seat in self.seats)
        return [number for number, done in enumerate(chosen) if not done] if self.choosing else []

    def find_next_decks(self, ready: tuple[ReadyDeck, ...]) -> Decks | None:
        """Return the decks of the next match, as (seat, text), if its game is to be loaded now; else None.

        Bots draw their decks from the usual deck and the `ready` ones.
        """
        if self.find_undecided():
            return None
        for seat in self.seats if self.choosing else ():
            if seat.deck is None:
                seat.deck = secrets.choice(["", *(deck.text for deck in ready)])
        return self.list_decks()

    def list_decks(self) -> Decks:
        """Return the decks of the next match, as (seat, text), without the usual ones."""
        return tuple((f"P{number}", seat.deck) for number, seat in enumerate(self.seats, 1) if seat.deck)

    def take_decks(self, decks: Decks, game: Game, draw: PageDrawer) -> None:
        """Use a game with the chosen decks for the next match.

        If everybody has now chosen for the first time, this match begins at once. Nothing happens if somebody has
        chosen another deck since `decks` were read.
        """
        if decks != self.list_decks() or self.find_undecided():
            return
        self.next_game = None if decks == self.session.header.decks else (game, draw)
        if self.choosing:
            self.choosing = False
            unplayed = self.session.path
            self._begin_again()
            if unplayed is not None:
                unplayed.unlink(missing_ok=True)
