"""A bot that chooses at random."""

from random import Random

from cardwright.game.state import State


class RandomBot:
    """A bot that chooses every option with the same probability."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed).random

    def choose(self, state: State) -> int:
        """Return the index of a random option."""
        return int(self._random() * state.option_count)
