"""Many games of one kind at once in compiled C: one call answers all of them, and NumPy holds what is asked then."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

from cardwright.adapters.actions import Actions
from cardwright.adapters.encoding import Encoder
from cardwright.adapters.plan import Plan
from cardwright.adapters.worth import returns_of
from cardwright.native.engine import Engine
from cardwright.native.library import BeyondC
from cardwright.playing.game import Game
from cardwright.runtime.kernel import BITS_128

try:
    import numpy as np
except ImportError as error:
    raise ImportError("NumPy is not installed: pip install 'cardwright[gym]'") from error


class ManyGames:
    """`count` games side by side, each as `Game.new` makes it from its seed. Games in progress tell nothing hidden.

    `player` is who is asked in each (-1: nobody, it is over), `site` where in the texts, `options` among how many;
    C writes into these arrays, so they change with each call. `error` is why C could not go on with a game, 0 if it
    could; such a game asks nobody until it is begun anew. `over` are those that ended when they last moved, and
    `rewards` has what everybody got in them.

    If they are `seen`, `observations` has the tensor of whoever is asked in each, and `masks` 1 for the actions that
    they have; of a game that is over both are 0. If they go on (`endless`), games that end begin anew at once, each
    from a seed that is `count` larger than its last one; `seeds` has those the games are played from.

    NotNative says why a game cannot be played in C, or not be seen there; ValueError is raised for a number of games
    below 1.
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
        if count < 1:
            raise ValueError(f"there must be a game at least, not {count}")
        self.returns = returns_of(game, returns)
        self.endless = endless
        self.engine = engine or Engine(game, game.min_players if players is None else players)
        self.players = self.engine.library.players
        self._games = [self.engine.library.new() for _ in range(count)]
        self._pointers = (ctypes.c_void_p * count)(*[each.pointer for each in self._games])
        self._start = self.engine.library.new()
        self._start.copy(self.engine.start)
        rows = np.zeros((4, count), np.int64)
        self.player, self.site, self.options, self.error = rows
        self.player[:] = self.site[:] = -1
        self._rows = [row.ctypes.data for row in rows]
        self.seeds = [0] * count
        self.over = np.zeros(count, bool)
        self.rewards = np.zeros((count, self.players), np.float64)
        self._sight = _Sight(self.engine, count) if seen else None
        if self._sight is not None:
            self._start.watch()  # which is not done for nothing: it is to be kept what players know
            self.encoder, self.actions = self._sight.encoder, self._sight.actions
            self.observations, self.masks = self._sight.observations, self._sight.masks

    def begin(self, seeds: Sequence[int], at: Sequence[int] | None = None) -> None:
        """Begin all games anew, each from its seed, or those `at` some places. Raises BeyondC, naming the first game.

        ValueError for another number of seeds than of games, and for a place that there is not.
        """
        count = len(self._games)
        places = np.arange(count) if at is None else np.asarray(at, np.int64).reshape(-1)
        if len(seeds) != len(places):
            raise ValueError(f"{len(seeds)} seeds for {len(places)} games")
        if len(places) and not (places.min() >= 0 and places.max() < count):
            raise ValueError(f"the games are 0 to {count - 1}")
        self._begin(places, [int(seed) for seed in seeds])
        self._moved(places)

    def step(self, answers: Any) -> None:
        """Answer every game that is not over by the number of an option; what the others are told does not matter.

        ValueError names the first game whose answer is none of its options; then none has moved. Raises BeyondC, naming
        the first game with which C cannot go on; all others have moved.
        """
        given = self._whole_numbers(answers)
        places = np.flatnonzero(self.player >= 0)
        wrong = self._call("cw_answer_many", len(given), given.ctypes.data, *self._rows)
        if wrong >= 0:
            raise ValueError(f"game {wrong}: there is no option {given[wrong]}, only 0 to {self.options[wrong] - 1}")
        self._moved(places)

    def act(self, actions: Any) -> None:
        """The same by the numbers of actions, of games that are `seen`."""
        if self._sight is None:
            raise ValueError("actions are known of games that are seen: ManyGames(..., seen=True)")
        given = self._whole_numbers(actions)
        answers = np.zeros(len(given), np.int64)
        plan = self._sight.addresses[:2]
        wrong = self._call("cw_options_of", len(given), *plan, given.ctypes.data, answers.ctypes.data)
        if wrong >= 0:
            there = np.flatnonzero(self.masks[wrong]).tolist()
            raise ValueError(f"game {wrong}: action {given[wrong]} cannot be taken now: there are {there}")
        self.step(answers)

    def _call(self, name: str, *args: object) -> int:
        return self.engine.library.call(name, self._pointers, *args)

    def _whole_numbers(self, answers: Any) -> Any:
        given = np.ascontiguousarray(answers)
        if given.shape != self.player.shape or given.dtype.kind not in "iu":
            raise ValueError(f"answers are {len(self.player)} whole numbers")
        return given.astype(np.int64, copy=False)

    def _begin(self, places: Any, seeds: Sequence[int]) -> None:
        for place, seed in zip(places.tolist(), seeds, strict=True):
            self.seeds[place] = seed
        places = np.ascontiguousarray(places, np.int64)
        words = np.array([divmod(seed & BITS_128, 1 << 64) for seed in seeds], np.uint64).reshape(-1)
        start = self._start.pointer
        self._call("cw_begin_many", start, len(places), places.ctypes.data, words.ctypes.data, *self._rows)

    def _rewarded(self, ended: Any) -> None:
        """Write what everybody got in games that are over."""
        scores, won = np.zeros((2, len(ended), self.players), np.int64)
        self._call(
            "cw_results_many", len(ended), ended.ctypes.data, scores.ctypes.data, won.ctypes.data, self._rows[-1]
        )
        if self.returns == "wins":
            gained = won / np.maximum(1, won.sum(1, keepdims=True))
        else:
            gained = scores - (scores.mean(1, keepdims=True) if self.returns == "margin" else 0.0)
        told = self.error[ended] == 0
        self.rewards[ended[told]], self.over[ended[told]] = gained[told], True

    def _moved(self, places: Any) -> None:
        """Write the rewards of games that have moved and are over, begin them anew, and write what is seen in all."""
        self.over[places] = False
        self.rewards[places] = 0.0
        ended = places[(self.player[places] < 0) & (self.error[places] == 0)]
        if len(ended):
            self._rewarded(ended)
            if self.endless:
                ended, count = ended[self.over[ended]], len(self._games)
                self._begin(ended, [self.seeds[place] + count for place in ended.tolist()])
        self._tell(places)
        if self.error[places].any():
            failed = places[self.error[places] != 0]
            beyond = BeyondC(int(self.error[failed[0]]))
            beyond.add_note(f"game {failed[0]} cannot go on in C")
            raise beyond

    def _tell(self, places: Any) -> None:
        """Write what is seen in games, and which actions there are."""
        if self._sight is not None:
            self._call("cw_tell_many", len(places), places.ctypes.data, *self._sight.addresses, *self._rows)


class _Sight:
    """What is seen in games: the arrays, and the plan by which C writes into them. Raises NotNative where it cannot."""

    def __init__(self, engine: Engine, count: int) -> None:
        self.encoder, self.actions = Encoder(engine.program), Actions(engine.program)
        plan = Plan(engine.program, self.encoder, self.actions)
        self.plan = np.array(plan.row, np.int64)
        self.times = np.zeros(max(1, plan.classes), np.int32)
        self.observations = np.zeros((count, self.encoder.size), np.float32)
        self.masks = np.zeros((count, self.actions.size), np.int8)
        arrays = self.plan, self.times, self.observations, self.masks
        self.addresses = [array.ctypes.data for array in arrays]
