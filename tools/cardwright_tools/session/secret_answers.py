"""Answers to a secret choice that people give before the match, which asks in seat order, asks them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardwright.game.simultaneous_choices import SimultaneousChoice

if TYPE_CHECKING:
    from cardwright import State
    from cardwright.game.simultaneous_choices import ChoiceProgress
    from cardwright.records.record_file import RecordedAnswer


@dataclass(frozen=True)
class SessionStep:
    """An answer: the player, the option, and whether a person chose it (instead of a bot or the program).

    Undo goes back to an answer that a person chose; in a pick of several items, only the first answer counts as such.
    """

    player: int
    option: int
    chosen: bool


@dataclass(frozen=True)
class EarlyAnswer:
    """A player's whole answer to a secret choice: the options, several for a pick of several items, and their keys.

    `seconds` is the time of thought. `chosen` says whether a person chose it; otherwise it was an auto-answer or a bot.
    """

    options: tuple[int, ...]
    keys: tuple[str, ...]
    seconds: float | None = None
    chosen: bool = True


class SecretAnswers(ABC):
    """The part of a session in which the players of a secret choice answer in any order.

    The state and the record take their answers in seat order, as if everybody had answered in turn. `early` are the
    answers of players whose turn has not come. Nothing is computed for a session that nobody asks for `progress`.
    """

    state: State
    steps: list[SessionStep]
    answers: list[RecordedAnswer]
    early: dict[int, EarlyAnswer]
    # The secret choice in progress, and the number of answers before it.
    _choice: SimultaneousChoice[State] | None
    _began: int
    # The number of answers up to which the choice was followed; -1: it was not.
    _followed: int
    _found: tuple[object, ChoiceProgress[State]] | None

    def _forget_choice(self) -> None:
        """Drop all early answers, and find the choice in progress anew when somebody asks for it."""
        self.early, self._choice, self._began, self._followed, self._found = {}, None, 0, -1, None

    @abstractmethod
    def restart(self) -> State:
        """Return the match at its beginning."""

    @abstractmethod
    def chosen_last(self, player: int | None = None) -> int | None:
        """Return the index of the last step chosen by a person (or by `player`), None if there is none."""

    @abstractmethod
    def go_back_to(self, count: int) -> None:
        """Undo all answers but the first `count`."""

    @property
    def secret_choice(self) -> SimultaneousChoice[State] | None:
        """The secret choice in progress, or None."""
        count = len(self.steps)
        if self._followed != count and not self._goes_on(self.state, count):
            before = self._followed
            self._forget_choice()
            if before + 1 == count or not self.state.secret:
                self._begin(self.state, count)
            else:
                self._retrace()
        self._followed = count
        return self._choice

    def _goes_on(self, state: State, count: int) -> bool:
        """Return True if the choice is still in progress in a state, which is that after the first `count` answers."""
        given = [step.option for step in self.steps[self._began : count]]
        return self._choice is not None and state.secret and self._choice.goes_on(given)

    def _begin(self, state: State, count: int) -> None:
        self._choice, self._began = SimultaneousChoice.begin(state), count

    def _retrace(self) -> None:
        """Find the choice in progress by all answers of the match."""
        state = self.restart()
        self._begin(state, 0)
        for count, step in enumerate(self.steps, start=1):
            state.apply(step.option)
            if not self._goes_on(state, count):
                self._begin(state, count)

    def progress(self) -> ChoiceProgress[State] | None:
        """Return how far the secret choice in progress has come, with all early answers; None without a choice."""
        choice = self.secret_choice
        if choice is None:
            return None
        key = len(self.steps), tuple(self.early.items())
        if self._found is None or self._found[0] != key:
            given: dict[int, list[int]] = {}
            for step in self.steps[self._began :]:
                given.setdefault(step.player, []).append(step.option)
            for player, early in self.early.items():
                given.setdefault(player, []).extend(early.options)
            self._found = key, choice.follow(given)
        return self._found[1]

    def pending_decisions(self) -> Mapping[int, State]:
        """Return, for each player who can answer now, the state in which this player is asked.

        These are the player whom the state asks, and in a secret choice all others who have not chosen.
        """
        if self.state.finished:
            return {}
        progress = self.progress()
        return {**({} if progress is None else progress.pending), self.state.player: self.state}

    def answer_early(self, player: int, options: Sequence[int], seconds: float | None, chosen: bool = True) -> None:
        """Answer a secret choice before the state asks the player; `options` are the whole answer.

        It waits in `early` until the state asks the player.
        """
        keys = _list_keys(self.pending_decisions()[player], options)
        self.early[player] = EarlyAnswer(tuple(options), keys, seconds, chosen)

    def take_early(self) -> EarlyAnswer | None:
        """Remove and return the early answer of the player whom the state asks, or None."""
        return self.early.pop(self.state.player, None)

    def restore_early(self, early: Mapping[int, EarlyAnswer]) -> None:
        """Hold early answers again that were stored, as far as the same options are offered."""
        pending = self.pending_decisions()
        for player, answer in early.items():
            if player in pending and pending[player] is not self.state and _fits(pending[player], answer):
                self.early[player] = answer

    def answered_secretly(self, player: int) -> bool:
        """Return True if the last answer of a person belongs to the secret choice in progress."""
        place = self.chosen_last(player)
        within = self.secret_choice is not None and place is not None and place >= self._began
        return player in self.early or within

    def take_back_secretly(self, player: int) -> None:
        """Undo the answer of a player to the secret choice in progress; the others' answers to it stay."""
        early, place = self.early, self.chosen_last(player)
        if player in early or place is None:
            early.pop(player, None)
            return
        later = list(zip(self.steps, self.answers, strict=True))[place:]
        self.withdraw(place)
        self.early = early | _collect_answers(each for each in later if each[0].player != player)

    def withdraw(self, count: int) -> None:
        """Undo all answers but the first `count`. Early answers stay if the secret choice is still in progress."""
        early = self.early
        self.go_back_to(count)
        if self.secret_choice is not None:
            self.early = early


def _collect_answers(given: Iterable[tuple[SessionStep, RecordedAnswer]]) -> dict[int, EarlyAnswer]:
    """Return recorded answers to a secret choice as early answers."""
    found: dict[int, EarlyAnswer] = {}
    for step, answer in given:
        first = found.get(step.player, EarlyAnswer((), (), answer.seconds, step.chosen))
        options, keys = (*first.options, step.option), (*first.keys, answer.key or "")
        found[step.player] = EarlyAnswer(options, keys, first.seconds, first.chosen)
    return found


def _list_keys(state: State, options: Sequence[int]) -> tuple[str, ...]:
    """Return the keys of options that are chosen one after the other, from the decision of `state` on."""
    copy, keys = state.clone(), []
    for place, option in enumerate(options):
        if place:
            copy.apply(options[place - 1])
        decision = copy.decision
        keys.append(decision.options[option].key if decision is not None else "")
    return tuple(keys)


def _fits(state: State, early: EarlyAnswer) -> bool:
    """Return True if a state offers an early answer, with the same keys."""
    try:
        return _list_keys(state, early.options) == early.keys
    except (IndexError, ValueError):
        return False
