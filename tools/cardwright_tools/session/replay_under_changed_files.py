"""The answers of a match given again in a game whose files have changed, as far as they fit.

Answers are identified by the keys of options, so that a new card in the list does not change a choice.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardwright.records.play_back import explain_misfit
from cardwright.runtime.decision import is_option_key

if TYPE_CHECKING:
    from cardwright import Decision, Game, State
    from cardwright.records.record_file import RecordedAnswer


@dataclass(frozen=True)
class AnswerMismatch:
    """The reason why an answer no longer fits: `publicly` for everybody, and `more` with hidden information."""

    publicly: str
    more: str = ""

    def __str__(self) -> str:
        return self.publicly + self.more


@dataclass(frozen=True)
class Departure:
    """The first answer that does not fit the changed files: its step (from 0) and a description.

    `publicly` is a description without hidden information, such as how often other players had to decide.
    """

    step: int
    text: str
    publicly: str


@dataclass(frozen=True)
class Reload:
    """A match under changed files: the answers that still fit, the first that does not, and the changes."""

    game: "Game"
    state: "State"
    options: tuple[int, ...]
    parting: Departure | None
    changed: str


def repeat_answers(state: "State", answers: Sequence["RecordedAnswer"]) -> tuple[list[int], AnswerMismatch | None]:
    """Repeat answers in a new match; return the chosen options, and the reason why the next answer does not fit.

    The reason is None if all fit. Raises Ended if a stop signal was set.
    """
    from cardwright import SlipError
    from cardwright.game.cancel_computation import check_stop_signal

    options: list[int] = []
    for answer in answers:
        check_stop_signal()
        decision = state.decision
        problem = explain_misfit(decision, answer)
        if problem is not None or decision is None:
            return options, AnswerMismatch(problem or "")
        option = _find_same_option(decision, answer)
        if option is None:
            return options, AnswerMismatch("this option does not exist any more")
        try:
            state.apply(option)
        except SlipError as error:
            return options, AnswerMismatch("this never ends", f" ({error})")
        options.append(option)
    return options, None


def _find_same_option(decision: "Decision", answer: "RecordedAnswer") -> int | None:
    """Return the option with the answer's key, or with its index if the record has no keys; None if there is none."""
    if answer.key is None:
        return answer.option if answer.option < len(decision.options) else None
    exact = [option.index for option in decision.options if option.key == answer.key]
    # in older records, options without a title are named by their actions
    return next(iter(exact or [option.index for option in decision.options if is_option_key(option, answer.key)]), None)
