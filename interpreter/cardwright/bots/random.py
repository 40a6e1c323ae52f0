"""A bot that takes any option."""

from __future__ import annotations

from random import Random

from cardwright.game.state import State


class RandomBot:
    """Chooses every option with the same probability."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed).random

    def choose(self, state: State) -> int:
        """Return the index of a random option."""
        return int(self._random() * state.option_count)
