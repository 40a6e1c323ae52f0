"""Standing answers: what is answered for a player until their next turn, or until something else is offered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardwright.presentation.question import question

if TYPE_CHECKING:
    from cardwright.game.state import State

BRIEFLY = "until your next turn, or new options"
ALWAYS = "as long as you can"


@dataclass(frozen=True, slots=True)
class AutoAnswer:
    """An answer that is given to a question as long as nothing else is offered: its key, the options, since which turn.

    With `always` it is given as long as it is offered. `told` says it in words.
    """

    key: str
    options: frozenset[str]
    turn: int
    told: str
    always: bool = False


class StandingAnswers:
    """What stands for one player, by the place in the texts that asks, and what they answered there last."""

    def __init__(self) -> None:
        self._held: dict[int, AutoAnswer] = {}
        self._last: dict[int, tuple[str, int]] = {}

    @property
    def told(self) -> tuple[str, ...]:
        """All of them in words."""
        return tuple(f"{each.told}." for each in self._held.values())

    def note(self, state: State, option: int, hold: bool = False, always: bool = False) -> None:
        """Note what is about to be answered to the decision that waits, and whether it is to stand.

        Of a pick of several only passing can.
        """
        decision = state.decision
        if decision is None or (state.several is not None and not decision.options[option].declines):
            return
        key = decision.options[option].key
        before, times = self._last.get(state.site, ("", 0))
        self._last[state.site] = key, times + 1 if key == before else 1
        if hold:
            keys = frozenset(each.key for each in decision.options)
            told = in_words(state, option, always)
            self._held[state.site] = AutoAnswer(key, keys, state.turns, told, always)

    def offered(self, state: State) -> str:
        """The key of the answer that may be made to stand: what was answered last to this, in somebody else's turn.

        In one's own turn as well where the question is whether to answer what happens with a power.
        """
        return self._before(state)[0]

    def times(self, state: State) -> int:
        """How often in a row that was answered; 0 where nothing may be made to stand."""
        return self._before(state)[1]

    def _before(self, state: State) -> tuple[str, int]:
        window = state.program.tables["sites"][state.site].base == "ability"
        asks_anew = state.several is not None or (_own_turn(state, state.player) and not window)
        return ("", 0) if asks_anew else self._last.get(state.site, ("", 0))

    def lapse(self, state: State, seat: int) -> None:
        """Forget what stood until the next turn of that seat's player once that has come.

        It is to be told of every moment, for most such questions are never asked in one's own turn.
        """
        if not self._held or not _own_turn(state, seat):
            return
        over = [site for site, each in self._held.items() if state.turns > each.turn and not each.always]
        for site in over:
            del self._held[site]

    def answer(self, state: State) -> int | None:
        """The standing answer to the decision that waits; None if there is none, or none any more."""
        self.lapse(state, state.player)
        held, decision = self._held.get(state.site), state.decision
        if held is None or decision is None:
            return None
        found = next((option.index for option in decision.options if option.key == held.key), None)
        others = not {option.key for option in decision.options} <= held.options
        if found is None or (others and not held.always):
            del self._held[state.site]
            return None
        return found

    def forget(self) -> None:
        """Answers were taken back: nothing stands, and nothing was answered last."""
        self._held.clear()
        self._last.clear()

    def drop(self) -> int:
        """Ask again; how many questions that are."""
        count = len(self._held)
        self._held.clear()
        return count


def lapse(standing: Mapping[int, StandingAnswers], state: State) -> None:
    """Tell what stands for each player of a moment."""
    for seat, each in standing.items():
        each.lapse(state, seat)


def in_words(state: State, option: int, always: bool = False) -> str:
    """What it does to let an answer to the decision that waits stand."""
    decision, asked = state.decision, question(state, state.player, ahead=False)
    assert decision is not None
    assert asked is not None
    until = ALWAYS if always else BRIEFLY
    # of what may be used always is meant whatever is offered there later
    window = state.program.tables["sites"][state.site].base == "ability"
    prompt = decision.prompt if always and window else asked.prompt
    return f"“{prompt}” is answered with “{decision.options[option].text}” for you {until}"


def _own_turn(state: State, seat: int) -> bool:
    active = state.program.tables["active"]
    return active >= 0 and bool(state.slots[active] == seat)
