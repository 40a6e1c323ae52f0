"""What options lead to: the best a player can make of each before somebody else decides, within a budget of steps."""

from __future__ import annotations

from heapq import heappop, heappush
from random import Random
from typing import Any

from cardwright.playing.state import State
from cardwright.playing.stopping import heed
from cardwright.runtime.kernel import SlipError

# Beyond one line for each option, so many more steps are taken along the most promising lines.
STEPS = 16
# How many decisions of its own a player looks ahead, and how many options of one it tries when only following a line.
DEPTH = 8
TRIED = 4
# Winning is worth more than any valuation, and by how much is still told apart.
WON = 10**9


def lead(state: State, player: int) -> int:
    """By how much a player's valuation exceeds the best of the others; far above or below when the game is decided."""
    values = state.valuations
    mine = values.pop(player)
    ahead = mine - max(values) if values else mine
    if not state.finished:
        return ahead
    return ahead + (WON if player in state.winners else -WON)


class Lookahead:
    """Looks ahead in one world, in which nothing is hidden: made for the choice of whoever is asked there.

    A line goes through the player's own decisions until another is asked, and is then worth the lead it has brought.
    First every option is followed along one line, which declines wherever it may; then, while steps are left, all
    options of the place with the best line are followed too.

    Those who answer in secret after the player are taken to answer anything, as those before were in making the world:
    what a secret answer brings shows only when all are given.
    """

    def __init__(self, world: State, chance: Random, steps: int = STEPS) -> None:
        self.world = world
        self.player = world.player
        self.steps = steps
        # one answer for each of the others, whatever is looked at, so that luck does not tell options from each other
        self._sealed = [chance.random() for _ in range(world.program.players)] if world.secret else []
        self._waiting: list[Any] = []
        self._pushed = 0

    def worths(self) -> list[int]:
        """For every option the lead it can bring."""
        budget = self.steps
        worths = [self._follow(self.world, option, option) for option in range(self.world.option_count)]
        self.steps = budget
        while self._waiting and self.steps > 0:
            _, _, root, state, taken = heappop(self._waiting)
            for option in range(state.option_count):
                if option != taken:
                    worths[root] = max(worths[root], self._follow(state, option, root))
        return worths

    def _follow(self, state: State, option: int, root: int) -> int:
        """What one line is worth that begins with an option; the places it passes wait to be looked at more closely."""
        passed: list[tuple[State, int]] = []
        after = self._after(state, option)
        for _ in range(DEPTH):
            if after is None or after.player != self.player:
                break
            here = after
            taken, after = self._usual(here)
            passed.append((here, taken))
        worth = -2 * WON if after is None else lead(after, self.player)
        for here, taken in passed:
            self._pushed += 1
            heappush(self._waiting, (-worth, self._pushed, root, here, taken))
        return worth

    def _usual(self, state: State) -> tuple[int, State | None]:
        """The usual next step: the option that declines, else the one that at once looks best of the first few."""
        count = state.option_count
        for option in range(count - 1, -1, -1):
            if state.declines(option):
                return option, self._after(state, option)
        if count > TRIED:
            return 0, self._after(state, 0)
        tried = [self._after(state, option) for option in range(count)]
        leads = [-2 * WON if after is None else lead(after, self.player) for after in tried]
        best = leads.index(max(leads))
        return best, tried[best]

    def _after(self, state: State, option: int) -> State | None:
        """The state after an option; None if it would never come to a decision again."""
        heed()
        self.steps -= 1
        after = state.clone()
        try:
            after.apply(option)
            if self._sealed and state.secret:
                self._unseal(after)
        except SlipError:
            return None
        return after

    def _unseal(self, state: State) -> None:
        """Give the secret answers of the others that are still to come, and so let all be shown."""
        asked: list[int] = []
        while state.secret and state.player != self.player:
            # who is asked for several is asked again and again, and who is asked anew is not
            if state.player in asked and (state.player != asked[-1] or not state.picked):
                return
            asked.append(state.player)
            state.apply(int(self._sealed[state.player] * state.option_count))
