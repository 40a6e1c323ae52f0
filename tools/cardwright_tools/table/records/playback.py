"""Plays a record again, and finds where the game and its record part."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardwright_tools.cli.counting import how_many
from cardwright_tools.table.records.files import Answer, Record

if TYPE_CHECKING:
    from cardwright import Game, State


@dataclass(frozen=True)
class Divergence:
    """Where a replay parts from its record: before answer `number` (from 1), and how."""

    number: int
    problem: str


def play_back(game: "Game", record: Record) -> tuple["State", Divergence | None]:
    """Play the record's answers as far as they go, and say where they stop fitting."""
    state, digests = game.new(record.header.players, record.header.seed), record.header.digests
    for number, answer in enumerate(record.answers, start=1):
        problem = _misfit(state, answer)
        if problem:
            return state, Divergence(number, problem)
        state.apply(answer.option)
        if answer.check is not None and not state.agrees(answer.check, whole=False, version=digests):
            return state, Divergence(number, f"after it the game stands differently than recorded{_standing(state)}")
    if record.digest is not None and not state.agrees(record.digest, version=digests):
        parted = "all answers fit, but the game ends differently than recorded"
        return state, Divergence(len(record.answers), parted)
    return state, None


def _misfit(state: "State", answer: Answer) -> str | None:
    decision = state.decision
    if decision is None:
        return "the game is over here, but the record goes on"
    asked = f'P{decision.player + 1} is asked "{decision.prompt}"'
    chosen = f"option {answer.option}" + ("" if answer.key is None else f" (`{answer.key}`)")
    if answer.option >= len(decision.options):
        return f"{asked} with {how_many(len(decision.options), 'option')} here, the record chose {chosen}"
    here = decision.options[answer.option].key
    if answer.key is not None and here != answer.key:
        return f"{asked}; the record chose {chosen}, which is `{here}` here"
    return None


def _standing(state: "State") -> str:
    if state.decision is None:
        return "; here it is over"
    return f'; here P{state.decision.player + 1} is asked "{state.decision.prompt}"'
