"""Standing answers of a seat: what is answered for somebody until their next turn, or until other options come."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardwright import State


@dataclass(frozen=True)
class Standing:
    """An answer that is given to a question as long as nothing else is offered: its key, the options, since which turn.

    `told` says it in words.
    """

    key: str
    options: frozenset[str]
    turn: int
    told: str


class StandingAnswers:
    """The standing answers of a seat, by the place in the texts that asks, and what was answered there last."""

    def __init__(self) -> None:
        self._held: dict[int, Standing] = {}
        self._last: dict[int, str] = {}

    @property
    def told(self) -> tuple[str, ...]:
        """All of them in words."""
        return tuple(each.told for each in self._held.values())

    def note(self, state: "State", option: int, hold: bool) -> None:
        """Note what is about to be answered to the decision that waits, and whether it is to stand."""
        decision = state.decision
        if decision is None or state.several is not None:
            return
        chosen = decision.options[option]
        self._last[state.site] = chosen.key
        if hold:
            told = f"“{decision.prompt}” is answered with “{chosen.text}” for you until your next turn, or new options."
            keys = frozenset(each.key for each in decision.options)
            self._held[state.site] = Standing(chosen.key, keys, state.turns, told)

    def offered(self, state: "State") -> str:
        """The key of the answer that may be made to stand: what was answered last to this, in somebody else's turn."""
        if state.several is not None or _own_turn(state):
            return ""
        return self._last.get(state.site, "")

    def answer(self, state: "State") -> int | None:
        """The standing answer to the decision that waits; None if there is none, or none any more."""
        held, decision = self._held.get(state.site), state.decision
        if held is None or decision is None or state.several is not None:
            return None
        found = next((option.index for option in decision.options if option.key == held.key), None)
        others = not {option.key for option in decision.options} <= held.options
        if found is None or others or (state.turns > held.turn and _own_turn(state)):
            del self._held[state.site]
            return None
        return found

    def drop(self) -> None:
        """Ask again."""
        self._held.clear()


def _own_turn(state: "State") -> bool:
    return state.view(state.player).turn_of == state.player
