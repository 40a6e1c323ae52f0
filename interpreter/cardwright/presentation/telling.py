"""From which moment on a player is told what happened: since they answered last."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from cardwright.contract import TRACKER

if TYPE_CHECKING:
    from cardwright.playing.state import State


def answer_before(state: State, before: int) -> int:
    """How long the log was when somebody, whoever it was, answered so many answers ago (1: the last one)."""
    log = state.retracked().slots[TRACKER].log
    places = (place for place in range(len(log) - 1, -1, -1) if log[place].kind == "answer")
    return next(islice(places, before - 1, None), 0)


def last_answer(state: State, player: int, before: int = 1) -> int:
    """How long the log was when a player answered so many answers ago (1: the last one); 0 if they gave fewer."""
    return next(islice(_answers(state, player), before - 1, None), 0)


def last_root(state: State) -> int:
    """Where in the log the last entry stands that nothing led to: what was told up to there stays as it is."""
    log = state.retracked().slots[TRACKER].log
    return next((place for place in range(len(log) - 1, -1, -1) if not log[place].depth), 0)


def _answers(state: State, player: int) -> Iterator[int]:
    """Where in the log the answers of a player stand, the last one first."""
    log = state.retracked().slots[TRACKER].log
    places = (place for place in range(len(log) - 1, -1, -1) if log[place].kind == "answer")
    return (place for place in places if log[place].player == player)
