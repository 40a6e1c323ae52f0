"""Factory of bots by their kind as text, such as `random`, `greedy` or `mcts:500`."""

from collections.abc import Callable, Sequence
from typing import Protocol

from cardwright.game.state import State
from cardwright.source.diagnostics import suggest
from cardwright.source.path_and_number_checks import convert_whole_number

KINDS = ("random", "greedy", "mcts")
MAX_SIMULATIONS = 1_000_000
MAX_DEPTH = 10_000


class Bot(Protocol):
    """Interface of a player that is a program."""

    def choose(self, state: State) -> int:
        """Return the index of the chosen option. The state is not changed."""


def make_bot(spec: str, seed: int) -> Bot:
    """Return a bot of a kind. Raises ValueError for an unknown or malformed kind.

    Equal kinds with equal seeds choose equally.
    """
    kind, *settings = spec.split(":")
    if kind not in KINDS:
        raise ValueError(describe_unknown_bot(spec))
    return _MAKERS[kind](spec, settings, convert_whole_number(seed, "a seed"))


def describe_unknown_bot(spec: str, kinds: Sequence[str] = KINDS) -> str:
    """Return the message for an unknown kind."""
    near = suggest(spec.partition(":")[0], kinds)
    hint = f"; did you mean `{near}`?" if near else f"; the kinds are {', '.join(kinds)}"
    return f"there is no bot `{spec}`{hint}"


def find_valuation(spec: str) -> str:
    """Return the rule by which a kind of bot values states, "" for the game's own valuation.

    Raises ValueError for an unknown or malformed kind.
    """
    found: str = getattr(make_bot(spec, 0), "valuation", "")
    return found


def _make_random(spec: str, settings: list[str], seed: int) -> Bot:
    from cardwright.bots.random import RandomBot

    if settings:
        raise ValueError(f"the bot `random` has no settings, so write `random` and not `{spec}`")
    return RandomBot(seed)


def _make_greedy(spec: str, settings: list[str], seed: int) -> Bot:
    from cardwright.bots.greedy import GreedyBot

    valuation = ""
    for setting in settings:
        word, equals, value = setting.partition("=")
        if word != "valuation" or not equals:
            raise ValueError(f"`{spec}`: no setting `{setting}`; write `greedy` or `greedy:valuation=final_score`")
        valuation = value
    return GreedyBot(seed, valuation)


def _make_mcts(spec: str, settings: list[str], seed: int) -> Bot:
    from cardwright.bots import mcts
    from cardwright.state_slots_and_table_rows import ROLLOUTS

    simulations, rollout, depth, valuation = mcts.SIMULATIONS, mcts.ROLLOUT, mcts.DEPTH, ""
    for number, setting in enumerate(settings):
        word, equals, value = setting.partition("=")
        if number == 0 and not equals:
            simulations = _parse_number(spec, "the number of simulations", setting, 1, MAX_SIMULATIONS)
        elif word == "rollout" and equals:
            if value not in ROLLOUTS:
                raise ValueError(f"`{spec}`: there is no rollout `{value}`; there are {', '.join(ROLLOUTS)}")
            rollout = value
        elif word == "depth" and equals:
            depth = _parse_number(spec, "the depth", value, 0, MAX_DEPTH)
        elif word == "valuation" and equals:
            valuation = value
        else:
            raise ValueError(
                f"`{spec}`: no setting `{setting}`; write `mcts:500` or `mcts:500:rollout=random:depth=20`"
            )
    return mcts.MctsBot(seed, simulations, rollout, depth, valuation)


_MAKERS: dict[str, Callable[[str, list[str], int], Bot]] = {
    "random": _make_random,
    "greedy": _make_greedy,
    "mcts": _make_mcts,
}


def _parse_number(spec: str, what: str, text: str, low: int, high: int) -> int:
    # isdecimal alone would also take digits of other scripts, and any number of them
    if not (text.isascii() and text.isdecimal() and len(text) <= 9 and low <= int(text) <= high):
        raise ValueError(f"`{spec}`: {what} is a whole number from {low} to {high:,}, and `{text}` is not")
    return int(text)
