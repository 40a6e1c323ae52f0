"""What options lead to: the best a player can make of each before somebody else decides, within a budget of steps."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from random import Random
from typing import Any

from cardwright.bots.valuation import WON, lead
from cardwright.game.cancellation import heed
from cardwright.game.state import State
from cardwright.runtime.errors import SlipError

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


# Beyond one line for each option, so many more steps are taken along the most promising lines.
STEPS = 16
# How many decisions of its own a player looks ahead, and how many options of one it tries when only following a line.
DEPTH = 8
TRIED = 4
# Where pieces are chosen one by one, so many are compared with declining, and a line goes on so often.
COMPARED = 8
ROUNDS = 16


class Lookahead:
    """Looks ahead in one world, in which nothing is hidden: made for the choice of whoever is asked there.

    A line goes through the player's own decisions until another is asked, and is then worth the lead it has brought,
    or with a `settling` the lead there is when it was played on by that.
    First every option is followed along one line, which declines where it may; then, while steps are left, all
    options of the place with the best line are followed too. Only where pieces are chosen one by one until the player
    declines, a line takes what at once looks better than that, and goes on for no gain, too, where it did already: what
    is worth nothing by itself, such as one of many things handed in together, is tried with the rest.

    Those who answer in secret after the player are taken to answer anything, as those before were in making the world:
    what a secret answer brings shows only when all are given.
    """

    def __init__(self, world: State, chance: Random, steps: int = STEPS, settling: Settling | None = None) -> None:
        self.world = world
        self.settling = settling
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
        going = {state.site} if state.one_by_one and not state.declines(option) else set()
        after = self._after(state, option)
        places, rounds = DEPTH, ROUNDS
        while after is not None and after.player == self.player and places and rounds:
            here, round_ = after, after.site in going
            places, rounds = places - (not round_), rounds - round_
            taken, after = self._usual(here, round_)
            if here.one_by_one and not here.declines(taken):
                going.add(here.site)
            passed.append((here, taken))
        worth = -2 * WON if after is None else self._settled(after)
        for here, taken in passed:
            self._pushed += 1
            heappush(self._waiting, (-worth, self._pushed, root, here, taken))
        return worth

    def _settled(self, after: State) -> int:
        """What a line is worth that ends in a state: the lead there, or once it has settled; changes the state."""
        worth = lead(after, self.player)
        if self.settling is not None and self.settling.goes_on_from(after):
            worth = lead(after, self.player)
        return worth

    def _usual(self, state: State, going_on: bool) -> tuple[int, State | None]:
        """The usual next step: the option that declines, else the one that at once looks best of the first few.

        Where pieces are chosen one by one, the best of these; for no gain only if the line is `going_on` there.
        """
        options = range(state.option_count)
        declining = next((option for option in reversed(options) if state.declines(option)), None)
        if declining is not None and not state.one_by_one:
            tried = [declining]
        elif declining is not None:
            others = [option for option in options if option != declining][:COMPARED]
            tried = [*others, declining] if going_on else [declining, *others]
        else:
            tried = [*options] if len(options) <= TRIED else [0]
        afters = [self._after(state, option) for option in tried]
        if len(tried) == 1:
            return tried[0], afters[0]
        leads = [-2 * WON if after is None else lead(after, self.player) for after in afters]
        best = leads.index(max(leads))
        return tried[best], afters[best]

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
