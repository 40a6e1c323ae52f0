"""Replay of a record, up to the point where the match differs from it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardwright.phrases.inflection import count_noun
from cardwright.records.record_file import Record, RecordedAnswer
from cardwright.runtime.decision import is_option_key

if TYPE_CHECKING:
    from cardwright.game.loaded_game import Game
    from cardwright.game.state import State
    from cardwright.runtime.decision import Decision


@dataclass(frozen=True)
class Divergence:
    """The first difference between a replay and its record: the number of the answer, and the problem."""

    number: int
    problem: str
    seat: int | None
    turn: int

    def describe(self, answers: int) -> str:
        """Describe the divergence, for a record of `answers` answers."""
        whose = "" if self.seat is None else f", of P{self.seat + 1}"
        return describe_divergence(self.turn, self.problem, f" at answer {self.number} of {answers}{whose}")


def describe_divergence(turn: int, problem: str, at: str = "") -> str:
    """Describe where and why a match differs from its recorded answers.

    The commands to replay, reload and resume share this text.
    """
    return f"The match diverges in turn {turn}{at}: {problem}."


def describe_left_out(count: int) -> str:
    """Return a sentence about the number of answers that were left out."""
    return "1 answer was left out." if count == 1 else f"{count} answers were left out."


def explain_misfit(decision: "Decision | None", answer: RecordedAnswer) -> str | None:
    """Return why an answer cannot fit the decision (the match is over, or another player decides); None if it can."""
    if decision is None:
        return "the game is over here"
    if answer.seat not in (None, decision.player):
        return f"P{decision.player + 1} is asked instead"
    return None


def play_back(game: "Game", record: Record) -> tuple["State", Divergence | None]:
    """Play the answers of a record as far as they fit; return the state, and the first difference or None."""
    state, digests = game.new(record.header.players, record.header.seed), record.header.digests
    for number, answer in enumerate(record.answers, start=1):
        problem = _render_misfit(state, answer)
        if problem:
            return state, Divergence(number, problem, answer.seat, state.turns)
        turn = state.turns
        state.apply(answer.option)
        if answer.check is not None and not state.agrees(answer.check, whole=False, version=digests):
            problem = f"after it the state is not the recorded one{_describe_scores(state)}"
            return state, Divergence(number, problem, answer.seat, turn)
    if record.digest is not None and not state.agrees(record.digest, version=digests):
        problem = "all answers fit, but the final state is not the recorded one"
        return state, Divergence(len(record.answers), problem, None, state.turns)
    return state, None


def _render_misfit(state: "State", answer: RecordedAnswer) -> str | None:
    decision = state.decision
    problem = explain_misfit(decision, answer)
    if problem is not None or decision is None:
        return problem
    asked = f'P{decision.player + 1} is asked "{decision.prompt}"'
    chosen = f"option {answer.option}" + ("" if answer.key is None else f" (`{answer.key}`)")
    if answer.option >= len(decision.options):
        return f"{asked} with {count_noun(len(decision.options), 'option')} here, and the record chose {chosen}"
    here = decision.options[answer.option].key
    if answer.key is not None and not is_option_key(decision.options[answer.option], answer.key):
        return f"{asked}, and the record chose {chosen}, which is `{here}` here"
    return None


def _describe_scores(state: "State") -> str:
    if state.decision is None:
        return "; here the game is over"
    return f'; here P{state.decision.player + 1} is asked "{state.decision.prompt}"'
