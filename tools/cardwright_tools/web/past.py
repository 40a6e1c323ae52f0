"""A finished game gone over step by step: what one viewer saw at any moment of it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardwright.presentation.onlookers import onlookers_story, onlookers_table
from cardwright.presentation.question import question
from cardwright.presentation.story import Story, story
from cardwright.presentation.table import Table as Seen
from cardwright.presentation.table import open_table
from cardwright.presentation.table import table as seen_by
from cardwright_tools.web.refusal import RefusedError

if TYPE_CHECKING:
    from cardwright import State
    from cardwright_tools.table.records.files import Note
    from cardwright_tools.web.tables.table import Table


@dataclass(frozen=True)
class Moment:
    """A moment after `at` of `last` answers: the table, what the answer before it led to, and what was asked.

    `asked` and `chosen` are only told of the viewer's own questions, or of all in an open view; `notes` likewise.
    """

    at: int
    last: int
    table: Seen
    story: Story
    asked: str
    chosen: str
    notes: "tuple[Note, ...]"


def moment(table: "Table", seat: int | None, at: int, openly: bool) -> Moment:
    """What a seat, or (None) those who only look on, saw after so many answers; `openly`: with all that was hidden.

    Raises RefusedError while the game goes on: until then, how often others were asked is nobody's business.
    """
    session = table.session
    if not session.state.finished:
        raise RefusedError("The game goes on; it can be stepped through when it is over.")
    last = len(session.steps)
    at = max(0, min(at, last))
    state = session.game.new(session.header.players, session.header.seed)
    size = state.log_size if at else 0
    for step in session.steps[:at]:
        size = state.log_size
        state.apply(step.option)
    asked, chosen = _asked(state, table, seat, at, openly)
    notes = tuple(note for note in session.notes if note.at == at and (openly or note.seat == seat))
    return Moment(at, last, _table(state, seat, size, openly), _story(state, seat, size, openly), asked, chosen, notes)


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
