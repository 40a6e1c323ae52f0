"""Auto-answers: a player's answer is repeated until their next turn, or until new options appear."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardwright.presentation.question import make_question

if TYPE_CHECKING:
    from cardwright.game.state import State

UNTIL_NEXT_TURN = "until your next turn, or new options"
# The recorded answer of a pick of several items, which cannot be repeated.
PICKED = "\0picked"
# Repetitions of an auto-answer in one turn after which the player is asked again: it may change nothing.
MAX_REPEATED = 100
WHENEVER_POSSIBLE = "as long as you can"


@dataclass(frozen=True, slots=True)
class AutoAnswer:
    """An answer that is repeated as long as a decision point offers the same options.

    `key` identifies the chosen option, and `options` are the keys of all options. `turn` is the number of the turn in
    which the player ordered the auto-answer. With `always`, the answer is given whenever its option is offered.
    `sentence` describes it.
    """

    key: str
    options: frozenset[str]
    turn: int
    sentence: str
    always: bool = False


class PlayerAutoAnswers:
    """The auto-answers of one player, and the last answers of this player, both by decision point."""

    def __init__(self) -> None:
        self._held: dict[int, AutoAnswer] = {}
        self._last: dict[int, tuple[str, int]] = {}
        self._repeated: dict[int, tuple[int, int]] = {}

    @property
    def sentences(self) -> tuple[str, ...]:
        """The sentences that describe the auto-answers."""
        return tuple(f"{each.sentence}." for each in self._held.values())

    def note(self, state: State, option: int, hold: bool = False, always: bool = False) -> None:
        """Record the answer that is about to be given.

        With `hold`, this answer becomes an auto-answer, which is given as long as the options stay the same or, with
        `always`, whenever its option is offered.

        In a pick of several items, only declining can become an auto-answer.
        """
        decision = state.decision
        if decision is None:
            return
        if state.several is not None and not decision.options[option].declines:
            self._last[state.site] = PICKED, 1
            return
        key = decision.options[option].key
        before, times = self._last.get(state.site, ("", 0))
        self._last[state.site] = key, times + 1 if key == before else 1
        if hold:
            keys = frozenset(each.key for each in decision.options)
            text = describe_auto_answer(state, option, always)
            self._held[state.site] = AutoAnswer(key, keys, state.turns, text, always)

    def has_answered(self, state: State) -> bool:
        """Return True if the player has answered at this decision point before."""
        return state.site in self._last

    def offered(self, state: State) -> str:
        """Return the key of the answer that can become an auto-answer now, or "" if there is none.

        This is the player's last answer at this decision point, if it was given in an opponent's turn. In the player's
        own turn, only an answer in a decision window counts.
        """
        return self._find_before(state)[0]

    def times(self, state: State) -> int:
        """Return how often the answer that `offered` returns was given in a row; 0 if there is none."""
        return self._find_before(state)[1]

    def _find_before(self, state: State) -> tuple[str, int]:
        window = state.program.tables.sites[state.site].base == "ability"
        asks_anew = state.several is not None or (_is_own_turn(state, state.player) and not window)
        return ("", 0) if asks_anew else self._last.get(state.site, ("", 0))

    def lapse(self, state: State, seat: int) -> None:
        """Remove the auto-answers of the player at `seat` that end with this player's next turn, once it has begun.

        Call this at every decision of every player: most decisions with an auto-answer never arise in the player's own
        turn.
        """
        if not self._held or not _is_own_turn(state, seat):
            return
        over = [site for site, each in self._held.items() if state.turns > each.turn and not each.always]
        for site in over:
            del self._held[site]

    def answer(self, state: State) -> int | None:
        """Return the index of the option to be given as auto-answer, or None.

        An auto-answer ends here if its option is not offered, if new options are offered, or if it was repeated too
        often in this turn.
        """
        self.lapse(state, state.player)
        held, decision = self._held.get(state.site), state.decision
        if held is None or decision is None:
            return None
        found = next((option.index for option in decision.options if option.key == held.key), None)
        others = not {option.key for option in decision.options} <= held.options
        turn, times = self._repeated.get(state.site, (state.turns, 0))
        times = times + 1 if turn == state.turns else 1
        self._repeated[state.site] = state.turns, times
        if found is None or (others and not held.always) or times > MAX_REPEATED:
            del self._held[state.site], self._repeated[state.site]
            return None
        return found

    def forget(self) -> None:
        """Clear the auto-answers and the last answers, because answers were undone."""
        self._held.clear()
        self._last.clear()

    def drop(self) -> int:
        """Remove all auto-answers, and return how many there were."""
        count = len(self._held)
        self._held.clear()
        return count


def end_auto_answers(auto_answers: Mapping[int, PlayerAutoAnswers], state: State) -> None:
    """Remove the auto-answers of all players that end in this state."""
    for seat, each in auto_answers.items():
        each.lapse(state, seat)


def describe_auto_answer(state: State, option: int, always: bool = False) -> str:
    """Return a sentence that describes the auto-answer which this option would become.

    `always` is as for AutoAnswer.
    """
    decision, asked = state.decision, make_question(state, state.player, with_consequences=False)
    assert decision is not None
    assert asked is not None
    until = WHENEVER_POSSIBLE if always else UNTIL_NEXT_TURN
    # in a window for powers, the prompt lists the current offers, which can change
    window = state.program.tables.sites[state.site].base == "ability"
    prompt = decision.prompt if always and window else asked.prompt
    return f"“{prompt}” is answered with “{decision.options[option].text}” for you {until}"


def _is_own_turn(state: State, seat: int) -> bool:
    active = state.program.tables.active
    return active >= 0 and bool(state.slots[active] == seat)
