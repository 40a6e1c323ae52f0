"""Replay of a finished match, as one viewer saw it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardwright.presentation.arrange_table import build_open_table, build_spectator_table
from cardwright.presentation.arrange_table import build_table as seen_by
from cardwright.presentation.log.tree import build_log_tree, build_spectator_log, find_last_root, render_log_events
from cardwright.presentation.question import make_question
from cardwright.presentation.table_view import TableView as Seen
from cardwright.query.log_events import Event
from cardwright.records.notes_chat_and_names import NOTE
from cardwright_tools.web.security import RequestRefusedError
from cardwright_tools.web.tables.work_threads import hold_game_lock

if TYPE_CHECKING:
    from cardwright import State
    from cardwright.records.notes_chat_and_names import RecordNote
    from cardwright_tools.session.session import Session

# Number of answers between two stored states.
EVERY = 32


@dataclass(frozen=True)
class ReplayMoment:
    """A match after the first `at` of its `last` answers: the table, the log of the last of these, the decision.

    `asked`, `chosen` and `notes` are filled only for the viewer's own decisions; in an open view, for all decisions.
    """

    at: int
    last: int
    table: Seen
    story: list[Event]
    asked: str
    chosen: str
    notes: "tuple[RecordNote, ...]"


class ReplayCache:
    """States of one finished match after every `EVERY` answers; an undo clears this cache."""

    def __init__(self) -> None:
        self._thread: object = None
        self._states: list[State] = []

    def at(self, session: "Session", thread: object, at: int) -> "tuple[State, int]":
        """Return the state after `at` answers, and the length of the log one answer earlier.

        After an undo, `thread` is different, and the cache is cleared.
        """
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

    def find_moment(self, session: "Session", thread: object, seat: int | None, at: int, openly: bool) -> ReplayMoment:
        """Return what a seat, or a spectator (None), sees after `at` answers of the match.

        `openly` includes hidden information. Raises RequestRefusedError while the match is in progress, because the
        number of decisions would reveal something.
        """
        if not session.state.finished:
            raise RequestRefusedError("The match is not over; you can step through it afterwards.")
        last = len(session.steps)
        at = max(0, min(at, last))
        state, size = self.at(session, thread, at)
        asked, chosen = _render_asked(state, session, seat, at, openly)
        notes = tuple(
            note for note in session.notes if note.kind == NOTE and note.at == at and (openly or note.seat == seat)
        )
        return ReplayMoment(
            at,
            last,
            _make_table(state, seat, size, openly),
            _list_story(state, seat, size, openly),
            asked,
            chosen,
            notes,
        )

    def _apply(self, session: "Session", state: "State", begin: int, end: int) -> None:
        for step in session.steps[begin:end]:
            with hold_game_lock(session.game):
                state.apply(step.option)


class IncrementalLog:
    """The whole log of each viewer; earlier parts are cached, and new events are added."""

    def __init__(self) -> None:
        # by viewer: the course of the match, the number of entries, and the lines up to there
        self._kept: dict[int, tuple[object, int, list[Event]]] = {}

    def story(self, state: "State", seat: int | None, thread: object) -> list[Event]:
        """Return the log of a seat in a state or, if `seat` is None, the latest part of the public log.

        After an undo or reload, `thread` is different, and the cached log is invalid.
        """
        if seat is None:
            return build_spectator_log(state)
        known, kept, lines = self._kept.get(seat, (thread, 0, []))
        root = find_last_root(state)
        if known != thread or kept > root:
            kept, lines = 0, []
        lines = lines + render_log_events(state.common_log((seat,), kept, root), seat)
        self._kept[seat] = thread, root, lines
        return lines + build_log_tree(state, seat, root)


def _make_table(state: "State", seat: int | None, size: int, openly: bool) -> Seen:
    if openly:
        return build_open_table(state, seat or 0)
    return build_spectator_table(state) if seat is None else seen_by(state, seat, size)


def _list_story(state: "State", seat: int | None, size: int, openly: bool) -> list[Event]:
    if openly or seat is not None:
        return build_log_tree(state, seat or 0, size)
    return build_spectator_log(state)


def _render_asked(state: "State", session: "Session", seat: int | None, at: int, openly: bool) -> tuple[str, str]:
    """Return the prompt and the answer of a moment in words; "" for decisions of other players, unless `openly`."""
    if state.finished or not (openly or state.player == seat):
        return "", ""
    found, decision = make_question(state, state.player), state.decision
    if found is None or decision is None:
        return "", ""
    chosen = decision.options[session.steps[at].option].text if at < len(session.steps) else ""
    return f"P{state.player + 1}: {found.prompt}", chosen
