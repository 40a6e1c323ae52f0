"""A finished game gone over step by step: what one viewer saw at any moment of it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardwright.presentation.log.tree import LogEvent, Story, last_root, story, told
from cardwright.presentation.question import question
from cardwright.presentation.spectators import onlookers_story, onlookers_table
from cardwright.presentation.table import TableView as Seen
from cardwright.presentation.table import open_table
from cardwright.presentation.table import table as seen_by
from cardwright_tools.web.security import RequestRefusedError
from cardwright_tools.web.tables.work_threads import evaluating

if TYPE_CHECKING:
    from cardwright import State
    from cardwright.records.record_file import RecordNote
    from cardwright_tools.session.session import Session
    from cardwright_tools.web.tables.table import Table

# A state is kept of every so many answers.
EVERY = 32


@dataclass(frozen=True)
class ReplayMoment:
    """A moment after `at` of `last` answers: the table, what the answer before it led to, and what was asked.

    `asked` and `chosen` are only told of the viewer's own questions, or of all in an open view; `notes` likewise.
    """

    at: int
    last: int
    table: Seen
    story: Story
    asked: str
    chosen: str
    notes: "tuple[RecordNote, ...]"


class Past:
    """The states of one finished game at every so many answers, kept while nothing is taken back of it."""

    def __init__(self) -> None:
        self._thread: object = None
        self._states: list[State] = []

    def at(self, session: "Session", thread: object, at: int) -> "tuple[State, int]":
        """Return the state after so many answers of the `thread` of a session, and how long the log was one before."""
        if self._thread != thread:
            self._thread = thread
            self._states = [session.game.new(session.header.players, session.header.seed)]
        before = max(0, at - 1)
        while len(self._states) * EVERY <= before:
            state = self._states[-1].clone()
            self._apply(session, state, (len(self._states) - 1) * EVERY, len(self._states) * EVERY)
            self._states.append(state)
        place = before // EVERY
        state = self._states[place].clone()
        self._apply(session, state, place * EVERY, before)
        size = state.log_size if at else 0
        self._apply(session, state, before, at)
        return state, size

    def _apply(self, session: "Session", state: "State", begin: int, end: int) -> None:
        for step in session.steps[begin:end]:
            with evaluating(session.game):
                state.apply(step.option)


def moment(table: "Table", seat: int | None, at: int, openly: bool) -> ReplayMoment:
    """What a seat, or (None) those who only look on, saw after so many answers; `openly`: with all that was hidden.

    Raises RefusedError while the game goes on: until then, how often others were asked is nobody's business.
    """
    session = table.session
    if not session.state.finished:
        raise RequestRefusedError("The game goes on; it can be stepped through when it is over.")
    last = len(session.steps)
    at = max(0, min(at, last))
    state, size = table.past.at(session, table.thread, at)
    asked, chosen = _asked(state, table, seat, at, openly)
    notes = tuple(note for note in session.notes if note.at == at and (openly or note.seat == seat))
    return ReplayMoment(
        at, last, _table(state, seat, size, openly), _story(state, seat, size, openly), asked, chosen, notes
    )


class GrowingStory:
    """All that happened, as each viewer saw it. A log grows at its end: what was told up to a root event is kept."""

    def __init__(self) -> None:
        # by viewer: of which course of the game, up to which entry, and the lines up to there
        self._kept: dict[int, tuple[object, int, tuple[LogEvent, ...]]] = {}

    def story(self, state: "State", seat: int | None, thread: object) -> Story:
        """Return all that a seat saw, or the end of what everybody saw (None), in a state of a `thread`."""
        if seat is None:
            return onlookers_story(state)
        known, kept, lines = self._kept.get(seat, (thread, 0, ()))
        root = last_root(state)
        if known != thread or kept > root:
            kept, lines = 0, ()
        lines += told(state.common_log((seat,), kept, root), seat).lines
        self._kept[seat] = thread, root, lines
        return Story(lines + story(state, seat, root).lines)


def _table(state: "State", seat: int | None, size: int, openly: bool) -> Seen:
    if openly:
        return open_table(state, seat or 0)
    return onlookers_table(state) if seat is None else seen_by(state, seat, size)


def _story(state: "State", seat: int | None, size: int, openly: bool) -> Story:
    if openly or seat is not None:
        return story(state, seat or 0, size)
    return onlookers_story(state)


def _asked(state: "State", table: "Table", seat: int | None, at: int, openly: bool) -> tuple[str, str]:
    """The question of a moment and what was answered, in words; "" where that is not the viewer's."""
    if state.finished or not (openly or state.player == seat):
        return "", ""
    found, decision = question(state, state.player), state.decision
    if found is None or decision is None:
        return "", ""
    chosen = decision.options[table.session.steps[at].option].text if at < len(table.session.steps) else ""
    return f"P{state.player + 1}: {found.prompt}", chosen
