"""Vector environment with many matches of a game in compiled C and NumPy arrays for each call."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

from cardwright.adapters.action_numbers import RETURNS, Actions, check_returns
from cardwright.adapters.c_tensor_layout import TensorLayout
from cardwright.adapters.observation_tensor import Encoder
from cardwright.game.loaded_game import Game
from cardwright.native.compiled_game import BeyondC
from cardwright.native.engine import Engine
from cardwright.runtime.primitives.random_numbers import BITS_128, is_secret
from cardwright.source.path_and_number_checks import convert_whole_number

try:
    import numpy as np
except ImportError as error:
    raise ImportError("NumPy is not installed: pip install 'cardwright[gym]'") from error

_WORD = 1 << 64


class ManyGames:
    """`count` matches of one game, each started from its seed as by `Game.new`.

    The arrays have an entry for each match: `player` is the player to act (-1: none, the match is over), `site` the
    decision point, and `options` the number of options. C writes into these arrays, so that they change with each call.
    `error` is 0, or the reason why C could not continue a match; such a match has no decisions until it is restarted.
    `over` marks the matches that ended with their last step, and `rewards` has the returns of their players. No hidden
    information of a running match is accessible.

    If `seen`, `observations` has the tensor of the player to act in each match, and `masks` is 1 for the legal actions;
    both are 0 for a finished match. If `endless`, finished matches restart at once, each from a seed that is `count`
    larger than the last one.

    Raises NotNative if a game cannot be played or observed in C, and ValueError for a `count` below 1.
    """

    def __init__(
        self,
        game: Game,
        count: int,
        players: int | None = None,
        returns: str | None = None,
        engine: Engine | None = None,
        seen: bool = False,
        endless: bool = False,
    ) -> None:
        count = convert_whole_number(count, "the number of games")
        if count < 1:
            raise ValueError(f"there must be at least one game, not {count}")
        self.returns = check_returns(game, returns)
        self.engine = engine or Engine(game, game.min_players if players is None else players)
        self.players = self.engine.library.players
        self._games = [self.engine.library.new() for _ in range(count)]
        self._pointers = (ctypes.c_void_p * count)(*[each.pointer for each in self._games])
        self._start = self.engine.library.new()
        self._start.copy(self.engine.start)
        self.player, self.site, self.options, self.error, self._answers = np.zeros((5, count), np.int64)
        self.player[:] = self.site[:] = -1
        self._seeds = np.zeros((count, 2), np.uint64)
        self.over = np.zeros(count, bool)
        self.rewards = np.zeros((count, self.players), np.float64)
        rows: list[Any] = [self.player, self.site, self.options, self.error, self.over, self.rewards, self._answers]
        self._plan = None
        if seen:
            self._start.watch(self.engine.program.reserved)
            self.encoder, self.actions = Encoder(self.engine.program), Actions(self.engine.program)
            plan = TensorLayout(self.engine.program, self.encoder, self.actions)
            self._plan, self._times = np.array(plan.row, np.int64), np.zeros(max(1, plan.classes), np.int32)
            self.observations = np.zeros((count, self.encoder.size), np.float32)
            self.masks = np.zeros((count, self.actions.size), np.int8)
            rows += [self._plan, self._times, self.observations, self.masks]
        first = ctypes.addressof(self._pointers), self._start.pointer, count, endless, RETURNS.index(self.returns)
        places = [row.ctypes.data for row in (self._seeds, *rows)]
        # as `Many` in native/vector_env.h
        self._many = np.array([*first, *places, *[0] * (0 if seen else 4)], np.int64)
        self._at = self._many.ctypes.data

    @property
    def seeds(self) -> list[int]:
        """The seeds of the matches.

        A negative seed is shown increased by 2 to the power of 128, which gives the same match.
        """
        return [int(high) << 64 | int(low) for high, low in self._seeds.tolist()]

    def begin(self, seeds: Sequence[int], at: Sequence[int] | None = None) -> None:
        """Start all matches again, or those with the indices `at`, each from its seed.

        Raises ValueError for a wrong number of seeds, an unknown index, or a secret seed, and BeyondC for the first
        match that C cannot start.
        """
        count = len(self._games)
        places = (
            np.arange(count)
            if at is None
            else np.array([convert_whole_number(place, "a place") for place in np.ravel(at)], np.int64)
        )
        if len(seeds) != len(places):
            raise ValueError(f"{len(seeds)} seeds for {len(places)} games")
        if len(places) and not (places.min() >= 0 and places.max() < count):
            raise ValueError(f"the games are 0 to {count - 1}")
        seeds = [convert_whole_number(seed, "a seed") for seed in seeds]
        if any(map(is_secret, seeds)):
            raise ValueError("parallel games draw from the fast generator, so their seeds must be below 2 to the 128th")
        words = [divmod(seed & BITS_128, _WORD) for seed in seeds]
        self._seeds[places] = np.array(words, np.uint64).reshape(-1, 2)
        self._raise_failure(self._call("cw_begin_many", len(places), places.ctypes.data))

    def step(self, answers: Any) -> None:
        """Answer the decision of each unfinished match by the number of an option; other entries are ignored.

        Raises ValueError for the first match in which the answer is no option; in this case no match moves. Raises
        BeyondC for the first match that C cannot continue; all others have moved.
        """
        given = self._read_answers(answers)
        wrong = self._call("cw_answer_many", given.ctypes.data, 0)
        if wrong >= 0:
            raise ValueError(f"game {wrong}: there is no option {given[wrong]}, only 0 to {self.options[wrong] - 1}")
        self._raise_failure(wrong)

    def act(self, actions: Any) -> None:
        """Answer the decision of each unfinished match by an action. Only for instances created with `seen`."""
        if self._plan is None:
            raise ValueError("only games with `seen=True` have actions: ManyGames(..., seen=True)")
        given = self._read_answers(actions)
        wrong = self._call("cw_answer_many", given.ctypes.data, 1)
        if wrong >= 0:
            there = np.flatnonzero(self.masks[wrong]).tolist()
            raise ValueError(f"game {wrong}: action {given[wrong]} is not legal now: the legal ones are {there}")
        self._raise_failure(wrong)

    def _call(self, name: str, *args: object) -> int:
        return self.engine.library.call(name, self._at, *args)

    def _read_answers(self, answers: Any) -> Any:
        given = np.ascontiguousarray(answers)
        if given.shape != self.player.shape or given.dtype.kind not in "iu":
            raise ValueError(f"answers must be {len(self.player)} whole numbers")
        return given.astype(np.int64, copy=False)

    def _raise_failure(self, code: int) -> None:
        """Raise BeyondC if the result of a call names a match that C cannot continue."""
        if code < -1:
            beyond = BeyondC(int(self.error[-2 - code]))
            beyond.add_note(f"game {-2 - code} cannot continue in C")
            raise beyond

    def _write_observations(self) -> None:
        """Compute the observations of all matches again, after their states were changed from outside."""
        places = np.arange(len(self._games))
        self._call("cw_tell_many", len(places), places.ctypes.data)
