"""Many games of one kind at once in compiled C: one call answers all of them, and NumPy holds what is asked then."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

from cardwright.adapters.worth import returns_of
from cardwright.native.engine import Engine
from cardwright.native.library import BeyondC
from cardwright.playing.game import Game
from cardwright.runtime.kernel import seeded

try:
    import numpy as np
except ImportError as error:
    raise ImportError("NumPy is not installed: pip install 'cardwright[gym]'") from error

_WORD = 1 << 64


class ManyGames:
    """`count` games side by side, each as `Game.new` makes it from its seed. Games in progress tell nothing hidden.

    `player` is who is asked in each (-1: nobody, it is over), `site` where in the texts, `options` among how many;
    C writes into these arrays, so they change with each call. `error` is why C could not go on with a game, 0 if it
    could; such a game asks nobody until it is begun anew. `rewards` has what everybody got, once a game is over.
    NotNative says why a game cannot be played in C; ValueError is raised for a number of games below 1.
    """

    def __init__(
        self,
        game: Game,
        count: int,
        players: int | None = None,
        returns: str | None = None,
        engine: Engine | None = None,
    ) -> None:
        if count < 1:
            raise ValueError(f"there must be a game at least, not {count}")
        self.returns = returns_of(game, returns)
        self.engine = engine or Engine(game, game.min_players if players is None else players)
        self.players = self.engine.library.players
        self._games = [self.engine.library.new() for _ in range(count)]
        self._pointers = (ctypes.c_void_p * count)(*[each.pointer for each in self._games])
        rows = np.zeros((4, count), np.int64)
        self.player, self.site, self.options, self.error = rows
        self.player[:] = self.site[:] = -1
        self._rows = [row.ctypes.data for row in rows]
        self.rewards = np.zeros((count, self.players), np.float64)

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
        places = np.ascontiguousarray(places, np.int64)
        chances = np.array([divmod(seeded(int(seed)), _WORD) for seed in seeds], np.uint64).reshape(-1)
        start, size = self.engine.start.pointer, len(places)
        self.engine.library.call(
            "cw_begin_many", self._pointers, start, size, places.ctypes.data, chances.ctypes.data, *self._rows
        )
        self._ended(places)

    def step(self, answers: Any) -> None:
        """Answer every game that is not over by the number of an option; what the others are told does not matter.

        ValueError names the first game whose answer is none of its options; then none has moved. Raises BeyondC, naming
        the first game with which C cannot go on; all others have moved.
        """
        given = np.ascontiguousarray(answers)
        if given.shape != self.player.shape or given.dtype.kind not in "iu":
            raise ValueError(f"answers are {len(self.player)} whole numbers")
        given = given.astype(np.int64, copy=False)
        were = self.player >= 0
        wrong = self.engine.library.call("cw_answer_many", self._pointers, len(given), given.ctypes.data, *self._rows)
        if wrong >= 0:
            raise ValueError(f"game {wrong}: there is no option {given[wrong]}, only 0 to {self.options[wrong] - 1}")
        self._ended(np.flatnonzero(were))

    def _ended(self, places: Any) -> None:
        """Write the rewards of games that have moved: nothing until they are over."""
        self.rewards[places] = 0.0
        for place in places[(self.player[places] < 0) & (self.error[places] == 0)].tolist():
            try:
                scores, _, winners = self._games[place].results()
            except BeyondC as error:
                self.error[place] = error.number
                continue
            if self.returns == "wins":
                self.rewards[place, winners] = 1 / max(1, len(winners))
            else:
                mean = sum(scores) / len(scores) if self.returns == "margin" else 0.0
                self.rewards[place] = [score - mean for score in scores]
        failed = places[self.error[places] != 0]
        if len(failed):
            beyond = BeyondC(int(self.error[failed[0]]))
            beyond.add_note(f"game {failed[0]} cannot go on in C")
            raise beyond
