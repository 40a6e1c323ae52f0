"""Bots in compiled C: single choices, and whole games between bots."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log
from typing import Any

from cardwright.game.cancel_computation import Stop, check_stop_signal, find_stop_signal
from cardwright.native.compiled_game import (
    TOO_LONG,
    CompiledLibrary,
    NativeGame,
    TooManyDecisionsError,
    check_call,
    seed_words,
)
from cardwright.runtime.primitives.exact_numbers import Exact

# The numbers of the bots in C.
RANDOM, GREEDY, MCTS = range(3)
# Effort after which a long call returns, counted in decisions of a random bot: some tenths of a second.
EFFORT = 400_000
ANSWERS = 4096


@dataclass(frozen=True, slots=True)
class Seated:
    """The C form of a bot: its kind and, for a tree search, the simulations, rollout policy and depth.

    `valuation` is the number of the rule used as valuation, counted from 1; 0 is the game's own. `weights` is a
    weighted sum instead, as a row of numbers (see native/valuation.h).
    """

    kind: int
    simulations: int = 0
    rollout: int = 0
    depth: int = 0
    valuation: int = 0
    weights: tuple[int, ...] = ()


@lru_cache(maxsize=4)
def compute_logarithms(simulations: int) -> Any:
    """Return the logarithms that a search with some number of simulations needs.

    Python computes them, because C libraries differ slightly.
    """
    count = 2 * simulations + 64
    return (ctypes.c_double * count)(0.0, *map(log, range(1, count)))


class Mind:
    """The memory of the bots in C, for one match at a time in one thread. Raises MemoryError.

    `start` is a match of the same library that has not begun.
    """

    def __init__(self, library: CompiledLibrary, start: NativeGame) -> None:
        self.library = library
        self._start = start
        self._logs: dict[int, Any] = {}
        self._weights: dict[int, Any] = {}
        self._stop: Stop | None = None
        self.pointer = library.call("cw_mind", start.pointer)
        if not self.pointer:
            raise MemoryError

    def __del__(self) -> None:
        pointer, self.pointer = getattr(self, "pointer", 0), 0
        if pointer:
            self.library.call("cw_forget", pointer)

    def seat(self, player: int, bot: Seated, seed: int) -> None:
        """Give a player a new bot with a seed."""
        words = seed_words(seed)
        logs = self._logs[player] = compute_logarithms(bot.simulations)
        keys = (ctypes.c_uint32 * len(words))(*words)
        settings = (bot.kind, bot.simulations, bot.rollout, bot.depth, bot.valuation)
        check_call(self.library.call("cw_seat", self.pointer, player, *settings, keys, len(words), logs, len(logs)))
        if bot.weights:
            self._weights[player] = (ctypes.c_int64 * len(bot.weights))(*bot.weights)
            self.library.call("cw_weigh", self.pointer, player, self._weights[player])

    def play(self, game: NativeGame, most: int) -> list[int] | None:
        """Continue a match between the bots; return their answers since the last call, or None when it is over.

        Raises TooManyDecisionsError for a match of more than `most` decisions, and BeyondC.
        """
        row = (ctypes.c_int64 * (1 + ANSWERS))()
        error = self.library.call("cw_play", self.pointer, game.pointer, most, EFFORT, ANSWERS, row)
        answers = row[1 : 1 + row[0]]
        if error == TOO_LONG:
            raise TooManyDecisionsError(answers)
        check_call(error)
        return answers if answers or game.asked()[0] >= 0 else None

    def record(
        self, game: NativeGame, most: int, opening: int, dare: int, seed: int, rules: Sequence[int], room: int
    ) -> tuple[int, int, list[Exact], list[int], list[int], list[int]]:
        """Play a match from its first decision as `bots.training_games.record` does, with rules by their numbers.

        Returns the number of decisions, the sum of their options, scores, winners, the number of decisions before each
        sampled state, and the values of the rules in one row, by state, player and rule. There is room for `room`
        states. Raises BeyondC.
        """
        players, width = self.library.players, max(1, len(rules))
        row = (ctypes.c_int64 * max(1, room * players * width))()
        counts = (ctypes.c_int64 * (3 + 2 * players + room))()
        numbers = (ctypes.c_int64 * width)(*rules)
        settings = (most, opening, dare, seed & (1 << 64) - 1, len(rules), numbers, room, row, counts)
        check_call(self.library.call("cw_record", self.pointer, game.pointer, *settings))
        decisions, options, count, *rest = counts
        scores, won, when = rest[:players], rest[players : 2 * players], rest[2 * players :][:count]
        return (
            decisions,
            options,
            self.library.read_scores(scores),
            [p for p, one in enumerate(won) if one],
            when,
            row[: count * players * len(rules)],
        )

    def wander(self, game: NativeGame, answers: int, declines: float) -> list[int]:
        """Give at most `answers` random answers, drawn by the first bot, and return them.

        Stops when the match is over. If the last option declines, it is chosen with probability `declines`, scaled by
        the number of options. Raises BeyondC.
        """
        row = (ctypes.c_int64 * (1 + answers))()
        check_call(self.library.call("cw_wander", self.pointer, game.pointer, answers, declines, row))
        return row[1 : 1 + row[0]]

    def choose(self, game: NativeGame) -> int:
        """Return the choice of the bot that decides. Raises BeyondC, and Ended after a stop."""
        option = ctypes.c_int64(-1)
        self._stop = find_stop_signal()  # must live as long as C may read it
        self.library.call("cw_heed", self.pointer, None if self._stop is None else self._stop.address)
        while option.value < 0:
            error = self.library.call("cw_think", self.pointer, game.pointer, EFFORT, ctypes.byref(option))
            check_stop_signal()
            check_call(error)
        return option.value

    def deal(self, game: NativeGame, seed: int) -> NativeGame:
        """Return a copy in which the information hidden from the deciding player is sampled. Raises BeyondC.

        `Unseen.dealt` gives the same sample for the same seed.
        """
        world = self.library.new()
        check_call(self.library.call("cw_deal", self.pointer, game.pointer, world.pointer, seed))
        return world
