"""A bot that looks one step ahead."""

from __future__ import annotations

from random import Random

from cardwright.runtime.state import State


class GreedyBot:
    """Takes the option after which its score leads by most, in copies where hidden cards were dealt anew."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def choose(self, state: State) -> int:
        """The index of the best option; ties at random."""
        player = state.player
        world = state.determinise(player, self._random.getrandbits(32))
        world.forget_log()
        best: list[int] = []
        highest = None
        for option in range(state.option_count):
            trial = world.clone()
            trial.apply(option)
            scores = trial.scores
            worth = scores[player] - max((s for p, s in enumerate(scores) if p != player), default=0)
            if highest is None or worth > highest:
                best, highest = [], worth
            if worth == highest:
                best.append(option)
        return self._random.choice(best)
