"""Plays on by chance to where the score has settled, for games that do not say how well a player stands before that."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from cardwright.playing.state import State
from cardwright.playing.stopping import heed
from cardwright.runtime.slips import SlipError

# What chance makes of a line is told by many worlds only.
WORLDS = 8
# What has not settled after so many decisions is not told by chance: the lead then counts where the line ended.
FAR = 60
# A turn that no game comes to.
FOREVER = 1 << 60


def is_due(state: State, valuation: str) -> bool:
    """Whether a bot has nothing to go by but the score, as neither its game nor who made it (`valuation`) says more."""
    return not valuation and not state.program.tables["valuation"]


class Settling:
    """Plays states of one world on, all as far and by the same chance, so that luck does not tell lines apart.

    A score has settled when the turn of the world is over and, in the world played on by chance, it is no more what it
    was, or the game is over: what was put into a pot, or played to a trick, is seen in it then.
    """

    def __init__(self, world: State, chance: Random) -> None:
        self._luck = [chance.random() for _ in range(FAR)]
        turn, values, probe = world.turns, world.valuations, world.clone()
        settles = self._played(probe, lambda state: state.turns > turn and state.valuations != values)
        # so far no line is played that has no score there
        self._turn = None if not settles else FOREVER if probe.finished else probe.turns

    def goes_on_from(self, state: State) -> bool:
        """Change a state to where its score has settled; whether it came there."""
        turn = self._turn
        return turn is not None and self._played(state, lambda state: state.turns >= turn)

    def _played(self, state: State, is_far: Callable[[State], bool]) -> bool:
        """Play a state on until it is far enough, or the game is over; whether it came there."""
        try:
            for luck in self._luck:
                if state.finished or is_far(state):
                    return True
                heed()
                state.apply(int(luck * state.option_count))
        except SlipError:
            return False
        return state.finished or is_far(state)
