"""What an answer from a browser means: which options of the game it names, one after the other."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cardwright_tools.web.refusal import RefusedError

if TYPE_CHECKING:
    from cardwright import Several, State

MOST_PICKED = 1000


def answers_meant(state: "State", picks: Sequence[int]) -> list[int]:
    """The options that picks mean: one of the decision, or places of a pick of several, an alike one again and again.

    Raises RefusedError when they are no answer.
    """
    several = state.several
    if several is None:
        if len(picks) != 1 or not 0 <= picks[0] < state.option_count:
            raise RefusedError("There is no such option.")
        return list(picks)
    _check(several, picks)
    try:
        return state.answers_for(picks)
    except ValueError as error:
        raise RefusedError("These do not go together.") from error


def going_on(state: "State", picks: Sequence[int]) -> dict[str, Any]:
    """What can come of some of a pick of several: whether they are enough, and which could be picked beside them.

    Raises RefusedError when nothing of the sort is asked.
    """
    several = state.several
    if several is None:
        raise RefusedError("Nothing is picked here.")
    _check_there(several, picks)
    found = state.going_on(picks)
    return {"picks": list(picks), "enough": found.enough, "next": list(found.next)}


def _check_there(several: "Several", picks: Sequence[int]) -> None:
    if len(picks) > MOST_PICKED or not all(0 <= place < len(several.items) for place in picks):
        raise RefusedError("There is no such option.")
    if any(count > several.counts[place] for place, count in Counter(picks).items()):
        raise RefusedError("Something was picked more often than it is there.")


def _check(several: "Several", picks: Sequence[int]) -> None:
    _check_there(several, picks)
    if len(picks) > several.most:
        raise RefusedError(f"{several.most} can be picked, not {len(picks)}.")
    enough = len(picks) >= several.least or (several.passing and not picks)
    if not enough:
        raise RefusedError(f"{several.least} must be picked, not {len(picks)}.")
