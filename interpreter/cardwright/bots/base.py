"""What keeps a bot from going round in circles: asked the same too often in one turn, it has had enough."""

from __future__ import annotations

from random import Random

from cardwright.game.state import State
from cardwright.program_format import TRACKER

# A turn in which a bot has been asked so often in one place goes nowhere: no shipped game asks half as often.
MAX_OPTIONS_TRIED = 60


class Patience:
    """How often a bot was asked in each place of the game's texts in the turn that goes on.

    A bot that is made for one choice, as at a table, goes by what the log tells.
    """

    def __init__(self) -> None:
        self._turn = (-1, -1)
        self._asked: dict[int, int] = {}

    def lost(self, state: State) -> bool:
        """Count a decision; whether the bot has been asked this too often. Never in a game without turns.

        Raises IllegalAnswer when nobody is asked, as the game is over.
        """
        if state.finished:
            raise state.refusal(0)
        if not state.program.tables["turn"]:
            return False
        turn = (state.turns, state.player)
        if turn != self._turn:
            self._turn, self._asked = turn, {}
        asked = self._asked[state.site] = self._asked.get(state.site, 0) + 1
        return max(asked, _answered_before(state) + 1) > MAX_OPTIONS_TRIED


def _answered_before(state: State) -> int:
    """How often who is asked has answered in this place in the turn that goes on; 0 for a state without a log."""
    tracker, procedures = state.slots[TRACKER], state.program.tables["procedures"]
    count = 0
    for entry in reversed(tracker.log if tracker is not None else ()):
        if entry.kind == "begin" and procedures[entry.what[0]].word == state.program.tables["turn"]:
            break
        count += entry.kind == "answer" and entry.player == state.player and entry.what[0] == state.site
    return count


def any_way_out(state: State, random: Random) -> int:
    """An option that declines, else any."""
    declining = [option for option in range(state.option_count) if state.declines(option)]
    return declining[0] if declining else random.randrange(state.option_count)
