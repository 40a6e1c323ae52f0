"""Translation of a browser's answer into the indices of options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cardwright.presentation.log.folding import fold_briefly
from cardwright.presentation.log.tree import NOBODY, find_answer_of_anyone, render_log_events
from cardwright.query.log_events import Event
from cardwright_tools.web.security import RequestRefusedError

if TYPE_CHECKING:
    from cardwright import Several, State
    from cardwright_tools.session.session import Session

MAX_PICKED = 1000


# The notice of an undo, after the player's name. It replaces an earlier notice of the same player.
TAKEN_BACK = "has taken back an answer"


def translate_picks(state: State, picks: Sequence[int]) -> list[int]:
    """Return the options that `picks` choose.

    In a pick of several items, an option can be repeated if it stands for several equal pieces. Raises
    RequestRefusedError if the picks are no answer to the decision.
    """
    several = state.several
    if several is None:
        if len(picks) != 1 or not 0 <= picks[0] < state.option_count:
            raise RequestRefusedError("There is no such option.")
        return list(picks)
    _check(several, picks)
    try:
        return state.answers_for(picks)
    except ValueError as error:
        raise RequestRefusedError("These picks do not go together: choose others.") from error


def check_partial_pick(state: State, picks: Sequence[int]) -> dict[str, Any]:
    """Return whether an incomplete pick of several items could end here, and which options can be added.

    Raises RequestRefusedError if the decision is no pick of several items.
    """
    several = state.several
    if several is None:
        raise RequestRefusedError("Nothing can be picked here.")
    _check_there(several, picks)
    found = state.going_on(picks)
    return {"picks": list(picks), "enough": found.enough, "next": list(found.next)}


def _check_there(several: Several, picks: Sequence[int]) -> None:
    if len(picks) > MAX_PICKED or not all(0 <= place < len(several.items) for place in picks):
        raise RequestRefusedError("There is no such option.")
    if any(count > several.counts[place] for place, count in Counter(picks).items()):
        raise RequestRefusedError("You cannot pick a piece more often than it exists.")


def _check(several: Several, picks: Sequence[int]) -> None:
    _check_there(several, picks)
    if len(picks) > several.most:
        raise RequestRefusedError(f"You can pick at most {several.most}, not {len(picks)}.")
    enough = len(picks) >= several.least or (several.passing and not picks)
    if not enough:
        raise RequestRefusedError(f"You must pick at least {several.least}, not {len(picks)}.")


def list_seconds(session: Session, seat: int) -> list[float]:
    """Return the seconds that each recorded answer by the person at a seat took."""
    given = zip(session.steps, session.answers, strict=False)
    return [answer.seconds for step, answer in given if step.player == seat and answer.seconds is not None]


def preview_undo(session: Session, asker: int, viewer: int | None) -> list[Event]:
    """Return the log from the last answer of `asker` on, as the seat `viewer` (None: everybody) has seen it."""
    place = session.chosen_last(asker)
    if place is None:
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
