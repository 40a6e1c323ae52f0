"""Rollout policies: how a tree search plays on from a leaf before it values the state."""

from collections.abc import Callable
from random import Random

from cardwright.bots.lookahead import FAR, Lookahead, SlipCount
from cardwright.bots.valuation import compute_margin
from cardwright.game.cancel_computation import check_stop_signal
from cardwright.game.state import State
from cardwright.runtime.errors import SlipError
from cardwright.runtime.program import Program

# Limit for the options that the policy `quick` compares.
TRIED = 3


def at_random(state: State, random: Random) -> State:
    """Apply a random option to the given state and return it."""
    state.apply(int(random.random() * state.option_count))
    return state


def at_a_glance(state: State, random: Random) -> State:
    """Return the state after the best of a few random options, judged by the player's margin directly after it.

    An option that declines is always among them, and preferred to equally good ones: a player who may decline should
    not lose something because only harmful options were sampled. Where pieces are chosen one by one, declining is not
    added, because a single piece is often useless.
    """
    count = state.option_count
    options = [*range(count)] if count <= TRIED else random.sample(range(count), TRIED)
    if not state.one_by_one:
        declining = next((option for option in range(count) if state.declines(option)), None)
        if declining is not None:
            options = [declining, *(option for option in options if option != declining)]
    return look_one_ahead(state, options)[1]


def look_one_ahead(state: State, options: list[int]) -> tuple[int, State]:
    """Return the option with the greatest margin for the player (the first of equals), and the state after it."""
    player = state.player
    best, highest, found = -1, 0, state
    for option in options:
        check_stop_signal()
        after = state.clone()
        after.apply(option)
        worth = compute_margin(after, player)
        if best < 0 or worth > highest:
            best, highest, found = option, worth, after
    return best, found


def play_greedily(state: State, random: Random) -> State:
    """Return the state after the option that the bot `greedy` takes with a short lookahead; `state` is changed."""
    worths = Lookahead(state, random, 0).worths()
    highest = max(worths)
    best = [option for option, worth in enumerate(worths) if worth == highest]
    state.apply(best[0] if len(best) == 1 else next((o for o in best if state.declines(o)), random.choice(best)))
    return state


def keep_leaf(state: State, random: Random) -> State:
    """Return the state unchanged: the policy that makes no playout."""
    return state


# The policy that plays on to the end of the turn, and its limit of decisions.
TURN = "turn"
MAX_DECISIONS_OF_TURN = 60
# The policies, by the words of `ROLLOUTS`.
STEPS: dict[str, Callable[[State, Random], State]] = {
    "quick": at_a_glance,
    "greedy": play_greedily,
    "random": at_random,
    "none": keep_leaf,
    TURN: play_greedily,
}


def find_rollout(named: str, program: Program) -> str:
    """Return the policy `named` or, for "", the policy that the game declares."""
    return named or program.tables.rollout


def play_out(
    state: State, policy: str, decisions: int, random: Random, mover: int, slips: SlipCount | None = None
) -> State:
    """Return the state after `decisions` decisions by a policy, or at the end of the match; `state` may change.

    The policy `turn` continues until a player other than `mover` decides, so that a valuation learned at the ends of
    turns can be applied.
    """
    step = STEPS[policy]
    if step is keep_leaf:
        return state
    try:
        for _ in range(MAX_DECISIONS_OF_TURN if policy == TURN else decisions):
            if state.finished or (policy == TURN and state.player != mover):
                break
            check_stop_signal()
            state = step(state, random)
    except SlipError as error:
        if slips is not None:
            slips.add(error)
    return state


def settle(state: State, begin: State, random: Random, slips: SlipCount) -> State:
    """Return the state after random play until the turn is over and the score has changed since `begin`.

    If this is not reached within `FAR` decisions, return `state` unchanged. `begin` is never changed.
    """
    turn, values, later = begin.turns, begin.valuations, state.clone()
    try:
        for _ in range(FAR):
            if later.finished or (later.turns > turn and later.valuations != values):
                break
            check_stop_signal()
            at_random(later, random)
    except SlipError as error:
        slips.add(error)
        return state
    return later if later.finished or (later.turns > turn and later.valuations != values) else state
