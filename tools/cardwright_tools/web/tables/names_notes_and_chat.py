"""Texts of people at a table (names, notes and chat) within limits."""

from abc import ABC, abstractmethod
from collections import Counter

from cardwright.records.notes_chat_and_names import NAME, NOTE, SAID
from cardwright_tools.session.session import MAX_NOTE_LENGTH, Session
from cardwright_tools.web.drawing.names_of_people import tidy_name
from cardwright_tools.web.drawing.viewer_state import Person
from cardwright_tools.web.security import RequestRefusedError
from cardwright_tools.web.tables.viewers import MAX_LETTERS, MAX_TEXTS, SeatViewer, Viewer

# Limits for the letters of a line of chat, and for the lines that pages show.
MAX_SAID = 300
SHOWN = 40


class TableTalk(ABC):
    """The part of a table that handles texts of people; `chat` is False if the host has switched chat off."""

    session: Session
    seats: list[SeatViewer]
    watchers: Viewer
    chat: bool

    @property
    @abstractmethod
    def people(self) -> tuple[Person, ...]:
        """The persons and bots in the seats."""

    @abstractmethod
    def keep(self) -> None:
        """Write the table's file."""

    def call(self, seat: SeatViewer, name: str) -> None:
        """Set the name of the person at a seat; "" removes it. Raises RequestRefusedError for an invalid name."""
        number = self.seats.index(seat)
        found = tidy_name(name, number, self.people)
        if found != seat.name:
            self._write(seat, found, NAME)
            seat.name = found
            self.keep()

    def note(self, viewer: Viewer, text: str) -> None:
        """Record a viewer's note on the present moment. Raises RequestRefusedError beyond the limits."""
        said = text.strip()
        if not said or len(said) > MAX_NOTE_LENGTH:
            raise RequestRefusedError(f"A note has 1 to {MAX_NOTE_LENGTH} characters.")
        self._write(viewer, said, NOTE)

    def say(self, seat: SeatViewer, text: str) -> None:
        """Send a line to all at the table. Raises RequestRefusedError beyond the limits, or if chat is off."""
        said = " ".join(text.split())
        if not self.chat:
            raise RequestRefusedError("The host of this table has switched chat off.")
        if not said or len(said) > MAX_SAID:
            raise RequestRefusedError(f"A line has 1 to {MAX_SAID} characters.")
        self._write(seat, said, SAID)

    def said(self) -> tuple[tuple[int, str], ...]:
        """Return the last lines of chat, each with its seat; () while chat is off."""
        lines = [(note.seat, note.text) for note in self.session.notes if note.kind == SAID and note.seat is not None]
        return tuple(lines[-SHOWN:]) if self.chat else ()

    def let_chat(self, chat: bool) -> None:
        """Switch chat on or off."""
        self.chat = chat
        self.keep()

    def count_texts(self) -> None:
        """Charge the notes in the record to the limits of the people who wrote them."""
        for viewer in (*self.seats, self.watchers):
            viewer.texts, viewer.letters = Counter(), Counter()
        for note in self.session.notes:
            is_of_seat = note.seat is not None and note.seat < len(self.seats)
            writer = self.seats[note.seat] if is_of_seat and note.seat is not None else self.watchers
            writer.texts[note.kind] += 1
            writer.letters[note.kind] += len(note.text)

    def _write(self, viewer: Viewer, text: str, kind: str) -> None:
        if viewer.texts[kind] >= MAX_TEXTS[kind] or viewer.letters[kind] + len(text) > MAX_LETTERS:
            raise RequestRefusedError(REACHED[kind])
        self.session.note(text, viewer.seat, kind)
        viewer.texts[kind] += 1
        viewer.letters[kind] += len(text)


REACHED = {
    NOTE: "You have reached the limit of notes for this match.",
    SAID: "You have reached the limit of chat for this match.",
    NAME: "You have changed your name too often in this match.",
}
