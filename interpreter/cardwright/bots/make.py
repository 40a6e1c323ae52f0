"""Makes a bot from its written kind, such as `random` or `greedy`."""

from __future__ import annotations

from typing import Protocol

from cardwright.runtime.state import State
from cardwright.source.spelling import suggest


class Bot(Protocol):
    """Chooses an option for whoever is asked."""

    def choose(self, state: State) -> int:
        """The index of the chosen option; the state is left as it is."""


def make_bot(spec: str, seed: int) -> Bot:
    """A bot of a kind; ValueError with the nearest spelling for an unknown one. Equal seeds choose equally."""
    from cardwright.bots.greedy import GreedyBot
    from cardwright.bots.random import RandomBot

    kinds: dict[str, type[RandomBot] | type[GreedyBot]] = {"random": RandomBot, "greedy": GreedyBot}
    if spec in kinds:
        return kinds[spec](seed)
    near = suggest(spec, kinds)
    hint = f"; did you mean `{near}`?" if near else f"; the kinds are {', '.join(kinds)}"
    raise ValueError(f"there is no bot `{spec}`{hint}")
