"""What bots think with in C: whole games between bots, and single choices."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log
from random import Random
from typing import Any

from cardwright.bots import mcts
from cardwright.bots.greedy import GreedyBot
from cardwright.bots.make import Bot
from cardwright.bots.mcts import MctsBot
from cardwright.bots.random import RandomBot
from cardwright.native.library import BeyondC, Library, NativeGame, checked, seed_words

# How C calls bots, and how a search plays on.
RANDOM, GREEDY, MCTS = range(3)
ROLLOUTS = ("quick", "greedy", "random", "none")
# So much is thought before a call comes back, in decisions of a random bot: some tenths of a second.
EFFORT = 400_000
ANSWERS = 4096


@dataclass(frozen=True, slots=True)
class Seated:
    """A bot as C knows it: its kind, and of a search how many simulations, how it plays on, and how far."""

    kind: int
    simulations: int = 0
    rollout: int = 0
    depth: int = 0


def seated(bot: Bot) -> Seated:
    """A bot of Python as C plays it. ValueError for one that C does not know."""
    if type(bot) is RandomBot:
        return Seated(RANDOM)
    if type(bot) is GreedyBot:
        return Seated(GREEDY)
    if type(bot) is MctsBot:
        return Seated(MCTS, bot.simulations, ROLLOUTS.index(bot.rollout), bot.depth)
    raise ValueError(f"C knows no {type(bot).__name__}")


@lru_cache(maxsize=4)
def logarithms(simulations: int) -> Any:
    """Those that a search of so many simulations can ask for: Python's own, as the last digit differs between C's."""
    count = 2 * (simulations + mcts.FIRST_LOOKS * mcts.LOOK_WEIGHT) + 64
    return (ctypes.c_double * count)(0.0, *map(log, range(1, count)))


class Mind:
    """What the bots of one game in C think with: one game at a time, in one thread. MemoryError when there is no room.

    `start` is a game of the library that has not begun.
    """

    def __init__(self, library: Library, start: NativeGame) -> None:
        self.library = library
        self._start = start
        self._logs: dict[int, Any] = {}
        self.pointer = library.call("cw_mind", start.pointer)
        if not self.pointer:
            raise MemoryError

    def __del__(self) -> None:
        pointer, self.pointer = getattr(self, "pointer", 0), 0
        if pointer:
            self.library.call("cw_forget", pointer)

    def seat(self, player: int, bot: Seated, seed: int) -> None:
        """Seat a bot that has not chosen yet."""
        words = seed_words(seed)
        logs = self._logs[player] = logarithms(bot.simulations)
        keys = (ctypes.c_uint32 * len(words))(*words)
        settings = (bot.kind, bot.simulations, bot.rollout, bot.depth)
        checked(self.library.call("cw_seat", self.pointer, player, *settings, keys, len(words), logs, len(logs)))

    def play(self, game: NativeGame, most: int) -> list[int] | None:
        """Go on with a game between the bots: what they answered, None when it is over. Raises BeyondC.

        A game of more than `most` decisions is beyond C.
        """
        told = (ctypes.c_int64 * (1 + ANSWERS))()
        checked(self.library.call("cw_play", self.pointer, game.pointer, most, EFFORT, ANSWERS, told))
        answers = told[1 : 1 + told[0]]
        return answers if answers or game.asked()[0] >= 0 else None

    def choose(self, game: NativeGame, chance: Random) -> int:
        """What the bot of whoever is asked chooses with this chance, which goes on as it would in Python.

        Raises BeyondC, and the chance is then as it was.
        """
        player = game.asked()[0]
        version, words, gauss = chance.getstate()
        checked(self.library.call("cw_take_chance", self.pointer, player, (ctypes.c_uint32 * 625)(*words)))
        option = ctypes.c_int64(-1)
        while option.value < 0:
            checked(self.library.call("cw_think", self.pointer, game.pointer, EFFORT, ctypes.byref(option)))
        told = (ctypes.c_uint32 * 625)()
        self.library.call("cw_tell_chance", self.pointer, player, told)
        chance.setstate((version, tuple(told), gauss))
        return option.value

    def deal(self, game: NativeGame, seed: int) -> NativeGame:
        """The world that `Unseen.dealt` deals from a seed for whoever is asked. Raises BeyondC."""
        world = self.library.new()
        checked(self.library.call("cw_deal", self.pointer, game.pointer, world.pointer, seed))
        return world


def finish(mind: Mind, game: NativeGame, most: int) -> list[int] | None:
    """All answers of a game between bots from here to its end; None when it goes on beyond C."""
    answers: list[int] = []
    try:
        while (more := mind.play(game, most)) is not None:
            answers += more
    except BeyondC:
        return None
    return answers


def seat_all(mind: Mind, bots: Sequence[tuple[Seated, int]]) -> None:
    """Seat bots, each with its seed."""
    for player, (bot, seed) in enumerate(bots):
        mind.seat(player, bot, seed)
