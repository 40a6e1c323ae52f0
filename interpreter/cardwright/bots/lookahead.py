"""Lookahead over a player's own decisions: the best result of each option within a budget."""

from collections import Counter
from collections.abc import Callable
from heapq import heappop, heappush
from random import Random
from threading import local
from typing import Any

from cardwright.bots.valuation import WON, compute_margin
from cardwright.game.cancel_computation import check_stop_signal
from cardwright.game.state import State
from cardwright.runtime.errors import SlipError

# Number of sampled worlds in which chance settles the result of a line.
WORLDS = 8
# Limit for the decisions of a playout; a line that is not settled by then has the margin at its end.
FAR = 60
# A number of turns that no match reaches.
FOREVER = 1 << 60
MAX_SLIPS = 4


class _AvoidedErrors(local):
    """Number of lines of play in this thread that ended in each runtime error, by the error's message."""

    def __init__(self) -> None:
        self.times: Counter[str] = Counter()


_avoided = _AvoidedErrors()


def take_avoided_errors() -> dict[str, int]:
    """Return how often lines of play in this thread ended in each runtime error since the last call.

    The key is the error's message; the most frequent comes first. Bots avoid such options silently, so the caller must
    report them. If an error occurs in C, Python makes the choice, so that it is counted too.
    """
    found, _avoided.times = _avoided.times, Counter()
    return dict(sorted(found.items(), key=lambda one: (-one[1], one[0])))


class SlipCount:
    """The number of lines of play that ended in a runtime error while a bot considers one choice.

    A rule that never ends takes seconds until it fails. After `MAX_SLIPS` errors the bot chooses without further
    lookahead.
    """

    def __init__(self) -> None:
        self._slips = 0

    def add(self, error: SlipError) -> None:
        """Count an error."""
        self._slips += 1
        _avoided.times[str(error)] += 1

    @property
    def is_exhausted(self) -> bool:
        """True if the bot accepts no further error during this choice."""
        return self._slips >= MAX_SLIPS


class Settling:
    """Random playouts up to the point where the score shows how good a line of play was.

    That point is the end of the turn in which the score changed, or the end of the game: by then a bid into a pot or a
    card played to a trick has an effect on the score. All playouts have equal length and random numbers, so that luck
    does not decide between the lines.
    """

    def __init__(self, world: State, chance: Random, slips: SlipCount | None = None) -> None:
        self._slips = slips or SlipCount()
        self._luck = [chance.random() for _ in range(FAR)]
        turn, values, probe = world.turns, world.valuations, world.clone()
        settles = self._play_until(probe, lambda state: state.turns > turn and state.valuations != values)
        # in this world no line reached a score yet
        self._turn = None if not settles else FOREVER if probe.finished else probe.turns

    def goes_on_from(self, state: State) -> bool:
        """Play a state on to the turn at which the earlier playouts ended; return True if that was possible."""
        turn = self._turn
        return turn is not None and self._play_until(state, lambda state: state.turns >= turn)

    def _play_until(self, state: State, is_far: Callable[[State], bool]) -> bool:
        """Play a state on until `is_far(state)` or the end of the game; return True if `is_far` became true."""
        if self._slips.is_exhausted:
            return False
        try:
            for luck in self._luck:
                if state.finished or is_far(state):
                    return True
                check_stop_signal()
                state.apply(int(luck * state.option_count))
        except SlipError as error:
            self._slips.add(error)
            return False
        return state.finished or is_far(state)


# Number of steps along the most promising lines, in addition to one line for each option.
STEPS = 16
# Number of own decisions to look ahead, and number of options tried at each of them on the way.
DEPTH = 8
TRIED = 4
# In picks of one piece after the other: number of options compared with declining, and rounds of a line.
COMPARED = 8
ROUNDS = 16


class Lookahead:
    """Lookahead for the choice of one player, in one sampled state.

    A line follows the player's own decisions until another player decides. Its value is the margin there, or after the
    playout of `settling`. First, one line is followed for each option; the line declines wherever possible. Then, while
    steps are left, all options are followed at the decision that has the best line so far.

    Where pieces are chosen one by one until the player declines, a line also takes an option that improves the margin
    at once, and then goes on even if the next piece does not improve it further. In this way pieces that are only
    valuable together, such as a set, are tried together.

    The secret answers of other players are not simulated: their result shows only when all have answered.
    """

    def __init__(
        self,
        world: State,
        chance: Random,
        steps: int = STEPS,
        settling: Settling | None = None,
        slips: SlipCount | None = None,
    ) -> None:
        self.world = world
        self.slips = slips or SlipCount()
        self.settling = settling
        self.player = world.player
        self.steps = steps
        # one answer for each of the others in all lines, so that luck does not distinguish the options
        self._sealed = [chance.random() for _ in range(world.program.players)] if world.secret else []
        self._waiting: list[Any] = []
        self._pushed = 0

    def worths(self) -> list[int]:
        """Return for every option the best margin found in the lines that begin with it."""
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
        """Return the value of the line that begins with an option. Its later decisions are queued for closer search."""
        passed: list[tuple[State, int]] = []
        going = {state.site} if state.one_by_one and not state.declines(option) else set()
        after = self._apply_copy(state, option)
        places, rounds = DEPTH, ROUNDS
        while after is not None and after.player == self.player and places and rounds:
            here, round_ = after, after.site in going
            places, rounds = places - (not round_), rounds - round_
            taken, after = self._choose_default(here, round_)
            if here.one_by_one and not here.declines(taken):
                going.add(here.site)
            passed.append((here, taken))
        worth = -2 * WON if after is None else self._evaluate_line(after)
        for here, taken in passed:
            self._pushed += 1
            heappush(self._waiting, (-worth, self._pushed, root, here, taken))
        return worth

    def _evaluate_line(self, after: State) -> int:
        """Return the value of a line that ends in a state: the margin there, or after a playout.

        The playout changes the state.
        """
        worth = compute_margin(after, self.player)
        if self.settling is not None and self.settling.goes_on_from(after):
            worth = compute_margin(after, self.player)
        return worth

    def _choose_default(self, state: State, going_on: bool) -> tuple[int, State | None]:
        """Return the option that a line takes at a decision, and the state after it: decline, else the best of a few.

        Where pieces are chosen one by one, some pieces are compared with declining; if `going_on`, a piece is preferred
        to declining when both are equally good. The state is None if no option leads to a further state.
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
        afters = [self._apply_copy(state, option) for option in tried]
        if len(tried) == 1:
            return tried[0], afters[0]
        leads = [-2 * WON if after is None else compute_margin(after, self.player) for after in afters]
        best = leads.index(max(leads))
        return tried[best], afters[best]

    def _apply_copy(self, state: State, option: int) -> State | None:
        """Return a copy of a state after an option.

        Returns None if no decision would follow, or if too many lines ended in errors.
        """
        check_stop_signal()
        self.steps -= 1
        if self.slips.is_exhausted:
            return None
        after = state.clone()
        try:
            after.apply(option)
            if self._sealed and state.secret:
                self._answer_for_others(after)
        except SlipError as error:
            self.slips.add(error)
            return None
        return after

    def _answer_for_others(self, state: State) -> None:
        """Answer for the players who still have to answer in secret, so that all secret answers are made public."""
        asked: list[int] = []
        while state.secret and state.player != self.player:
            # a player who picks several items is asked repeatedly for one answer
            if state.player in asked and (state.player != asked[-1] or not state.picked):
                return
            asked.append(state.player)
            state.apply(int(self._sealed[state.player] * state.option_count))
