"""What would be taken back if somebody took back their last answer, as another saw it happen."""

from typing import TYPE_CHECKING

from cardwright.presentation.folding import briefly
from cardwright.presentation.story import NOBODY, Story, told
from cardwright.presentation.telling import answer_before

if TYPE_CHECKING:
    from cardwright_tools.table.session import Session


def would_take_back(session: "Session", asker: int, viewer: int | None) -> Story:
    """What happened since that answer, beginning with it, as far as a seat, or (None) everybody, saw it."""
    place = session.chosen_last(asker)
    if place is None:
        return Story(())
    state = session.state
    players = range(state.program.players) if viewer is None else (viewer,)
    events = state.common_log(players, answer_before(state, len(session.steps) - place), state.log_size)
    return told(events, NOBODY if viewer is None else viewer)


def has_taken_back(asker: int, story: Story) -> str:
    """What is said when that is done: which answer it was, as far as it was seen."""
    told = [each.line for each in briefly(story.lines)]
    # that they were done picking says less than what they picked for
    doing = (line for line in told if line.answer is None or not line.answer.declines)
    which = next((line.text for line in doing), told[0].text if told else "")
    return f"P{asker + 1} has taken back an answer{': ' if which else ''}{which}."
